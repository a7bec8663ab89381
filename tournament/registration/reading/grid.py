"""A sheet as a reader of tables sees it: rows with something in them, and merged ranges that fill all their
cells."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict

from .names import squeezed
from .values import Area, Cell, Sheet, address

# No form is wider than this, or has more merged ranges; what is beyond is not looked at.
WIDEST = 300
MERGED_COLUMNS = 300_000
EMPTY = Cell("")


class Grid:
    """Read-only. ``at`` sees through merged ranges; ``own`` only what is written in the cell itself."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._rows: dict[int, list[int]] = defaultdict(list)
        for row, column in sheet.cells:
            if column < WIDEST:
                self._rows[row].append(column)
        self.rows = sorted(self._rows)
        for columns in self._rows.values():
            columns.sort()
        self._areas: dict[int, list[Area]] = defaultdict(list)
        budget = MERGED_COLUMNS
        for area in sorted(sheet.merged, key=lambda area: area.top):
            budget -= min(area.right - area.left + 1, WIDEST)
            if budget < 0:
                break
            for column in range(area.left, min(area.right, area.left + WIDEST) + 1):
                self._areas[column].append(area)
        self._tops = {column: [area.top for area in areas] for column, areas in self._areas.items()}

    def columns(self, row: int) -> list[int]:
        """The filled cells of a row, from left to right."""
        return self._rows.get(row, [])

    def area(self, row: int, column: int) -> Area | None:
        """The merged range that covers a cell."""
        index = bisect_right(self._tops.get(column, ()), row) - 1
        if index >= 0 and self._areas[column][index].holds(row, column):
            return self._areas[column][index]
        return None

    def anchor(self, row: int, column: int) -> tuple[int, int]:
        """The cell in which a value is written: the first of its merged range."""
        area = self.area(row, column)
        return (area.top, area.left) if area else (row, column)

    def at(self, row: int, column: int) -> Cell:
        return self.sheet.cells.get(self.anchor(row, column), EMPTY)

    def own(self, row: int, column: int) -> Cell:
        return self.sheet.cells.get((row, column), EMPTY)

    def text(self, row: int, column: int) -> str:
        """On one line, without odd spaces; empty where the cell is."""
        return squeezed(self.at(row, column).text)

    def texts(self, row: int) -> list[tuple[int, str]]:
        """The row's own filled cells with their columns."""
        found = [(column, squeezed(self.own(row, column).text)) for column in self.columns(row)]
        return [(column, text) for column, text in found if text]

    def place(self, row: int, column: int) -> str:
        """The address to show for a cell: that of its merged range's first cell."""
        return address(self.sheet.name, *self.anchor(row, column))
