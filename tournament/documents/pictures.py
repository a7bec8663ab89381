"""Pictures for the group chat: pairings, standings and brackets as PNG, made to be read on a phone.

They are drawn by the same code as the papers, with a pen that paints instead of writing PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from io import BytesIO

from django.utils.translation import pgettext
from PIL import Image, ImageDraw, ImageFont

from tournament.documents.brackets import Bracket, bracket_drawing, screen_size
from tournament.documents.page import Pen, Rect, page_of, printed_at
from tournament.documents.pairings import Pairing
from tournament.documents.qr import dark_bars
from tournament.documents.standings import Standings, notes_of, plain
from tournament.documents.tables import Column, Cut, Table
from tournament.documents.typefaces import font_file, runs, text_width
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of, signed

WIDTH, HEIGHT = 400.0, 711.0  # points; 9 : 16, as a phone is held
SCALE = 2.7  # 1080 × 1920 dots
EDGE = 14.0
HEAD = 54.0
FOOT = 16.0
NOTE = 28.0
MOST_DOTS = 8000.0  # what chats still show whole


@lru_cache(maxsize=128)
def _font(name: str, dots: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(name)), dots)


class PaintingPen(Pen):
    """A pen that paints onto a picture. Places and lengths are in points, as everywhere in this room."""

    def __init__(self, number: int, total: int, size: tuple[float, float], scale: float = SCALE) -> None:
        self.number, self.total, self.size, self.scale = number, total, size, scale
        dots = (round(size[0] * scale), round(size[1] * scale))
        self.image = Image.new("L", dots, 255)
        self.brush = ImageDraw.Draw(self.image)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self.scale, (self.size[1] - y) * self.scale

    def line_of_text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, align: str = "left"
    ) -> None:
        """Paint text on the base line ``y``."""
        if align != "left":
            wide = text_width(text, bold) * size
            x -= wide / 2 if align == "centre" else wide
        for run in runs(text, bold):
            font = _font(run.font, round(size * self.scale, 1))
            self.brush.text(self._at(x, y), run.text, fill=0, font=font, anchor="ls")
            x += text_width(run.text, bold) * size

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.7) -> None:
        """Paint a line."""
        dots = max(1, round(width * self.scale))
        self.brush.line((*self._at(x1, y1), *self._at(x2, y2)), fill=0, width=dots)

    def rules(self, lines: Sequence[tuple[float, float, float, float]], width: float = 0.7) -> None:
        """Paint many lines of one width."""
        for line in lines:
            self.rule(*line, width)

    def dashed(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A picture is not cut: nothing is painted."""

    def dots(self, x1: float, y: float, x2: float) -> None:
        """Paint the line that leads the eye."""
        self.rule(x1, y, x2, y, 0.4)

    def frame(self, space: Rect, width: float = 0.7) -> None:
        """Paint the outline of a rectangle."""
        corners = (*self._at(space.x, space.top), *self._at(space.right, space.y))
        self.brush.rectangle(corners, outline=0, width=max(1, round(width * self.scale)))

    def shade(self, space: Rect, darkness: float = 0.08) -> None:
        """Tint a rectangle."""
        corners = (*self._at(space.x, space.top), *self._at(space.right, space.y))
        self.brush.rectangle(corners, fill=round(255 * (1 - darkness)))

    def qr(self, space: Rect, address: str) -> None:
        """Paint a QR code."""
        modules, bars = dark_bars(address)
        unit = min(space.width, space.height) / modules
        for bar in bars.removesuffix(" re").split(" re "):
            column, row, length, _height = map(int, bar.split())
            left, top = space.x + column * unit, space.top - row * unit
            corners = (*self._at(left, top), *self._at(left + length * unit, top - unit))
            self.brush.rectangle(corners, fill=0)

    def link(self, space: Rect, number: int) -> None:
        """A picture leads nowhere."""

    def stamp(self, key: Hashable, space: Rect, draw: Callable[[Pen, Rect], None]) -> None:
        """Paint what papers keep once; here it is painted each time."""
        draw(self, space)

    def done(self) -> None:
        """Nothing is kept back."""

    def png(self) -> bytes:
        """Return the picture."""
        buffer = BytesIO()
        self.image.save(buffer, "PNG")
        return buffer.getvalue()


def _list_pictures(about: About, table: Table, note: str = "") -> list[bytes]:
    reserve = NOTE if note else 0.0
    room = HEIGHT - 2 * EDGE - HEAD - FOOT - reserve
    cuts = table.cut(room, room)
    return [
        _list_picture(about, table, cut, (number, len(cuts)), note)
        for number, cut in enumerate(cuts, start=1)
    ]


def _list_picture(about: About, table: Table, cut: Cut, place: tuple[int, int], note: str) -> bytes:
    height = HEIGHT
    if place[1] == 1:
        # A picture that is the only one is only as high as what is on it.
        used = HEAD + FOOT + 2 * EDGE + (NOTE if note else 0.0) + table.heading_height + cut.height
        height = max(used, 240.0)
    pen = PaintingPen(*place, (WIDTH, height))
    space = Rect(EDGE, EDGE, WIDTH - 2 * EDGE, height - 2 * EDGE)
    pen.put(space.upper(16), about.event, 11, align="centre")
    title = about.heading
    pen.put(space.below(18).upper(28), title, 20, bold=True, align="centre")
    rest = table.draw(pen, space.below(HEAD), cut)
    pen.put(rest.upper(NOTE).inset(0, 2), note, 9, up="top")
    foot = space.lower(10)
    pen.put(foot.left(foot.width / 2), printed_at(about), 8, lines=1)
    pen.put(foot.after(foot.width / 2), page_of(pen), 8, align="right", lines=1)
    return pen.png()


def _who(party: Party) -> str:
    return " ".join(text for text in (party.names, f"（{party.branch}）" if party.branch else "") if text)


def pictures_of_standings(about: About, table: Standings) -> list[bytes]:
    """Return the ranked table as pictures: rank, who, totals."""
    columns = (
        Column(pgettext("paper", "Rank"), bold=True, least=24),
        Column(pgettext("paper", "Players"), align="left", grows=True, bold=True),
        *[Column(title, bold=True, least=28) for title in table.totals],
    )
    rows = []
    for row in table.rows:
        totals = [
            signed(total) if place in table.signed and isinstance(total, int) else plain(total)
            for place, total in enumerate(row.totals)
        ]
        rank = f"{row.rank}*" if row.tied else str(row.rank)
        rows.append((rank, _who(row.party), *totals))
    stripes = frozenset(range(1, len(rows), 2))
    made = Table(columns, tuple(rows), WIDTH - 2 * EDGE, size=12, row_height=26, shaded=stripes)
    tied = any(row.tied for row in table.rows)
    return _list_pictures(about, made, notes_of(table)[-1] if tied else "")


def pictures_of_pairings(about: About, pairings: Sequence[Pairing]) -> list[bytes]:
    """Return a round's tables as pictures: table, both sides."""
    columns = (
        Column(pgettext("paper", "Table"), bold=True, least=28),
        Column("A", align="left", grows=True, bold=True),
        Column("B", align="left", grows=True, bold=True),
    )

    def side(party: Party | None, note: str) -> str:
        if party is None:
            return note
        return " ".join(text for text in (number_of(party), _who(party)) if text)

    rows = tuple(
        ("" if one.table is None else str(one.table), side(one.a, ""), side(one.b, one.note))
        for one in pairings
    )
    stripes = frozenset(range(1, len(rows), 2))
    made = Table(columns, rows, WIDTH - 2 * EDGE, size=12, row_height=30, shaded=stripes)
    return _list_pictures(about, made)


def picture_of_bracket(about: About, bracket: Bracket) -> bytes:
    """Return a bracket whole, as one picture that is enlarged with two fingers."""
    width, height = screen_size(bracket)
    size = (width + 2 * EDGE, height + 2 * EDGE + HEAD + FOOT)
    pen = PaintingPen(1, 1, size, min(2.0, MOST_DOTS / max(size)))
    space = Rect(EDGE, EDGE, width, size[1] - 2 * EDGE)
    of = about.stage if about.stage != bracket.title else ""
    title = "  ".join(text for text in (about.event, of, bracket.title) if text)
    pen.put(space.upper(30), title, 20, bold=True, align="centre")
    bracket_drawing(bracket, width, height).on(pen, space.below(HEAD))
    pen.put(space.lower(12), printed_at(about), 9)
    return pen.png()
