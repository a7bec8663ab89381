"""Lists of branches as union offices keep them."""

from __future__ import annotations

import io

import openpyxl
import pytest

from rules.answers import Refused
from tournament.registration.reading import BranchReading, read_branches


def read(*lines: str, **more) -> BranchReading:
    return read_branches("单位.csv", "\n".join(lines).encode("gb18030"), **more)


def codes(reading: BranchReading) -> list[tuple[str, str]]:
    return [(problem.code, problem.at) for problem in reading.problems]


def test_headings_may_stand_anywhere_and_totals_titles_and_notes_are_no_branches():
    reading = read(
        "各分工会会员人数统计表,,,",
        ",,,",
        "序号,部 门 工 会,会员数（人）,分工会主席",
        "1,化学系,１２０,王芳",
        "2,图书馆,9人,李四",
        "合计,,129,",
        "注：以上人数截至上月底,,,",
    )
    assert [(one.name, one.members, one.chair) for one in reading.branches] == [
        ("化学系", 120, "王芳"),
        ("图书馆", 9, "李四"),
    ]
    assert reading.problems == ()


def test_a_repeated_heading_row_is_no_branch():
    reading = read("单位,人数", "化学系,3", "单位,人数", "图书馆,4")
    assert [one.name for one in reading.branches] == ["化学系", "图书馆"]


@pytest.mark.parametrize("written", ["很多", "12或13", "-3", "99999999"])
def test_a_count_that_is_none_is_an_error_at_its_cell(written):
    reading = read("单位,会员人数", f"化学系,{written}")
    assert codes(reading) == [("count_unreadable", "单位!B2")]


def test_a_branch_that_stands_there_twice_is_an_error_with_both_places():
    reading = read("单位,会员人数", "化学系,3", "图书馆,4", "化学系,5")
    assert codes(reading) == [("branch_listed_twice", "单位!A4")]
    assert reading.problems[0].values["other_at"] == "单位!A2"


def test_a_name_is_matched_to_the_branch_that_is_there():
    reading = read("单位,会员人数", "化学系工会,3", known=["化学系分工会"])
    assert [one.name for one in reading.branches] == ["化学系分工会"]


def test_a_row_without_a_name_is_an_error_where_it_says_something():
    assert codes(read("单位,会员人数", ",3")) == [("branch_name_missing", "单位!A2")]


def test_a_spoilt_phone_is_said_and_not_kept():
    reading = read("单位,联系人,联系电话", "化学系,王芳,1.38E+10")
    assert codes(reading) == [("phone_spoilt", "单位!C2")]
    assert reading.branches[0].phone == ""


def test_a_file_without_a_table_of_branches_is_refused():
    with pytest.raises(Refused) as refused:
        read("今天天气很好")
    assert refused.value.problems[0].code == "no_branch_table"


def test_numbers_and_a_title_merged_over_the_table_come_from_a_workbook_too():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "名单"
    sheet["A1"] = "分工会名单"
    sheet.merge_cells("A1:C1")
    for row in (("分工会", "会员人数", "报名名额"), ("化学系", 120, 3), ("图书馆", 9.0, None)):
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    reading = read_branches("名单.xlsx", out.getvalue())
    assert [(one.name, one.members, one.quota) for one in reading.branches] == [
        ("化学系", 120, 3),
        ("图书馆", 9, None),
    ]


def test_a_correction_of_the_preview_is_read():
    assert read("单位,会员人数", "化学系,很多", corrections={"单位!B2": "12"}).branches[0].members == 12
