"""From who won, by how much, to match points and level differences."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hands import Ladder

from .format import MatchFormat
from .points import Letter
from .reading import Number


def award(
    format_: MatchFormat,
    ladder: Ladder,
    winner: Letter | None,
    finished: bool,
    difference: int,
    levels: Mapping[str, str],
    hand_points: tuple[Number, Number],
) -> tuple[Number, Number]:
    """Match points of A and B for a match that was played. ``difference`` is A's, in levels."""
    points = format_.points
    if points.by in ("difference", "base"):
        return points.by_difference(difference)
    if points.by == "levels":
        return _by_rung(points.rungs, ladder, levels["A"]), _by_rung(points.rungs, ladder, levels["B"])
    if points.by == "hands":
        return hand_points
    return points.by_result(winner, finished)


def _by_rung(rungs: tuple[tuple[str, Number], ...], ladder: Ladder, level: str) -> Number:
    """The points of the highest rung of the list that ``level`` reaches."""
    reached = [
        (ladder.parse(rung), points) for rung, points in rungs if ladder.parse(rung) <= ladder.parse(level)
    ]
    return max(reached)[1] if reached else 0
