"""Group cross-tables (循环表): everyone against everyone, empty for the wall and filled after.

Each cell is read from the left: the levels of the entry of its row first, under them its level difference
and its points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.documents.lists import framed, free_height
from tournament.documents.page import (
    A3,
    A4,
    HAIR,
    THICK,
    THIN,
    Page,
    Pen,
    Rect,
    landscape,
    mm,
    paper,
    write,
)
from tournament.documents.standings import Number, plain
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of, signed

TITLE = 8 * mm
HEADING = 11 * mm
GAP = 6 * mm
NUMBER = 9 * mm
TOTAL = 15 * mm
LEAST_CELL = 13 * mm
LEAST_PARTY = 38 * mm
ROW = 14 * mm
LEAST_ROW = 10 * mm
MOST = 24


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A result as the entry of the row sees it; ``note`` stands in place of levels (弃权)."""

    levels: tuple[str, str] = ("", "")
    difference: int | None = None
    points: Number | None = None
    note: str = ""


@dataclass(frozen=True)
class CrossTable:
    """One group: its title, its entries in the order of their lots, results by (row, column), totals and
    ranks by row.

    What is not there yet is left empty to be written in by hand. ``totals`` are the titles of the columns
    between the results and the rank; ``signed`` names those that are differences.
    """

    title: str
    parties: tuple[Party, ...]
    cells: Mapping[tuple[int, int], CrossCell] = field(default_factory=dict)
    totals: tuple[str, ...] = ()
    values: Mapping[int, tuple[Number | str | None, ...]] = field(default_factory=dict)
    ranks: Mapping[int, int | str] = field(default_factory=dict)
    signed: frozenset[int] = frozenset()


def _needed_width(table: CrossTable) -> float:
    count = len(table.parties)
    return NUMBER + LEAST_PARTY + count * LEAST_CELL + (len(table.totals) + 1) * TOTAL


def _height(table: CrossTable, row: float) -> float:
    return TITLE + HEADING + row * max(len(table.parties), 1)


def _size_for(tables: Sequence[CrossTable]) -> tuple[float, float]:
    needed = max((_needed_width(table) for table in tables), default=0.0)
    for size in (A4, landscape(A4), landscape(A3)):
        if needed <= paper(size).width:
            return size
    return landscape(A3)


def plan_cross_tables(about: About, tables: Sequence[CrossTable]) -> list[Page]:
    """Plan the pages: as many groups on each as fit, one paper size for all, no group split."""
    size = _size_for(tables)
    room = free_height(size)
    pages: list[Page] = []
    group: list[tuple[CrossTable, float]] = []
    used = 0.0

    def finish() -> None:
        marks = tuple((0, table.title) for table, _row in group)
        pages.append(Page(partial(_draw, about, tuple(group)), size, marks))

    for table in tables:
        row = min(ROW, (room - TITLE - HEADING) / max(len(table.parties), 1))
        height = _height(table, row) + GAP
        if group and used + height > room + GAP:
            finish()
            group, used = [], 0.0
        group.append((table, row))
        used += height
    if group:
        finish()
    return pages


def cross_tables(about: About, tables: Sequence[CrossTable]) -> bytes:
    """Return the PDF of the groups' cross-tables."""
    return write(about, plan_cross_tables(about, tables))


def _draw(about: About, tables: tuple[tuple[CrossTable, float], ...], pen: Pen) -> None:
    rest = framed(pen, about)
    for table, row in tables:
        height = _height(table, row)
        draw_cross_table(table, pen, rest.upper(height), row)
        rest = rest.below(height + GAP)


def _columns(table: CrossTable, width: float) -> list[float]:
    count = len(table.parties)
    firm = NUMBER + (len(table.totals) + 1) * TOTAL
    cell = min(max((width - firm) * 0.72 / max(count, 1), LEAST_CELL), 24 * mm)
    party = width - firm - count * cell
    if party < LEAST_PARTY:
        party = min(LEAST_PARTY, (width - firm) / 3)
        cell = (width - firm - party) / max(count, 1)
    return [NUMBER, party, *[cell] * count, *[TOTAL] * (len(table.totals) + 1)]


def draw_cross_table(table: CrossTable, pen: Pen, space: Rect, row: float) -> None:
    """Draw one group at the top of a space."""
    pen.put(space.upper(TITLE), table.title, 14, bold=True, lines=1)
    grid = space.below(TITLE)
    widths = _columns(table, grid.width)
    head = grid.upper(HEADING)
    count = len(table.parties)
    cells = head.columns(widths)
    numbers = [number_of(party) or str(place) for place, party in enumerate(table.parties, start=1)]
    titles = [pgettext("column", "No."), "", *numbers, *table.totals, pgettext("paper", "Rank")]
    for place, (cell, title) in enumerate(zip(cells, titles, strict=True)):
        if place == 1:
            continue
        size = 12 if 2 <= place < 2 + count else 9
        pen.put(cell.inset(1 * mm, 0.5 * mm), title, size, bold=True, align="centre")
    pen.put(cells[1].inset(1.5 * mm, 0.5 * mm), pgettext("paper", "Row against column"), 9)
    bottom = grid.top - HEADING - row * count
    whole = Rect(grid.x, bottom, grid.width, grid.top - bottom)
    pen.rules([(cell.x, whole.y, cell.x, whole.top) for cell in cells[1:]], HAIR)
    levels = [head.y - place * row for place in range(count)]
    pen.rules([(whole.x, y, whole.right, y) for y in levels[1:]], HAIR)
    pen.rule(whole.x, head.y, whole.right, head.y, THIN)
    edge = cells[2 + count].x
    pen.rule(edge, whole.y, edge, whole.top, THIN)
    pen.frame(whole, THICK)
    for place, party in enumerate(table.parties):
        line = Rect(whole.x, levels[place] - row, whole.width, row)
        _draw_row(table, place, party, numbers[place], pen, line.columns(widths))


def _draw_row(table: CrossTable, place: int, party: Party, number: str, pen: Pen, cells: list[Rect]) -> None:
    count = len(table.parties)
    pen.put(cells[0].inset(0.8 * mm, 0.4 * mm), number, 12, bold=True, align="centre", lines=1)
    name = cells[1].inset(1.5 * mm, 0.6 * mm)
    if party.branch:
        pen.put(name.upper(name.height * 0.56), party.names, 11, bold=True)
        pen.put(name.lower(name.height * 0.4), party.branch, 8.5)
    else:
        pen.put(name, party.names, 11, bold=True)
    for other in range(count):
        cell = cells[2 + other]
        if other == place:
            pen.shade(cell.inset(0.3), 0.15)
            pen.rule(cell.x, cell.top, cell.right, cell.y, HAIR)
            continue
        result = table.cells.get((place, other))
        if result is not None:
            _draw_result(result, pen, cell.inset(0.8 * mm, 0.5 * mm))
    values = table.values.get(place, ())
    for at, cell in enumerate(cells[2 + count : -1]):
        value = values[at] if at < len(values) else None
        text = signed(value) if at in table.signed and isinstance(value, int) else plain(value)
        pen.put(cell.inset(0.8 * mm, 0.5 * mm), text, 11, bold=True, align="centre", lines=1)
    rank = str(table.ranks.get(place, ""))
    pen.put(cells[-1].inset(0.8 * mm, 0.5 * mm), rank, 14, bold=True, align="centre", lines=1)


def _draw_result(result: CrossCell, pen: Pen, space: Rect) -> None:
    levels = result.note or " : ".join(level for level in result.levels if level)
    pen.put(space.upper(space.height * 0.55), levels, 11, bold=True, align="centre", lines=1)
    below = space.lower(space.height * 0.42)
    points = "" if result.points is None else _("%(points)s pts") % {"points": plain(result.points)}
    if result.difference is None:
        pen.put(below, points, 8.5, align="centre", lines=1)
        return
    pen.put(below.left(below.width * 0.5), signed(result.difference), 9, align="centre", lines=1)
    pen.put(below.after(below.width * 0.5), points, 8.5, align="centre", lines=1)
