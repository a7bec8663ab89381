"""Seeds: set by hand before the first draw of a stage; in a stage that others feed they follow from there."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Entry, Round, Stage, StageEntry
from tournament.stages.participants import participants
from tournament.stages.progress import rules_of


def seeds_in(stage: Stage) -> list[Entry]:
    """The seeded entries, best first: those set by hand, or all who come from the stage before.

    Raises ``Refused`` where the stage before is not decided.
    """
    if rules_of(stage).entries_from is not None:
        return participants(stage)
    rows = StageEntry.objects.filter(stage=stage, seed__isnull=False).order_by("seed")
    return [row.entry for row in rows.select_related("entry__branch")]


def set_seeds(stage: Stage, actor: AbstractBaseUser, numbers: Sequence[int]) -> None:
    """Seed the entries of these ``numbers``, best first, and nobody else.

    Refused once the stage is drawn, where its seeds come from the stage before, and for numbers that are
    named twice or do not play in it.
    """
    require(stage.event, actor, "draw")
    with change(stage.event, actor, public=False) as step:
        locked = Stage.objects.select_for_update().get(pk=stage.pk)
        if locked.rounds.exclude(status=Round.Status.EMPTY).exists():
            raise Refused([Problem("stage-has-begun", "stage", {"stage": locked.name})])
        if rules_of(locked).entries_from is not None:
            raise Refused([Problem("seeds-from-before", "seeds", {"stage": locked.name})])
        entries = {entry.number: entry for entry in participants(locked)}
        unknown = [number for number in numbers if number not in entries]
        if unknown:
            raise Refused([Problem("seeds-not-in-stage", "seeds", {"entries": unknown})])
        twice = sorted({number for number in numbers if list(numbers).count(number) > 1})
        if twice:
            raise Refused([Problem("seeded-twice", "seeds", {"entries": twice})])
        before = [entry.number for entry in seeds_in(locked)]
        rows = StageEntry.objects.filter(stage=locked)
        rows.update(seed=None)
        for place, number in enumerate(numbers, 1):
            rows.update_or_create(stage=locked, entry=entries[number], defaults={"seed": place})
        rows.filter(seed=None, lot=None, settled=None, asked_byes=[]).delete()
        step.record("seeds-set", locked, {"seeds": (before, list(numbers))})
