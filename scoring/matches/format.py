"""A match format: the table ``[stage.match]`` of a template, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.answers import Problem, Refused

from .points import Differences, PointRules, load_differences, load_points
from .reading import Reader

AT_TIME = ("finish_hand", "finish_if_drawn", "one_more_after_reminder", "stop")
LEVEL_MEANS = ("on_deal", "first_to_reach", "card_points", "one_more_hand", "lots", "draw")
GAME_MEANS = ("small_points", "card_points", "lots", "draw")
OPEN_GAME = ("leader_if_games_level", "leader", "ignore")


@dataclass(frozen=True, slots=True)
class TimePolicy:
    """How long a match lasts and which hand is its last. All times in minutes.

    ``at_time``: ``finish_hand`` finishes the hand once dealing has begun, ``finish_if_drawn`` once all cards
    are drawn, ``one_more_after_reminder`` finishes the hand in play at the reminder and plays one more,
    ``stop`` lets the hand in play at time count for nothing. ``no_new_deal_before``: no hand begins in the
    last so many minutes; the one in play is finished.
    """

    minutes: int | None = None
    reminder: int = 0
    at_time: str = "finish_hand"
    no_new_deal_before: int = 0


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How a match is played and what it is worth. Make one with ``load_format``.

    ``best_of`` games (1 or odd); ``hands`` a fixed number of hands, or ``None``; ``mercy`` a lead in levels
    that wins the game at once. ``level_at_time`` are the means, in order, by which a level score is decided
    (an empty list: a draw), ``level_games`` those for level games, ``open_game`` what a game not finished is
    worth. ``clauses`` are the regulation's numbers, by table.
    """

    best_of: int = 1
    hands: int | None = None
    time: TimePolicy = TimePolicy()
    mercy: int | None = None
    level_at_time: tuple[str, ...] = ("draw",)
    open_game: str = "leader_if_games_level"
    level_games: tuple[str, ...] = ("small_points", "lots")
    points: PointRules = field(default_factory=PointRules)
    differences: Differences = field(default_factory=lambda: Differences({}))
    labels: Mapping[str, str] = field(default_factory=dict)
    clauses: Mapping[str, str] = field(default_factory=dict)

    @property
    def games_to_win(self) -> int:
        """Games that decide the match."""
        return self.best_of // 2 + 1


def load_format(data: Mapping[str, Any], at: str = "") -> MatchFormat:
    """Read and check a match format. Raises ``Refused`` with every fault at its key path below ``at``."""
    problems: list[Problem] = []
    reader = Reader(data, at, problems)
    best_of = reader.whole("best_of", 1, 9) or 1
    if best_of % 2 == 0:
        reader.complain("format-even-games", "best_of", value=best_of)
    clauses = {"": str(reader.raw("clause") or "")}
    for key in ("time", "points", "differences"):
        table = data.get(key) if isinstance(data, Mapping) else None
        clauses[key] = str(table.get("clause", clauses[""])) if isinstance(table, Mapping) else clauses[""]
    labels = reader.raw("labels") or {}
    if not isinstance(labels, Mapping):
        reader.complain("format-not-a-table", "labels")
        labels = {}
    loaded = MatchFormat(
        best_of=best_of,
        hands=reader.whole("hands", 1, 99),
        time=_load_time(_table(reader, "time")),
        mercy=reader.whole("mercy", 1, 99),
        level_at_time=reader.choices("level_at_time", LEVEL_MEANS) or ("draw",),
        open_game=reader.choice("open_game", OPEN_GAME, "leader_if_games_level"),
        level_games=reader.choices("level_games", GAME_MEANS) or ("small_points", "lots"),
        points=load_points(_table(reader, "points")),
        differences=load_differences(_table(reader, "differences")),
        labels={str(key): str(value) for key, value in labels.items()},
        clauses=clauses,
    )
    reader.close()
    if problems:
        raise Refused(problems)
    return loaded


def _table(reader: Reader, key: str) -> Reader:
    value = reader.raw(key)
    table = Reader({} if value is None else value, reader.path(key), reader.problems)
    table.asked.add("clause")
    return table


def _load_time(reader: Reader) -> TimePolicy:
    minutes = reader.whole("minutes", 1, 1440)
    reminder = reader.whole("reminder", 0, 1440) or 0
    no_new_deal = reader.whole("no_new_deal_before", 0, 1440) or 0
    at_time = reader.choice("at_time", AT_TIME, "finish_hand")
    for key, value in (("reminder", reminder), ("no_new_deal_before", no_new_deal)):
        if minutes is not None and value >= minutes:
            reader.complain("format-after-the-end", key, value=value, minutes=minutes)
    if at_time == "one_more_after_reminder" and not reminder:
        reader.complain("format-missing", "reminder")
    reader.close()
    return TimePolicy(minutes, reminder, at_time, no_new_deal)
