"""Rounds from draft to publication: draw, discard, swap, publish, take back.

A draw is computed outside the transaction from what the event held at one revision, and saved only if the
event still is at that revision. A discarded draw stays on the record with its seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils import timezone

from rules.answers import Problem, Refused
from scoring.models import Match
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Board, Draw, Encounter, Entry, Round, Slot, Stage
from tournament.pairing import Pairing, load_options, pair
from tournament.stages.field import Field, field_of
from tournament.stages.progress import next_number, open_tables

SEED_DIGITS = 6


def fresh_seed() -> str:
    """A seed that nobody chose; short enough to be read out in a hall."""
    return f"{secrets.randbelow(10**SEED_DIGITS):0{SEED_DIGITS}d}"


def draw_round(
    stage: Stage,
    actor: AbstractBaseUser,
    *,
    seed: str = "",
    pinned: Sequence[tuple[Entry, Entry]] = (),
) -> Draw:
    """Draw the next round of ``stage`` as a draft that only organisers see.

    Refused while the round before has tables without a confirmed result, while a draft stands, where the
    stage has no round left, or where no pairing can keep the bans.
    """
    event = stage.event
    require(event, actor, "draw")
    event.refresh_from_db()
    revision = event.revision
    number = next_number(stage)
    _refuse_if_not_ready(stage, number)
    options = load_options(stage.config.get("pairing", {}))
    field = field_of(stage, number)
    if len(field.present) < 2:
        raise Refused([Problem("too-few-entries", "entries", {"present": len(field.present)})])
    seed = seed.strip() or fresh_seed()
    method = options.first_round if number == 1 and options.first_round else options.method
    rounds = stage.config.get("rounds")
    pairing = pair(
        field.entries,
        replace(options, method=method),
        rounds_left=int(rounds) - number + 1 if rounds else 1,
        seed=seed,
        pinned=[(a.number, b.number) for a, b in pinned],
    )
    with change(event, actor, expected=revision, public=False) as step:
        round_, _ = Round.objects.get_or_create(stage=stage, number=number)
        attempt = (round_.draws.aggregate(last=Max("attempt"))["last"] or 0) + 1
        draw = Draw.objects.create(
            round=round_,
            attempt=attempt,
            method=method,
            seed=seed,
            pairs=_as_facts(pairing),
            reasons=[{"code": one.code, "values": _plain(one.values)} for one in pairing.reasons],
            by=actor,
        )
        seat(step, round_, pairing, field)
        round_.status = Round.Status.DRAFT
        round_.save(update_fields=["status"])
        if stage.status == Stage.Status.WAITING:
            stage.status = Stage.Status.RUNNING
            stage.save(update_fields=["status"])
        step.record(
            "round-drawn", draw, {"round": (None, number), "attempt": (None, attempt), "seed": (None, seed)}
        )
    return draw


def discard_draw(round_: Round, actor: AbstractBaseUser) -> None:
    """Throw a draft away; its pairs and its seed stay on the record."""
    event = round_.stage.event
    require(event, actor, "draw")
    with change(event, actor, public=False) as step:
        round_ = _locked(round_, Round.Status.DRAFT)
        draw = round_.draws.get(state=Draw.State.STANDING)
        _clear(round_)
        draw.state = Draw.State.DISCARDED
        draw.save(update_fields=["state"])
        step.record("draw-discarded", draw, {"seed": (draw.seed, draw.seed)})


def publish_round(round_: Round, actor: AbstractBaseUser) -> Round:
    """Show a draft to everybody."""
    event = round_.stage.event
    require(event, actor, "draw")
    with change(event, actor) as step:
        round_ = _locked(round_, Round.Status.DRAFT)
        round_.status = Round.Status.PUBLISHED
        round_.published_at = timezone.now()
        round_.save(update_fields=["status", "published_at"])
        round_.draws.filter(state=Draw.State.STANDING).update(state=Draw.State.PUBLISHED)
        step.record("round-published", round_, {"status": ("draft", "published")})
    return round_


def take_back_round(round_: Round, actor: AbstractBaseUser) -> Round:
    """Make a published round a draft again. Refused once its clock has started or a table has a result."""
    event = round_.stage.event
    require(event, actor, "draw")
    with change(event, actor) as step:
        round_ = _locked(round_, Round.Status.PUBLISHED)
        begun = round_.boards.exclude(match__version=0)
        if begun.exists() or round_.clock_facts.exists():
            raise Refused([Problem("round-has-begun", "round", {"round": round_.number})])
        round_.status = Round.Status.DRAFT
        round_.published_at = None
        round_.save(update_fields=["status", "published_at"])
        round_.draws.filter(state=Draw.State.PUBLISHED).update(state=Draw.State.STANDING)
        step.record("round-taken-back", round_, {"status": ("published", "draft")})
    return round_


def swap(round_: Round, one: Entry, other: Entry, actor: AbstractBaseUser) -> None:
    """Let two entries change places by hand, in a draft or before anything was played at their tables.

    What speaks against it (rematch, same branch) is said beforehand by ``warnings_of_swap``.
    """
    event = round_.stage.event
    require(event, actor, "draw")
    with change(event, actor, public=round_.status != Round.Status.DRAFT) as step:
        round_ = _locked(round_, Round.Status.DRAFT, Round.Status.PUBLISHED)
        slots = {slot.entry_id: slot for slot in round_.slots.filter(entry__in=[one, other])}
        if len(slots) != 2:
            raise Refused([Problem("not-in-this-round", "entry", {"round": round_.number})])
        first, second = slots[one.pk], slots[other.pk]
        played = Board.objects.filter(encounter__in=[first.encounter_id, second.encounter_id])
        if played.exclude(match__version=0).exists():
            raise Refused([Problem("table-has-begun", "entry", {"round": round_.number})])
        first.entry = None
        first.save(update_fields=["entry"])
        second.entry = one
        second.save(update_fields=["entry"])
        first.entry = other
        first.save(update_fields=["entry"])
        draw = round_.draws.exclude(state=Draw.State.DISCARDED).get()
        draw.reasons.append({"code": "swapped-by-hand", "values": {"a": one.number, "b": other.number}})
        draw.save(update_fields=["reasons"])
        step.record(
            "entries-swapped", round_, {"places": ([one.number, other.number], [other.number, one.number])}
        )


def warnings_of_swap(round_: Round, one: Entry, other: Entry) -> list[Problem]:
    """What a swap would bring about: meetings that were before, meetings within a branch."""
    slots = {slot.entry_id: slot for slot in round_.slots.select_related("encounter")}
    if one.pk not in slots or other.pk not in slots:
        return []
    met = {entry.id: entry.met for entry in field_of(round_.stage, round_.number).entries}
    found = []
    for mover, place in ((one, slots[other.pk]), (other, slots[one.pk])):
        opposite = place.encounter.slots.exclude(pk=place.pk).select_related("entry").first()
        if opposite is None or opposite.entry is None or opposite.entry_id in (one.pk, other.pk):
            continue
        values = {"a": mover.number, "b": opposite.entry.number}
        if opposite.entry.number in met.get(mover.number, frozenset()):
            found.append(Problem("swap-rematch", "entry", values, "unlikely"))
        if mover.branch_id and mover.branch_id == opposite.entry.branch_id:
            found.append(Problem("swap-same-branch", "entry", values, "unlikely"))
    return found


def seat(step: Change, round_: Round, pairing: Pairing, field: Field) -> None:
    """Turn a pairing into encounters, slots, tables and matches. Tables are numbered from the top."""
    event, stage = step.event, round_.stage
    rows: list[tuple[Encounter, tuple[Any, ...]]] = []
    for number, pair_ in enumerate(pairing.pairs, 1):
        rows.append((Encounter(round=round_, number=number), pair_))
    for code, entries in pairing.byes.items():
        rows += [
            (Encounter(round=round_, number=number, bye=code), (entry,))
            for number, entry in enumerate(entries, len(rows) + 1)
        ]
    encounters = Encounter.objects.bulk_create([row for row, _ in rows])
    Slot.objects.bulk_create(
        Slot(encounter=encounter, round=round_, side=side, entry=field.by_number[number])
        for encounter, (_, entries) in zip(encounters, rows, strict=True)
        for side, number in zip("AB", entries, strict=False)
    )
    meeting = [encounter for encounter in encounters if not encounter.bye]
    matches = Match.objects.bulk_create(
        Match(rule_set=event.rule_set, format=stage.config.get("match", {}), seed=fresh_seed())
        for _ in meeting
    )
    two_people = bool(stage.config.get("two_people", False))
    Board.objects.bulk_create(
        Board(encounter=encounter, round=round_, table=table, match=match, two_people=two_people)
        for table, (encounter, match) in enumerate(zip(meeting, matches, strict=True), 1)
    )


def _refuse_if_not_ready(stage: Stage, number: int) -> None:
    rounds = stage.config.get("rounds")
    if rounds and number > int(rounds):
        raise Refused([Problem("no-round-left", "round", {"rounds": rounds})])
    if stage.rounds.filter(number=number, status=Round.Status.DRAFT).exists():
        raise Refused([Problem("draft-stands", "round", {"round": number})])
    missing = open_tables(stage, number - 1)
    if missing:
        raise Refused(
            [
                Problem(
                    "results-missing",
                    "round",
                    {"round": number - 1, "count": len(missing), "tables": ", ".join(map(str, missing[:12]))},
                )
            ]
        )


def _locked(round_: Round, *allowed: str) -> Round:
    found = Round.objects.select_for_update().select_related("stage__event__rule_set").get(pk=round_.pk)
    if found.status not in allowed:
        raise Refused(
            [
                Problem(
                    "round-not-in-that-state",
                    "round",
                    {"round": found.number, "status": found.get_status_display()},
                )
            ]
        )
    return found


def _clear(round_: Round) -> None:
    matches = list(round_.boards.values_list("match_id", flat=True))
    round_.encounters.all().delete()
    Match.objects.filter(pk__in=matches).delete()
    round_.status = Round.Status.EMPTY
    round_.save(update_fields=["status"])


def _as_facts(pairing: Pairing) -> dict[str, Any]:
    return {
        "pairs": [list(pair_) for pair_ in pairing.pairs],
        "byes": {code: list(entries) for code, entries in pairing.byes.items()},
        "rematches": pairing.rematch_count,
        "same_branch": pairing.same_branch_count,
        "proven": pairing.proven,
    }


def _plain(value: Any) -> Any:
    """A reason's values as JSON keeps them."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value
