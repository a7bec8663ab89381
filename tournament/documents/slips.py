"""Small pieces that are cut from a sheet: seat draw slips (抽签条) and badges (胸卡), in a grid with
cutting lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournament.documents.page import A4, Page, Pen, Rect, mm, page_of, write
from tournament.documents.values import About

SHEET_EDGE = 9 * mm
FOOT = 5 * mm

# Side of the code on a badge, large enough for a phone at arm's length.
CODE = 24 * mm


@dataclass(frozen=True, slots=True)
class SeatSlip:
    """What is drawn from the bowl: a table or lot, and a seat or side ("东", "A 方") if seats are drawn."""

    main: int | str
    under: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """Who wears it: name, branch, office ("选手", "裁判"), number; ``address`` is what its code opens."""

    name: str
    branch: str = ""
    office: str = ""
    number: int | str | None = None
    address: str = ""


def _grid(size: tuple[float, float], columns: int, rows: int) -> list[Rect]:
    space = Rect(SHEET_EDGE, SHEET_EDGE, size[0] - 2 * SHEET_EDGE, size[1] - 2 * SHEET_EDGE).above(FOOT)
    return [cell for row in space.rows(rows) for cell in row.columns([1] * columns)]


def _cutting_lines(pen: Pen, cells: Sequence[Rect]) -> None:
    left, right = min(cell.x for cell in cells), max(cell.right for cell in cells)
    low, high = min(cell.y for cell in cells), max(cell.top for cell in cells)
    for x in sorted({round(edge, 2) for cell in cells for edge in (cell.x, cell.right)}):
        pen.dashed(x, low, x, high)
    for y in sorted({round(edge, 2) for cell in cells for edge in (cell.y, cell.top)}):
        pen.dashed(left, y, right, y)


def _foot(about: About, pen: Pen) -> None:
    line = Rect(SHEET_EDGE, SHEET_EDGE - 2 * mm, pen.size[0] - 2 * SHEET_EDGE, FOOT)
    words = about.whole
    pen.put(line.left(line.width * 0.7), words, 7, lines=1)
    pen.put(line.after(line.width * 0.72), page_of(pen), 7, align="right", lines=1)


def seat_slips(about: About, slips: Sequence[SeatSlip]) -> bytes:
    """Return the PDF of the slips, 4 × 10 to a sheet, all of one size so that they feel alike in the bowl."""
    to_a_page = 40
    groups = [tuple(slips[start : start + to_a_page]) for start in range(0, len(slips), to_a_page)]
    return write(about, [Page(partial(_draw_slips, about, group)) for group in groups])


def _draw_slips(about: About, slips: tuple[SeatSlip, ...], pen: Pen) -> None:
    cells = _grid(A4, 4, 10)
    _cutting_lines(pen, cells)
    _foot(about, pen)
    for cell, slip in zip(cells, slips, strict=False):
        inner = cell.inset(2 * mm, 1.5 * mm)
        under = inner.height * 0.3 if slip.under else 0.0
        pen.put(inner.below(0).above(under), str(slip.main), 34, bold=True, align="centre", lines=1)
        if slip.under:
            pen.put(inner.lower(under), slip.under, 13, align="centre")


def badges(about: About, people: Sequence[Badge]) -> bytes:
    """Return the PDF of the badges, 2 × 5 to a sheet (about 96 × 54 mm each, for the usual sleeves)."""
    to_a_page = 10
    groups = [tuple(people[start : start + to_a_page]) for start in range(0, len(people), to_a_page)]
    return write(about, [Page(partial(_draw_badges, about, group)) for group in groups])


def _draw_badges(about: About, people: tuple[Badge, ...], pen: Pen) -> None:
    cells = _grid(A4, 2, 5)
    _cutting_lines(pen, cells)
    _foot(about, pen)
    for cell, badge in zip(cells, people, strict=False):
        inner = cell.inset(4 * mm, 3 * mm)
        pen.put(inner.upper(8 * mm), about.event, 10, align="centre")
        pen.rule(inner.x, inner.top - 9 * mm, inner.right, inner.top - 9 * mm)
        rest = inner.below(10 * mm)
        if badge.address:
            pen.qr(Rect(rest.right - CODE, rest.y, CODE, CODE), badge.address)
            rest = rest.left(rest.width - CODE - 2 * mm)
        pen.put(rest.upper(rest.height * 0.5), badge.name, 30, bold=True, align="centre")
        pen.put(rest.below(rest.height * 0.52).upper(rest.height * 0.24), badge.branch, 12, align="centre")
        number = "" if badge.number is None else _("No. %(number)s") % {"number": badge.number}
        last = " · ".join(text for text in (badge.office, number) if text)
        pen.put(rest.lower(rest.height * 0.22), last, 12, align="centre", lines=1)
