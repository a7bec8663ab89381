"""``balanced``: the least sum of 1000·Δpoints² + Δrank² and a price for each same-branch meeting.

Points are counted in half points. A rematch costs more than any pairing without one.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm

from .field import Field

POINTS_WEIGHT = 1000


class BalancedCost:
    """Price of a meeting; ``rematch`` is the part of it that a rematch adds.

    ``crowded``: one branch holds about half of the field and is to be kept apart, so that hardly anybody of
    the others is left over for each other. (Of a larger one many meet each other in any case.)
    """

    def __init__(self, field: Field, same_branch_price: int) -> None:
        halves = [Fraction(str(entry.points)) * 2 for entry in field.entries]
        scale = lcm(*(half.denominator for half in halves))
        self.field = field
        self.scale = scale * scale
        self.points = [int(half * scale) for half in halves]
        self.branch_price = same_branch_price * self.scale if field.avoid else 0
        spread = max(self.points) - min(self.points)
        dearest = POINTS_WEIGHT * spread * spread + self.scale * field.size**2 + self.branch_price
        self.rematch = dearest * (field.size // 2 + 1)
        largest = max(Counter(field.branch).values())
        self.crowded = (field.avoid or field.never) and 2 * field.size <= 5 * largest <= 3 * field.size

    def __call__(self, one: int, other: int) -> int | None:
        """The price, in units of 1/``scale`` where points are finer than halves; ``None`` where banned."""
        field = self.field
        points = self.points[one] - self.points[other]
        price = POINTS_WEIGHT * points * points + self.scale * (one - other) ** 2
        if field.branch[one] == field.branch[other]:
            if field.never:
                return None
            price += self.branch_price
        if field.avoids_rematches and field.ids[other] in field.met[one]:
            price += self.rematch
        return price

    def floor(self, distance: int) -> int:
        """The least that two can cost who stand ``distance`` ranks apart."""
        return self.scale * distance * distance
