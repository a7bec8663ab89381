"""``manage.py read_entries`` prints what the preview shows, without a database."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules.answers import Problem
from tournament.registration.reading_wording import WORDS, word

FORMS = Path(__file__).resolve().parents[2] / "data" / "forms"


def run(capsys, *arguments: str) -> tuple[int, dict]:
    code = 0
    try:
        call_command("read_entries", *arguments)
    except SystemExit as stopped:
        code = int(stopped.code)
    return code, json.loads(capsys.readouterr().out)


def test_clean_form_is_printed_and_exits_with_0(capsys):
    code, answer = run(capsys, str(FORMS / "01-regulation-form.xlsx"))
    assert code == 0
    assert answer["ok"] is True
    assert answer["problems"] == []
    assert answer["entries"][0]["branch"] == "化学系"
    assert answer["entries"][0]["contact_phone"] == "13800138000"
    assert [(player["name"], player["phone"]) for player in answer["entries"][0]["players"]] == [
        ("张三", "13800138001"),
        ("李四", "13800138002"),
    ]


def test_problem_names_its_sheet_and_cell_in_words_and_exits_with_1(capsys):
    code, answer = run(capsys, str(FORMS / "35-quota.xls"), "--quota", "2", "--language", "en")
    assert code == 1
    (problem,) = answer["problems"]
    assert (problem["code"], problem["sheet"], problem["cell"]) == ("quota_exceeded", "Sheet1", "B4")
    assert problem["message"] == "The branch “化学系” enters 3, but may enter 2; this is the first too many."
    assert problem["fix"]


def test_refusal_is_a_problem_without_a_cell(capsys):
    code, answer = run(capsys, str(FORMS / "75-encrypted.xlsx"))
    assert code == 1
    assert answer["entries"] == []
    assert [(problem["code"], problem["sheet"], problem["cell"]) for problem in answer["problems"]] == [
        ("encrypted", "", "")
    ]


def test_cell_can_be_corrected_from_the_command_line(capsys):
    form = str(FORMS / "12-numbers-in-names.xlsx")
    code, answer = run(capsys, form, "--correct", "Sheet1!B6=赵敏 13800138004")
    assert code == 0
    assert answer["entries"][1]["players"][1]["name"] == "赵敏"


def test_branch_and_players_can_be_given(capsys):
    _, answer = run(capsys, str(FORMS / "37-teams-of-three.xlsx"), "--players", "3", "--branch", "化学系")
    assert {entry["branch"] for entry in answer["entries"]} == {"化学系"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["/nowhere/form.xlsx"],
        [str(FORMS / "01-regulation-form.xlsx"), "--players", "0"],
        [str(FORMS / "01-regulation-form.xlsx"), "--quota", "-1"],
        [str(FORMS / "01-regulation-form.xlsx"), "--correct", "B6=x"],
        [str(FORMS / "01-regulation-form.xlsx"), "--correct", "Sheet1!B6"],
    ],
)
def test_wrong_call_exits_with_2(arguments):
    with pytest.raises(CommandError) as wrong:
        call_command("read_entries", *arguments)
    assert wrong.value.returncode == 2


@pytest.mark.parametrize("code", sorted(WORDS))
def test_wording_needs_only_the_values_that_problems_carry(code):
    values = {
        "megabytes": 1,
        "most": 2,
        "kind": "PDF",
        "part": "x",
        "count": 3,
        "sheet": "一",
        "name": "张三",
        "other": "李四",
        "other_at": "一!B2",
        "branch": "化学系",
        "text": "很多",
        "divisions": "退休组、在职组",
        "digits": 10,
        "phones": 2,
        "people": 1,
        "value": "#N/A",
        "said": 4,
        "found": 3,
        "what": "people",
        "players": 2,
        "quota": 2,
        "suggestion": "化学系",
        "written": "机关",
        "role": "领队",
    }
    words = word(Problem(code, "一!B2", values))
    assert words["message"].endswith((".", "?", "。", "？"))
    assert words["fix"].endswith((".", "。"))


def test_problem_of_another_room_has_no_words_here():
    assert word(Problem("not-ours")) == {}
