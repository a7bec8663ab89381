"""Cutting a sheet into forms and tables: heading rows, the lines above and below them, and the rows
between."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .grid import Grid
from .headings import Columns, Heading, columns, entry_heading, group_heading, heading
from .lines import LABELLED, Said, branch_of_title, said

# Some word for people is in every heading row; most rows are told from one by it alone.
NAMING = re.compile(r"[名员手者人友搭对替候后预]|name|player|member|partner|reserve|\s", re.IGNORECASE)


NUMBER = re.compile(r"\d{7,}")
NUMBERING = re.compile(r"^[(]?[一二三四五六七八九十\d]+[)]?\s*[、.:]\s*")


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
    # 队员一 | 张三 | 手机 | 138…: headings and values in one row are no heading row.
    return [] if any(NUMBER.search(text) for _, text in texts) else known


def tables(grid: Grid) -> list[Table]:
    """All tables of a sheet in reading order, each with its form."""
    found: list[Table] = []
    current: list[Table] = []
    form = Form()
    skip = -1
    for row in grid.rows:
        if row <= skip:
            continue
        heads = _heading_rows(grid, row)
        if heads is not None:
            skip = heads.last_row
            fresh = columns(row, skip, heads.known, heads.players, heads.entries)
            if fresh:
                current = [Table(table, form) for table in fresh]
                found += current
                continue
        section = _section(grid, row, current)
        if section is not None:
            form = section
            current = [Table(replace(table.columns, row=row, last_row=row), section) for table in current]
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


def _section(grid: Grid, row: int, current: Sequence[Table]) -> Form | None:
    """A row within a table with a branch's name and nothing else (一、化学系) heads its people."""
    texts = grid.texts(row)
    if len(texts) != 1 or not current or "branch" in current[0].columns.shared:
        return None
    column, text = texts[0]
    area = grid.area(row, column)
    names = current[0].columns.people[0].values()
    if column in names and (area is None or area.right == area.left):
        return None
    name = re.sub(r"\s*[(].*[)]\s*$|:$", "", NUMBERING.sub("", text)).strip()
    if not name or branch_of_title(name) != name:
        return None
    place = grid.place(row, column)
    return Form({**current[0].form.values, "branch": name}, {**current[0].form.cells, "branch": place})


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


@dataclass(frozen=True, slots=True)
class Headings:
    """One heading row, or two read as one: headings, and the players and entries that the upper names, by
    column."""

    last_row: int
    known: list[tuple[int, Heading]]
    players: Mapping[int, int]
    entries: Mapping[int, int]


def _heading_rows(grid: Grid, row: int) -> Headings | None:
    """The headings that begin in a row; two rows count as one where 队员一 stands over 姓名 and 手机."""
    known = headings_of(grid, row)
    above = dict(grid.texts(row))
    if not known:
        # 单位 | 第一对 over 队员1, 队员2 | 第二对 …: only the lower row has a heading for names.
        if not any(map(entry_heading, above.values())) or not headings_of(grid, row + 1):
            return None
        known = [(column, found) for column, text in above.items() if (found := heading(text)) is not None]
    alone = Headings(row, known, {}, {})
    below = grid.texts(row + 1)
    lower = {column: found for column, text in below if (found := heading(text)) is not None}
    if not below or len(lower) < len(below):
        return alone
    players: dict[int, int] = {}
    entries: dict[int, int] = {}
    player = entry = 0
    for column in range(min(min(above), min(lower)), max(max(above), max(lower)) + 1):
        if column in above:
            player, entry = group_heading(above[column]), entry_heading(above[column])
        if column in lower:
            players.update({column: player} if player else {})
            entries.update({column: entry} if entry else {})
    covered = set(players) | set(entries)
    if any(found.field == "name" for found in lower.values()) and not covered:
        # The same headings twice: the second row begins the table.
        return alone
    covered |= {column for column, _ in known if (area := grid.area(row, column)) and area.right > area.left}
    merged = {column: found for column, found in known if column not in covered or column not in lower}
    merged.update({column: found for column, found in lower.items() if column not in merged})
    return Headings(row + 1, sorted(merged.items()), players, entries)
