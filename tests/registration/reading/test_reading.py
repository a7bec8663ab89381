"""From a file to proposed entries: what is asked for beside the corpus."""

import pytest

from rules.answers import Problem, Refused
from tournament.registration.reading import Reading, read_entries

PAIR = "化学系,张三,13800138001,李四,13800138002"


def read(
    *rows: str, head: str = "单位,队员1,手机1,队员2,手机2", name: str = "form.csv", **options: object
) -> Reading:
    return read_entries(name, "\n".join([head, *rows]).encode(), **options)  # type: ignore[arg-type]


def codes(reading: Reading) -> list[tuple[str, str]]:
    return [(problem.code, problem.at) for problem in reading.problems]


def names(reading: Reading) -> list[list[str]]:
    return [[player.name for player in entry.players] for entry in reading.entries]


def test_every_value_knows_its_cell():
    (entry,) = read(PAIR).entries
    assert entry.cells["branch"] == "form!A2"
    assert entry.players[0].cells == {"name": "form!B2", "phone": "form!C2"}
    assert entry.players[1].cells == {"name": "form!D2", "phone": "form!E2"}


def test_correction_replaces_a_cell_and_its_problem_goes():
    wrong = PAIR.replace("13800138001", "138001380")
    assert codes(read(wrong)) == [("phone_digits", "form!C2")]
    mended = read(wrong, corrections={"form!C2": "13800138001"})
    assert mended.problems == ()
    assert mended.entries == read(PAIR).entries


def test_correction_can_empty_a_cell():
    reading = read(PAIR, "化学系,王明,,待定,", corrections={"form!B3": "", "form!D3": ""})
    assert names(reading) == [["张三", "李四"]]
    assert reading.problems == ()


@pytest.mark.parametrize("key", ["other!C2", "C2", "form!2C", "form!", "form!ABCD1"])
def test_correction_of_a_cell_that_is_nowhere_is_said(key):
    assert codes(read(PAIR, corrections={key: "x"})) == [("correction_nowhere", key)]


def test_correction_of_a_merged_cell_is_that_of_its_first():
    import io

    import openpyxl

    book = openpyxl.Workbook()
    for row in (["单位", "姓名"], ["化学糸", "张三"], [None, "李四"]):
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    out = io.BytesIO()
    book.save(out)
    reading = read_entries("form.xlsx", out.getvalue(), corrections={"Sheet!A3": "化学系"})
    assert [entry.branch for entry in reading.entries] == ["化学系"]


def test_quota_names_the_first_entry_too_many_and_both_numbers():
    reading = read(PAIR, "化学系,王明,,赵敏,", "机关,孙立,,周平,", "化学系,吴刚,,郑爽,", quota=1)
    (problem,) = [problem for problem in reading.problems if problem.code == "quota_exceeded"]
    assert (problem.at, problem.values) == ("form!B3", {"branch": "化学系", "quota": 1, "count": 3})


def test_quota_of_zero_is_a_quota():
    assert ("quota_exceeded", "form!B2") in codes(read(PAIR, quota=0))


def test_form_sent_by_a_branch_is_that_branchs_whatever_it_says():
    reading = read("机关,张三,,李四,", branch="化学系")
    assert [entry.branch for entry in reading.entries] == ["化学系"]
    assert ("branch_other", "form!A2") in codes(reading)


def test_form_sent_by_a_branch_need_not_name_it():
    reading = read("张三,李四", head="队员1,队员2", branch="化学系")
    assert [entry.branch for entry in reading.entries] == ["化学系"]
    assert reading.problems == ()


def test_forced_branch_in_other_words_is_no_contradiction():
    reading = read("化学系二队,张三,13800138001,李四,13800138002", branch="化学系分工会")
    assert [(entry.branch, entry.label) for entry in reading.entries] == [("化学系分工会", "二队")]
    assert reading.problems == ()


@pytest.mark.parametrize("written", ["化学系", "化学系工会", "化学系分工会", " 化学系 分工会"])
def test_branch_is_matched_to_the_list_whichever_ending_it_is_written_with(written):
    reading = read(PAIR.replace("化学系", written), known_branches=["机关分工会", "化学系分工会"])
    assert [entry.branch for entry in reading.entries] == ["化学系分工会"]
    assert reading.problems == ()


def test_unknown_branch_is_said_once_with_the_likely_one():
    reading = read(
        PAIR.replace("化学系", "化学糸"), "化学糸,王明,1,赵敏,2", known_branches=["化学系", "机关"]
    )
    found = [problem for problem in reading.problems if problem.code.startswith("branch")]
    assert found == [
        Problem("branch_unknown_similar", "form!A2", {"branch": "化学糸", "suggestion": "化学系"}, "unlikely")
    ]


def test_form_that_names_no_branch_is_an_error_at_the_empty_line():
    text = "拖拉机比赛报名表\n单位：　　　联系人：孙立\n姓名,电话\n张三,13800138001\n李四,13800138002\n"
    reading = read_entries("form.csv", text.encode())
    assert codes(reading) == [("branch_missing", "form!A2")]
    assert reading.entries[0].contact == "孙立"


@pytest.mark.parametrize(
    "name", ["化学系工会报名表.csv", "3-化学系工会拖拉机报名表(2).csv", r"C:\报名\化学系工会.csv"]
)
def test_file_name_tells_the_branch_and_it_is_said(name):
    reading = read("张三,李四", head="队员1,队员2", name=name)
    assert [entry.branch for entry in reading.entries] == ["化学系工会"]
    assert [problem.code for problem in reading.problems] == ["branch_from_file"]
    assert reading.problems[0].severity == "unlikely"


def test_pair_without_any_phone_is_asked_about_once():
    reading = read("化学系,张三,,李四,")
    assert codes(reading) == [("phone_missing", "form!C2")]


def test_one_phone_is_enough_for_a_pair():
    assert read("化学系,张三,,李四,13800138001").problems == ()


def test_same_name_in_two_branches_is_two_people():
    assert read(PAIR, "机关,张三,13800138003,赵敏,13800138004").problems == ()


def test_same_name_in_one_branch_is_asked_about_where_phones_differ_and_wrong_where_they_do_not_tell():
    told = read(PAIR, "化学系,张三,13800138003,赵敏,13800138004")
    assert [(problem.code, problem.severity) for problem in told.problems] == [("same_name", "unlikely")]
    untold = read(PAIR, "化学系,张三,,赵敏,13800138004")
    assert [(problem.code, problem.severity) for problem in untold.problems] == [("same_name", "error")]


def test_staff_numbers_tell_namesakes_apart_and_find_one_person_twice():
    head = "单位,姓名,工号"
    apart = read("化学系,张三,001", "化学系,李四,002", "化学系,张三,003", "化学系,王明,004", head=head)
    assert apart.problems == ()
    twice = read("化学系,张三,001", "化学系,李四,002", "机关,张三,001", "机关,王明,004", head=head)
    assert codes(twice) == [("person_twice", "form!B4")]
    assert twice.problems[0].values["other_at"] == "form!B2"


def test_members_of_a_pair_belong_to_one_branch():
    reading = read("化学系,张三", "机关,李四", "机关,王明", head="单位,姓名")
    assert names(reading) == [["张三"], ["李四", "王明"]]
    assert codes(reading) == [("too_few_players", "form!B2")]


def test_single_players_are_entries_where_one_is_asked_for():
    reading = read("化学系,张三", "化学系,李四", head="单位,姓名", players_per_entry=1)
    assert names(reading) == [["张三"], ["李四"]]
    assert reading.problems == ()


def test_division_column_binds_nobody():
    reading = read(
        *(f"化学系,{name},老年组" for name in ("张三", "李四", "王明", "赵敏")), head="单位,姓名,组别"
    )
    assert names(reading) == [["张三", "李四"], ["王明", "赵敏"]]


def test_numbers_of_pairs_bind_even_where_rows_are_apart_by_an_empty_one():
    reading = read(
        "1,化学系,张三", "1,化学系,李四", "", "2,化学系,王明", "2,化学系,赵敏", head="组号,单位,姓名"
    )
    assert names(reading) == [["张三", "李四"], ["王明", "赵敏"]]
    assert reading.problems == ()


def test_empty_rows_between_pairs_are_nothing_to_speak_of():
    reading = read("化学系,张三", "化学系,李四", ",", "化学系,王明", "化学系,赵敏", head="单位,姓名")
    assert names(reading) == [["张三", "李四"], ["王明", "赵敏"]]
    assert reading.problems == ()


def test_reserve_column_holds_reserves():
    reading = read("化学系,张三,李四,王明", head="单位,队员1,队员2,替补队员")
    (entry,) = reading.entries
    assert [(player.name, player.reserve) for player in entry.players] == [
        ("张三", False),
        ("李四", False),
        ("王明", True),
    ]
    assert reading.problems == ()


def test_one_sided_pair_row_lacks_a_player():
    reading = read("化学系,张三,13800138001,,")
    assert names(reading) == [["张三"]]
    assert codes(reading) == [("too_few_players", "form!B2")]


def test_sexes_in_one_cell_are_dealt_out():
    (entry,) = read("化学系,张三、李四,男/女", head="单位,姓名,性别").entries
    assert [player.sex for player in entry.players] == ["male", "female"]


def test_problems_stand_in_the_order_of_the_sheet():
    reading = read("化学系,张三1,138,李四,139", "化学系,王明2,137,赵敏,136")
    rows = [int(problem.at.lstrip("form!ABCDE")) for problem in reading.problems]
    assert rows == sorted(rows)


def test_two_phones_of_one_person_leave_the_mobile_and_are_said():
    reading = read("化学系,张三,6123/13800138001,李四,")
    assert reading.entries[0].players[0].phone == "13800138001"
    assert codes(reading) == [("phone_too_many", "form!C2")]


def test_contact_phone_that_is_none_is_said_at_its_cell():
    text = "单位：化学系,联系人：孙立,联系电话：138\n姓名,电话\n张三,13800138001\n李四,13800138002\n"
    reading = read_entries("form.csv", text.encode())
    assert codes(reading) == []
    text = text.replace("联系电话：138", "联系电话：1380013800")
    assert codes(read_entries("form.csv", text.encode())) == [("contact_phone_wrong", "form!C1")]


def test_refusal_says_what_kind_of_file_it_is():
    with pytest.raises(Refused) as refused:
        read_entries("报名.xlsx", b"%PDF-1.4 scan")
    assert refused.value.problems == (Problem("other_kind", values={"kind": "PDF"}),)
