"""From a file's bytes to proposed entries: open, correct, cut into forms, read rows, put pairs together,
check."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PureWindowsPath

from rules.answers import Problem, Refused

from .branches import Branches, of_a_name
from .checks import check_entries
from .forms import Form, Table, headings_of, tables
from .grid import Grid
from .guess import guess_tables, labelled_tables
from .names import squeezed
from .pairs import group_rows
from .phones import phone, phones
from .proposed import ProposedEntry, ProposedPlayer, Reading
from .rows import Read, Row, read_table
from .sources import open_workbook
from .values import Limits, Sheet, Workbook, correct

# Written into a branch's cell by those who have none, and by our own export.
NO_BRANCH = ("无", "无单位", "-", "—", "/", "none")
CELL = re.compile(r"^(?P<sheet>.*)!(?P<column>[A-Z]+)(?P<row>\d+)$")


def read_entries(
    name: str,
    content: bytes,
    *,
    quota: int | None = None,
    players_per_entry: int = 2,
    known_branches: Sequence[str] = (),
    divisions: Sequence[str] = (),
    corrections: Mapping[str, str] | None = None,
    branch: str | None = None,
    limits: Limits | None = None,
    progress: Callable[[float], None] | None = None,
) -> Reading:
    """Read an entry form or a master sheet, as it was sent, into proposed entries.

    ``name`` is the file's name. ``quota`` is the most entries of a branch; ``known_branches`` are the names
    to which branches are matched; ``divisions`` the names of the event's divisions; ``corrections`` replace
    cells (``{"Sheet1!C6": "13800138000"}``); ``branch`` is the branch whose own form this is, whatever the
    file says; ``progress`` is told in per cent how far the reading is. Raises ``Refused`` only where nothing
    could be read at all.
    """
    workbook = open_workbook(name, content, limits or Limits())
    nowhere = correct(workbook, corrections or {})
    work = _Assembly(name, players_per_entry, known_branches, branch, divisions)
    work.problems += [Problem(notice, severity="unlikely") for notice in workbook.notices]
    work.problems += [Problem("correction_nowhere", key, severity="unlikely") for key in nowhere]
    entries = work.entries(workbook, progress or (lambda percent: None))
    work.problems += check_entries(entries, players_per_entry, quota, work.phones_asked)
    order = {sheet.name: place for place, sheet in enumerate(workbook.sheets)}
    unique = list({(p.code, p.at, str(p.values)): p for p in work.problems}.values())
    return Reading(tuple(entries), tuple(sorted(unique, key=lambda problem: _position(problem.at, order))))


def _position(at: str, order: Mapping[str, int]) -> tuple[int, int, int, str]:
    match = CELL.match(at)
    if not match:
        return (order.get(at, -1), -1, 0, "")
    return order.get(match["sheet"], -1), int(match["row"]), len(match["column"]), match["column"]


class _Assembly:
    def __init__(
        self,
        name: str,
        players: int,
        known: Sequence[str],
        forced: str | None,
        divisions: Sequence[str] = (),
    ) -> None:
        self.stem = PureWindowsPath(name).stem
        self.players = players
        self.branches = Branches(known if forced is None else (forced,))
        self.forced = forced
        self.divisions = {squeezed(one): one for one in divisions}
        self.problems: list[Problem] = []
        self.phones_asked = False
        self._told: set[tuple[str, str]] = set()
        self._people = self._entries = 0

    def entries(self, workbook: Workbook, progress: Callable[[float], None]) -> list[ProposedEntry]:
        """All entries of all sheets that are shown. Raises ``Refused`` where no sheet has a table."""
        progress(20)
        found: list[tuple[Grid, list[Table]]] = []
        for sheet in workbook.sheets:
            grid = Grid(sheet)
            if sheet.hidden:
                self._hidden(sheet, grid)
                continue
            found.append((grid, tables(grid)))
        if not any(listed for _, listed in found):
            found = self._guessed([grid for grid, _ in found])
        several = sum(bool(listed) for _, listed in found) > 1
        entries: list[ProposedEntry] = []
        for done, (grid, listed) in enumerate(found):
            for table in listed:
                entries += self._table(grid, table, several)
            progress(40 + 60 * (done + 1) / len(found))
        if not entries and not self.problems:
            first = next((grid.sheet.name for grid, listed in found if listed), "")
            self.problems.append(Problem("no_players", first))
        return entries

    def _hidden(self, sheet: Sheet, grid: Grid) -> None:
        if any(headings_of(grid, row) for row in grid.rows[:50]):
            self.problems.append(Problem("hidden_sheet", sheet.name, {"sheet": sheet.name}, "unlikely"))

    def _guessed(self, grids: list[Grid]) -> list[tuple[Grid, list[Table]]]:
        """Without any heading row the columns are told by what stands in them, and that is said."""
        found = []
        for grid in grids:
            listed = labelled_tables(grid)
            if listed:
                found.append((grid, listed))
                continue
            listed = guess_tables(grid)
            for table in listed:
                place = grid.place(table.rows[0], table.columns.left)
                self.problems.append(Problem("no_heading_row", place, severity="unlikely"))
            found.append((grid, listed))
        if not any(listed for _, listed in found):
            blank = not any(grid.rows for grid in grids)
            raise Refused([Problem("empty_file" if blank else "no_table")])
        return found

    def _table(self, grid: Grid, table: Table, several: bool) -> list[ProposedEntry]:
        read = read_table(grid, table)
        self.problems += read.problems
        self.phones_asked = self.phones_asked or any("phone" in person for person in table.columns.people)
        if not read.rows:
            return []
        self._division_is_no_number(read.rows)
        grouped = group_rows(read.rows, self.players, table.columns.whole)
        self.problems += grouped.problems
        self._carried(read)
        entries = [self._entry(grid, table, group, several) for group in grouped.groups]
        self._totals(read, table.form, len(entries))
        people = sum(len(entry.players) for entry in entries)
        for what, count in (("people", people), ("entries", len(entries))):
            table.form.counts[what] = table.form.counts.get(what, 0) + count
        self._people += people
        self._entries += len(entries)
        return entries

    def _carried(self, read: Read) -> None:
        carried = [row.values["carried"] for row in read.rows if "carried" in row.values and row.people]
        alone = [place for place in carried if place]
        tall = [row for row in read.rows if row.bonds.get("branch") is not None]
        if len(alone) > len(read.rows) // 2 and not tall:
            values = {"count": len(alone)}
            self._once(Problem("branch_carried_down", alone[0], values, "unlikely"))

    def _totals(self, read: Read, form: Form, entries: int) -> None:
        """A total is of its table, of its form, or of everything so far; any of these may be meant."""
        for total in read.totals:
            there, before = (
                (total.people, self._people) if total.what == "people" else (entries, self._entries)
            )
            if total.count not in (there, there + before, there + form.counts.get(total.what, 0)):
                values = {"said": total.count, "found": there, "what": total.what}
                self.problems.append(Problem("total_differs", total.place, values, "unlikely"))

    def _entry(self, grid: Grid, table: Table, rows: Sequence[Row], several: bool) -> ProposedEntry:
        players = tuple(person for row in rows for person in row.people)
        cells: dict[str, str] = {}
        written, place = self._written_branch(grid, table, rows, several)
        name, label = self._branch(written, place)
        self._one_branch(rows)
        if all(row.values.get("carried") for row in rows):
            label = ""
        if place:
            cells["branch"] = place
        own_label = next((row.values["label"] for row in rows if row.values.get("label")), "")
        if own_label:
            label = own_label
            cells["label"] = next(row.cells["label"] for row in rows if row.values.get("label"))
        division, joint = (self._of_all(name, rows, cells) for name in ("division", "joint"))
        division = self._division(division, cells)
        contact = self._contact("contact", rows, table.form, cells)
        number = self._contact_phone(self._contact("contact_phone", rows, table.form, cells), cells)
        return ProposedEntry(name, contact, number, label, players, cells, division, self._joint(joint, name))

    def _division_is_no_number(self, rows: Sequence[Row]) -> None:
        """组别 heads the numbers of pairs as well as the divisions; what stands under it tells."""
        if not self.divisions or not any(row.values.get("pair") in self.divisions for row in rows):
            return
        for row in rows:
            row.values["division"] = row.values.pop("pair", "")
            row.cells["division"] = row.cells.pop("pair", "")
            row.bonds.pop("pair", None)

    def _of_all(self, field: str, rows: Sequence[Row], cells: dict[str, str]) -> str:
        for row in rows:
            if row.values.get(field):
                cells[field] = row.cells[field]
                return row.values[field]
        return ""

    def _division(self, written: str, cells: Mapping[str, str]) -> str:
        """The division as the event calls it; one that the event has not is said."""
        if not written or not self.divisions or written in self.divisions:
            return self.divisions.get(written, written)
        close = [name for short, name in self.divisions.items() if short.startswith(written)]
        if len(close) == 1:
            return close[0]
        values = {"written": written, "divisions": "、".join(self.divisions.values())}
        self._once(Problem("division_unknown", cells["division"], values))
        return written

    def _joint(self, written: str, branch: str) -> str:
        """The other branch of a joint team by its known name."""
        found = self.branches.recognise(written).branch if written and written not in NO_BRANCH else ""
        return "" if found == branch else found

    def _one_branch(self, rows: Sequence[Row]) -> None:
        """Players whom the form puts together although they are of two branches: a joint team, or a slip."""
        written = {row.values["branch"]: row for row in rows if row.values.get("branch")}
        if len(written) > 1:
            (first, _), (second, row) = list(written.items())[:2]
            values = {"branch": first, "other": second}
            self.problems.append(Problem("two_branches", row.cells["branch"], values, "unlikely"))

    def _contact(self, name: str, rows: Sequence[Row], form: Form, cells: dict[str, str]) -> str:
        for row in rows:
            if row.values.get(name):
                cells[name] = row.cells[name]
                return row.values[name]
        if form.values.get(name):
            cells[name] = form.cells[name]
        return form.values.get(name, "")

    def _contact_phone(self, text: str, cells: Mapping[str, str]) -> str:
        numbers = phones(text)
        if not numbers:
            return ""
        number, doubt = phone(numbers[0])
        if doubt and doubt != "short":
            digits = sum(letter.isdigit() for letter in text)
            self._once(Problem("contact_phone_wrong", cells["contact_phone"], {"digits": digits}, "unlikely"))
            return ""
        return number

    def _written_branch(
        self, grid: Grid, table: Table, rows: Sequence[Row], several: bool
    ) -> tuple[str, str]:
        """The branch as it is written, and where: in the row, on the form's line, else guessed from names."""
        for row in rows:
            if row.values.get("branch") in NO_BRANCH:
                return "", row.cells["branch"]
            if row.values.get("branch"):
                return row.values["branch"], row.cells["branch"]
        form = table.form
        if form.values.get("branch"):
            return form.values["branch"], form.cells["branch"]
        place = form.title_cell or grid.place(table.columns.row, table.columns.left)
        if self.forced is not None:
            return self.forced, ""
        sheet = "" if grid.sheet.name == self.stem else grid.sheet.name
        guesses = (
            ("branch_from_sheet", of_a_name(sheet, self.branches.names, several)),
            ("branch_from_file", of_a_name(self.stem, self.branches.names)),
            # The title of a form that asks for the branch is the organiser's.
            ("branch_from_title", "" if form.unanswered else form.title),
        )
        for code, guess in guesses:
            if guess:
                self._once(Problem(code, place, {"branch": guess}, "unlikely"))
                return guess, place
        place = form.unanswered or place
        self._once(Problem("branch_missing", place))
        return "", place

    def _branch(self, written: str, place: str) -> tuple[str, str]:
        """The branch and the team's label; what differs from the known or the forced branch is said once."""
        if self.forced is not None:
            found = self.branches.recognise(written)
            if found.how == "unknown" and written:
                values = {"written": written, "branch": self.forced}
                self._once(Problem("branch_other", place, values, "unlikely"))
                return self.forced, ""
            return self.forced, found.label
        found = self.branches.recognise(written)
        if written and found.how == "unknown":
            code = "branch_unknown_similar" if found.suggestion else "branch_unknown"
            values = {"branch": found.branch, "suggestion": found.suggestion}
            self._once(Problem(code, place, values, "unlikely"), found.branch)
        return found.branch, found.label

    def _once(self, problem: Problem, key: str = "") -> None:
        mark = (problem.code, key or problem.at)
        if mark not in self._told:
            self._told.add(mark)
            self.problems.append(problem)


__all__ = ["ProposedEntry", "ProposedPlayer", "Reading", "read_entries"]
