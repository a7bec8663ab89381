"""Short ways to say a hand in the tests of this room."""

from collections.abc import Mapping
from typing import Any

from rules.answers import Problem
from rules.hands import (
    HandFacts,
    MatchState,
    Outcome,
    RuleSet,
    changed,
    judge,
    load_rule_set,
    state_at,
)
from rules.shipped import shipped_data

SOURCES = {
    "S0-60min-swiss": "swiss-60min",
    "S1-3deck-ko": "knockout-3deck",
    "S2-fuyang": "groups-cross-knockout",
    "S3-sysu": "knockout-best-of-three",
    "S4a-union-teams": "union-squads",
    "S4b-nanning-4deck": "four-deck-rounds",
    "S4i-20per-level": "twenty-per-level",
}
"""Which rule set stands for which regulation."""

EIGHTY: dict[str, Any] = {
    "slug": "eighty",
    "decks": 2,
    "bottom_cards": 8,
    "ladder": {"rungs": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]},
    "table": {"threshold": 80, "declarers": {"every": 40, "round": "up"}, "attackers": {"every": 40}},
    "bottom": {"per_card": 2},
}
"""A plain rule set of two decks, to be changed by a test."""


def rules(slug: str, **changes: Any) -> RuleSet:
    """A shipped rule set; keyword ``ladder__target="10"`` stands for the change ``ladder.target``."""
    return load_rule_set(changed(shipped_data(slug), dotted(changes)))


def eighty(**changes: Any) -> RuleSet:
    """The plain rule set with changes."""
    return load_rule_set(changed(EIGHTY, dotted(changes)))


def dotted(changes: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("__", "."): value for key, value in changes.items()}


def at(rule_set: RuleSet, a: str, b: str, declarer: str | None = "A", **more: Any) -> MatchState:
    """A game in which the sides stand at ``a`` and ``b``."""
    return state_at(rule_set, {"A": a, "B": b}, declarer=declarer, **more)


def judged(
    rule_set: RuleSet, a: str, b: str, declarer: str = "A", *, state: MatchState | None = None, **facts: Any
) -> Outcome:
    """The outcome of a hand, which must be possible."""
    outcome = judge(rule_set, state or at(rule_set, a, b, declarer), HandFacts(declarer, **facts))
    assert isinstance(outcome, Outcome), outcome
    return outcome


def refused(
    rule_set: RuleSet, a: str, b: str, declarer: str = "A", *, state: MatchState | None = None, **facts: Any
) -> tuple[Problem, ...]:
    """The problems of a hand, which must be impossible."""
    answer = judge(rule_set, state or at(rule_set, a, b, declarer), HandFacts(declarer, **facts))
    assert not isinstance(answer, Outcome), answer.levels
    return answer


def one(problems: tuple[Problem, ...]) -> tuple[str, str]:
    """Code and place of the only problem."""
    assert len(problems) == 1, problems
    return problems[0].code, problems[0].at


def codes(outcome: Outcome) -> list[str]:
    """The codes of an outcome's reasons."""
    return [reason.code for reason in outcome.reasons]
