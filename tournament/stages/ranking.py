"""Who stands where in a stage, whatever its format: ranks, and who is level with whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from scoring.standings import Row, SquadRow, add_up, load_squads
from tournament.models import Stage
from tournament.stages.knockout import places_of
from tournament.stages.placed import Placed
from tournament.stages.tables import StageFacts, facts_of


def settled_rows(rows: Sequence[Row], settled: Mapping[int, int]) -> list[Placed]:
    """The rows of a table, those parted that lots or a ruling have parted."""
    found: list[Placed] = []
    by_rank: dict[int | None, list[int]] = defaultdict(list)
    for row in rows:
        by_rank[row.rank].append(int(str(row.entry)))
    for rank, members in by_rank.items():
        if rank is None:
            found += [Placed(None, number) for number in members]
        elif len(members) == 1:
            found.append(Placed(rank, members[0]))
        elif len({settled.get(number) for number in members} - {None}) == len(members):
            order = sorted(members, key=lambda number: settled[number])
            found += [Placed(rank + place, number) for place, number in enumerate(order)]
        else:
            found += [Placed(rank, number, len(members), True) for number in members]
    return found


def ranking(facts: StageFacts, group: str | None = None, until: int | None = None) -> list[Placed]:
    """The places of a stage, or of one group of it, best first; those without a rank last.

    ``until``: as they were after that round.
    """
    if facts.stage.format == Stage.Format.KNOCKOUT and not facts.of_pairs:
        return places_of(facts, until)
    settled = facts.settled_at(until)
    if adds_up(facts):
        return [
            Placed(row.rank, int(str(row.squad)), row.level, row.level > 1)
            if row.level == 1 or int(str(row.squad)) not in settled
            else Placed(row.rank + settled[int(str(row.squad))] - 1, int(str(row.squad)))
            for row in squad_rows(facts, until)
        ]
    return settled_rows(facts.table(until, group).rows, settled)


def ranking_of(stage: Stage, group: str | None = None) -> list[Placed]:
    """The same, read from the database."""
    return ranking(facts_of(stage), group)


def adds_up(facts: StageFacts) -> bool:
    """Whether squads are ranked by what their pairs brought, added up."""
    config = facts.stage.config
    return config.get("plays") == "squads" and "squads" in config and not facts.of_pairs


def squad_rows(facts: StageFacts, until: int | None = None) -> tuple[SquadRow, ...]:
    """Squads by the sums of their pairs, with the points for their rank."""
    boards = [board for board in facts.boards if until is None or board.round <= until]
    return add_up(facts.squads, boards, load_squads(facts.stage.config["squads"]), facts.rules[1])


def ties_across(rows: Sequence[Placed], last: int) -> list[list[int]]:
    """Those who are level, unresolved, on a place that matters: one of the first ``last``.

    Order among them matters too: the first and the second of a group go to different lines.
    """
    found: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        if row.open and row.rank is not None and row.rank <= last:
            found[row.rank].append(row.number)
    return [sorted(members) for members in found.values()]
