"""Entry forms as branches really send them, made with openpyxl."""

from __future__ import annotations

import io
from collections.abc import Sequence

from openpyxl import Workbook

Pair = tuple[tuple[str, str], tuple[str, str]]


def branch_form(branch: str, contact: str, phone: str, pairs: Sequence[Pair]) -> bytes:
    """One branch's form: title row, 单位／联系人／联系电话 line, a person a row, two people to a pair."""
    book = Workbook()
    sheet = book.active
    sheet.title = "报名表"
    sheet["A1"] = "职工拖拉机扑克比赛报名表"
    sheet.merge_cells("A1:D1")
    sheet["A2"] = f"单位：{branch}   联系人：{contact}   联系电话：{phone}"
    sheet.merge_cells("A2:D2")
    for column, heading in enumerate(("序号", "姓名", "联系手机", "备注"), 1):
        sheet.cell(3, column, heading)
    row = 4
    for number, pair in enumerate(pairs, 1):
        sheet.cell(row, 1, number)
        sheet.merge_cells(start_row=row, start_column=1, end_row=row + 1, end_column=1)
        for name, mobile in pair:
            sheet.cell(row, 2, name)
            sheet.cell(row, 3, int(mobile) if mobile.isdigit() else mobile)
            row += 1
    return _bytes(book)


def master_sheet(rows: Sequence[tuple[str, Pair]]) -> bytes:
    """All branches on one sheet: 单位 / 姓名 / 联系电话, the branch's name merged over its people."""
    book = Workbook()
    sheet = book.active
    sheet.append(("单位", "姓名", "联系电话"))
    row = 2
    for branch, pair in rows:
        sheet.cell(row, 1, branch)
        sheet.merge_cells(start_row=row, start_column=1, end_row=row + 1, end_column=1)
        for name, mobile in pair:
            sheet.cell(row, 2, name)
            sheet.cell(row, 3, mobile)
            row += 1
    return _bytes(book)


def _bytes(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
