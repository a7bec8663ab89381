"""Result slips (成绩报告单): the result of one encounter on half a page, for the desk and the wall.

An encounter of squads has a line for each board, with its table, both pairs and room for their levels; an
encounter of two pairs has one. The score sheet tells hand by hand how it came about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import pgettext

from tournament.documents.page import (
    A4,
    HAIR,
    MARGIN,
    THICK,
    THIN,
    Page,
    Pen,
    Rect,
    foot,
    mm,
    sign_match,
    write,
)
from tournament.documents.values import EMPTY_PARTY, About, Party
from tournament.documents.wording import number_of

EDGE = 10 * mm
HEAD = 17 * mm
SIDES = 11 * mm
GRID_HEAD = 7 * mm
LINE = 11 * mm
TOTAL = 9 * mm
SIGNATURES = 11 * mm
FOOT = 6 * mm
SHARES = (14, 52, 16, 16, 52, 16, 16)


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board: its table, both pairs, and levels and points where they are known already."""

    table: int | str | None
    a: Party
    b: Party
    levels: tuple[str, str] = ("", "")
    points: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """One encounter: who plays whom, in which round, on which boards; ``points`` and ``result`` if they are
    known.
    """

    stage: str
    a: Party
    b: Party
    boards: tuple[BoardLine, ...]
    points: tuple[str, str] = ("", "")


def plan_result_slips(about: About, slips: Sequence[ResultSlip]) -> list[Page]:
    """Plan the pages: two slips to a page while all fit on half a page, else one."""
    space = Rect(MARGIN, EDGE, A4[0] - 2 * MARGIN, A4[1] - 2 * EDGE)
    half = (space.height - 6 * mm) / 2
    most = max((len(slip.boards) for slip in slips), default=1)
    fixed = HEAD + SIDES + GRID_HEAD + TOTAL + SIGNATURES + FOOT + 3 * mm
    if fixed + most * LINE <= half:
        upper, lower = space.upper(half), space.lower(half)
        groups = [tuple(slips[start : start + 2]) for start in range(0, len(slips), 2)]
        return [Page(partial(_draw_two, about, group, (upper, lower))) for group in groups]
    return [Page(partial(_draw, about, slip, space)) for slip in slips]


def result_slips(about: About, slips: Sequence[ResultSlip]) -> bytes:
    """Return the PDF of the slips."""
    return write(about, plan_result_slips(about, slips))


def _draw_two(about: About, slips: tuple[ResultSlip, ...], spaces: tuple[Rect, Rect], pen: Pen) -> None:
    pen.dashed(MARGIN / 2, A4[1] / 2, A4[0] - MARGIN / 2, A4[1] / 2)
    for slip, space in zip(slips, spaces, strict=False):
        _draw(about, slip, space, pen)


def _draw(about: About, slip: ResultSlip, space: Rect, pen: Pen) -> None:
    foot(pen, about, space.lower(FOOT - 2 * mm))
    pen.put(space.upper(6 * mm), about.event, 11, align="centre", lines=1)
    title = f"{slip.stage or about.stage}  {about.title}".strip()
    pen.put(space.below(6 * mm).upper(10 * mm), title, 18, bold=True, align="centre", lines=1)
    sides = space.below(HEAD).upper(SIDES)
    pen.frame(sides, THICK)
    left, middle, right = sides.columns((9, 2, 9))
    pen.put(middle, "—", 14, align="centre", lines=1)
    for cell, letter, party in ((left, "A", slip.a), (right, "B", slip.b)):
        pen.put(cell.left(9 * mm), letter, 15, bold=True, align="centre", lines=1)
        words = " ".join(text for text in (number_of(party), party.branch, party.names) if text)
        pen.put(cell.after(9 * mm).inset(1 * mm, 0.6 * mm), words, 13, bold=True)
    room = sides.y - 2 * mm - (space.y + FOOT + SIGNATURES + TOTAL)
    count = max(len(slip.boards), 1)
    line = min(LINE, (room - GRID_HEAD) / count)
    grid = Rect(space.x, sides.y - 2 * mm - GRID_HEAD - count * line, space.width, GRID_HEAD + count * line)
    _draw_grid(slip, pen, grid, line)
    total = Rect(space.x, grid.y - TOTAL, space.width, TOTAL)
    _draw_total(slip, pen, total)
    sign_match(pen, Rect(space.x, total.y - SIGNATURES, space.width, SIGNATURES))


def _draw_grid(slip: ResultSlip, pen: Pen, grid: Rect, line: float) -> None:
    columns = grid.columns(SHARES)
    head = grid.upper(GRID_HEAD)
    titles = (
        pgettext("paper", "Table"),
        pgettext("paper", "Pair of A"),
        pgettext("paper", "Levels"),
        pgettext("column", "Points"),
        pgettext("paper", "Pair of B"),
        pgettext("paper", "Levels"),
        pgettext("column", "Points"),
    )
    for cell, title in zip(head.columns(SHARES), titles, strict=True):
        pen.put(cell.inset(0.6 * mm, 0.3 * mm), title, 9, bold=True, align="centre", lines=1)
    pen.rules([(column.x, grid.y, column.x, grid.top) for column in columns[1:]], HAIR)
    boards = slip.boards or (BoardLine(None, EMPTY_PARTY, EMPTY_PARTY),)
    tops = [head.y - number * line for number in range(len(boards))]
    pen.rules([(grid.x, y, grid.right, y) for y in tops], HAIR)
    pen.frame(grid, THIN)
    for top, board in zip(tops, boards, strict=True):
        cells = Rect(grid.x, top - line, grid.width, line).columns(SHARES)
        table = "" if board.table is None else str(board.table)
        texts = (
            (table, 14, True),
            (board.a.names, 11, True),
            (board.levels[0], 12, False),
            (board.points[0], 12, False),
            (board.b.names, 11, True),
            (board.levels[1], 12, False),
            (board.points[1], 12, False),
        )
        for number, (cell, (text, size, bold)) in enumerate(zip(cells, texts, strict=True)):
            align = "left" if number in {1, 4} else "centre"
            pen.put(cell.inset(1.2 * mm, 0.4 * mm), text, size, bold=bold, align=align)


def _draw_total(slip: ResultSlip, pen: Pen, space: Rect) -> None:
    pen.frame(space, THICK)
    columns = space.columns(SHARES)
    left = Rect(space.x, space.y, columns[3].x - space.x, space.height)
    right = Rect(columns[4].x, space.y, columns[6].x - columns[4].x, space.height)
    for label, value, points in ((left, columns[3], slip.points[0]), (right, columns[6], slip.points[1])):
        pen.put(
            label.inset(1.5 * mm, 0.5 * mm),
            pgettext("paper", "Points of the encounter"),
            10.5,
            bold=True,
            align="right",
            lines=1,
        )
        pen.rule(value.x, value.y, value.x, value.top, HAIR)
        pen.put(value.inset(0.6 * mm, 0.4 * mm), points, 13, bold=True, align="centre", lines=1)
    pen.rule(right.x, space.y, right.x, space.top, HAIR)
