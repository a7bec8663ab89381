"""Which blossoms hold two entries at once, and what they cost together."""

from __future__ import annotations

from .matcher import Matcher


class Nesting:
    """The blossoms of a finished matcher, as leaves in a row with the nearest common blossom between
    neighbours.

    The blossoms around two entries are those around every leaf between them, so that their price is the least
    of the prices noted in between: one look into a table.
    """

    def __init__(self, matcher: Matcher) -> None:
        self.top = matcher.top
        self.size = matcher.size
        self.place = [0] * matcher.size
        between: list[int] = []
        count = 0
        for node in dict.fromkeys(matcher.top):
            if count:
                between.append(0)
            stack: list[tuple[int, int, int]] = [(node, 0, -1)]
            while stack:
                current, around, gap = stack.pop()
                if gap >= 0:
                    between.append(gap)
                if current < self.size:
                    self.place[current] = count
                    count += 1
                    continue
                price = around + matcher.price[current]
                children = matcher.children[current]
                stack += [(child, price, price) for child in reversed(children[1:])]
                stack.append((children[0], price, -1))
        self.least = [between]
        width = 1
        while 2 * width <= len(between):
            row = self.least[-1]
            self.least.append([min(row[at], row[at + width]) for at in range(len(row) - width)])
            width *= 2

    def shared(self, one: int, other: int) -> int:
        """Twice the prices of all blossoms that hold both."""
        if self.top[one] != self.top[other]:
            return 0
        start, end = self.place[one], self.place[other]
        if start > end:
            start, end = end, start
        level = (end - start).bit_length() - 1
        row = self.least[level]
        return 2 * min(row[start], row[end - (1 << level)])
