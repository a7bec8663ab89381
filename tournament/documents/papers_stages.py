"""Cross-tables of groups, empty for the wall and filled afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import Kind, Result
from tournament.documents.cross_tables import CrossCell, CrossTable, plan_cross_tables
from tournament.documents.papers_standings import group_title
from tournament.documents.papers_values import Asked, Planned, levels_in_words, named, nothing, party
from tournament.models import Stage
from tournament.pairing.round_robin import round_robin
from tournament.stages.progress import rules_of
from tournament.stages.standings import DIFFERENCES, note_of, standings_of
from tournament.stages.tables import StageFacts, facts_of


def _drawn(stage: Stage) -> bool:
    return stage.rounds.published().filter(number=1).exists()


# -- Groups ------------------------------------------------------------------------------------------------


def cross_tables_paper(asked: Asked) -> Planned:
    """The cross-tables of a round robin. Option ``empty``: to be filled in by hand on the wall."""
    assert asked.stage is not None
    tables = cross_tables_of(asked.stage, filled=not asked.options.get("empty"))
    if not tables:
        raise nothing("cross-tables")
    title = _("Cross-table")
    about = asked.about(title, asked.stage.name)
    return Planned(named(title, asked.stage.name), about, plan_cross_tables(about, tables))


def cross_tables_of(stage: Stage, *, filled: bool = True) -> list[CrossTable]:
    """One table for each group that is drawn and published; a double round robin has two, one a cycle."""
    if stage.format != Stage.Format.ROUND_ROBIN or not _drawn(stage):
        return []
    facts = facts_of(stage, people=True)
    entries = {entry.number: entry for entry in facts.entries}
    found = standings_of(stage)
    keys = [column.key for column in found.columns]
    lines = {line.number: line for line in found.lines}
    rules = rules_of(stage)
    cycles = 2 if stage.config.get("pairing", {}).get("double") and not rules.every_pair else 1
    tables = []
    groups = dict(facts.groups) or {
        "": [entry.number for entry in facts.entries if entry.number in facts.sat]
    }
    for label, numbers in groups.items():
        place = {number: at for at, number in enumerate(numbers)}
        title = group_title(label) if label and len(groups) > 1 else stage.name
        cells = _cells(facts, place, cycles) if filled else [{} for _one in range(cycles)]
        if filled and not rules.every_pair:
            _add_absences(cells, facts, place)
        for cycle in range(cycles):
            last = filled and cycle == cycles - 1
            tables.append(
                CrossTable(
                    title=title
                    if cycles == 1
                    else _("%(group)s, cycle %(cycle)d") % {"group": title, "cycle": cycle + 1},
                    parties=tuple(party(entries[number]) for number in numbers),
                    cells=cells[cycle],
                    totals=tuple(column.short for column in found.columns),
                    values={
                        place[number]: tuple(_shown(lines[number].values.get(key)) for key in keys)
                        for number in numbers
                        if number in lines
                    }
                    if last
                    else {},
                    ranks={
                        place[number]: lines[number].rank
                        for number in numbers
                        if number in lines and lines[number].rank is not None
                    }
                    if last
                    else {},
                    signed=frozenset(at for at, key in enumerate(keys) if key in DIFFERENCES),
                )
            )
    return tables


def _shown(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return " ".join("–" if one is None else str(one) for one in value)
    return value


def _cells(
    facts: StageFacts, place: Mapping[int, int], cycles: int
) -> list[dict[tuple[int, int], CrossCell]]:
    """The results between the members of a group, the first meeting of two in the first table.

    Where two squads meet more often (every pair meets every other), a cell has the sums.
    """
    met: dict[frozenset[int], list[Result]] = defaultdict(list)
    for result in sorted(facts.results, key=lambda one: one.round):
        if result.kind in (Kind.PENDING, Kind.ADJUSTMENT) or result.a not in place or result.b not in place:
            continue
        met[frozenset((result.a, result.b))].append(result)
    tables: list[dict[tuple[int, int], CrossCell]] = [{} for _one in range(cycles)]
    for results in met.values():
        if len(results) > cycles:
            _add_sums(tables[0], place, results)
            continue
        for table, result in zip(tables, results, strict=False):
            for at, (me, other) in enumerate(((result.a, result.b), (result.b, result.a))):
                table[place[me], place[other]] = _cell(result, at)
    return tables


def _add_absences(
    tables: Sequence[dict[tuple[int, int], CrossCell]], facts: StageFacts, place: Mapping[int, int]
) -> None:
    """What the others were given for matches with one who has left: by the schedule they would have met.

    As in the points beside it, only from rounds after which there is a table.
    """
    rounds = round_robin(len(place), len(tables) > 1)
    for result in facts.results:
        if result.kind is not Kind.FREE or result.a not in place or result.round not in facts.decided:
            continue
        mine = place[result.a]
        cycle = (result.round - 1) * len(tables) // len(rounds)
        for pair in rounds[result.round - 1] if result.round <= len(rounds) else ():
            if mine + 1 in pair:
                other = sum(pair) - mine - 2
                tables[cycle].setdefault((mine, other), _cell(result, 0))


def _cell(result: Result, at: int) -> CrossCell:
    difference = result.difference[at] if result.difference else None
    levels = levels_in_words(result.levels)
    return CrossCell(
        levels=levels[::-1] if at else levels,
        difference=None if isinstance(difference, str) else difference,
        points=result.points[at],
        note=note_of(result, at),
    )


def _add_sums(
    table: dict[tuple[int, int], CrossCell], place: Mapping[int, int], results: list[Result]
) -> None:
    members = sorted(number for number in (results[0].a, results[0].b) if number is not None)
    for me, other in (members, members[::-1]):
        points = sum(result.points[0 if result.a == me else 1] for result in results)
        table[place[me], place[other]] = CrossCell(points=points)
