"""The definition of a right answer, by trying every pairing. Written from the rules, not from the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from tournament.pairing import PairingEntry, PairingOptions

Pairs = tuple[tuple[int, int], ...]


def all_pairings(places: Sequence[int]) -> Iterator[Pairs]:
    if not places:
        yield ()
        return
    first, rest = places[0], list(places[1:])
    for number, other in enumerate(rest):
        for pairs in all_pairings(rest[:number] + rest[number + 1 :]):
            yield ((first, other), *pairs)


def met(entries: Sequence[PairingEntry], one: int, other: int) -> bool:
    return entries[other].id in entries[one].met or entries[one].id in entries[other].met


def same(entries: Sequence[PairingEntry], one: int, other: int) -> bool:
    return bool(entries[one].branch) and entries[one].branch == entries[other].branch


def completable(entries: Sequence[PairingEntry], played: Pairs, bye: int | None, rounds: int) -> bool:
    """Whether that many further rounds without a rematch exist after this one, by plain search."""
    size = len(entries)
    used = {frozenset(pair) for pair in played}
    used |= {frozenset((a, b)) for a in range(size) for b in range(a) if met(entries, a, b)}
    field = list(range(size))
    if size % 2:
        field.append(size)
        rested = {place for place in range(size) if entries[place].byes}
        used |= {frozenset((place, size)) for place in rested | {bye}}

    def further(left: int, gone: set[frozenset[int]]) -> bool:
        if left == 0:
            return True
        for pairs in all_pairings(field):
            round_ = {frozenset(pair) for pair in pairs}
            if not round_ & gone and further(left - 1, gone | round_):
                return True
        return False

    return further(rounds, used)


def price_of(entries: Sequence[PairingEntry], options: PairingOptions, pairs: Pairs) -> Fraction:
    """The sum that ``balanced`` makes least."""
    total = Fraction(0)
    for one, other in pairs:
        halves = 2 * (Fraction(entries[one].points) - Fraction(entries[other].points))
        total += 1000 * halves**2 + (one - other) ** 2
        if options.same_branch == "avoid" and same(entries, one, other):
            total += options.same_branch_price
    return total


def by_score_group(entries: Sequence[PairingEntry], method: str, pairs: Pairs) -> tuple[Any, ...]:
    """What ``fold`` and ``slide`` make least, in this order."""
    scores = sorted({entries[place].points for pair in pairs for place in pair}, reverse=True)
    floats = [pair for pair in pairs if entries[pair[0]].points != entries[pair[1]].points]
    again = sum(entries[place].floated is not None for pair in floats for place in pair)
    apart = sum(abs(scores.index(entries[a].points) - scores.index(entries[b].points)) for a, b in floats)
    near = sum((a - b) ** 2 for a, b in floats)
    return len(floats), again, apart, near


def inside_groups(entries: Sequence[PairingEntry], method: str, pairs: Pairs) -> int:
    """How far the pairs within a group are from the fold or the slide of those who stay in it."""
    inner = [pair for pair in pairs if entries[pair[0]].points == entries[pair[1]].points]
    staying = sorted(place for pair in inner for place in pair)
    off = 0
    for one, other in inner:
        group = [place for place in staying if entries[place].points == entries[one].points]
        a, b = sorted((group.index(one), group.index(other)))
        ideal = a + b - (len(group) - 1) if method == "fold" else b - a - len(group) // 2
        off += ideal**2
    return off


def best(
    entries: Sequence[PairingEntry], options: PairingOptions, rounds_left: int = 1
) -> tuple[tuple[Any, ...], int | None, Pairs] | None:
    """The best key, its bye and (for ``adjacent``) its one pairing; ``None`` where the bans leave nothing."""
    free = [place for place, entry in enumerate(entries) if not entry.absent and not entry.wants_bye]
    found = None
    for bye in free if len(free) % 2 else [None]:
        for pairs in all_pairings([place for place in free if place != bye]):
            key = key_of(entries, options, pairs, bye, rounds_left)
            if key is not None and (found is None or key < found[0]):
                found = key, bye, pairs
    return found


def key_of(
    entries: Sequence[PairingEntry],
    options: PairingOptions,
    pairs: Pairs,
    bye: int | None,
    rounds_left: int = 1,
) -> tuple[Any, ...] | None:
    """The lines of the law in their order; ``None`` where a ban forbids the pairing."""
    inside = sum(same(entries, *pair) for pair in pairs)
    if options.same_branch == "never" and inside:
        return None
    avoids = options.rematches == "avoid"
    rematches = sum(met(entries, *pair) for pair in pairs) if avoids else 0
    dead_end = 0
    if rounds_left > 1 and avoids:
        dead_end = int(bool(rematches) or not completable(entries, pairs, bye, rounds_left - 1))
    law: tuple[Any, ...] = (
        0 if bye is None else entries[bye].byes,
        rematches,
        dead_end,
        0 if bye is None else -bye,
    )
    reach = options.same_branch_reach if options.method == "adjacent" else None
    costly = 0
    if options.same_branch == "avoid":
        costly = sum(same(entries, a, b) or (reach is not None and b - a > reach) for a, b in pairs)
    if options.method == "adjacent":
        return (*law, costly, pairs)
    if options.method == "balanced":
        return (*law, price_of(entries, options, pairs))
    if options.method in ("fold", "slide"):
        return (*law, costly, *by_score_group(entries, options.method, pairs))
    return (*law, costly)


def random_entries(rng: random.Random, size: int) -> list[PairingEntry]:
    """A state of a tournament, likely or not: some have met, some had byes, branches of any size."""
    share = rng.choice((0.15, 0.4, 0.7))
    opponents: dict[int, set[int]] = {number: set() for number in range(1, size + 1)}
    for one in opponents:
        for other in range(one + 1, size + 1):
            if rng.random() < share:
                opponents[one].add(other)
                opponents[other].add(one)
    names = rng.choice((["A"], ["A", "B"], ["A", "B", "C", None], ["A", "", None]))
    scores = sorted((rng.randint(0, rng.choice((2, 6))) / 2 for _ in opponents), reverse=True)
    return [
        PairingEntry(
            id=number,
            branch=rng.choice(names),
            points=scores[number - 1],
            met=frozenset(opponents[number]),
            byes=rng.choice((0, 0, 0, 1)),
            floated=rng.choice((None, None, "down", "up")),
            wants_bye=rng.random() < 0.05,
            absent=rng.random() < 0.05,
        )
        for number in opponents
    ]


def random_options(rng: random.Random, method: str) -> PairingOptions:
    return PairingOptions(
        method=method,
        rematches=rng.choice(("avoid", "avoid", "allow")),
        same_branch=rng.choice(("ignore", "avoid", "never")),
        same_branch_reach=rng.choice((None, None, 2, 4)),
        same_branch_price=rng.choice((16_000, 16_000, 50, 3_000)),
        lookahead=False,
    )
