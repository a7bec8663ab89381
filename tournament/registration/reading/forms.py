"""Cutting a sheet into forms and tables: heading rows, the lines above and below them, and the rows
between."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .grid import Grid
from .headings import Columns, Heading, columns, group_heading, heading
from .lines import LABELLED, Said, branch_of_title, said

# Some word for people is in every heading row; most rows are told from one by it alone.
NAMING = re.compile(r"[名员手者人友搭对替候后预]|name|player|member|partner|reserve|\s", re.IGNORECASE)


@dataclass(slots=True)
class Form:
    """What one form says above or below its table: values and the cells they stand in.

    ``unanswered`` is the cell of a line that asks for the branch and was left empty.
    """

    values: dict[str, str] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    title: str = ""
    title_cell: str = ""
    unanswered: str = ""
    filled: bool = False
    counts: dict[str, int] = field(default_factory=dict)

    def learn(self, part: Said, place: str) -> None:
        if not part.value:
            self.unanswered = self.unanswered or place
        elif part.field not in self.values:
            self.values[part.field] = part.value
            self.cells[part.field] = place


@dataclass(slots=True)
class Table:
    """A heading row's columns and the rows under it that may name players."""

    columns: Columns
    form: Form
    rows: list[int] = field(default_factory=list)


def headings_of(grid: Grid, row: int) -> list[tuple[int, Heading]]:
    """The headings of a row, where the row is a heading row: a name's heading, and mostly headings; else
    nothing."""
    texts = grid.texts(row)
    if not any(NAMING.search(text) for _, text in texts):
        return []
    known = [(column, found) for column, text in texts if (found := heading(text)) is not None]
    names = sum(found.field in ("name", "reserve") for _, found in known)
    if not names or len(known) * 2 < len(texts) or (len(known) == 1 and len(texts) > 1):
        return []
    return known


def tables(grid: Grid) -> list[Table]:
    """All tables of a sheet in reading order, each with its form."""
    found: list[Table] = []
    current: list[Table] = []
    form = Form()
    skip = -1
    for row in grid.rows:
        if row <= skip:
            continue
        known = headings_of(grid, row)
        if known:
            known, groups, skip = _with_second_row(grid, row, known)
            fresh = columns(row, max(row, skip), known, groups)
            if fresh:
                current = [Table(table, form) for table in fresh]
                found += current
                continue
        if current and not _is_line(grid, row, current):
            for table in current:
                table.rows.append(row)
            form.filled = True
            continue
        form, begun = _learn(grid, row, form)
        if begun:
            current = []
    return [table for table in found if table.rows]


def _is_line(grid: Grid, row: int, current: Sequence[Table]) -> bool:
    """Whether a row under a heading row speaks of the form (单位：… 联系人：…) rather than of a player."""
    texts = grid.texts(row)
    if not any(LABELLED.search(text) for _, text in texts) or not said(texts):
        return False
    names = [column for table in current for person in table.columns.people for column in person.values()]
    first = texts[0]
    named = [grid.text(row, column) for column in names[:1]]
    return bool(LABELLED.search(first[1])) or not any(named)


def _learn(grid: Grid, row: int, form: Form) -> tuple[Form, bool]:
    """Take in a line above, between or below tables. A branch's line after a filled table begins a new
    form."""
    texts = grid.texts(row)
    parts = said(texts)
    begun = False
    if (
        form.filled
        and "branch" in form.values
        and any(part.field == "branch" and part.value for part in parts)
    ):
        form, begun = Form(), True
    for part in parts:
        form.learn(part, grid.place(row, part.column))
    if not parts and len(texts) == 1 and not form.title:
        form.title = branch_of_title(texts[0][1])
        form.title_cell = grid.place(row, texts[0][0]) if form.title else ""
    return form, begun


def _with_second_row(
    grid: Grid, row: int, known: list[tuple[int, Heading]]
) -> tuple[list[tuple[int, Heading]], Mapping[int, int], int]:
    """Two heading rows as one: 队员一 over 姓名 and 手机, or 联系方式 over 手机 and 办公电话.

    Returns the headings by column, the player that the upper row names for a column, and the last heading
    row.
    """
    below = grid.texts(row + 1)
    lower = {column: found for column, text in below if (found := heading(text)) is not None}
    if not below or len(lower) < len(below):
        return known, {}, row
    above = dict(grid.texts(row))
    groups: dict[int, int] = {}
    player = 0
    for column in range(min(min(above), min(lower)), max(max(above), max(lower)) + 1):
        own = above.get(column)
        if own is not None:
            player = group_heading(own)
        if player and column in lower:
            groups[column] = player
    if any(found.field == "name" for found in lower.values()) and not groups:
        # The same headings twice: the second row begins the table.
        return known, {}, row
    upper = dict(known)
    merged = {column: found for column, found in upper.items() if column not in lower}
    covered = set(groups) | {
        column for column in upper if (area := grid.area(row, column)) and area.right > area.left
    }
    for column, found in lower.items():
        if column in covered or column not in upper:
            merged[column] = found
        else:
            merged[column] = upper[column]
    return sorted(merged.items()), groups, row + 1
