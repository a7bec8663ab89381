"""The cheapest pairing where near ranks are cheap: few meetings are looked at, and the proof covers all.

The search starts with the cheapest meetings among near ranks. Its prices then tell whether any meeting that
was left out could be cheaper: one that costs at least what its two entries pay cannot. Those that could are
added and the search goes on from where it stood; when there are none, the answer is the cheapest of all
pairings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .exact import Cost
from .matcher import Matcher
from .nesting import Nesting

FEW = 48
WINDOW = 32
KEPT = 12
CROWDED = (48, 24)
"""Window and meetings kept where one branch crowds the field: its members' opponents stand further apart."""
NEXT = 3
AT_ONCE = 20
WIDEST = 512
BLOCK = 16


@dataclass(frozen=True, slots=True)
class Proven:
    """A cheapest pairing with its certificate.

    No meeting costs less than ``(prices[a] + prices[b]) / 2`` less what ``odd_sets`` around both give back,
    and the sum of all prices is twice the ``cost``: so there is no cheaper pairing.
    """

    cost: int
    pairs: list[tuple[int, int]]
    prices: dict[int, int]
    odd_sets: list[tuple[int, frozenset[int]]]


def cheapest(
    vertices: Sequence[int], cost: Cost, floor: Callable[[int], int], *, crowded: bool = False
) -> Proven | None:
    """The cheapest pairing of ``vertices`` (in rank order), proven; ``None`` where a ban leaves somebody
    over.

    ``floor(d)`` is the least that two can cost who stand d ranks or more apart; it rises with d. ``crowded``
    (many are dear to each other) starts the search with more meetings: it is found sooner, not otherwise.
    """
    size = len(vertices)
    window, kept = CROWDED if crowded else (WINDOW, KEPT)
    if size <= FEW:
        window = kept = size
    while True:
        edges = _nearest(vertices, cost, window, kept)
        matcher = Matcher(_adjacency(edges))
        if matcher.solve():
            break
        if kept >= size:
            return None
        window, kept = 2 * window, 2 * kept
        if window >= min(size, WIDEST):
            window = kept = size
    while True:
        missing = _missing(vertices, cost, floor, matcher, edges)
        if not missing:
            return _proven(vertices, cost, matcher)
        prices = matcher.prices()
        mate = list(matcher.mate)
        for one, other, price in missing:
            edges[one][other] = edges[other][one] = price
            excess = prices[one] + prices[other] - 2 * price
            if excess > 0:
                prices[one] -= excess
        for one, other in enumerate(mate):
            if other > one and 2 * edges[one][other] != prices[one] + prices[other]:
                mate[one] = mate[other] = -1
        matcher = Matcher(_adjacency(edges), prices, mate)
        solved = matcher.solve()
        assert solved, "more meetings cannot leave anybody over"


def _nearest(vertices: Sequence[int], cost: Cost, window: int, kept: int) -> list[dict[int, int]]:
    """For each place the cheapest meetings with places near below it, entered on both sides."""
    size = len(vertices)
    edges: list[dict[int, int]] = [{} for _ in vertices]
    for one, vertex in enumerate(vertices):
        found = []
        for other in range(one + 1, min(one + 1 + window, size)):
            price = cost(vertex, vertices[other])
            if price is not None:
                found.append((price, other))
        # The next in line stay whatever they cost: they join score groups of odd numbers to each other.
        chosen = found[:NEXT] + sorted(found[NEXT:])[: kept - NEXT]
        for price, other in chosen:
            edges[one][other] = edges[other][one] = price
    return edges


def _adjacency(edges: Sequence[dict[int, int]]) -> list[list[tuple[int, int]]]:
    return [[(other, 2 * price) for other, price in around.items()] for around in edges]


def _missing(
    vertices: Sequence[int],
    cost: Cost,
    floor: Callable[[int], int],
    matcher: Matcher,
    edges: Sequence[dict[int, int]],
) -> list[tuple[int, int, int]]:
    """Meetings that were left out and cost less than their two entries pay."""
    level = matcher.level
    size = len(vertices)
    nesting = Nesting(matcher)
    top, place, ranges = matcher.top, nesting.place, nesting.least
    if all(len(around) == size - 1 for around in edges):
        return []
    highest = [max(level[start : start + BLOCK]) for start in range(0, size, BLOCK)]
    beyond = list(highest)
    for block in range(len(beyond) - 2, -1, -1):
        beyond[block] = max(beyond[block], beyond[block + 1])
    least_at = [2 * floor(distance) for distance in range(size)]
    found = []
    for one in range(size):
        own = level[one]
        cheaper: list[tuple[int, int, int]] = []
        vertex, around = vertices[one], edges[one]
        for block in range(one // BLOCK, len(highest)):
            first = max(one + 1, block * BLOCK)
            least = least_at[first - one]
            if least >= own + beyond[block]:
                break
            if least >= own + highest[block]:
                continue
            for other in range(first, min((block + 1) * BLOCK, size)):
                pays = own + level[other]
                if other in around or least_at[other - one] >= pays:
                    continue
                if top[one] == top[other]:
                    # As in Nesting.shared, written out because it is asked so often.
                    start, end = place[one], place[other]
                    if start > end:
                        start, end = end, start
                    span = (end - start).bit_length() - 1
                    here, there = ranges[span][start], ranges[span][end - (1 << span)]
                    pays -= 2 * (here if here < there else there)
                    if least_at[other - one] >= pays:
                        continue
                price = cost(vertex, vertices[other])
                if price is not None and 2 * price < pays:
                    cheaper.append((2 * price - pays, other, price))
        # The worst few are enough: the others are looked at again with better prices.
        found += [(one, other, price) for _, other, price in sorted(cheaper)[:AT_ONCE]]
    return found


def _proven(vertices: Sequence[int], cost: Cost, matcher: Matcher) -> Proven:
    pairs = [(vertices[one], vertices[other]) for one, other in enumerate(matcher.mate) if one < other]
    prices = matcher.prices()
    return Proven(
        sum(cost(*pair) or 0 for pair in pairs),
        pairs,
        {vertex: prices[place] for place, vertex in enumerate(vertices)},
        [
            (price, frozenset(vertices[place] for place in matcher.inside[blossom]))
            for blossom, price in matcher.price.items()
            if price
        ],
    )
