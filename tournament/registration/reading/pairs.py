"""Which rows make one entry: said by a number, a merged range or a team's name, else by their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.answers import Problem

from .rows import Row

RESERVES = 2
ORDINAL = re.compile(r"\d|[一二三四五六七八九十甲乙丙丁]|[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Grouped:
    """Rows by entry, and what was unsure about putting them together."""

    groups: tuple[tuple[Row, ...], ...]
    problems: tuple[Problem, ...] = ()


def group_rows(rows: Sequence[Row], players: int, numbered: bool = False) -> Grouped:
    """The rows of one table as entries of ``players`` people.

    What the form says comes first (a pair's number, merged cells, a team's name, a serial number that
    stands once for a pair); where it says nothing, people belong together in the order in which they stand,
    within one branch.
    """
    carry_branches(rows)
    if numbered and (groups := _by_text("pair", players)(rows)) is not None:
        return Grouped(tuple(tuple(group) for group in groups))
    wholes = sum(row.whole for row in rows)
    if wholes and wholes * 2 >= len(rows):
        return Grouped(tuple((row,) for row in rows))
    for bonds in (_by_text("pair", players), _by_area, _by_text("label", players), _by_serial):
        groups = bonds(rows)
        if groups is not None and _fits(groups, players):
            return Grouped(tuple(tuple(group) for group in groups))
    return _in_order(rows, players)


def carry_branches(rows: Sequence[Row]) -> None:
    """A branch that is written once stands for the rows below it; those rows are marked ``carried``."""
    known, cell = "", ""
    for row in rows:
        if row.values.get("branch"):
            known, cell = row.values["branch"], row.cells["branch"]
        elif known and "branch" in row.values:
            row.values["branch"] = known
            row.values["carried"] = row.cells["branch"]
            row.cells["branch"] = cell


def _fits(groups: Sequence[Sequence[Row]], players: int) -> bool:
    """Whether a way of grouping is meant for entries: a column of divisions would put everybody together."""
    sizes = [sum(len(row.people) for row in group) for group in groups]
    return sum(sizes) <= (players + RESERVES) * len(sizes) and any(size > 1 for size in sizes)


def _runs(rows: Sequence[Row], together: Callable[[Row, Row], bool]) -> list[list[Row]]:
    groups: list[list[Row]] = []
    for row in rows:
        if groups and together(groups[-1][-1], row):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _by_text(name: str, players: int) -> Callable[[Sequence[Row]], list[list[Row]] | None]:
    """Rows with the same text in a column belong together; an empty cell continues the one above."""

    def grouped(rows: Sequence[Row]) -> list[list[Row]] | None:
        texts = [row.values[name] for row in rows if row.values.get(name)]
        # 第1组 numbers pairs; 老年组 is a division.
        if not texts or (name == "pair" and not all(ORDINAL.search(text) for text in texts)):
            return None

        def together(before: Row, row: Row) -> bool:
            mine, other = row.values.get(name, ""), carried.get(id(before), "")
            return not mine or mine == other

        carried: dict[int, str] = {}
        known = ""
        for row in rows:
            known = row.values.get(name) or known
            carried[id(row)] = known
        groups: list[list[Row]] = []
        for group in _runs(rows, together):
            # Every branch may count from 1: a joint team is no larger than an entry.
            joint = sum(len(row.people) for row in group) <= players
            groups += [group] if joint else _runs(group, _same)
        return groups

    return grouped


def _by_area(rows: Sequence[Row]) -> list[list[Row]] | None:
    """Rows that one merged cell spans, in the column of labels, numbers, serials or notes."""
    for name in ("label", "pair", "serial", "note"):
        areas = [row.bonds.get(name) for row in rows]
        tall = [area for area in areas if area is not None and area.bottom > area.top]
        if len(tall) < 2 or len(tall) * 2 < len(rows):
            continue

        def together(before: Row, row: Row, name: str = name) -> bool:
            area = row.bonds.get(name)
            return area is not None and area == before.bonds.get(name)

        return _runs(rows, together)
    return None


def _by_serial(rows: Sequence[Row]) -> list[list[Row]] | None:
    """1, empty, 2, empty or 1, 1, 2, 2: serial numbers of entries. 1, 2, 3, 4 number people and say
    nothing."""
    serials = [row.values.get("serial", "") for row in rows]
    filled = [serial for serial in serials if serial]
    if not filled or len(set(filled)) == len(rows):
        return None
    if not rows[0].values.get("serial"):
        return None
    repeated = any(one == other for one, other in pairwise(filled))
    if len(filled) == len(rows) and not repeated:
        return None
    return _runs(
        rows, lambda before, row: not row.values["serial"] or row.values["serial"] == before.values["serial"]
    )


def _in_order(rows: Sequence[Row], players: int) -> Grouped:
    """Consecutive people of one branch and form. An empty row inside a pair parts it, unless both sides are
    odd."""
    problems: list[Problem] = []
    groups: list[list[Row]] = []
    runs = _runs(rows, lambda before, row: not row.gap and _same(before, row))
    held: list[Row] = []
    for index, run in enumerate(runs):
        pending = held + run
        held = []
        while pending:
            group: list[Row] = []
            while pending and (not group or len(_regular(group)) + len(_regular(pending[:1])) <= players):
                group.append(pending.pop(0))
            following = runs[index + 1] if index + 1 < len(runs) else []
            short = not pending and len(_regular(group)) < players
            if (
                short
                and following
                and following[0].gap
                and _same(group[-1], following[0])
                and len(following) % players
            ):
                problems.append(Problem("pair_across_gap", _name_cell(following[0]), severity="unlikely"))
                held = group
            else:
                groups.append(group)
    return Grouped(tuple(tuple(group) for group in groups), tuple(problems))


def _same(before: Row, row: Row) -> bool:
    return row.values.get("branch") == before.values.get("branch")


def _regular(rows: Sequence[Row]) -> list[str]:
    return [person.name for row in rows for person in row.people if not person.reserve]


def _name_cell(row: Row) -> str:
    return row.people[0].cells["name"]
