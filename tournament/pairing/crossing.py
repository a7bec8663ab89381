"""Crossing groups into a knock-out: winners meet others' runners-up, and one group is kept apart for long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.answers import Problem, Refused

from .bracket import seed_lines, width_for
from .groups import group_label
from .lots import Lots
from .separation import Parts, fewest, meetings
from .values import Seed

TRIES = 20_000


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Who finished ``rank``-th in ``group``; written ``A1``."""

    group: str
    rank: int

    def __str__(self) -> str:
        return f"{self.group}{self.rank}"


@dataclass(frozen=True, slots=True)
class Crossing:
    """The lines of a bracket, top to bottom, as qualifiers' labels (``None`` a bye).

    ``can_meet[r-1]`` counts the pairs of one group that can meet by round r; ``separated`` says that no lines
    with these strengths keep them further apart.
    """

    lines: tuple[str | None, ...]
    can_meet: tuple[int, ...]
    separated: bool


def qualifiers(count: int, ranks: int, best_next: Sequence[str] = ()) -> tuple[Qualifier, ...]:
    """The first ``ranks`` of ``count`` groups, then the next-ranked of the groups named in ``best_next``.

    >>> [str(q) for q in qualifiers(2, 1, ["B"])]
    ['A1', 'B1', 'B2']
    """
    labels = [group_label(number) for number in range(count)]
    named = [Qualifier(label, rank) for rank in range(1, ranks + 1) for label in labels]
    return (*named, *(Qualifier(label, ranks + 1) for label in best_next))


def cross(entered: Sequence[Qualifier], seed: Seed | None = None) -> Crossing:
    """Lines for any number of groups and qualifiers.

    Two of each of 2, 4, 8 … groups cross as A1–B2, C1–D2 … above and B1–A2, D1–C2 … below. Otherwise group
    winners stand as seeds in the order given, the runners-up below them, and so on, exchanged among their
    equals so that one group meets itself as late as can be; byes go to the first. ``seed`` draws the equals
    by lot. Raises ``Refused`` for less than two qualifiers or one named twice.
    """
    if len(entered) < 2 or len(set(entered)) < len(entered):
        raise Refused([Problem("qualifiers-not-distinct", "qualifiers", {"qualifiers": len(entered)})])
    width = width_for(len(entered))
    names = sorted({qualifier.group for qualifier in entered})
    branch = [names.index(qualifier.group) for qualifier in entered]
    plain = _plain(entered) if seed is None else None
    lines = plain if plain is not None else _by_strength(entered, width, branch, seed)
    can_meet = meetings(lines, branch)
    labels = tuple(None if line is None else str(entered[line]) for line in lines)
    return Crossing(labels, can_meet, can_meet == _bound(lines, branch))


def lines_from_pairs(pairs: Sequence[str]) -> tuple[str | None, ...]:
    """The lines that a regulation writes out: ``["A1-B2", "C1-D2", …]``; ``A1-`` is a bye for A1.

    >>> lines_from_pairs(["A1-B2", "B1-A2"])
    ('A1', 'B2', 'B1', 'A2')
    """
    problems = []
    lines: list[str | None] = []
    for number, pair in enumerate(pairs):
        sides = [side.strip() for side in re.split("[-–—]", pair)]
        if len(sides) != 2 or not any(sides):
            problems.append(Problem("cross-not-a-pair", f"cross[{number}]", {"pair": pair}))
        lines += [side or None for side in sides]
    named = [line for line in lines if line]
    twice = sorted({line for line in named if named.count(line) > 1})
    problems += [Problem("cross-twice", "cross", {"qualifier": line}) for line in twice]
    if not problems and (not pairs or len(pairs) & (len(pairs) - 1)):
        problems.append(
            Problem("lines-not-a-power-of-two", "cross", {"lines": 2 * len(pairs), "largest": 1024})
        )
    if problems:
        raise Refused(problems)
    return tuple(lines)


def _plain(entered: Sequence[Qualifier]) -> list[int | None] | None:
    """A1–B2, C1–D2 … | B1–A2, D1–C2 …, where two of each of 2, 4, 8 … groups qualify."""
    place = {(qualifier.group, qualifier.rank): number for number, qualifier in enumerate(entered)}
    order = [qualifier.group for qualifier in entered if qualifier.rank == 1]
    count = len(order)
    whole = {(group, rank) for group in order for rank in (1, 2)}
    if count < 2 or count & (count - 1) or set(place) != whole:
        return None
    lines: list[int | None] = []
    for above in (True, False):
        for number in range(0, count, 2):
            one, other = order[number : number + 2]
            if not above:
                one, other = other, one
            lines += [place[one, 1], place[other, 2]]
    return lines


def _by_strength(
    entered: Sequence[Qualifier], width: int, branch: Sequence[int], seed: Seed | None
) -> list[int | None]:
    strengths = seed_lines(width)
    order = list(range(len(entered)))
    tiers: dict[int, list[int]] = {}
    for number in order:
        tiers.setdefault(entered[number].rank, []).append(number)
    if seed is not None:
        lots = Lots(seed)
        tiers = {rank: lots.order(members) for rank, members in tiers.items()}
    order = [number for rank in sorted(tiers) for number in tiers[rank]]
    lines = [order[strength - 1] if strength <= len(order) else None for strength in strengths]
    seats = [
        [line for line, number in enumerate(lines) if number is not None and entered[number].rank == rank]
        for rank in sorted(tiers)
    ]
    # The winners keep their lines for as long as exchanging the others is enough.
    return _exchange(_exchange(lines, seats[1:], branch), seats, branch)


def _exchange(lines: list[int | None], tiers: list[list[int]], branch: Sequence[int]) -> list[int | None]:
    """Exchange equals while that keeps groups apart for longer: one exchange, or two together."""
    parts = Parts(lines, branch)
    bound = list(_bound(lines, branch))
    moves = [
        (one, other) for seats in tiers for place, one in enumerate(seats) for other in seats[place + 1 :]
    ]
    tries = 0
    better = True
    while better and parts.meetings != bound:
        better = False
        for one, other in moves:
            best = list(parts.meetings)
            parts.swap(one, other)
            if parts.meetings >= best:
                for third, fourth in moves[: max(0, TRIES - tries)]:
                    tries += 1
                    parts.swap(third, fourth)
                    if parts.meetings < best:
                        break
                    parts.swap(third, fourth)
            if parts.meetings < best:
                better = True
            else:
                parts.swap(one, other)
    return lines


def _bound(lines: Sequence[int | None], branch: Sequence[int]) -> tuple[int, ...]:
    """Meetings by round that no order of these lines goes below: each group spread evenly over the parts."""
    members: dict[int, int] = {}
    for line in lines:
        if line is not None:
            members[branch[line]] = members.get(branch[line], 0) + 1
    found = []
    part = 2
    while part <= len(lines):
        room = [
            sum(line is not None for line in lines[start : start + part])
            for start in range(0, len(lines), part)
        ]
        found.append(sum(fewest([0] * len(room), room, count) for count in members.values()))
        part *= 2
    return tuple(found)
