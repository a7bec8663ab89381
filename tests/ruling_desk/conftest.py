"""A table at which something has happened, and who may rule on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.hall import start_round
from tournament.models import Board, Event, Role


@pytest.fixture
def board(event: Event, organiser: Any) -> Board:
    """A table of the round that is being played, no hand entered yet."""
    found = start_round(event, organiser).boards.order_by("table").first()
    assert found is not None
    return found


@pytest.fixture
def referee(event: Event, member: Callable[[Event, Role], Any]) -> Any:
    return member(event, Role.REFEREE)
