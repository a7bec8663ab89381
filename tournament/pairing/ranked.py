"""The cheapest pairing that passes a further test: pairings are tried in the order of their price.

Murty's way: the cheapest of all comes first; if it fails, what is left falls into parts, each with some of
its pairs kept and one forbidden, and the cheapest part is looked at next.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

from .exact import Cost, least

Pair = tuple[int, int]
TRIES = 20_000


def cheapest_passing(
    vertices: Sequence[int],
    cost: Cost,
    passes: Callable[[Sequence[Pair]], bool],
    hopeful: Callable[[Sequence[Pair]], bool],
) -> tuple[int, list[Pair]] | None:
    """The cheapest pairing of ``vertices`` that ``passes``, and its price; ``None`` if there is none.

    ``hopeful`` says of some pairs whether any pairing with them may pass. Gives up after ``TRIES`` pairings.
    """
    first = least(vertices, cost)
    if first is None:
        return None
    heap: list[tuple[int, list[Pair], list[Pair], frozenset[Pair]]] = [(*first, [], frozenset())]
    for _ in range(TRIES):
        if not heap:
            return None
        price, pairs, kept, barred = heapq.heappop(heap)
        if passes(pairs):
            return price, pairs
        kept = list(kept)
        for pair in [pair for pair in pairs if pair not in kept]:
            _branch(heap, vertices, cost, kept, barred | {pair}, hopeful)
            kept.append(pair)
    return None


def _branch(
    heap: list[tuple[int, list[Pair], list[Pair], frozenset[Pair]]],
    vertices: Sequence[int],
    cost: Cost,
    kept: list[Pair],
    barred: frozenset[Pair],
    hopeful: Callable[[Sequence[Pair]], bool],
) -> None:
    if not hopeful(kept):
        return
    settled = {vertex for pair in kept for vertex in pair}

    def allowed(one: int, other: int) -> int | None:
        return None if (one, other) in barred or (other, one) in barred else cost(one, other)

    found = least([vertex for vertex in vertices if vertex not in settled], allowed)
    if found is not None:
        own = sum(cost(*pair) or 0 for pair in kept)
        heapq.heappush(heap, (found[0] + own, sorted([*kept, *found[1]]), list(kept), barred))
