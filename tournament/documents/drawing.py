"""A drawing of boxes, lines and fitted text: made once, shown on paper and on the screen alike.

Lengths are in points with the origin at the lower left, as in PDF.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from tournament.documents.fitting import LEADING, Fitted, fit
from tournament.documents.geometry import Rect
from tournament.documents.page import Pen
from tournament.documents.typefaces import ASCENT


@dataclass(frozen=True, slots=True)
class Written:
    """Text as it was fitted into an area."""

    area: Rect
    text: Fitted
    align: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


@dataclass
class Drawing:
    """What has been drawn so far."""

    width: float
    height: float
    written: list[Written] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    frames: list[tuple[Rect, float]] = field(default_factory=list)

    def put(
        self, area: Rect, text: str, size: float, *, bold: bool = False, align: str = "left", lines: int = 0
    ) -> None:
        """Put text into an area, smaller or on more lines where it must."""
        fitted = fit(text, area.width, area.height, size, bold=bold, lines=lines)
        if fitted.lines:
            self.written.append(Written(area, fitted, align))

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.7) -> None:
        """Draw a line."""
        self.lines.append(Line(x1, y1, x2, y2, width))

    def frame(self, area: Rect, width: float = 0.7) -> None:
        """Draw the outline of an area."""
        self.frames.append((area, width))

    def on(self, pen: Pen, space: Rect) -> None:
        """Show the drawing on paper, its upper left corner in that of the space."""
        x, y = space.x, space.top - self.height

        def moved(area: Rect) -> Rect:
            return Rect(x + area.x, y + area.y, area.width, area.height)

        for area, width in self.frames:
            pen.frame(moved(area), width)
        for line in self.lines:
            pen.rule(x + line.x1, y + line.y1, x + line.x2, y + line.y2, line.width)
        for written in self.written:
            pen.fitted(moved(written.area), written.text, align=written.align)

    def svg(self, title: str) -> str:
        """Return the drawing for a page: real text in the colour of the page, scaled to the width that
        there is.
        """
        room = f"-2 -2 {self.width + 4:.1f} {self.height + 4:.1f}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{room}" '
            f'role="img" aria-label={quoteattr(title)} class="drawing">',
            f"<title>{escape(title)}</title>",
            '<g fill="none" stroke="currentColor">',
        ]
        for area, width in self.frames:
            corner = f'x="{area.x:.1f}" y="{self.height - area.top:.1f}"'
            extent = f'width="{area.width:.1f}" height="{area.height:.1f}"'
            parts.append(f'<rect {corner} {extent} stroke-width="{width}"/>')
        parts.extend(
            f'<path d="M{line.x1:.1f} {self.height - line.y1:.1f}L{line.x2:.1f} {self.height - line.y2:.1f}" '
            f'stroke-width="{line.width}"/>'
            for line in self.lines
        )
        parts.append('</g><g fill="currentColor">')
        for written in self.written:
            parts.extend(_svg_text(written, self.height))
        parts.append("</g></svg>")
        return "".join(parts)


def _svg_text(written: Written, height: float) -> list[str]:
    area, fitted = written.area, written.text
    top = height - area.middle - fitted.height / 2  # a screen counts from above
    x = {"left": area.x, "centre": area.x + area.width / 2, "right": area.right}[written.align]
    anchor = {"left": "start", "centre": "middle", "right": "end"}[written.align]
    weight = ' font-weight="bold"' if fitted.bold else ""
    texts = []
    for number, line in enumerate(fitted.lines):
        y = top + ASCENT * fitted.size + number * LEADING * fitted.size
        texts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{fitted.size:.2f}" '
            f'text-anchor="{anchor}"{weight}>{escape(line)}</text>'
        )
    return texts
