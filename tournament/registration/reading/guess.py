"""A table without a heading row, as it is pasted from the middle of a sheet: columns told by what stands in
them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from .branches import of_a_name
from .forms import Form, Table
from .grid import Grid
from .headings import PERSONAL, Columns, heading
from .lines import branch_of_title
from .names import is_han, split_people
from .phones import phone
from .surnames import begins_with_surname

MOST = 0.6
MOST_ROWS = 500


def _is_people(text: str) -> bool:
    people = split_people(text)
    return (
        bool(people)
        and all(
            not person.doubts
            and 2 <= len(person.name) <= 4
            and all(map(is_han, person.name))
            and begins_with_surname(person.name)
            for person in people
        )
        and not branch_of_title(text)
    )


def _is_phone(text: str) -> bool:
    return len(text) >= 7 and phone(text)[1] == ""


def _is_sex(text: str) -> bool:
    return text in ("男", "女")


def _is_serial(text: str) -> bool:
    return text.isdigit() and len(text) <= 3


def _is_branch(text: str) -> bool:
    return bool(of_a_name(text, (), several=True)) and len(text) <= 20


KINDS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("phone", _is_phone),
    ("sex", _is_sex),
    ("serial", _is_serial),
    ("name", _is_people),
    ("branch", _is_branch),
)


def labelled_tables(grid: Grid) -> list[Table]:
    """A form without a table, each value behind its label: 队员一 | 张三 | 手机 | 138…."""
    form = Form()
    found: list[Table] = []
    for row in grid.rows[:MOST_ROWS]:
        people, told = _labelled(grid, row)
        for name, column in told.items():
            form.values.setdefault(name, grid.text(row, column))
            form.cells.setdefault(name, grid.place(row, column))
        if not people:
            continue
        if found and found[-1].columns.people == people:
            found[-1].rows.append(row)
        else:
            found.append(Table(Columns(row, row - 1, people, {}), form, [row]))
    return found


def _labelled(grid: Grid, row: int) -> tuple[tuple[dict[str, int], ...], dict[str, int]]:
    """The columns of the values behind labels: those of each player, and those of the form."""
    texts = grid.texts(row)
    people: list[dict[str, int]] = []
    told: dict[str, int] = {}
    for (_, label), (column, value) in pairwise(texts):
        known = heading(label)
        if known is None or heading(value) is not None:
            continue
        if known.field == "name" and _is_people(value):
            people.append({"name": column})
        elif known.field in PERSONAL and people:
            people[-1].setdefault(known.field, column)
        elif known.field in ("branch", "contact", "contact_phone"):
            told[known.field] = column
        elif known.field == "phone" and "contact" in told:
            told["contact_phone"] = column
    return tuple(people), told


def guess_tables(grid: Grid) -> list[Table]:
    """One table with the columns that could be told, or nothing where no column looks like people's names."""
    rows = grid.rows[:MOST_ROWS]
    texts: dict[int, list[str]] = {}
    for row in rows:
        for column, text in grid.texts(row):
            texts.setdefault(column, []).append(text)
    kinds: dict[int, str] = {}
    for column, values in sorted(texts.items()):
        for kind, fits in KINDS:
            if sum(map(fits, values)) >= MOST * len(values):
                kinds[column] = kind
                break
    names = [column for column, kind in kinds.items() if kind == "name"]
    if not names:
        return []
    people: list[dict[str, int]] = [{"name": column} for column in names]
    shared: dict[str, int] = {}
    for kind in ("phone", "sex"):
        mine = [column for column, known in kinds.items() if known == kind]
        for place, column in enumerate(mine):
            owner = (
                place
                if len(mine) == len(names)
                else max((index for index, name in enumerate(names) if name < column), default=0)
            )
            people[owner].setdefault(kind, column)
    for column, kind in kinds.items():
        if kind in ("serial", "branch"):
            shared.setdefault(kind, column)
    first = grid.rows[0]
    return [Table(Columns(first, first - 1, tuple(people), shared), Form(), list(grid.rows))]
