"""Office Open XML (.xlsx, .xlsm) as Excel, WPS, LibreOffice and openpyxl write it, read cell by filled cell.

Read by hand rather than into a dense table: one stray cell in the last row of the last column must not cost
memory.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from rules.answers import Problem, Refused

from .archive import Archive
from .safe_xml import Reader
from .values import Area, Cell, Limits, Sheet, Workbook, column_number, number_as_text

ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
HEX = re.compile(r"_x([0-9A-Fa-f]{4})_")


# Cells and rows that carry nothing but a style, as they are written by the hundred thousand.
BLANK_CELL = re.compile(rb'<c (?=[^<>]*\br=")[^<>]*/>')
BLANK_ROW = re.compile(rb'<row (?=[^<>]*\br=")[^<>]*(?:/>|></row>)')


def _without_blanks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same XML without blank cells and rows, taken out before anything is parsed; they say where they
    stand, so that nothing else moves."""
    rest = b""
    for piece in pieces:
        ready, tag, rest = (rest + piece).rpartition(b"<")
        rest = tag + rest
        yield BLANK_ROW.sub(b"", BLANK_CELL.sub(b"", ready))
    yield rest


class _Relations(Reader):
    def __init__(self, part: str, depth: int) -> None:
        super().__init__(part, depth)
        self.targets: dict[str, tuple[str, str]] = {}

    def start_Relationship(self, attributes: dict[str, str]) -> None:
        if attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            target = attributes.get("Target", "")
            folder = posixpath.dirname(posixpath.dirname(self.part))
            path = target[1:] if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
            self.targets[attributes.get("Id", "")] = (kind, path.lstrip("/"))


class _Book(Reader):
    def __init__(self, part: str, depth: int) -> None:
        super().__init__(part, depth)
        self.sheets: list[tuple[str, str, bool]] = []

    def start_sheet(self, attributes: dict[str, str]) -> None:
        hidden = attributes.get("state", "visible") != "visible"
        self.sheets.append((attributes.get("name", ""), attributes.get("id", ""), hidden))


class _Strings(Reader):
    """The shared texts. Phonetic guides above the characters are no part of a name."""

    def __init__(self, part: str, limits: Limits) -> None:
        super().__init__(part, limits.depth)
        self.limits = limits
        self.strings: list[str] = []
        self._parts: list[str] = []
        self._phonetic = False

    def start_si(self, attributes: dict[str, str]) -> None:
        self._parts = []

    def start_rPh(self, attributes: dict[str, str]) -> None:
        self._phonetic = True

    def end_rPh(self) -> None:
        self._phonetic = False

    def start_t(self, attributes: dict[str, str]) -> None:
        if not self._phonetic:
            self.listen()

    def end_t(self) -> None:
        if self.text is not None:
            self._parts.append(self.heard())

    def end_si(self) -> None:
        # One character more than is read of a cell, so that the cell is known to be cut.
        self.strings.append(_unescape("".join(self._parts))[: self.limits.text + 1])
        if len(self.strings) > self.limits.filled_cells:
            raise Refused([Problem("too_many_cells", values={"most": self.limits.filled_cells})])


class _Cells(Reader):
    def __init__(self, part: str, limits: Limits, strings: list[str], left: int) -> None:
        super().__init__(part, limits.depth)
        self.limits = limits
        self.strings = strings
        self.left = left
        self.cells: dict[tuple[int, int], Cell] = {}
        self.merged: list[Area] = []
        self._row = -1
        self._column = -1
        self._type = "n"
        self._value: str | None = None
        self._inline: list[str] = []
        self._formula = False
        self._in_cell = False
        self._phonetic = False

    def start_row(self, attributes: dict[str, str]) -> None:
        given = attributes.get("r", "")
        self._row = int(given) - 1 if given.isascii() and given.isdigit() else self._row + 1
        self._column = -1

    def start_c(self, attributes: dict[str, str]) -> None:
        self._in_cell = True
        place = ADDRESS.fullmatch(attributes.get("r", ""))
        if place:
            self._column, self._row = column_number(place[1]), int(place[2]) - 1
        else:
            self._column += 1
        self._type = attributes.get("t", "n")
        self._value, self._inline, self._formula = None, [], False

    def start_v(self, attributes: dict[str, str]) -> None:
        if self._in_cell:
            self.listen()

    def end_v(self) -> None:
        if self.text is not None:
            self._value = self.heard()

    def start_f(self, attributes: dict[str, str]) -> None:
        self._formula = True

    def start_rPh(self, attributes: dict[str, str]) -> None:
        self._phonetic = True

    def end_rPh(self) -> None:
        self._phonetic = False

    def start_t(self, attributes: dict[str, str]) -> None:
        if self._in_cell and not self._phonetic:
            self.listen()

    def end_t(self) -> None:
        if self.text is not None:
            self._inline.append(self.heard())

    def end_c(self) -> None:
        self._in_cell = False
        self._keep()

    def start_mergeCell(self, attributes: dict[str, str]) -> None:
        self._merge(attributes.get("ref", ""))

    def _merge(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        top, bottom = ADDRESS.fullmatch(first), ADDRESS.fullmatch(last)
        if top and bottom and len(self.merged) < self.limits.filled_cells:
            self.merged.append(
                Area(int(top[2]) - 1, column_number(top[1]), int(bottom[2]) - 1, column_number(bottom[1]))
            )

    def _keep(self) -> None:
        cell = self._cell()
        if cell is None:
            return
        if len(self.cells) >= self.left:
            raise Refused([Problem("too_many_cells", values={"most": self.limits.filled_cells})])
        self.cells[self._row, self._column] = cell

    def _cell(self) -> Cell | None:
        if self._type == "inlineStr":
            text = _unescape("".join(self._inline))
        elif self._value is None or (self._formula and self._value == "" and self._type != "str"):
            return Cell("", flaw="formula") if self._formula else None
        elif self._type == "s":
            index = int(self._value) if self._value.isascii() and self._value.isdigit() else len(self.strings)
            if index >= len(self.strings):
                raise Refused([Problem("broken_workbook", values={"part": self.part})])
            text = self.strings[index]
        elif self._type == "e":
            return Cell(self._value, flaw="error")
        elif self._type == "n":
            return _number(self._value)
        else:
            text = _unescape(self._value)
        if not text.strip():
            return None
        return limited(text, self.limits)


def limited(text: str, limits: Limits) -> Cell:
    """A cell of text; what is longer than any note is cut and marked."""
    if len(text) > limits.text:
        return Cell(text[: limits.text], flaw="cut")
    return Cell(text)


def _number(text: str) -> Cell | None:
    text = text.strip()
    if not text:
        return None
    try:
        return Cell(number_as_text(float(text)), number=True)
    except (ValueError, OverflowError):
        return Cell(text)


def _unescape(text: str) -> str:
    """Characters written as ``_x674E_``; a rare one is written as the two halves of its pair."""
    if "_x" not in text:
        return text
    text = HEX.sub(lambda match: chr(int(match[1], 16)), text)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def read_xlsx(archive: Archive, limits: Limits) -> Workbook:
    """Every worksheet with its filled cells and merged ranges. Raises ``Refused`` where parts are missing."""
    relations = "xl/_rels/workbook.xml.rels"
    path = "xl/workbook.xml"
    if "_rels/.rels" in archive.names:
        top = _Relations("_rels/.rels", limits.depth)
        top.read(archive.pieces("_rels/.rels"))
        for kind, target in top.targets.values():
            if kind == "officeDocument":
                path = target
                folder, name = posixpath.split(target)
                relations = f"{folder}/_rels/{name}.rels".lstrip("/")
    parts = _Relations(relations, limits.depth)
    parts.read(archive.pieces(relations))
    book = _Book(path, limits.depth)
    book.read(archive.pieces(path))
    if len(book.sheets) > limits.sheets:
        raise Refused([Problem("too_many_sheets", values={"most": limits.sheets})])
    strings: list[str] = []
    for kind, target in parts.targets.values():
        if kind == "sharedStrings" and target in archive.names:
            shared = _Strings(target, limits)
            shared.read(archive.pieces(target))
            strings = shared.strings
    left = limits.filled_cells
    sheets = []
    for name, relation, hidden in book.sheets:
        kind, target = parts.targets.get(relation, ("", ""))
        if kind != "worksheet":
            continue
        reader = _Cells(target, limits, strings, left)
        reader.read(_without_blanks(archive.pieces(target)))
        left -= len(reader.cells)
        sheets.append(Sheet(name, reader.cells, tuple(reader.merged), hidden))
    macros = any(name.endswith("vbaProject.bin") for name in archive.names)
    return Workbook("xlsx", sheets, ("macros",) if macros else ())
