"""The methods of a Swiss round, one answer for one input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .adjacent import Choice, Line, pair_adjacent
from .balanced import BalancedCost
from .exact import Cost, least
from .field import Field
from .lots import Lots
from .near import cheapest
from .options import PairingOptions
from .outlook import Outlook
from .ranked import cheapest_passing
from .score_groups import Groups
from .values import Seed

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """The pairs of a method with those passed over, and the sum of its prices where it has one."""

    choices: list[Choice]
    cost: int | None = None


def by_method(
    field: Field,
    free: Sequence[int],
    options: PairingOptions,
    seed: Seed,
    outlook: Outlook,
    settled: Sequence[Pair],
) -> Found:
    """Pair ``free`` (even, in rank order); ``settled`` is the bye, as a pair with ``outlook.bye``."""
    if options.method == "balanced":
        price = BalancedCost(field, options.same_branch_price)
        if outlook.binding:
            total, pairs = _cheapest(free, price, outlook, settled)
        else:
            proven = cheapest(free, price, price.floor, crowded=price.crowded)
            assert proven is not None, "the bans were checked before"
            total, pairs = proven.cost, proven.pairs
        rematches = sum(field.have_met(*pair) for pair in pairs) if field.avoids_rematches else 0
        return Found(_nearer(free, pairs), total - rematches * price.rematch)
    if options.method in ("fold", "slide"):
        groups = Groups(field, free)
        _, pairs = _cheapest(free, groups.floating, outlook, settled)
        floats = [pair for pair in pairs if groups.floats(*pair)]
        floated = {vertex for pair in floats for vertex in pair}
        rest = [vertex for vertex in free if vertex not in floated]
        inside = groups.inside(rest, options.method)
        parts = [rest] if outlook.binding else groups.apart(rest)
        inner = [pair for part in parts for pair in _cheapest(part, inside, outlook, [*settled, *floats])[1]]
        ideal = groups.ideal(rest, options.method)
        found = [Choice(*pair, by="ideal", floats=True) for pair in floats]
        found += [
            Choice(one, other, () if ideal[one] == other else (ideal[one],), by="ideal")
            for one, other in inner
        ]
        return Found(sorted(found, key=lambda choice: choice.one))
    order = Lots(seed).order(free) if options.method == "lots" else list(free)
    if outlook.binding:
        walked = _walk_with_outlook(field, order, outlook, settled)
        if walked is not None:
            return Found(walked)
        outlook.give_up()
    walk = pair_adjacent(field, order)
    assert walk is not None, "the bans were checked before"
    return Found(walk)


def _nearer(free: Sequence[int], pairs: Sequence[Pair]) -> list[Choice]:
    """Pairs in rank order, each with those who were left and stand nearer."""
    line = Line(free)
    found = []
    for one, other in sorted(pairs):
        passed = []
        between = line.next(one)
        while between != other:
            passed.append(between)
            between = line.next(between)
        line.take(one)
        line.take(other)
        found.append(Choice(one, other, tuple(passed), by="near"))
    return found


def _cheapest(
    vertices: Sequence[int], cost: Cost, outlook: Outlook, settled: Sequence[Pair]
) -> tuple[int, list[Pair]]:
    if outlook.binding:
        everybody = len(vertices) // 2 + len(settled)

        def hopeful(pairs: Sequence[Pair]) -> bool:
            return outlook.completes([*settled, *pairs]) is not None

        def passes(pairs: Sequence[Pair]) -> bool:
            assert len(pairs) + len(settled) == everybody
            return hopeful(pairs)

        passing = cheapest_passing(vertices, cost, passes, hopeful)
        if passing is not None:
            return passing
        outlook.give_up()
    found = least(vertices, cost)
    assert found is not None, "the bans were checked before"
    return found


def _walk_with_outlook(
    field: Field, order: Sequence[int], outlook: Outlook, settled: Sequence[Pair]
) -> list[Choice] | None:
    """``adjacent`` where each pair must also leave the rounds left completable; ``None`` if that takes too
    long.
    """
    chosen = list(settled)
    budget = -1
    witness = None
    while witness is None:
        budget += 1
        if budget > len(order) // 2:
            return None
        witness = outlook.completes(chosen, budget)
    left = list(order)
    choices: list[Choice] = []
    while left:
        one = left[0]
        for place in range(1, len(left)):
            pair = (min(one, left[place]), max(one, left[place]))
            if field.have_met(*pair) or (field.never and field.same_branch(*pair)):
                continue
            if pair not in witness:
                found = outlook.completes([*chosen, pair], budget)
                if found is None:
                    continue
                witness = found
            chosen.append(pair)
            choices.append(Choice(one, left[place], tuple(left[1:place])))
            left = left[1:place] + left[place + 1 :]
            break
        else:
            raise AssertionError(f"the witness lost entry {one}")
    return choices
