"""The worked cases of matches, points and level differences, as they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.hands import load_rule_set
from scoring.matches import Ended, Verdict, last_hand, load_format, result_from_levels, verdict_result
from scoring.matches.ending import OpenGame, decide
from scoring.matches.result import Game
from scoring.standings import add_up
from scoring.standings.squads import SquadRules
from tests.scoring.drawn import played
from tests.scoring.regulations import BEST_OF_THREE, GROUPS, ROUNDS, SWISS, UNION, match_format, rule_set

CASES = json.loads((Path(__file__).parent.parent / "data" / "hands.json").read_text(encoding="utf-8"))
KINDS = ("level_difference", "timeout", "best_of_three", "match_points", "team_points")


def cases(kind):
    found = [case for case in CASES["vectors"] if case["kind"] == kind]
    assert found
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def level(text):
    return text.replace("passed A", "passed")


RULE_SETS = {
    "S0-60min-swiss": "swiss-60min",
    "S2-fuyang": "groups-cross-knockout",
    "S4a-union-teams": "union-squads",
    "S4b-nanning-4deck": "four-deck-rounds",
    "S4e-4deck-nobottom": "four-deck-no-bottom",
    "S4i-20per-level": "twenty-per-level",
}
NATIONAL = match_format(
    time={"minutes": 90, "at_time": "finish_hand"}, points={"win": 2, "draw": 1, "loss": 0}
)
# The formats of the events that a case comes from, as its page tells them.
FORMATS = {
    "S0-60min-swiss": SWISS,
    "S2-fuyang": GROUPS,
    "S4a-union-teams": UNION,
    "S4b-nanning-4deck": ROUNDS,
    "S4e-4deck-nobottom": match_format(time={"minutes": 120}, level_at_time=["on_deal"]),
    "S4i-20per-level": match_format(time={"minutes": 60}),
    "real regulation: 郑州大学体育学院 双升 2013 (60 min)": match_format(time={"minutes": 60}, mercy=5),
    "real regulation: 无锡工会 掼蛋 2022 (50 min)": match_format(
        time={"minutes": 50}, points={"win": 2, "draw": 1, "loss": 0}
    ),
    "double-upgrade page citing national practice (8 rounds x 90 min)": NATIONAL,
}


@cases("level_difference")
def test_level_differences(case):
    rules = rule_set(RULE_SETS[case["source"]])
    own, opponent = level(case["input"]["own"]), level(case["input"]["opponent"])
    match = result_from_levels(rules, FORMATS[case["source"]], own, opponent)
    assert match.difference == case["expected"]["difference"]
    if "alternative" in case:
        other = load_rule_set({**rules.data, "ladder": {**rules.data["ladder"], "passed_counts": 0}})
        match = result_from_levels(other, FORMATS[case["source"]], own, opponent)
        assert match.difference == case["alternative"]["difference"]


@cases("timeout")
def test_the_end_of_time(case):
    given, expected = case["input"], case["expected"]
    format_ = FORMATS[case["source"]]
    if "dealing_started" in given:
        last = last_hand(format_.time, Ended(hand=7, begun=given["dealing_started"]))
        assert ("finish" if last == 7 else "over") == expected["hand"]
        return
    if given.get("result") == "forfeit":
        assert list(verdict_result(format_, Verdict("forfeit", "B")).points) == expected["points"]
        return
    rules = rule_set(RULE_SETS.get(case["source"], "knockout-best-of-three"))
    levels = ("passed", "J") if given.get("result") == "passed A" else given["levels"]
    on_deal = {"first": "A", "second": "B", None: None}[given.get("on_deal")]
    match = result_from_levels(rules, format_, *levels, on_deal=on_deal)
    assert match.over
    if "points" in expected:
        assert list(match.points) == expected["points"]
    if "winner" in expected:
        assert match.winner == {"first": "A", "second": "B"}[expected["winner"]]
    if expected.get("when") == "immediately":
        assert (match.games[0].how, match.finished) == ("mercy", True)


@cases("best_of_three")
def test_an_unfinished_best_of_three(case):
    closed = tuple(
        Game(number, {"A": "2", "B": "2"}, 1 if winner == "A" else -1, winner, "target")
        for number, winner in enumerate(case["input"]["games"], start=1)
    )
    current = case["input"]["current"]
    if current is None:
        won = ("passed", "9")
        match = result_from_levels(
            rule_set("groups-cross-knockout"),
            BEST_OF_THREE,
            *(won if case["input"]["games"][-1] == "A" else won[::-1]),
            games=[won if winner == "A" else won[::-1] for winner in case["input"]["games"][:-1]],
        )
        assert (match.winner, match.finished) == (case["expected"]["winner"], True)
        return
    assert current["game"] == len(closed) + 1
    # The leader is nine levels ahead: small points would decide for it wherever they were asked.
    left = OpenGame(9 if current["leader"] == "A" else -9)
    assert decide(BEST_OF_THREE, closed, left, 0).winner == case["expected"]["winner"]


@cases("match_points")
def test_match_points(case):
    if case["input"].get("no_opponent_or_same_branch_or_early_start_or_late_finish"):
        format_ = load_format({"points": {"by": "base", "base": 13, "bye": 0}})
        assert verdict_result(format_, Verdict("bye")).points == (case["expected"]["points"], 0)
        assert verdict_result(format_, Verdict("annulled")).points == (0, 0)
        return
    base = {"X302": {"base": 15, "cap": 10}, "X315": {"base": 13}, "X316": {"base": 13}}[case["id"]]
    format_ = load_format({"points": {"by": "base", **base}})
    assert format_.points.by_difference(case["input"]["level_difference"])[0] == case["expected"]["points"]


@cases("team_points")
def test_squads_get_three_two_one_by_rank(case):
    squads = {"first": [1], "second": [2], "third": [3]}
    results = [played(1, 1, 2, 5, 0), played(2, 2, 3, 5, 0), played(3, 1, 3, 5, 0)]
    rows = add_up(squads, results, SquadRules(by_rank=(3, 2, 1)))
    assert [row.rank for row in rows] == case["input"]["big_team_ranks"]
    assert [row.points for row in rows] == case["expected"]["points"]
