"""Table cards (桌号牌): a tent that stands on the table, its number and who plays there to be read from
both sides.

A sheet is folded once across the middle; the upper half is printed upside down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.documents.page import A4, THICK, Page, Pen, Rect, mm, page_of, printed_at, write
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of

EDGE = 12 * mm
NAMES = 40 * mm


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table's number, its round or hall ("第 2 轮"), and the sides that play there (none: the card stays
    all day).
    """

    table: int | str
    stage: str = ""
    sides: tuple[Party, ...] = ()


def plan_table_cards(about: About, cards: Sequence[TableCard]) -> list[Page]:
    """Plan one page for each card."""
    return [
        Page(partial(_draw, about, card), A4, ((0, _("Table %(table)s") % {"table": card.table}),))
        for card in cards
    ]


def table_cards(about: About, cards: Sequence[TableCard]) -> bytes:
    """Return the PDF of the cards, one to a sheet of A4."""
    return write(about, plan_table_cards(about, cards))


def _draw(about: About, card: TableCard, pen: Pen) -> None:
    width, height = A4
    pen.dashed(EDGE / 2, height / 2, width - EDGE / 2, height / 2)
    face = Rect(EDGE, EDGE, width - 2 * EDGE, height / 2 - 2 * EDGE)
    _face(about, card, pen, face)
    pen.turned(lambda turned: _face(about, card, turned, face))
    line = Rect(EDGE, EDGE - 5 * mm, face.width, 4 * mm)
    pen.put(line.left(face.width / 2), printed_at(about), 7, lines=1)
    pen.put(line.after(face.width / 2), page_of(pen), 7, align="right", lines=1)


def _face(about: About, card: TableCard, pen: Pen, space: Rect) -> None:
    pen.frame(space, THICK)
    inner = space.inset(6 * mm, 4 * mm)
    heading = " · ".join(text for text in (about.event, card.stage) if text)
    pen.put(inner.upper(9 * mm), heading, 15, align="centre", lines=1)
    rest = inner.below(9 * mm)
    if card.sides:
        names = rest.lower(NAMES)
        rest = rest.above(NAMES + 2 * mm)
        pen.rule(space.x, names.top + 1 * mm, space.right, names.top + 1 * mm)
        columns = names.columns([1] * len(card.sides))
        for place, (column, party) in enumerate(zip(columns, card.sides, strict=True)):
            if place:
                pen.rule(column.x, space.y, column.x, names.top + 1 * mm)
            _side(party, pen, column.inset(3 * mm, 1 * mm))
    label = rest.left(34 * mm)
    pen.put(label, pgettext("paper", "Table"), 30, bold=True, align="centre", lines=1)
    number = rest.after(34 * mm).left(rest.width - 68 * mm)
    pen.put(number, str(card.table), 230, bold=True, align="centre", lines=1)


def _side(party: Party, pen: Pen, space: Rect) -> None:
    number = number_of(party)
    lines = space.rows(3)
    first = " · ".join(text for text in (number, party.branch) if text)
    pen.put(lines[0].inset(0, 1 * mm), first, 15, align="centre", lines=2)
    names = Rect(space.x, space.y, space.width, lines[0].height * 2)
    players = party.players or (party.label,)
    for row, player in zip(names.rows(len(players)), players, strict=True):
        pen.put(row.inset(0, 0.5 * mm), player, 28, bold=True, align="centre")
