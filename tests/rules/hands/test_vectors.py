"""Worked hands from regulations and from other programs, each judged from its facts alone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.hands import (
    HandFacts,
    LastTrick,
    Outcome,
    PenaltyFact,
    RuleSet,
    Side,
    judge,
    load_rule_set,
    with_changes,
)
from tests.rules.hands.building import EIGHTY, SOURCES, at, codes, eighty, judged, rules

VECTORS = json.loads((Path(__file__).parents[2] / "data/hands.json").read_text(encoding="utf-8"))["vectors"]
OURS = (
    "level",
    "bottom",
    "bottom_total",
    "advance",
    "hook",
    "penalty",
    "bury_error",
    "redeal",
    "level_difference",
)


def of_kind(kind: str) -> Any:
    found = [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]
    assert found, kind
    return pytest.mark.parametrize("vector", found)


def of_ids(*ids: str) -> Any:
    found = {vector["id"]: vector for vector in VECTORS}
    return pytest.mark.parametrize("vector", [pytest.param(found[id_], id=id_) for id_ in ids])


def regulation(vector: dict[str, Any]) -> str | None:
    return SOURCES.get(vector["source"])


def test_every_vector_of_this_room_belongs_to_a_test() -> None:
    others = {"timeout", "best_of_three", "match_points", "team_points"}
    assert {vector["kind"] for vector in VECTORS} == {*OURS, *others}


# -- levels --------------------------------------------------------------------------------------------------


def rule_set_for(vector: dict[str, Any]) -> RuleSet:
    """The regulation's own rule set, or one made from threshold, step and parameters of the vector."""
    slug = regulation(vector)
    if slug is not None:
        return rules(slug)
    threshold, step = vector["threshold"], vector["step"]
    params = vector.get("params", {})
    data = {**EIGHTY, "decks": vector["decks"], "bottom_cards": 6 if vector["decks"] % 2 else 8}
    data["ladder"] = {**data["ladder"], "after_target": "next_lap"}
    declarers: dict[str, Any] = {"every": step, "round": "up"}
    attackers: dict[str, Any] = {"every": step}
    table: dict[str, Any] = {"threshold": threshold, "declarers": declarers, "attackers": attackers}
    if step is None:
        # The page with bands of 25 below and of 20 above the threshold.
        table["declarers"] = {"bands": [[5, 3], [30, 2], [55, 1]]}
        table["attackers"] = {"every": 20}
        table["zero"] = 4
    if params.get("zero_window"):
        table["zero"] = {"add": 1}
        table["below_zero"] = "step"
    if "zero_bonus" in params:
        table["zero"] = {"add": params["zero_bonus"]}
    if "deadzone_steps" in params:
        attackers["at_threshold"] = 1 - params["deadzone_steps"]
    if params.get("cap") is not None:
        table["zero"] = {"add": 1}
        declarers["cap"] = attackers["cap"] = params["cap"]
    if params.get("cap_attackers") is not None:
        attackers["cap"] = params["cap_attackers"]
    if "test_level_deltas" in vector["source"]:
        table["zero"] = {"add": 1}
        table["below_zero"] = "step"
    data["table"] = table
    return load_rule_set(data)


def level_of(rule_set: RuleSet, points: int) -> tuple[str, int, str]:
    """Judge a hand far from any must-play rung where there is one; answers with side, levels, next deal."""
    gain = rule_set.table.gain(points)
    outcome = judge(rule_set, at(rule_set, "3", "3"), HandFacts("A", points))
    assert isinstance(outcome, Outcome)
    assert (outcome.next_declarer == "B") == gain.attackers
    return (
        "attackers" if gain.attackers else "declarers",
        gain.levels,
        "attackers" if outcome.next_declarer == "B" else "declarers",
    )


@of_kind("level")
def test_points_are_worth_the_levels_of_the_vector(vector: dict[str, Any]) -> None:
    expected = vector["expected"]
    assert level_of(rule_set_for(vector), vector["points"]) == (
        expected["side"],
        expected["levels"],
        expected["next_deal"],
    )


@of_kind("level")
def test_judged_levels_are_those_of_the_table(vector: dict[str, Any]) -> None:
    rule_set = rule_set_for(vector)
    rungs = EIGHTY["ladder"]["rungs"]
    must_play = ["A"] if vector["source"] == "S2-fuyang" else []
    free = load_rule_set(
        {
            **rule_set.data,
            "ladder": {"rungs": rungs, "after_target": "next_lap", "must_play": must_play},
            "hooks": [],
            "hooked_twice": "no_effect",
        }
    )
    expected = vector["expected"]
    outcome = judged(free, "2", "2", points=vector["points"])
    gained = {"declarers": outcome.gained_a, "attackers": outcome.gained_b}
    assert gained.pop(expected["side"]) == expected["levels"]
    assert list(gained.values()) == [0]


ALTERNATIVE_TABLES = {
    "V007": {"table.attackers.bands": [[120, 1]]},
    "V008": {"table.attackers.bands": [[120, 1]]},
    "V012": {"table.attackers.bands": [[120, 1]]},
    "V026": {"table.attackers.round": "up"},
    "V031": {"table.declarers.round": "down"},
    "V037": {"table.declarers.round": "down"},
    "V050": {"table.attackers.cap": 3},
    "V074": {"table.zero": 5},
}


@of_kind("level")
def test_other_reading_of_a_level_is_a_parameter_away(vector: dict[str, Any]) -> None:
    other = vector.get("alternative")
    if other is None:
        assert vector["id"] not in ALTERNATIVE_TABLES
        return
    rule_set = with_changes(rules(SOURCES[vector["source"]]), ALTERNATIVE_TABLES[vector["id"]])
    levels = other.get("levels", vector["expected"]["levels"] + other.get("levels_plus", 0))
    assert level_of(rule_set, vector["points"])[1] == levels


# -- bottoms -------------------------------------------------------------------------------------------------

FORMS = {"single": (1, 1), "pair": (2, 2), "triple": (3, 3), "tractor": (2, 4)}


def form_of(text: str) -> tuple[int, int, bool]:
    """Unit, cards and trump of a winning play as the vectors write it."""
    if set(text) <= set("0123456789"):
        unit = text.count(text[0])
        return unit, len(text), True
    if "+" in text:
        return int(text[0]), sum(int(part) for part in text.split("+")), True
    trump = not text.startswith("side")
    if match := re.search(r"tractor of (\d+) pairs", text):
        return 2, 2 * int(match[1]), trump
    if match := re.search(r"tractor of (\d+) cards", text):
        return 2, int(match[1]), trump
    name = next(form for form in FORMS if form in text)
    return (*FORMS[name], trump)


def multiplied(rule_set: RuleSet, unit: int, cards: int, trump: bool) -> int:
    """What ten points in the bottom are multiplied by, taken from a judged hand."""
    trick = LastTrick("attackers", unit, cards, trump)
    outcome = judged(rule_set, "3", "3", tricks=0, bottom=10, last_trick=trick)
    assert outcome.points is not None
    return outcome.points // 10


@of_kind("bottom")
def test_bottom_is_multiplied_as_in_the_vector(vector: dict[str, Any]) -> None:
    given, slug = vector["input"], regulation(vector)
    if slug is not None:
        rule_set = rules(slug)
        unit, cards, trump = form_of(given["winning_play"])
    elif "largest_unit_cards" in given:
        cards, trump = given["largest_unit_cards"], True
        unit = 1 if cards == 1 else 2 if cards % 2 == 0 else 3
        how = {"power": 2} if "Power" in vector["source"] else {"per_card": 2}
        rule_set = eighty(decks=4, bottom=how)
    else:
        rule_set = eighty(bottom={"power": 2})
        unit, cards, trump = form_of(given["winning_format"])
    assert multiplied(rule_set, unit, cards, trump) == vector["expected"]["multiplier"]


@of_kind("bottom_total")
def test_tricks_and_bottom_make_the_total_of_the_vector(vector: dict[str, Any]) -> None:
    given, expected = vector["input"], vector["expected"]
    unit, cards, trump = form_of(given["winning_play"])
    buried_by_attackers = "buried_by" in given
    outcome = judged(
        rule_set_for(vector),
        "3",
        "3",
        tricks=given["trick_points"],
        bottom=given["bottom_points"],
        buried_by="B" if buried_by_attackers else None,
        last_trick=LastTrick("declarers" if buried_by_attackers else "attackers", unit, cards, trump),
    )
    assert outcome.points == expected["attackers_points"]
    assert (outcome.next_declarer == "B") == (expected["side"] == "attackers")
    assert outcome.gained_b == expected.get("levels", 0)


# -- climbing ------------------------------------------------------------------------------------------------


def upstream_ladder(policy: str, must_play: list[str], top_level: str) -> RuleSet:
    rungs = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    if top_level == "NT":
        rungs.append("NT")
    ladder = {
        "rungs": rungs,
        "after_target": "next_lap",
        "must_play": must_play,
        "attackers_may_leave": policy != "DefendPoints",
    }
    return eighty(ladder=ladder)


@of_kind("advance")
def test_side_climbs_as_in_the_vector(vector: dict[str, Any]) -> None:
    given, expected = vector["input"], vector["expected"]
    declaring = given["side"] == "declarers"
    if "policy" in given:
        rule_set = upstream_ladder(given["policy"], given["must_play"], given["top_level"])
        ladder = rule_set.ladder
        start = ladder.parse(given["from"])
        position, unused = ladder.rise(start, given["levels"], declaring)
        label = expected["to"] if expected["cycle"] == 1 else f"{expected['to']}@{expected['cycle']}"
        assert ladder.label(position) == label
        assert position - start == expected["advanced"]
        assert bool(unused) == expected["blocked"]
        return
    rule_set = rule_set_for(vector)
    other = given.get("opponents", "3")
    levels = (given["from"], other) if declaring else (other, given["from"])
    outcome = judged(rule_set, *levels, points=given["points"])
    mover, opponents = ("A", "B") if declaring else ("B", "A")
    assert outcome.levels[mover] == expected["to"]
    assert outcome.levels[opponents] == expected.get("opponents_to", other)
    if "blocked_levels" in expected:
        stopped = next(reason for reason in outcome.reasons if reason.code == "must-play-stops")
        assert stopped.values["unused"] == expected["blocked_levels"]


@of_ids("V138")
def test_attackers_may_be_let_off_the_must_play_start(vector: dict[str, Any]) -> None:
    other = vector["alternative"]
    rule_set = rules("twenty-per-level", ladder__attackers_may_leave=True)
    given = vector["input"]
    outcome = judged(rule_set, given["opponents"], given["from"], points=given["points"])
    assert outcome.levels == {"A": other["opponents_to"], "B": other["to"]}


@of_ids("V139")
def test_minus_a_may_lie_directly_under_two(vector: dict[str, Any]) -> None:
    rule_set = rules("twenty-per-level", ladder__below=["-A"])
    given = vector["input"]
    outcome = judged(rule_set, given["opponents"], given["from"], points=given["points"])
    assert outcome.levels["A"] == vector["alternative"]["opponents_to"]


@of_kind("level_difference")
def test_level_difference_is_that_of_the_vector(vector: dict[str, Any]) -> None:
    given = {key: "passed" if "passed" in level else level for key, level in vector["input"].items()}
    ladder = rule_set_for(vector).ladder
    difference = ladder.difference(given["own"], given["opponent"])
    assert difference == vector["expected"]["difference"]
    assert ladder.difference(given["opponent"], given["own"]) == -difference


@of_ids("V118")
def test_passing_a_may_count_as_a(vector: dict[str, Any]) -> None:
    ladder = rules(SOURCES[vector["source"]], ladder__passed_counts=0).ladder
    difference = vector["alternative"]["difference"]
    assert ladder.difference("passed", vector["input"]["opponent"]) == difference


# -- hooks ---------------------------------------------------------------------------------------------------


def last_trick_of(text: str) -> tuple[LastTrick, str | None]:
    unit = 2 if "pair" in text else 1
    rank = text.rpartition(" ")[2]
    suit = "H" if "side" in text else "S"
    return LastTrick("attackers", unit, unit, rank=rank, suit=suit), "NT" if "any" in text else "S"


@of_kind("hook")
def test_hook_drops_the_declarers_as_in_the_vector(vector: dict[str, Any]) -> None:
    given, expected = vector["input"], vector["expected"]
    if "declarer_levels_won" in given:
        hook = {"at": "J", "card": "J", "form": "single", "fall_to": "2", "below_threshold": "fall_then_add"}
        points = {0: 80, 2: 35}[given["declarer_levels_won"]]
        trick = LastTrick("attackers", 1, 1, rank="J")
        outcome = judged(eighty(hooks=[hook]), "J", "3", points=points, last_trick=trick)
        assert outcome.levels["A"] == expected["to"]
        return
    if "times_hooked_to_2" in given:
        rule_set = rules(SOURCES[vector["source"]])
        state = at(rule_set, "J", "3", hooked={"A": given["times_hooked_to_2"] - 1, "B": 0})
        outcome = judged(
            rule_set, "J", "3", state=state, points=90, last_trick=LastTrick("attackers", 1, 1, rank="J")
        )
        assert (outcome.winner is not None) == expected["game_over"]
        assert [(effect.code, effect.side) for effect in outcome.effects] == [("game-lost", Side.A)]
        return
    slug = regulation(vector)
    hook = {"at": "J", "card": "J", "suit": "trump", "fall_to": "2"}
    rule_set = rules(slug) if slug else eighty(hooks=[hook])
    trick, trump_suit = last_trick_of(given["last_trick"])
    outcome = judged(
        rule_set,
        given["declarers_level"],
        "3",
        points=given["attackers_points"],
        last_trick=trick,
        trump_suit=trump_suit,
    )
    assert outcome.levels["A"] == expected["declarers_to"]
    assert outcome.next_declarer == "B"
    if "attackers_levels" in expected:
        assert outcome.gained_b == expected["attackers_levels"]


@of_ids("V132")
def test_second_hook_may_void_the_game_instead(vector: dict[str, Any]) -> None:
    assert vector["alternative"]["loser"] is None
    rule_set = rules(SOURCES[vector["source"]], hooked_twice="game_void")
    state = at(rule_set, "J", "3", hooked={"A": 1, "B": 0})
    outcome = judged(
        rule_set, "J", "3", state=state, points=90, last_trick=LastTrick("attackers", 1, 1, rank="J")
    )
    assert outcome.winner is None
    assert outcome.levels == {"A": "2", "B": "2"}
    assert [effect.code for effect in outcome.effects] == ["game-void"]
    assert outcome.state.hooked("A") == 0


# -- penalties, bury errors, redeals -------------------------------------------------------------------------

OFFENCES = {
    "failed throw, 1 card beaten": ("failed-throw", 1),
    "failed throw, a pair beaten": ("failed-throw", 2),
    "failed throw, a triple beaten": ("failed-throw", 3),
    "wrong card, unintended, 2 cards": ("wrong-card", 2),
}


@of_kind("penalty")
def test_penalty_costs_what_the_vector_says(vector: dict[str, Any]) -> None:
    given, expected, slug = vector["input"], vector["expected"], regulation(vector)
    offence = given["offence"]
    kept = LastTrick("declarers", 1, 1, True)
    if offence in OFFENCES:
        code, cards = OFFENCES[offence]
        fact = PenaltyFact(code, given["offender"], cards)
        assert slug is not None
        outcome = judged(rules(slug), "3", "3", tricks=0, last_trick=kept, penalties=(fact,))
        assert outcome.points == expected["attackers_points"]
    elif offence == "declarer buries wrong number":
        outcome = judged(
            rules("swiss-60min"), "3", "5", seat="S", penalties=(PenaltyFact("wrong-bury", "declarers"),)
        )
        assert outcome.hand == "over"
        assert outcome.next_declarer == "B"
        assert outcome.next_seat == "E"  # the seat below south
        assert outcome.gained_b == expected["levels"]
    elif offence == "wrong count or wrong card":
        for code in ("card-count", "wrong-card"):
            outcome = judged(
                rules("knockout-3deck"), "3", "5", penalties=(PenaltyFact(code, given["offender"]),)
            )
            assert outcome.gained_a == expected.get("declarers_levels", 0)
            assert (outcome.next_declarer == "B") == (expected.get("next_deal") == "attackers")
    elif offence == "ignored warning":
        outcome = judged(
            rules("knockout-best-of-three"),
            "3",
            "3",
            tricks=given["attackers_before"],
            last_trick=kept,
            penalties=(PenaltyFact("speech", given["offender"], times=2),),
        )
        assert outcome.points == expected["attackers_after"]
    elif offence == "revoke or taking back a card, each":
        effect = {"offender_levels": -1}
        catalogue = [
            {
                "code": "revoke",
                "effect": effect,
                "repeated": {"times": 3, "effect": {"match": "lost"}},
            }
        ]
        rule_set = eighty(penalties=catalogue)
        state = at(rule_set, "6", "6")
        for points in (75, 75):
            outcome = judged(
                rule_set, "", "", state=state, points=points, penalties=(PenaltyFact("revoke", "declarers"),)
            )
            assert outcome.gained_a == 1 + expected["offender_levels"]
            state = outcome.state
        outcome = judged(rule_set, "", "", state=state, penalties=(PenaltyFact("revoke", "declarers"),))
        assert [effect.code for effect in outcome.effects] == ["match-lost"]
        assert expected["third_time"] == "match lost"
        assert outcome.winner == "B"
    else:
        # Coming late is a matter of the match: no hand has been dealt.
        assert expected["match"] == "forfeit"


@of_ids("V165")
def test_wrong_bury_may_be_worth_a_level(vector: dict[str, Any]) -> None:
    rule_set = with_changes(rules("swiss-60min"), {"penalties.wrong-bury.effect.levels": 1})
    outcome = judged(rule_set, "3", "5", penalties=(PenaltyFact("wrong-bury", "declarers"),))
    assert outcome.gained_b == vector["alternative"]["levels"]


@of_kind("bury_error")
def test_bury_error_gives_levels_by_the_points_made(vector: dict[str, Any]) -> None:
    points, expected = vector["input"]["attackers_points"], vector["expected"]
    rule_set = rules(SOURCES[vector["source"]])
    fact = PenaltyFact("bury-error", "declarers")
    outcome = judged(rule_set, "3", "3", points=points, penalties=(fact,))
    assert (outcome.next_declarer, outcome.gained_b) == ("B", expected["levels"])
    from_80 = with_changes(rule_set, {"penalties.bury-error.effect.levels_by_points.from": 80})
    assert (
        judged(from_80, "3", "3", points=points, penalties=(fact,)).gained_b
        == vector["alternative"]["levels"]
    )


@of_kind("redeal")
def test_nobody_bids_as_in_the_vector(vector: dict[str, Any]) -> None:
    outcome = judged(rules(SOURCES[vector["source"]]), "3", "3", points=100, nobody_bid=True)
    assert outcome.redeal == vector["expected"]["redeal"]
    assert codes(outcome)[0] == "nobody-bid-no-trump"
