"""Filling groups: by snake, by lots, or seeds first and lots after, the branches spread over the groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.answers import Problem, Reason, Refused

from .lots import Lots
from .values import Seed

Members = list[list[int]]


@dataclass(frozen=True, slots=True)
class Grouping:
    """Groups of entry numbers (from 1), in the order of their letters, best or first drawn first.

    ``same_branch`` counts the pairs of one branch that share a group; ``separated`` says that no filling by
    the same rules has fewer.
    """

    groups: tuple[tuple[int, ...], ...]
    same_branch: int = 0
    separated: bool = True
    reasons: tuple[Reason, ...] = ()


def group_label(number: int) -> str:
    """The letter of a group, counted from 0: A … Z, then AA, AB …

    >>> group_label(0), group_label(25), group_label(26)
    ('A', 'Z', 'AA')
    """
    label = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        label = chr(ord("A") + letter) + label
    return label


def groups(
    size: int,
    count: int,
    *,
    by: str = "snake",
    seeds: int = 0,
    branches: Sequence[str | None] | None = None,
    seed: Seed = 0,
    same_branch: str = "avoid",
) -> Grouping:
    """Divide entries 1 to ``size`` into ``count`` groups whose sizes differ by one at most (by lots, the
    larger come first).

    ``by``: ``snake`` (1 2 3 4 / 8 7 6 5 …; ``avoid`` exchanges within a row), ``lots``, or ``seeds`` (the
    first ``seeds`` entries by snake, the others by lots). ``branches[n-1]`` is the branch of entry n, spread
    as evenly as the rules above let it unless ``same_branch`` is ``ignore``; ``never`` refuses what is left
    over, as everybody in a group meets. ``seed`` opens the lots. Raises
    ``Refused``.
    """
    problems = []
    if count < 1 or size < 2 * count:
        problems.append(Problem("groups-too-many", "groups", {"groups": count, "size": size}))
    if branches is not None and len(branches) != size:
        problems.append(Problem("branches-not-size", "branches", {"branches": len(branches), "size": size}))
    if by not in ("snake", "lots", "seeds"):
        allowed = ("snake", "lots", "seeds")
        problems.append(Problem("option-unknown-value", "groups_by", {"value": by, "allowed": allowed}))
    if not 0 <= seeds <= size:
        problems.append(Problem("seeds-not-entries", "seeds", {"seeds": seeds, "size": size}))
    if problems:
        raise Refused(problems)
    names = list(branches or [None] * size)
    numbered = {name: number for number, name in enumerate(names) if name}
    branch = [0, *(numbered[name] if name else -1 - number for number, name in enumerate(names))]
    judged = branch if same_branch != "ignore" else list(range(size + 1))
    lots = Lots(seed)
    if by == "snake":
        filled = _snake(size, count)
        room = [len(group) for group in filled]
        bound = _fewest([[] for _ in filled], room, range(1, size + 1), judged)
        filled = _exchange_in_rows(filled, judged)
    else:
        fixed = _snake(seeds, count) if by == "seeds" else [[] for _ in range(count)]
        drawn = lots.order(range(seeds + 1 if by == "seeds" else 1, size + 1))
        wanted = [len(group) for group in _snake(size, count)] if by == "seeds" else _sizes(size, count)
        room = [places - len(group) for places, group in zip(wanted, fixed, strict=True)]
        bound = _fewest(fixed, room, drawn, judged)
        filled = _deal(fixed, room, drawn, judged, lots)
        if _shared(filled, judged) > bound:
            filled = _flow(fixed, room, drawn, judged)
            bound = _shared(filled, judged)
    shared = _shared(filled, branch)
    separated = _shared(filled, judged) == bound
    if same_branch == "never" and shared:
        raise Refused([Problem("never-in-groups", "same_branch", {"pairs": shared})])
    reasons = [Reason(f"groups-by-{by}", "", {"seed": seed, "groups": count, "size": size, "seeds": seeds})]
    if shared and same_branch != "ignore":
        reasons.append(
            Reason(
                "branch-shares-group" if separated else "branch-shares-group-unproven", "", {"pairs": shared}
            )
        )
    return Grouping(tuple(tuple(group) for group in filled), shared, separated, tuple(reasons))


def _sizes(size: int, count: int) -> list[int]:
    return [size // count + (number < size % count) for number in range(count)]


def _snake(size: int, count: int) -> Members:
    filled: Members = [[] for _ in range(count)]
    for row, start in enumerate(range(1, size + 1, count)):
        members = range(start, min(start + count, size + 1))
        for place, entry in enumerate(members):
            filled[count - 1 - place if row % 2 else place].append(entry)
    return filled


def _shared(filled: Members, branch: Sequence[int]) -> int:
    """Pairs of one branch within one group."""
    total = 0
    for group in filled:
        members: dict[int, int] = {}
        for entry in group:
            before = members.get(branch[entry], 0)
            total += before
            members[branch[entry]] = before + 1
    return total


def _exchange_in_rows(filled: Members, branch: Sequence[int]) -> Members:
    """Exchange entries of one row of the snake, nearest first, while that keeps more of a branch apart."""
    best = _shared(filled, branch)
    better = best > 0
    while better:
        better = False
        rows = max(len(group) for group in filled)
        for row in range(rows - 1, 0, -1):
            for one in range(len(filled)):
                for other in range(one + 1, len(filled)):
                    if row >= len(filled[one]) or row >= len(filled[other]):
                        continue
                    here, there = filled[one], filled[other]
                    here[row], there[row] = there[row], here[row]
                    now = _shared(filled, branch)
                    if now < best:
                        best, better = now, True
                    else:
                        here[row], there[row] = there[row], here[row]
    return filled


def _fewest(fixed: Members, room: Sequence[int], drawn: Sequence[int], branch: Sequence[int]) -> int:
    """A number of shared groups that no filling goes below: each branch alone, spread as evenly as can be."""
    free: dict[int, int] = {}
    for entry in drawn:
        free[branch[entry]] = free.get(branch[entry], 0) + 1
    total = _shared(fixed, branch)
    for name, members in free.items():
        counts = [sum(branch[entry] == name for entry in group) for group in fixed]
        left = list(room)
        for _ in range(members):
            group = min((g for g in range(len(left)) if left[g]), key=lambda g: (counts[g], g))
            total += counts[group]
            counts[group] += 1
            left[group] -= 1
    return total


def _deal(
    fixed: Members, room: Sequence[int], drawn: Sequence[int], branch: Sequence[int], lots: Lots
) -> Members:
    """Deal branch by branch: each next member to the group with fewest of the branch and most room."""
    filled = [list(group) for group in fixed]
    left = list(room)
    turn = lots.order(range(len(fixed)))
    by_branch: dict[int, list[int]] = {}
    for entry in drawn:
        by_branch.setdefault(branch[entry], []).append(entry)
    for name, members in sorted(by_branch.items(), key=lambda item: -len(item[1])):
        for entry in members:
            group = min(
                (g for g in turn if left[g]),
                key=lambda g: (sum(branch[other] == name for other in filled[g]), -left[g], turn.index(g)),
            )
            filled[group].append(entry)
            left[group] -= 1
    return filled


def _flow(fixed: Members, room: Sequence[int], drawn: Sequence[int], branch: Sequence[int]) -> Members:
    """The exact filling: entries come one by one, each by the cheapest chain of moves between groups."""
    filled = [list(group) for group in fixed]
    free: Members = [[] for _ in fixed]
    left = list(room)
    count = len(fixed)

    def members(group: int, name: int) -> int:
        return sum(branch[entry] == name for entry in filled[group])

    for entry in drawn:
        price = [members(group, branch[entry]) for group in range(count)]
        came: list[tuple[int, int] | None] = [None] * count
        changed = True
        while changed:
            changed = False
            for here in range(count):
                for moved in free[here]:
                    saved = members(here, branch[moved]) - 1
                    for there in range(count):
                        if there == here:
                            continue
                        new = price[here] - saved + members(there, branch[moved])
                        if new < price[there]:
                            price[there], came[there], changed = new, (here, moved), True
        goal = min((g for g in range(count) if left[g]), key=lambda g: price[g])
        left[goal] -= 1
        chain = came[goal]
        while chain is not None:
            here, moved = chain
            for groups_ in (filled, free):
                groups_[here].remove(moved)
                groups_[goal].append(moved)
            goal = here
            chain = came[goal]
        filled[goal].append(entry)
        free[goal].append(entry)
    return filled
