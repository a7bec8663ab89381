"""Uploads from strangers cost little, whatever they claim to be."""

import io
import struct
import tracemalloc
import zipfile

import openpyxl
import pytest
import xlwt

from rules.answers import Refused
from tournament.registration.reading import Limits, read_entries

HEAD = ["单位", "姓名", "联系电话"]


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def one_pair() -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    for row in (HEAD, ["化学系", "张三", "13800138001"], ["化学系", "李四", "13800138002"]):
        book.active.append(row)
    return book


def rewritten(content: bytes, name: str, part: bytes) -> bytes:
    """The same archive with one part replaced or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            if member != name:
                new.writestr(member, old.read(member))
        new.writestr(name, part)
    return out.getvalue()


def test_file_above_the_size_limit_is_refused_with_both_sizes():
    with pytest.raises(Refused) as refused:
        read_entries("big.csv", b"a" * (10 * 1024**2 + 1))
    (problem,) = refused.value.problems
    assert (problem.code, problem.values["megabytes"], problem.values["most"]) == ("too_big", 10.0, 10)


def test_fifty_megabytes_are_refused_before_anything_is_opened():
    content = b"PK\x03\x04" + b"\0" * (50 * 1024**2)
    tracemalloc.start()
    with pytest.raises(Refused) as refused:
        read_entries("form.xlsx", content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert codes(refused) == ["too_big"]
    assert peak < 1024**2


def test_zip_bomb_is_refused_without_being_unpacked():
    bomb = rewritten(saved(one_pair()), "xl/worksheets/sheet1.xml", b" " * (60 * 1024**2))
    assert len(bomb) < 1024**2
    tracemalloc.start()
    with pytest.raises(Refused) as refused:
        read_entries("form.xlsx", bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert codes(refused) == ["unpacks_too_big"]
    assert peak < 20 * 1024**2


def test_archive_that_lies_about_its_sizes_is_refused():
    content = bytearray(rewritten(saved(one_pair()), "xl/worksheets/sheet1.xml", b"<a/>" * (8 * 1024**2)))
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        packed_size = packed.getinfo("xl/worksheets/sheet1.xml").compress_size
    at = content.rfind(b"PK\x01\x02")
    struct.pack_into("<I", content, at + 24, packed_size + 1)
    with pytest.raises(Refused) as refused:
        read_entries("form.xlsx", bytes(content))
    assert codes(refused) in (["broken_workbook"], ["unpacks_too_big"])


def test_thousands_of_parts_are_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("xl/workbook.xml", b"")
        for number in range(2_100):
            packed.writestr(f"xl/media/{number}.png", b"")
    with pytest.raises(Refused) as refused:
        read_entries("form.xlsx", out.getvalue())
    assert codes(refused) == ["too_many_parts"]


def test_archive_with_a_password_is_refused_as_such():
    content = bytearray(saved(one_pair()))
    at = 0
    while (at := content.find(b"PK\x01\x02", at)) >= 0:
        content[at + 8] |= 1
        at += 4
    with pytest.raises(Refused) as refused:
        read_entries("form.xlsx", bytes(content))
    assert codes(refused) == ["encrypted"]


def test_hundred_thousand_blank_rows_cost_neither_time_nor_memory():
    book = one_pair()
    plain = saved(book)
    with zipfile.ZipFile(io.BytesIO(plain)) as packed:
        sheet = packed.read("xl/worksheets/sheet1.xml").decode()
    blank = "".join(
        f'<row r="{row}" spans="1:3"><c r="A{row}" s="0"/><c r="B{row}" s="0"/><c r="C{row}" s="0"/></row>'
        for row in range(4, 100_004)
    )
    content = rewritten(
        plain, "xl/worksheets/sheet1.xml", sheet.replace("</sheetData>", blank + "</sheetData>").encode()
    )
    tracemalloc.start()
    reading = read_entries("form.xlsx", content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [player.name for entry in reading.entries for player in entry.players] == ["张三", "李四"]
    assert reading.problems == ()
    assert peak < 10 * 1024**2


def test_repeated_cells_of_opendocument_are_counted_before_they_are_kept():
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        '<table:table table:name="一"><table:table-row table:number-rows-repeated="1048576">'
        '<table:table-cell table:number-columns-repeated="16384" office:value-type="string">'
        "<text:p>x</text:p>"
        "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
    with pytest.raises(Refused) as refused:
        read_entries("form.ods", out.getvalue())
    assert codes(refused) == ["too_many_cells"]


def test_older_workbook_with_cells_in_opposite_corners_costs_two_cells():
    book = xlwt.Workbook()
    sheet = book.add_sheet("一")
    sheet.write(0, 0, "姓名")
    sheet.write(65535, 255, "x")
    out = io.BytesIO()
    book.save(out)
    tracemalloc.start()
    read_entries("form.xls", out.getvalue())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * 1024**2


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_more_filled_cells_than_any_form_has_are_refused(kind):
    if kind == "csv":
        content = ("x," * 99 + "x\n").encode() * 60
    else:
        book = openpyxl.Workbook()
        for _ in range(60):
            book.active.append(["x"] * 100)
        content = saved(book)
    with pytest.raises(Refused) as refused:
        read_entries(f"form.{kind}", content, limits=Limits(filled_cells=5_000))
    assert codes(refused) == ["too_many_cells"]


def test_more_sheets_than_any_form_has_are_refused():
    book = openpyxl.Workbook()
    for _ in range(5):
        book.create_sheet()
    with pytest.raises(Refused) as refused:
        read_entries("form.xlsx", saved(book), limits=Limits(sheets=5))
    assert codes(refused) == ["too_many_sheets"]


def test_container_whose_sectors_run_in_a_circle_is_refused():
    header = bytearray(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0"))
    struct.pack_into("<HH", header, 30, 9, 6)
    struct.pack_into("<I4xII", header, 48, 1, 4096, 0xFFFFFFFE)
    struct.pack_into("<II", header, 68, 0xFFFFFFFE, 0)
    struct.pack_into("<109I", header, 76, 0, *[0xFFFFFFFF] * 108)
    table = struct.pack("<128I", 0xFFFFFFFD, 1, *[0xFFFFFFFF] * 126)
    with pytest.raises(Refused) as refused:
        read_entries("form.xls", bytes(header) + table + b"\0" * 512)
    assert codes(refused) == ["broken_workbook"]


@pytest.mark.parametrize("cut", [100, 511, 513, 2000, 4000, 5000])
def test_older_workbook_cut_off_anywhere_is_refused_or_read_but_never_an_exception(cut):
    book = xlwt.Workbook()
    sheet = book.add_sheet("一")
    for row, values in enumerate((HEAD, ["化学系", "张三", "1"], ["化学系", "李四", "2"])):
        for column, value in enumerate(values):
            sheet.write(row, column, value)
    out = io.BytesIO()
    book.save(out)
    try:
        reading = read_entries("form.xls", out.getvalue()[:cut])
    except Refused as refused:
        assert [problem.code for problem in refused.problems] in (["broken_workbook"], ["no_table"])
    else:
        assert len(reading.entries) <= 1


def test_personal_numbers_are_never_in_the_values_of_a_problem():
    text = "单位,姓名,电话\n化学系,张三,1380013800\n化学系,李四,340123199001011234\n化学系,王明,QQ31415926\n"
    reading = read_entries("form.csv", text.encode())
    told = repr([problem.values for problem in reading.problems])
    assert "1380013800" not in told and "3401231990" not in told and "31415926" not in told
