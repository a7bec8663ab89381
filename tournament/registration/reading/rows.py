"""The rows of a table as people: each value read from its cell, each cell that cannot be right said with
its address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.answers import Problem

from .forms import Form, Table
from .grid import Grid
from .headings import OF_THE_ROW
from .lines import counted, is_example, is_note, is_total, only_labels
from .names import NOBODY, Spelt, split_people, squeezed, whole_name
from .phones import NOTHING, phone, phones
from .proposed import ProposedPlayer
from .values import Area

MALE = frozenset({"男", "男性", "男士", "先生", "m", "male", "1男"})
FEMALE = frozenset({"女", "女性", "女士", "f", "female", "2女"})
BETWEEN = re.compile(r"[/、,;|\s]+")
# The number that our own form shows in its example.
SAMPLE = re.compile(r"13800000000")
COMPANION = re.compile(r"^(领队|教练|联系人|工作人员|裁判员?|随队)(?!.*(队员|选手|兼))")
YES = frozenset({"是", "√", "✓", "y", "yes"})
RESERVE = re.compile(r"替补|候补|后备|预备|reserve", re.IGNORECASE)
# What is wrong with a name → how sure that is.
NAME_DOUBTS = {
    "digits": "error",
    "odd_characters": "error",
    "damaged": "error",
    "private": "error",
    "long": "error",
    "pending": "error",
    "short": "unlikely",
    "unlike_a_name": "unlikely",
    "joined": "unlikely",
    "parted": "unlikely",
    "invisible": "unlikely",
}
PHONE_DOUBTS = {
    "no_phone": "error",
    "digits": "error",
    "spoilt": "error",
    "identity": "error",
    "short": "unlikely",
}


@dataclass(slots=True)
class Row:
    """One row that names people, with what binds it to its neighbours."""

    row: int
    people: list[ProposedPlayer]
    form: Form
    whole: bool = False
    gap: bool = False
    values: dict[str, str] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    bonds: dict[str, Area | None] = field(default_factory=dict)


@dataclass(slots=True)
class Total:
    """A total row: what it counts, where, and how many people stood above it in its table."""

    place: str
    count: int
    what: str
    people: int


@dataclass(slots=True)
class Read:
    """What one table holds."""

    rows: list[Row] = field(default_factory=list)
    totals: list[Total] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_table(grid: Grid, table: Table) -> Read:
    """The table's rows in order. Rows that name nobody (empty, totals, notes, examples) are passed over."""
    return _TableReader(grid, table).read()


class _TableReader:
    def __init__(self, grid: Grid, table: Table) -> None:
        self.grid = grid
        self.table = table
        self.found = Read()
        self._said: set[tuple[str, str, str]] = set()
        self.left, self.right = table.columns.left, table.columns.right
        self.name_columns = [column for person in table.columns.people for column in person.values()]

    def read(self) -> Read:
        last = self.table.columns.last_row
        for row in self.table.rows:
            texts = [(column, text) for column, text in self.grid.texts(row) if column <= self.right + 1]
            texts = [(column, text) for column, text in texts if column >= self.left - 1]
            if not texts and not self._flaws(row):
                continue
            if is_total(texts):
                self._total(row, texts)
            elif self._is_no_player(row, texts):
                continue
            elif (read := self._row(row)) is not None:
                read.gap = row > last + 1 and bool(self.found.rows)
                self.found.rows.append(read)
                last = row
            else:
                last = last if self._is_empty(row) else row
        return self.found

    def _flaws(self, row: int) -> bool:
        return any(self.grid.own(row, column).flaw == "formula" for column in self.name_columns)

    def _is_empty(self, row: int) -> bool:
        return not any(self.grid.own(row, column).text for column in self.name_columns)

    def _problem(self, code: str, row: int, column: int, severity: str = "error", **values: object) -> None:
        problem = Problem(code, self.grid.place(row, column), values, severity)
        mark = (code, problem.at, repr(values))
        if mark not in self._said:
            self._said.add(mark)
            self.found.problems.append(problem)

    def _total(self, row: int, texts: list[tuple[int, str]]) -> None:
        number = counted(texts)
        if number:
            people = sum(len(read.people) for read in self.found.rows)
            self.found.totals.append(Total(self.grid.place(row, texts[0][0]), number[0], number[1], people))

    def _is_no_player(self, row: int, texts: list[tuple[int, str]]) -> bool:
        """Notes and signatures below the table, a second row of headings, the example that a form shows."""
        if texts and only_labels(texts) and len(texts) > 1:
            return True
        if is_example(texts):
            if not any(SAMPLE.fullmatch(text) for _, text in texts):
                self._problem("example_skipped", row, texts[0][0], "unlikely")
            return True
        name_column = self.name_columns[0]
        area = self.grid.area(row, name_column)
        wide = area is not None and any(
            column != name_column and area.left <= column <= area.right for column in self.table.columns.all()
        )
        if wide and area is not None and (area.left < name_column or area.right - area.left > 1):
            return True
        return is_note(texts) and (texts[0][0] <= name_column or not self.grid.text(row, name_column))

    def _row(self, row: int) -> Row | None:
        read = Row(row, [], self.table.form)
        shared = self.table.columns.shared
        covered = True
        for person in self.table.columns.people:
            column = person.get("name", person.get("reserve", 0))
            area = self.grid.area(row, column)
            if area is not None and area.top < row:
                self._late_values(row, person)
                continue
            covered = False
            self._people(row, column, person, read)
        if covered:
            return None
        for name in OF_THE_ROW:
            if name in shared:
                read.values[name] = self._text(row, shared[name])
                read.cells[name] = self.grid.place(row, shared[name])
                read.bonds[name] = self.grid.area(row, shared[name])
        if not read.people and not self._missing(row, read):
            return None
        if self._is_companion(row, read):
            return None
        read.whole = len(read.people) > 1
        note, area = read.values.get("note", ""), read.bonds.get("note")
        if note and read.people and (area is None or area.top == row):
            read.people[0] = self._noted(read.people[0], note, read.cells["note"])
        spare = shared.get("spare")
        if spare is not None:
            # Where the form asks, its answer counts, whatever the note says.
            reserve = self._text(row, spare).lower() in YES
            read.people = [replace(person, reserve=reserve) for person in read.people]
        return read

    def _is_companion(self, row: int, read: Row) -> bool:
        """A leader or coach on the same list, told by the column of roles: the contact, and no player."""
        column = self.table.columns.shared.get("role")
        role = self._text(row, column) if column is not None else ""
        if column is None or not COMPANION.match(role):
            return False
        self._problem("not_a_player", row, column, "unlikely", role=role)
        first = read.people[0]
        if role.startswith(("领队", "联系人")) and "contact" not in self.table.form.values:
            self.table.form.values["contact"] = first.name
            self.table.form.cells["contact"] = first.cells["name"]
            if first.phone:
                self.table.form.values["contact_phone"] = first.phone
                self.table.form.cells["contact_phone"] = first.cells["phone"]
        return True

    def _noted(self, person: ProposedPlayer, note: str, cell: str) -> ProposedPlayer:
        text = f"{person.note} {note}".strip() if person.note and person.note != note else note
        reserve = person.reserve or bool(RESERVE.search(text))
        return replace(person, note=text, reserve=reserve, cells={**person.cells, "note": cell})

    def _missing(self, row: int, read: Row) -> bool:
        """A row without a name: an error where other cells say that somebody was meant, else an empty row."""
        for person in self.table.columns.people:
            told = {
                name: self._text(row, column)
                for name, column in person.items()
                if name not in ("name", "reserve") and self.grid.own(row, column).text.strip()
            }
            told = {name: text for name, text in told.items() if text not in NOBODY | NOTHING}
            if told:
                self._nameless(row, person, read, "name_missing")
        return bool(read.people)

    def _nameless(self, row: int, person: Mapping[str, int], read: Row, code: str) -> None:
        column = person.get("name", person.get("reserve", 0))
        self._problem(code, row, column)
        read.people += self._with_details(row, column, person, [Spelt("")])

    def _people(self, row: int, column: int, person: Mapping[str, int], read: Row) -> None:
        cell = self.grid.at(row, column)
        if not self._sound(row, column):
            read.people += self._with_details(row, column, person, [Spelt("")])
            return
        spelt = whole_name(cell.text) if self.table.columns.whole else split_people(cell.text)
        for one in spelt:
            for doubt in one.doubts:
                self._problem(f"name_{doubt}", row, column, NAME_DOUBTS[doubt], name=one.name)
        if spelt:
            read.people += self._with_details(row, column, person, list(spelt))
        elif squeezed(cell.text).strip("、/,;:.-—") and squeezed(cell.text) not in NOBODY:
            # Something stands here, but no name: a number in the wrong column.
            self._nameless(row, person, read, "name_missing")
        elif len(self.table.columns.people) > 1 and "reserve" not in person and self._told(row, person):
            self._nameless(row, person, read, "name_missing")

    def _told(self, row: int, person: Mapping[str, int]) -> bool:
        return any(
            self.grid.own(row, column).text.strip() for name, column in person.items() if name != "name"
        )

    def _sound(self, row: int, column: int) -> bool:
        """Whether a cell's value can be used; says what is wrong where it cannot."""
        flaw = self.grid.at(row, column).flaw
        if flaw == "formula":
            self._problem("formula_without_value", row, column)
        elif flaw == "error":
            self._problem("cell_error", row, column, value=self.grid.at(row, column).text[:20])
        elif flaw == "cut":
            self._problem("text_too_long", row, column)
        return not flaw

    def _text(self, row: int, column: int) -> str:
        return squeezed(self.grid.at(row, column).text) if self._sound(row, column) else ""

    def _with_details(
        self, row: int, column: int, person: Mapping[str, int], spelt: list[Spelt]
    ) -> list[ProposedPlayer]:
        """The people of a cell with the phones, sexes and numbers that stand beside them."""
        places = {name: self.grid.place(row, at) for name, at in person.items()}
        numbers = self._phones(row, person, len(spelt))
        sexes = self._parts(row, person.get("sex"), len(spelt))
        staff = self._parts(row, person.get("staff_number"), len(spelt))
        reserve = "reserve" in person
        players = []
        for index, one in enumerate(spelt):
            number = numbers[index] or one.phone
            note = one.aside if squeezed(one.aside).lower() not in MALE | FEMALE else ""
            own_note = self._text(row, person["note"]) if "note" in person else ""
            sex = self._sex(row, person, sexes[index]) or self._known_sex(one.aside)
            cells = {"name": self.grid.place(row, column)}
            for name, value in (("phone", number), ("sex", sex), ("staff_number", staff[index])):
                if value or name in places:
                    cells[name] = places.get(name, cells["name"])
            note = f"{note} {own_note}".strip()
            if note:
                cells["note"] = places.get("note", cells["name"])
            players.append(
                ProposedPlayer(
                    one.name, number, staff[index], sex, note, cells, reserve or bool(RESERVE.search(note))
                )
            )
        return players

    def _phones(self, row: int, person: Mapping[str, int], people: int) -> list[str]:
        """As many numbers as people; one number for several is the first one's."""
        if "phone" not in person:
            return [""] * people
        column = person["phone"]
        if not self._sound(row, column):
            return [""] * people
        written = phones(self.grid.at(row, column).text)
        numbers = []
        if len(written) > people:
            # Where there is one too many, a number that can be called from anywhere is the better one.
            written.sort(key=lambda text: phone(text)[1] != "")
        for text in written[: max(people, 1)]:
            number, doubt = phone(text)
            if doubt:
                # What was written is personal, and problems travel far: only its length is told.
                digits = sum(letter.isdigit() for letter in text)
                self._problem(f"phone_{doubt}", row, column, PHONE_DOUBTS[doubt], digits=digits)
            numbers.append("" if doubt in ("no_phone", "spoilt", "identity") else number)
        if len(written) > people:
            self._problem("phone_too_many", row, column, "unlikely", people=people, phones=len(written))
        return (numbers + [""] * people)[:people]

    def _parts(self, row: int, column: int | None, people: int) -> list[str]:
        text = self._text(row, column) if column is not None else ""
        if people == 1:
            return ["" if text in NOTHING else text]
        parts = [part for part in BETWEEN.split(text) if part]
        if len(parts) == 1 and len(text) == people and set(text) <= {"男", "女"}:
            parts = list(text)
        return (parts + [""] * people)[:people]

    def _known_sex(self, text: str) -> str:
        text = squeezed(text).lower()
        return "male" if text in MALE else "female" if text in FEMALE else ""

    def _sex(self, row: int, person: Mapping[str, int], text: str) -> str:
        known = self._known_sex(text)
        if text and not known:
            self._problem("sex_unknown", row, person["sex"], "unlikely")
        return known

    def _late_values(self, row: int, person: Mapping[str, int]) -> None:
        """A name cell over two rows, phones in each: this row's values are the next person's of that cell."""
        if not self.found.rows:
            return
        previous = self.found.rows[-1]
        details = {
            name: column
            for name, column in person.items()
            if name not in ("name", "reserve") and self.grid.own(row, column).text.strip()
        }
        if not details:
            return
        for place, known in enumerate(previous.people):
            if place and not known.phone and not known.staff_number:
                mended = self._with_details(row, person.get("name", 0), {**details}, [Spelt(known.name)])[0]
                previous.people[place] = replace(
                    mended, note=known.note or mended.note, reserve=known.reserve or mended.reserve
                )
                return
