"""CSV and pasted text."""

from __future__ import annotations

from .writers import form

CSV = "单位,姓名,联系电话\r\n化学系,张三,13800138001\r\n化学系,李四,13800138002\r\n"
ONE_PAIR = ["化学系: 张三 13800138001 + 李四 13800138002"]

for _name, _about, _bytes in (
    ("50-utf8.csv", "CSV in UTF-8", CSV.encode()),
    ("51-utf8-bom.csv", "CSV in UTF-8 with a byte order mark, as Excel saves it", CSV.encode("utf-8-sig")),
    ("52-gbk.csv", "CSV as Excel on a Chinese Windows saves it", CSV.encode("gbk")),
    (
        "53-utf16.txt",
        "Unicode text as Excel saves it: UTF-16 with tabs",
        CSV.replace(",", "\t").encode("utf-16"),
    ),
    ("54-utf16-no-bom.txt", "UTF-16 without its mark", CSV.replace(",", "\t").encode("utf-16-le")),
    ("55-full-width-comma.csv", "commas typed with a Chinese keyboard", CSV.replace(",", "，").encode()),
    ("56-semicolon.csv", "semicolons, as some systems separate", CSV.replace(",", ";").encode("gbk")),
    ("57-tabs.txt", "pasted straight from a sheet", CSV.replace(",", "\t").replace("\r", "").encode()),
    ("58-sep-line.csv", "a first line that names the separator", ("sep=,\r\n" + CSV).encode()),
    ("59-old-mac.csv", "lines that end as on an old Mac", CSV.replace("\r\n", "\r").encode()),
    (
        "60-texts-as-formulas.csv",
        "phones kept as texts by an equals sign",
        CSV.replace("13800138001", '="13800138001"').replace("13800138002", "'13800138002").encode(),
    ),
):

    @form(_name, "bytes", _about, reads=ONE_PAIR)
    def _(content: bytes = _bytes) -> bytes:
        return content


@form(
    "61-gb18030.csv",
    "bytes",
    "rare characters in four bytes",
    reads=["化学系: 㛃䶮 13800138001 + 𬱟𠅤 13800138002"],
)
def _() -> bytes:
    return CSV.replace("张三", "㛃䶮").replace("李四", "𬱟𠅤").encode("gb18030")


@form(
    "62-no-headings.txt",
    "bytes",
    "pasted from the middle of a sheet, without headings",
    reads=ONE_PAIR,
    problems=["no_heading_row A1"],
)
def _() -> bytes:
    return "化学系\t张三\t13800138001\n化学系\t李四\t13800138002\n".encode()


@form(
    "63-spoilt-phones.csv",
    "bytes",
    "Excel has turned phones into 1.38E+10",
    reads=["化学系: 张三 + 李四 13800138002"],
    problems=["phone_spoilt C2"],
)
def _() -> bytes:
    return CSV.replace("13800138001", "1.38E+10").replace("13800138002", "1.3800138002E+10").encode("gbk")


@form(
    "64-quoted-pairs.csv",
    "bytes",
    "both names in quotes with a comma or a line end between",
    reads=["化学系: 张三 + 李四", "机关: 王小明 + 赵敏"],
)
def _() -> bytes:
    return '单位,姓名\n化学系,"张三,李四"\n机关,"王小明\n赵敏"\n'.encode()


@form(
    "65-uneven-quote.csv",
    "bytes",
    "one quote too many",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
)
def _() -> bytes:
    return CSV.replace("张三", '"张三').encode()


@form(
    "66-comma-between-names.csv",
    "bytes",
    "full-width commas between names, plain ones between columns",
    reads=["化学系: 张三 + 李四", "机关: 王小明 + 赵敏"],
)
def _() -> bytes:
    return "单位,姓名\n化学系,张三，李四\n机关,王小明，赵敏\n".encode("gbk")


@form(
    "96-traditional.csv",
    "bytes",
    "headings in traditional characters",
    reads=["化學系: 張三 13800138001 + 李四 13800138002"],
)
def _() -> bytes:
    return "單位,姓名,聯繫電話\n化學系,張三,13800138001\n化學系,李四,13800138002\n".encode()


@form(
    "98-chain-of-messages.txt",
    "bytes",
    "a list passed on from telephone to telephone",
    reads=["化学系: 张三 + 李四", "化学系: 王小明 + 赵敏"],
    problems=["no_heading_row A1"],
    options={"branch": "化学系"},
)
def _() -> bytes:
    return "#接龙\n1. 张三 李四\n2. 王小明、赵敏\n".encode()
