"""``fold`` and ``slide``: score groups, and who leaves them.

First it is decided who meets another group: fewest rematches, fewest same-branch meetings, fewest such
floats, nobody floated twice running where avoidable, as few groups apart as can be, and the nearest ranks.
Then each group that is left is folded (1 v n, 2 v n-1 …) or slid (1 v n/2+1 …), as near to that as the rest
allows.
"""

from __future__ import annotations

from collections.abc import Sequence

from .exact import Cost
from .field import Field


class Groups:
    """The score groups of the entries to be paired, best first."""

    def __init__(self, field: Field, vertices: Sequence[int]) -> None:
        self.field = field
        scores = sorted({field.entries[v].points for v in vertices}, reverse=True)
        number = {score: place for place, score in enumerate(scores)}
        self.group = {v: number[field.entries[v].points] for v in vertices}
        size = field.size + 1
        # Each weight outweighs all that the ones before it can add up to.
        self._step = size**3
        self._again = self._step * size * (len(scores) + 1)
        self._float = self._again * size * 2
        self._unit = self._float * size

    def floats(self, one: int, other: int) -> bool:
        return self.group[one] != self.group[other]

    def apart(self, vertices: Sequence[int]) -> list[list[int]]:
        """``vertices`` by group, best group first."""
        parts: dict[int, list[int]] = {}
        for vertex in vertices:
            parts.setdefault(self.group[vertex], []).append(vertex)
        return [parts[group] for group in sorted(parts)]

    def floating(self, one: int, other: int) -> int | None:
        """The price that decides who floats."""
        base = self.field.cost(one, other)
        if base is None:
            return None
        price = base * self._unit
        apart = abs(self.group[one] - self.group[other])
        if apart:
            again = sum(self.field.entries[v].floated is not None for v in (one, other))
            price += self._float + again * self._again + apart * self._step + (one - other) ** 2
        return price

    def ideal(self, vertices: Sequence[int], method: str) -> dict[int, int]:
        """Whom each would meet by the method alone, once those who float are out of their groups."""
        found = {}
        for part in self.apart(vertices):
            half = len(part) // 2
            order = part[half:][::-1] if method == "fold" else part[half:]
            for one, other in zip(part[:half], order, strict=False):
                found[one], found[other] = other, one
            if len(part) % 2:
                found[part[half]] = part[half]
        return found

    def inside(self, vertices: Sequence[int], method: str) -> Cost:
        """The price within the groups, once those who float are out of them."""
        place: dict[int, int] = {}
        sizes: dict[int, int] = {}
        for vertex in vertices:
            group = self.group[vertex]
            place[vertex] = sizes.get(group, 0)
            sizes[group] = place[vertex] + 1
        unit = (self.field.size + 1) ** 3

        def price(one: int, other: int) -> int | None:
            base = self.field.cost(one, other)
            if base is None or self.floats(one, other):
                return None
            size = sizes[self.group[one]]
            if method == "fold":
                off = place[one] + place[other] - (size - 1)
            else:
                off = abs(place[one] - place[other]) - size // 2
            return base * unit + off * off

        return price
