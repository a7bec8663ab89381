"""From who won, by how much, to match points and level differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .format import MatchFormat
from .points import Letter
from .reading import Number


def award(
    format_: MatchFormat,
    height: Callable[[str], int],
    winner: Letter | None,
    finished: bool,
    difference: int,
    levels: Mapping[str, str],
    hand_points: tuple[Number, Number],
) -> tuple[Number, Number]:
    """Match points of A and B for a match that was played. ``difference`` is A's, in levels.

    ``height`` tells how high a level stands on the ladder.
    """
    points = format_.points
    if points.by in ("difference", "base"):
        return points.by_difference(difference)
    if points.by == "levels":
        return _by_rung(points.rungs, height, levels["A"]), _by_rung(points.rungs, height, levels["B"])
    if points.by == "hands":
        return hand_points
    return points.by_result(winner, finished)


def _by_rung(rungs: tuple[tuple[str, Number], ...], height: Callable[[str], int], level: str) -> Number:
    """The points of the highest rung of the list that ``level`` reaches."""
    reached = [(height(rung), points) for rung, points in rungs if height(rung) <= height(level)]
    return max(reached)[1] if reached else 0
