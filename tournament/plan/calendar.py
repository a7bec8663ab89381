"""Rounds put into sessions: which fit where, and what speaks against where they are put.

Pure. A session is a span of time with so many tables; a round needs its matches to be played at those tables,
in turns where there are fewer tables than matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from rules.answers import Problem
from tournament.plan.outline import BETWEEN_ROUNDS

Place = tuple[str, int]
"""The key of a stage and the number of its round."""


@dataclass(frozen=True, slots=True)
class RoundNeed:
    """A round: ``matches`` of ``minutes`` each (``None``: no clock), after those of the stage ``follows``."""

    stage: str
    name: str
    number: int
    matches: int
    minutes: int | None
    follows: str = ""

    @property
    def place(self) -> Place:
        return (self.stage, self.number)


@dataclass(frozen=True, slots=True)
class Span:
    """A session: when it is, in which hall, and how many tables stand there (0: as many as are needed)."""

    key: str
    name: str
    starts: datetime
    ends: datetime
    tables: int = 0
    hall: str = ""

    @property
    def minutes(self) -> int:
        return int((self.ends - self.starts).total_seconds() // 60)


def minutes_for(need: RoundNeed, span: Span) -> int:
    """How long a round takes in a session; one without a clock takes the whole of it."""
    if need.minutes is None:
        return span.minutes
    turns = -(-need.matches // span.tables) if span.tables else 1
    return max(turns, 1) * (need.minutes + BETWEEN_ROUNDS)


def spread(
    needs: Sequence[RoundNeed], spans: Sequence[Span], placed: Mapping[Place, str | None]
) -> dict[Place, str]:
    """A session for each round that has none: the earliest with time left, after the rounds that it follows.

    ``placed`` are the rounds that stay where they are (``None``: played by private appointment). Rounds for
    which no session is left are not in the answer. What is played side by side shares a session's time.
    """
    order = sorted(spans, key=lambda span: (span.starts, span.key))
    where = {span.key: position for position, span in enumerate(order)}
    used = [0] * len(order)
    for need in needs:
        key = placed.get(need.place)
        if key in where:
            used[where[key]] += minutes_for(need, order[where[key]])
    found: dict[Place, str] = {}
    reached: dict[str, int] = {}
    for need in needs:
        key = placed.get(need.place)
        least = max(reached.get(need.stage, 0), reached.get(need.follows, 0))
        if need.place in placed:
            reached[need.stage] = max(least, where.get(key or "", 0))
            continue
        for position in range(least, len(order)):
            span = order[position]
            # The pause after the last round of a session is no longer needed.
            if used[position] + minutes_for(need, span) - BETWEEN_ROUNDS <= span.minutes:
                found[need.place] = span.key
                used[position] += minutes_for(need, span)
                reached[need.stage] = position
                break
        else:
            reached[need.stage] = len(order)
    return found


def check_calendar(
    needs: Sequence[RoundNeed], spans: Sequence[Span], placed: Mapping[Place, str | None]
) -> list[Problem]:
    """What speaks against a calendar: rounds out of order, sessions that are too short, halls used twice."""
    by_key = {span.key: span for span in spans}
    problems = _out_of_order(needs, by_key, placed)
    for span in sorted(spans, key=lambda one: (one.starts, one.key)):
        here = [need for need in needs if placed.get(need.place) == span.key]
        # A round without a clock is given what the others leave.
        needed = sum(minutes_for(need, span) for need in here if need.minutes is not None) - BETWEEN_ROUNDS
        if needed > span.minutes:
            values = {"session": span.name, "needed": needed, "minutes": span.minutes}
            problems.append(Problem("session-too-short", "session", values))
    for one, other in _overlaps(spans):
        values = {"one": one.name, "other": other.name, "hall": one.hall}
        problems.append(Problem("sessions-overlap", "session", values))
    without = [need for need in needs if need.place not in placed]
    if without and len(without) < len(needs):
        first = without[0]
        values = {"count": len(without), "stage": first.name, "round": first.number}
        problems.append(Problem("rounds-without-session", "round", values))
    return problems


def _out_of_order(
    needs: Sequence[RoundNeed], by_key: Mapping[str, Span], placed: Mapping[Place, str | None]
) -> list[Problem]:
    problems: list[Problem] = []
    latest: dict[str, datetime] = {}
    for need in needs:
        span = by_key.get(placed.get(need.place) or "")
        if span is None:
            continue
        before = [latest[key] for key in (need.stage, need.follows) if key in latest]
        if before and span.starts < max(before):
            values = {"stage": need.name, "round": need.number, "session": span.name}
            problems.append(Problem("round-out-of-order", "round", values))
        latest[need.stage] = max([span.starts, *before])
    return problems


def _overlaps(spans: Sequence[Span]) -> list[tuple[Span, Span]]:
    order = sorted(spans, key=lambda one: (one.hall, one.starts, one.key))
    return [
        (one, other) for one, other in pairwise(order) if one.hall == other.hall and other.starts < one.ends
    ]
