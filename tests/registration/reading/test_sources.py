"""What single cells become, in each kind of file."""

import io
import struct
import zipfile

import openpyxl
import pytest
import xlwt

from rules.answers import Refused
from tournament.registration.reading import Limits, read_entries
from tournament.registration.reading.separated import decode, separator
from tournament.registration.reading.sources import open_workbook
from tournament.registration.reading.values import (
    Cell,
    Sheet,
    address,
    column_letters,
    column_number,
    number_as_text,
)
from tournament.registration.reading.xls_records import packed_number

NAMESPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)


def sheets(name: str, content: bytes, **limits: int) -> list[Sheet]:
    return open_workbook(name, content, Limits(**limits)).sheets


def opendocument(body: str, styles: str = "", others: dict[str, str] | None = None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr(
            "content.xml",
            f"<office:document-content {NAMESPACES}>"
            f"<office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>",
        )
        for name, text in (others or {}).items():
            packed.writestr(name, text)
    return out.getvalue()


def cells_of(row: str) -> dict[tuple[int, int], Cell]:
    table = f'<table:table table:name="一"><table:table-row>{row}</table:table-row></table:table>'
    return sheets("x.ods", opendocument(table))[0].cells


def text_cell(inner: str, attributes: str = 'office:value-type="string"') -> str:
    return f"<table:table-cell {attributes}>{inner}</table:table-cell>"


def test_opendocument_spaces_tabs_and_lines_are_kept_as_signs():
    row = text_cell(
        '<text:p>张<text:s text:c="2"/>三<text:tab/>李<text:line-break/>四</text:p><text:p>王五</text:p>'
    )
    assert cells_of(row) == {(0, 0): Cell("张  三\t李\n四\n王五")}


def test_opendocument_comments_and_pictures_are_no_part_of_a_cell():
    row = text_cell("<office:annotation><text:p>备注</text:p></office:annotation><text:p>张三</text:p>")
    assert cells_of(row) == {(0, 0): Cell("张三")}


def test_opendocument_numbers_are_their_values_and_repeated_cells_repeated():
    row = text_cell(
        "<text:p>1.38E+10</text:p>",
        'office:value-type="float" office:value="13800138001" table:number-columns-repeated="2"',
    )
    number = Cell("13800138001", number=True)
    assert cells_of(row) == {(0, 0): number, (0, 1): number}


def test_opendocument_number_that_is_none_is_the_text_that_is_shown():
    row = text_cell("<text:p>多</text:p>", 'office:value-type="float" office:value="many"')
    assert cells_of(row) == {(0, 0): Cell("多")}


def test_opendocument_repeated_rows_are_repeated_and_tables_inside_cells_left_out():
    row = f"<table:table-row>{text_cell('<text:p>内</text:p>')}</table:table-row>"
    inner = f'<table:table table:name="内">{row}</table:table>'
    table = (
        '<table:table table:name="一"><table:table-row table:number-rows-repeated="3">'
        f"{text_cell('<text:p>张三</text:p>')}</table:table-row>"
        f"<table:table-row><table:table-cell>{inner}</table:table-cell></table:table-row></table:table>"
    )
    (sheet,) = sheets("x.ods", opendocument(table))
    assert sheet.cells == {(row, 0): Cell("张三") for row in range(3)}


def test_opendocument_hidden_sheet_is_known_by_its_style():
    styles = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    found = sheets(
        "x.ods",
        opendocument(
            '<table:table table:name="一"/><table:table table:name="二" table:style-name="ta2"/>', styles
        ),
    )
    assert [(sheet.name, sheet.hidden) for sheet in found] == [("一", False), ("二", True)]


def test_opendocument_with_macros_or_too_many_sheets_is_said():
    book = open_workbook("x.ods", opendocument("", others={"Basic/Standard/Module1.xml": "<m/>"}), Limits())
    assert book.notices == ("macros",)
    with pytest.raises(Refused):
        sheets("x.ods", opendocument('<table:table table:name="一"/>' * 3), sheets=2)


def test_older_workbook_has_truths_errors_numbers_and_texts():
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("一")
    for column, value in enumerate((True, 13800138001, 0.5, 12.34, "张三", 7, 8, 9)):
        sheet.write(0, column, value)
    sheet.row(1).set_cell_error(0, 0x2A)
    sheet.write_rich_text(2, 0, ["李", ("四", xlwt.Font())])
    out = io.BytesIO()
    book.save(out)
    (found,) = sheets("x.xls", out.getvalue())
    assert [found.cells[0, column].text for column in range(8)] == [
        *("True", "13800138001", "0.5", "12.34", "张三", "7", "8", "9")
    ]
    assert found.cells[1, 0] == Cell("#N/A", flaw="error")
    assert found.cells[2, 0].text == "李四"
    assert (1, 1) not in found.cells


@pytest.mark.parametrize(
    ("packed", "value"),
    [(5 << 2 | 2, 5), (1234 << 2 | 3, 12.34), (0xFFFFFFFC | 2, -1), (0x3FF00000, 1.0), (0x3FF00001, 0.01)],
)
def test_packed_numbers_of_older_workbooks(packed, value):
    assert packed_number(packed) == value


def compound_of(stream: bytes) -> bytes:
    """A container with one stream, by hand."""
    data = stream.ljust(4096, b"\0")
    names = ["Root Entry", "Workbook"]
    fat = [*range(1, 8), 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFD]
    directory = b""
    for place, name in enumerate(names):
        wide = name.encode("utf-16-le") + b"\0\0"
        directory += wide.ljust(64, b"\0") + struct.pack(
            "<HBB3I", len(wide), 5 - 3 * place, 1, *[0xFFFFFFFF] * 3
        )
        first, size = (0xFFFFFFFE, 0) if place == 0 else (0, len(data))
        directory += b"\0" * 36 + struct.pack("<IQ", first, size)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(24, b"\0") + struct.pack("<HHHHH", 62, 3, 0xFFFE, 9, 6)
    header += b"\0" * 6 + struct.pack("<10I", 0, 1, 8, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, 9)
    table = struct.pack("<10I", *fat).ljust(512, b"\xff")
    return header.ljust(512, b"\xff") + data + directory.ljust(512, b"\0") + table


def record(kind: int, body: bytes) -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def older(cells: bytes, version: int = 0x0600, sheet_kind: int = 0) -> bytes:
    """An older workbook with one sheet of the given records."""
    begin = record(0x0809, struct.pack("<HHHHII", version, 5, 0, 0, 0, 6))
    end = record(0x000A, b"")
    name = "一".encode("utf-16-le")
    start = len(begin) + 4 + 8 + len(name) + len(end)
    listed = record(0x0085, struct.pack("<IBBBB", start, 0, sheet_kind, 1, 1) + name)
    return compound_of(begin + listed + end + begin + cells + end)


def result(row: int, eight: bytes) -> bytes:
    return record(0x0006, struct.pack("<HHH", row, 0, 0) + eight + struct.pack("<HIH", 0, 0, 0))


def test_short_stream_of_an_older_workbook_lies_in_the_small_sectors():
    whole = older(record(0x0204, struct.pack("<HHHHB", 0, 0, 0, 3, 0) + b"abc"))
    stream = whole[512 : 512 + 300]
    small = struct.pack("<8I", *[1, 2, 3, 4, 0xFFFFFFFE], *[0xFFFFFFFF] * 3).ljust(512, b"\xff")
    directory = b""
    for place, (name, first, size) in enumerate((("Root Entry", 0, 512), ("Workbook", 0, 300))):
        wide = name.encode("utf-16-le") + b"\0\0"
        directory += wide.ljust(64, b"\0") + struct.pack(
            "<HBB3I", len(wide), 5 - 3 * place, 1, *[0xFFFFFFFF] * 3
        )
        directory += b"\0" * 36 + struct.pack("<IQ", first, size)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(24, b"\0") + struct.pack("<HHHHH", 62, 3, 0xFFFE, 9, 6)
    header += b"\0" * 6 + struct.pack("<10I", 0, 1, 2, 0, 4096, 1, 1, 0xFFFFFFFE, 0, 3)
    table = struct.pack("<4I", 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFD).ljust(512, b"\xff")
    content = (
        header.ljust(512, b"\xff") + stream.ljust(512, b"\0") + small + directory.ljust(512, b"\0") + table
    )
    (sheet,) = sheets("x.xls", content)
    assert sheet.cells == {(0, 0): Cell("abc")}


def test_results_of_formulas_in_older_workbooks():
    special = b"\0\0\0\xff\xff"
    cells = (
        result(0, struct.pack("<d", 13800138001.0))
        + result(1, b"\0\0\0" + special)
        + record(0x0207, struct.pack("<HB", 2, 1) + "张三".encode("utf-16-le"))
        + result(2, b"\1\0\1" + special)
        + result(3, b"\2\0\x17" + special)
        + result(4, b"\3\0\0" + special)
        + record(0x0204, struct.pack("<HHHHB", 5, 0, 0, 3, 0) + b"abc")
        + record(0x0203, struct.pack("<HHHd", 6, 0, 0, float("nan")))
        + record(0x00BD, struct.pack("<HHHIHIH", 7, 0, 0, 1 << 2 | 2, 0, 2 << 2 | 2, 1))
        # A chart inside the sheet has records of the same kinds, which are no cells.
        + record(0x0809, struct.pack("<HHHHII", 0x0600, 0x20, 0, 0, 0, 6))
        + record(0x0203, struct.pack("<HHHd", 9, 0, 0, 1.0))
        + record(0x000A, b"")
    )
    (sheet,) = sheets("x.xls", older(cells))
    assert sheet.name == "一"
    assert sheet.cells == {
        (0, 0): Cell("13800138001", number=True),
        (1, 0): Cell("张三"),
        (2, 0): Cell("True"),
        (3, 0): Cell("#REF!", flaw="error"),
        (4, 0): Cell("", flaw="formula"),
        (5, 0): Cell("abc"),
        (7, 0): Cell("1", number=True),
        (7, 1): Cell("2", number=True),
    }


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (older(b"", version=0x0500), "other_kind"),
        (older(b"", sheet_kind=2), "broken_workbook"),
        (older(record(0x00FD, struct.pack("<HHHI", 0, 0, 0, 99))), "broken_workbook"),
        (older(record(0x0203, b"\0\0")), "broken_workbook"),
        (
            older(b"".join(record(0x027E, struct.pack("<HHHI", row, 0, 0, 6)) for row in range(9))),
            "too_many_cells",
        ),
    ],
)
def test_older_workbooks_that_cannot_be_read(content, code):
    with pytest.raises(Refused) as refused:
        read_entries("x.xls", content, limits=Limits(filled_cells=8))
    assert [problem.code for problem in refused.value.problems] == [code]


def test_workbook_kinds_that_are_not_read_are_named():
    for part, kind in (
        ("xl/workbook.bin", "XLSB"),
        ("ppt/presentation.xml", "PowerPoint"),
        ("readme", "ZIP"),
    ):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as packed:
            packed.writestr(part, "")
        with pytest.raises(Refused) as refused:
            read_entries("x.xlsx", out.getvalue())
        assert refused.value.problems[0].values == {"kind": kind}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        packed.writestr("content.xml", "")
    with pytest.raises(Refused) as refused:
        read_entries("x.ods", out.getvalue())
    assert refused.value.problems[0].values == {"kind": "OpenDocument"}


@pytest.mark.parametrize("head", [b"<?xml version='1.0'?><Workbook/>", b"<table><tr><td>x</td></tr></table>"])
def test_web_pages_and_xml_called_xls_are_named(head):
    with pytest.raises(Refused) as refused:
        read_entries("x.xls", head)
    assert refused.value.problems[0].code == "other_kind"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gbk", "gb18030"]
)
def test_each_encoding_is_recognised(encoding):
    text = "单位,姓名,联系电话\n化学系,张三,13800138001\n"
    assert decode(text.encode(encoding)) == text


def test_character_of_older_windows_in_gbk_is_the_character_meant():
    assert decode("王".encode("gbk") + b"\xfe\x9f") == "王䶮"


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("a,b\nc,d", ","),
        ("a\tb\nc\td", "\t"),
        ("a，b\nc，d", "，"),
        ("a;b\nc;d", ";"),
        ("a；b\nc；d", "；"),
        ("a|b\nc|d", "|"),
        ("单位\t姓名\n化学系\t张三,李四\n机关\t王五,赵六", "\t"),
        ("单位,姓名\n化学系,张三，李四", ","),
        ("姓名", "\t"),
    ],
)
def test_separator_is_what_parts_the_lines_alike(text, mark):
    assert separator(text) == mark


def test_columns_have_letters_and_cells_addresses():
    assert [column_letters(number) for number in (0, 25, 26, 701, 702, 16383)] == [
        "A",
        "Z",
        "AA",
        "ZZ",
        "AAA",
        "XFD",
    ]
    assert all(column_number(column_letters(number)) == number for number in range(0, 16384, 37))
    assert address("一", 5, 2) == "一!C6"


@pytest.mark.parametrize(
    ("number", "text"), [(13800138001.0, "13800138001"), (0.5, "0.5"), (-3.0, "-3"), (1e300, "1e+300")]
)
def test_numbers_are_written_as_people_type_them(number, text):
    assert number_as_text(number) == text


def test_renamed_file_is_read_and_said():
    book = openpyxl.Workbook()
    for row in (["单位", "姓名"], ["化学系", "张三"], ["化学系", "李四"]):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    reading = read_entries("报名.xls", out.getvalue())
    assert len(reading.entries) == 1
    assert [(problem.code, problem.severity) for problem in reading.problems] == [("renamed", "unlikely")]


def workbook_of(cells: str, strings: str = "") -> bytes:
    """A workbook of openpyxl with the given cells in place of its own, and shared texts."""
    book = openpyxl.Workbook()
    book.active.append(["x"])
    out = io.BytesIO()
    book.save(out)
    made = io.BytesIO()
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                part = f"<worksheet {main}><sheetData>{cells}</sheetData></worksheet>".encode()
            elif name == "xl/_rels/workbook.xml.rels":
                kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
                added = f'<Relationship Id="rId99" Type="{kind}" Target="sharedStrings.xml"/></Relationships>'
                part = part.replace(b"</Relationships>", added.encode())
            new.writestr(name, part)
        new.writestr("xl/sharedStrings.xml", f"<sst {main}>{strings}</sst>")
    return made.getvalue()


@pytest.mark.parametrize(
    ("written", "text"),
    [("_x674E_四", "李四"), ("_xD86F__xDC5F_", "𫱟"), ("_xD86F_四", "\ufffd四"), ("a_x", "a_x")],
)
def test_escaped_characters_are_the_characters_meant(written, text):
    (sheet,) = sheets("x.xlsx", workbook_of(f'<row><c t="str"><v>{written}</v></c></row>'))
    assert sheet.cells == {(0, 0): Cell(text)}


def test_cells_of_every_type_are_their_text():
    row = (
        '<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2"><v>many</v></c><c r="C2"><v> </v></c>'
        '<c r="D2" t="str"><f>T("x")</f><v></v></c><c r="E2"><f>1+1</f></c><c r="F2" t="e"><v>#REF!</v></c>'
        '<c r="G2"><v>1.3800138001E10</v></c>'
        '<c r="H2" t="inlineStr"><is><r><t>张</t></r><r><t>三</t></r></is></c>'
        '<c r="I2" t="str"><v>_x674E_四</v></c><c r="J2"><v>1e999</v></c></row><row><c><v>7</v></c></row>'
    )
    (sheet,) = sheets("x.xlsx", workbook_of(row))
    assert sheet.cells == {
        (1, 0): Cell("1"),
        (1, 1): Cell("many"),
        (1, 4): Cell("", flaw="formula"),
        (1, 5): Cell("#REF!", flaw="error"),
        (1, 6): Cell("13800138001", number=True),
        (1, 7): Cell("张三"),
        (1, 8): Cell("李四"),
        (1, 9): Cell("inf", number=True),
        (2, 0): Cell("7", number=True),
    }


@pytest.mark.parametrize(
    ("cells", "strings", "code"),
    [
        ('<row><c t="s"><v>99</v></c></row>', "", "broken_workbook"),
        ('<row><c t="s"><v>x</v></c></row>', "", "broken_workbook"),
        ("<row><c>", "", "broken_workbook"),
        ("", "<si><t>x</t></si>" * 9, "too_many_cells"),
    ],
)
def test_workbooks_that_contradict_themselves_are_refused(cells, strings, code):
    with pytest.raises(Refused) as refused:
        read_entries("x.xlsx", workbook_of(cells, strings), limits=Limits(filled_cells=8))
    assert [problem.code for problem in refused.value.problems] == [code]
