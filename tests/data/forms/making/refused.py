"""Files that cannot be read, or not as they are called."""

from __future__ import annotations

import io
import struct
import zipfile

from .branch import HEAD, PAIRS, TITLE, regulation_form
from .writers import archive, compound, form, made, plain_xlsx, workbook


@form("70-empty.csv", "bytes", "nothing in it", refused="empty_file")
def _() -> bytes:
    return b"\xef\xbb\xbf\r\n"[3:]


@form("71-empty.xlsx", "openpyxl", "a workbook with an empty sheet", refused="empty_file")
def _() -> bytes:
    return workbook(("Sheet1", [], []))


@form("72-no-list.xlsx", "openpyxl", "a notice in place of a list", refused="no_table")
def _() -> bytes:
    return workbook(
        ("Sheet1", [["关于举办拖拉机扑克比赛的通知"], ["各分工会："], ["现将有关事项通知如下。"]], [])
    )


@form("73-heading-only.xlsx", "openpyxl", "the blank form sent back", problems=["no_players 报名表"])
def _() -> bytes:
    return workbook(
        ("报名表", [[TITLE], ["单位：        联系人：        联系电话："], HEAD, [1], [2], [3], [4]], [])
    )


@form("74-truncated.xlsx", "bytes", "half of a workbook", refused="broken_workbook")
def _() -> bytes:
    content = regulation_form()
    return content[: len(content) // 2]


@form(
    "75-encrypted.xlsx",
    "bytes",
    "a workbook with a password: an encrypted package in the older container",
    refused="encrypted",
)
def _() -> bytes:
    return compound({"EncryptionInfo": b"\x04\0\x04\0\x40\0\0\0", "EncryptedPackage": bytes(range(256)) * 20})


@form("76-encrypted.xls", "bytes", "an older workbook with a password", refused="encrypted")
def _() -> bytes:
    begin = struct.pack("<HHHHHHII", 0x0809, 16, 0x0600, 0x0005, 0x0DBB, 0x07CC, 0, 6)
    lock = struct.pack("<HHH", 0x002F, 6, 1) + b"\1\0\1\0"
    return compound({"Workbook": begin + lock + struct.pack("<HH", 0x000A, 0)})


@form("77-encrypted.ods", "bytes", "OpenDocument with a password", refused="encrypted")
def _() -> bytes:
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">'
        '<manifest:encryption-data manifest:checksum="x"/></manifest:file-entry></manifest:manifest>'
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return archive({"mimetype": kind, "content.xml": bytes(range(256)), "META-INF/manifest.xml": manifest})


@form("78-word.xlsx", "bytes", "a Word document renamed to .xlsx", refused="other_kind")
def _() -> bytes:
    return archive({"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"})


@form("79-word.xls", "bytes", "an older Word document renamed to .xls", refused="other_kind")
def _() -> bytes:
    return compound({"WordDocument": b"\xec\xa5\xc1\0" * 20})


@form("80-pdf.xlsx", "bytes", "a scan renamed to .xlsx", refused="other_kind")
def _() -> bytes:
    return b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n"


@form("81-web-page.xls", "bytes", "a web page that an office system calls .xls", refused="other_kind")
def _() -> bytes:
    return "<html><head><meta charset='utf-8'></head><table><tr><td>姓名</td></tr></table></html>".encode()


@form("82-photo.csv", "bytes", "a photo of the list", refused="other_kind")
def _() -> bytes:
    return b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + bytes(range(256))


@form("83-noise.csv", "bytes", "bytes that are no text", refused="unknown_encoding")
def _() -> bytes:
    return bytes([0x81, 0x20, 0xFF, 0x01, 0xFE, 0x80] * 40)


@form(
    "84-older-kind-renamed.xlsx", "xlwt", "an .xls with the ending .xlsx", reads=PAIRS, problems=["renamed -"]
)
def _() -> bytes:
    return made("05-regulation-form.xls")


@form("85-macros.xlsm", "bytes", "a workbook with macros", reads=PAIRS, problems=["macros -"])
def _() -> bytes:
    with zipfile.ZipFile(io.BytesIO(regulation_form())) as packed:
        members: dict[str, bytes | str] = {name: packed.read(name) for name in packed.namelist()}
    return archive({**members, "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0 no program"})


@form("86-entities.xlsx", "bytes", "XML entities that would grow without end", refused="unsafe_workbook")
def _() -> bytes:
    prolog = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
    cell = '<x:row><x:c t="inlineStr"><x:is><x:t>&c;</x:t></x:is></x:c></x:row>'
    return plain_xlsx(cell, prolog=prolog)


@form("87-deep.xlsx", "bytes", "ten thousand elements inside one another", refused="unsafe_workbook")
def _() -> bytes:
    return plain_xlsx("<x:a>" * 10_000 + "</x:a>" * 10_000)


@form(
    "88-bare-xlsx.xlsx",
    "bytes",
    "cells without addresses, texts inline and rich, phonetic guides, a prefix on every element",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
)
def _() -> bytes:
    def inline(text: str) -> str:
        return f'<x:c t="inlineStr"><x:is><x:t>{text}</x:t></x:is></x:c>'

    rows = "".join(
        f"<x:row>{cells}</x:row>"
        for cells in (
            inline("单位：化学系"),
            inline("姓名") + inline("电话"),
            '<x:c t="s"><x:v>0</x:v></x:c><x:c><x:v>1.3800138001E10</x:v></x:c>',
            '<x:c t="s"><x:v>1</x:v></x:c><x:c t="str"><x:f>B3+1</x:f><x:v>13800138002</x:v></x:c>',
        )
    )
    strings = (
        "<si><r><t>张</t></r><r><rPr><b/></rPr><t>三</t></r><rPh sb='0' eb='1'><t>ZHANG</t></rPh></si>"
        "<si><t>李四</t></si>"
    )
    return plain_xlsx(rows, strings)


@form(
    "89-far-cell.xlsx",
    "bytes",
    "a stray dot in the last cell of the sheet",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
)
def _() -> bytes:
    def cell(place: str, text: str) -> str:
        return f'<x:c r="{place}" t="inlineStr"><x:is><x:t>{text}</x:t></x:is></x:c>'

    rows = (
        f'<x:row r="1">{cell("A1", "单位：化学系")}</x:row>'
        f'<x:row r="2">{cell("A2", "姓名")}{cell("B2", "电话")}</x:row>'
        f'<x:row r="3">{cell("A3", "张三")}{cell("B3", "13800138001")}</x:row>'
        f'<x:row r="4">{cell("A4", "李四")}{cell("B4", "13800138002")}</x:row>'
        f'<x:row r="1048576">{cell("XFD1048576", ".")}</x:row>'
    )
    return plain_xlsx(rows)
