"""What every kind of file is turned into before anybody asks what it means: sheets of cells with
addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of an upload is looked at. Sizes in bytes; a real entry form is far below each of them."""

    size: int = 10 * 1024 * 1024
    unpacked: int = 50 * 1024 * 1024
    ratio: int = 250
    members: int = 2_000
    depth: int = 64
    filled_cells: int = 100_000
    sheets: int = 200
    text: int = 2_000


@dataclass(frozen=True, slots=True)
class Cell:
    """One filled cell: its text as a person would read it, and what is odd about it.

    ``flaw`` is empty, ``"formula"`` (a formula that was never computed), ``"error"`` (``#N/A`` and the like)
    or ``"cut"`` (longer than any name or note).
    """

    text: str
    number: bool = False
    flaw: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A merged range: first and last row, first and last column, counted from 0, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row <= self.bottom and self.left <= column <= self.right


@dataclass(slots=True)
class Sheet:
    """A sheet's filled cells by (row, column), counted from 0, and its merged ranges."""

    name: str
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    merged: tuple[Area, ...] = ()
    hidden: bool = False


@dataclass(slots=True)
class Workbook:
    """All sheets of one file, and what was noticed while opening it (``macros``, ``other_kind``)."""

    kind: str
    sheets: list[Sheet] = field(default_factory=list)
    notices: tuple[str, ...] = ()


def column_letters(column: int) -> str:
    """``0`` is A, ``25`` is Z, ``26`` is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """The reverse of ``column_letters``; the letters must be A–Z."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def address(sheet: str, row: int, column: int) -> str:
    """``Sheet1!C6`` for row 5, column 2."""
    return f"{sheet}!{column_letters(column)}{row + 1}"


def number_as_text(value: float) -> str:
    """A number as a person typed it: phones and serial numbers without ``.0`` and without an exponent."""
    if abs(value) < 1e18 and value == int(value):
        return str(int(value))
    return repr(value)


def correct(workbook: Workbook, corrections: Mapping[str, str]) -> list[str]:
    """Put the replacement texts into their cells (an empty text empties the cell).

    Keys are addresses such as ``Sheet1!C6``. Inside a merged range the range's first cell is meant.
    Returns the addresses that are on no sheet.
    """
    sheets = {sheet.name: sheet for sheet in workbook.sheets}
    nowhere = []
    for key, text in corrections.items():
        name, _, cell = key.rpartition("!")
        letters = cell.rstrip("0123456789")
        digits = cell[len(letters) :]
        known = sheets.get(name)
        if known is None or not (letters.isascii() and letters.isalpha() and digits) or len(letters) > 3:
            nowhere.append(key)
            continue
        row, column = int(digits) - 1, column_number(letters.upper())
        for area in known.merged:
            if area.holds(row, column):
                row, column = area.top, area.left
        if text.strip():
            known.cells[row, column] = Cell(text)
        else:
            known.cells.pop((row, column), None)
    return nowhere
