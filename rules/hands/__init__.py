"""Hands: the rule set, and judge(), which tells what a hand is worth and why.

>>> rule_set = load_rule_set({"slug": "plain", "decks": 2, "bottom_cards": 8,
...     "ladder": {"rungs": ["2", "3", "4", "5"]},
...     "table": {"threshold": 80, "declarers": {"every": 40, "round": "up"}, "attackers": {"every": 40}},
...     "bottom": {"per_card": 2}})
>>> outcome = judge(rule_set, opening(rule_set), HandFacts("A", points=35))
>>> outcome.levels, outcome.next_declarer == "A", outcome.next_level
({'A': '4', 'B': '2'}, True, '4')
"""

from rules.hands.changes import Change, changed, differences
from rules.hands.deal import seat_by_bid, seat_from
from rules.hands.facts import (
    NO_TRUMP,
    SEATS,
    SIDES,
    SUITS,
    Effect,
    HandFacts,
    LastTrick,
    MatchState,
    OffenceCount,
    PenaltyFact,
    Side,
)
from rules.hands.final_levels import check_levels
from rules.hands.judging import judge
from rules.hands.ladder import FALLEN, PASSED, Ladder
from rules.hands.loading import load_rule_set, with_changes
from rules.hands.outcome import Outcome
from rules.hands.ruleset import RuleSet, opening, state_at
from rules.hands.table import JUMP, Gain

__all__ = [
    "FALLEN",
    "JUMP",
    "NO_TRUMP",
    "PASSED",
    "SEATS",
    "SIDES",
    "SUITS",
    "Change",
    "Effect",
    "Gain",
    "HandFacts",
    "Ladder",
    "LastTrick",
    "MatchState",
    "OffenceCount",
    "Outcome",
    "PenaltyFact",
    "RuleSet",
    "Side",
    "changed",
    "check_levels",
    "differences",
    "judge",
    "load_rule_set",
    "opening",
    "seat_by_bid",
    "seat_from",
    "state_at",
    "with_changes",
]
