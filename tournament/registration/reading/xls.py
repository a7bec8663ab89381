"""Excel 97–2003 workbooks (.xls, also WPS .et), read record by record.

Read by hand for the same reason as .xlsx, and one more: a damaged file must be a sentence, and the library
that was tried ended the whole process over some of them.
"""

from __future__ import annotations

import struct

from rules.answers import Problem, Refused

from .compound import Compound
from .values import Area, Cell, Limits, Sheet, Workbook, number_as_text
from .xls_records import (
    BIFF8,
    BOF,
    BOOLERR,
    BOUNDSHEET,
    CONTINUE,
    EOF,
    FILEPASS,
    FORMULA,
    LABEL,
    LABELSST,
    MERGEDCELLS,
    MULRK,
    NUMBER,
    RK,
    RSTRING,
    SST,
    STRING,
    SharedTexts,
    packed_number,
    records,
    text,
)
from .xlsx import limited

ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}


def read_xls(compound: Compound, limits: Limits) -> Workbook:
    """Every worksheet with its filled cells and merged ranges. Raises ``Refused`` for passwords and
    damage."""
    if "Workbook" not in compound.streams:
        raise Refused([Problem("other_kind", values={"kind": "Excel 95"})])
    stream = compound.stream("Workbook")
    try:
        sheets = _sheets(stream, limits)
    except (struct.error, IndexError) as error:
        raise Refused([Problem("broken_workbook", values={"part": "Workbook"})]) from error
    return Workbook("xls", sheets, ("macros",) if "_VBA_PROJECT_CUR" in compound.storages else ())


def _sheets(stream: bytes, limits: Limits) -> list[Sheet]:
    listed: list[tuple[int, Sheet]] = []
    shared: list[bytes] = []
    before = 0
    for kind, body in records(stream):
        if kind == FILEPASS:
            raise Refused([Problem("encrypted")])
        if kind == BOF and struct.unpack_from("<H", body)[0] != BIFF8:
            raise Refused([Problem("other_kind", values={"kind": "Excel 95"})])
        if kind == EOF:
            break
        if kind == BOUNDSHEET:
            start, state, worksheet = struct.unpack_from("<IBB", body)
            if worksheet == 0:
                listed.append((start, Sheet(text(body, 6, wide_count=False), hidden=state & 3 != 0)))
        elif kind == SST or (kind == CONTINUE and before == SST):
            shared.append(body)
            kind = SST
        before = kind
    if len(listed) > limits.sheets:
        raise Refused([Problem("too_many_sheets", values={"most": limits.sheets})])
    if not listed:
        raise Refused([Problem("broken_workbook", values={"part": "Workbook"})])
    # One character more than is read of a cell, so that the cell is known to be cut.
    texts = SharedTexts(shared, limits.text + 1, limits.filled_cells).texts if shared else []
    left = limits.filled_cells
    for start, sheet in listed:
        _Cells(sheet, texts, limits, left).read(stream, start)
        left -= len(sheet.cells)
    return [sheet for _, sheet in listed]


class _Cells:
    """One sheet's records from its beginning to its end; what is drawn inside it (charts) is passed over."""

    def __init__(self, sheet: Sheet, texts: list[str], limits: Limits, left: int) -> None:
        self.sheet = sheet
        self.texts = texts
        self.limits = limits
        self.left = left
        self._merged: list[Area] = []
        self._formula: tuple[int, int] | None = None

    def read(self, stream: bytes, start: int) -> None:
        depth = 0
        for kind, body in records(stream, start):
            if kind == BOF:
                depth += 1
            elif kind == EOF:
                depth -= 1
                if depth <= 0:
                    break
            elif depth == 1:
                self._record(kind, body)
        self.sheet.merged = tuple(self._merged)

    def _record(self, kind: int, body: bytes) -> None:
        if kind == STRING and self._formula is not None:
            self._put(*self._formula, limited(text(body, 0), self.limits))
        elif kind == MERGEDCELLS:
            for index in range(struct.unpack_from("<H", body)[0]):
                top, bottom, left, right = struct.unpack_from("<4H", body, 2 + index * 8)
                self._merged.append(Area(top, left, bottom, right))
        elif kind == MULRK:
            row, column = struct.unpack_from("<HH", body)
            for index in range((len(body) - 6) // 6):
                packed = struct.unpack_from("<I", body, 6 + index * 6)[0]
                self._number(row, column + index, packed_number(packed))
        elif kind in (FORMULA, NUMBER, RK, LABEL, RSTRING, LABELSST, BOOLERR):
            row, column = struct.unpack_from("<HH", body)
            self._cell(kind, row, column, body)

    def _cell(self, kind: int, row: int, column: int, body: bytes) -> None:
        if kind == LABELSST:
            index = struct.unpack_from("<I", body, 6)[0]
            self._put(row, column, limited(self.texts[index], self.limits))
        elif kind == NUMBER:
            self._number(row, column, struct.unpack_from("<d", body, 6)[0])
        elif kind == RK:
            self._number(row, column, packed_number(struct.unpack_from("<I", body, 6)[0]))
        elif kind in (LABEL, RSTRING):
            self._put(row, column, limited(text(body, 6), self.limits))
        elif kind == BOOLERR:
            value, error = body[6], body[7]
            self._put(
                row, column, Cell(ERRORS.get(value, "#"), flaw="error") if error else Cell(str(bool(value)))
            )
        else:
            self._computed(row, column, body)

    def _computed(self, row: int, column: int, body: bytes) -> None:
        """A formula's stored result; one that is a text stands in the record behind."""
        self._formula = None
        if body[12:14] != b"\xff\xff":
            self._number(row, column, struct.unpack_from("<d", body, 6)[0])
        elif body[6] == 0:
            self._formula = (row, column)
        elif body[6] == 1:
            self._put(row, column, Cell(str(bool(body[8]))))
        elif body[6] == 2:
            self._put(row, column, Cell(ERRORS.get(body[8], "#"), flaw="error"))
        else:
            self._put(row, column, Cell("", flaw="formula"))

    def _number(self, row: int, column: int, value: float) -> None:
        # Not a number, or beyond all numbers: nothing that a person typed.
        if value == value and abs(value) != float("inf"):
            self._put(row, column, Cell(number_as_text(value), number=True))

    def _put(self, row: int, column: int, cell: Cell) -> None:
        if not cell.text.strip() and not cell.flaw:
            return
        if len(self.sheet.cells) >= self.left:
            raise Refused([Problem("too_many_cells", values={"most": self.limits.filled_cells})])
        self.sheet.cells[row, column] = cell
