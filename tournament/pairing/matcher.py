"""Cheapest complete pairing of a sparse graph, with the proof: Edmonds' blossoms and their dual prices.

Every entry carries a price ``y``, every blossom (an odd set that is treated as one) a price ``z`` of at least
0. No meeting costs less than the prices it pays; every meeting of the answer costs exactly that. So no
pairing is cheaper, and anyone can check it: that is the certificate.

One entry without a partner is searched from at a time, as in Dijkstra's algorithm, and only the entries
reached change their prices. Where the answer is local, the search is too. All costs are doubled, so that
halves of differences stay whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

OUTER, INNER = 1, 2
Adjacency = Sequence[Sequence[tuple[int, int]]]


class Matcher:
    """Pairs the vertices 0 … n-1 of ``adjacency`` (for each vertex: neighbour, doubled cost).

    ``mate`` is the pairing, -1 for nobody yet. ``level[v]`` is the price of v and of all blossoms around it.
    """

    def __init__(
        self, adjacency: Adjacency, prices: Sequence[int] | None = None, mate: Sequence[int] | None = None
    ) -> None:
        self.adjacency = adjacency
        self.size = len(adjacency)
        self._cost = [dict(edges) for edges in adjacency]
        self.mate = list(mate) if mate is not None else [-1] * self.size
        if prices is None:
            prices = [min((cost for _, cost in edges), default=0) // 2 for edges in adjacency]
        self.level = list(prices)
        self.top = list(range(self.size))
        self.base = {vertex: vertex for vertex in range(self.size)}
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[tuple[int, int]]] = {}
        self.inside: dict[int, list[int]] = {}
        self.parent: dict[int, int] = {}
        self.price: dict[int, int] = {}
        self._next = self.size
        self._label: dict[int, int] = {}
        self._entered: dict[int, int] = {}
        self._entry: dict[int, tuple[int, int]] = {}
        self._reach: dict[int, int] = {}
        self._nearest: dict[int, int] = {}
        self._heap: list[tuple[int, int, int]] = []
        self._time = 0

    def solve(self) -> bool:
        """Pair everybody as cheaply as can be; ``False`` where the graph leaves somebody over."""
        self._greedy()
        return all(self.mate[vertex] >= 0 or self._search(vertex) for vertex in range(self.size))

    def prices(self) -> list[int]:
        """The price of each vertex alone, without the blossoms around it."""
        found = list(self.level)
        for blossom, price in self.price.items():
            if price:
                for vertex in self.inside[blossom]:
                    found[vertex] -= price
        return found

    def _greedy(self) -> None:
        """Raise each price as far as it goes and pair along what becomes free."""
        level, mate = self.level, self.mate
        for vertex in range(self.size):
            if mate[vertex] >= 0 or not self.adjacency[vertex]:
                continue
            rise = min(cost - level[other] for other, cost in self.adjacency[vertex]) - level[vertex]
            level[vertex] += rise
            for other, cost in self.adjacency[vertex]:
                if mate[other] < 0 and cost == level[vertex] + level[other]:
                    mate[vertex], mate[other] = other, vertex
                    break

    def _vertices(self, node: int) -> Sequence[int]:
        return (node,) if node < self.size else self.inside[node]

    def _search(self, root: int) -> bool:
        """Grow a tree of free meetings from ``root`` until it reaches somebody without a partner."""
        self._label, self._entered, self._entry = {}, {}, {}
        self._reach, self._nearest = {}, {}
        heap: list[tuple[int, int, int]] = []
        self._heap = heap
        self._time = 0
        top, label = self.top, self._label
        self._make_outer(top[root])
        while heap:
            self._time, one, other = heappop(heap)
            if one < 0:
                if label.get(other) == INNER and other in self.children:
                    self._expand(other)
                continue
            here, there = top[one], top[other]
            if here == there:
                continue
            found = label.get(there)
            if found == INNER or self._slack(one, other):
                # Noted before the other end went in and out of the tree: its time is noted anew since.
                continue
            if found is None:
                if self.mate[self.base[there]] < 0:
                    self._augment(one, other)
                    self._settle()
                    return True
                self._make_inner(there, one, other)
                self._make_outer(top[self.mate[self.base[there]]])
            else:
                self._shrink(one, other)
        self._settle()
        return False

    def _slack(self, one: int, other: int) -> int:
        """What the meeting of two of different nodes costs above their prices, now."""
        return self._cost[one][other] - self._now(one) - self._now(other)

    def _now(self, vertex: int) -> int:
        node = self.top[vertex]
        label = self._label.get(node)
        if label is None:
            return self.level[vertex]
        change = self._time - self._entered[node]
        return self.level[vertex] + (change if label == OUTER else -change)

    def _make_outer(self, node: int) -> None:
        self._label[node] = OUTER
        self._entered[node] = self._time
        for vertex in self._vertices(node):
            self._scan(vertex)

    def _make_inner(self, node: int, one: int, other: int) -> None:
        self._label[node] = INNER
        self._entered[node] = self._time
        self._entry[node] = (one, other)
        if node >= self.size:
            heappush(self._heap, (self._time + self.price[node], -1, node))

    def _scan(self, vertex: int) -> None:
        """Note when the meetings of an outer vertex become free.

        What ``_reach`` keeps of a vertex that is not outer does not change with time: outer prices rise as
        time goes on, so the cheapest way to reach it stays the cheapest until the search is over.
        """
        top, label, level, heap = self.top, self._label, self.level, self._heap
        reach, nearest = self._reach, self._nearest
        time, own = self._time, self.top[vertex]
        mine = level[vertex] - self._entered[own]
        for other, cost in self.adjacency[vertex]:
            there = top[other]
            if there == own:
                continue
            found = label.get(there)
            if found == OUTER:
                slack = cost - mine - level[other] - 2 * time + self._entered[there]
                heappush(heap, (time + slack // 2, vertex, other))
                continue
            price = cost - mine
            known = reach.get(other)
            if known is None or price < known:
                reach[other], nearest[other] = price, vertex
                if found is None:
                    heappush(heap, (price - level[other], vertex, other))

    def _bring_up_to_date(self, node: int) -> None:
        """Write the price changes of a labelled node down where they belong."""
        change = self._time - self._entered[node]
        if self._label[node] == INNER:
            change = -change
        if change:
            for vertex in self._vertices(node):
                self.level[vertex] += change
            if node >= self.size:
                self.price[node] += change

    def _up(self, node: int) -> int | None:
        """The outer node two steps nearer to the root."""
        mate = self.mate[self.base[node]]
        return None if mate < 0 else self.top[self._entry[self.top[mate]][0]]

    def _shrink(self, one: int, other: int) -> None:
        """Two outer nodes meet: the odd ring that they close becomes one outer node."""
        here: int | None = self.top[one]
        there: int | None = self.top[other]
        seen: set[int] = set()
        while True:
            if here is not None:
                if here in seen:
                    root = here
                    break
                seen.add(here)
                here = self._up(here)
            here, there = there, here
        left, left_links = self._path(self.top[one], root)
        right, right_links = self._path(self.top[other], root)
        children = [root, *reversed(left), *right]
        links = [(b, a) for a, b in reversed(left_links)]
        links.append((one, other))
        links += right_links
        blossom = self._next
        self._next += 1
        inner: list[int] = []
        inside: list[int] = []
        for child in children:
            self._bring_up_to_date(child)
            inside += self._vertices(child)
            if self._label[child] == INNER:
                inner += self._vertices(child)
            del self._label[child]
            self.parent[child] = blossom
        self.children[blossom], self.links[blossom], self.inside[blossom] = children, links, inside
        self.base[blossom] = self.base[root]
        self.price[blossom] = 0
        for vertex in inside:
            self.top[vertex] = blossom
        self._label[blossom] = OUTER
        self._entered[blossom] = self._time
        for vertex in inner:
            self._scan(vertex)

    def _path(self, node: int, root: int) -> tuple[list[int], list[tuple[int, int]]]:
        """The nodes from ``node`` up to, not including, ``root``, and the meetings from each to the next."""
        nodes: list[int] = []
        links: list[tuple[int, int]] = []
        while node != root:
            base = self.base[node]
            mate = self.mate[base]
            below = self.top[mate]
            above, entered = self._entry[below]
            nodes += [node, below]
            links += [(base, mate), (entered, above)]
            node = self.top[above]
        return nodes, links

    def _child_with(self, blossom: int, vertex: int) -> int:
        node = vertex
        while self.parent[node] != blossom:
            node = self.parent[node]
        return node

    def _open(self, blossom: int) -> list[int]:
        """Take a blossom apart; its children stand on their own again."""
        children = self.children.pop(blossom)
        for child in children:
            del self.parent[child]
            for vertex in self._vertices(child):
                self.top[vertex] = child
        del self.inside[blossom], self.price[blossom], self.base[blossom]
        return children

    def _expand(self, blossom: int) -> None:
        """An inner blossom whose price has come down to 0: the way through it stays in the tree."""
        one, entered = self._entry[blossom]
        first = self._child_with(blossom, entered)
        self._bring_up_to_date(blossom)
        del self._label[blossom]
        links = self.links.pop(blossom)
        children = self._open(blossom)
        place = children.index(first)
        count = len(children)
        step = -1 if place % 2 == 0 else 1
        outer: list[int] = []
        on_way: set[int] = set()
        while True:
            node = children[place % count]
            self._make_inner(node, one, entered)
            on_way.add(node)
            if place % count == 0:
                break
            place += step
            node = children[place % count]
            outer.append(node)
            on_way.add(node)
            link = links[place % count] if step > 0 else links[(place - 1) % count]
            one, entered = link if step > 0 else (link[1], link[0])
            place += step
        for node in outer:
            self._label[node] = OUTER
            self._entered[node] = self._time
        for node in outer:
            for vertex in self._vertices(node):
                self._scan(vertex)
        for node in children:
            if node not in on_way:
                vertices = list(self._vertices(node))
                self._open_free(node)
                for vertex in vertices:
                    self._await(vertex)

    def _await(self, vertex: int) -> None:
        """Note when a vertex that fell out of the tree can be reached again."""
        reach = self._reach.get(vertex)
        if reach is not None:
            heappush(self._heap, (reach - self.level[vertex], self._nearest[vertex], vertex))

    def _augment(self, one: int, other: int) -> None:
        """Exchange along the tree from ``one`` to the root, and pair ``other`` with ``one``."""
        self._rotate(self.top[other], other)
        self.mate[other] = one
        while True:
            node = self.top[one]
            before = self.mate[self.base[node]]
            self._rotate(node, one)
            self.mate[one] = other
            if before < 0:
                return
            below = self.top[before]
            one, other = self._entry[below]
            self._rotate(below, other)
            self.mate[other] = one

    def _rotate(self, node: int, vertex: int) -> None:
        """Make ``vertex`` the base of ``node``: the others within it are paired among themselves."""
        if node < self.size:
            return
        children, links = self.children[node], self.links[node]
        count = len(children)
        first = self._child_with(node, vertex)
        place = children.index(first)
        self._rotate(first, vertex)
        if place % 2 == 0:
            pairs = [(at - 1, links[at - 1]) for at in range(place - 1, 0, -2)]
        else:
            pairs = [(at, links[at]) for at in range(place + 1, count, 2)]
        for at, (left, right) in pairs:
            self._rotate(children[at], left)
            self._rotate(children[(at + 1) % count], right)
            self.mate[left], self.mate[right] = right, left
        self.children[node] = children[place:] + children[:place]
        self.links[node] = links[place:] + links[:place]
        self.base[node] = vertex

    def _settle(self) -> None:
        """The search is over: write all prices down, and open blossoms that cost nothing."""
        for node in self._label:
            self._bring_up_to_date(node)
        for node in list(self._label):
            self._open_free(node)
        self._label = {}

    def _open_free(self, node: int) -> None:
        if node >= self.size and self.price[node] == 0:
            del self.links[node]
            for child in self._open(node):
                self._open_free(child)
