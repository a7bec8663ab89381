"""Ties that decide who goes on: which there are, and how lots or a ruling part them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Entry, Stage, StageEntry
from tournament.pairing import draw_order
from tournament.stages.knockout import survivors
from tournament.stages.progress import kind_of, next_number, results_missing, rules_of, stage_before
from tournament.stages.qualifying import qualified
from tournament.stages.seeds import fresh_seed

TIES = ("tie-on-the-line", "tie-among-the-next", "tie-among-the-losers")


@dataclass(frozen=True)
class Tie:
    """Entries of ``stage`` (by number) that are level where it matters; ``problem`` says it in words."""

    stage: Stage
    entries: list[int]
    problem: Problem


def ties_before(stage: Stage) -> list[Tie]:
    """The ties that keep the next round of ``stage`` from being drawn; empty where others come first."""
    if rules_of(stage).best_losers and next_number(stage) == 2 and not results_missing(stage, 1):
        return _ties(stage, lambda: survivors(stage, 2))
    before = stage_before(stage)
    if rules_of(stage).entries_from is None or before is None or before.status != Stage.Status.DONE:
        return []
    return _ties(before, lambda: qualified(stage))


def _ties(stage: Stage, find: Callable[[], object]) -> list[Tie]:
    try:
        find()
    except Refused as refused:
        return [
            Tie(stage, list(problem.values["entries"]), problem)
            for problem in refused.problems
            if problem.code in TIES
        ]
    return []


def settle_by_lot(
    stage: Stage, numbers: Sequence[int], actor: AbstractBaseUser, *, seed: str = ""
) -> list[int]:
    """Draw the order of entries that stayed level; the seed stays on the record. Returns the order."""
    seed = seed.strip() or fresh_seed()
    order = draw_order(sorted(numbers), seed)
    _settle(stage, order, actor, f"lots, seed {seed}")
    return order


def settle_by_ruling(stage: Stage, order: Sequence[int], actor: AbstractBaseUser, reason: str) -> None:
    """Put entries that stayed level in ``order``, as a deciding match or a ruling has it; needs a reason."""
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    _settle(stage, list(order), actor, reason)


def _settle(stage: Stage, order: Sequence[int], actor: AbstractBaseUser, reason: str) -> None:
    event = stage.event
    require(event, actor, "draw")
    entries = {
        entry.number: entry
        for entry in Entry.objects.filter(event=event, kind=kind_of(stage), number__in=order)
    }
    if len(set(order)) < 2 or len(entries) != len(order):
        raise Refused([Problem("not-tied", "entries", {"entries": list(order)})])
    with change(event, actor) as step:
        for place, number in enumerate(order, 1):
            StageEntry.objects.update_or_create(
                stage=stage, entry=entries[number], defaults={"settled": place}
            )
        step.record("tie-settled", stage, {"order": (sorted(order), list(order))}, reason)
