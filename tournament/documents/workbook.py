"""Workbooks: sheets with a title, a frozen heading, filters, column widths and a print set-up.

Text is always text: nothing that a person typed can become a formula or an error value, whatever it begins
with. Formulas are only those that the code itself writes, and each carries its value, so that a phone's
preview shows it as well.
"""

from __future__ import annotations

import re
import unicodedata
import zipfile
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

FONT = "微软雅黑"  # on every Windows, and WPS replaces it elsewhere
TITLE_ROWS = 2
HEADING_ROW = TITLE_ROWS + 1
FIRST_ROW = HEADING_ROW + 1
WIDEST = 42.0
_HAIR = Side(style="thin", color="999999")
_BOX = Border(left=_HAIR, right=_HAIR, top=_HAIR, bottom=_HAIR)
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
_RISKY = ("=", "+", "-", "@")
_EMPTY_VALUE = re.compile(r'(?P<cell><c r="(?P<place>[A-Z]+[0-9]+)"[^>]*><f>[^<]*</f>)(?:<v\s*/>|<v></v>)')
SIGNED = '+0;"−"0;0'


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of ours (without the equals sign) and the value that it has now."""

    text: str
    value: int | float


Value = str | int | float | Decimal | Formula | None


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column: heading, how it is aligned, its number format; ``coloured`` shows gains green and losses
    red.
    """

    title: str
    align: str = "center"
    number_format: str = "General"
    bold: bool = False
    coloured: bool = False


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """One sheet: the name on its tab, the line of its title, the line under it, columns, rows.

    ``frozen`` is the number of columns that stay in sight; ``name`` is the defined name of the rows, in
    ASCII.
    """

    tab: str
    title: str
    subtitle: str
    columns: tuple[SheetColumn, ...]
    rows: Sequence[Sequence[Value]]
    name: str = ""
    frozen: int = 0
    landscape: bool = True
    notes: tuple[str, ...] = ()


def safe_text(text: str) -> str:
    """The text without the control characters that a workbook cannot hold."""
    return str(ILLEGAL_CHARACTERS_RE.sub("", text))


def tab_name(text: str, taken: Sequence[str] = ()) -> str:
    """A name that a tab can have: at most 31 characters, none of ``[]:*?/\\``, not used yet."""
    name = _FORBIDDEN.sub(" ", safe_text(text)).strip(" '")[:31] or "-"
    unique, number = name, 2
    while unique.casefold() in {other.casefold() for other in taken}:
        suffix = f" ({number})"
        unique, number = name[: 31 - len(suffix)] + suffix, number + 1
    return unique


def _units(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _shown(value: Value) -> str:
    if isinstance(value, Formula):
        return str(value.value)
    return "" if value is None else str(value)


def put(cell: Cell, value: Value) -> None:
    """Write a value into a cell: text as text, numbers as numbers, a formula of ours as a formula."""
    if value is None:
        return
    if isinstance(value, Formula):
        cell.value = f"={value.text}"
    elif isinstance(value, str):
        text = safe_text(value)
        cell.value = text
        cell.data_type = "s"
        if text.startswith(_RISKY):
            cell.quotePrefix = True
    elif isinstance(value, Decimal):
        cell.value = int(value) if value == value.to_integral_value() else float(value)
    else:
        cell.value = value


class _Styles:
    """One cell of each kind, whose style the others share: setting it anew for each cell would take most of
    the time.
    """

    def __init__(self, sheet: Worksheet, columns: Sequence[SheetColumn]) -> None:
        self.body: list[tuple[Any, Any]] = []
        self.probe = sheet.cell(row=1, column=1)
        for column in columns:
            plain = self._style(column, quoted=False)
            self.body.append((plain, self._style(column, quoted=True)))

    def _style(self, column: SheetColumn, *, quoted: bool) -> Any:
        cell = self.probe
        cell.font = Font(name=FONT, size=11, bold=column.bold)
        cell.alignment = Alignment(
            horizontal=column.align, vertical="center", wrap_text=column.align == "left"
        )
        cell.border = _BOX
        cell.number_format = column.number_format
        cell.quotePrefix = quoted
        return copy(cell._style)


def _fill(sheet: Worksheet, plan: SheetPlan) -> dict[str, Formula]:
    styles = _Styles(sheet, plan.columns).body
    formulas: dict[str, Formula] = {}
    count = len(plan.columns)
    for number, row in enumerate(plan.rows, start=FIRST_ROW):
        for column in range(count):
            value = row[column]
            cell = sheet.cell(row=number, column=column + 1)
            put(cell, value)
            quoted = type(value) is str and value.startswith(_RISKY)
            cell._style = styles[column][1 if quoted else 0]
            if type(value) is Formula:
                formulas[cell.coordinate] = value
    return formulas


def _head(sheet: Worksheet, plan: SheetPlan) -> None:
    last = len(plan.columns)
    for row, (text, size) in enumerate(((plan.title, 16), (plan.subtitle, 10)), start=1):
        cell = sheet.cell(row=row, column=1)
        put(cell, text)
        cell.font = Font(name=FONT, size=size, bold=row == 1)
        cell.alignment = Alignment(horizontal="center", vertical="center")
        cell.border, cell.number_format, cell.quotePrefix = Border(), "General", False
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=last)
    sheet.sheet_format.defaultRowHeight = 20
    sheet.sheet_format.customHeight = True
    sheet.row_dimensions[1].height = 28
    sheet.row_dimensions[HEADING_ROW].height = 32
    for number, column in enumerate(plan.columns, start=1):
        cell = sheet.cell(row=HEADING_ROW, column=number)
        put(cell, column.title)
        cell.font = Font(name=FONT, size=11, bold=True)
        cell.fill = PatternFill("solid", start_color="EFEFEF", end_color="EFEFEF")
        cell.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
        cell.border = _BOX


def _widths(sheet: Worksheet, plan: SheetPlan) -> None:
    for number, column in enumerate(plan.columns):
        widest = max((_units(_shown(row[number])) for row in plan.rows), default=0)
        heading = max((_units(word) for word in column.title.split()), default=0)
        width = min(max(widest, heading) + 2.5, WIDEST)
        sheet.column_dimensions[get_column_letter(number + 1)].width = max(width, 6.0)


def _print_setup(sheet: Worksheet, plan: SheetPlan, last_row: int) -> None:
    last = get_column_letter(len(plan.columns))
    sheet.print_title_rows = f"1:{HEADING_ROW}"
    sheet.print_area = f"A1:{last}{last_row}"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if plan.landscape else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_options.horizontalCentered = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.5
    margins.top = margins.bottom = 0.7
    sheet.oddFooter.left.text = safe_text(plan.title).replace("&", "&&")[:120]
    sheet.oddFooter.right.text = "&P / &N"


def _make_sheet(book: Workbook, plan: SheetPlan) -> dict[str, Formula]:
    sheet = book.create_sheet(tab_name(plan.tab, book.sheetnames))
    formulas = _fill(sheet, plan)
    _head(sheet, plan)
    _widths(sheet, plan)
    last_column = get_column_letter(len(plan.columns))
    last_row = FIRST_ROW + len(plan.rows) - 1
    sheet.freeze_panes = f"{get_column_letter(plan.frozen + 1)}{FIRST_ROW}"
    sheet.auto_filter.ref = f"A{HEADING_ROW}:{last_column}{max(last_row, HEADING_ROW)}"
    for number, column in enumerate(plan.columns, start=1):
        if column.coloured and plan.rows:
            letter = get_column_letter(number)
            where = f"{letter}{FIRST_ROW}:{letter}{last_row}"
            green, red = Font(color="1B6B3A"), Font(color="A61B1B")
            sheet.conditional_formatting.add(
                where, CellIsRule(operator="greaterThan", formula=["0"], font=green)
            )
            sheet.conditional_formatting.add(where, CellIsRule(operator="lessThan", formula=["0"], font=red))
    for note in plan.notes:
        last_row += 1
        cell = sheet.cell(row=last_row, column=1)
        put(cell, note)
        cell.font = Font(name=FONT, size=10)
        cell.alignment = Alignment(vertical="top", wrap_text=True)
        sheet.merge_cells(start_row=last_row, end_row=last_row, start_column=1, end_column=len(plan.columns))
    _print_setup(sheet, plan, max(last_row, HEADING_ROW))
    if plan.name and plan.rows:
        quoted = sheet.title.replace("'", "''")
        end = FIRST_ROW + len(plan.rows) - 1
        where = f"'{quoted}'!$A${FIRST_ROW}:${last_column}${end}"
        book.defined_names[plan.name] = DefinedName(plan.name, attr_text=where)
    return formulas


def _value_put_in(values: Mapping[str, Formula], found: re.Match[str]) -> str:
    formula = values.get(found["place"])
    return found[0] if formula is None else f"{found['cell']}<v>{formula.value}</v>"


def _with_values(content: bytes, formulas: Mapping[int, Mapping[str, Formula]]) -> bytes:
    """Put the present value beside each formula, which openpyxl leaves out and previews need."""
    if not any(formulas.values()):
        return content
    written = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            found = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", item.filename)
            values = formulas.get(int(found[1]), {}) if found else {}
            if values:
                data = _EMPTY_VALUE.sub(partial(_value_put_in, values), data.decode("utf-8")).encode("utf-8")
            new.writestr(item, data)
    return written.getvalue()


def workbook(title: str, author: str, plans: Sequence[SheetPlan]) -> bytes:
    """Return the bytes of an xlsx file with these sheets, in this order."""
    book = Workbook()
    book.remove(book.active)
    book.properties.title = safe_text(title)
    book.properties.creator = safe_text(author)
    book.properties.language = "zh-CN"
    formulas = {number: _make_sheet(book, plan) for number, plan in enumerate(plans, start=1)}
    buffer = BytesIO()
    book.save(buffer)
    return _with_values(buffer.getvalue(), formulas)
