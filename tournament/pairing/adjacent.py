"""``adjacent``: the best from the top.

Rank 1 gets the highest possible opponent, then the highest entry left gets its highest possible one, and so
on; "possible" means that the entries left over can still be paired at the least price there is (fewest
rematches, then fewest same-branch meetings).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .exact import least
from .field import Field


@dataclass(frozen=True, slots=True)
class Choice:
    """One pair as it was chosen: who was first in line and passed over, in rank order."""

    one: int
    other: int
    passed: tuple[int, ...] = ()


class Line:
    """The entries still to be paired, in rank order; taking one out is instant."""

    def __init__(self, vertices: Sequence[int]) -> None:
        self.left = len(vertices)
        chain = [-1, *vertices, -1]
        self._after = dict(pairwise(chain))
        self._before = dict(pairwise(reversed(chain)))

    def first(self) -> int:
        return self._after[-1]

    def next(self, vertex: int) -> int:
        """Who stands after ``vertex``; -1 at the end of the line."""
        return self._after[vertex]

    def take(self, vertex: int) -> None:
        before, after = self._before[vertex], self._after[vertex]
        self._after[before] = after
        self._before[after] = before
        self.left -= 1

    def all(self) -> list[int]:
        found = []
        vertex = self.first()
        while vertex != -1:
            found.append(vertex)
            vertex = self._after[vertex]
        return found


class Certificate:
    """Whether the entries in line can surely be paired free of charge.

    By Dirac's theorem they can when each may meet at least half of all that are in line: then the line
    closes to a ring of allowed neighbours, and every second meeting of the ring is a pairing.
    """

    def __init__(self, field: Field, vertices: Sequence[int]) -> None:
        self._branch = field.branch
        self._counts_met = field.avoids_rematches
        self._most_met = max((len(field.met[v]) for v in vertices), default=0) if self._counts_met else 0
        self._members: dict[int, int] = {}
        self._banded = field.reach is not None
        if field.avoid or field.never:
            for vertex in vertices:
                self._members[self._branch[vertex]] = self._members.get(self._branch[vertex], 0) + 1
        self._sizes: dict[int, int] = {}
        for members in self._members.values():
            self._sizes[members] = self._sizes.get(members, 0) + 1
        self._largest = max(self._sizes, default=1)

    def take(self, vertex: int) -> None:
        if not self._members:
            return
        branch = self._branch[vertex]
        members = self._members[branch]
        self._members[branch] = members - 1
        self._sizes[members] -= 1
        self._sizes[members - 1] = self._sizes.get(members - 1, 0) + 1
        while self._largest > 1 and not self._sizes.get(self._largest):
            self._largest -= 1

    def holds(self, left: int) -> bool:
        """For ``left`` entries in line (an even number)."""
        if self._banded:
            return False
        barred = self._most_met + (self._largest - 1 if self._largest > 1 else 0)
        return 2 * (left - 1 - barred) >= left


def pair_adjacent(field: Field, vertices: Sequence[int]) -> list[Choice] | None:
    """Pairs of ``vertices`` (an even number, in rank order), or ``None`` where a ban leaves somebody over."""
    line = Line(vertices)
    certificate = Certificate(field, vertices)
    choices: list[Choice] = []
    cost = field.cost
    while line.left > 2 and certificate.holds(line.left - 2):
        # Whoever is chosen, the rest can be paired free of charge: take the first that costs nothing.
        one = line.first()
        other = line.next(one)
        passed = []
        while other != -1 and cost(one, other) != 0:
            passed.append(other)
            other = line.next(other)
        if other == -1:
            break
        line.take(one)
        line.take(other)
        certificate.take(one)
        certificate.take(other)
        choices.append(Choice(one, other, tuple(passed)))
    tail = _pair_tail(field, line.all())
    return None if tail is None else choices + tail


def _pair_tail(field: Field, vertices: list[int]) -> list[Choice] | None:
    """The same by exact matching: a candidate is taken when the rest can still reach the least price."""
    best = least(vertices, field.cost)
    if best is None:
        return None
    price, witness = best
    mate = dict(witness)
    choices = []
    left = vertices
    while left:
        one = left[0]
        for place in range(1, len(left)):
            other = left[place]
            own = field.cost(one, other)
            if own is None or own > price:
                continue
            rest = left[1:place] + left[place + 1 :]
            if mate.get(one) != other:
                found = least(rest, field.cost)
                if found is None or own + found[0] > price:
                    continue
                mate = dict(found[1])
            choices.append(Choice(one, other, tuple(left[1:place])))
            price -= own
            left = rest
            break
        else:
            raise AssertionError(f"the witness lost entry {one} of {vertices}")
    return choices
