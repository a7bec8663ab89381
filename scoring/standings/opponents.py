"""Tie-breaks that look at the opponents' points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar
from weakref import WeakKeyDictionary

from .field import Field
from .results import Number, Value, tidy
from .tiebreaks import Part, TieBreak, register
from .unplayed import Opponents, Share

_KNOWN: WeakKeyDictionary[Field, Opponents] = WeakKeyDictionary()


def _opponents(field: Field) -> Opponents:
    """The field's opponents' points, worked out once for all tie-breaks that need them."""
    known = _KNOWN.get(field)
    if known is None:
        known = _KNOWN[field] = Opponents(field)
    return known


def _cut_away(mine: Sequence[Share], lowest: int, highest: int) -> set[int]:
    """The places of the shares that are cut: own voluntary unplayed rounds first, then the lowest."""
    order = sorted(range(len(mine)), key=lambda at: (not mine[at].voluntary, mine[at].score, mine[at].round))
    cut = set(order[:lowest])
    rest = sorted(set(order) - cut, key=lambda at: (mine[at].score, mine[at].round), reverse=True)
    return cut | set(rest[:highest])


class OpponentsPoints(TieBreak):
    """The points of all opponents, without the ``lowest`` and ``highest`` so many of them."""

    lowest: ClassVar[int] = 0
    highest: ClassVar[int] = 0

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        opponents = _opponents(field)
        scores, special = opponents.scores, opponents.special
        found: list[Value] = []
        for me in group:
            total: Number = sum(scores[me])
            if self.lowest or self.highest:
                if me in special:
                    mine = special[me]
                    total -= sum(mine[at].score for at in _cut_away(mine, self.lowest, self.highest))
                else:
                    total -= self._ends(scores[me])
            found.append(tidy(total))
        return found

    def _ends(self, scores: Sequence[Number]) -> Number:
        """The lowest and highest scores that are cut where every round was played."""
        ordered = sorted(scores)
        kept = ordered[self.lowest :]
        return sum(ordered[: self.lowest]) + (sum(kept[-self.highest :]) if self.highest else 0)

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        mine = _opponents(field).shares(entry)
        cut = _cut_away(mine, self.lowest, self.highest)
        found = [
            Part(tidy(share.score), share.round, share.side, cut=at in cut) for at, share in enumerate(mine)
        ]
        return sorted(found, key=lambda part: part.round)


@register
class Buchholz(OpponentsPoints):
    """Opponents' points, all of them."""

    key = "opponents_points"


@register
class BuchholzCut1(OpponentsPoints):
    """Opponents' points without the lowest."""

    key = "opponents_points_cut1"
    lowest = 1


@register
class BuchholzMedian(OpponentsPoints):
    """Opponents' points without the lowest and the highest."""

    key = "opponents_points_median"
    lowest = 1
    highest = 1


@register
class SonnebornBerger(TieBreak):
    """The points of opponents beaten, and half the points of those drawn with."""

    key = "sonneborn_berger"

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        won = _opponents(field).won
        return [tidy(won[me]) for me in group]

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        found = [
            Part(
                tidy(share.score * share.part),
                share.round,
                share.side,
                score=tidy(share.score),
                share=tidy(share.part),
            )
            for share in _opponents(field).shares(entry)
        ]
        return sorted(found, key=lambda part: part.round)
