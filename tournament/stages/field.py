"""Who can be paired in a round, in rank order, with all that the pairing needs to know of each."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from tournament.models import Encounter, Entry, Round, Slot, Stage, StageEntry
from tournament.pairing import PairingEntry
from tournament.stages.tables import table_of


@dataclass(frozen=True)
class Field:
    """``entries`` in rank order; an entry's id is the number by which everybody knows it."""

    entries: list[PairingEntry]
    by_number: dict[int, Entry]

    @cached_property
    def present(self) -> list[PairingEntry]:
        """Those who are here to be paired."""
        return [entry for entry in self.entries if not entry.absent]


def eligible(stage: Stage, number: int) -> list[Entry]:
    """The entries that take part in round ``number`` of ``stage``, in order of their numbers."""
    return list(
        Entry.objects.filter(event=stage.event_id, kind=_kind(stage), from_round__lte=number)
        .playing()
        .select_related("branch")
        .order_by("number")
    )


def field_of(stage: Stage, number: int) -> Field:
    """The field of round ``number``: ranked by the rounds before it, by entry number in round 1."""
    entries = {entry.number: entry for entry in eligible(stage, number)}
    asked = dict(StageEntry.objects.filter(stage=stage).values_list("entry__number", "asked_byes"))
    met: dict[int, set[int]] = defaultdict(set)
    byes: dict[int, int] = defaultdict(int)
    for sides, bye in _encounters(stage, number):
        if bye:
            byes[sides[0]] += 1
        else:
            met[sides[0]].add(sides[1])
            met[sides[1]].add(sides[0])
    order = list(entries)
    values: dict[int, dict[str, float]] = {}
    if number > 1:
        table = table_of(stage, until=number - 1)
        order = [row.entry for row in table.rows if row.entry in entries]
        order += [one for one in entries if one not in set(order)]
        values = {row.entry: dict(row.values) for row in table.rows}
    return Field(
        entries=[
            PairingEntry(
                id=one,
                branch=str(entries[one].branch_id) if entries[one].branch_id else None,
                points=values.get(one, {}).get("points", 0) or 0,
                level_difference=values.get(one, {}).get("level_difference", 0) or 0,
                met=frozenset(met[one]),
                byes=byes[one],
                wants_bye=number in asked.get(one, []),
                absent=entries[one].status == Entry.Status.ABSENT,
            )
            for one in order
        ],
        by_number=entries,
    )


def _encounters(stage: Stage, before: int) -> list[tuple[list[int], str]]:
    """Both numbers (or one, with a bye's code) of each published encounter before round ``before``."""
    sides: dict[int, list[int]] = defaultdict(list)
    codes: dict[int, str] = {}
    rows = (
        Slot.objects.filter(round__stage=stage, round__number__lt=before, entry__isnull=False)
        .exclude(round__status__in=[Round.Status.EMPTY, Round.Status.DRAFT])
        .order_by("encounter_id", "side")
        .values_list("encounter_id", "encounter__bye", "entry__number")
    )
    for encounter, bye, number in rows:
        sides[encounter].append(number)
        codes[encounter] = bye
    return [
        (numbers, codes[encounter])
        for encounter, numbers in sides.items()
        if len(numbers) == 2 or codes[encounter] in (Encounter.Bye.GIVEN, Encounter.Bye.ASKED)
    ]


def _kind(stage: Stage) -> str:
    return Entry.Kind.SQUAD if stage.config.get("plays") == "squads" else Entry.Kind.PAIR
