"""The ranked table: split by one tie-break after the other, every number traceable to its results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.answers import Problem, Refused

from .field import Field
from .plan import Node, Plan, Step
from .results import UNPLAYED, Entry, EntryId, Kind, Result, Settings, Value, in_order
from .tiebreaks import Part, TieBreak


@dataclass(frozen=True, slots=True)
class Row:
    """One line. ``rank`` is ``None`` for one who keeps no place; ``level`` entries share the rank.

    ``values`` holds every tie-break of the list that was worked out for this entry, by key.
    """

    rank: int | None
    entry: EntryId
    values: Mapping[str, Value]
    level: int = 1


class Table:
    """Rows in order of rank, the groups that stay level, and the way back to the results."""

    def __init__(
        self,
        field: Field,
        plan: Plan,
        order: Sequence[Sequence[int]],
        values: Mapping[str, Mapping[int, Value]],
        groups: Mapping[str, Mapping[int, tuple[int, ...]]],
    ) -> None:
        self._field = field
        self._groups = groups
        self._broken_by = {tiebreak.key: tiebreak for tiebreak in plan.tiebreaks()}
        self.settings = field.settings
        self.rounds = field.rounds
        self.keys: tuple[str, ...] = tuple(self._broken_by)
        entries = field.entries
        rows: list[Row] = []
        unresolved: list[tuple[EntryId, ...]] = []
        rank = 1
        columns = [(key, values[key]) for key in self.keys]
        for group in order:
            placed = entries[group[0]].placed
            for me in group:
                row = {key: column[me] for key, column in columns if me in column}
                rows.append(Row(rank if placed else None, entries[me].id, row, len(group) if placed else 1))
            if placed:
                if len(group) > 1:
                    unresolved.append(tuple(entries[me].id for me in group))
                rank += len(group)
        self.rows: tuple[Row, ...] = tuple(rows)
        self.unresolved: tuple[tuple[EntryId, ...], ...] = tuple(unresolved)
        self._row = {row.entry: row for row in rows}

    def row(self, entry: EntryId) -> Row:
        """The line of ``entry``."""
        return self._row[entry]

    def ranks(self) -> dict[EntryId, int | None]:
        """The rank of every entry."""
        return {row.entry: row.rank for row in self.rows}

    def tiebreak(self, key: str) -> TieBreak:
        """The tie-break of a column, with its options."""
        return self._broken_by[key]

    def explain(self, entry: EntryId, key: str) -> tuple[Part, ...]:
        """What the value is made of, in order of rounds: 级差 +9 = +6 −3 +4 +2. Empty where it is no sum."""
        me = self._field.index[entry]
        group = self._groups.get(key, {}).get(me, (me,))
        return tuple(self._broken_by[key].parts(self._field, me, group))

    def opponent(self, part: Part) -> EntryId | None:
        """The opponent of the result that a part came from."""
        if part.side is None or part.side.opponent < 0:
            return None
        return self._field.entries[part.side.opponent].id

    def shown(self, entry: EntryId, key: str) -> object:
        """The value of a cell as people see it (levels by their names)."""
        value = self._row[entry].values.get(key)
        return (
            None
            if value is None
            else self._broken_by[key].shown(self._field, self._field.index[entry], value)
        )

    def tied_with(self, entry: EntryId, key: str) -> tuple[EntryId, ...]:
        """Those among whom a value such as head to head was worked out."""
        me = self._field.index[entry]
        return tuple(self._field.entries[at].id for at in self._groups.get(key, {}).get(me, ()))

    def tie_across(self, line: int) -> tuple[EntryId, ...]:
        """Those who are level across a qualifying line after ``line`` places; empty where nobody is."""
        for group in self.unresolved:
            first = self._row[group[0]].rank
            assert first is not None
            if first <= line < first + len(group) - 1:
                return group
        return ()

    def movement_since(self, earlier: Table) -> dict[EntryId, int | None]:
        """Places gained since an earlier table; ``None`` for one who has no rank in both."""
        before = earlier.ranks()
        moved: dict[EntryId, int | None] = {}
        for row in self.rows:
            was = before.get(row.entry)
            moved[row.entry] = None if was is None or row.rank is None else was - row.rank
        return moved


def rank(
    entries: Sequence[Entry],
    results: Iterable[Result],
    tiebreaks: Plan,
    settings: Settings | None = None,
) -> Table:
    """Rank ``entries`` by their results. Linear in results, and independent of the order of both.

    Raises ``Refused`` for results that name an unknown entry, or an entry against itself, and for a setting
    that does not exist.
    """
    settings = settings or Settings()
    if settings.unplayed not in UNPLAYED:
        raise Refused(
            [
                Problem(
                    "unplayed-unknown",
                    "unplayed",
                    {"value": settings.unplayed, "known": ", ".join(UNPLAYED)},
                )
            ]
        )
    field = Field(sorted(entries, key=lambda entry: in_order(entry.id)), results, settings)
    values: dict[str, dict[int, Value]] = {}
    groups: dict[str, dict[int, tuple[int, ...]]] = {}
    everyone = range(len(field.entries))
    for tiebreak in tiebreaks.tiebreaks():
        # An absolute value is worth showing for everybody, whether or not it was needed to separate them.
        values[tiebreak.key] = (
            {} if tiebreak.among_tied else dict(enumerate(tiebreak.values(field, everyone)))
        )
        groups[tiebreak.key] = {}
    placed = [me for me in everyone if field.entries[me].placed]
    order = _split(field, placed, tiebreaks.nodes, values, groups)
    order.extend([me] for me in everyone if not field.entries[me].placed)
    return Table(field, tiebreaks, order, values, groups)


def _split(
    field: Field,
    everyone: list[int],
    nodes: tuple[Node, ...],
    values: dict[str, dict[int, Value]],
    groups: dict[str, dict[int, tuple[int, ...]]],
) -> list[list[int]]:
    """The entries in order, in groups of those who stay level. A stack, so that no list is too deep."""
    done: list[list[int]] = []
    waiting: list[tuple[list[int], tuple[Node, ...]]] = [(everyone, nodes)] if everyone else []
    while waiting:
        group, left = waiting.pop()
        if len(group) == 1 or not left:
            done.append(group)
            continue
        node, rest = left[0], left[1:]
        if not isinstance(node, Step):
            waiting.append((group, node.branch(len(group)) + rest))
            continue
        parted = _parted(field, group, node.tiebreak, values[node.tiebreak.key], groups[node.tiebreak.key])
        again = nodes if node.restart and len(parted) > 1 else rest
        waiting.extend((level, again) for level in reversed(parted))
    return done


def _parted(
    field: Field,
    group: list[int],
    tiebreak: TieBreak,
    column: dict[int, Value],
    groups: dict[int, tuple[int, ...]],
) -> list[list[int]]:
    if tiebreak.among_tied:
        members = tuple(group)
        for me, value in zip(group, tiebreak.values(field, group), strict=True):
            column[me] = value
            groups[me] = members
    if any(column[me] is None for me in group):
        return [group]
    found: dict[Value, list[int]] = {}
    for me in group:
        found.setdefault(column[me], []).append(me)
    if len(found) == 1:
        return [group]
    return [found[value] for value in sorted(found, key=_comparable, reverse=tiebreak.higher_is_better)]


def _comparable(value: Value) -> tuple[float, ...]:
    """Every value of one column has one shape, a number or as many numbers as there are rounds."""
    return value if isinstance(value, tuple) else (value or 0,)


def as_of(results: Iterable[Result], round_: int) -> list[Result]:
    """The results up to and including a round: what its table was made of."""
    return [result for result in results if result.round <= round_]


def history(
    entries: Sequence[Entry],
    results: Sequence[Result],
    tiebreaks: Plan,
    settings: Settings | None = None,
) -> dict[int, Table]:
    """The table after every round in which something happened."""
    rounds = sorted({result.round for result in results if result.kind is not Kind.PENDING})
    return {round_: rank(entries, as_of(results, round_), tiebreaks, settings) for round_ in rounds}


@dataclass(frozen=True, slots=True)
class RowChange:
    """What a correction changes for one entry: its rank, and its values by key, before and after."""

    entry: EntryId
    rank: tuple[int | None, int | None]
    values: Mapping[str, tuple[Value, Value]]


def changes(before: Table, after: Table) -> tuple[RowChange, ...]:
    """What differs between two tables of the same entries, in the order of the new one.

    For showing what a correction does before it is accepted.
    """
    found = []
    for row in after.rows:
        old = before.row(row.entry)
        values = {
            key: (old.values.get(key), row.values.get(key))
            for key in after.keys
            if old.values.get(key) != row.values.get(key)
        }
        if values or old.rank != row.rank:
            found.append(RowChange(row.entry, (old.rank, row.rank), values))
    return tuple(found)
