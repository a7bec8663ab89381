"""Who takes part in a stage, in the order in which the draw takes them: seeds first, then by number."""

from __future__ import annotations

from rules.answers import Problem, Refused
from tournament.models import Entry, Stage, StageEntry
from tournament.stages.progress import kind_of, rules_of
from tournament.stages.qualifying import entries_by_number, qualified

PLAYING = {Entry.Status.ENTERED, Entry.Status.PRESENT, Entry.Status.LATE, Entry.Status.ABSENT}


def participants(stage: Stage, number: int = 1) -> list[Entry]:
    """The entries that take part in round ``number`` of ``stage``.

    Of a stage that others feed: those who were entered when it was drawn, before that those who qualify now.
    """
    rules = rules_of(stage)
    if rules.entries_from is not None:
        entered = entered_in(stage)
        if entered:
            return entered
        found = qualified(stage)
        by_number = entries_by_number(stage, [one.number for one in found], kind_of(stage))
        return [by_number[one.number] for one in found]
    entries = Entry.objects.filter(event=stage.event_id, kind=kind_of(stage), from_round__lte=number)
    if rules.branches:
        entries = entries.filter(branch__name__in=rules.branches)
    if rules.division:
        entries = entries.filter(division=rules.division)
    seeds = dict(StageEntry.objects.filter(stage=stage, seed__isnull=False).values_list("entry_id", "seed"))
    found_entries = list(entries.playing().select_related("branch").order_by("number"))
    return sorted(found_entries, key=lambda entry: (seeds.get(entry.pk, len(seeds) + 1), entry.number))


def entered_in(stage: Stage) -> list[Entry]:
    """The entries of a stage that others feed, as they were entered when it was drawn, best first."""
    rows = (
        StageEntry.objects.filter(stage=stage, seed__isnull=False)
        .select_related("entry__branch")
        .order_by("seed")
    )
    return [row.entry for row in rows if row.entry.status in PLAYING]


def present(entries: list[Entry]) -> list[Entry]:
    """Those who are here to be paired. Raises ``Refused`` for less than two."""
    here = [entry for entry in entries if entry.status != Entry.Status.ABSENT]
    if len(here) < 2:
        raise Refused([Problem("too-few-entries", "entries", {"present": len(here)})])
    return here


def seeds_of(stage: Stage) -> int:
    """How many entries the organiser has seeded."""
    return StageEntry.objects.filter(stage=stage, seed__isnull=False).count()
