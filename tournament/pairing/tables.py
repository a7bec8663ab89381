"""Tables: in the order of the pairing, or balanced so that nobody keeps one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .exact import least
from .values import EntryId

Rounds = Sequence[Sequence[tuple[EntryId, EntryId]]]


def balanced_tables(
    rounds: Rounds, sat: Mapping[tuple[EntryId, int], int] | None = None
) -> tuple[tuple[int, ...], ...]:
    """A table (from 1) for each pair of each round, each entry at each table about equally often.

    ``sat`` counts how often an entry has sat at a table before. Each round is the exact best for those before
    it (least sum of earlier visits, long ones counted more); then tables of one round are exchanged while the
    whole evens out.
    """
    visits: dict[tuple[EntryId, int], int] = dict(sat or {})
    plan: list[list[int]] = []
    for pairs in rounds:
        tables = _best_tables(pairs, visits)
        plan.append(tables)
        _count(visits, pairs, tables, 1)
    better = True
    while better:
        better = False
        for pairs, tables in zip(rounds, plan, strict=True):
            before = list(tables)
            _count(visits, pairs, tables, -1)
            again = _best_tables(pairs, visits)
            if _price(pairs, again, visits) < _price(pairs, before, visits):
                tables[:] = again
                better = True
            _count(visits, pairs, tables, 1)
    return tuple(tuple(tables) for tables in plan)


def _best_tables(
    pairs: Sequence[tuple[EntryId, EntryId]], visits: Mapping[tuple[EntryId, int], int]
) -> list[int]:
    count = len(pairs)

    def cost(pair: int, table: int) -> int | None:
        if pair >= count or table < count:
            return None
        return _visit_price(pairs[pair], table - count + 1, visits)

    found = least(range(2 * count), cost)
    assert found is not None, "every pair may sit at every table"
    tables = [0] * count
    for pair, table in found[1]:
        tables[pair] = table - count + 1
    return tables


def _visit_price(pair: tuple[EntryId, EntryId], table: int, visits: Mapping[tuple[EntryId, int], int]) -> int:
    return sum(2 * visits.get((entry, table), 0) + 1 for entry in pair)


def _price(
    pairs: Sequence[tuple[EntryId, EntryId]],
    tables: Sequence[int],
    visits: Mapping[tuple[EntryId, int], int],
) -> int:
    return sum(_visit_price(pair, table, visits) for pair, table in zip(pairs, tables, strict=True))


def _count(
    visits: dict[tuple[EntryId, int], int],
    pairs: Sequence[tuple[EntryId, EntryId]],
    tables: Sequence[int],
    change: int,
) -> None:
    for pair, table in zip(pairs, tables, strict=True):
        for entry in pair:
            visits[entry, table] = visits.get((entry, table), 0) + change
