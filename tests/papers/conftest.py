"""Events of several regulations, played as far as a paper needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.hall import proposed
from tournament.events.creating import create_event
from tournament.models import Entry, Event, Role, Round, Stage
from tournament.officiating import entering, timing
from tournament.registration import attendance
from tournament.registration.registering import register
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.squads import form_squads, plays_squads


def play_round(round_: Round, actor: Any, *, by: int = 6) -> None:
    """Publish and play a round: the side whose number is lower wins by up to ``by`` levels."""
    round_ = publish_round(round_, actor)
    timing.start_round(round_, actor)
    ladder = round_.stage.event.rule_set.loaded().ladder
    boards = round_.boards.select_related("match__rule_set").prefetch_related("encounter__slots__entry")
    for board in boards.order_by("table"):
        numbers = {slot.side: slot.entry.number for slot in board.encounter.slots.all()}
        gap = 1 + (numbers["A"] * 7 + numbers["B"] * 3 + round_.number) % by
        high, low = ladder.label(ladder.start + gap), ladder.label(ladder.start)
        levels = (high, low) if numbers["A"] < numbers["B"] else (low, high)
        best_of = round_.match_format.get("best_of", 1)
        if best_of > 1 or not round_.match_format.get("time"):
            winner = "A" if numbers["A"] < numbers["B"] else "B"
            saved = entering.give_verdict(
                board, actor, "forfeit", "B" if winner == "A" else "A", version=0, reason="迟到"
            )
        else:
            saved = entering.enter_levels(board, actor, *levels, version=0, on_deal="A")
        entering.confirm(board, actor, version=saved.version)
    timing.close_round(round_, actor)


def play_stage(stage: Stage, actor: Any, rounds: int | None = None) -> None:
    """Play ``rounds`` of a stage, or all of it."""
    played = 0
    while True:
        stage.refresh_from_db()
        if stage.status == Stage.Status.DONE or (rounds is not None and played >= rounds):
            return
        play_round(draw_round(stage, actor, seed="7").round, actor)
        played += 1


@pytest.fixture
def played(organiser: Any) -> Callable[..., Event]:
    """``played("swiss-60min", 8, rounds=2)``: an event of that template with so many pairs, played so far."""

    def make(
        template: str,
        pairs: int,
        *,
        rounds: int | None = 0,
        chosen: dict[str, int] | None = None,
        branches: int = 0,
        stages: int = 1,
        **details: Any,
    ) -> Event:
        event = create_event(organiser, template, "职工扑克牌比赛", chosen, **details)
        branches = branches or max(4, pairs // 2)
        register(
            event,
            organiser,
            [proposed(number, f"分会{(number - 1) % branches + 1}") for number in range(1, pairs + 1)],
        )
        attendance.mark(event, organiser, event.entries.all(), Entry.Status.PRESENT)
        if plays_squads(event):
            form_squads(event, organiser)
        for place, stage in enumerate(event.stages.all()):
            if place < stages:
                last = place == stages - 1
                play_stage(stage, organiser, rounds if last else None)
        return Event.objects.select_related("rule_set").get(pk=event.pk)

    return make


@pytest.fixture
def swiss(played: Callable[..., Event]) -> Event:
    """Nine pairs after two rounds: one had a bye in each."""
    return played("swiss-60min", 9, rounds=2, venue="工会活动中心", organisation="校工会")


@pytest.fixture
def printer(client: Any, swiss: Event, member: Any) -> Any:
    """A browser of the chief referee of that event."""
    client.force_login(member(swiss, Role.CHIEF_REFEREE))
    return client
