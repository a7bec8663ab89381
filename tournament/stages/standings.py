"""The table as people read it: entries with their names, each round's result, every value with its sum."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import Kind, Result, Table
from scoring.wording import formula_text, sum_text, tie_break_words
from tournament.models import Entry, Stage
from tournament.stages.tables import facts_of

DIFFERENCES = {"level_difference", "level_difference_tied", "small_points"}


@dataclass(frozen=True)
class Column:
    """One tie-break of the table: its key, its names, and how it is worked out, in words."""

    key: str
    name: str
    short: str
    formula: str


@dataclass(frozen=True)
class RoundCell:
    """What an entry has from one round; ``note`` is a word where there was no play."""

    round: int
    points: float | int
    difference: float | int | None
    opponent: int | None
    levels: str
    note: str
    key: str


@dataclass(frozen=True)
class Line:
    """One row. ``tied`` says that nothing separates it from its neighbour; ``moved`` places gained since."""

    rank: int | None
    entry: Entry
    cells: list[RoundCell | None]
    values: dict[str, Any]
    sums: dict[str, str]
    tied: bool
    moved: int | None

    @property
    def number(self) -> int:
        return self.entry.number


@dataclass(frozen=True)
class Standings:
    """The standings of one stage after one round. ``rounds`` have a column each, ``published`` are all."""

    stage: Stage
    until: int | None
    rounds: list[int]
    published: list[int]
    columns: list[Column]
    lines: list[Line]
    unresolved: list[list[int]]
    adjustments: list[Result]


def standings_of(stage: Stage, until: int | None = None) -> Standings:
    """The standings after round ``until`` (the latest without it), in at most a dozen queries."""
    facts = facts_of(stage, people=True)
    rounds = sorted({result.round for result in facts.results if result.kind is not Kind.ADJUSTMENT})
    last = until if until is not None else max(rounds, default=0)
    kept = [result for result in facts.results if result.round <= last]
    table = facts.table(last)
    moved = table.movement_since(facts.table(last - 1)) if any(number < last for number in rounds) else {}
    entries = {entry.number: entry for entry in facts.entries}
    cells = _cells(kept)
    shown_rounds = [number for number in facts.rounds if number <= last] or facts.rounds[:1]
    return Standings(
        stage=stage,
        until=last or None,
        rounds=shown_rounds,
        published=facts.rounds,
        columns=[column_of(table, key) for key in table.keys],
        lines=[
            Line(
                rank=row.rank,
                entry=entries[row.entry],
                cells=[cells[row.entry].get(number) for number in shown_rounds],
                values={key: table.shown(row.entry, key) for key in table.keys},
                sums={key: sum_text(table, row.entry, key) for key in table.keys},
                tied=row.level > 1,
                moved=moved.get(row.entry),
            )
            for row in table.rows
        ],
        unresolved=[sorted(group) for group in table.unresolved],
        adjustments=[result for result in kept if result.kind is Kind.ADJUSTMENT],
    )


def column_of(table: Table, key: str) -> Column:
    """A tie-break's names and formula in the reader's language."""
    words = tie_break_words(key)
    return Column(key, str(words.name), str(words.short), formula_text(table.tiebreak(key)))


def _cells(results: list[Result]) -> dict[Any, dict[int, RoundCell]]:
    cells: dict[Any, dict[int, RoundCell]] = defaultdict(dict)
    for result in results:
        if result.kind in (Kind.ADJUSTMENT, Kind.PENDING):
            continue
        for at, (me, other) in enumerate(((result.a, result.b), (result.b, result.a))):
            if me is None:
                continue
            difference = result.difference[at] if result.difference else None
            levels = ""
            if result.levels:
                own, theirs = result.levels[at], result.levels[1 - at]
                levels = f"{own}:{theirs}"
            cells[me][result.round] = RoundCell(
                round=result.round,
                points=result.points[at],
                difference=None if isinstance(difference, str) else difference,
                opponent=other,
                levels=levels,
                note=note_of(result, at),
                key=result.key,
            )
    return cells


def note_of(result: Result, at: int) -> str:
    """A word where there was no play: bye, forfeit … seen from side ``at``."""
    if result.kind is Kind.BYE:
        return _("bye")
    if result.kind is Kind.ASKED_BYE:
        return _("bye on request")
    if result.kind is Kind.FREE:
        return _("no opponent")
    if result.kind is Kind.DOUBLE_FORFEIT:
        return _("both forfeit")
    if result.kind is Kind.ANNULLED:
        return _("annulled")
    if result.kind is Kind.FORFEIT:
        return _("won by forfeit") if result.winner == "ab"[at] else _("forfeit")
    return ""
