"""What another result of a match changes beyond its table: standings, pairings, seats, places.

Worked out for showing before it is accepted; nothing is saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.answers import Problem, Reason, Refused
from scoring.matches import MatchResult
from tournament.models import Board, Draw, Entry, Round, Stage
from tournament.stages.advancing import why_not_reopened
from tournament.stages.field import field_of
from tournament.stages.knockout import as_in, knockout_of
from tournament.stages.progress import rules_of, stages_after
from tournament.stages.qualifying import qualified_from
from tournament.stages.stale import standings_in
from tournament.stages.standings import Column, Standings, standings_from
from tournament.stages.supposing import expelling, supposing
from tournament.stages.swiss import plan_swiss
from tournament.stages.tables import StageFacts, facts_of

MOST_PAIRED_ANEW = 300
"""Entries of a field that is paired anew merely to be looked at: a larger one would keep the page waiting."""


@dataclass(frozen=True)
class Moved:
    """One entry whose line of the table changes; ``values`` are those that do, before and after."""

    entry: Entry
    rank: tuple[int | None, int | None]
    values: list[tuple[Column, Any, Any]]


@dataclass(frozen=True)
class Consequences:
    """``moved``: the lines of the table that change. ``follow``: what happens to what was drawn already.

    ``forbidden``: the matches that have begun and depend on the result, so that it cannot be changed.
    """

    moved: list[Moved] = field(default_factory=list)
    follow: list[Reason] = field(default_factory=list)
    forbidden: list[Problem] = field(default_factory=list)


def consequences(
    board: Board, before: MatchResult, after: MatchResult, *, expelled: Entry | None = None
) -> Consequences:
    """What follows when the match at ``board`` comes to ``after`` and not to ``before``.

    ``expelled`` is who is disqualified with it. Nothing where the match was not over before and nobody is put
    out: then it has moved nobody yet.
    """
    if not before.over and expelled is None:
        return Consequences()
    stage = board.round.stage
    facts, key = facts_of(stage, people=True), str(board.key)
    was, then = supposing(facts, key, before), supposing(facts, key, after)
    if expelled is not None:
        then = expelling(then, expelled)
    moved = list(_moved(board, was, then))
    follow = [
        *_expelled(stage, then, expelled),
        *_seats(stage, was, then),
        *_places(stage, was, then),
        *(_rounds(stage, board.round.number, was, then) if moved else ()),
    ]
    forbidden = why_not_reopened(board) if board.confirmed_at is not None else []
    return Consequences(moved, follow, forbidden)


def _expelled(stage: Stage, then: StageFacts, entry: Entry | None) -> list[Reason]:
    if entry is None:
        return []
    mine = [one for one in then.results if entry.number in (one.a, one.b)]
    struck = bool(mine) and all(one.struck for one in mine)
    values = {"number": entry.number, "names": entry.names}
    return [Reason("expelled-struck" if struck else "expelled-stands", "", values)]


def _moved(board: Board, was: StageFacts, then: StageFacts) -> Iterable[Moved]:
    sides = {one.entry.number for one in board.encounter.slots.select_related("entry") if one.entry}
    group = next((label for label, members in was.groups.items() if sides & set(members)), None)
    only = group if len(was.groups) > 1 else None
    before, after = standings_from(was, None, only), standings_from(then, None, only)
    old = {line.number: line for line in before.lines}
    for line in after.lines:
        earlier = old[line.number]
        values = [
            (column, earlier.values.get(column.key), line.values.get(column.key))
            for column in _columns(after)
            if earlier.values.get(column.key) != line.values.get(column.key)
        ]
        if values or earlier.rank != line.rank:
            yield Moved(line.entry, (earlier.rank, line.rank), values)


def _columns(found: Standings) -> list[Column]:
    """The columns that say something by themselves: a list of rounds or a lot does not."""
    return [column for column in found.columns if column.key not in ("last_round", "lots")]


def _seats(stage: Stage, was: StageFacts, then: StageFacts) -> list[Reason]:
    """Seats of a bracket that go to somebody else."""
    drawn = knockout_of(stage) if stage.format == Stage.Format.KNOCKOUT else None
    if drawn is None:
        return []
    before, after = as_in(drawn, was), as_in(drawn, then)
    found = []
    for number, seated in after.seated.items():
        if number not in drawn.encounters:
            continue
        for old, new in zip(before.seated[number].sides, seated.sides, strict=True):
            if old != new:
                values = {"round": seated.match.round, "match": number, "before": old, "after": new}
                found.append(Reason("seat-moves", "", values))
    return found


def _places(stage: Stage, was: StageFacts, then: StageFacts) -> list[Reason]:
    """Places of the next stage that go to somebody else, once this one is decided or that one drawn."""
    found = []
    for after in stages_after(stage):
        source = rules_of(after).entries_from
        drawn = Draw.objects.filter(round__stage=after).exclude(state=Draw.State.DISCARDED).exists()
        if source is None or not (drawn or stage.status == Stage.Status.DONE):
            continue
        try:
            old = {one.label: one.number for one in qualified_from(after, source, was)}
        except Refused:
            old = {}
        try:
            new = {one.label: one.number for one in qualified_from(after, source, then)}
        except Refused as refused:
            found += [
                Reason("tie-arises", "", {"stage": after.name, "entries": one.values.get("entries", [])})
                for one in refused.problems
            ]
            continue
        found += [
            Reason(
                "place-moves", "", {"stage": after.name, "place": label, "before": old[label], "after": now}
            )
            for label, now in new.items()
            if label in old and old[label] != now
        ]
    return found


def _rounds(stage: Stage, number: int, was: StageFacts, then: StageFacts) -> list[Reason]:
    """What becomes of the rounds that were paired by the standings: the published stand, a draft does not."""
    if stage.format != Stage.Format.SWISS:
        return []
    later = stage.rounds.filter(number__gt=number).exclude(status=Round.Status.EMPTY).order_by("number")
    published = [round_ for round_ in later if round_.status != Round.Status.DRAFT]
    found: list[Reason] = []
    if published:
        found.append(Reason("pairings-stand", "", {"rounds": [round_.number for round_ in published]}))
        if published[0].number == number + 1 and len(then.entries) <= MOST_PAIRED_ANEW:
            found += _paired_anew(stage, published[0], was, then)
    for round_ in later:
        if round_.status == Round.Status.DRAFT:
            old, new = (field_of(stage, round_.number, facts=facts) for facts in (was, then))
            if standings_in(old) != standings_in(new):
                found.append(Reason("draft-to-draw-again", "", {"round": round_.number}))
    return found


def _paired_anew(stage: Stage, round_: Round, was: StageFacts, then: StageFacts) -> list[Reason]:
    """How the round would be paired by the corrected table, where that differs from how it was."""
    draw = round_.draws.exclude(state=Draw.State.DISCARDED).first()
    if draw is None:
        return []
    try:
        old, new = (_pairs(stage, round_.number, draw.seed, facts) for facts in (was, then))
    except Refused:
        return []
    other = sorted(new - old)
    if not other:
        return [Reason("pairings-the-same", "", {"round": round_.number})]
    return [Reason("pairings-differ", "", {"round": round_.number, "count": len(other), "pairs": other})]


def _pairs(stage: Stage, number: int, seed: str, facts: StageFacts) -> set[tuple[int, int]]:
    pairs: Any = plan_swiss(stage, number, seed, facts=facts).facts["pairs"]
    return {(min(int(a), int(b)), max(int(a), int(b))) for a, b in pairs}
