import shutil
import subprocess
from dataclasses import replace
from decimal import Decimal
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from tests.documents.samples import ABOUT, hostile_parties
from tests.documents.test_standings import standings
from tournament.documents.results_workbook import (
    EntryRow,
    MatchRow,
    Results,
    RoundOfMatches,
    results_workbook,
)
from tournament.documents.values import Party
from tournament.documents.workbook import HEADING_ROW, tab_name

DANGEROUS = (
    "=1+1",
    "+8613800000000",
    "-3",
    "@SUM(A1)",
    "#REF!",
    '=HYPERLINK("http://x")',
    "\t=1",
    "TRUE",
    "0012",
)


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def results(entries: int = 8, parties=None, **changes) -> Results:
    table = standings(entries)
    if parties:
        rows = tuple(replace(row, party=p) for row, p in zip(table.rows, parties, strict=False))
        table = replace(table, rows=rows)
    table = replace(table, **changes)
    sides = [row.party for row in table.rows]
    matches = tuple(
        MatchRow(n + 1, a, b, ("J", "10"), 1, (2, 0))
        for n, (a, b) in enumerate(zip(sides[::2], sides[1::2], strict=False))
    )
    bye = MatchRow(None, sides[-1], Party(label="轮空"), points=(2, None), note="轮空")
    rounds = tuple(RoundOfMatches(f"第 {n} 轮", (*matches, bye)) for n in (1, 2))
    return Results((("名次", table),), rounds, tuple(EntryRow(side, "已报到") for side in sides))


def opened(content: bytes):
    return load_workbook(BytesIO(content))


def rows_of(sheet):
    return [[cell.value for cell in row] for row in sheet.iter_rows(min_row=HEADING_ROW + 1)]


def test_sheets_are_standings_each_round_and_entries():
    assert opened(results_workbook(ABOUT, results())).sheetnames == ["名次", "第 1 轮", "第 2 轮", "Entries"]


def test_numbers_are_numbers_and_levels_that_are_letters_are_text():
    book = opened(results_workbook(ABOUT, results()))
    ranking = rows_of(book["名次"])
    assert [row[0] for row in ranking[:8]] == list(range(1, 9))
    first = rows_of(book["第 1 轮"])[0]
    assert first[0] == 1
    assert first[7:12] == ["J", 10, 1, 2, 0]


def test_totals_are_live_sums_that_carry_their_value():
    content = results_workbook(ABOUT, results())
    formulas = rows_of(opened(content)["名次"])
    assert formulas[0][13] == "=SUM(F4,H4,J4,L4)"
    assert formulas[0][14] == "=SUM(G4,I4,K4,M4)"
    shown = rows_of(load_workbook(BytesIO(content), data_only=True)["名次"])
    for row, expected in zip(shown, standings(8).rows, strict=False):
        assert (row[13], row[14]) == expected.totals


def test_total_with_a_penalty_shows_the_penalty_in_its_formula():
    rows = list(standings(8).rows)
    points, difference = rows[0].totals
    rows[0] = replace(rows[0], totals=(points - Decimal("0.5"), difference + 2))
    cells = rows_of(opened(results_workbook(ABOUT, results(rows=tuple(rows))))["名次"])[0]
    assert cells[13] == "=SUM(F4,H4,J4,L4)-0.5"
    assert cells[14] == "=SUM(G4,I4,K4,M4)+2"


def test_total_that_is_no_sum_stays_a_number():
    cells = rows_of(opened(results_workbook(ABOUT, results(sums=("", ""))))["名次"])[0]
    assert cells[13:15] == list(standings(8).rows[0].totals)


def test_typed_text_is_never_a_formula_or_an_error():
    parties = [Party(n, text, (text, f"李四{n}")) for n, text in enumerate(DANGEROUS)]
    content = results_workbook(ABOUT, results(len(parties), parties))
    book = opened(content)
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    assert cell.value.startswith("=SUM(")
                assert cell.data_type != "e"
    branches = [row[1] for row in rows_of(book["Entries"])]
    assert branches == list(DANGEROUS)
    quoted = {cell.value for cell in book["Entries"]["B"] if cell.quotePrefix}
    assert quoted == {text for text in DANGEROUS if text[0] in "=+-@"}


@given(st.lists(hostile_parties(), min_size=1, max_size=6))
@settings(max_examples=15)
def test_names_read_back_as_they_were_typed(parties):
    book = opened(results_workbook(ABOUT, results(len(parties), parties)))
    read = [tuple(row[1:4]) for row in rows_of(book["Entries"])]
    assert read == [(p.branch, *p.players) for p in parties]


def test_rare_characters_read_back_with_another_reader():
    parties = [Party(1, "图书馆", ("𬱟𠅤", "李㛃")), Party(2, "体育部", ("孙䶮", "王堃"))]
    book = CalamineWorkbook.from_filelike(BytesIO(results_workbook(ABOUT, results(2, parties))))
    rows = book.get_sheet_by_name("Entries").to_python()
    assert rows[3][2:4] == ["𬱟𠅤", "李㛃"]


def test_sheets_are_set_up_for_the_screen_and_for_a4():
    book = opened(results_workbook(ABOUT, results()))
    for sheet in book.worksheets:
        assert sheet.freeze_panes.endswith("4")
        assert sheet.auto_filter.ref.startswith("A3:")
        assert sheet.print_title_rows == "$1:$3"
        assert sheet.page_setup.paperSize == "9" or int(sheet.page_setup.paperSize) == 9
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert "&P" in sheet.oddFooter.right.text
        assert all(sheet.column_dimensions[letter].width >= 6 for letter in "ABC")
    assert book.properties.creator == ABOUT.event
    assert {"Standings1", "Round1", "Round2", "Entries"} <= set(book.defined_names)


def test_filter_covers_the_rows_and_not_the_notes():
    sheet = opened(results_workbook(ABOUT, results(8)))["名次"]
    assert sheet.auto_filter.ref == "A3:P11"
    assert sheet["A12"].value == standings(8).notes[0]


def test_empty_event_gives_a_workbook_that_opens():
    book = opened(results_workbook(ABOUT, Results((("名次", standings(0)),), (), ())))
    assert rows_of(book["Entries"]) == []


@pytest.mark.parametrize(
    ("text", "taken", "expected"),
    [
        ("A/B 组: 第[1]轮?", (), "A B 组  第 1 轮"),
        ("名次", ("名次",), "名次 (2)"),
        ("一" * 40, (), "一" * 31),
        ("一" * 40, ("一" * 31,), "一" * 27 + " (2)"),
        ("'", (), "-"),
    ],
)
def test_tab_has_a_name_that_excel_accepts(text, taken, expected):
    assert tab_name(text, taken) == expected


@pytest.mark.slow
def test_libreoffice_recalculates_every_total_to_what_the_product_says(tmp_path):
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed here; the full tests install libreoffice-calc-nogui")
    rows = list(standings(40).rows)
    rows[3] = replace(rows[3], totals=(rows[3].totals[0] - 1, rows[3].totals[1] - 2))
    source = tmp_path / "results.xlsx"
    # Without the stored values, so that what is read back has been calculated.
    book = opened(results_workbook(ABOUT, results(40, rows=tuple(rows))))
    book.save(source)
    profile = (tmp_path / "profile").as_uri()
    command = [office, f"-env:UserInstallation={profile}", "--headless"]
    command += ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(tmp_path / "out"), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    calculated = load_workbook(tmp_path / "out" / "results.xlsx", data_only=True)
    for row, expected in zip(rows_of(calculated["名次"]), rows, strict=False):
        assert (row[13], row[14]) == expected.totals
    for sheet in calculated.worksheets:
        assert not [cell for line in sheet.iter_rows() for cell in line if cell.data_type == "e"]
