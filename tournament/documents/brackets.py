"""Brackets (对阵图): 2 to 256 entries with byes, placing matches, results; on paper and as SVG from one
geometry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.answers import Problem, Refused
from tournament.documents.bracket_layout import lay_out
from tournament.documents.drawing import Drawing
from tournament.documents.geometry import Rect
from tournament.documents.lists import framed, free_height
from tournament.documents.page import A4, Page, Pen, landscape, mm, write
from tournament.documents.typefaces import text_width
from tournament.documents.values import EMPTY_PARTY, About, Party
from tournament.documents.wording import number_of

TITLES = 7 * mm
NUMBER = 19.0
SCORE = 18.0
GOOD_LEAF = 22.0
HIGHEST_LEAF = 36.0
LEAST_LEAF = 14.5  # points for one entry's line; lower than that, names cannot be read on a wall
STACKED = 14.5  # from this height on the branch stands under the names
MOST = 256


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match: its number, both sides (with a label where a side is not known yet), scores, winner ("A",
    "B" or "").

    ``scores`` are what is written beside the sides: levels, or games of a best of three. ``where`` is the
    table or the time.
    """

    number: int | str
    a: Party
    b: Party
    scores: tuple[str, str] = ("", "")
    winner: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Rounds with their titles; the first has most matches, each later one half as many; ``None`` is a bye.

    ``prize`` names the winner's place ("冠军"), ``champion`` is who has it.
    """

    title: str
    round_titles: tuple[str, ...]
    rounds: tuple[tuple[BracketMatch | None, ...], ...]
    prize: str = ""
    champion: Party = EMPTY_PARTY

    @property
    def leaves(self) -> int:
        """The places in the first round, byes included."""
        return 2 * len(self.rounds[0])


def bracket_drawing(bracket: Bracket, width: float, height: float) -> Drawing:
    """Draw a bracket into a rectangle (points), titles of the rounds above it."""
    drawing = Drawing(width, height)
    played = [[match is not None for match in row] for row in bracket.rounds]
    layout = lay_out(played, width, height - TITLES)
    for column, title in zip(layout.columns, bracket.round_titles, strict=True):
        above = Rect(column.x, height - TITLES + 2, column.width, TITLES - 2)
        drawing.put(above, title, 10, bold=True, align="centre")
    for place in layout.places:
        match = bracket.rounds[place.round][place.index]
        assert match is not None
        feeders = bracket.rounds[place.round - 1][2 * place.index :][:2] if place.round else (None, None)
        _draw_match(drawing, match, place.box, (feeders[0] is None, feeders[1] is None))
    for join in layout.joins:
        drawing.line(*join)
    champion = layout.champion
    drawing.frame(champion, 1.4)
    inner = champion.inset(3, 1)
    if bracket.prize:
        size = min(10.0, champion.height * 0.5)
        above = Rect(inner.x, champion.top + size * 0.2, inner.width, size * 1.4)
        drawing.put(above, bracket.prize, size, bold=True, align="centre", lines=1)
    _draw_party(drawing, bracket.champion, inner, bold=True)
    return drawing


def _draw_match(drawing: Drawing, match: BracketMatch, box: Rect, enters: tuple[bool, bool]) -> None:
    """Draw one match; ``enters`` says which side appears here first and so has its branch beside it in any
    case.
    """
    drawing.frame(box)
    number, rest = box.left(NUMBER), box.after(NUMBER)
    score_x = box.right - SCORE
    drawing.line(rest.x, box.y, rest.x, box.top, 0.4)
    drawing.line(rest.x, box.middle, box.right, box.middle, 0.4)
    drawing.line(score_x, box.y, score_x, box.top, 0.4)
    if match.where and box.height > 24:
        upper, lower = number.rows(2)
        drawing.put(upper.inset(1, 1), str(match.number), 8, align="centre", lines=1)
        drawing.put(lower.inset(1, 1), match.where, 7, align="centre", lines=1)
    else:
        drawing.put(number.inset(1, 1), str(match.number), 8, align="centre", lines=1)
    sides = ((match.a, match.scores[0], "A"), (match.b, match.scores[1], "B"))
    for row, (party, score, letter), is_first in zip(rest.rows(2), sides, enters, strict=True):
        won = match.winner == letter
        who = row.left(row.width - SCORE).inset(2, 0.6)
        _draw_party(drawing, party, who, bold=won or not match.winner, with_branch=is_first)
        points = Rect(score_x, row.y, SCORE, row.height).inset(1, 0.6)
        drawing.put(points, score, 10, bold=won, align="centre", lines=1)


def _draw_party(drawing: Drawing, party: Party, area: Rect, *, bold: bool, with_branch: bool = True) -> None:
    """Names, with the branch under them where the line is high enough for both, else behind them if there
    is room.
    """
    if party.label:
        drawing.put(area, party.label, min(9.0, area.height * 0.7), lines=1)
        return
    number = number_of(party)
    names = f"{number} {party.names}".strip()
    if party.branch and area.height >= STACKED:
        upper, lower = area.upper(area.height * 0.57), area.below(area.height * 0.57)
        drawing.put(upper, names, min(10.5, upper.height * 0.95), bold=bold)
        drawing.put(lower, party.branch, min(7.5, lower.height * 0.95))
        return
    if party.branch and with_branch:
        wide = text_width(names, bold) * 10
        share = area.width * min(max(wide / (wide + text_width(party.branch) * 8), 0.5), 0.7)
        drawing.put(area.left(share - 3), names, min(10.0, area.height * 0.8), bold=bold)
        drawing.put(area.after(share), party.branch, min(8.0, area.height * 0.65), align="right")
        return
    drawing.put(area, names, min(10.5, area.height * 0.8), bold=bold)


def parts_of(bracket: Bracket, most: int) -> list[Bracket]:
    """Cut a bracket that is too high for a sheet: parts of equal size with their first rounds, then the
    last rounds.
    """
    if bracket.leaves <= most:
        return [bracket]
    size = 2
    while size * 2 <= most:
        size *= 2
    early = size.bit_length() - 1
    count = bracket.leaves // size
    parts = []
    for part in range(count):
        rounds = []
        for number in range(early):
            length = size >> (number + 1)
            rounds.append(bracket.rounds[number][part * length : (part + 1) * length])
        words = {"title": bracket.title, "part": part + 1, "count": count}
        following = bracket.rounds[early][part // 2]
        champion = EMPTY_PARTY
        if following is not None:
            champion = following.b if part % 2 else following.a
        parts.append(
            replace(
                bracket,
                title=_("%(title)s, part %(part)d of %(count)d") % words,
                round_titles=bracket.round_titles[:early],
                rounds=tuple(rounds),
                prize=pgettext("paper", "to the last rounds"),
                champion=champion,
            )
        )
    last = replace(
        bracket,
        title=_("%(title)s, last rounds") % {"title": bracket.title},
        round_titles=bracket.round_titles[early:],
        rounds=bracket.rounds[early:],
    )
    return [*parts, *parts_of(last, most)]


def _height(bracket: Bracket, leaf: float) -> float:
    return 2 * TITLES + bracket.leaves * leaf + 6 * mm


def _groups(brackets: Sequence[Bracket], room: float) -> list[list[tuple[Bracket, float]]]:
    """Put brackets onto sheets, each with the height that it gets: small ones share a sheet."""
    most = int((room - 2 * TITLES - 6 * mm) / LEAST_LEAF)
    sheets: list[list[Bracket]] = []
    left = 0.0
    for bracket in (part for whole in brackets for part in parts_of(whole, most)):
        least = _height(bracket, GOOD_LEAF)
        if not sheets or least > left:
            sheets.append([])
            left = room
        sheets[-1].append(bracket)
        left -= least
    planned = []
    for sheet in sheets:
        fixed = sum(_height(bracket, 0) for bracket in sheet)
        leaf = min((room - fixed) / sum(bracket.leaves for bracket in sheet), HIGHEST_LEAF)
        planned.append([(bracket, _height(bracket, leaf)) for bracket in sheet])
    return planned


def plan_brackets(
    about: About, brackets: Sequence[Bracket], size: tuple[float, float] | None = None
) -> list[Page]:
    """Plan the pages of a main bracket and its placing matches.

    ``size`` is the sheet (A4, A3, either way round); by default A4, broad up to 16
    entries and upright beyond. Raises ``Refused`` with the problem ``too-many-entries`` beyond 256.
    """
    largest = max(bracket.leaves for bracket in brackets)
    if largest > MOST:
        raise Refused([Problem("too-many-entries", values={"most": MOST, "count": largest})])
    if size is None:
        size = landscape(A4) if largest <= 16 else A4
    room = free_height(size)
    pages = []
    for sheet in _groups(brackets, room):
        marks = tuple((0, bracket.title) for bracket, _height in sheet)
        pages.append(Page(partial(_draw, about, tuple(sheet)), size, marks))
    return pages


def brackets_pdf(about: About, brackets: Sequence[Bracket], size: tuple[float, float] | None = None) -> bytes:
    """Return the PDF of a main bracket and its placing matches."""
    return write(about, plan_brackets(about, brackets, size))


def bracket_svg(bracket: Bracket) -> str:
    """Return a bracket for the screen: as wide as its rounds need, each entry's line high enough to be
    read.
    """
    return bracket_drawing(bracket, *screen_size(bracket)).svg(bracket.title)


def screen_size(bracket: Bracket) -> tuple[float, float]:
    """The width and height (points) at which every text of a bracket can be read on a screen."""
    return 210.0 * (len(bracket.rounds) + 0.85), TITLES + max(bracket.leaves, 4) * 32.0


def _draw(about: About, brackets: tuple[tuple[Bracket, float], ...], pen: Pen) -> None:
    rest = framed(pen, about)
    for bracket, height in brackets:
        pen.put(rest.upper(TITLES), bracket.title, 12, bold=True, lines=1)
        place = rest.below(TITLES).upper(height - TITLES - 6 * mm)
        bracket_drawing(bracket, place.width, place.height).on(pen, place)
        rest = rest.below(height)
