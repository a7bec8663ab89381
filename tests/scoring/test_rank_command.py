"""``manage.py rank``: the contract of docs/rank.md, its schemas and its exit codes."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parent.parent.parent
SCHEMAS = ROOT / "docs" / "schemas"
LADDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CONTRACT = {
    "points": {
        "win": 2,
        "draw": 1,
        "loss": 0,
        "unfinished_win": 2,
        "unfinished_loss": 1,
        "forfeit_win": 2,
        "forfeit_loss": 0,
        "bye": 2,
    },
    "ladder": LADDER,
    "differences": {"forfeit": 0, "bye": 0},
    "seed": 7,
    "tiebreaks": ["points", {"tied": 2, "use": "head_to_head", "else": "level_difference"}, "last_round"],
    "entries": [1, 2, 3, 4],
    "results": [
        {"round": 1, "a": 1, "b": 2, "levels": ["8", "2"]},
        {"round": 1, "a": 3, "bye": True},
        {"round": 2, "a": 1, "b": 3, "forfeited_by": "b"},
        {"round": 2, "a": 2, "b": 4, "score": [1, 0]},
    ],
}


def validator(name):
    schema = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture
def rank(monkeypatch):
    """Run the command on a document; returns its exit code and its answer, which the schema allows."""

    def run(document, *arguments):
        text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        out = io.StringIO()
        code = 0
        try:
            call_command("rank", *arguments, stdout=out)
        except SystemExit as done:
            code = done.code
        answer = json.loads(out.getvalue())
        validator("rank-output.json").validate(answer)
        assert answer["ok"] is (code == 0)
        return code, answer

    return run


def faults(answer):
    return [(problem["code"], problem["at"]) for problem in answer["problems"]]


def test_the_example_of_the_contract(rank):
    validator("rank-input.json").validate(CONTRACT)
    code, answer = rank(CONTRACT)
    assert code == 0
    assert [(row["rank"], row["entry"], row["values"]["points"]) for row in answer["table"]] == [
        (1, 1, 4),
        (2, 3, 2),
        (3, 2, 1),
        (4, 4, 0),
    ]
    assert [row["values"]["level_difference"] for row in answer["table"]] == [6, 0, -6, 0]
    assert answer["table"][0]["values"]["last_round"] == [None, "8"]
    assert answer["unresolved"] == []
    assert answer["settings"]["unplayed"] == "fide"


def test_the_way_unplayed_rounds_count_is_named_in_the_table(rank):
    _, answer = rank({**CONTRACT, "unplayed": "fide_2026"}, "--language", "en")
    assert answer["settings"]["unplayed"] == "fide_2026"
    assert answer["settings"]["unplayed_in_words"].startswith("Rounds not played (FIDE 2026)")
    _, answer = rank(CONTRACT, "--language", "en")
    head_to_head = next(column for column in answer["columns"] if column["key"] == "head_to_head")
    assert head_to_head["options"]["forfeits"] == "count"
    assert "Forfeits between them count." in head_to_head["formula"]


def test_a_field_in_which_all_have_met_is_a_round_robin(rank):
    document = {
        "entries": [1, 2],
        "tiebreaks": ["points"],
        "results": [{"round": 1, "a": 1, "b": 2, "score": [1, 0]}],
    }
    assert rank(document)[1]["settings"] == {
        "unplayed": "fide_round_robin",
        "unplayed_in_words": rank(document)[1]["settings"]["unplayed_in_words"],
        "win": 1,
        "draw": 0.5,
        "seed": 0,
    }


def test_every_number_can_be_opened(rank):
    results = [
        {"round": 1, "a": 1, "b": 2, "levels": ["8", "2"]},
        {"round": 2, "a": 3, "b": 1, "levels": ["6", "3"]},
        {"round": 3, "a": 1, "b": 4, "levels": ["7", "3"]},
        {"round": 4, "a": 1, "b": 2, "levels": ["4", "2"]},
    ]
    _, answer = rank({**CONTRACT, "tiebreaks": ["level_difference"], "results": results}, "--explain")
    first = answer["table"][0]
    assert (first["entry"], first["values"]) == (1, {"level_difference": 9})
    assert [
        (part["round"], part["opponent"], part["value"]) for part in first["from"]["level_difference"]
    ] == [
        (1, 2, 6),
        (2, 3, -3),
        (3, 4, 4),
        (4, 2, 2),
    ]
    _, answer = rank({**CONTRACT, "tiebreaks": ["opponents_points_cut1", "sonneborn_berger"]}, "--explain")
    parts = [part for row in answer["table"] for part in row["from"]["opponents_points_cut1"]]
    assert any(part.get("cut") for part in parts)
    weighted = [part for row in answer["table"] for part in row["from"]["sonneborn_berger"]]
    assert all(part["value"] == part["score"] * part["share"] for part in weighted)


def test_every_past_round_has_its_table(rank):
    _, answer = rank(CONTRACT, "--history")
    assert [each["round"] for each in answer["history"]] == [1, 2]
    # After round 1 entries 2 and 4 have not met, and both are at the start: they share rank 3.
    assert [row["entry"] for row in answer["history"][0]["table"]] == [1, 3, 2, 4]
    assert {row["entry"]: row["moved"] for row in answer["history"][1]["table"]} == {1: 0, 3: 0, 2: 0, 4: -1}
    _, past = rank(CONTRACT, "--round", "1")
    assert [row["rank"] for row in past["table"]] == [1, 2, 3, 3]
    assert past["unresolved"] == [[2, 4]]
    assert past["rounds"] == [1]


def test_unresolved_entries_share_a_rank_and_are_listed(rank):
    _, answer = rank({"entries": [5, 6, "x"], "tiebreaks": ["points"], "results": []})
    assert [row["rank"] for row in answer["table"]] == [1, 1, 1]
    assert answer["unresolved"] == [[5, 6, "x"]]


def test_levels_may_be_passed_on_another_lap_or_below_the_ladder(rank):
    def difference(a, b, **more):
        results = [{"round": 1, "a": 1, "b": 2, "levels": [a, b]}]
        document = {"entries": [1, 2], "tiebreaks": ["level_difference"], "results": results, **more}
        code, answer = rank(document)
        assert code == 0
        return next(row for row in answer["table"] if row["entry"] == 1)["values"]["level_difference"]

    assert difference("8", "2") == 6
    assert difference("3", "6") == -3
    assert difference(10, 9) == 1
    assert difference("passed", "10") == 5
    assert difference("passed", "10", passed_counts=0) == 4
    assert difference("5@2", "K") == 5
    assert difference("7", "-3") == 7
    assert difference("passed", "5", ladder=["5", "10", "K"]) == 3


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"levels": ["8", "2"]}, (3, 1)),
        ({"levels": ["8", "2"], "finished": False}, (2, 1.5)),
        ({"levels": ["8", "8"]}, (2, 2)),
        ({"levels": ["8", "8"], "winner": "b"}, (1, 3)),
        ({"levels": ["8", "8"], "winner": "draw"}, (2, 2)),
        ({"levels": ["8", "2"], "score": [7, 5]}, (7, 5)),
        ({"score": [0.5, 0.5]}, (0.5, 0.5)),
        ({"forfeited_by": "a"}, (0, 4)),
        ({"forfeited_by": "both"}, (0, 0)),
        ({"forfeited_by": "b", "verdict": "disqualified"}, (5, -2)),
        ({"annulled": True}, (0, 0)),
        ({"levels": None}, (0, 0)),
        ({}, (0, 0)),
        ({"levels": ["8", "2"], "struck": True}, (0, 0)),
    ],
)
def test_what_a_result_brings_to_both_sides(rank, result, expected):
    points = {
        "win": 3,
        "loss": 1,
        "unfinished_win": 2,
        "unfinished_loss": 1.5,
        "forfeit": [4, 0],
        "disqualified": [5, -2],
    }
    row = {"round": 1, "a": 1, "b": 2, **result}
    document = {"points": points, "entries": [1, 2, 3], "tiebreaks": ["points"], "results": [row]}
    validator("rank-input.json").validate(document)
    code, answer = rank(document)
    assert code == 0
    found = {line["entry"]: line["values"]["points"] for line in answer["table"]}
    assert (found[1], found[2]) == expected


@pytest.mark.parametrize(
    ("bye", "points", "difference"),
    [
        ({"bye": True}, 2, 3),
        ({"bye": "given"}, 2, 3),
        ({"bye": True, "worth": 0.5}, 0.5, 1),
        ({"bye": "asked"}, 1, 1),
        ({"bye": "free"}, 2, 6),
        ({"bye": "free", "worth": 0}, 0, 6),
    ],
)
def test_what_a_bye_is_worth(rank, bye, points, difference):
    document = {
        "points": {"bye": 2, "asked_bye": 1},
        "differences": {"bye": 3, "asked_bye": 1, "free": "maximum"},
        "entries": [1, 2, 3],
        "tiebreaks": ["points", "level_difference"],
        "results": [{"round": 1, "a": 1, **bye}, {"round": 1, "a": 2, "b": 3, "levels": ["8", "2"]}],
    }
    validator("rank-input.json").validate(document)
    _, answer = rank(document)
    row = next(row for row in answer["table"] if row["entry"] == 1)
    assert row["values"] == {"points": points, "level_difference": difference}


def test_points_follow_the_difference_around_a_base_with_a_cap(rank):
    document = {
        "points": {"by": "base", "base": 15, "cap": 10, "forfeit_win": 18},
        "entries": [1, 2, 3, 4],
        "tiebreaks": ["points"],
        "results": [
            {"round": 1, "a": 1, "b": 2, "levels": ["A", "2"]},
            {"round": 1, "a": 3, "b": 4, "forfeited_by": "b"},
        ],
    }
    _, answer = rank(document)
    assert {row["entry"]: row["values"]["points"] for row in answer["table"]} == {1: 25, 2: 5, 3: 18, 4: 0}
    by_level = {**document, "points": {"by": "levels", "levels": [["5", 1], ["J", 2]]}}
    _, answer = rank(by_level)
    assert {row["entry"]: row["values"]["points"] for row in answer["table"]} == {1: 2, 2: 0, 3: 0, 4: 0}


def test_adjustments_and_carried_values_are_in_the_table_and_in_its_explanation(rank):
    document = {
        "entries": [{"id": 1, "carried": {"points": 3}}, {"id": 2, "placed": False}, 3],
        "tiebreaks": ["points", "level_difference", "small_points", "card_points"],
        "results": [
            {"round": 1, "a": 1, "b": 2, "levels": ["4", "3"], "card_points": [100, 80]},
            {
                "round": 1,
                "a": 1,
                "adjust": {"points": -1, "level_difference": -2, "small_points": -3, "card_points": -20},
                "reason": "talk",
            },
        ],
    }
    validator("rank-input.json").validate(document)
    _, answer = rank(document, "--explain")
    first = answer["table"][0]
    assert first["values"] == {"points": 4, "level_difference": -1, "small_points": -2, "card_points": 80}
    assert [part["round"] for part in first["from"]["points"]] == [0, 1, 1]
    assert [(row["rank"], row["entry"]) for row in answer["table"]] == [(1, 1), (2, 3), (None, 2)]


def test_two_results_in_one_round_are_remarked_on_but_counted(rank):
    row = {"round": 1, "a": 1, "b": 2, "levels": ["4", "3"]}
    code, answer = rank({"entries": [1, 2], "tiebreaks": ["points"], "results": [row, row]})
    assert code == 0
    assert faults(answer) == [("twice-in-a-round", "results[1]")] * 2
    assert answer["table"][0]["values"]["points"] == 4


ROW = {"round": 1, "a": 1, "b": 2}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"tiebreaks": []}, [("tiebreaks-empty", "tiebreaks")]),
        ({"tiebreaks": ["points", "points"]}, [("tiebreak-twice", "tiebreaks[1]")]),
        ({"tiebreaks": "points"}, [("tiebreaks-not-a-list", "tiebreaks")]),
        ({"entries": 3, "results": []}, [("document-not-a-list", "entries")]),
        ({"results": {}}, [("document-not-a-list", "results")]),
        ({"entries": [1, 2, 1]}, [("entry-twice", "entries[2]")]),
        ({"entries": [1, 2, 1.5]}, [("entry-not-understood", "entries[2]")]),
        ({"entries": [1, 2, {"id": 3, "name": "x"}]}, [("document-unknown-key", "entries[2].name")]),
        ({"entries": [1, 2, {"id": 3, "placed": 1}]}, [("not-true-or-false", "entries[2].placed")]),
        (
            {"entries": [1, 2, {"id": 3, "carried": {"gold": 1}}]},
            [("carried-not-understood", "entries[2].carried")],
        ),
        ({"unplayed": "guess"}, [("unplayed-unknown", "unplayed")]),
        ({"seed": 1.5}, [("seed-not-understood", "seed")]),
        ({"points": {"by": "hands", "hands": [[1, 1]]}}, [("hands-needed", "points.by")]),
        ({"points": {"by": "levels", "levels": [["11", 1]]}}, [("level-unknown", "points.levels")]),
        ({"points": {"win": "two"}}, [("format-not-a-number", "points.win")]),
        ({"differences": {"bye": "some"}}, [("format-not-a-difference", "differences.bye")]),
        ({"ladder": []}, [("rule-set-missing-key", "ladder.rungs")]),
        ({"ladder": ["2", "2"]}, [("rule-set-twice", "ladder.rungs")]),
        ({"results": [7]}, [("result-not-understood", "results[0]")]),
        ({"results": [{**ROW, "b": 9}]}, [("entry-unknown", "results[0].b")]),
        ({"results": [{"round": 1, "a": 1}]}, [("entry-unknown", "results[0].b")]),
        ({"results": [{**ROW, "b": 1}]}, [("entry-against-itself", "results[0]")]),
        ({"results": [{**ROW, "round": 0}]}, [("round-not-understood", "results[0].round")]),
        ({"results": [{**ROW, "level": ["8", "2"]}]}, [("document-unknown-key", "results[0].level")]),
        ({"results": [{**ROW, "levels": ["8"]}]}, [("levels-not-two", "results[0].levels")]),
        ({"results": [{**ROW, "levels": ["8", "11"]}]}, [("level-unknown", "results[0].levels[1]")]),
        (
            {"results": [{**ROW, "levels": ["8", "2"], "winner": "c"}]},
            [("winner-not-understood", "results[0].winner")],
        ),
        (
            {"results": [{**ROW, "levels": ["8", "2"], "finished": 1}]},
            [("not-true-or-false", "results[0].finished")],
        ),
        ({"results": [{**ROW, "score": [1]}]}, [("not-two-numbers", "results[0].score")]),
        (
            {"results": [{**ROW, "score": [1, 0], "card_points": 5}]},
            [("not-two-numbers", "results[0].card_points")],
        ),
        ({"results": [{**ROW, "bye": True}]}, [("result-without-opponent", "results[0].b")]),
        ({"results": [{"round": 1, "a": 1, "bye": "maybe"}]}, [("bye-not-understood", "results[0].bye")]),
        (
            {"results": [{"round": 1, "a": 1, "bye": True, "worth": "half"}]},
            [("worth-not-a-number", "results[0].worth")],
        ),
        (
            {"results": [{**ROW, "forfeited_by": "c"}]},
            [("forfeit-not-understood", "results[0].forfeited_by")],
        ),
        (
            {"results": [{**ROW, "forfeited_by": "a", "verdict": "sad"}]},
            [("verdict-unknown", "results[0].verdict")],
        ),
        (
            {"results": [{**ROW, "forfeited_by": "a", "score": [1, 0]}]},
            [("result-contradicts", "results[0]")],
        ),
        (
            {"results": [{"round": 1, "a": 1, "adjust": {"gold": 1}}]},
            [("adjust-not-understood", "results[0].adjust")],
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_place(rank, change, expected):
    document = {"entries": [1, 2], "tiebreaks": ["points"], "results": [ROW], **change}
    code, answer = rank(document)
    assert code == 1
    assert faults(answer) == expected
    for language in ("en", "zh-hans"):
        for problem in rank(document, "--language", language)[1]["problems"]:
            assert "%(" not in problem["message"] + problem["fix"]


def test_a_document_that_is_no_object_is_a_problem(rank):
    assert faults(rank([])[1]) == [("document-not-an-object", "")]


def test_text_that_is_no_json_is_a_wrong_call(rank):
    with pytest.raises(CommandError, match="JSON") as error:
        rank("{")
    assert error.value.returncode == 2


def test_the_document_may_lie_in_a_file(rank, tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(CONTRACT), encoding="utf-8")
    assert rank("", str(path), "--indent", "1")[1]["table"] == rank(CONTRACT)[1]["table"]
    with pytest.raises(CommandError, match="cannot be read") as error:
        rank("", str(tmp_path / "nothing.json"))
    assert error.value.returncode == 2


def test_no_database_is_touched(rank):
    # Without the mark of a database test every query would raise.
    assert rank(CONTRACT)[0] == 0


def test_the_examples_in_the_documentation_are_what_the_command_answers(rank):
    text = (ROOT / "docs" / "rank.md").read_text(encoding="utf-8")
    inputs = re.findall(r"```json in\n(.*?)```", text, re.S)
    outputs = re.findall(r"```json out\n(.*?)```", text, re.S)
    assert len(inputs) == len(outputs) >= 1
    for given, printed in zip(inputs, outputs, strict=True):
        document = json.loads(given)
        validator("rank-input.json").validate(document)
        _, answer = rank(document)
        for key, value in json.loads(printed).items():
            assert answer[key] == value


def test_the_documentation_names_every_tie_break_and_every_way_to_count_unplayed_rounds():
    from scoring.standings import REGISTRY, UNPLAYED

    text = (ROOT / "docs" / "rank.md").read_text(encoding="utf-8")
    for word in (*REGISTRY, *UNPLAYED):
        assert f"`{word}`" in text
    schema = json.loads((SCHEMAS / "rank-input.json").read_text(encoding="utf-8"))
    assert schema["$defs"]["key"]["enum"] == [
        key for key in schema["$defs"]["key"]["enum"] if key in REGISTRY
    ]
    assert set(schema["$defs"]["key"]["enum"]) == set(REGISTRY)
    assert set(schema["properties"]["unplayed"]["enum"]) == set(UNPLAYED)


SUMS = {
    "tiebreaks": ["points", "level_difference"],
    "squads": {"by_rank": [3, 2], "tiebreaks": ["level_difference"]},
    "branches": {"best": 1},
    "entries": [
        {"id": 1, "squad": "红", "branch": "物理"},
        {"id": 2, "squad": "红", "branch": "法学"},
        {"id": 3, "squad": "蓝", "branch": "物理"},
        {"id": 4, "squad": "蓝"},
    ],
    "results": [
        {"round": 1, "a": 1, "b": 3, "levels": ["8", "2"]},
        {"round": 1, "a": 2, "b": 4, "levels": ["3", "6"]},
        {"round": 2, "a": 4, "b": 1, "forfeited_by": "a"},
        {"round": 2, "a": 3, "b": 2, "levels": ["7", "2"]},
    ],
}


def test_squads_and_branches_add_up_what_their_entries_brought(rank):
    """Red: 4 + 0 points, +6 −3 −5; blue: 2 + 2, −6 +5 +3. Physics' best has 4, law's only one 0;
    no. 3 stands third, since no. 4 has +3 to its −1."""
    code, answer = rank(SUMS)
    assert code == 0
    assert [
        (row["squad"], row["rank"], row["score"], row["points"], row["values"]["level_difference"])
        for row in answer["squads"]
    ] == [("蓝", 1, 4, 3, 2), ("红", 2, 4, 2, -2)]
    assert answer["squads"][1]["entries"] == [{"entry": 1, "value": 4}, {"entry": 2, "value": 0}]
    assert [(row["branch"], row["total"], row["entries"]) for row in answer["branches"]] == [
        ("物理", 4, 2),
        ("法学", 0, 1),
    ]
    assert answer["branches"][0]["ranks"] == [1, 3]
    validator("rank-input.json").validate(SUMS)
    _code, at_one = rank(SUMS, "--round", "1")
    assert [(row["squad"], row["score"]) for row in at_one["squads"]] == [("红", 2), ("蓝", 2)]


def test_without_squads_and_branches_the_answer_has_none(rank):
    _code, answer = rank(CONTRACT)
    assert not {"squads", "branches"} & set(answer)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"squads": []}, ("format-not-a-table", "squads")),
        ({"squads": {"add": "lots"}}, ("tiebreak-unknown", "squads.add")),
        ({"branches": 3}, ("format-not-a-table", "branches")),
        ({"branches": {"best": 0}}, ("best-not-a-count", "branches.best")),
        ({"branches": {"add": "last_round"}}, ("tiebreak-unknown", "branches.add")),
        ({"branches": {"most": 1}}, ("document-unknown-key", "branches.most")),
        ({"entries": [{"id": 1, "branch": 7}]}, ("name-not-understood", "entries[0].branch")),
    ],
)
def test_what_is_wrong_with_the_sums_is_said_at_its_place(rank, change, expected):
    code, answer = rank({**SUMS, "results": [], **change})
    assert code == 1
    assert faults(answer) == [expected]


def test_half_a_character_is_answered_as_it_was_sent(rank):
    """JSON lets half of a surrogate pair through, which no encoding can write."""
    half = chr(0xD800)
    text = '{"tiebreaks": ["points"], "entries": ["\\ud800"]}'
    for document in (text, text.replace("points", "\\ud800")):
        _code, answer = rank(document)
        assert half in json.dumps(answer, ensure_ascii=False)


def test_the_answer_of_half_a_character_can_be_written_to_a_pipe(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO('{"tiebreaks": ["points"], "entries": ["\\ud800"]}'))
    pipe = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    call_command("rank", stdout=pipe)
    pipe.seek(0)
    assert json.loads(pipe.read())["table"][0]["entry"] == chr(0xD800)


@pytest.mark.parametrize(
    ("name", "app"),
    [(name, app) for name, app in get_commands().items() if app in ("rules", "scoring", "tournament")],
)
def test_every_command_of_ours_tells_how_it_is_called(name: str, app: str):
    command = load_command_class(app, name)
    told = command.create_parser("manage.py", name).format_help()
    assert name in told
    assert str(command.help).split()[0] in told
