"""``manage.py pair``: the contract in docs/pair.md, held by the schemas beside it."""

import io
import json
import re
from pathlib import Path

import jsonschema
import pytest
from django.core.management import CommandError, call_command

from rules.answers import Problem, Reason
from tournament import pairing_wording
from tournament.pairing_wording import PROBLEMS, REASONS, problem_text, reason_text

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
INPUT = json.loads((SCHEMAS / "pair-input.json").read_text(encoding="utf-8"))
OUTPUT = json.loads((SCHEMAS / "pair-output.json").read_text(encoding="utf-8"))
DOCUMENT = (ROOT / "docs" / "pair.md").read_text(encoding="utf-8")
CODE = [*sorted((ROOT / "tournament" / "pairing").glob("*.py"))]


def run(tmp_path, document, *arguments):
    """The answer and the exit code."""
    file = tmp_path / "in.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    out = io.StringIO()
    code = 0
    try:
        call_command("pair", str(file), *arguments, stdout=out)
    except SystemExit as exit_:
        code = exit_.code
    answer = json.loads(out.getvalue())
    jsonschema.validate(answer, OUTPUT)
    return answer, code


SIX = [
    {"id": 1, "met": [2, 3]},
    {"id": 2, "met": [1, 5]},
    {"id": 3, "met": [4, 1]},
    {"id": 4, "met": [3, 6]},
    {"id": 5, "met": [6, 2]},
    {"id": 6, "met": [5, 4]},
]

QUESTIONS = {
    "adjacent": {
        "method": "adjacent",
        "rematches": "avoid",
        "same_branch": "avoid",
        "rounds_left": 2,
        "seed": 7,
        "pinned": [[4, 9], [6, None]],
        "same_branch_reach": 8,
        "entries": [
            {
                "id": number,
                "branch": "x" if number % 2 else "",
                "points": 4.5,
                "level_difference": -9,
                "met": [],
                "byes": 0,
                "floated": None,
                "wants_bye": number == 10,
                "absent": number == 11,
            }
            for number in range(1, 13)
        ],
    },
    "balanced": {"method": "balanced", "same_branch": "avoid", "same_branch_price": 10, "entries": SIX},
    "fold": {"method": "fold", "entries": SIX},
    "slide": {"method": "slide", "entries": SIX},
    "lots": {"method": "lots", "seed": "000123", "bye": "lots", "entries": SIX[:5], "rounds_left": 1},
    "round_robin": {"method": "round_robin", "size": 5, "double": True},
    "drawn": {"method": "round_robin", "size": 4, "seed": 9},
    "knockout": {
        "method": "knockout",
        "size": 6,
        "seeds": 2,
        "branches": ["a", "a", "b", "b", None, "a"],
        "rng": 5,
        "places": 8,
        "consolation": True,
    },
    "seeded": {"method": "knockout", "size": 6, "seeds": [3, 1], "same_branch": "ignore"},
    "groups": {
        "method": "groups",
        "size": 13,
        "groups": 4,
        "by": "seeds",
        "seeds": 4,
        "branches": ["x"] * 13,
    },
    "cross": {"method": "cross", "groups": 3, "ranks": 2, "best_next": ["A", "C"], "places": 4},
    "written": {"method": "cross", "pairs": ["A1-B2", "C1-D2", "B1-A2", "D1-C2"], "places": 8},
    "lines": {"method": "lines", "lines": ["张三", None, "李四", "王五"]},
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_method_is_answered_as_the_schemas_say(tmp_path, name):
    jsonschema.validate(QUESTIONS[name], INPUT)
    answer, code = run(tmp_path, QUESTIONS[name])
    assert answer["ok"]
    assert code == 0
    brief, _ = run(tmp_path, QUESTIONS[name], "--brief")
    assert "because" not in brief
    assert {key: value for key, value in answer.items() if key != "because"} == brief


def test_six_entries_and_the_reason_why(tmp_path):
    answer, _ = run(tmp_path, {"entries": SIX}, "--language", "en")
    assert answer["pairs"] == [[1, 4], [2, 6], [3, 5]]
    assert answer["because"][0]["text"] == "1 has met 2, 3; 4 is the highest left who is possible."


def test_the_answer_to_the_same_document_is_the_same(tmp_path):
    for question in QUESTIONS.values():
        assert run(tmp_path, question) == run(tmp_path, question)


def test_standard_input_is_read_with_or_without_a_mark_at_its_start(monkeypatch):
    class Standard:
        buffer = io.BytesIO(b"\xef\xbb\xbf" + json.dumps({"method": "round_robin", "size": 4}).encode())

    monkeypatch.setattr("sys.stdin", Standard)
    out = io.StringIO()
    call_command("pair", stdout=out)
    assert json.loads(out.getvalue())["rounds"][0] == [[1, 4], [2, 3]]


WRONG = (
    ([1], "needs-object", ""),
    ({"method": "monrad"}, "option-unknown-value", "method"),
    ({"method": 3}, "option-unknown-value", "method"),
    ({"method": "adjacent"}, "needs-list", "entries"),
    ({"entries": [7]}, "needs-object", "entries[0]"),
    ({"entries": [{}]}, "id-not-number-or-text", "entries[0].id"),
    ({"entries": [{"id": True}]}, "id-not-number-or-text", "entries[0].id"),
    ({"entries": [{"id": 1, "colour": 1}]}, "option-unknown", "entries[0].colour"),
    ({"entries": [{"id": 1, "branch": 5}]}, "branch-not-text", "entries[0].branch"),
    ({"entries": [{"id": 1, "points": "4"}]}, "not-a-number", "entries[0].points"),
    ({"entries": [{"id": 1, "met": 4}]}, "met-not-entries", "entries[0].met"),
    ({"entries": [{"id": 1, "byes": -1}]}, "byes-not-a-count", "entries[0].byes"),
    ({"entries": [{"id": 1, "floated": "left"}]}, "floated-not-up-or-down", "entries[0].floated"),
    ({"entries": [{"id": 1, "absent": 1}]}, "option-not-yes-or-no", "entries[0].absent"),
    ({"entries": [], "rounds_left": 0}, "option-not-a-count", "rounds_left"),
    ({"entries": [], "seed": 1.5}, "seed-not-number-or-text", "seed"),
    ({"entries": [], "pinned": [[1]]}, "pinned-not-a-pair", "pinned[0]"),
    ({"entries": [], "pinned": 1}, "needs-list", "pinned"),
    ({"entries": [], "rematches": "no"}, "option-unknown-value", "rematches"),
    ({"entries": [], "what": 1}, "option-unknown", "what"),
    ({"entries": []}, "no-entries", "entries"),
    ({"method": "round_robin"}, "option-not-a-count", "size"),
    ({"method": "round_robin", "size": 4, "double": 1}, "option-not-yes-or-no", "double"),
    ({"method": "knockout", "size": 4, "same_branch": "rarely"}, "option-unknown-value", "same_branch"),
    ({"method": "knockout", "size": 4, "seeds": ["1"]}, "not-a-number", "seeds[0]"),
    ({"method": "knockout", "size": 4, "branches": [1, 2, 3, 4]}, "branch-not-text", "branches[0]"),
    ({"method": "knockout", "size": 2000}, "size-out-of-range", "size"),
    ({"method": "lines", "lines": [1, 2, 3]}, "lines-not-a-power-of-two", "lines"),
    ({"method": "cross", "pairs": ["A1"]}, "cross-not-a-pair", "cross[0]"),
)


@pytest.mark.parametrize("document, code, at", WRONG)
def test_what_is_wrong_is_named_with_its_place_and_what_to_do(tmp_path, document, code, at):
    answer, exit_code = run(tmp_path, document)
    assert exit_code == 1
    assert not answer["ok"]
    assert (code, at) in [(problem["code"], problem["at"]) for problem in answer["problems"]]
    for problem in answer["problems"]:
        assert problem["message"]
        assert problem["fix"]


def test_calling_it_wrongly_is_told_apart(tmp_path):
    for path, text in ((tmp_path / "none.json", None), (tmp_path / "broken.json", "{")):
        if text:
            path.write_text(text, encoding="utf-8")
        with pytest.raises(CommandError) as caught:
            call_command("pair", str(path))
        assert caught.value.returncode == 2


def blocks(kind):
    return [json.loads(text) for text in re.findall(rf"```json {kind}\n(.*?)```", DOCUMENT, re.DOTALL)]


def test_the_examples_of_the_document_are_answered_as_it_says(tmp_path):
    questions, answers = blocks("in"), blocks("out")
    assert len(questions) == len(answers) > 3
    for question, wanted in zip(questions, answers, strict=True):
        jsonschema.validate(question, INPUT)
        answer, _ = run(tmp_path, question)
        assert {key: answer[key] for key in wanted} == wanted


# Words


def test_every_reason_and_problem_of_the_engines_has_words():
    text = "\n".join(path.read_text(encoding="utf-8") for path in CODE)
    reasons = set(re.findall(r'Reason\(\s*"([a-z-]+)"', text))
    problems = set(re.findall(r'Problem\(\s*"([a-z-]+)"', text))
    assert reasons <= set(REASONS)
    assert problems <= set(PROBLEMS)
    made = text + "".join(f'"groups-by-{by}"' for by in ("snake", "lots", "seeds"))
    assert [code for code in (*REASONS, *PROBLEMS) if f'"{code}"' not in made] == []


def test_names_take_the_place_of_numbers():
    names = {1: "张三", 2: "李四", 3: "王五"}
    reason = Reason("passed-met", "", {"entry": 1, "opponent": 3, "passed": (2,)})
    assert reason_text(reason, names).startswith("张三")
    assert "李四" in reason_text(reason, names)
    problem = Problem("pinned-unknown", "pinned[0]", {"entry": 2})
    assert "李四" in problem_text(problem, names)["message"]
    seeds = Reason("groups-by-seeds", "", {"seed": 1, "seeds": 2, "groups": 2, "size": 8})
    assert "李四" not in reason_text(seeds, names)
    assert pairing_wording._word("branch", None, names) == "–"
