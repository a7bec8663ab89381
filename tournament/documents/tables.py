"""Tables over several pages: column widths from what stands in them, rows as high as their text, the
heading on each page.

Lengths are in points. A row is never split over two pages, and no text is cut off: it goes on more lines or
gets smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from tournament.documents.fitting import Fitted, fit
from tournament.documents.page import HAIR, THIN, Pen, Rect
from tournament.documents.typefaces import text_width

PAD = 3.0
TALL = 2000.0  # more than any page: the row grows with its text


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, the heading that it shares with its neighbours, and how its cells are set.

    ``grows`` takes what room is left (names, branches); the others are as wide as their widest text, at
    least ``least``.
    """

    title: str
    group: str = ""
    align: str = "centre"
    bold: bool = False
    grows: bool = False
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Cut:
    """The rows that stand on one page, with the height of each."""

    rows: tuple[tuple[int, float], ...]

    @property
    def height(self) -> float:
        """Of the rows, without the heading."""
        return sum(height for _row, height in self.rows)


@dataclass(frozen=True)
class Table:
    """Columns and rows of text, to be set at ``size`` into ``width``.

    ``row_height`` is the least height of a row; ``shaded`` names the rows that are lightly tinted;
    ``thick_after`` those after which the rule is heavier.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    width: float
    size: float = 10.0
    row_height: float = 18.0
    shaded: frozenset[int] = field(default_factory=frozenset)
    thick_after: frozenset[int] = field(default_factory=frozenset)

    def natural(self, number: int) -> float:
        """The width at which every text of a column stands on one line."""
        column = self.columns[number]
        texts = max((text_width(row[number], column.bold) for row in self.rows), default=0.0)
        title = max((text_width(word, True) for word in column.title.split()), default=0.0)
        return max(texts * self.size, title * (self.size - 1), column.least) + 2 * PAD + 0.5

    @cached_property
    def needed(self) -> float:
        """The width at which nothing has to be broken or shrunk, growing columns counted with at most nine
        characters.
        """
        most = 9 * self.size
        return sum(
            min(self.natural(i), most) if column.grows else self.natural(i)
            for i, column in enumerate(self.columns)
        )

    @cached_property
    def widths(self) -> tuple[float, ...]:
        """The columns' widths; together exactly ``width``."""
        natural = [self.natural(i) for i in range(len(self.columns))]
        grows = [i for i, column in enumerate(self.columns) if column.grows]
        if not grows:
            return tuple(width * self.width / sum(natural) for width in natural)
        firm = sum(width for i, width in enumerate(natural) if i not in grows)
        # A growing column keeps at least four characters' width; the firm ones give way before that.
        least = 4 * self.size + 2 * PAD
        room = max(self.width - firm, least * len(grows))
        squeeze = (self.width - room) / firm if firm else 1.0
        wanted = [min(max(natural[i], least), 24 * self.size) for i in grows]
        shares = dict(zip(grows, wanted, strict=True))
        total = sum(wanted)
        free = room - least * len(grows)
        spread = total - least * len(grows)
        widths = []
        for i, width in enumerate(natural):
            if i not in shares:
                widths.append(width * squeeze)
            elif free >= spread:
                widths.append(shares[i] * room / total)
            else:
                widths.append(least + free * (shares[i] - least) / spread)
        return tuple(widths)

    @cached_property
    def heading_height(self) -> float:
        """Height of the heading: one or two storeys."""
        storeys = 2 if any(column.group for column in self.columns) else 1
        tallest = max(
            fit(column.title, width - 2 * PAD, TALL, self.size - 1, bold=True).height
            for column, width in zip(self.columns, self.widths, strict=True)
        )
        return (storeys - 1) * (self.size + 5) + max(tallest + 7, self.size + 8)

    def _cell(self, row: int, column: int) -> Fitted:
        width = self.widths[column] - 2 * PAD
        return fit(self.rows[row][column], width, TALL, self.size, bold=self.columns[column].bold)

    def height_of_row(self, row: int) -> float:
        """Height of one row."""
        tallest = max(self._cell(row, column).height for column in range(len(self.columns)))
        return max(self.row_height, tallest + 6)

    def cut(self, first: float, following: float) -> list[Cut]:
        """Cut the rows into pages with so much height on the first and on the following ones, heading
        included.
        """
        cuts: list[Cut] = []
        rows: list[tuple[int, float]] = []
        room = first - self.heading_height
        for number in range(len(self.rows)):
            height = self.height_of_row(number)
            if rows and height > room:
                cuts.append(Cut(tuple(rows)))
                rows, room = [], following - self.heading_height
            rows.append((number, height))
            room -= height
        cuts.append(Cut(tuple(rows)))
        return cuts

    def draw(self, pen: Pen, space: Rect, cut: Cut) -> Rect:
        """Draw the heading and these rows at the top of a space and return what is left under them."""
        heights = [height for _row, height in cut.rows]
        whole = space.upper(self.heading_height + sum(heights))
        top = whole.top - self.heading_height
        levels = [top]
        for height in heights:
            levels.append(levels[-1] - height)
        for (row, height), level in zip(cut.rows, levels, strict=False):
            if row in self.shaded:
                pen.shade(Rect(whole.x, level - height, whole.width, height))
        edges = [whole.x]
        for width in self.widths:
            edges.append(edges[-1] + width)
        self._draw_heading(pen, whole.upper(self.heading_height), edges)
        thick = [i for i, (row, _h) in enumerate(cut.rows[:-1], start=1) if row in self.thick_after]
        hair = [level for i, level in enumerate(levels[1:-1], start=1) if i not in thick]
        pen.rules([(whole.x, y, whole.right, y) for y in hair], HAIR)
        pen.rules([(whole.x, levels[i], whole.right, levels[i]) for i in thick], THIN)
        pen.rules([(x, whole.y, x, top) for x in edges[1:-1]], HAIR)
        pen.rule(whole.x, top, whole.right, top, THIN)
        pen.frame(whole, THIN)
        for (row, height), level in zip(cut.rows, levels, strict=False):
            for number, column in enumerate(self.columns):
                cell = Rect(edges[number] + PAD, level - height, self.widths[number] - 2 * PAD, height)
                pen.fitted(cell, self._cell(row, number), align=column.align)
        return Rect(space.x, space.y, space.width, whole.y - space.y)

    def _draw_heading(self, pen: Pen, space: Rect, edges: Sequence[float]) -> None:
        storey = self.size + 5
        number = 0
        for group, members in groupby(self.columns, key=lambda column: column.group):
            count = len(list(members))
            left, right = edges[number], edges[number + count]
            upper = Rect(left, space.top - storey, right - left, storey)
            if left > space.x:
                pen.rule(left, space.y, left, space.top, HAIR)
            if group:
                pen.put(upper.inset(1, 0), group, self.size - 1, bold=True, align="centre", lines=1)
                pen.rule(left, upper.y, right, upper.y, HAIR)
            for i in range(number, number + count):
                height = space.height - storey if group else space.height
                cell = Rect(edges[i], space.y, self.widths[i], height)
                if i > number:
                    pen.rule(edges[i], space.y, edges[i], space.y + height, HAIR)
                pen.put(
                    cell.inset(PAD - 1, 1), self.columns[i].title, self.size - 1, bold=True, align="centre"
                )
            number += count
