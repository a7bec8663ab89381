"""What the rounds after this one allow: the promise of no rematch, kept or openly broken.

Where every entry, and the bye, will still have at least half of the field to meet in the last round, nothing
can go wrong (Dirac). Otherwise a field of up to 16 is looked through; a larger one is paired without a
promise.
"""

from __future__ import annotations

from collections.abc import Sequence

from .field import Field
from .lookahead import LARGEST_FIELD, Future, Graph, Matching, TooManyTries

Pair = tuple[int, int]


class Outlook:
    """This round and the rounds left, for the entries present.

    ``free`` are to be paired now; ``present`` are all who are in the field, those with a bye and in pinned
    pairs included. The vertex ``bye`` (the field's size) stands for the bye where one is needed. ``rounds``
    is how many of the ``rounds_left`` (this one included) can be completed without a rematch, as far as it
    was looked into.
    """

    def __init__(
        self,
        field: Field,
        free: Sequence[int],
        present: Sequence[int],
        rested: Sequence[int],
        rounds_left: int,
    ) -> None:
        self.field = field
        self.free = list(free)
        self.present = list(present)
        self.resting = set(rested)
        self.rested = self.resting | {v for v in present if field.entries[v].byes}
        self.bye = field.size
        self.rounds_left = rounds_left
        self.safe = self._surely_completes()
        self.rounds = rounds_left if self.safe else 0
        self.searched = False
        self.given_up = False
        self._future: Future | None = None
        self._dear: Graph = {}

    def look(self, candidates: Sequence[int], pinned: Sequence[Pair]) -> None:
        """Find how many rounds can be completed; ``candidates`` may have this round's bye."""
        if self.safe or len(self.present) + len(self.present) % 2 > LARGEST_FIELD or len(self.free) < 2:
            return
        self.searched = True
        now = self._graph(self.free, candidates if len(self.free) % 2 else None)
        self._dear = {
            one: sum(1 << other for other in self.free if other != one and self.field.cost(one, other))
            for one in self.free
        }
        for rounds in range(self.rounds_left, 0, -1):
            later, pools = self._later(pinned, rounds - 1)
            future = Future(now, later, rounds, self.bye if pools else None, pools[1:])
            try:
                if future.completes((), {}, 0) is not None:
                    self._future = future
                    self.rounds = rounds
                    return
            except TooManyTries:
                self.given_up = True

    @property
    def binding(self) -> bool:
        """Whether this round's pairs must be checked against the rounds left."""
        return self._future is not None

    def completes(self, chosen: Sequence[Pair], budget: int | None = None) -> Matching | None:
        """A pairing with ``chosen`` and at most ``budget`` pairs of a price, that leaves the rest
        completable.
        """
        assert self._future is not None
        try:
            if budget is None:
                return self._future.completes(chosen, {}, 0)
            return self._future.completes(chosen, self._dear, budget)
        except TooManyTries:
            self.given_up = True
            return None

    def give_up(self) -> None:
        """Pair this round without a promise: the search for one took too long."""
        self.given_up = True
        self._future = None

    def _surely_completes(self) -> bool:
        field = self.field
        size = len(self.present) + len(self.present) % 2
        members: dict[int, int] = {}
        if field.never:
            for vertex in self.present:
                members[field.branch[vertex]] = members.get(field.branch[vertex], 0) + 1
        barred = max(
            (len(field.met[v]) + members.get(field.branch[v], 1) - 1 for v in self.present), default=0
        )
        if len(self.present) % 2:
            barred = max(barred, len(self.rested))
        return 2 * (size - 1 - barred - (self.rounds_left - 1)) >= size

    def _graph(self, vertices: Sequence[int], candidates: Sequence[int] | None) -> Graph:
        field = self.field
        graph = {
            one: sum(
                1 << other
                for other in vertices
                if other != one
                and not field.have_met(one, other)
                and not (field.never and field.same_branch(one, other))
            )
            for one in vertices
        }
        if candidates is not None:
            graph[self.bye] = 0
            for vertex in candidates:
                graph[self.bye] |= 1 << vertex
                graph[vertex] |= 1 << self.bye
        return graph

    def _later(self, pinned: Sequence[Pair], rounds: int) -> tuple[Graph, list[list[int]]]:
        """The meetings after this round, but for this round's own, and who may have the byes: those with the
        fewest first, then those who then have the fewest, and so on (nobody in an even field)."""
        pools: list[list[int]] = []
        if len(self.present) % 2:
            byes = {v: self.field.entries[v].byes + (v in self.resting) for v in self.present}
            fewest = min(byes.values())
            pools = [
                [v for v in self.present if byes[v] <= fewest + more] for more in range(max(rounds, 1) + 1)
            ]
        graph = self._graph(self.present, pools[0] if pools else None)
        for one, other in pinned:
            graph[one] &= ~(1 << other)
            graph[other] &= ~(1 << one)
        return graph, pools
