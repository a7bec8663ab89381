"""A hall for the tests: an organiser, referees, an event with pairs, a round that is being played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from scoring.models import Match
from tournament.events.creating import create_event
from tournament.models import Board, Event, Membership, Role, Round
from tournament.officiating import entering, timing
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.registering import register
from tournament.stages.drawing import draw_round, publish_round


def proposed(number: int, branch: str = "", phone: str = "") -> ProposedEntry:
    """The pair 甲n / 乙n of a branch."""
    return ProposedEntry(
        branch=branch,
        contact="",
        contact_phone="",
        label="",
        players=(
            ProposedPlayer(name=f"甲{number}", phone=phone),
            ProposedPlayer(name=f"乙{number}", phone=phone),
        ),
    )


@pytest.fixture
def organiser(db: None) -> Any:
    return get_user_model().objects.create_user("organiser", password="a-long-password-1")


@pytest.fixture
def make_event(organiser: Any) -> Callable[..., Event]:
    """``make_event(8)``: an event of the four-round regulation with eight pairs in four branches."""

    def make(
        pairs: int = 8, chosen: dict[str, int] | None = None, branches: int = 4, **details: Any
    ) -> Event:
        event = create_event(organiser, "swiss-60min", "测试赛", chosen, **details)
        if pairs:
            register(
                event,
                organiser,
                [proposed(number, f"分会{(number - 1) % branches + 1}") for number in range(1, pairs + 1)],
            )
        return event

    return make


@pytest.fixture
def event(make_event: Callable[..., Event]) -> Event:
    return make_event(8)


@pytest.fixture
def member(db: None) -> Callable[[Event, Role], Any]:
    """``member(event, Role.REFEREE)``: a user with that role."""

    def make(event: Event, role: Role) -> Any:
        user = get_user_model().objects.create_user(f"{role}-{event.slug}-{Membership.objects.count()}")
        Membership.objects.create(event=event, user=user, role=role)
        return user

    return make


def start_round(event: Event, actor: Any, seed: str = "7") -> Round:
    """Draw, publish and start the next round."""
    round_ = publish_round(draw_round(event.stages.get(), actor, seed=seed).round, actor)
    timing.start_round(round_, actor)
    return round_


def play(board: Board, actor: Any, hands: Sequence[tuple[str, int]]) -> int:
    """Enter ``hands`` as (declarer, points), close the table and confirm it; returns the version."""
    version = 0
    for declarer, points in hands:
        version = entering.enter_hand(
            board, actor, {"declarer": declarer, "points": points}, version=version, sure=True
        ).version
    version = entering.end_table(board, actor, version=version).version
    entering.confirm(board, actor, version=version)
    return Match.objects.values_list("version", flat=True).get(pk=board.match_id)


def finish_round(round_: Round, actor: Any, levels: tuple[str, str] = ("8", "2")) -> None:
    """Give every table of a round the same slip, confirm all, close the round."""
    for board in round_.boards.order_by("table"):
        saved = entering.enter_levels(board, actor, *levels, version=0)
        entering.confirm(board, actor, version=saved.version)
    timing.close_round(round_, actor)
