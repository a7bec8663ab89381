"""Events of any plan, and results as slips: just enough to play a stage to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.hall import proposed
from tournament.events.creating import create_event
from tournament.models import Board, Entry, Event, Round, Stage
from tournament.officiating import entering, timing
from tournament.registration.registering import register
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.progress import next_number, rounds_of

MATCH = {
    "time": {"minutes": 60, "at_time": "finish_hand"},
    "level_at_time": ["draw"],
    "points": {"win": 2, "draw": 1, "loss": 0, "forfeit": [2, 0], "bye": 2},
}
Wins = Callable[[int, int], int]


def lower_wins(a: int, b: int) -> int:
    """The entry with the lower number wins, by as many levels as the numbers are apart (six at most)."""
    return max(-6, min(6, b - a))


@pytest.fixture
def make(organiser: Any) -> Callable[..., Event]:
    """``make(16, [{"format": "round_robin", "groups": 4}])``: an event of these stages with so many pairs."""

    def build(pairs: int, stages: list[dict[str, Any]], branches: int = 100, **plan: Any) -> Event:
        event = create_event(organiser, "swiss-60min", "测试赛")
        event.stages.all().delete()
        event.plan = {**event.plan, **plan}
        event.save(update_fields=["plan"])
        for position, config in enumerate(stages, 1):
            key = config.get("key", f"s{position}")
            Stage.objects.create(
                event=event,
                position=position,
                slug=key,
                name=key,
                format=config["format"],
                config={"match": MATCH, **config, "key": key},
            )
        register(
            event,
            organiser,
            [proposed(one, f"分会{(one - 1) % branches + 1}") for one in range(1, pairs + 1)],
        )
        return event

    return build


def numbers(board: Board) -> tuple[int, int]:
    """Who sits at a table, by number; for squads the squads."""
    sides = {slot.side: slot.entry.number for slot in board.encounter.slots.select_related("entry")}
    return sides["A"], sides["B"]


def enter(board: Board, actor: Any, difference: int) -> Board:
    """Enter and confirm a slip: side A is ``difference`` levels ahead."""
    ladder = board.match.rule_set.loaded().ladder
    a = ladder.label(ladder.start + 1 + max(difference, 0))
    b = ladder.label(ladder.start + 1 + max(-difference, 0))
    board.match.refresh_from_db()
    saved = entering.enter_levels(board, actor, a, b, on_deal="A", version=board.match.version)
    return entering.confirm(board, actor, version=saved.version)


def begin(stage: Stage, actor: Any, seed: str = "7") -> Round:
    """Draw, publish and start the next round."""
    round_ = publish_round(draw_round(stage, actor, seed=seed).round, actor)
    timing.start_round(round_, actor)
    return round_


def boards_of(round_: Round) -> list[Board]:
    return list(
        round_.boards.select_related("match__rule_set", "round__stage__event", "encounter").order_by("table")
    )


def play_round(stage: Stage, actor: Any, wins: Wins = lower_wins, seed: str = "7") -> Round:
    """Play the next round to its end; ``wins(a, b)`` is the level difference of a over b."""
    round_ = begin(stage, actor, seed)
    for board in boards_of(round_):
        enter(board, actor, wins(*numbers(board)))
    return timing.close_round(round_, actor)


def play_stage(stage: Stage, actor: Any, wins: Wins = lower_wins, seed: str = "7") -> Stage:
    """Play a stage from where it stands to its end."""
    play_round(stage, actor, wins, seed)
    while next_number(stage) <= (rounds_of(stage) or 1):
        play_round(stage, actor, wins, seed)
    stage.refresh_from_db()
    return stage


def entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number, kind=Entry.Kind.PAIR)
