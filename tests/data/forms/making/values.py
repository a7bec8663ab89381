"""Names as they are written, formulas and errors."""

from __future__ import annotations

import xlwt

from .writers import form, libreoffice, made, old_workbook, workbook


@form(
    "38-rare-characters.xlsx",
    "openpyxl",
    "characters beyond the usual ones, and a dot within a name",
    reads=[
        "化学系: 㛃䶮 13800138001 + 𬱟𠅤 13800138002",
        "化学系: 阿依古丽·买买提 13800138003 + 堃犇 13800138004",
    ],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "电话"],
        [1, "㛃䶮", 13800138001],
        [2, "𬱟𠅤", 13800138002],
        [3, "阿依古丽•买买提", 13800138003],
        [4, "堃犇", 13800138004],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "39-rare-characters.xls",
    "LibreOffice",
    "the same in the older kind",
    reads=[
        "化学系: 㛃䶮 13800138001 + 𬱟𠅤 13800138002",
        "化学系: 阿依古丽·买买提 13800138003 + 堃犇 13800138004",
    ],
)
def _() -> bytes:
    return libreoffice(made("38-rare-characters.xlsx"), "xlsx", "xls")


@form(
    "40-hostile-names.xlsx",
    "openpyxl",
    "markup, template braces, invisible marks, a lost character, a character for private use",
    reads=[
        "化学系: <script>alert(1)</script> 13800138001 + {{7*7}} 13800138002",
        "化学系: 张三 13800138003 + 李? 13800138004",
        "化学系: 王\ue123 13800138005 + 赵敏 13800138006",
    ],
    problems=[
        "name_odd_characters B3",
        "name_digits B3",
        "name_odd_characters B4",
        "name_digits B4",
        "name_invisible B5",
        "name_damaged B6",
        "name_private B7",
    ],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "电话"],
        [1, "<script>alert(1)</script>", 13800138001],
        [2, "{{7*7}}", 13800138002],
        [3, "\u202e张三\u200f", 13800138003],
        [4, "李?", 13800138004],
        [5, "王\ue123", 13800138005],
        [6, "赵敏", 13800138006],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "41-endless-text.xlsx",
    "openpyxl",
    "ten thousand characters in a name cell",
    reads=["化学系: 张三 13800138001 + ? 13800138002"],
    problems=["text_too_long B4"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "电话"],
        [1, "张三", 13800138001],
        [2, "李" * 10_000, 13800138002],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "42-formula-never-computed.xlsx",
    "openpyxl",
    "a name that is a formula without a stored value",
    reads=["化学系: 张三 13800138001 + ? 13800138002"],
    problems=["formula_without_value B4"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "电话"],
        [1, "张三", 13800138001],
        [2, '=T("李")&"四"', 13800138002],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "43-formula-computed.xlsx",
    "LibreOffice",
    "the same after LibreOffice has computed it",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
)
def _() -> bytes:
    return libreoffice(made("42-formula-never-computed.xlsx"), "xlsx", "xlsx")


@form(
    "44-formula-computed.ods",
    "LibreOffice",
    "the same as OpenDocument",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
)
def _() -> bytes:
    return libreoffice(made("42-formula-never-computed.xlsx"), "xlsx", "ods")


@form(
    "45-formula-never-computed.xls",
    "xlwt",
    "a formula without a result in the older kind",
    reads=["化学系: 张三 13800138001 + ? 13800138002"],
    problems=["formula_without_value B4"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "电话"],
        [1, "张三", 13800138001],
        [2, xlwt.Formula('"李"&"四"'), 13800138002],
    ]
    return old_workbook(("Sheet1", rows, []))


def lookup_error() -> bytes:
    rows = [["单位：化学系"], ["序号", "姓名", "电话"], [1, "张三", 13800138001], [2, "=NA()", 13800138002]]
    return workbook(("Sheet1", rows, []))


for _suffix in ("xlsx", "ods", "xls"):

    @form(
        f"46-lookup-error.{_suffix}",
        "LibreOffice",
        "a name looked up in another workbook, not found",
        reads=["化学系: 张三 13800138001 + ? 13800138002"],
        problems=["cell_error B4"],
    )
    def _(suffix: str = _suffix) -> bytes:
        return libreoffice(lookup_error(), "xlsx", suffix)
