"""The list of branches as a workbook; reading it in again changes nothing."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tournament.models import Branch
from tournament.registration.form_workbook import heading_row, saved, text_cell, title_line

WIDTHS = (26, 12, 14, 14, 18, 12, 14)


def write_branches(branches: Iterable[Branch], *, title: str) -> bytes:
    """One branch a row under headings that ``read_branches`` knows. Holds phones: for organisers only."""
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = pgettext("entry form", "Branches")
    headings = (
        pgettext("list of branches", "Branch"),
        pgettext("list of branches", "Members"),
        pgettext("list of branches", "Chair"),
        pgettext("list of branches", "Contact"),
        pgettext("list of branches", "Phone"),
        pgettext("list of branches", "Quota"),
        pgettext("list of branches", "Referee"),
    )
    title_line(sheet, title, len(headings))
    heading_row(sheet, 2, headings, WIDTHS)
    for row, branch in enumerate(branches, 3):
        numbers = (branch.member_count, branch.quota)
        texts = (
            branch.name,
            numbers[0],
            branch.chair,
            branch.contact,
            branch.phone,
            numbers[1],
            branch.referee,
        )
        for column, value in enumerate(texts, 1):
            if isinstance(value, str):
                text_cell(sheet, row, column, value)
            else:
                sheet.cell(row, column, value)
    sheet.freeze_panes = "A3"
    return saved(book)
