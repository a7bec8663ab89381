"""Rule sets from the fixtures, and match formats as the regulations give them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rules.hands import HandFacts, RuleSet, load_rule_set
from scoring.matches import HandRecord, MatchFormat, load_format

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"


@cache
def rule_set(slug: str) -> RuleSet:
    return load_rule_set(tomllib.loads((FIXTURES / "rulesets" / f"{slug}.toml").read_text(encoding="utf-8")))


def hand(declarer: str, points: int, **facts: Any) -> HandRecord:
    return HandRecord(HandFacts(declarer, points=points, **facts))


def match_format(**data: Any) -> MatchFormat:
    return load_format(data)


SWISS = match_format(
    time={"minutes": 60, "reminder": 10, "at_time": "one_more_after_reminder"},
    level_at_time=["draw"],
    points={"win": 2, "draw": 1, "loss": 0, "forfeit": [2, 0], "bye": 2},
)
GROUPS = match_format(
    time={"minutes": 60, "at_time": "finish_hand"},
    level_at_time=["on_deal"],
    points={"win": 3, "loss": 1, "unfinished_win": 2, "unfinished_loss": 1, "forfeit": [3, 0]},
)
BEST_OF_THREE = match_format(
    best_of=3,
    time={"minutes": 120, "at_time": "finish_hand"},
    open_game="leader_if_games_level",
    level_games=["small_points", "lots"],
    level_at_time=["on_deal"],
)
UNION = match_format(
    time={"minutes": 150, "at_time": "finish_if_drawn"},
    level_at_time=["on_deal"],
    points={"win": 1, "loss": 0, "forfeit": [1, 0]},
)
ROUNDS = match_format(
    time={"minutes": 150, "at_time": "finish_hand"}, points={"by": "difference"}, level_at_time=["draw"]
)
