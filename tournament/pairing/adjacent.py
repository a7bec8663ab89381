"""``adjacent``: the best from the top.

Rank 1 gets the highest possible opponent, then the highest entry left gets its highest possible one, and so
on; "possible" means that the entries left over can still be paired at the least price there is (fewest
rematches, then fewest same-branch meetings).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .field import Field
from .witness import Crowd, Witness


@dataclass(frozen=True, slots=True)
class Choice:
    """One pair as it was chosen: who was first in line and passed over, in rank order.

    ``by`` says what made them the obvious ones: ``line`` (next in line), ``near`` (``balanced``) or ``ideal``
    (``fold``, ``slide``). ``floats``: the two are of different score groups where that matters.
    """

    one: int
    other: int
    passed: tuple[int, ...] = ()
    by: str = "line"
    floats: bool = False


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


def surely_free(field: Field, left: int, crowd: Crowd, most_met: int) -> bool:
    """Whether ``left`` entries in line (an even number) can surely be paired free of charge.

    By Dirac's theorem they can when each may meet at least half of all that are in line: then the line closes
    to a ring of allowed neighbours, and every second meeting of the ring is a pairing.
    """
    barred = most_met + crowd.largest - 1 if crowd.largest else most_met
    return field.reach is None and left >= 2 + 2 * barred


def most_met(field: Field, vertices: Sequence[int]) -> int:
    """The largest number of opponents that one of ``vertices`` has had; 0 where rematches are allowed."""
    return max((len(field.met[v]) for v in vertices), default=0) if field.avoids_rematches else 0


def pair_adjacent(field: Field, vertices: Sequence[int]) -> list[Choice] | None:
    """Pairs of ``vertices`` (an even number, in rank order), or ``None`` where a ban leaves somebody over."""
    line = Line(vertices)
    crowd = Crowd(field, vertices)
    met = most_met(field, vertices)
    choices: list[Choice] = []
    cost = field.cost
    while line.left > 2 and surely_free(field, line.left - 2, crowd, met):
        # Whoever is chosen, the rest can be paired free of charge: take the first that costs nothing.
        one = line.first()
        other = line.next(one)
        passed = []
        while other != -1 and cost(one, other) != 0:
            passed.append(other)
            other = line.next(other)
        if other == -1:
            break
        for vertex in (one, other):
            line.take(vertex)
            crowd.take(vertex)
        choices.append(Choice(one, other, tuple(passed)))
    return _with_witness(field, line, crowd, choices)


def _with_witness(field: Field, line: Line, crowd: Crowd, choices: list[Choice]) -> list[Choice] | None:
    """The rest of the line, each candidate tried against the witness."""
    witness = Witness.build(field, line.all(), crowd)
    if witness is None:
        return None
    while line.left:
        one = line.first()
        line.take(one)
        crowd.take(one)
        other = line.first()
        passed = []
        while True:
            assert other != -1, f"the witness lost entry {one}"
            crowd.take(other)
            if witness.force(one, other, crowd):
                break
            crowd.put_back(other)
            passed.append(other)
            other = line.next(other)
        line.take(other)
        choices.append(Choice(one, other, tuple(passed)))
    return choices
