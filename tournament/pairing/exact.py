"""Exact matching: the cheapest way to pair everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import rustworkx

Cost = Callable[[int, int], int | None]


def least(vertices: Sequence[int], cost: Cost) -> tuple[int, list[tuple[int, int]]] | None:
    """The cheapest way to pair all ``vertices`` and its price; ``None`` where a ban leaves somebody over."""
    if len(vertices) % 2:
        return None
    if not vertices:
        return 0, []
    edges: list[tuple[int, int, int]] = []
    dearest = 0
    for a in range(len(vertices)):
        for b in range(a + 1, len(vertices)):
            price = cost(vertices[a], vertices[b])
            if price is not None:
                edges.append((a, b, price))
                dearest = max(dearest, price)
    graph: rustworkx.PyGraph[int | None, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(vertices))
    graph.extend_from_weighted_edge_list([(a, b, dearest - price) for a, b, price in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) != len(vertices):
        return None
    total = 0
    pairs = []
    for a, b in found:
        one, other = sorted((vertices[a], vertices[b]))
        total += cost(one, other) or 0
        pairs.append((one, other))
    return total, sorted(pairs)
