"""A drawing of boxes, lines and fitted text: made once, shown on paper and on the screen alike.

Lengths are in points with the origin at the upper left, as on a screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from tournament.documents.fitting import LEADING, Fitted, fit
from tournament.documents.page import Pen, Rect
from tournament.documents.typefaces import ASCENT


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle: upper left corner, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> float:
        """The y half way down."""
        return self.y + self.height / 2

    def inset(self, across: float, along: float) -> Area:
        """The rectangle without a border of these widths."""
        return Area(self.x + across, self.y + along, self.width - 2 * across, self.height - 2 * along)


@dataclass(frozen=True, slots=True)
class Written:
    """Text as it was fitted into an area."""

    area: Area
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
    frames: list[tuple[Area, float]] = field(default_factory=list)

    def put(
        self, area: Area, text: str, size: float, *, bold: bool = False, align: str = "left", lines: int = 0
    ) -> None:
        """Put text into an area, smaller or on more lines where it must."""
        fitted = fit(text, area.width, area.height, size, bold=bold, lines=lines)
        if fitted.lines:
            self.written.append(Written(area, fitted, align))

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.7) -> None:
        """Draw a line."""
        self.lines.append(Line(x1, y1, x2, y2, width))

    def frame(self, area: Area, width: float = 0.7) -> None:
        """Draw the outline of an area."""
        self.frames.append((area, width))

    def on(self, pen: Pen, space: Rect) -> None:
        """Show the drawing on paper, its upper left corner in that of the space."""

        def rect(area: Area) -> Rect:
            return Rect(space.x + area.x, space.top - area.bottom, area.width, area.height)

        for area, width in self.frames:
            pen.frame(rect(area), width)
        for line in self.lines:
            pen.rule(
                space.x + line.x1, space.top - line.y1, space.x + line.x2, space.top - line.y2, line.width
            )
        for written in self.written:
            pen.fitted(rect(written.area), written.text, align=written.align)

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
            corner = f'x="{area.x:.1f}" y="{area.y:.1f}"'
            extent = f'width="{area.width:.1f}" height="{area.height:.1f}"'
            parts.append(f'<rect {corner} {extent} stroke-width="{width}"/>')
        parts.extend(
            f'<path d="M{line.x1:.1f} {line.y1:.1f}L{line.x2:.1f} {line.y2:.1f}" '
            f'stroke-width="{line.width}"/>'
            for line in self.lines
        )
        parts.append('</g><g fill="currentColor">')
        for written in self.written:
            parts.extend(_svg_text(written))
        parts.append("</g></svg>")
        return "".join(parts)


def _svg_text(written: Written) -> list[str]:
    area, fitted = written.area, written.text
    top = area.middle - fitted.height / 2
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
