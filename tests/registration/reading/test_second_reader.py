"""The cells that are read are those that a second reader finds: python-calamine, written by others for the
same files."""

import io
import json
import math
from pathlib import Path

import pytest
import python_calamine
import xlwt

from tournament.registration.reading.sources import open_workbook
from tournament.registration.reading.values import Limits

FORMS = Path(__file__).resolve().parents[2] / "data" / "forms"
# Forms that the second reader does not read as a person would: it leaves out errors, takes phonetic guides
# for text, or fills the sheet up to its last cell.
OTHERWISE = {
    "46-lookup-error.xlsx",
    "46-lookup-error.xls",
    "46-lookup-error.ods",
    "88-bare-xlsx.xlsx",
    "89-far-cell.xlsx",
}
READABLE = [
    form["file"]
    for form in json.loads((FORMS / "expected.json").read_text(encoding="utf-8"))
    if form["file"].endswith((".xlsx", ".xls", ".ods", ".xlsm"))
    and not form["refused"]
    and form["file"] not in OTHERWISE
]


def as_text(value: object) -> str:
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return str(int(value))
    return str(value)


@pytest.mark.parametrize("name", READABLE)
def test_two_readers_find_the_same_cells(name):
    content = (FORMS / name).read_bytes()
    ours = open_workbook(name, content, Limits(text=100_000))
    theirs = python_calamine.load_workbook(io.BytesIO(content))
    assert [sheet.name for sheet in ours.sheets] == theirs.sheet_names
    for index, sheet in enumerate(ours.sheets):
        rows = theirs.get_sheet_by_index(index).to_python(skip_empty_area=False)
        expected = {
            (row, column): as_text(value)
            for row, values in enumerate(rows)
            for column, value in enumerate(values)
            if as_text(value).strip()
        }
        assert {place: cell.text for place, cell in sheet.cells.items() if cell.flaw != "formula"} == expected
        hidden = theirs.sheets_metadata[index].visible != python_calamine.SheetVisibleEnum.Visible
        assert sheet.hidden == hidden


@pytest.mark.parametrize("name", [name for name in READABLE if not name.endswith(".ods")])
def test_two_readers_find_the_same_merged_ranges(name):
    content = (FORMS / name).read_bytes()
    ours = open_workbook(name, content, Limits())
    theirs = python_calamine.load_workbook(io.BytesIO(content))
    for index, sheet in enumerate(ours.sheets):
        found = {((area.top, area.left), (area.bottom, area.right)) for area in sheet.merged}
        assert found == set(theirs.get_sheet_by_index(index).merged_cell_ranges or ())


def test_older_workbook_whose_texts_run_over_many_records_is_read_whole():
    book = xlwt.Workbook()
    sheet = book.add_sheet("长表")
    written = {}
    for row in range(4_000):
        for column, text in enumerate(
            (f"Latin text {row}" * (row % 7 + 1), f"第{row}号𬱟名㛃" * (row % 5 + 1))
        ):
            sheet.write(row, column, text)
            written[row, column] = text
    out = io.BytesIO()
    book.save(out)
    (ours,) = open_workbook("form.xls", out.getvalue(), Limits()).sheets
    assert {place: cell.text for place, cell in ours.cells.items()} == written


@pytest.mark.parametrize("number", [0, 1, 0.5, 12.34, -7, 2**29, 13800138001, 1e15, 123456.789])
def test_numbers_of_older_workbooks_keep_their_value(number):
    book = xlwt.Workbook()
    book.add_sheet("一").write(0, 0, number)
    out = io.BytesIO()
    book.save(out)
    (ours,) = open_workbook("form.xls", out.getvalue(), Limits()).sheets
    assert float(ours.cells[0, 0].text) == number
