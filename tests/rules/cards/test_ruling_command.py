"""The ``ruling`` command: its contract, its words, and that nothing it is given breaks it."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import rules.cards
from rules.cards.questions import KEYS
from rules.cards_wording import PROBLEMS, REASONS
from rules.hands import load_rule_set, state_at
from rules.hands.line import read_line
from rules.management.commands.ruling import rule
from tests.rules.cards.tables import document

SCHEMAS = Path(__file__).resolve().parents[3] / "docs" / "schemas"


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))


QUESTIONS, ANSWERS = schema("ruling-question"), schema("ruling-answer")


def ask(**asked: Any) -> dict[str, Any]:
    """The answer to one question; both are held against the schemas in docs/."""
    question = {"ruleset": "swiss-60min", "level": "2", **asked}
    with translation.override("en"):
        answer = dict(rule(json.dumps(question, ensure_ascii=False)))
    ANSWERS.validate(answer)
    if answer["ok"]:
        QUESTIONS.validate(question)
    return answer


def codes(answer: dict[str, Any]) -> list[tuple[str, str]]:
    assert answer["ok"] is False
    return [(problem["code"], problem["at"]) for problem in answer["problems"]]


def test_a_bid_is_ruled_on():
    answer = ask(
        question="bid",
        first_hand=True,
        bids=[{"seat": "N", "cards": "S2"}, {"seat": "E", "cards": "C2 C2"}],
    )
    assert (answer["declarer"], answer["trump"], answer["invalid"]) == ("E", "C", [])
    assert answer["because"][0]["clause"] == "三-1"
    assert answer["answer"] == "♣2 ♣2 by East stands. East takes the deal by the bid."


def test_seats_are_written_in_several_ways():
    made = [{"seat": "北", "cards": "S2"}, {"seat": "e", "cards": "C2 C2"}, {"seat": "南家", "cards": "D222"}]
    assert ask(question="bid", bids=made)["declarer"] == "S"
    assert ask(question="trick", trump="S", plays=["H9", "HK"], leader="东")["seat"] == "N"
    later = ask(ruleset="swiss-60min", question="bid", declarer="西", bids=made)
    assert later["declarer"] == "W"


def test_a_wrong_bid_is_named_with_the_offence_that_it_is():
    answer = ask(
        ruleset="groups-cross-knockout",
        question="bid",
        bids=[{"seat": "N", "cards": "S3"}, {"seat": "E", "cards": "S2"}],
    )
    assert answer["invalid"] == [
        {"bid": 0, "seat": "N", "code": "bid-not-level-cards", "costs": "false-bid", "offence": "false bid"}
    ]


def test_a_bid_laid_face_up_may_be_told():
    answer = ask(
        ruleset="four-deck-rounds",
        level="4",
        question="bid",
        declarer="N",
        bids=[{"seat": "N", "cards": "S4", "face_down": False}, {"seat": "E", "cards": "C4"}],
    )
    assert (answer["declarer"], answer["trump"]) == ("N", "C")
    assert answer["invalid"][0]["code"] == "bid-exposed"


def test_a_follow_is_answered_with_what_is_owed_and_plays_that_pay_it():
    answer = ask(question="follow", trump="S", lead="H44", hand="H77 H99 H5", play="H7 H9")
    assert answer["legal"] is False
    assert answer["wrong_cards"] == 2
    assert answer["must"] == {
        "rule": "form",
        "suit": "H",
        "cards": 2,
        "form": "2",
        "plays": ["H7 H7", "H9 H9"],
    }
    assert answer["because"][-1]["text"] == "♥7 ♥9 does not hold a pair of cards, although the hand could."
    assert answer["because"][-1]["clause"] == "三-2-4"


def test_a_follow_without_a_play_tells_only_what_is_owed():
    answer = ask(question="follow", trump="S", lead="H44", hand="C77 C9")
    assert answer["legal"] is None
    assert answer["must"]["rule"] == "free"


@pytest.mark.parametrize(
    ("hand", "play", "wrong"),
    [
        ("H77 H99 HJQ", "H79JQ", 4),
        ("H77 H99 HJQ", "H77 HJQ", 2),
        ("H7788 HJJQ", "H77 HJJ", 4),
        ("H77 C99 CJ", "H7 C99 CJ", 1),
        ("H77 H99 HJQ", "H77", 2),
        ("H77 H99 HJQ", "H7799", 0),
    ],
)
def test_a_faulty_follow_is_counted_by_the_card(hand, play, wrong):
    """少跟多少个，则扣牌数×10分，如少跟1对，扣20分."""
    answer = ask(
        ruleset="knockout-best-of-three", question="follow", trump="S", lead="H4455", hand=hand, play=play
    )
    assert answer["wrong_cards"] == wrong
    assert answer["legal"] is (wrong == 0)


@pytest.mark.parametrize(
    ("lead", "hand", "play", "wrong"),
    [
        ("H4455", "H7788 HJJQ", "H77 HJJ", 2),  # 88 was held back
        ("H4455", "H7788 HJJ HAA", "HJJ HAA", 4),
        ("H4455", "H7788 HJJQ", "H78 HJJ", 4),
        ("H4455", "H77 H99 HJQ", "H79JQ", 4),  # no tractor: two pairs
        ("H4455 H99", "H7788 HJJ H2 H3 HA", "H77 HJJ H23", 2),
        # 77 pays once, for the tractor or for the pair
        ("H4455 H99", "H7788 HJJ H6 H3 HA", "H77 H6 H3 HJ HA", 4),
    ],
)
def test_of_a_tractor_that_was_held_back_only_the_missing_pairs_may_count(lead, hand, play, wrong):
    """花色不对、牌型不对、按出错的张数扣分: read as the cards that were wrong themselves."""
    answer = ask(
        ruleset="knockout-best-of-three",
        changes={"cards.follow.wrong_counts": "held_back"},
        question="follow",
        trump="S",
        lead=lead,
        hand=hand,
        play=play,
    )
    assert answer["legal"] is False
    assert answer["wrong_cards"] == wrong


@pytest.mark.parametrize(("play", "told"), [("H77 HJJ", True), ("HJJ HAA", False), ("H7788", False)])
def test_how_wrong_cards_are_counted_is_told_as_assumed_where_it_makes_a_difference(play, told):
    answer = ask(
        ruleset="knockout-best-of-three",
        question="follow",
        trump="S",
        lead="H4455",
        hand="H7788 HJJ HAA",
        play=play,
    )
    assert ("how many cards are wrong where a tractor was held back" in answer["assumed"]) is told


def test_the_cards_that_were_turned_up_are_told_with_who_turned_the_first():
    turned = {"ruleset": "groups-cross-knockout", "question": "bid", "bids": [], "turned": "SA HK D2"}
    answer = ask(**turned, first_hand=True, turned_by="北")
    assert (answer["declarer"], answer["trump"]) == ("S", "D")
    assert "The card that decides is ♦2. South turned that card and takes the deal." in answer["answer"]
    later = ask(**turned, declarer="E", turned_by="N")
    assert later["declarer"] == "E"
    assert "South turned that card for the other side: East, who plays next, has the deal." in later["answer"]
    several = ask(ruleset="knockout-3deck", question="bid", bids=[], declarer="N", turned="SA HK C5 H3 S9")
    assert (several["trump"], several["trump_among"]) == (None, ["S", "H"])
    assert "the declarer chooses from ♠ ♥" in several["answer"]


def test_a_throw_is_ruled_on_against_hands_or_a_shown_card():
    expected = {"stands": False, "beaten": "H5 H5", "points": 20, "forced": "H5"}
    shown = ask(question="throw", trump="S", play="H55 HK", shown="H9")
    assert expected.items() <= shown.items()
    others = ask(question="throw", trump="S", play="H55 HK", others=["C3", "HJ H3", "S3"])
    assert expected.items() <= others.items()
    assert (shown["by"], others["by"]) == (None, 1)
    assert shown["answer"] == (
        "♥5 ♥5 does not stand against ♥9. ♥5 must be led. "
        "Cards beaten: 2, 10 points each: 20 points to the other side."
    )


def test_a_trick_goes_to_the_index_of_a_play_and_to_a_seat_in_the_order_of_play():
    answer = ask(question="trick", trump="S", plays=["H9", "HK", "HA", "H3"], leader="E")
    assert (answer["winner"], answer["play"], answer["seat"], answer["points"]) == (2, "HA", "W", 10)


def test_a_bottom_is_worth_its_points_times_the_multiplier_of_the_rule_set():
    answer = ask(question="bottom", trump="S", cards="H5 HK C5", last_trick="S55")
    assert (answer["card_points"], answer["multiplier"], answer["points"]) == (20, 6, 120)


def test_the_last_trick_may_be_given_whole():
    """Two singles thrown: the ruff counts as single cards, although it is a pair."""
    plays = ["HA HK", "S33", "C3 C4", "D3 D4"]
    assert ask(question="bottom", trump="S", cards="CK", plays=plays)["multiplier"] == 3
    special = ["HJJQQKK", "H333444", "C334455", "D334455"]
    assert ask(question="bottom", trump="S", cards="CK", plays=special)["multiplier"] == 18


def test_the_facts_of_a_bottom_feed_the_judge():
    """The answer's last trick is put into a hand as it stands, and is worth what was ruled."""
    answer = ask(
        ruleset="knockout-best-of-three", question="bottom", trump="S", cards="HK CK", last_trick="S5566"
    )
    hand = read_line(
        {
            "ruleset": "knockout-best-of-three",
            "levels": {"A": "5", "B": "8"},
            "declarer": "A",
            "tricks": 75,
            "bottom": answer["card_points"],
            "trump_suit": "S",
            "last_trick": answer["last_trick"],
        }
    )
    rule_set = load_rule_set(document("knockout-best-of-three"))
    outcome = rules.hands.judge(rule_set, hand.state(rule_set), hand.facts)
    assert outcome.points == 75 + answer["points"] == 235
    assert state_at(rule_set, {"A": "5", "B": "8"}).hands == 0


def test_readings_that_the_regulation_leaves_open_are_told_with_the_answer():
    asked = {"question": "follow", "trump": "S", "level": "8"}
    assert ask(**asked, lead="H44", hand="H77 H9 S33 S5")["assumed"] == []
    across, links = (
        "whether a tractor runs across the missing level card",
        "which trumps are neighbours in a tractor",
    )
    assert ask(**asked, lead="H4455", hand="H7799 HJ")["assumed"] == [across]
    assert ask(**{**asked, "level": "2"}, lead="H4455", hand="H7799 HJ")["assumed"] == []
    assert ask(**asked, lead="S4455", hand="SAA H88 S3")["assumed"] == [links]
    assert ask(**asked, lead="S4455", hand="SAA SKK S3")["assumed"] == []
    special = {**asked, "hand": "H666777 HJJ", "lead": "H334455"}
    assert (
        "whether a form that wins by a special rule may be played in place of what is owed"
        in (ask(**special)["assumed"])
    )
    assert ask(question="bid", bids=[])["assumed"] == ["what happens when nobody bids"]
    assert ask(question="bid", bids=[{"seat": "N", "cards": "S2"}])["assumed"] == []
    thrown = {"question": "throw", "trump": "S", "ruleset": "groups-cross-knockout"}
    forces = ["what is forced when a throw fails"]
    assert ask(**thrown, play="H55 HK", shown="HJJ")["assumed"] == forces
    assert ask(**thrown, play="H55 HK", shown="HJ")["assumed"] == []
    assert ask(**thrown, play="H55", shown="HJJ")["assumed"] == []
    assert ask(**{**thrown, "ruleset": "swiss-60min"}, play="S55 SK", shown="SJ")["assumed"] == [
        "whether trumps may be thrown"
    ]
    trick = {"question": "trick", "trump": "S", "ruleset": "union-squads", "level": "4"}
    assert ask(**trick, plays=["H5", "H6"])["assumed"] == []
    assert ask(**trick, plays=["HA HK", "S6 S7"])["assumed"] == ["who wins when a throw is ruffed"]
    single = {"question": "follow", "trump": "S", "ruleset": "knockout-3deck", "hand": "H777 H88 H9"}
    breaking = ["whether triples are broken to follow a tractor"]
    assert ask(**single, lead="H4")["assumed"] == ask(**single, lead="H44")["assumed"] == []
    assert ask(**single, lead="H4455")["assumed"] == breaking
    squads = ask(ruleset="union-squads", level="3", question="bottom", trump="S", cards="H5", last_trick="S4")
    assert "by how much the bottom counts" in squads["assumed"]
    assert ask(ruleset={"decks": 2, "assumed": 3}, question="bid", bids=[])["assumed"] == []


def test_levels_are_written_as_the_judge_writes_them():
    for level in ("5@2", "-5", "5", 5, "打5", "5级", "５"):
        answer = ask(question="trick", trump="S", level=level, plays=["H5", "S3"])
        assert answer["winner"] == 0, level
    for ten in ("T", "t", "10", 10):
        assert ask(question="trick", trump="S", level=ten, plays=["HK", "H10", "S3"])["winner"] == 1, ten
    ladder = {"rungs": ["2", "小王"]}
    inline = {"decks": 2, "ladder": ladder}
    assert ask(ruleset=inline, question="trick", trump="S", level="小王", plays=["H2", "S3"])["winner"] == 1


def test_what_a_fault_costs_is_offered_as_the_judge_takes_it():
    thrown = ask(ruleset="swiss-60min", question="throw", trump="S", play="H55 HK", shown="HJ")
    assert thrown["penalties"] == [{"code": "failed-throw", "cards": 2, "offence": "failed throw"}]
    followed = ask(
        ruleset="knockout-best-of-three", question="follow", trump="S", lead="H44", hand="H77 H9", play="H79"
    )
    assert [(penalty["code"], penalty.get("cards")) for penalty in followed["penalties"]] == [
        ("pair-not-followed", 2),
        ("pair-not-followed-late", None),
        ("wrong-card", 2),
        ("wrong-card-late", None),
    ]
    penalty = {key: value for key, value in thrown["penalties"][0].items() if key != "offence"}
    hand = {
        "ruleset": "swiss-60min",
        "levels": {"A": "2", "B": "2"},
        "declarer": "A",
        "tricks": 130,
        "bottom": 0,
        "last_trick": {"by": "declarers"},
        "penalties": [{**penalty, "by": "attackers"}],
    }
    line = read_line(hand)
    rule_set = load_rule_set(document("swiss-60min"))
    outcome = rules.hands.judge(rule_set, line.state(rule_set), line.facts)
    assert outcome.points == 130 - thrown["points"]


def test_a_legal_follow_and_a_throw_that_stands_cost_nothing():
    assert ask(question="follow", trump="S", lead="H44", hand="H77 H9", play="H77")["penalties"] == []
    assert ask(question="follow", trump="S", lead="H44", hand="H77 H9")["penalties"] == []
    assert ask(question="throw", trump="S", play="HAA HK", shown="H3")["penalties"] == []


@pytest.mark.parametrize("trump", ["NT", "nt", "无主", "无", "No trump"])
def test_no_trump_is_written_in_several_ways(trump):
    assert ask(question="trick", trump=trump, plays=["H9", "S3"])["winner"] == 0


@pytest.mark.parametrize("trump", ["S", "♠", "黑桃", "s", "♠️", "Ｓ"])
def test_a_trump_suit_is_written_in_several_ways(trump):
    assert ask(question="trick", trump=trump, plays=["H9", "S3"])["winner"] == 1


def test_a_rule_set_may_come_along_and_be_changed():
    throw = {"question": "throw", "trump": "S", "play": "H55 HK", "shown": "HJ"}
    assert ask(**throw)["stands"] is False
    assert ask(**throw, changes={"cards.throw.reading": "per_form"})["stands"] is True
    assert ask(**{**throw, "ruleset": {"decks": 3}})["stands"] is True


@pytest.mark.parametrize(
    ("question", "code", "at"),
    [
        ({"question": "follow", "trump": "S", "lead": "HX", "hand": "H3"}, "card-unreadable", "lead:2"),
        ({"question": "trick", "trump": "S", "plays": ["H3", "H Z"]}, "card-unreadable", "plays[1]:3"),
        ({"question": "trick", "trump": "S", "plays": [3]}, "wrong-type", "plays[0]"),
        ({"question": "trick", "trump": "S", "plays": "H3"}, "wrong-type", "plays"),
        ({"question": "trick", "trump": "S", "plays": ["H3"], "leader": "X"}, "seat-unknown", "leader"),
        ({"question": "trick", "trump": "X", "plays": ["H3"]}, "trump-unknown", "trump"),
        ({"question": "trick", "trump": "S", "plays": ["H3"], "level": "1"}, "level-unknown", "level"),
        ({"question": "trick", "trump": "S"}, "key-missing", "plays"),
        ({"question": "trick", "trump": "S", "plays": ["H3"], "form": "3+2"}, "form-unreadable", "form"),
        ({"question": "trick", "trump": "S", "plays": ["H3"], "why": 1}, "key-unknown", "why"),
        ({"question": "throw", "trump": "S", "play": "H3 H5"}, "key-missing", "others"),
        (
            {"question": "throw", "trump": "S", "play": "H3", "shown": "H5", "others": []},
            "others-and-shown",
            "others",
        ),
        ({"question": "bottom", "trump": "S", "cards": "H3"}, "key-missing", "last_trick"),
        (
            {"question": "bottom", "trump": "S", "cards": "H3", "last_trick": "S4", "plays": ["S4"]},
            "last-trick-and-plays",
            "last_trick",
        ),
        ({"question": "bid", "bids": [{"seat": "N"}]}, "key-missing", "bids[0].cards"),
        ({"question": "bid", "bids": [{"seat": "N", "cards": "S"}]}, "card-without-rank", "bids[0].cards:1"),
        ({"question": "bid", "bids": ["N"]}, "wrong-type", "bids[0]"),
        ({"question": "lead"}, "question-unknown", "question"),
        ({"question": {}}, "question-unknown", "question"),
        ({"question": ["bid"]}, "question-unknown", "question"),
        ({"question": 3}, "question-unknown", "question"),
        ({}, "key-missing", "question"),
        ({"question": "bid", "bids": [], "ruleset": "nowhere"}, "rule-set-not-found", "ruleset"),
        (
            {"question": "bid", "bids": [], "ruleset": {"cards": {"units": "x"}}},
            "rule-set-wrong-type",
            "cards.units",
        ),
        (
            {"question": "bid", "bids": [], "changes": {"penalties.x.y": 1}},
            "rule-set-no-such-item",
            "penalties.x.y",
        ),
    ],
)
def test_what_is_wrong_is_named_at_its_place_with_what_to_do(question, code, at):
    answer = ask(**question)
    assert (code, at) in codes(answer)
    assert all(problem["message"] and problem["fix"] for problem in answer["problems"])


@pytest.mark.parametrize("line", ["nonsense", "[]", "3", "null", '"x"', "{}", "[" * 5000])
def test_a_line_that_is_no_question_is_answered_too(line):
    assert rule(line)["ok"] is False


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
texts = st.sampled_from(["H3", "H33", "H3344", "S3 S5", "大王", "", "X", "HA HK", "2", "5@2", "S", "NT", "N"])


TEXT_KEYS = (
    "level", "trump", "form", "lead", "hand", "play", "shown", "cards", "last_trick", "declarer",
    "drawn", "first_hand", "leader",
)  # fmt: skip
asked_bids = json_values | st.fixed_dictionaries({"seat": st.sampled_from("NESWX"), "cards": texts})
questions = st.fixed_dictionaries(
    {"question": st.sampled_from(["follow", "throw", "trick", "bottom", "bid", "x"]) | json_values},
    optional={
        **dict.fromkeys(TEXT_KEYS, texts | json_values),
        **dict.fromkeys(("plays", "others"), st.lists(texts | json_values, max_size=5) | json_values),
        "bids": st.lists(asked_bids, max_size=4),
    },
)


@given(question=questions)
def test_nothing_that_is_asked_breaks_the_command(question):
    answer = rule(json.dumps(question), "groups-cross-knockout")
    ANSWERS.validate(answer)


def run(lines: list[str], **options: Any) -> tuple[int, list[dict[str, Any]]]:
    out = StringIO()
    code = 0
    try:
        call_command("ruling", lines=lines, stdout=out, **options)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_is_answered_by_a_line_and_a_problem_shows_in_the_exit_code():
    good = json.dumps({"question": "trick", "level": "2", "trump": "S", "plays": ["H3", "H4"]})
    code, answers = run([good, "", good], ruleset="swiss-60min", brief=True)
    assert (code, [answer["winner"] for answer in answers]) == (0, [1, 1])
    assert "because" not in answers[0]
    code, answers = run([good, "x"], ruleset="swiss-60min")
    assert (code, [answer["ok"] for answer in answers]) == (1, [True, False])


def test_a_line_in_which_a_key_stands_twice_is_refused_by_that_key():
    code, answers = run(['{"question": "trick", "level": "2", "level": "3"}', "{"], ruleset="swiss-60min")
    found = [(problem["code"], problem["at"]) for answer in answers for problem in answer["problems"]]
    assert (code, found) == (1, [("key-twice", "level"), ("not-json", "")])


def test_an_unknown_rule_set_on_the_command_line_is_misuse():
    with pytest.raises(CommandError) as misuse:
        call_command("ruling", ruleset="nowhere", lines=[])
    assert misuse.value.returncode == 2


def test_every_code_of_the_room_has_its_words():
    """Reasons and problems are found in the source, so that none can be added without a sentence."""
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(rules.cards.__file__).parent.glob("*.py")
    )
    said = {*REASONS, *PROBLEMS}
    written = set(re.findall(r'(?:Reason|Problem)\(\s*"([a-z-]+)"', source))
    written |= set(re.findall(r'"((?:bid|play|ruff|duty|throw|bottom|card)-[a-z-]+)"', source))
    from rules.wording import PROBLEMS as HAND_PROBLEMS

    assert not written - said - set(HAND_PROBLEMS)
    assert len(written) > 50


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_sentences_end_as_sentences(language):
    with translation.override(language):
        sentences = [*map(str, REASONS.values()), *(str(part) for pair in PROBLEMS.values() for part in pair)]
    assert [sentence for sentence in sentences if not sentence.endswith((".", "。"))] == []


def test_the_schema_knows_every_key_of_every_question():
    for form in QUESTIONS.schema["oneOf"]:
        kind = form["properties"]["question"]["const"]
        assert set(form["properties"]) == set(KEYS[kind]), kind


DOCUMENT = (SCHEMAS.parent / "ruling.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json in\n(.*?)```\n```json out\n(.*?)```", DOCUMENT, flags=re.DOTALL)


@pytest.mark.parametrize(("question", "answer"), EXAMPLES)
def test_the_examples_of_the_document_are_true(question, answer):
    ruling = ask(**json.loads(question))
    expected = json.loads(answer)
    assert {key: ruling[key] for key in expected} == expected


def test_the_document_has_an_example_of_every_question():
    assert {json.loads(question)["question"] for question, _ in EXAMPLES} == set(KEYS)
