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
from io import BytesIO
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
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
_IMPOSSIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_RISKY = ("=", "+", "-", "@")
_SHEET_FILE = re.compile(r"xl/worksheets/sheet([0-9]+)\.xml")
_KEPT_PLACE = re.compile(rf'(<row r="{FIRST_ROW}".*?</row>)', re.DOTALL)
_DIMENSION = re.compile(r'<dimension ref="[^"]*"')
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
    return str(_IMPOSSIBLE.sub("", text))


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


def put(cell: Cell, text: str) -> None:
    """Write text into a cell of the heading, as text."""
    cell.value = safe_text(text)
    cell.data_type = "s"


def _style_of(probe: Cell, column: SheetColumn, *, quoted: bool) -> int:
    """The number of a column's style in the file; ``quoted`` keeps text as text when the cell is edited in
    Excel.
    """
    probe._style = copy(probe._style)  # the book keeps the very object that it was given a number for
    probe.font = Font(name=FONT, size=11, bold=column.bold)
    probe.alignment = Alignment(horizontal=column.align, vertical="center", wrap_text=column.align == "left")
    probe.border = _BOX
    probe.number_format = column.number_format
    probe.quotePrefix = quoted
    return int(probe.style_id)


def _text_cell(text: str) -> str:
    space = ' xml:space="preserve"' if text != text.strip() else ""
    return f"<is><t{space}>{escape(text)}</t></is></c>"


def _rows_xml(plan: SheetPlan, styles: Sequence[tuple[int, int]]) -> str:
    """The rows of a sheet as the file holds them.

    They are written here and not cell by cell through openpyxl, which keeps an object for each cell and
    takes several times as long, and which would leave out the value of a formula.
    """
    letters = [get_column_letter(number) for number in range(1, len(plan.columns) + 1)]
    starts = [
        (f'<c r="{letter}', f'" s="{plain}"', f'" s="{quoted}"')
        for letter, (plain, quoted) in zip(letters, styles, strict=True)
    ]
    rows: list[str] = []
    for at, row in enumerate(plan.rows, start=FIRST_ROW):
        cells: list[str] = []
        height = ' ht="20" customHeight="1"'  # left to the program where text goes on a second line
        for (start, plain, quoted), value in zip(starts, row, strict=True):
            if value is None or value == "":
                cells.append(f"{start}{at}{plain}/>")
            elif isinstance(value, str):
                text = safe_text(value)
                if 2 * len(text) > WIDEST - 4:
                    height = ""
                style = quoted if text.startswith(_RISKY) else plain
                cells.append(f'{start}{at}{style} t="inlineStr">{_text_cell(text)}')
            elif isinstance(value, Formula):
                cells.append(f"{start}{at}{plain}><f>{escape(value.text)}</f><v>{value.value}</v></c>")
            else:
                cells.append(f"{start}{at}{plain}><v>{value}</v></c>")
        rows.append(f'<row r="{at}"{height}>{"".join(cells)}</row>')
    return "".join(rows)


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


def _make_sheet(book: Workbook, plan: SheetPlan) -> tuple[str, str]:
    """Make all of a sheet but its rows, for which a place is kept; return the rows and the sheet's last
    cell.
    """
    sheet = book.create_sheet(tab_name(plan.tab, book.sheetnames))
    probe = sheet.cell(row=1, column=1)
    styles = [
        (_style_of(probe, column, quoted=False), _style_of(probe, column, quoted=True))
        for column in plan.columns
    ]
    probe._style = copy(probe._style)
    rows = _rows_xml(plan, styles)
    if plan.rows:
        put(sheet.cell(row=FIRST_ROW, column=1), "rows")
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
    return rows, f"{last_column}{last_row}"


def _with_rows(content: bytes, rows: Mapping[int, str], ends: Mapping[int, str]) -> bytes:
    """Put the rows in the places that were kept for them, and say how far each sheet reaches."""
    written = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            found = _SHEET_FILE.fullmatch(item.filename)
            if found and rows.get(int(found[1])):
                number = int(found[1])
                before, _kept, after = _KEPT_PLACE.split(data.decode("utf-8"), maxsplit=1)
                before = _DIMENSION.sub(f'<dimension ref="A1:{ends[number]}"', before, count=1)
                data = f"{before}{rows[number]}{after}".encode()
            new.writestr(item, data)
    return written.getvalue()


def workbook(title: str, author: str, plans: Sequence[SheetPlan]) -> bytes:
    """Return the bytes of an xlsx file with these sheets, in this order."""
    book = Workbook()
    book.remove(book.active)
    book.properties.title = safe_text(title)
    book.properties.creator = safe_text(author)
    book.properties.language = "zh-CN"
    made = {number: _make_sheet(book, plan) for number, plan in enumerate(plans, start=1)}
    buffer = BytesIO()
    book.save(buffer)
    rows = {number: xml for number, (xml, _end) in made.items()}
    ends = {number: end for number, (_xml, end) in made.items()}
    return _with_rows(buffer.getvalue(), rows, ends)
