"""Standings (名次表) after a round or at the end, with each round's result, on any number of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.documents.lists import Plan, listing
from tournament.documents.page import A4, Page, landscape, paper, write
from tournament.documents.tables import Column, Table
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of, signed

Number = int | Decimal | float


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What one entry has from one round: points, level difference (levels), and a word where there was no
    play (轮空).
    """

    points: Number | None = None
    difference: int | None = None
    note: str = ""
    opponent: str = ""
    levels: str = ""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line: ``totals`` in the order of the table's titles; ``tied`` when nothing separates it from its
    neighbour. ``rank`` is a dash where no place is decided.
    """

    rank: int | str
    party: Party
    rounds: tuple[RoundResult | None, ...]
    totals: tuple[Number | str, ...]
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """A ranked table: titles of the rounds, titles of the totals in the order in which they decide, the
    rows.

    ``sums`` says for each total what it adds up, "points" or "difference" of the rounds, or "" if it is
    something else; a workbook then shows the sum as a formula. ``signed`` names the totals (by their place)
    that are differences and carry their sign; ``notes`` are printed under the table: how ties were broken,
    what was ruled.
    """

    rounds: tuple[str, ...]
    totals: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    signed: frozenset[int] = frozenset()
    sums: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def plain(value: Number | str | None) -> str:
    """A number as it is printed: no needless zeros."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    number = Decimal(str(value))
    text = format(number.normalize(), "f") if number else "0"
    return text.replace("-", "−")


def _round_cells(result: RoundResult | None) -> tuple[str, str]:
    if result is None:
        return "", ""
    difference = "" if result.difference is None else signed(result.difference)
    return plain(result.points), result.note or difference


def numbered(table: Standings) -> bool:
    """Whether its parties have numbers; branches have none, and an empty column says nothing."""
    return not table.rows or any(number_of(row.party) for row in table.rows)


def _row(table: Standings, row: StandingsRow) -> tuple[str, ...]:
    rank = f"{row.rank}*" if row.tied else str(row.rank)
    number = (number_of(row.party),) if numbered(table) else ()
    cells = [rank, *number, row.party.branch, row.party.names]
    for result in row.rounds:
        cells.extend(_round_cells(result))
    for place, total in enumerate(row.totals):
        is_difference = place in table.signed and isinstance(total, int)
        cells.append(signed(int(total)) if is_difference else plain(total))
    return tuple(cells)


def _columns(table: Standings) -> tuple[Column, ...]:
    columns = [
        Column(pgettext("paper", "Rank"), bold=True, least=22),
        *([Column(pgettext("column", "No."), least=18)] if numbered(table) else []),
        Column(pgettext("paper", "Branch"), align="left", grows=True),
        Column(pgettext("paper", "Players"), align="left", grows=True, bold=True),
    ]
    for title in table.rounds:
        columns.append(Column(pgettext("column", "Points"), group=title, least=16))
        columns.append(Column(pgettext("column", "Diff."), group=title, least=18))
    columns.extend(Column(title, bold=True, least=24) for title in table.totals)
    return tuple(columns)


def standings_table(table: Standings, width: float, size: float = 10.0) -> Table:
    """The table alone, to stand in another document."""
    rows = tuple(_row(table, row) for row in table.rows)
    ends_of_rank = frozenset(i for i in range(2, len(rows), 3))
    return Table(_columns(table), rows, width, size=size, row_height=19, thick_after=ends_of_rank)


def notes_of(table: Standings) -> tuple[str, ...]:
    """The notes under the table, with what the mark of a tie means if there is one."""
    tied = any(row.tied for row in table.rows)
    mark = _("* Level on every count: the order of these entries is not decided by the results.")
    return (*table.notes, mark) if tied else table.notes


def plan_standings(about: About, table: Standings) -> list[Page]:
    """Plan the pages: portrait if every column keeps its width there, else landscape."""
    upright, broad = A4, landscape(A4)
    chosen = standings_table(table, paper(upright).width)
    size = upright
    if chosen.needed > chosen.width:
        size = broad
        chosen = standings_table(table, paper(broad).width)
    return listing(Plan(about, chosen, notes_of(table), size))


def standings_pdf(about: About, table: Standings) -> bytes:
    """Return the PDF of one ranked table."""
    return write(about, plan_standings(about, table))


def standings_book(parts: Sequence[tuple[About, Standings]]) -> bytes:
    """Return one PDF of several ranked tables (divisions, groups, rounds), each with its bookmark."""
    pages: list[Page] = []
    for about, table in parts:
        pages.extend(plan_standings(about, table))
    return write(parts[0][0], pages)
