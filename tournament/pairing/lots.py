"""Drawing lots: the same seed gives the same draw, on any machine, for anyone.

The method in words (docs/pair.md says it to the people in the hall): write the names in their order; start
Python's Mersenne Twister from the seed; go from the last name to the second, and exchange each with the
name at place ``floor(r * k) + 1``, where ``r`` is the generator's next number from 0 to 1 and ``k`` the
place one stands at. ``random()`` is the one part of Python's generator that is promised to stay the same
for ever, which is why the exchange is written out here rather than left to ``shuffle``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from .values import Seed

T = TypeVar("T")


class Lots:
    """A bag of lots opened with one seed; each draw takes the numbers that follow."""

    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self._random = random.Random(seed)  # noqa: S311 - a public draw, to be repeated by anyone

    def below(self, limit: int) -> int:
        """The next lot, from 0 up to, not including, ``limit``."""
        return int(self._random.random() * limit)

    def order(self, items: Sequence[T]) -> list[T]:
        """``items`` in drawn order; ``items`` itself stays as it is."""
        drawn = list(items)
        for place in range(len(drawn) - 1, 0, -1):
            other = self.below(place + 1)
            drawn[place], drawn[other] = drawn[other], drawn[place]
        return drawn


def draw_order(items: Sequence[T], seed: Seed) -> list[T]:
    """``items`` in the order that ``seed`` draws."""
    return Lots(seed).order(items)
