"""Rounds from draft to publication: draw, discard, publish, take back, whatever the format of the stage.

A draw is computed outside the transaction from what the event held at one revision, and saved only if the
event still is at that revision. A discarded draw stays on the record with its seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Draw, Entry, Event, Round, Stage
from tournament.stages.brackets import plan_bracket, plan_next_round
from tournament.stages.grouped import plan_group_round
from tournament.stages.knockout import redraws
from tournament.stages.planned import Planned
from tournament.stages.progress import kind_of, next_number, results_missing, rounds_of, stage_before
from tournament.stages.seating import clear, clear_boards, clear_places
from tournament.stages.seeds import fresh_seed
from tournament.stages.stale import problems_of_draft
from tournament.stages.swiss import plan_swiss

Pinned = Sequence[tuple[Entry, Entry]]


def draw_round(stage: Stage, actor: AbstractBaseUser, *, seed: str = "", pinned: Pinned = ()) -> Draw:
    """Draw the next round of ``stage`` as a draft that only organisers see.

    Round 1 draws groups or the whole bracket too. ``pinned`` are pairs that stand whatever the method says.
    Refused while the round before has tables without a confirmed result, while a draft stands, where the
    stage has no round left, where the stage before is not decided, or where no pairing can keep the bans.
    """
    event = stage.event
    require(event, actor, "draw")
    event.refresh_from_db()
    revision = event.revision
    number = next_number(stage)
    refuse_if_not_ready(stage, number)
    seed = seed.strip() or fresh_seed()
    planned = plan_round(stage, number, seed, pinned)
    with change(event, actor, expected=revision, public=False) as step:
        return keep_draw(step, stage, number, seed, planned, actor)


def plan_round(stage: Stage, number: int, seed: str, pinned: Pinned = ()) -> Planned:
    """What a draw of round ``number`` from ``seed`` comes to. Nothing is saved."""
    if stage.format == Stage.Format.ROUND_ROBIN:
        planned = plan_group_round(stage, number, seed)
    elif stage.format == Stage.Format.KNOCKOUT and not redraws(stage):
        planned = plan_bracket(stage, seed) if number == 1 else plan_next_round(stage, number, seed)
    else:
        return plan_swiss(stage, number, seed, [(a.number, b.number) for a, b in pinned])
    if pinned:
        raise Refused([Problem("nothing-to-pin", "pinned", {"stage": stage.name})])
    return planned


def keep_draw(
    step: Change, stage: Stage, number: int, seed: str, planned: Planned, actor: AbstractBaseUser
) -> Draw:
    """Save a planned round as the draft that stands."""
    round_, _ = Round.objects.get_or_create(stage=stage, number=number)
    round_.stage = stage
    attempt = (round_.draws.aggregate(last=Max("attempt"))["last"] or 0) + 1
    draw = Draw.objects.create(
        round=round_,
        attempt=attempt,
        method=planned.method,
        seed=seed,
        pairs=planned.facts,
        reasons=planned.reasons_as_kept(),
        by=actor,
    )
    planned.save(step, round_)
    round_.status = Round.Status.DRAFT
    round_.save(update_fields=["status"])
    if stage.status == Stage.Status.WAITING:
        stage.status = Stage.Status.RUNNING
        stage.save(update_fields=["status"])
    step.record(
        "round-drawn", draw, {"round": (None, number), "attempt": (None, attempt), "seed": (None, seed)}
    )
    return draw


def discard_draw(round_: Round, actor: AbstractBaseUser, reason: str = "") -> None:
    """Throw a draft away; its pairs, its seed and the ``reason`` stay on the record."""
    event = round_.stage.event
    require(event, actor, "draw")
    with change(event, actor, public=False) as step:
        discard(step, round_, reason)


def discard(step: Change, round_: Round, reason: str = "") -> Draw:
    """The same inside a change."""
    round_ = locked(round_, Round.Status.DRAFT)
    draw = round_.draws.get(state=Draw.State.STANDING)
    stage = round_.stage
    if is_bracket(stage) and round_.number > 1:
        round_.encounters.filter(bye="forfeit").update(bye="")
        clear_boards(round_)
        round_.status = Round.Status.EMPTY
        round_.save(update_fields=["status"])
    else:
        clear(round_)
        if round_.number == 1:
            stage.rounds.filter(number__gt=1).delete()
            clear_places(stage)
            stage.status = Stage.Status.WAITING
            stage.save(update_fields=["status"])
    draw.state = Draw.State.DISCARDED
    draw.save(update_fields=["state"])
    step.record("draw-discarded", draw, {"seed": (draw.seed, draw.seed)}, reason.strip())
    return draw


def publish_round(round_: Round, actor: AbstractBaseUser) -> Round:
    """Show a draft to everybody. Refused where it does not fit any more what it was drawn from."""
    event = round_.stage.event
    require(event, actor, "draw")
    with change(event, actor) as step:
        round_ = locked(round_, Round.Status.DRAFT)
        problems = problems_of_draft(round_)
        if problems:
            raise Refused(problems)
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
        round_ = locked(round_, Round.Status.PUBLISHED)
        begun = round_.boards.exclude(match__version=0)
        if begun.exists() or round_.clock_facts.exists():
            raise Refused([Problem("round-has-begun", "round", {"round": round_.number})])
        round_.status = Round.Status.DRAFT
        round_.published_at = None
        round_.save(update_fields=["status", "published_at"])
        round_.draws.filter(state=Draw.State.PUBLISHED).update(state=Draw.State.STANDING)
        step.record("round-taken-back", round_, {"status": ("published", "draft")})
    return round_


def pair_again(round_: Round, actor: AbstractBaseUser, pinned: Pinned, *, seed: str = "") -> Draw:
    """Keep the ``pinned`` pairs of a draft and draw the rest anew; the draft before stays on the record."""
    stage, event = round_.stage, round_.stage.event
    require(event, actor, "draw")
    numbers = {one.number for pair in pinned for one in pair}
    if len(numbers) < 2 * len(pinned):
        raise Refused([Problem("pinned-twice", "pinned")])
    event.refresh_from_db()
    revision = event.revision
    seed = seed.strip() or fresh_seed()
    planned = plan_round(stage, round_.number, seed, pinned)
    with change(event, actor, expected=revision, public=False) as step:
        discard(step, round_, _("Some pairs were set by hand, the others drawn again."))
        return keep_draw(step, stage, round_.number, seed, planned, actor)


def is_bracket(stage: Stage) -> bool:
    """Whether the stage is a knock-out that is drawn once, with a fixed bracket."""
    return stage.format == Stage.Format.KNOCKOUT and not redraws(stage)


def refuse_if_not_ready(stage: Stage, number: int) -> None:
    """Refuse to draw round ``number`` while something before it is open."""
    problems = why_not_ready(stage, number)
    if problems:
        raise Refused(problems)


def why_not_ready(stage: Stage, number: int) -> list[Problem]:
    """What keeps round ``number`` from being drawn now; ties that have to be settled are not among it."""
    rounds = rounds_of(stage)
    if rounds and number > rounds:
        return [Problem("no-round-left", "round", {"rounds": rounds})]
    if stage.rounds.filter(number=number, status=Round.Status.DRAFT).exists():
        return [Problem("draft-stands", "round", {"round": number})]
    if kind_of(stage) == Entry.Kind.SQUAD and not _squads(stage.event):
        return [Problem("squads-not-formed", "entries")]
    before = stage_before(stage) if number == 1 else None
    if before is not None and before.status != Stage.Status.DONE:
        open_rounds = before.rounds.published().values_list("number", flat=True).order_by("number")
        missing = [problem for one in open_rounds for problem in results_missing(before, one)]
        return [Problem("stage-before-not-finished", "stage", {"stage": before.name}), *missing]
    return results_missing(stage, number - 1)


def _squads(event: Event) -> bool:
    return event.entries.filter(kind=Entry.Kind.SQUAD).exists()


def locked(round_: Round, *allowed: str) -> Round:
    """The round, locked, in one of the ``allowed`` states. Raises ``Refused`` otherwise."""
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
