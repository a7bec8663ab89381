"""The definition of a right answer, by trying every pairing. Written from the rules, not from the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
    byes = [entry.byes + (place == bye) for place, entry in enumerate(entries)]

    def further(left: int, gone: set[frozenset[int]], byes: list[int]) -> bool:
        if left == 0:
            return True
        # The bye goes to somebody who has had as few of them as anybody.
        resting = [place for place in range(size) if byes[place] == min(byes)] if size % 2 else [None]
        for rests in resting:
            for pairs in all_pairings([place for place in range(size) if place != rests]):
                round_ = {frozenset(pair) for pair in pairs}
                then = [count + (place == rests) for place, count in enumerate(byes)]
                if not round_ & gone and further(left - 1, gone | round_, then):
                    return True
        return False

    return further(rounds, used, byes)


def price_of(entries: Sequence[PairingEntry], options: PairingOptions, pairs: Pairs) -> int:
    """The sum that ``balanced`` makes least (the points of the oracle's entries are whole halves)."""
    total = 0
    for one, other in pairs:
        halves = round(2 * (entries[one].points - entries[other].points))
        total += 1000 * halves**2 + (one - other) ** 2
        if options.same_branch == "avoid" and same(entries, one, other):
            total += options.same_branch_price
    return total


def drawn(places: Sequence[int], seed: int | str) -> list[int]:
    """The order that a seed draws, as docs/pair.md tells the people in the hall."""
    generator, order = random.Random(seed), list(places)
    for k in range(len(order), 1, -1):
        j = int(generator.random() * k) + 1
        order[k - 1], order[j - 1] = order[j - 1], order[k - 1]
    return order


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


@dataclass(frozen=True)
class Best:
    """The best key; the bye and the pairs of one pairing that has it, pairs made by hand included."""

    key: tuple[Any, ...]
    bye: int | None
    pairs: Pairs


def best(
    entries: Sequence[PairingEntry],
    options: PairingOptions,
    rounds_left: int = 1,
    seed: int = 0,
    pinned: Pairs = (),
) -> Best | None:
    """The best of all pairings; ``None`` where the bans leave nothing."""
    by_hand = {place for pair in pinned for place in pair}
    free = [
        place
        for place, entry in enumerate(entries)
        if not entry.absent and not entry.wants_bye and place not in by_hand
    ]
    resting = list(reversed(free))
    if options.bye == "lots":
        resting = drawn(resting, f"bye {seed}")
    found = None
    for bye in free if len(free) % 2 else [None]:
        left = [place for place in free if place != bye]
        order = drawn(left, seed) if options.method == "lots" else left
        for pairs in all_pairings(left):
            key = key_of(entries, options, pairs, bye, rounds_left, order, resting, pinned)
            if key is not None and (found is None or key < found.key):
                found = Best(key, bye, tuple(sorted((*pairs, *pinned))))
    return found


def key_of(
    entries: Sequence[PairingEntry],
    options: PairingOptions,
    pairs: Pairs,
    bye: int | None,
    rounds_left: int = 1,
    order: Sequence[int] = (),
    resting: Sequence[int] = (),
    pinned: Pairs = (),
) -> tuple[Any, ...] | None:
    """The lines of the law in their order; ``None`` where a ban forbids the pairing.

    ``order`` is that in which ``lots`` takes those to be paired, ``resting`` that in which a bye is offered.
    """
    inside = sum(same(entries, *pair) for pair in pairs)
    if options.same_branch == "never" and inside:
        return None
    avoids = options.rematches == "avoid"
    rematches = sum(met(entries, *pair) for pair in pairs) if avoids else 0
    spoilt = 0
    if rounds_left > 1 and avoids and options.lookahead and not rematches:
        played = (*pairs, *pinned)
        while not completable(entries, played, bye, rounds_left - 1 - spoilt):
            spoilt += 1
    law: tuple[Any, ...] = (
        0 if bye is None else entries[bye].byes,
        rematches,
        spoilt,
        0 if bye is None else list(resting).index(bye) if resting else -bye,
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
    turn = {place: number for number, place in enumerate(order)}
    return (*law, costly, sorted(tuple(sorted((turn[a], turn[b]))) for a, b in pairs))


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


@dataclass(frozen=True)
class Case:
    """One method with one option, to be held against all pairings on random states."""

    name: str
    options: PairingOptions
    pins: bool = False
    ahead: bool = False


def cases() -> Iterator[Case]:
    """Every method with every option that bears on it."""
    for method in ("adjacent", "balanced", "fold", "slide", "lots"):
        plain = PairingOptions(method=method, lookahead=False)
        for rematches in ("avoid", "allow"):
            for same_branch in ("ignore", "avoid", "never"):
                name = f"{method}, rematches {rematches}, same branch {same_branch}"
                yield Case(name, replace(plain, rematches=rematches, same_branch=same_branch))
        yield Case(f"{method}, bye by lot", replace(plain, bye="lots"))
        yield Case(f"{method}, pairs made by hand", replace(plain, same_branch="avoid"), pins=True)
        yield Case(f"{method}, looking ahead", PairingOptions(method=method, same_branch="avoid"), ahead=True)
        avoid = replace(plain, same_branch="avoid")
        if method == "adjacent":
            for reach in (1, 2, 4):
                yield Case(f"{method}, reach {reach}", replace(avoid, same_branch_reach=reach))
        if method == "balanced":
            for price in (0, 50, 3_000):
                yield Case(f"{method}, price {price}", replace(avoid, same_branch_price=price))


def random_pins(rng: random.Random, entries: Sequence[PairingEntry], options: PairingOptions) -> Pairs:
    """One or two pairs made by hand, of entries that are here."""
    here = [place for place, entry in enumerate(entries) if not entry.absent and not entry.wants_bye]
    rng.shuffle(here)
    pins = [tuple(sorted(pair)) for pair in zip(here[::2], here[1::2], strict=False)][: rng.randint(1, 2)]
    return tuple(sorted((one, other) for one, other in pins))
