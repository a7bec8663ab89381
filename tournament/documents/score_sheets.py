"""Score sheets (计分表): one for each table and match, to be filled in by hand and signed.

A sheet has the table's number large enough to be read across the table, both pairs with their seats, a line
for each hand, the levels at the end and three signatures. Two fit on a page and are cut apart; a match of
several games has a page to itself, or a page for each game where the lines would be too low to write on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
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
    foot_number,
    foot_words,
    mm,
    sign_match,
    write,
)
from tournament.documents.typefaces import text_width
from tournament.documents.values import EMPTY_PARTY, About, Labels, Party
from tournament.documents.wording import number_of, seat

EDGE = 10 * mm  # above and below; left and right the punch needs more
LOWEST_LINE = 5.2 * mm  # lower than this nobody can write on
GOOD_LINE = 8.4 * mm
HIGHEST_LINE = 9.5 * mm
HEAD = 25 * mm
PARTY = 7.6 * mm
GRID_HEAD = 8.6 * mm
CLOSE = 8 * mm
SIGNATURES = 10 * mm
FOOT = 5 * mm
REMINDER = 4.2 * mm
GAME_TITLE = 6 * mm
CODE = 25 * mm

# Shares of the width: number, declarer, levels before (A, B), points, bottom, gained, levels after (A, B),
# remarks.
SHARES = (7, 13, 9, 9, 16, 13, 11, 10, 10, 22)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One table and match.

    ``stage`` is the round as it is printed, ``lines`` the number of hands for which there is room in each
    of the ``games`` (0: as many as the sheet holds), ``start`` the levels at which A and B begin,
    ``address`` the entry page behind the QR code, ``reminder`` one sentence of the regulation that the
    table should have before its eyes.
    """

    table: int | str | None
    stage: str
    a: Party
    b: Party
    labels: Labels
    lines: int = 0
    games: int = 1
    start: tuple[str, str] = ("", "")
    address: str = ""
    reminder: str = ""


def blank(labels: Labels, *, stage: str = "", lines: int = 0, games: int = 1) -> ScoreSheet:
    """Return a sheet without table and names, for the stack at the referees' desk."""
    return ScoreSheet(None, stage, EMPTY_PARTY, EMPTY_PARTY, labels, lines=lines, games=games)


def in_cut_order(sheets: Sequence[ScoreSheet]) -> list[ScoreSheet | None]:
    """Return the sheets in the order of printing two to a page so that, cut and laid on each other, they
    are sorted.

    Page 1 has the first sheet and the first of the second half, and so on; ``None`` is a place left empty.
    """
    pages = (len(sheets) + 1) // 2
    order: list[ScoreSheet | None] = []
    for page in range(pages):
        lower = page + pages
        order += [sheets[page], sheets[lower] if lower < len(sheets) else None]
    return order


def plan_score_sheets(
    about: About, sheets: Sequence[ScoreSheet], *, to_a_page: int = 2, cut_order: bool = False
) -> list[Page]:
    """Plan the pages of the sheets, in the order given.

    ``to_a_page`` is 1 or 2; a sheet of more than one game, or of more lines than half a page holds, has a
    page to itself and so have then all. ``cut_order`` sorts two to a page so that the cut stack is in
    order.
    """
    if to_a_page == 2 and all(sheet.games == 1 and _fits_half(sheet) for sheet in sheets):
        order = in_cut_order(sheets) if cut_order else list(sheets)
        pairs = [tuple(order[start : start + 2]) for start in range(0, len(order), 2)]
        return [Page(partial(_two, about, pair), bookmarks=_bookmarks(pair)) for pair in pairs]
    pages: list[Page] = []
    for sheet in sheets:
        for first, last in _split(sheet):
            marks = _bookmarks((sheet,)) if first == 1 else ()
            pages.append(Page(partial(_one, about, sheet, first, last), bookmarks=marks))
    return pages


def score_sheets(
    about: About, sheets: Sequence[ScoreSheet], *, to_a_page: int = 2, cut_order: bool = False
) -> bytes:
    """Return the PDF of the sheets; see ``plan_score_sheets``."""
    return write(about, plan_score_sheets(about, sheets, to_a_page=to_a_page, cut_order=cut_order))


def _bookmarks(sheets: Sequence[ScoreSheet | None]) -> tuple[tuple[int, str], ...]:
    tables = [str(sheet.table) for sheet in sheets if sheet is not None and sheet.table is not None]
    return ((0, _("Table %(table)s") % {"table": " · ".join(tables)}),) if tables else ()


def _fixed_height(sheet: ScoreSheet, games: int) -> float:
    titles = GAME_TITLE * games if sheet.games > 1 else 0.0
    reminder = REMINDER if sheet.reminder else 0.0
    return HEAD + 2 * PARTY + 2 * mm + games * GRID_HEAD + titles + CLOSE + SIGNATURES + reminder + FOOT


def _page() -> Rect:
    return Rect(MARGIN, EDGE, A4[0] - 2 * MARGIN, A4[1] - 2 * EDGE)


def _half() -> float:
    return (_page().height - 6 * mm) / 2


def _fits_half(sheet: ScoreSheet) -> bool:
    return (_half() - _fixed_height(sheet, 1)) / max(sheet.lines, 1) >= LOWEST_LINE


def _lines(sheet: ScoreSheet, room: float, games: int, good: float) -> int:
    """The hands for which a grid has lines: as ordered, or as many as the room holds at a good height."""
    return sheet.lines or max(1, int(room / games / good))


def _split(sheet: ScoreSheet) -> list[tuple[int, int]]:
    """Which games stand on which page: all on one if the lines stay high enough, else one on each."""
    room = _page().height - _fixed_height(sheet, sheet.games)
    if room / (max(sheet.lines, 8) * sheet.games) >= LOWEST_LINE or sheet.games == 1:
        return [(1, sheet.games)]
    return [(game, game) for game in range(1, sheet.games + 1)]


def _two(about: About, sheets: tuple[ScoreSheet | None, ...], pen: Pen) -> None:
    whole = _page()
    upper = whole.upper(_half())
    lower = whole.lower(_half())
    pen.dashed(MARGIN / 2, A4[1] / 2, A4[0] - MARGIN / 2, A4[1] / 2)
    for sheet, space in zip(sheets, (upper, lower), strict=False):
        if sheet is not None:
            _sheet(about, sheet, 1, 1, pen, space)


def _one(about: About, sheet: ScoreSheet, first: int, last: int, pen: Pen) -> None:
    _sheet(about, sheet, first, last, pen, _page())


def _sheet(about: About, sheet: ScoreSheet, first: int, last: int, pen: Pen, space: Rect) -> None:
    """Draw one sheet: what all sheets of its kind share is drawn once into the file."""
    form = replace(sheet, table=None, a=EMPTY_PARTY, b=EMPTY_PARTY, address="x" if sheet.address else "")
    pen.stamp((about, form, first, last, space.height), space, partial(_form, about, form, first, last))
    _filled_head(sheet, pen, space.upper(HEAD))
    _filled_parties(sheet, pen, space.below(HEAD + 1 * mm).upper(2 * PARTY))
    foot_number(pen, space.lower(FOOT - 2 * mm))


def _form(about: About, sheet: ScoreSheet, first: int, last: int, pen: Pen, space: Rect) -> None:
    games = last - first + 1
    _head(about, sheet, pen, space.upper(HEAD))
    parties = space.below(HEAD + 1 * mm).upper(2 * PARTY)
    _parties(pen, parties)
    foot_words(pen, about, space.lower(FOOT - 2 * mm))
    rest = Rect(space.x, space.y + FOOT, space.width, parties.y - 1 * mm - space.y - FOOT)
    if sheet.reminder:
        pen.put(rest.lower(REMINDER), sheet.reminder, 8)
        rest = rest.above(REMINDER)
    sign_match(pen, rest.lower(SIGNATURES))
    _close(pen, Rect(rest.x, rest.y + SIGNATURES, rest.width, CLOSE))
    grids = rest.above(SIGNATURES + CLOSE)
    titles = GAME_TITLE if sheet.games > 1 else 0.0
    free = grids.height - games * (GRID_HEAD + titles)
    good = LOWEST_LINE if space.height < _page().height or games > 1 else GOOD_LINE
    lines = _lines(sheet, free, games, good)
    height = min(HIGHEST_LINE, free / (games * lines))
    top = grids
    for game in range(first, last + 1):
        if titles:
            _game_title(sheet, game, pen, top.upper(titles))
            top = top.below(titles)
        used = GRID_HEAD + lines * height
        _grid(sheet, pen, top.upper(used), lines)
        top = top.below(used)


def _table_box(space: Rect) -> Rect:
    return space.left(44 * mm).below(1 * mm)


def _filled_head(sheet: ScoreSheet, pen: Pen, space: Rect) -> None:
    table = "" if sheet.table is None else str(sheet.table)
    box = _table_box(space)
    pen.put(box.after(12 * mm).inset(1 * mm, 0), table, 62, bold=True, align="centre", lines=1)
    if sheet.address:
        pen.qr(Rect(space.right - CODE, space.y, CODE, CODE), sheet.address)


def _head(about: About, sheet: ScoreSheet, pen: Pen, space: Rect) -> None:
    box = _table_box(space)
    pen.frame(box, THICK)
    pen.put(box.left(12 * mm).inset(1.2 * mm), pgettext("paper", "Table"), 13, bold=True, align="centre")
    code = CODE if sheet.address else 0.0
    if code:
        words = Rect(space.right - code - 23 * mm, space.y + 4 * mm, 22 * mm, 9 * mm)
        text = _("Scan to enter this table's result")
        pen.put(words, text, 7.5, align="right", up="bottom")
        pen.put(Rect(words.x, space.y, words.width, 3.6 * mm), about.host, 6.5, align="right", lines=1)
    middle = Rect(box.right + 4 * mm, space.y, space.right - code - box.right - 6 * mm, space.height)
    pen.put(middle.upper(8 * mm), about.event, 11, up="middle", lines=2)
    stage = sheet.stage or about.stage
    heading = middle.below(8 * mm).upper(10 * mm)
    pen.put(heading, f"{stage}  {about.title}".strip(), 19, bold=True, lines=1)
    narrow = 24 * mm if sheet.address else 0.0
    draw = Rect(middle.x, space.y, middle.width - narrow, 7 * mm)
    pen.put(draw, about.draw, 8.5, up="middle")


def _party_cells(space: Rect) -> list[list[Rect]]:
    """Two rows of letter, number, branch, names."""
    return [row.columns((10, 22, 62, 88)) for row in space.rows(2)]


def _parties(pen: Pen, space: Rect) -> None:
    pen.frame(space, THIN)
    pen.rule(space.x, space.y + PARTY, space.right, space.y + PARTY, HAIR)
    for letter, (side, number, branch, names) in zip("AB", _party_cells(space), strict=True):
        for cell in (number, branch, names):
            pen.rule(cell.x, cell.y, cell.x, cell.top, HAIR)
        pen.put(side, letter, 15, bold=True, align="centre")


def _filled_parties(sheet: ScoreSheet, pen: Pen, space: Rect) -> None:
    edge, low = 1.5 * mm, 0.4 * mm
    for party, (_side, number, branch, names) in zip((sheet.a, sheet.b), _party_cells(space), strict=True):
        text = _("No. %(number)s") % {"number": number_of(party)}
        pen.put(number.inset(edge, low), text, 10, lines=1)
        pen.put(branch.inset(edge, low), party.branch, 11)
        if party.label or not party.players:
            pen.put(names.inset(edge, low), party.label, 12, bold=True)
            continue
        places = names.inset(edge, low).columns(_shares_of(party.players))
        for place, (cell, player) in enumerate(zip(places, party.players, strict=True)):
            indent = 0.0
            if place < len(party.seats):
                indent = 5 * mm
                pen.put(cell.left(indent), seat(party.seats[place]), 9, lines=1)
            inner = cell.after(indent)
            pen.put(inner.left(inner.width - 1 * mm), player, 13, bold=True)


def _shares_of(players: Sequence[str]) -> list[float]:
    """A long name has up to four times the room of a short one."""
    return [min(max(text_width(player, True), 4.0), 16.0) for player in players]


def _game_title(sheet: ScoreSheet, game: int, pen: Pen, space: Rect) -> None:
    words = {"game": sheet.labels.game, "number": game}
    pen.put(space.left(40 * mm), _("%(game)s %(number)d") % words, 11, bold=True, lines=1)
    text = _("Levels at the end of this %(game)s") % words
    x = space.right - 60 * mm
    base = space.y + 1.8 * mm
    pen.line_of_text(x - 2 * mm, base, text, 9, align="right")
    for letter in "AB":
        pen.line_of_text(x, base, letter, 9, bold=True)
        pen.rule(x + 3 * mm, base - 1, x + 17 * mm, base - 1, HAIR)
        x += 19 * mm
    _circled(pen, pgettext("paper", "Winner"), ("A", "B"), Rect(x, base - 2, space.right - x, 11))


def _circled(pen: Pen, title: str, choices: tuple[str, ...], space: Rect) -> None:
    """A question that is answered with a circle around one of the choices, which stand far enough apart for
    it.
    """
    base = space.y + space.height / 2 - 3.4
    width = space.width * 0.42 if title else 0.0
    if title:
        pen.put(space.left(width), title, 9, lines=1)
    for cell, choice in zip(space.after(width).columns([1] * len(choices)), choices, strict=True):
        pen.line_of_text(cell.x + cell.width / 2, base, choice, 9.5, align="centre")


def _grid(sheet: ScoreSheet, pen: Pen, space: Rect, lines: int) -> None:
    line = (space.height - GRID_HEAD) / lines
    columns = space.columns(SHARES)
    head = space.upper(GRID_HEAD)
    half = GRID_HEAD / 2
    tops = [head.y - number * line for number in range(lines + 1)]
    pen.rules([(space.x, y, space.right, y) for y in tops[1:-1]], HAIR)
    uprights = [column.x for column in columns[1:]]
    # The lines between A and B under a common heading begin half way down.
    inner = {columns[3].x, columns[8].x}
    pen.rules([(x, space.y, x, head.y + half if x in inner else head.top) for x in uprights], HAIR)
    pen.rules([(columns[i].x, head.y + half, columns[i + 1].right, head.y + half) for i in (2, 7)], HAIR)
    pen.rule(space.x, head.y, space.right, head.y, THIN)
    pen.frame(space, THIN)

    titles = {
        0: sheet.labels.hand,
        1: pgettext("paper", "Declarer (circle)"),
        4: pgettext("paper", "Attackers' points"),
        5: pgettext("paper", "of these bottom"),
        6: pgettext("paper", "Levels gained"),
        9: pgettext("score sheet", "Remarks"),
    }
    for number, text in titles.items():
        pen.put(head.columns(SHARES)[number].inset(0.6 * mm, 0.3 * mm), text, 8.5, align="centre")
    for first, text in ((2, pgettext("paper", "Playing")), (7, pgettext("paper", "Levels after"))):
        both = Rect(columns[first].x, head.y + half, columns[first].width + columns[first + 1].width, half)
        pen.put(both.inset(0.4 * mm, 0.2 * mm), text, 8.5, align="centre", lines=1)
        for column, letter in ((first, "A"), (first + 1, "B")):
            cell = Rect(columns[column].x, head.y, columns[column].width, half)
            pen.put(cell, letter, 8.5, bold=True, align="centre", lines=1)
    for number in range(lines):
        base = tops[number + 1] + line / 2 - 3.4
        pen.line_of_text(columns[0].x + columns[0].width / 2, base, str(number + 1), 9.5, align="centre")
        _circled(pen, "", ("A", "B"), Rect(columns[1].x, tops[number + 1], columns[1].width, line))
    for column, level in zip((2, 3), sheet.start, strict=True):
        base = tops[1] + line / 2 - 3.4
        cell = columns[column]
        pen.line_of_text(cell.x + cell.width / 2, base, level, 9.5, align="centre")


def _close(pen: Pen, space: Rect) -> None:
    pen.frame(space, THICK)
    shares = (26, 27, 27, 40, 60)
    cells = space.columns(shares)
    for cell in cells[1:]:
        pen.rule(cell.x, cell.y, cell.x, cell.top, HAIR)
    texts = (
        pgettext("paper", "Final levels"),
        "A",
        "B",
        pgettext("paper", "Level difference"),
    )
    for number, (cell, text) in enumerate(zip(cells, texts, strict=False)):
        bold = number in {0, 1, 2}
        pen.put(cell.inset(1.5 * mm, 0.5 * mm), text, 11 if bold else 9.5, bold=bold, lines=2)
    _circled(
        pen,
        pgettext("paper", "Winner (circle)"),
        ("A", "B", pgettext("paper", "draw")),
        cells[-1].inset(1.5 * mm, 0),
    )
