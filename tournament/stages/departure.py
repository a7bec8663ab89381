"""What it would change in the tables if an entry left the event. Worked out for showing; nothing is saved."""

from __future__ import annotations

from dataclasses import dataclass, field

from tournament.models import Entry, Stage
from tournament.stages.standings import standings_from
from tournament.stages.supposing import expelling
from tournament.stages.tables import facts_of


@dataclass(frozen=True)
class Departure:
    """What becomes of one stage: whether all results of the entry are ``struck``, and who moves, as
    (number, rank before, rank after); ``None`` where there is no rank."""

    stage: Stage
    struck: bool
    moves: list[tuple[int, int | None, int | None]] = field(default_factory=list)


def departure_of(entry: Entry, status: str) -> list[Departure]:
    """What changes in each stage that ``entry`` has sat down in, if it leaves with ``status``."""
    found = []
    stages = Stage.objects.filter(event=entry.event_id, rounds__slots__entry=entry).distinct()
    for stage in stages.select_related("event").order_by("position"):
        facts = facts_of(stage, people=True)
        if entry.number not in facts.sat:
            continue
        then = expelling(facts, entry, status)
        mine = [one for one in then.results if entry.number in (one.a, one.b)]
        before = {line.number: line.rank for line in standings_from(facts).lines}
        after = {line.number: line.rank for line in standings_from(then).lines}
        moves = [
            (number, rank, after.get(number)) for number, rank in before.items() if after.get(number) != rank
        ]
        found.append(Departure(stage, bool(mine) and all(one.struck for one in mine), moves))
    return found
