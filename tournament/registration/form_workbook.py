"""The entry form that is handed out, and the entries as a workbook that can be read back unchanged."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from .reading import ProposedEntry, ProposedPlayer

INK = "1F2933"
QUIET = "6B7280"
# What Windows and WPS bring; other systems put their own in its place.
TYPEFACE = "Microsoft YaHei"
HEAD = PatternFill("solid", fgColor="E3EEF0")
INPUT = PatternFill("solid", fgColor="FFFDF2")
THIN = Side(style="thin", color="9AA5B1")
BOX = Border(left=THIN, right=THIN, top=THIN, bottom=THIN)
MIDDLE = Alignment(horizontal="center", vertical="center", wrap_text=True)
LEFT = Alignment(horizontal="left", vertical="center", wrap_text=True)
# Columns of the form: number, name, sex, mobile, staff number, note. Widths in characters.
WIDTHS = (8, 16, 8, 18, 16, 22)
FIRST_ROW = 6
SEXES = {"male": "男", "female": "女"}


def write_entry_form(
    event: str,
    *,
    branch: str = "",
    branches: Sequence[str] = (),
    entries_allowed: int = 2,
    players_per_entry: int = 2,
    reserves: int = 0,
    deadline: str = "",
    notes: Sequence[str] = (),
    entries: Sequence[ProposedEntry] = (),
) -> bytes:
    """The blank entry form of one branch as .xlsx, with drop-downs, checks, an example row and print set-up.

    ``branches`` become the drop-down of the branch's cell where ``branch`` is not given. There is room for
    ``entries_allowed`` entries of ``players_per_entry`` players and ``reserves`` each. ``deadline`` is
    finished text; ``notes`` are further lines below the table; ``entries`` are filled in for the branch to
    correct.
    """
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = pgettext("entry form", "Entry form")
    width = len(WIDTHS)
    _line(
        sheet,
        1,
        1,
        width,
        pgettext("entry form", "%(event)s: entry form") % {"event": event},
        _font(size=16, bold=True, color=INK),
    )
    sheet.row_dimensions[1].height = 34
    filled = entries[0] if entries else None
    _branch_line(sheet, branch or (filled.branch if filled else ""), filled)
    hint = pgettext(
        "entry form",
        "One person a cell. Rows with the same number are one entry. Please leave the headings as they are.",
    )
    if deadline:
        until = pgettext("entry form", "Deadline: %(deadline)s") % {"deadline": deadline}
        hint = f"{hint} {until}"
    _line(sheet, 3, 1, width, hint, _font(size=10, color=QUIET))
    sheet.row_dimensions[3].height = 30
    for column, text in enumerate(_headings(), 1):
        cell = text_cell(sheet, 4, column, text)
        cell.font, cell.fill, cell.border, cell.alignment = _font(bold=True, color=INK), HEAD, BOX, MIDDLE
    sheet.row_dimensions[4].height = 26
    example = (
        pgettext("entry form", "e.g."),
        pgettext("entry form", "ZHANG San"),
        "男",
        "13800000000",
        "20051234",
        "",
    )
    for column, text in enumerate(example, 1):
        cell = text_cell(sheet, 5, column, text)
        cell.font, cell.border, cell.alignment = _font(italic=True, color=QUIET), BOX, MIDDLE
    sheet.row_dimensions[5].height = 20
    last = _entry_rows(sheet, max(entries_allowed, len(entries)), players_per_entry + reserves, entries)
    _checks(sheet, last)
    if branches and not branch:
        _branch_list(book, sheet, branches)
    row = last + 1
    for note in notes:
        _line(
            sheet,
            row,
            1,
            width,
            pgettext("entry form", "Note: %(note)s") % {"note": note},
            _font(size=10, color=QUIET),
        )
        row += 1
    _line(sheet, row + 1, 1, 3, pgettext("entry form", "Signature of the chair:"), _font(color=INK))
    _line(sheet, row + 1, 4, width, pgettext("entry form", "Stamp and date:"), _font(color=INK))
    sheet.row_dimensions[row + 1].height = 40
    _print_set_up(sheet, last_row=row + 1, title_rows="4:4")
    for index, characters in enumerate(WIDTHS, 1):
        sheet.column_dimensions[get_column_letter(index)].width = characters
    sheet.freeze_panes = "A5"
    return saved(book)


def write_entries(entries: Iterable[ProposedEntry], *, title: str) -> bytes:
    """All entries on one sheet, one person a row, as .xlsx; reading it again gives the same entries.

    Holds phone and staff numbers: for organisers only.
    """
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = pgettext("entry form", "Entries")
    headings = (
        pgettext("entry form", "Pair number"),
        pgettext("entry form", "Branch"),
        pgettext("entry form", "Team name"),
        pgettext("entry form", "Contact"),
        pgettext("entry form", "Contact phone"),
        pgettext("entry form", "Name (one a cell)"),
        pgettext("entry form", "Sex"),
        pgettext("entry form", "Mobile"),
        pgettext("entry form", "Staff number"),
        pgettext("entry form", "Is reserve"),
        pgettext("entry form", "Note"),
        pgettext("entry form", "Division"),
        pgettext("entry form", "Joint with"),
    )
    widths = (8, 22, 14, 12, 16, 18, 6, 16, 14, 8, 28, 14, 18)
    title_line(sheet, title, len(headings))
    heading_row(sheet, 2, headings, widths)
    row = 3
    for number, entry in enumerate(entries, 1):
        for player in entry.players:
            sheet.cell(row, 1, number).alignment = MIDDLE
            for column, text in enumerate(_exported(entry, player), 2):
                text_cell(sheet, row, column, text)
            row += 1
    sheet.freeze_panes = "A3"
    sheet.auto_filter.ref = f"A2:{get_column_letter(len(headings))}{max(row - 1, 2)}"
    _print_set_up(
        sheet, last_row=max(row - 1, 2), title_rows="2:2", last_column=len(headings), landscape=True
    )
    return saved(book)


def title_line(sheet: Worksheet, title: str, columns: int) -> None:
    """The title over a list, merged over its columns."""
    _line(sheet, 1, 1, columns, title, _font(size=14, bold=True, color=INK))
    sheet.row_dimensions[1].height = 30


def heading_row(sheet: Worksheet, row: int, headings: Sequence[str], widths: Sequence[int]) -> None:
    """Headings in a row of their own; ``widths`` are those of the columns, in characters."""
    for column, text in enumerate(headings, 1):
        cell = text_cell(sheet, row, column, text)
        cell.font, cell.fill, cell.border, cell.alignment = _font(bold=True, color=INK), HEAD, BOX, MIDDLE
        sheet.column_dimensions[get_column_letter(column)].width = widths[column - 1]
    sheet.row_dimensions[row].height = 24


def _exported(entry: ProposedEntry, player: ProposedPlayer) -> tuple[str, ...]:
    return (
        entry.branch or "无",
        entry.label,
        entry.contact,
        entry.contact_phone,
        player.name,
        SEXES.get(player.sex, ""),
        player.phone,
        player.staff_number,
        "是" if player.reserve else "",
        player.note,
        entry.division,
        entry.joint,
    )


def _note(player: ProposedPlayer) -> str:
    """The note in the form, which has no column of its own for reserves."""
    if not player.reserve or "替补" in player.note:
        return player.note
    return f"替补 {player.note}".strip()


def _headings() -> tuple[str, ...]:
    return (
        pgettext("entry form", "Pair number"),
        pgettext("entry form", "Name"),
        pgettext("entry form", "Sex"),
        pgettext("entry form", "Mobile"),
        pgettext("entry form", "Staff number"),
        pgettext("entry form", "Note"),
    )


def _font(size: int = 11, bold: bool = False, italic: bool = False, color: str = INK) -> Font:
    return Font(name=TYPEFACE, size=size, bold=bold, italic=italic, color=color)


def text_cell(sheet: Worksheet, row: int, column: int, text: str) -> Cell:
    """A cell of text that stays text: nothing that begins with = + - @ is ever computed."""
    cell = sheet.cell(row, column)
    assert isinstance(cell, Cell)
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", text)
    if text:
        cell.data_type = "s"
    cell.number_format = "@"
    cell.font = _font()
    if text[:1] in ("=", "+", "-", "@", "'"):
        cell.quotePrefix = True
    return cell


def _line(sheet: Worksheet, row: int, first: int, last: int, text: str, font: Font) -> None:
    cell = text_cell(sheet, row, first, text)
    cell.font, cell.alignment = font, LEFT if row > 1 else MIDDLE
    sheet.merge_cells(start_row=row, start_column=first, end_row=row, end_column=last)


def _branch_line(sheet: Worksheet, branch: str, filled: ProposedEntry | None) -> None:
    """单位, 联系人, 联系电话, each label with its own cell to type into."""
    labels = (
        (1, pgettext("entry form", "Branch:"), 2, branch),
        (3, pgettext("entry form", "Contact:"), 4, filled.contact if filled else ""),
        (5, pgettext("entry form", "Contact phone:"), 6, filled.contact_phone if filled else ""),
    )
    for at, label, value_at, value in labels:
        cell = text_cell(sheet, 2, at, label)
        cell.font, cell.alignment = _font(bold=True, color=INK), MIDDLE
        value_cell = text_cell(sheet, 2, value_at, value)
        value_cell.fill, value_cell.border, value_cell.alignment = INPUT, BOX, LEFT
    sheet.row_dimensions[2].height = 28


def _entry_rows(sheet: Worksheet, count: int, players: int, entries: Sequence[ProposedEntry]) -> int:
    """The rows to fill in, each entry's number merged over its players. Returns the last row."""
    row = FIRST_ROW
    for number in range(1, count + 1):
        entry = entries[number - 1] if number <= len(entries) else None
        rows = max(players, len(entry.players) if entry else 0)
        for place in range(rows):
            player = entry.players[place] if entry and place < len(entry.players) else None
            values = (
                (player.name, SEXES.get(player.sex, ""), player.phone, player.staff_number, _note(player))
                if player
                else ("",) * (len(WIDTHS) - 1)
            )
            for column, text in enumerate(values, 2):
                cell = text_cell(sheet, row + place, column, text)
                cell.border, cell.alignment, cell.fill = BOX, MIDDLE, INPUT
            sheet.cell(row + place, 1).border = BOX
            sheet.row_dimensions[row + place].height = 24
        first = sheet.cell(row, 1, number)
        first.alignment = MIDDLE
        if rows > 1:
            sheet.merge_cells(start_row=row, start_column=1, end_row=row + rows - 1, end_column=1)
        row += rows
    return row - 1


def _checks(sheet: Worksheet, last: int) -> None:
    """Drop-downs and checks of the cells to fill in. They warn, so that no rare name is locked out."""
    rows = f"{FIRST_ROW}:{{column}}{last}"
    sexes = DataValidation("list", formula1='"男,女"', allow_blank=True)
    sexes.error, sexes.errorTitle = (
        pgettext("entry form", "Please choose 男 or 女."),
        pgettext("entry form", "Sex"),
    )
    phones = DataValidation(
        "custom",
        formula1=f'AND(LEN(SUBSTITUTE(D{FIRST_ROW}," ",""))=11,LEFT(D{FIRST_ROW},1)="1")',
        allow_blank=True,
        errorStyle="warning",
    )
    phones.error = pgettext(
        "entry form", "A mobile number has 11 digits and begins with 1. Is this one right?"
    )
    phones.errorTitle = pgettext("entry form", "Mobile")
    phones.prompt, phones.promptTitle = (
        pgettext("entry form", "11 digits, without spaces."),
        pgettext("entry form", "Mobile"),
    )
    names = DataValidation(
        "custom",
        formula1=f'AND(LEN(B{FIRST_ROW})<=30,ISERROR(FIND("、",B{FIRST_ROW})),ISERROR(FIND("/",B{FIRST_ROW})))',
        allow_blank=True,
        errorStyle="warning",
    )
    names.error, names.errorTitle = (
        pgettext("entry form", "Please enter one person a cell, the name only."),
        pgettext("entry form", "Name"),
    )
    for column, check in (("B", names), ("C", sexes), ("D", phones)):
        check.showErrorMessage = True
        check.showInputMessage = True
        check.add(f"{column}{rows.format(column=column)}")
        sheet.add_data_validation(check)


def _branch_list(book: Workbook, sheet: Worksheet, branches: Sequence[str]) -> None:
    """The drop-down of branches; the names lie on a hidden sheet, for a list in the cell may be too long."""
    listed = book.create_sheet(pgettext("entry form", "Branches"))
    listed.sheet_state = "hidden"
    for row, name in enumerate(branches, 1):
        text_cell(listed, row, 1, name)
    title = listed.title.replace("'", "''")
    choice = DataValidation(
        "list", formula1=f"'{title}'!$A$1:$A${len(branches)}", allow_blank=True, errorStyle="warning"
    )
    choice.error, choice.errorTitle = (
        pgettext("entry form", "This branch is not on the list. Is it right?"),
        pgettext("entry form", "Branch"),
    )
    choice.showErrorMessage = True
    choice.add("B2")
    sheet.add_data_validation(choice)


def _print_set_up(
    sheet: Worksheet,
    *,
    last_row: int,
    title_rows: str,
    last_column: int = len(WIDTHS),
    landscape: bool = False,
) -> None:
    sheet.page_setup.paperSize = int(sheet.PAPERSIZE_A4)
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_options.horizontalCentered = True
    sheet.print_title_rows = title_rows
    sheet.print_area = f"A1:{get_column_letter(last_column)}{last_row}"
    sheet.page_margins.left = sheet.page_margins.right = 0.5
    sheet.oddFooter.center.text = "&P / &N"


def saved(book: Workbook) -> bytes:
    """The bytes of a workbook."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
