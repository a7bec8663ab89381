"""Keeping the members of a branch apart in a bracket for as long as it allows.

Each part of the bracket is halved in turn, and each branch is halved with it as evenly as the seats let it;
where a branch is odd, the lot says which half has one more. Without seeds that is the best at every level
at once. Seeds stand where they stand; the others of their branch fill the emptier parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .lots import Lots

Vector = tuple[int, ...]


def meetings(lines: Sequence[int | None], branch: Sequence[int]) -> Vector:
    """For each round, how many pairs of one branch can have met by the end of it."""
    found = []
    width = 2
    while width <= len(lines):
        total = 0
        for start in range(0, len(lines), width):
            members: dict[int, int] = {}
            for entry in lines[start : start + width]:
                if entry is not None:
                    before = members.get(branch[entry], 0)
                    total += before
                    members[branch[entry]] = before + 1
        found.append(total)
        width *= 2
    return tuple(found)


def fewest(fixed: Sequence[int], room: Sequence[int], free: int) -> int:
    """Fewest pairs of one branch within one part, ``free`` members being added to the parts' ``fixed`` ones.

    ``room`` is how many free seats each part has.
    """
    members = list(fixed)
    left = list(room)
    for _ in range(free):
        part = min(
            (part for part in range(len(members)) if left[part]), key=lambda part: (members[part], part)
        )
        members[part] += 1
        left[part] -= 1
    return sum(count * (count - 1) // 2 for count in members)


class _Seats:
    """The bracket being filled: ``None`` an open seat, -1 a bye, otherwise the entry that sits there."""

    def __init__(self, seats: list[int | None], branch: Sequence[int]) -> None:
        self.seats = seats
        self.branch = branch

    def open(self, start: int, end: int) -> int:
        return sum(seat is None for seat in self.seats[start:end])

    def fixed(self, branch: int, start: int, end: int) -> int:
        return sum(
            seat is not None and seat >= 0 and self.branch[seat] == branch for seat in self.seats[start:end]
        )

    def price(self, branch: int, start: int, end: int, free: int) -> Vector:
        """Fewest meetings of the branch in this part, by round from the first; other branches left aside."""
        found = []
        width = 2
        while width <= end - start:
            parts = [(at, at + width) for at in range(start, end, width)]
            fixed = [self.fixed(branch, *part) for part in parts]
            found.append(fewest(fixed, [self.open(*part) for part in parts], free))
            width *= 2
        return tuple(found)


def spread(
    seats: Sequence[int | None], free: Sequence[int], branch: Sequence[int], lots: Lots
) -> tuple[list[int | None], bool]:
    """Seat ``free`` entries on the open seats by lot, branches kept apart; and whether that is proven best.

    ``seats``: -1 a bye, ``None`` open, otherwise a seed. Best means: fewest pairs of one branch that can meet
    in round 1, then by round 2, and so on. The result has ``None`` for a bye.
    """
    work = _Seats(list(seats), branch)
    seeded = {branch[seat] for seat in seats if seat is not None and seat >= 0}
    members: dict[int, list[int]] = {}
    for entry in lots.order(free):
        members.setdefault(branch[entry], []).append(entry)
    bounds = _bounds(work, members, seeded)
    _fill(work, 0, len(seats), members, seeded, lots)
    lines = [None if seat == -1 else seat for seat in work.seats]
    reached = meetings(lines, branch)
    if reached != bounds:
        lines = _improve(lines, set(free), branch)
        reached = meetings(lines, branch)
    return lines, reached == bounds


def _bounds(work: _Seats, members: Mapping[int, Sequence[int]], seeded: set[int]) -> Vector:
    """A number of meetings for each round that no draw can go below."""
    width = len(work.seats)
    rounds = width.bit_length() - 1
    total = [0] * rounds
    plain: dict[int, int] = {}
    for branch in {*members, *seeded}:
        free = len(members.get(branch, ()))
        if branch in seeded:
            total = [sum(both) for both in zip(total, work.price(branch, 0, width, free), strict=True)]
        else:
            plain[free] = plain.get(free, 0) + 1
    for free, branches in plain.items():
        for round_ in range(rounds):
            parts = width >> (round_ + 1)
            small, larger = divmod(free, parts)
            pairs = (parts - larger) * (small * (small - 1) // 2) + larger * (small * (small + 1) // 2)
            total[round_] += branches * pairs
    return tuple(total)


def _fill(
    work: _Seats, start: int, end: int, members: dict[int, list[int]], seeded: set[int], lots: Lots
) -> None:
    if end - start == 1:
        for entries in members.values():
            work.seats[start] = entries[0]
        return
    middle = (start + end) // 2
    shares = _shares(work, start, end, members, seeded, lots)
    upper = {b: entries[: shares[b]] for b, entries in members.items() if shares[b]}
    lower = {b: entries[shares[b] :] for b, entries in members.items() if shares[b] < len(entries)}
    if upper:
        _fill(work, start, middle, upper, seeded, lots)
    if lower:
        _fill(work, middle, end, lower, seeded, lots)


def _shares(
    work: _Seats, start: int, end: int, members: Mapping[int, Sequence[int]], seeded: set[int], lots: Lots
) -> dict[int, int]:
    """How many free members of each branch go to the upper half: the cheapest, ties by lot."""
    middle = (start + end) // 2
    wanted = work.open(start, middle)
    below = work.open(middle, end)
    bounds = {b: (max(0, len(e) - below), min(len(e), wanted)) for b, e in members.items()}
    known: dict[tuple[int, int], Vector] = {}

    def price(branch: int, share: int) -> Vector:
        """What the branch costs in the two halves, by round, and in this part's last round but one level."""
        key = (branch, share)
        if key not in known:
            free = len(members[branch])
            if branch in seeded:
                above = work.price(branch, start, middle, share)
                under = work.price(branch, middle, end, free - share)
                known[key] = tuple(a + b for a, b in zip(above, under, strict=True))
            else:
                known[key] = tuple(
                    _even(share, (middle - start) >> level) + _even(free - share, (end - middle) >> level)
                    for level in range(1, (middle - start).bit_length())
                )
        return known[key]

    shares: dict[int, int] = {}
    for branch, entries in members.items():
        least, most = bounds[branch]
        if branch in seeded:
            by_price = [(price(branch, share), share) for share in range(least, most + 1)]
            shares[branch] = min(by_price)[1]
        else:
            shares[branch] = min(max(len(entries) // 2, least), most)
    order = lots.order(list(members))
    step = 1 if sum(shares.values()) < wanted else -1
    while sum(shares.values()) != wanted:
        movable = [b for b in order if bounds[b][0] <= shares[b] + step <= bounds[b][1]]

        def rise(branch: int) -> Vector:
            now, then = price(branch, shares[branch]), price(branch, shares[branch] + step)
            return tuple(b - a for a, b in zip(now, then, strict=True))

        chosen = min(movable, key=rise)
        shares[chosen] += step
    return shares


def _even(members: int, parts: int) -> int:
    """Pairs within one part when ``members`` are spread evenly over ``parts``."""
    small, larger = divmod(members, parts)
    return (parts - larger) * (small * (small - 1) // 2) + larger * (small * (small + 1) // 2)


class Parts:
    """How many of each branch sit in each part of a bracket; exchanging two lines is quick to judge."""

    def __init__(self, lines: list[int | None], branch: Sequence[int]) -> None:
        self.lines = lines
        self.branch = branch
        self.meetings = list(meetings(lines, branch))
        self._members: list[dict[tuple[int, int], int]] = []
        for level in range(1, len(lines).bit_length()):
            members: dict[tuple[int, int], int] = {}
            for line, entry in enumerate(lines):
                if entry is not None:
                    key = (line >> level, branch[entry])
                    members[key] = members.get(key, 0) + 1
            self._members.append(members)

    def swap(self, one: int, other: int) -> None:
        """Exchange two lines that are not byes."""
        first, second = self.lines[one], self.lines[other]
        assert first is not None and second is not None
        self.lines[one], self.lines[other] = second, first
        here, there = self.branch[first], self.branch[second]
        if here == there:
            return
        for level, members in enumerate(self._members, start=1):
            part, opposite = one >> level, other >> level
            if part == opposite:
                break
            for leaves, enters, who in ((part, opposite, here), (opposite, part, there)):
                members[leaves, who] -= 1
                joined = members.get((enters, who), 0)
                self.meetings[level - 1] += joined - members[leaves, who]
                members[enters, who] = joined + 1


def _improve(lines: list[int | None], free: set[int], branch: Sequence[int]) -> list[int | None]:
    """Exchange two free entries for as long as that keeps somebody apart for longer."""
    parts = Parts(lines, branch)
    places = [place for place, entry in enumerate(lines) if entry in free]
    better = True
    while better:
        better = False
        for index, one in enumerate(places):
            for other in places[index + 1 :]:
                best = list(parts.meetings)
                parts.swap(one, other)
                if parts.meetings < best:
                    better = True
                else:
                    parts.swap(one, other)
    return lines
