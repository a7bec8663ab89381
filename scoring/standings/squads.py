"""Squads and branches: what their pairs brought, added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.answers import Problem, Refused

from .plan import load_tiebreaks
from .results import Entry, EntryId, Kind, Number, Result, Settings, in_order, tidy
from .table import Table, rank
from .tiebreaks import REGISTRY


@dataclass(frozen=True, slots=True)
class SquadRules:
    """How pairs add up to their squad.

    ``add``: the tie-break key whose values are added to the squad's score. ``by_rank``: points for the
    squad's rank (3, 2, 1); empty for none. ``tiebreaks`` separate squads level on the score, each the sum of
    its pairs' values. ``each_round``: points by rank are given in every round and added, not once for the
    whole stage.
    """

    add: str = "points"
    by_rank: tuple[Number, ...] = ()
    tiebreaks: tuple[str, ...] = ("small_points",)
    each_round: bool = False


@dataclass(frozen=True, slots=True)
class SquadRow:
    """One squad: its score, the sums that separate it, its points by rank, and what each pair brought.

    ``pairs`` made up the score, ``brought`` every sum by its key; ``rounds`` are (round, rank, points) where
    points by rank are given in every round.
    """

    rank: int
    squad: EntryId
    score: Number
    values: Mapping[str, Number]
    points: Number | None
    pairs: tuple[tuple[EntryId, Number], ...]
    level: int = 1
    brought: Mapping[str, tuple[tuple[EntryId, Number], ...]] = field(default_factory=dict)
    rounds: tuple[tuple[int, int, Number], ...] = ()


SUMMED = frozenset(key for key, cls in REGISTRY.items() if not cls.among_tied and key != "last_round")
"""The tie-breaks that are one number for each entry, whoever is level with it."""


def load_squads(data: Mapping[str, object], at: str = "squads") -> SquadRules:
    """Read a template's table ``[squads]``. Raises ``Refused`` naming what is wrong."""
    known = ("add", "by_rank", "tiebreaks", "each_round", "clause")
    problems = [
        Problem("format-unknown-key", f"{at}.{key}", {"known": ", ".join(known)})
        for key in data
        if key not in known
    ]
    add = data.get("add", "points")
    tiebreaks = data.get("tiebreaks", ["small_points"])
    by_rank = data.get("by_rank", [])
    each_round = data.get("each_round", False)
    if add not in SUMMED:
        problems.append(
            Problem("tiebreak-unknown", f"{at}.add", {"key": add, "known": ", ".join(sorted(SUMMED))})
        )
    if not isinstance(tiebreaks, Sequence) or isinstance(tiebreaks, str):
        problems.append(Problem("tiebreaks-not-a-list", f"{at}.tiebreaks"))
        tiebreaks = []
    for place, key in enumerate(tiebreaks):
        if key not in SUMMED:
            problems.append(
                Problem(
                    "tiebreak-unknown",
                    f"{at}.tiebreaks[{place}]",
                    {"key": key, "known": ", ".join(sorted(SUMMED))},
                )
            )
    if (
        not isinstance(by_rank, Sequence)
        or isinstance(by_rank, str)
        or not all(isinstance(points, int | float) and not isinstance(points, bool) for points in by_rank)
    ):
        problems.append(Problem("format-not-a-list", f"{at}.by_rank", {"value": by_rank}))
        by_rank = []
    if not isinstance(each_round, bool):
        problems.append(
            Problem(
                "format-not-an-option", f"{at}.each_round", {"value": each_round, "allowed": "true, false"}
            )
        )
    if problems:
        raise Refused(problems)
    return SquadRules(str(add), tuple(by_rank), tuple(map(str, tiebreaks)), bool(each_round))


def add_up(
    squads: Mapping[EntryId, Sequence[EntryId]],
    results: Sequence[Result],
    rules: SquadRules,
    settings: Settings | None = None,
) -> tuple[SquadRow, ...]:
    """Rank squads by the sums of their pairs (``squads``: squad → its pairs).

    Squads that stay level share a rank and the points of it.
    """
    rows = _ranked(squads, results, rules, settings)
    if not rules.by_rank:
        return rows
    if not rules.each_round:
        return tuple(_with_points(row, _points(rules, row.rank)) for row in rows)
    gathered: dict[EntryId, Number] = dict.fromkeys(squads, 0)
    given: dict[EntryId, list[tuple[int, int, Number]]] = {squad: [] for squad in squads}
    rounds = sorted({result.round for result in results if result.kind is not Kind.PENDING})
    for round_ in rounds:
        of_round = [result for result in results if result.round == round_]
        for row in _ranked(squads, of_round, rules, settings):
            points = _points(rules, row.rank)
            gathered[row.squad] += points
            given[row.squad].append((round_, row.rank, points))
    again = sorted(rows, key=lambda row: (-gathered[row.squad], row.rank))
    found: list[SquadRow] = []
    for place, row in enumerate(again):
        level = [
            other for other in again if (gathered[other.squad], other.rank) == (gathered[row.squad], row.rank)
        ]
        first = found[-1].rank if place and again[place - 1] in level else place + 1
        placed = _with_points(row, gathered[row.squad], first, len(level))
        found.append(replace(placed, rounds=tuple(given[row.squad])))
    return tuple(found)


def _points(rules: SquadRules, place: int) -> Number:
    return rules.by_rank[place - 1] if place <= len(rules.by_rank) else 0


def _with_points(
    row: SquadRow, points: Number, place: int | None = None, level: int | None = None
) -> SquadRow:
    return replace(row, rank=place or row.rank, points=points, level=level or row.level)


def _ranked(
    squads: Mapping[EntryId, Sequence[EntryId]],
    results: Sequence[Result],
    rules: SquadRules,
    settings: Settings | None,
) -> tuple[SquadRow, ...]:
    keys = tuple(dict.fromkeys((rules.add, *rules.tiebreaks)))
    table = rank(
        [Entry(pair) for pairs in squads.values() for pair in pairs],
        results,
        load_tiebreaks(list(keys)),
        settings,
    )
    sums: dict[EntryId, dict[str, Number]] = {}
    brought: dict[EntryId, dict[str, tuple[tuple[EntryId, Number], ...]]] = {}
    for squad, pairs in squads.items():
        sums[squad] = {key: tidy(sum(_number(table, pair, key) for pair in pairs)) for key in keys}
        in_turn = sorted(pairs, key=in_order)
        brought[squad] = {key: tuple((pair, _number(table, pair, key)) for pair in in_turn) for key in keys}
    order = sorted(squads, key=lambda squad: ([-sums[squad][key] for key in keys], in_order(squad)))
    found: list[SquadRow] = []
    for place, squad in enumerate(order, start=1):
        level = sum(1 for other in order if sums[other] == sums[squad])
        first = found[-1].rank if found and sums[order[place - 2]] == sums[squad] else place
        found.append(
            SquadRow(
                rank=first,
                squad=squad,
                score=sums[squad][rules.add],
                values=sums[squad],
                points=None,
                pairs=brought[squad][rules.add],
                level=level,
                brought=brought[squad],
            )
        )
    return tuple(found)


def _number(table: Table, pair: EntryId, key: str) -> Number:
    value = table.row(pair).values[key]
    assert isinstance(value, int | float)
    return value


@dataclass(frozen=True, slots=True)
class BranchRow:
    """One branch in the list for the best-organiser prize.

    ``entries`` that it sent, ``absent`` matches that they forfeited, the sums of points, the best ``ranks``.
    """

    rank: int
    branch: EntryId
    points: Number
    entries: int
    absent: int
    ranks: tuple[int, ...]


def branch_totals(
    table: Table,
    results: Sequence[Result],
    branches: Mapping[EntryId, EntryId],
    *,
    best: int | None = None,
    key: str = "points",
    ranks: Mapping[EntryId, int | None] | None = None,
) -> tuple[BranchRow, ...]:
    """Branches by the sum of their entries' values (``branches``: entry → branch; entries without one are
    left out).

    ``best``: only so many of each branch's best entries are added, so that size does not decide. Branches
    level on the sum are separated by fewer forfeits, then by their best ranks; who is level then shares the
    rank. ``ranks`` are the final places where they are not those of the table (a knock-out has its own, and
    ``None`` while a place is open).
    """
    members: dict[EntryId, list[tuple[int, Number]]] = {}
    below = len(table.rows)
    for row in table.rows:
        if row.entry in branches and row.rank is not None:
            value = row.values[key]
            assert isinstance(value, int | float)
            place = row.rank if ranks is None else ranks.get(row.entry) or below
            members.setdefault(branches[row.entry], []).append((place, value))
    absent = dict.fromkeys(members, 0)
    for result in results:
        for entry in _absentees(result):
            branch = branches.get(entry)
            if branch in absent:
                absent[branch] += 1
    keyed = []
    for branch, entries in members.items():
        entries.sort(key=lambda entry: (entry[0], -entry[1]))
        total = tidy(sum(value for _, value in entries[:best]))
        keyed.append(((-total, absent[branch], tuple(place for place, _ in entries)), branch, len(entries)))
    keyed.sort(key=lambda item: (item[0], in_order(item[1])))
    found: list[BranchRow] = []
    for place, (score, branch, entries_sent) in enumerate(keyed, start=1):
        first = found[-1].rank if found and keyed[place - 2][0] == score else place
        found.append(BranchRow(first, branch, -score[0], entries_sent, score[1], score[2]))
    return tuple(found)


def _absentees(result: Result) -> tuple[EntryId, ...]:
    if result.struck:
        return ()
    if result.kind is Kind.DOUBLE_FORFEIT:
        return (result.a, result.b)
    if result.kind is Kind.FORFEIT:
        return (result.b,) if result.winner == "a" else (result.a,)
    return ()
