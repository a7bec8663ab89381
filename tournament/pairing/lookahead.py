"""Small fields look ahead: a round is possible only if the rounds after it can be completed too.

The rounds left are a set of complete pairings that share no meeting, in the graph of those who have not met.
It is found by trying pairings in order; a part that cannot be completed is cut off as soon as somebody has
too few opponents left, or some odd part of the field too few meetings across its border.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

LARGEST_FIELD = 16
TRIES = 20_000
DOUBT = 3

Graph = dict[int, int]
"""For each vertex the set of those it may still meet, as bits."""
Matching = tuple[tuple[int, int], ...]


class TooManyTries(Exception):
    """The search was given up after ``TRIES`` steps: neither possible nor impossible is proven."""


class Future:
    """The meetings that are left for this round and for those after it.

    ``now`` are the meetings possible in this round among those who are to be paired in it (the bye may be one
    of the vertices), ``later`` those of the rounds after it; ``rounds`` counts this round. In an odd field
    ``bye`` is the vertex of the bye; in ``later`` it meets those who have had the fewest byes. When all of
    them have had another one it meets those of ``pools[0]``, after these the ones of ``pools[1]``, and so on.
    """

    def __init__(
        self,
        now: Graph,
        later: Graph,
        rounds: int,
        bye: int | None = None,
        pools: Sequence[Sequence[int]] = (),
    ) -> None:
        self.now = now
        self.later = later
        self.rounds = rounds
        self.bye = bye
        self.pools = pools
        self._known: dict[tuple[int, ...], bool] = {}
        self._tries = 0

    def completes(self, chosen: Sequence[tuple[int, int]], dear: Graph, budget: int) -> Matching | None:
        """A pairing of this round that holds ``chosen`` and leaves the rest completable; ``None`` if none
        does.

        At most ``budget`` of its pairs are among the ``dear`` meetings. Raises ``TooManyTries``.
        """
        self._tries = 0
        left = dict(self.now)
        for pair in chosen:
            for vertex in pair:
                left.pop(vertex, None)
        gone = 0
        for one, other in chosen:
            gone |= 1 << one | 1 << other
            budget -= dear.get(one, 0) >> other & 1
        if budget < 0:
            return None
        left = {vertex: others & ~gone for vertex, others in left.items()}
        for rest in self._pairings(left, dear, budget):
            matching = (*chosen, *rest)
            if self._goes_on(_without(self.later, matching), self.rounds - 1, 0):
                return matching
        return None

    def _goes_on(self, graph: Graph, rounds: int, pool: int) -> bool:
        """Whether so many rounds follow, nobody having another bye while somebody has had fewer.

        ``pool`` is the next of the pools.
        """
        bye = self.bye
        if bye is None or rounds <= 0 or graph[bye].bit_count() >= rounds:
            return self._decomposes(graph, rounds)
        if not graph[bye]:
            if pool == len(self.pools):
                return False
            bit = 1 << bye
            here = self.pools[pool]
            opened = {v: others | bit if v in here else others & ~bit for v, others in graph.items()}
            opened[bye] = sum(1 << vertex for vertex in here)
            return self._goes_on(opened, rounds, pool + 1)
        key = (-1 - pool, rounds, *graph.values())
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = any(
                self._goes_on(_without(graph, matching), rounds - 1, pool)
                for matching in self._pairings(graph, {}, len(graph))
            )
        return known

    def _pairings(self, graph: Graph, dear: Graph, budget: int) -> Iterator[Matching]:
        if not graph:
            yield ()
            return
        self._tries += 1
        if self._tries > TRIES:
            raise TooManyTries
        one = min(graph, key=lambda vertex: (graph[vertex].bit_count(), vertex))
        others = graph[one]
        while others:
            bit = others & -others
            others ^= bit
            other = bit.bit_length() - 1
            spent = dear.get(one, 0) >> other & 1
            if spent > budget:
                continue
            gone = ~(bit | 1 << one)
            rest = {v: left & gone for v, left in graph.items() if v not in (one, other)}
            for pairs in self._pairings(rest, dear, budget - spent):
                yield ((one, other) if one < other else (other, one), *pairs)

    def _decomposes(self, graph: Graph, rounds: int) -> bool:
        """Whether the graph holds that many complete pairings without a meeting in common."""
        if rounds <= 0:
            return True
        fewest = min(others.bit_count() for others in graph.values())
        if fewest < rounds:
            return False
        if 2 * (fewest - rounds + 1) >= len(graph):
            return True
        key = (rounds, *graph.values())
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._searched(graph, rounds)
        return known

    def _searched(self, graph: Graph, rounds: int) -> bool:
        for failed, matching in enumerate(self._pairings(graph, {}, len(graph)), start=1):
            if self._decomposes(_without(graph, matching), rounds - 1):
                return True
            if failed == DOUBT and not _borders_suffice(graph, rounds):
                return False
        return False


def _without(graph: Graph, matching: Sequence[tuple[int, int]]) -> Graph:
    rest = dict(graph)
    for one, other in matching:
        if one in rest:
            rest[one] &= ~(1 << other)
        if other in rest:
            rest[other] &= ~(1 << one)
    return rest


def _borders_suffice(graph: Graph, rounds: int) -> bool:
    """Every odd part of the field needs a meeting across its border in each round."""
    vertices = list(graph)
    for size in range(3, len(vertices) // 2 + 1, 2):
        for part in combinations(vertices, size):
            inside = 0
            for vertex in part:
                inside |= 1 << vertex
            across = 0
            for vertex in part:
                across += (graph[vertex] & ~inside).bit_count()
                if across >= rounds:
                    break
            else:
                return False
    return True


def graph_of(meetings: Mapping[int, Sequence[int]]) -> Graph:
    """The graph in which each vertex may meet those listed."""
    return {vertex: sum(1 << other for other in others) for vertex, others in meetings.items()}
