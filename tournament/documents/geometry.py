"""Rectangles, and how they are cut: plain geometry, the same on paper, in pictures and on the screen.

Lengths are in points with the origin at the lower left, as in PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: lower left corner, width and height in points."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The y of the upper edge."""
        return self.y + self.height

    @property
    def middle(self) -> float:
        """The y half way up."""
        return self.y + self.height / 2

    def inset(self, across: float, along: float | None = None) -> Rect:
        """The rectangle without a border of this width (``along``: above and below)."""
        along = across if along is None else along
        return Rect(self.x + across, self.y + along, self.width - 2 * across, self.height - 2 * along)

    def upper(self, height: float) -> Rect:
        """The strip of this height at the top."""
        return Rect(self.x, self.top - height, self.width, height)

    def lower(self, height: float) -> Rect:
        """The strip of this height at the bottom."""
        return Rect(self.x, self.y, self.width, height)

    def below(self, height: float) -> Rect:
        """What is left under a strip of this height at the top."""
        return Rect(self.x, self.y, self.width, self.height - height)

    def above(self, height: float) -> Rect:
        """What is left over a strip of this height at the bottom."""
        return Rect(self.x, self.y + height, self.width, self.height - height)

    def left(self, width: float) -> Rect:
        """The strip of this width at the left."""
        return Rect(self.x, self.y, width, self.height)

    def after(self, width: float) -> Rect:
        """What is left beside a strip of this width at the left."""
        return Rect(self.x + width, self.y, self.width - width, self.height)

    def columns(self, shares: Sequence[float]) -> list[Rect]:
        """Cut into columns whose widths stand in these proportions."""
        unit = self.width / sum(shares)
        found, x = [], self.x
        for share in shares:
            found.append(Rect(x, self.y, share * unit, self.height))
            x += share * unit
        return found

    def rows(self, count: int) -> list[Rect]:
        """Cut into equal rows, from the top."""
        height = self.height / count
        return [Rect(self.x, self.top - (i + 1) * height, self.width, height) for i in range(count)]
