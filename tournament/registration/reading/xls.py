"""Excel 97–2003 workbooks (.xls, also WPS .et): weighed record by record, then read by calamine.

Calamine reads a sheet into one dense table and leaves out formula errors, so the records are walked first:
for how far the filled cells reach, for encryption, and for formulas whose result is an error or was never
computed.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass, field

import python_calamine

from rules.answers import Problem, Refused

from .compound import Compound
from .values import Area, Cell, Limits, Sheet, Workbook, number_as_text
from .xlsx import limited

BOF, EOF, FILEPASS, BOUNDSHEET = 0x0809, 0x000A, 0x002F, 0x0085
FORMULA, BOOLERR, MULRK = 0x0006, 0x0205, 0x00BD
CELLS = {FORMULA, BOOLERR, MULRK, 0x0203, 0x0204, 0x027E, 0x00FD, 0x00D6}
DENSE = 4_000_000
ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}


@dataclass
class _Extent:
    """How far one sheet's cells reach, and its odd cells."""

    rows: tuple[int, int] | None = None
    columns: tuple[int, int] | None = None
    odd: dict[tuple[int, int], Cell] = field(default_factory=dict)

    def reach(self, row: int, first: int, last: int) -> None:
        rows, columns = self.rows or (row, row), self.columns or (first, last)
        self.rows = min(rows[0], row), max(rows[1], row)
        self.columns = min(columns[0], first), max(columns[1], last)

    def dense(self) -> int:
        if self.rows is None or self.columns is None:
            return 0
        return (self.rows[1] - self.rows[0] + 1) * (self.columns[1] - self.columns[0] + 1)


def _records(stream: bytes) -> list[tuple[int, int, bytes]]:
    records = []
    at = 0
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        if kind == 0 and length == 0:
            break
        if kind in CELLS or kind in (BOF, EOF, FILEPASS, BOUNDSHEET):
            records.append((at, kind, stream[at + 4 : at + 4 + length]))
        at += 4 + length
    return records


def _weigh(stream: bytes) -> list[_Extent]:
    """The sheets' extents in the workbook's order."""
    starts: list[int] = []
    extents: dict[int, _Extent] = {}
    nested: list[int] = []
    for at, kind, body in _records(stream):
        if kind == FILEPASS:
            raise Refused([Problem("encrypted")])
        if kind == BOUNDSHEET and len(body) >= 6:
            starts.append(struct.unpack_from("<I", body)[0])
        elif kind == BOF:
            nested.append(at)
            extents[at] = _Extent()
        elif kind == EOF and nested:
            nested.pop()
        elif kind in CELLS and nested and len(body) >= 6:
            _cell(extents[nested[-1]], kind, body)
    return [extents.get(start, _Extent()) for start in starts]


def _cell(extent: _Extent, kind: int, body: bytes) -> None:
    row, column = struct.unpack_from("<HH", body)
    last = struct.unpack_from("<H", body, len(body) - 2)[0] if kind == MULRK else column
    extent.reach(row, column, max(column, last))
    if kind == BOOLERR and len(body) >= 8 and body[7] == 1:
        extent.odd[row, column] = Cell(ERRORS.get(body[6], "#"), flaw="error")
    elif kind == FORMULA and len(body) >= 14 and body[12:14] == b"\xff\xff":
        if body[6] == 2:
            extent.odd[row, column] = Cell(ERRORS.get(body[8], "#"), flaw="error")
        elif body[6] == 3:
            extent.odd[row, column] = Cell("", flaw="formula")


def read_xls(content: bytes, compound: Compound, limits: Limits) -> Workbook:
    """Every worksheet with its filled cells and merged ranges. Raises ``Refused`` for passwords and
    damage."""
    name = "Workbook" if "Workbook" in compound.streams else "Book"
    extents = _weigh(compound.stream(name))
    if len(extents) > limits.sheets:
        raise Refused([Problem("too_many_sheets", values={"most": limits.sheets})])
    if sum(extent.dense() for extent in extents) > DENSE:
        raise Refused([Problem("too_many_cells", values={"most": limits.filled_cells})])
    try:
        return Workbook("xls", _sheets(content, extents, limits), _macros(compound))
    except python_calamine.PasswordError as error:
        raise Refused([Problem("encrypted")]) from error
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise Refused([Problem("broken_workbook", values={"part": name})]) from error


def _macros(compound: Compound) -> tuple[str, ...]:
    return ("macros",) if "_VBA_PROJECT_CUR" in compound.storages else ()


def _sheets(content: bytes, extents: list[_Extent], limits: Limits) -> list[Sheet]:
    sheets = []
    left = limits.filled_cells
    with python_calamine.load_workbook(io.BytesIO(content)) as book:
        for index, about in enumerate(book.sheets_metadata):
            if about.typ != python_calamine.SheetTypeEnum.WorkSheet:
                continue
            read = book.get_sheet_by_index(index)
            sheet = Sheet(about.name, hidden=about.visible != python_calamine.SheetVisibleEnum.Visible)
            if read.start is not None:
                for row, values in enumerate(read.iter_rows()):
                    for column, value in enumerate(values):
                        if value != "" and str(value).strip():
                            left -= 1
                            sheet.cells[row, column] = _value(value, limits)
                    if left < 0:
                        raise Refused([Problem("too_many_cells", values={"most": limits.filled_cells})])
            sheet.merged = tuple(
                Area(top, start, bottom, end) for (top, start), (bottom, end) in read.merged_cell_ranges or ()
            )
            if index < len(extents):
                for place, cell in extents[index].odd.items():
                    sheet.cells.setdefault(place, cell)
            sheets.append(sheet)
    return sheets


def _value(value: object, limits: Limits) -> Cell:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Cell(number_as_text(float(value)), number=True)
    return limited(str(value), limits)
