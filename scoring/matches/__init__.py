"""Hands → games → match: under a clock, best of three, by slip or by verdict."""

from .ending import draw_lot, last_hand
from .facts import Ended, HandRecord, Ruling, Verdict
from .format import AT_TIME, GAME_MEANS, LEVEL_MEANS, OPEN_GAME, MatchFormat, TimePolicy, load_format
from .points import VERDICTS, Differences, PointRules
from .replay import play
from .result import Change, Game, MatchResult, Step, changes
from .slip import result_from_levels
from .verdicts import overruled, verdict_result

__all__ = [
    "AT_TIME",
    "GAME_MEANS",
    "LEVEL_MEANS",
    "OPEN_GAME",
    "VERDICTS",
    "Change",
    "Differences",
    "Ended",
    "Game",
    "HandRecord",
    "MatchFormat",
    "MatchResult",
    "PointRules",
    "Ruling",
    "Step",
    "TimePolicy",
    "Verdict",
    "changes",
    "draw_lot",
    "last_hand",
    "load_format",
    "overruled",
    "play",
    "result_from_levels",
    "verdict_result",
]
