"""Tie-breaks: one small class each, registered by its key.

A class says which way is better, what it needs from the results, and gives each entry its value together with
the results that it came from. Names, short names and formulas in words are in ``scoring/wording.py``, by key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from .field import WON, Field, Side
from .results import Kind, Number, Value, tidy
from .unplayed import BYES, FORFEITS


@dataclass(frozen=True, slots=True)
class Part:
    """One summand of a value: how much, from which result (``None``: carried over, or a round not played).

    ``score`` and ``share`` tell of a weighted summand: opponent's points times the share won. A part that was
    ``cut`` is shown but does not count.
    """

    value: Number
    round: int = 0
    side: Side | None = None
    score: Number | None = None
    share: Number | None = None
    cut: bool = False


class TieBreak:
    """Base of all tie-breaks. ``options`` lists what may be set, the default first.

    ``among_tied``: the value depends on who is level, and is worked out for each group of them.
    """

    key: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    among_tied: ClassVar[bool] = False
    needs: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        self.chosen: dict[str, str] = {
            name: (chosen or {}).get(name, allowed[0]) for name, allowed in self.options.items()
        }

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        """The value of each entry of ``group``, in its order. ``None`` where it cannot be said."""
        raise NotImplementedError

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        """What the value of ``entry`` is made of. Empty where it is no sum."""
        return []

    def shown(self, field: Field, entry: int, value: Value) -> object:
        """The value as people and JSON see it."""
        return list(value) if isinstance(value, tuple) else value


REGISTRY: dict[str, type[TieBreak]] = {}


def register(cls: type[TieBreak]) -> type[TieBreak]:
    """Make a tie-break known by its key."""
    REGISTRY[cls.key] = cls
    return cls


class Sum(TieBreak):
    """A tie-break that adds one number of every result, and what was carried over under its key.

    ``adds`` is the name of that number in results and sides.
    """

    adds: ClassVar[str]

    def of(self, side: Side) -> Number | None:
        """What this result adds; ``None`` for nothing at all."""
        value: Number | None = getattr(side, self.adds)
        return value

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        entries, totals = field.entries, field.totals(self.adds)
        return [
            tidy(totals[me] + entries[me].carried.get(self.key, 0) if entries[me].carried else totals[me])
            for me in group
        ]

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        found = []
        carried = field.entries[entry].carried.get(self.key)
        if carried is not None:
            found.append(Part(carried))
        for side in sorted(field.sides(entry), key=lambda side: side.round):
            value = self.of(side)
            if value is not None:
                found.append(Part(tidy(value), side.round, side))
        return found


@register
class Points(Sum):
    """Match points of all results."""

    key = "points"
    adds = "points"

    def of(self, side: Side) -> Number | None:
        return None if side.kind is Kind.PENDING else side.points


@register
class LevelDifference(Sum):
    """Levels won minus levels of the opponents, over all matches (8:2 is +6, 3:6 is −3)."""

    key = "level_difference"
    needs = ("levels",)
    adds = "difference"


@register
class SmallPoints(Sum):
    """The small points of all matches; where a match has none of its own, its level difference."""

    key = "small_points"
    needs = ("levels",)
    adds = "small"


@register
class LevelsWon(Sum):
    """Rungs climbed above the start, over all matches."""

    key = "levels_won"
    needs = ("levels",)
    adds = "rungs"


@register
class CardPoints(Sum):
    """Card points won, over all matches."""

    key = "card_points"
    needs = ("card_points",)
    adds = "card_points"


@register
class Wins(Sum):
    """Matches won. Forfeits and byes worth a win are counted unless set otherwise."""

    key = "wins"
    adds = "outcome"
    options = {"unplayed": ("count", "ignore")}

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        self_win = field.settings.win
        return [
            sum(self._won(side, self_win) for side in field.sides(me))
            + tidy(field.entries[me].carried.get("wins", 0))
            for me in group
        ]

    def _won(self, side: Side, win: Number) -> int:
        if side.kind is Kind.PLAYED:
            return int(side.outcome == WON)
        if self.chosen["unplayed"] == "ignore":
            return 0
        if side.kind in FORFEITS:
            return int(side.outcome == WON)
        return int(side.kind in BYES and side.points >= win)

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        win = field.settings.win
        carried = field.entries[entry].carried.get("wins")
        found = [] if carried is None else [Part(carried)]
        found.extend(
            Part(1, side.round, side)
            for side in sorted(field.sides(entry), key=lambda side: side.round)
            if self._won(side, win)
        )
        return found


MEASURES = {"levels": "rungs", "points": "points", "difference": "difference"}
"""What a round is compared by, and the number of a result that tells it."""


@register
class LastRound(TieBreak):
    """The latest round's level, then the one before, and so on back.

    Without levels in the results, match points take their place. A round without a level (bye, forfeit,
    absence) counts as the start level.
    """

    key = "last_round"
    options = {"by": ("auto", "levels", "points", "difference")}

    def _by(self, field: Field) -> str:
        chosen = self.chosen["by"]
        if chosen == "auto":
            return "levels" if field.has_levels else "points"
        return chosen

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        rows = field.by_round(MEASURES[self._by(field)])
        return [tuple(map(tidy, reversed(rows[me]))) for me in group]

    def shown(self, field: Field, entry: int, value: Value) -> object:
        assert isinstance(value, tuple)
        if self._by(field) != "levels":
            return list(value)
        reached = field.levels(entry)
        return [reached.get(round_) for round_ in reversed(field.rounds)]


@register
class BestRound(TieBreak):
    """The best single round; with ``then = "next"`` also the next best, and so on."""

    key = "best_round"
    options = {"by": ("points", "levels", "difference"), "then": ("stop", "next")}

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        rows = field.by_round(MEASURES[self.chosen["by"]])
        if self.chosen["then"] == "next":
            return [tuple(map(tidy, sorted(rows[me], reverse=True))) for me in group]
        return [tidy(max(rows[me], default=0)) for me in group]

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        name = MEASURES[self.chosen["by"]]
        row = field.by_round(name)[entry]
        if self.chosen["then"] == "next" or not row:
            return []
        best = field.rounds[row.index(max(row))]
        return [
            Part(tidy(getattr(side, name) or 0), best, side)
            for side in field.sides(entry)
            if side.round == best and side.kind is not Kind.ADJUSTMENT
        ]


class Running(TieBreak):
    """Sum of the running totals of points after each round, from ``skip`` rounds on."""

    skip: ClassVar[int]

    def _totals(self, field: Field, me: int) -> list[Number]:
        return [tidy(total) for total in accumulate(field.by_round("points", adjusted=True)[me])]

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        return [tidy(sum(self._totals(field, me)[self.skip :])) for me in group]

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        return [
            Part(total, round_, cut=place < self.skip)
            for place, (round_, total) in enumerate(
                zip(field.rounds, self._totals(field, entry), strict=True)
            )
        ]


@register
class Progressive(Running):
    """The running totals of all rounds, added."""

    key = "progressive"
    skip = 0


@register
class ProgressiveLessFirst(Running):
    """The running totals of all rounds but the first, added."""

    key = "progressive_less_first"
    skip = 1
