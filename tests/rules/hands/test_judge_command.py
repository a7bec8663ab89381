"""manage.py judge: the contract, held against its documents."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from rules.shipped import shipped_data, shipped_slugs
from tests.rules.hands.building import EIGHTY

ROOT = Path(__file__).parents[3]
SCHEMAS = {
    name: json.loads((ROOT / f"docs/schemas/judge-{name}.json").read_text(encoding="utf-8"))
    for name in ("hand", "outcome")
}
FITS = {name: jsonschema.Draft202012Validator(schema).validate for name, schema in SCHEMAS.items()}
HAND: dict[str, Any] = {
    "ruleset": "knockout-best-of-three",
    "levels": {"A": "5", "B": "8"},
    "declarer": "A",
    "points": 85,
}


def run(*lines: Any, **options: Any) -> tuple[list[dict[str, Any]], int]:
    """The answers to some lines (objects or text) and the exit code; every answer fits the schema."""
    out = io.StringIO()
    code = 0
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    try:
        call_command("judge", lines=texts, stdout=out, **options)
    except SystemExit as stop:
        code = int(stop.code or 0)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    for answer in answers:
        FITS["outcome"](answer)
    return answers, code


def answer_to(line: Any, **options: Any) -> dict[str, Any]:
    (answer,), _ = run(line, **options)
    return answer


def problem_of(line: Any) -> tuple[str, str]:
    answer = answer_to(line)
    assert answer["ok"] is False
    return answer["problems"][0]["code"], answer["problems"][0]["at"]


def test_schemas_are_schemas() -> None:
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_simple_hand_is_judged() -> None:
    (answer,), code = run(HAND)
    assert code == 0
    because = answer.pop("because")
    assert answer == {
        "ok": True,
        "hand": "played",
        "points": 85,
        "levels": {"A": "5", "B": "8"},
        "gained": {"A": 0, "B": 0},
        "next_declarer": "B",
        "next_level": "8",
        "winner": None,
        "hooked": {"A": 0, "B": 0},
        "effects": [],
        "warnings": [],
    }
    assert because[0]["clause"] == "一-15、一-16"
    assert "85" in because[0]["text"]


def test_detailed_hand_is_judged() -> None:
    line = {
        **HAND,
        "tricks": 75,
        "bottom": 20,
        "trump_suit": "S",
        "last_trick": {"by": "attackers", "unit": 2, "cards": 4, "trump": True, "rank": "J"},
        "seat": "N",
        "buried_by": "A",
        "hooked": {"A": 1, "B": 0},
        "penalties": [],
    }
    del line["points"]
    FITS["hand"](line)
    answer = answer_to(line)
    assert answer["points"] == 235
    assert answer["levels"] == {"A": "5", "B": "J"}
    assert answer["gained"] == {"A": 0, "B": 3}
    assert (answer["next_declarer"], answer["next_level"], answer["next_seat"]) == ("B", "J", "W")
    assert answer["hooked"] == {"A": 1, "B": 0}


def test_next_seat_is_told_only_where_a_seat_was_given() -> None:
    assert "next_seat" not in answer_to(HAND)
    assert answer_to({**HAND, "seat": "E"})["next_seat"] == "N"


def test_penalties_are_read() -> None:
    line = {
        "ruleset": "swiss-60min",
        "levels": {"A": "5", "B": "8"},
        "declarer": "A",
        "tricks": 100,
        "bottom": 0,
        "last_trick": {"by": "declarers"},
        "penalties": [{"code": "failed-throw", "by": "declarers", "cards": 2}],
    }
    answer = answer_to(line)
    assert answer["points"] == 120
    assert [effect["code"] for effect in answer["effects"]] == ["play"]
    assert answer["because"][0]["clause"] == "三-3"


def test_void_hand_and_hand_without_a_bid_need_no_points() -> None:
    bare = {"ruleset": "union-squads", "levels": {"A": "9", "B": "6"}, "declarer": "A"}
    assert answer_to({**bare, "void": True})["hand"] == "void"
    answer = answer_to({**bare, "nobody_bid": True})
    assert (answer["hand"], answer["next_declarer"], answer["next_level"]) == ("redeal", "B", "6")
    first = {
        "ruleset": "union-squads",
        "levels": {"A": "3", "B": "3"},
        "first_hand": True,
        "nobody_bid": True,
    }
    assert answer_to(first)["next_declarer"] is None


def test_unlikely_hand_is_judged_with_a_warning() -> None:
    answer = answer_to({**HAND, "points": 405})
    assert answer["ok"]
    assert [warning["code"] for warning in answer["warnings"]] == ["points-very-high"]


def test_deal_that_does_not_follow_is_refused_unless_there_is_a_reason() -> None:
    line = {**HAND, "on_deal": "B"}
    assert problem_of(line) == ("declarer-does-not-follow", "declarer")
    assert answer_to({**line, "reason": "裁判长决定"})["ok"]


def test_bad_line_is_answered_and_the_next_goes_on() -> None:
    answers, code = run("{", HAND, "", '"text"', HAND)
    assert [answer["ok"] for answer in answers] == [False, True, False, True]
    assert code == 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{", ("not-json", "")),
        ("[" * 100_000, ("json-too-deep", "")),
        ('{"points": ' + "9" * 5000 + "}", ("json-number-too-long", "")),
        ([], ("wrong-type", "line")),
        ({**HAND, "points": 83}, ("points-not-multiple-of-five", "points")),
        ({**HAND, "points": "85"}, ("wrong-type", "points")),
        ({**HAND, "points": 85.0}, ("wrong-type", "points")),
        ({**HAND, "points": True}, ("wrong-type", "points")),
        ({**HAND, "points": 10**400}, ("points-out-of-range", "points")),
        ({**HAND, "minutes": float("nan")}, ("wrong-type", "minutes")),
        ({**HAND, "pionts": 85}, ("key-unknown", "pionts")),
        ({**HAND, "declarer": "C"}, ("declarer-unknown", "declarer")),
        ({**HAND, "declarer": None}, ("declarer-unknown", "declarer")),
        ({**HAND, "on_deal": "C"}, ("declarer-unknown", "on_deal")),
        ({**HAND, "expected_seat": "C"}, ("seat-unknown", "expected_seat")),
        ({**HAND, "levels": {"A": "5", "B": "1"}}, ("level-unknown", "levels")),
        ({**HAND, "levels": {"A": "5"}}, ("key-missing", "levels.B")),
        ({**HAND, "levels": {}}, ("key-missing", "levels.A")),
        ({**HAND, "levels": {"A": 5, "B": "6"}}, ("wrong-type", "levels.A")),
        ({**HAND, "levels": "5-8"}, ("wrong-type", "levels")),
        ({**HAND, "levels": {"A": "passed", "B": "5"}}, ("game-over", "")),
        ({**HAND, "hooked": {"A": -1, "B": 0}}, ("points-out-of-range", "hooked.A")),
        ({**HAND, "ruleset": "no-such"}, ("rule-set-not-found", "ruleset")),
        ({**HAND, "ruleset": "../secrets"}, ("rule-set-not-found", "ruleset")),
        ({**HAND, "ruleset": {"slug": "x"}}, ("rule-set-missing-key", "decks")),
        ({**HAND, "changes": {"table.zero": "x"}}, ("rule-set-wrong-type", "table.zero")),
        ({**HAND, "last_trick": {"unit": 1}}, ("key-missing", "last_trick.by")),
        ({**HAND, "last_trick": []}, ("wrong-type", "last_trick")),
        ({**HAND, "penalties": [{"code": "x"}]}, ("key-missing", "penalties[0].by")),
        ({**HAND, "penalties": [3]}, ("wrong-type", "penalties[0]")),
        ({**HAND, "penalties": {"code": "x"}}, ("wrong-type", "penalties")),
        ({**HAND, "minutes": -1}, ("minutes-out-of-range", "minutes")),
        ({**HAND, "minutes": float("inf")}, ("wrong-type", "minutes")),
        ({**HAND, "first_hand": True}, ("first-hand-levels", "levels")),
        (
            {**HAND, "levels": {"A": "2", "B": "2"}, "first_hand": True, "hooked": {"A": 1, "B": 0}},
            ("first-hand-hooked", "hooked.A"),
        ),
        ('{"points": 85, "points": 90}', ("key-twice", "points")),
        ('{"levels": {"A": "5", "A": "6"}}', ("key-twice", "levels.A")),
        ('{"penalties": [{}, {"by": "A", "by": "B", "by": "A"}]}', ("key-twice", "penalties[1].by")),
        (
            {**HAND, "changes": {"cards.throw.reading": "x"}},
            ("rule-set-not-an-option", "cards.throw.reading"),
        ),
        ({**HAND, "changes": {"hooks[0].at": "x"}}, ("rule-set-no-such-item", "hooks[0].at")),
    ],
)
def test_what_is_wrong_is_named_with_its_place(line: Any, expected: tuple[str, str]) -> None:
    assert problem_of(line) == expected


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ({**HAND, "ruleset": 5}, "ruleset"),
        ({**HAND, "levels": "5-8"}, "levels"),
        ({**HAND, "levels": {"A": 5, "B": "6"}}, "levels.A"),
        ({**HAND, "last_trick": {"by": 5}}, "last_trick.by"),
        ({**HAND, "penalties": [{"code": 1, "by": "A"}]}, "penalties[0].code"),
    ],
)
def test_value_of_the_wrong_kind_is_not_missing_as_well(line: Any, at: str) -> None:
    problems = answer_to(line)["problems"]
    assert [(problem["code"], problem["at"]) for problem in problems] == [("wrong-type", at)]


def test_broken_json_is_placed_and_worded_in_the_readers_language() -> None:
    (problem,) = answer_to('{"points": 85,,}', language="en")["problems"]
    assert problem["message"] == "The line is not JSON from line 1, character 15 on."


def test_next_seat_of_a_hand_dealt_again_is_the_declarers_own() -> None:
    assert answer_to({**HAND, "seat": "E", "void": True})["next_seat"] == "E"


def test_missing_rule_set_is_named_unless_the_command_gives_one() -> None:
    bare = {key: value for key, value in HAND.items() if key != "ruleset"}
    assert problem_of(bare) == ("key-missing", "ruleset")
    assert answer_to(bare, ruleset="knockout-best-of-three")["ok"]


def test_unknown_rule_set_for_the_command_is_misuse() -> None:
    with pytest.raises(CommandError) as caught:
        run(HAND, ruleset="no-such")
    assert caught.value.returncode == 2


def test_rule_set_may_be_given_inline_and_changed() -> None:
    inline = {**HAND, "ruleset": EIGHTY}
    assert answer_to(inline)["gained"] == {"A": 0, "B": 0}
    assert answer_to({**inline, "changes": {"table.attackers.at_threshold": 1}})["gained"]["B"] == 1
    shipped = {**HAND, "ruleset": dict(shipped_data("knockout-best-of-three"))}
    assert answer_to(shipped) == answer_to(HAND)


def test_many_inline_rule_sets_are_judged_in_one_run() -> None:
    lines = [{**HAND, "ruleset": EIGHTY, "changes": {"slug": f"rules-{n}"}} for n in range(70)]
    answers, code = run(*lines)
    assert (len(answers), code) == (70, 0)


def test_reasons_can_be_left_out() -> None:
    assert "because" not in answer_to(HAND, brief=True)


def test_rule_sets_are_listed() -> None:
    out = io.StringIO()
    call_command("judge", list=True, stdout=out)
    listed = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [entry["ruleset"] for entry in listed] == list(shipped_slugs())
    assert all(entry["name"] for entry in listed)


def test_answers_are_chinese_unless_english_is_asked_for() -> None:
    english = answer_to({**HAND, "points": 83}, language="en")
    assert english["problems"][0]["message"] == "83 cannot be: card points are multiples of five."


def test_each_answer_is_one_line_however_the_text_reads() -> None:
    answer = answer_to({**HAND, "on_deal": "B", "reason": "一行\n两行"})
    assert "一行\n两行" in answer["because"][0]["text"]


words = st.sampled_from(
    ["A", "B", "attackers", "declarers", "J", "S", "NT", "5", "ruling", "failed-throw", ""]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)


@given(st.data())
def test_no_object_whatever_breaks_the_command(data: st.DataObject) -> None:
    keys = list(SCHEMAS["hand"]["properties"])
    keys.remove("ruleset")
    line = {**HAND, **data.draw(st.dictionaries(st.sampled_from(keys), values, max_size=4))}
    assert answer_to(line)["ok"] in (True, False)


def test_examples_of_the_document_are_what_the_command_answers() -> None:
    text = (ROOT / "docs/judge.md").read_text(encoding="utf-8")
    examples = re.findall(r"```json in\n(.*?)```\s*```json out\n(.*?)```", text, flags=re.DOTALL)
    assert len(examples) >= 3
    for given_line, expected in examples:
        hand = json.loads(given_line)
        FITS["hand"](hand)
        expected_answer = json.loads(expected)
        answer = answer_to(hand, language="en")
        assert {key: answer[key] for key in expected_answer} == expected_answer


def test_document_names_every_key_of_a_hand() -> None:
    text = (ROOT / "docs/judge.md").read_text(encoding="utf-8")
    for key in SCHEMAS["hand"]["properties"]:
        assert f"`{key}`" in text


def test_command_reads_standard_input_as_utf_8_and_exits_by_the_rules(tmp_path: Path) -> None:
    lines = json.dumps({**HAND, "reason": "好"}, ensure_ascii=False) + "\n" + "{\n"
    done = subprocess.run(
        [sys.executable, "manage.py", "judge", "--brief", "--language", "en"],
        input=("\ufeff" + lines).encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "JICHA_DATA": str(tmp_path), "PYTHONUTF8": "1"},
        check=False,
        timeout=120,
    )
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False]
    assert done.returncode == 1
