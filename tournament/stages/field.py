"""Who can be paired in a round, in rank order, with all that the pairing needs to know of each."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from tournament.models import Encounter, Entry, Stage, StageEntry
from tournament.pairing import PairingEntry
from tournament.stages.participants import participants
from tournament.stages.progress import options_of
from tournament.stages.tables import StageFacts, facts_of


@dataclass(frozen=True)
class Field:
    """``entries`` in rank order; an entry's id is the number by which everybody knows it."""

    entries: list[PairingEntry]
    by_number: dict[int, Entry]

    @cached_property
    def present(self) -> list[PairingEntry]:
        """Those who are here to be paired."""
        return [entry for entry in self.entries if not entry.absent]


def field_of(
    stage: Stage, number: int, *, only: set[int] | None = None, facts: StageFacts | None = None
) -> Field:
    """The field of round ``number``: ranked by the rounds before it, as they were entered in round 1.

    ``only`` leaves out all others (who is still in a knock-out that is drawn anew). ``facts`` are those of
    the stage where they are known, or supposed to be others.
    """
    entries = {
        entry.number: entry for entry in participants(stage, number) if only is None or entry.number in only
    }
    asked = dict(StageEntry.objects.filter(stage=stage).values_list("entry__number", "asked_byes"))
    facts = facts or facts_of(stage)
    met: dict[int, set[int]] = defaultdict(set)
    byes: dict[int, int] = defaultdict(int)
    for meeting in facts.meetings:
        if meeting.round >= number:
            continue
        if meeting.bye in (Encounter.Bye.GIVEN, Encounter.Bye.ASKED):
            byes[next(iter(meeting.sides.values()))] += 1
        elif len(meeting.sides) == 2:
            a, b = meeting.sides.values()
            met[a].add(b)
            met[b].add(a)
    order = list(entries)
    values: dict[int, dict[str, float]] = {}
    if number > 1 and only is None:
        table = facts.table(number - 1)
        order = [row.entry for row in table.rows if row.entry in entries]  # type: ignore[misc]
        order += [one for one in entries if one not in set(order)]
        values = {row.entry: dict(row.values) for row in table.rows}  # type: ignore[misc,arg-type]
    floated = _floated(stage, facts, number - 1) if only is None else {}
    return Field(
        entries=[
            PairingEntry(
                id=one,
                branch=str(entries[one].branch_id) if entries[one].branch_id else None,
                points=values.get(one, {}).get("points", 0) or 0,
                level_difference=values.get(one, {}).get("level_difference", 0) or 0,
                met=frozenset(met[one]),
                byes=byes[one],
                floated=floated.get(one),
                wants_bye=number in asked.get(one, []),
                absent=entries[one].status == Entry.Status.ABSENT,
            )
            for one in order
        ],
        by_number=entries,
    )


def _floated(stage: Stage, facts: StageFacts, number: int) -> dict[int, str]:
    """Who met another score group in round ``number``, where the method goes by score groups."""
    if number < 2 or options_of(stage).method not in ("fold", "slide"):
        return {}
    before = {row.entry: dict(row.values).get("points", 0) or 0 for row in facts.table(number - 1).rows}
    found = {}
    for meeting in facts.meetings:
        if meeting.round == number and len(meeting.sides) == 2:
            high, low = sorted(meeting.sides.values(), key=lambda one: -before.get(one, 0))
            if before.get(high, 0) != before.get(low, 0):
                found[high], found[low] = "down", "up"
    return found
