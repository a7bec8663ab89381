"""Divisions and joint teams as forms write them."""

from __future__ import annotations

import pytest

from tournament.registration.reading import Reading, read_entries

DIVISIONS = ("退休组", "在职组")


def read(head: str, *rows: str, divisions: tuple[str, ...] = DIVISIONS) -> Reading:
    return read_entries(
        "form.csv",
        "\n".join([head, *rows]).encode(),
        known_branches=["化学系", "图书馆"],
        divisions=divisions,
    )


def codes(reading: Reading) -> list[tuple[str, str]]:
    return [(problem.code, problem.at) for problem in reading.problems]


@pytest.mark.parametrize("heading", ["参赛组别", "组别", "参赛项目"])
def test_a_column_says_the_division(heading):
    reading = read(
        f"单位,{heading},姓名,电话",
        "化学系,退休组,张三,13800138001",
        "化学系,退休组,李四,13800138002",
        "化学系,在职组,王五,13800138003",
        "化学系,在职组,赵六,13800138004",
    )
    found = [(entry.division, [one.name for one in entry.players]) for entry in reading.entries]
    assert found == [("退休组", ["张三", "李四"]), ("在职组", ["王五", "赵六"])]
    assert reading.problems == ()


def test_two_pairs_of_one_division_stay_two_pairs():
    reading = read(
        "单位,组别,姓名,电话",
        *(
            f"化学系,退休组,{name},1380013800{place}"
            for place, name in enumerate(["张三", "李四", "王五", "赵六"])
        ),
    )
    assert [len(entry.players) for entry in reading.entries] == [2, 2]


def test_numbers_under_the_same_heading_are_pairs():
    reading = read(
        "单位,组别,姓名,电话",
        "化学系,1,张三,13800138001",
        "化学系,2,王五,13800138003",
        "化学系,1,李四,13800138002",
        "化学系,2,赵六,13800138004",
    )
    assert {entry.division for entry in reading.entries} == {""}


def test_the_beginning_of_one_division_is_enough():
    reading = read("单位,参赛组别,队员一,队员二", "化学系,退休,张三,李四")
    assert [entry.division for entry in reading.entries] == ["退休组"]


def test_a_division_that_the_event_has_not_is_an_error_at_its_cell():
    reading = read("单位,参赛组别,队员一,队员二", "化学系,青年组,张三,李四")
    assert codes(reading) == [("division_unknown", "form!B2")]
    assert reading.problems[0].values == {"written": "青年组", "divisions": "退休组、在职组"}


def test_the_second_branch_of_a_joint_team_is_matched_to_the_list():
    reading = read("单位,联合单位,队员一,队员二", "化学系,图书馆分工会,张三,李四", "化学系,无,王五,赵六")
    assert [(entry.branch, entry.joint) for entry in reading.entries] == [
        ("化学系", "图书馆"),
        ("化学系", ""),
    ]
