"""The hall of the tournament's tests, and a table in it where a round is being played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hall import start_round
from tournament.models import Board, Role


@pytest.fixture
def round_(event: Any, organiser: Any) -> Any:
    round_ = start_round(event, organiser)
    round_.refresh_from_db()
    return round_


@pytest.fixture
def board(round_: Any) -> Board:
    return round_.boards.select_related("match__rule_set", "round__stage__event").get(table=1)


@pytest.fixture
def chief(event: Any, member: Any) -> Any:
    return member(event, Role.CHIEF_REFEREE)


@pytest.fixture
def referee(event: Any, member: Any) -> Any:
    return member(event, Role.REFEREE)


@pytest.fixture
def committee(event: Any, member: Any) -> Any:
    return member(event, Role.COMMITTEE)


@pytest.fixture
def jury(event: Any, member: Any) -> Any:
    return member(event, Role.JURY)


@pytest.fixture
def chief_of(member: Any) -> Any:
    """``chief_of(event)``: the chief referee of any event, the same one each time."""
    known: dict[int, Any] = {}

    def find(event: Any) -> Any:
        if event.pk not in known:
            known[event.pk] = member(event, Role.CHIEF_REFEREE)
        return known[event.pk]

    return find
