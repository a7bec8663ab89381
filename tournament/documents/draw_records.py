"""The record of a draw (抽签记录): how it was drawn, from which seed, what came out, which draws were
discarded before.

With the seed and the method anyone can repeat the draw; the signatures are those of whoever was there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.documents.fitting import wrapped
from tournament.documents.forms import sign_two
from tournament.documents.lists import framed, free_height
from tournament.documents.page import A4, HAIR, Page, Pen, Rect, mm, paper, write
from tournament.documents.tables import Column, Cut, Table
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of

SIGNATURE = 16 * mm
FACT = 7 * mm


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """One line of the result: the lot or place, who drew it, where that leads ("A 组", "3 桌 A 方")."""

    lot: int | str
    party: Party
    place: str = ""


@dataclass(frozen=True, slots=True)
class DiscardedDraw:
    """A draw that was made and not used: its number, seed, time (local) and why."""

    number: int
    seed: str
    drawn_at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """A published draw. ``method`` is a sentence; ``rules`` are what was avoided or kept apart, a sentence
    each.

    ``number`` of ``count`` says which of the draws it is; ``signers`` are the titles under the lines for
    signatures.
    """

    method: str
    seed: str
    drawn_at: datetime
    drawn_by: str
    number: int
    count: int
    lots: tuple[DrawnLot, ...]
    rules: tuple[str, ...] = ()
    discarded: tuple[DiscardedDraw, ...] = ()
    signers: tuple[str, ...] = ()


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def _facts(record: DrawRecord) -> list[tuple[str, str]]:
    which = _("Draw %(number)d of %(count)d") % {"number": record.number, "count": record.count}
    return [
        (pgettext("paper", "Which draw"), which),
        (pgettext("paper", "Method"), record.method),
        (pgettext("paper", "Seed"), record.seed),
        (pgettext("paper", "Drawn at"), _moment(record.drawn_at)),
        (pgettext("paper", "Drawn by"), record.drawn_by),
        *[(pgettext("draw", "What was kept to"), rule) for rule in record.rules],
    ]


def _lots_table(record: DrawRecord, width: float) -> Table:
    columns = (
        Column(pgettext("paper", "Lot"), bold=True, least=26),
        Column(pgettext("column", "No."), least=22),
        Column(pgettext("paper", "Branch"), align="left", grows=True),
        Column(pgettext("paper", "Players"), align="left", grows=True, bold=True),
        Column(pgettext("draw", "Place"), least=50),
    )
    rows = tuple(
        (str(lot.lot), number_of(lot.party), lot.party.branch, lot.party.names, lot.place)
        for lot in record.lots
    )
    return Table(columns, rows, width, size=10.5, row_height=20)


def _discarded_table(record: DrawRecord, width: float) -> Table:
    columns = (
        Column(pgettext("paper", "Draw"), least=30),
        Column(pgettext("paper", "Seed"), align="left", grows=True),
        Column(pgettext("paper", "Drawn at")),
        Column(pgettext("paper", "Why it was discarded"), align="left", grows=True),
    )
    rows = tuple((str(d.number), d.seed, _moment(d.drawn_at), d.reason) for d in record.discarded)
    return Table(columns, rows, width, size=9, row_height=17)


@dataclass(frozen=True)
class _Sheet:
    """What stands on one page, from the top."""

    facts: tuple[tuple[str, str], ...] = ()
    lots: Cut | None = None
    discarded: Cut | None = None
    signs: bool = False


def _facts_height(facts: Sequence[tuple[str, str]], width: float) -> float:
    return sum(_fact_height(text, width) for _title, text in facts) + 4 * mm


def _fact_height(text: str, width: float) -> float:
    return max(FACT, wrapped(text, width - 36 * mm, 10.5).height + 2.5 * mm)


def plan_draw_record(about: About, record: DrawRecord) -> list[Page]:
    """Plan the pages: facts, lots, discarded draws, signatures; what does not fit goes on the next page."""
    space = paper(A4)
    room = free_height()
    facts = tuple(_facts(record))
    lots = _lots_table(record, space.width)
    cuts = lots.cut(room - _facts_height(facts, space.width), room)
    sheets = [_Sheet(facts=facts, lots=cuts[0]), *(_Sheet(lots=cut) for cut in cuts[1:])]
    used = (
        lots.heading_height + cuts[-1].height + (_facts_height(facts, space.width) if len(cuts) == 1 else 0)
    )
    left = room - used
    if record.discarded:
        discarded = _discarded_table(record, space.width)
        above = 12 * mm
        minimum = above + discarded.heading_height + discarded.height_of_row(0)
        if left < minimum:
            sheets.append(_Sheet())
            left = room
        parts = discarded.cut(left - above, room - above)
        last = sheets[-1]
        sheets[-1] = _Sheet(last.facts, last.lots, parts[0])
        sheets.extend(_Sheet(discarded=part) for part in parts[1:])
        left = (left if len(parts) == 1 else room) - above - discarded.heading_height - parts[-1].height
    if record.signers:
        if left < _signatures_height(record):
            sheets.append(_Sheet())
        last = sheets[-1]
        sheets[-1] = _Sheet(last.facts, last.lots, last.discarded, True)
    title = about.name
    return [
        Page(partial(_draw, about, record, sheet), A4, ((0, title),) if number == 0 else ())
        for number, sheet in enumerate(sheets)
    ]


def draw_record_pdf(about: About, record: DrawRecord) -> bytes:
    """Return the PDF of one draw's record."""
    return write(about, plan_draw_record(about, record))


def _signatures_height(record: DrawRecord) -> float:
    return SIGNATURE * ((len(record.signers) + 1) // 2) + 6 * mm


def _draw(about: About, record: DrawRecord, sheet: _Sheet, pen: Pen) -> None:
    rest = framed(pen, about)
    for title, text in sheet.facts:
        line = rest.upper(_fact_height(text, rest.width))
        pen.put(line.left(34 * mm), title, 10.5, bold=True, lines=1)
        pen.put(line.after(36 * mm), text, 10.5)
        pen.rule(line.x, line.y, line.right, line.y, HAIR)
        rest = rest.below(line.height)
    if sheet.facts:
        rest = rest.below(4 * mm)
    if sheet.lots is not None:
        rest = _lots_table(record, rest.width).draw(pen, rest, sheet.lots)
    if sheet.discarded is not None:
        rest = rest.below(4 * mm)
        pen.put(rest.upper(7 * mm), _("Draws that were made before and discarded"), 12, bold=True, lines=1)
        rest = _discarded_table(record, rest.width).draw(pen, rest.below(8 * mm), sheet.discarded)
    if sheet.signs:
        _draw_signatures(record, pen, rest.upper(_signatures_height(record)).below(6 * mm))


def _draw_signatures(record: DrawRecord, pen: Pen, space: Rect) -> None:
    pairs = [record.signers[start : start + 2] for start in range(0, len(record.signers), 2)]
    for row, pair in zip(space.rows(len(pairs)), pairs, strict=True):
        sign_two(pen, row, pair)
