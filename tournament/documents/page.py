"""Pages: rectangles, a pen that puts fitted text and lines into them, and a file made of planned pages.

A document first plans its pages (so that "page 2 of 7" is known), then they are drawn. Lengths are in
points with the origin at the lower left, as in PDF; text is black, for every copier.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from tournament.documents.fitting import LEADING, Fitted, fit, indented, wrapped
from tournament.documents.geometry import Rect
from tournament.documents.qr import dark_bars
from tournament.documents.typefaces import ASCENT, chain, runs, text_width
from tournament.documents.values import About

mm = 72 / 25.4
A4 = (210 * mm, 297 * mm)
A3 = (297 * mm, 420 * mm)
MARGIN = 14 * mm  # wide enough for the punch
HAIR, THIN, THICK = 0.4, 0.7, 1.6


def landscape(size: tuple[float, float]) -> tuple[float, float]:
    """The sheet turned to its broad side."""
    return max(size), min(size)


SHEETS: Mapping[str, tuple[float, float]] = {
    "A4": A4,
    "A4-landscape": landscape(A4),
    "A3": A3,
    "A3-landscape": landscape(A3),
}


def paper(size: tuple[float, float] = A4, *, margin: float = MARGIN) -> Rect:
    """The printable part of a sheet."""
    return Rect(margin, margin, size[0] - 2 * margin, size[1] - 2 * margin)


class _Moment:
    """The time of printing, in the shape in which ReportLab keeps the time of making."""

    def __init__(self, moment: datetime) -> None:
        self.t = moment.timestamp()
        self.lt = moment.timetuple()
        self.YMDhms = tuple(self.lt)[:6]
        minutes = int((moment.utcoffset() or timedelta()).total_seconds() // 60)
        self.dhh, self.dmm = divmod(minutes, 60)
        self.tzname = moment.tzname() or "UTC"


class Pen:
    """Draws on one page: text fitted into rectangles, lines, QR codes."""

    def __init__(
        self, canvas: Canvas, number: int, total: int, size: tuple[float, float], stamps: dict[Hashable, str]
    ) -> None:
        self.canvas = canvas
        self.number = number
        self.total = total
        self.size = size
        self._stamps = stamps
        self._text = canvas.beginText()
        self._font: tuple[str, float] | None = None

    def line_of_text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, align: str = "left"
    ) -> None:
        """Put text on the base line ``y``, beginning, centred or ending at ``x``."""
        if align != "left":
            wide = text_width(text, bold) * size
            x -= wide / 2 if align == "centre" else wide
        self._text.setTextOrigin(round(x, 2), round(y, 2))
        for run in runs(text, bold):
            # ReportLab forgets which of its partial fonts is in use only where the font is set again.
            if self._font != (run.font, size):
                self._text.setFont(run.font, size)
                self._font = (run.font, size)
            self._text.textOut(run.text)

    def fitted(self, space: Rect, fitted: Fitted, *, align: str = "left", up: str = "middle") -> None:
        """Put lines that have been fitted into a rectangle: ``up`` is top, middle or bottom."""
        free = space.height - fitted.height
        top = space.top - {"top": 0.0, "middle": free / 2, "bottom": free}[up]
        x = {"left": space.x, "centre": space.x + space.width / 2, "right": space.right}[align]
        for number, line in enumerate(fitted.lines):
            base = top - ASCENT * fitted.size - number * LEADING * fitted.size
            self.line_of_text(x, base, line, fitted.size, bold=fitted.bold, align=align)

    def put(
        self,
        space: Rect,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "left",
        up: str = "middle",
        lines: int = 0,
    ) -> Fitted:
        """Put text into a rectangle, smaller or on more lines where it must, and return how it was set."""
        fitted = fit(text, space.width, space.height, size, bold=bold, lines=lines)
        self.fitted(space, fitted, align=align, up=up)
        return fitted

    def flow(self, space: Rect, text: str, size: float, *, bold: bool = False) -> float:
        """Put text at the top of a rectangle at exactly this size and return the height that it takes."""
        fitted = wrapped(text, space.width, size, bold=bold)
        self.fitted(space, fitted, up="top")
        return fitted.height

    def paragraph(self, space: Rect, text: str, size: float, line: float) -> None:
        """Put text with an indented first line and ``line`` from one base line to the next, smaller if it
        must.

        The indent is two characters, as in a Chinese letter.
        """
        while True:
            lines = indented(text, space.width, size)
            if len(lines) * line <= space.height or size < 4:
                break
            size, line = size * 0.95, line * 0.95
        for number, shown in enumerate(lines):
            x = space.x + (2 * size if number == 0 else 0)
            self.line_of_text(x, space.top - number * line - (line + ASCENT * size) / 2, shown, size)

    def turned(self, draw: Callable[[Pen], None]) -> None:
        """Draw on the same sheet turned upside down, for the side that is read from the other end."""
        width, height = self.size
        self.canvas.addLiteral(f"q -1 0 0 -1 {width:.2f} {height:.2f} cm")
        inner = Pen(self.canvas, self.number, self.total, self.size, self._stamps)
        draw(inner)
        inner.done()
        self.canvas.addLiteral("Q")

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float = THIN) -> None:
        """Draw a line."""
        self.canvas.setLineWidth(width)
        self.canvas.line(x1, y1, x2, y2)

    def rules(self, lines: Sequence[tuple[float, float, float, float]], width: float = THIN) -> None:
        """Draw many lines of one width."""
        self.canvas.setLineWidth(width)
        self.canvas.lines(lines)

    def dashed(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw the line along which the sheet is cut."""
        self.canvas.saveState()
        self.canvas.setDash(3, 3)
        self.rule(x1, y1, x2, y2, HAIR)
        self.canvas.restoreState()

    def dots(self, x1: float, y: float, x2: float) -> None:
        """Draw the dotted line that leads the eye to a page number."""
        self.canvas.saveState()
        self.canvas.setDash(0.7, 3)
        self.rule(x1, y, x2, y, 0.7)
        self.canvas.restoreState()

    def frame(self, space: Rect, width: float = THIN) -> None:
        """Draw the outline of a rectangle."""
        self.canvas.setLineWidth(width)
        self.canvas.rect(space.x, space.y, space.width, space.height)

    def shade(self, space: Rect, darkness: float = 0.08) -> None:
        """Tint a rectangle so lightly that a copier leaves it white; before the text that stands on it."""
        self.canvas.saveState()
        self.canvas.setFillGray(1 - darkness)
        self.canvas.rect(space.x, space.y, space.width, space.height, stroke=0, fill=1)
        self.canvas.restoreState()

    def qr(self, space: Rect, address: str) -> None:
        """Draw a QR code as large as the rectangle, its quiet zone included."""
        modules, bars = dark_bars(address)
        unit = min(space.width, space.height) / modules
        left, top = (
            space.x + (space.width - unit * modules) / 2,
            space.top - (space.height - unit * modules) / 2,
        )
        # In units of one square, from the top: whole numbers are short and quick to write.
        self.canvas.addLiteral(f"q {unit:.4f} 0 0 {-unit:.4f} {left:.2f} {top:.2f} cm {bars} f Q")
        self.canvas.linkURL(address, (space.x, space.y, space.right, space.top))

    def link(self, space: Rect, number: int) -> None:
        """Make a rectangle lead to a page of this file."""
        self.canvas.linkRect("", _key(number), (space.x, space.y, space.right, space.top), thickness=0)

    def stamp(self, key: Hashable, space: Rect, draw: Callable[[Pen, Rect], None]) -> None:
        """Draw what is the same in many places (``key`` says which) once into the file, and show it here.

        ``draw`` is given a pen and the rectangle with its corner at the origin.
        """
        name = self._stamps.get(key)
        if name is None:
            name = self._stamps[key] = f"stamp{len(self._stamps) + 1}"
            self.canvas.beginForm(name, -2, -2, space.width + 2, space.height + 2)
            inner = Pen(self.canvas, self.number, self.total, self.size, self._stamps)
            draw(inner, Rect(0, 0, space.width, space.height))
            inner.done()
            self.canvas.endForm()
        self.canvas.addLiteral(f"q 1 0 0 1 {space.x:.2f} {space.y:.2f} cm")
        self.canvas.doForm(name)
        self.canvas.addLiteral("Q")

    def done(self) -> None:
        """Put the collected text on the page."""
        self.canvas.drawText(self._text)


@dataclass(frozen=True, slots=True)
class Page:
    """A planned page: what draws it, its size, and its bookmark (level, text) if it has one."""

    draw: Callable[[Pen], None]
    size: tuple[float, float] = A4
    bookmarks: tuple[tuple[int, str], ...] = ()


def printed_at(about: About) -> str:
    """The line that says when the sheet was printed."""
    moment = f"{date_format(about.printed_at, 'Y-m-d')} {about.printed_at:%H:%M}"
    return _("Printed %(moment)s") % {"moment": moment}


def page_of(pen: Pen) -> str:
    """The line that says which page this is."""
    return _("Page %(number)d of %(total)d") % {"number": pen.number, "total": pen.total}


def signatures(
    pen: Pen,
    space: Rect,
    titles: Sequence[str],
    shares: Sequence[float],
    *,
    size: float = 9,
    most: float = 0.5,
) -> None:
    """Titles beside each other, each with the line on which is signed; a title takes at most the share
    ``most`` of its place."""
    for cell, title in zip(space.columns(shares), titles, strict=False):
        label = cell.lower(7 * mm)
        fitted = pen.put(label.left(cell.width * most), title, size, lines=1)
        y = label.y + 1.2 * mm
        pen.rule(cell.x + fitted.width + 1.5 * mm, y, cell.right - 3 * mm, y, HAIR)


def sign_match(pen: Pen, space: Rect) -> None:
    """Who signs a match: both sides, the referee, and when."""
    titles = (
        pgettext("paper", "Signature A"),
        pgettext("paper", "Signature B"),
        pgettext("paper", "Referee"),
        pgettext("paper", "Time"),
    )
    signatures(pen, space, titles, (50, 50, 50, 32))


def foot_words(pen: Pen, about: About, space: Rect) -> None:
    """The part of the foot that all pages share: what the sheet belongs to and when it was printed."""
    left, middle, _right = space.columns((5, 3, 2))
    event = about.whole
    pen.put(left, event, 8, lines=1)
    pen.put(middle, printed_at(about), 8, align="centre", lines=1)


def foot_number(pen: Pen, space: Rect) -> None:
    """The part of the foot that differs: the number of the page."""
    pen.put(space.columns((5, 3, 2))[2], page_of(pen), 8, align="right", lines=1)


def foot(pen: Pen, about: About, space: Rect) -> None:
    """Put event, time of printing and page number on one line."""
    foot_words(pen, about, space)
    foot_number(pen, space)


def _nothing(about: About, pen: Pen) -> None:
    space = paper(A4)
    pen.put(space.upper(20 * mm), _("There is nothing to print here yet."), 16, align="centre")
    foot(pen, about, space.lower(5 * mm))


def _key(number: int) -> str:
    return f"page{number}"


def write(about: About, pages: Sequence[Page], progress: Callable[[int, int], None] | None = None) -> bytes:
    """Draw the planned pages into a PDF file with title, author, language and bookmarks.

    The same values give the same bytes. ``progress`` is told after each page how many of how many are
    drawn; what it raises ends the work, which is how a long job is cancelled.
    """
    pages = pages or [Page(partial(_nothing, about))]
    buffer = BytesIO()
    canvas = Canvas(
        buffer,
        pagesize=pages[0].size,
        pageCompression=1,
        invariant=1,
        lang=about.language,
        initialFontName=chain()[0].fontName,  # not the default one, which would not be embedded
    )
    canvas._doc._timeStamp = _Moment(about.printed_at)
    title = about.whole
    canvas.setTitle(title)
    canvas.setAuthor(about.event)
    canvas.setSubject(about.title)
    canvas.setCreator("Jicha")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    stamps: dict[Hashable, str] = {}
    for number, page in enumerate(pages, start=1):
        canvas.setPageSize(page.size)
        pen = Pen(canvas, number, len(pages), page.size, stamps)
        canvas.bookmarkPage(_key(number))
        for place, (level, text) in enumerate(page.bookmarks):
            # Each entry needs a target of its own, or the outline loses its order.
            key = f"{_key(number)}-{place}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(text, key, level, closed=level > 0)
        page.draw(pen)
        pen.done()
        canvas.showPage()
        if progress is not None:
            progress(number, len(pages))
    if any(page.bookmarks for page in pages):
        canvas.showOutline()
    canvas.save()
    return buffer.getvalue()
