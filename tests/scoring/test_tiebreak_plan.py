"""A list of tie-breaks is checked when it is saved, every fault at its place."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from scoring.standings import load_tiebreaks
from scoring.standings.plan import Choice


def faults(data):
    with pytest.raises(Refused) as refused:
        load_tiebreaks(data)
    return [(problem.code, problem.at) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], [("tiebreaks-empty", "tiebreaks")]),
        ((), [("tiebreaks-empty", "tiebreaks")]),
        (None, [("tiebreaks-not-a-list", "tiebreaks")]),
        ("points", [("tiebreaks-not-a-list", "tiebreaks")]),
        ({"key": "points"}, [("tiebreaks-not-a-list", "tiebreaks")]),
        (["points", "points"], [("tiebreak-twice", "tiebreaks[1]")]),
        (["points", {"key": "points"}], [("tiebreak-twice", "tiebreaks[1]")]),
        (["point"], [("tiebreak-unknown", "tiebreaks[0]")]),
        ([{"key": 7}], [("tiebreak-unknown", "tiebreaks[0]")]),
        ([3], [("tiebreak-not-understood", "tiebreaks[0]")]),
        ([{}], [("tiebreak-not-understood", "tiebreaks[0]")]),
        ([{"key": "points", "use": "wins"}], [("tiebreak-not-understood", "tiebreaks[0]")]),
        ([{"use": "wins"}], [("tiebreak-without-condition", "tiebreaks[0]")]),
        ([{"tied": 2, "use": 5}], [("tiebreak-not-understood", "tiebreaks[0].use")]),
        ([{"tied": 1, "use": "wins"}], [("tiebreak-count", "tiebreaks[0].tied"),
                                        ("tiebreak-without-condition", "tiebreaks[0]")]),
        ([{"key": "wins", "when_tied": "two"}], [("tiebreak-count", "tiebreaks[0].when_tied")]),
        ([{"key": "wins", "more_than": True}], [("tiebreak-count", "tiebreaks[0].more_than")]),
        ([{"key": "wins", "unplayed": "perhaps"}], [("tiebreak-option", "tiebreaks[0].unplayed")]),
        ([{"key": "points", "colour": "red"}], [("tiebreak-option", "tiebreaks[0].colour")]),
        ([{"key": "points", "restart": "yes"}], [("tiebreak-option", "tiebreaks[0].restart")]),
        ([{"tied": 2, "use": "wins", "colour": "red"}], [("tiebreak-option", "tiebreaks[0].colour")]),
        (
            [{"tied": 2, "use": {"key": "wins", "unplayed": "ignore"}, "else": "wins"}],
            [("tiebreak-two-ways", "tiebreaks[0].else")],
        ),
        (
            ["wins", {"tied": 2, "use": ["points", "wins"], "else": "points"}, "points", "lots"],
            [("tiebreak-twice", "tiebreaks[1].use[1]"), ("tiebreak-twice", "tiebreaks[2]")],
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_place(data, expected):
    assert faults(data) == expected


def test_a_key_may_stand_in_both_branches_of_a_condition_and_after_it():
    plan = load_tiebreaks(
        ["points", {"tied": 2, "use": "head_to_head", "else": ["wins", "head_to_head"]}, "wins", "lots"]
    )
    assert [tiebreak.key for tiebreak in plan.tiebreaks()] == ["points", "head_to_head", "wins", "lots"]


def test_a_condition_counts_those_who_are_level():
    (choice,) = load_tiebreaks([{"more_than": 2, "use": "wins", "else": "lots"}]).nodes
    assert isinstance(choice, Choice)
    assert choice.branch(3) == choice.use
    assert choice.branch(2) == choice.otherwise
