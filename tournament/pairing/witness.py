"""A witness: one complete pairing at the least price, kept beside the walk from the top.

As long as the witness can be bent to contain the pair in question at the same price, that pair is possible,
and no search is needed. Only where bending fails is it decided by an exact search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence

from .exact import least
from .field import Field


class Crowd:
    """How many of each branch are still in line: the one number that bounds same-branch meetings from
    below."""

    def __init__(self, field: Field, vertices: Sequence[int]) -> None:
        self._branch = field.branch
        self._members: dict[int, int] = {}
        if field.avoid or field.never:
            for vertex in vertices:
                branch = self._branch[vertex]
                self._members[branch] = self._members.get(branch, 0) + 1
        self._sizes: dict[int, int] = {}
        for members in self._members.values():
            self._sizes[members] = self._sizes.get(members, 0) + 1
        self.largest = max(self._sizes, default=1)

    def take(self, vertex: int) -> None:
        if not self._members:
            return
        branch = self._branch[vertex]
        members = self._members[branch]
        self._members[branch] = members - 1
        self._sizes[members] -= 1
        self._sizes[members - 1] = self._sizes.get(members - 1, 0) + 1
        while self.largest and not self._sizes.get(self.largest):
            self.largest -= 1

    def put_back(self, vertex: int) -> None:
        if not self._members:
            return
        branch = self._branch[vertex]
        members = self._members[branch]
        self._members[branch] = members + 1
        self._sizes[members] -= 1
        self._sizes[members + 1] = self._sizes.get(members + 1, 0) + 1
        self.largest = max(self.largest, members + 1)

    def inside(self, left: int) -> int:
        """Same-branch meetings that nobody can spare ``left`` entries in line: a lower bound."""
        return max(0, self.largest - left // 2) if self._members else 0


class Witness:
    """A complete pairing of the entries in line at the least price; ``None`` from ``build`` if there is
    none."""

    def __init__(self, field: Field, mate: dict[int, int], price: int) -> None:
        self.field = field
        self.mate = mate
        self.price = price

    @classmethod
    def build(cls, field: Field, vertices: Sequence[int], crowd: Crowd) -> Witness | None:
        """The least price is proven by the crowd's bound where that is reached, by exact matching
        elsewhere."""
        guess = _guess(field, vertices)
        bound = crowd.inside(len(vertices))
        if guess is not None:
            price = sum(field.cost(a, b) or 0 for a, b in guess.items() if a < b)
            if price == bound:
                return cls(field, guess, price)
        if bound == 0 and guess is not None:
            free = _freed(field, vertices, guess)
            if free is not None:
                return cls(field, free, 0)
        best = least(vertices, field.cost)
        if best is None:
            return None
        mate = {}
        for one, other in best[1]:
            mate[one], mate[other] = other, one
        return cls(field, mate, best[0])

    def force(self, one: int, other: int, crowd: Crowd) -> bool:
        """Take the pair out of the line if the rest can still be paired at what is left of the price.

        ``crowd`` no longer counts the two.
        """
        own = self.field.cost(one, other)
        if own is None or own + crowd.inside(len(self.mate) - 2) > self.price:
            return False
        if self.mate[one] != other and not (self._bend(one, other, own) or self._search(one, other, own)):
            return False
        del self.mate[one], self.mate[other]
        self.price -= own
        return True

    def _bend(self, one: int, other: int, own: int) -> bool:
        """Rejoin the two who lose their partners, directly or through one other pair."""
        cost, mate = self.field.cost, self.mate
        left, right = mate[one], mate[other]
        saved = (cost(one, left) or 0) + (cost(other, right) or 0) - own
        direct = cost(left, right)
        if direct is not None and direct <= saved:
            self._join(((one, other), (left, right)))
            return True
        for third, fourth in mate.items():
            if third in (one, other, left, right):
                continue
            first, second = cost(left, third), cost(right, fourth)
            if first is None or second is None:
                continue
            if first + second <= saved + (cost(third, fourth) or 0):
                self._join(((one, other), (left, third), (right, fourth)))
                return True
        return False

    def _search(self, one: int, other: int, own: int) -> bool:
        rest = [vertex for vertex in self.mate if vertex not in (one, other)]
        if self.price == 0:
            left, right = self.mate[one], self.mate[other]
            mate = {vertex: self.mate[vertex] for vertex in rest if vertex not in (left, right)}
            path = alternating_path(self.field, rest, mate, left, (right,))
            if path is None:
                return False
            self._join(((one, other), *zip(path[::2], path[1::2], strict=True)))
            return True
        found = least(sorted(rest), self.field.cost)
        if found is None or own + found[0] > self.price:
            return False
        self._join(((one, other), *found[1]))
        return True

    def _join(self, pairs: Iterable[tuple[int, int]]) -> None:
        for one, other in pairs:
            self.mate[one], self.mate[other] = other, one


def _guess(field: Field, vertices: Sequence[int]) -> dict[int, int] | None:
    """A good complete pairing: sorted by branch, each with the one half the line further on, then mended."""
    half = len(vertices) // 2
    order = sorted(vertices, key=lambda vertex: (field.branch[vertex], vertex))
    mate = {}
    for one, other in zip(order[:half], order[half:], strict=True):
        mate[one], mate[other] = other, one
    banned = 4 * field.rematch * field.size

    def price(one: int, other: int) -> int:
        found = field.cost(one, other)
        return banned if found is None else found

    for one in order:
        own = price(one, mate[one])
        if not own:
            continue
        other = mate[one]
        for third in order:
            fourth = mate[third]
            if third in (one, other):
                continue
            if price(one, third) + price(other, fourth) < own + price(third, fourth):
                mate[one], mate[third], mate[other], mate[fourth] = third, one, fourth, other
                break
    if any(field.cost(one, other) is None for one, other in mate.items()):
        return None
    return mate


def _freed(field: Field, vertices: Sequence[int], guess: dict[int, int]) -> dict[int, int] | None:
    """A complete pairing free of charge, grown from the free pairs of ``guess``, or ``None``."""
    mate = {one: other for one, other in guess.items() if field.cost(one, other) == 0}
    single = [vertex for vertex in vertices if vertex not in mate]
    while single:
        path = alternating_path(field, vertices, mate, single[0], set(single[1:]))
        if path is None:
            return None
        single.remove(path[0])
        single.remove(path[-1])
        for one, other in zip(path[::2], path[1::2], strict=True):
            mate[one], mate[other] = other, one
    return mate


def alternating_path(
    field: Field, vertices: Sequence[int], mate: Mapping[int, int], start: int, goals: Collection[int]
) -> list[int] | None:
    """A path of free meetings from ``start`` to a goal, every second one of them in ``mate``; or ``None``.

    Edmonds' search: where two outer entries meet, the odd ring they close is treated as one entry. ``mate``
    pairs all ``vertices`` but ``start`` and the ``goals``. The path lists entries so that first and second
    are to be paired, then third and fourth, and so on.
    """
    base = {vertex: vertex for vertex in vertices}
    before: dict[int, int] = {}
    outer = {start}
    queue = deque([start])
    cost = field.cost

    def ring_base(one: int, other: int) -> int:
        """The outer entry where the ways back from the two meet."""
        seen = set()
        vertex = base[one]
        while True:
            seen.add(vertex)
            if vertex == start:
                break
            vertex = base[before[mate[vertex]]]
        vertex = base[other]
        while vertex not in seen:
            vertex = base[before[mate[vertex]]]
        return vertex

    def mark(vertex: int, child: int, root: int, ring: set[int]) -> None:
        while base[vertex] != root:
            ring.add(base[vertex])
            ring.add(base[mate[vertex]])
            before[vertex] = child
            child = mate[vertex]
            vertex = before[child]

    while queue:
        one = queue.popleft()
        for other in vertices:
            if base[one] == base[other] or mate.get(one) == other or cost(one, other) != 0:
                continue
            if other in outer:
                root = ring_base(one, other)
                ring: set[int] = set()
                mark(one, other, root, ring)
                mark(other, one, root, ring)
                for vertex in vertices:
                    if base[vertex] in ring:
                        base[vertex] = root
                        if vertex not in outer:
                            outer.add(vertex)
                            queue.append(vertex)
            elif other not in before:
                before[other] = one
                if other in goals:
                    path = []
                    while True:
                        path += [other, before[other]]
                        if before[other] == start:
                            return path
                        other = mate[before[other]]
                outer.add(mate[other])
                queue.append(mate[other])
    return None
