"""Tie-breaks that look at the opponents' points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar
from weakref import WeakKeyDictionary

from .field import Field
from .results import Number, Value, tidy
from .tiebreaks import Part, TieBreak, register
from .unplayed import Share, shares

_KNOWN: WeakKeyDictionary[Field, list[list[Share]]] = WeakKeyDictionary()


def _shares(field: Field) -> list[list[Share]]:
    """The field's shares, worked out once for all tie-breaks that need them."""
    known = _KNOWN.get(field)
    if known is None:
        known = _KNOWN[field] = shares(field)
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
        all_shares = _shares(field)
        found: list[Value] = []
        for me in group:
            mine = all_shares[me]
            total: Number = sum([share.score for share in mine])
            if self.lowest or self.highest:
                total -= sum(mine[at].score for at in _cut_away(mine, self.lowest, self.highest))
            found.append(tidy(total))
        return found

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        mine = _shares(field)[entry]
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
        all_shares = _shares(field)
        return [tidy(sum([share.score * share.part for share in all_shares[me]])) for me in group]

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        found = [
            Part(
                tidy(share.score * share.part),
                share.round,
                share.side,
                score=tidy(share.score),
                share=tidy(share.part),
            )
            for share in _shares(field)[entry]
        ]
        return sorted(found, key=lambda part: part.round)
