"""Drawing a knock-out: seeds on their lines, byes to the best of them, the others by lot, branches apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.answers import Problem, Reason, Refused

from .bracket import LARGEST, Bracket, bracket_from_lines, seed_lines, width_for
from .lots import Lots
from .separation import meetings, spread
from .values import Seed


def knockout(
    size: int,
    *,
    seeds: int | Sequence[int] = 0,
    branches: Sequence[str | None] | None = None,
    seed: Seed = 0,
    places: int = 2,
    consolation: bool = False,
    same_branch: str = "avoid",
) -> Bracket:
    """Draw a bracket for entries 1 to ``size`` (2 to 1,024).

    ``seeds``: how many of the first entries are seeded, or the seeded numbers, best first.
    ``branches[n-1]`` is the branch of entry n; same-branch meetings come as late as the bracket allows
    (``avoid``) or as the lot has it (``ignore``); ``never`` is ``avoid`` that is refused where the first
    round cannot spare one, as no draw can promise it for the rounds after. ``seed`` opens the lots.
    ``places`` and ``consolation`` as in ``bracket_from_lines``. Byes go to the seeds, best first, then
    spread evenly over the bracket; no two byes meet. Raises ``Refused``.
    """
    problems: list[Problem] = []
    if not 2 <= size <= LARGEST:
        problems.append(Problem("size-out-of-range", "size", {"size": size, "least": 2, "most": LARGEST}))
        raise Refused(problems)
    ranked = list(range(1, seeds + 1)) if isinstance(seeds, int) else list(seeds)
    if len(set(ranked)) < len(ranked) or any(not 1 <= number <= size for number in ranked):
        problems.append(Problem("seeds-not-entries", "seeds", {"seeds": tuple(ranked), "size": size}))
    if branches is not None and len(branches) != size:
        problems.append(Problem("branches-not-size", "branches", {"branches": len(branches), "size": size}))
    if problems:
        raise Refused(problems)

    width = width_for(size)
    numbers = {name: place for place, name in enumerate(branches or ()) if name}
    branch = [0] + [
        numbers[name] if name else -1 - place for place, name in enumerate(branches or [None] * size)
    ]
    judged = branch if same_branch != "ignore" else list(range(size + 1))
    seats: list[int | None] = [
        -1 if strength > size else ranked[strength - 1] if strength <= len(ranked) else None
        for strength in seed_lines(width)
    ]
    lots = Lots(seed)
    free = [number for number in range(1, size + 1) if number not in set(ranked)]
    lines, proven = spread(seats, free, judged, lots)
    can_meet = meetings(lines, branch)
    if same_branch == "never" and can_meet[0]:
        raise Refused([Problem("never-in-a-bracket", "same_branch", {"pairs": can_meet[0]})])
    reasons = [Reason("bracket-drawn", "", {"seed": seed, "size": size, "lines": width})]
    if ranked:
        reasons.append(Reason("bracket-seeds", "", {"seeds": tuple(ranked)}))
    bracket = bracket_from_lines(lines, places, consolation)
    if bracket.byes:
        reasons.append(Reason("bracket-byes", "", {"byes": bracket.byes}))
    if same_branch == "never" and any(can_meet):
        round_ = next(number for number, pairs in enumerate(can_meet, start=1) if pairs)
        values = {"round": round_, "pairs": can_meet[round_ - 1]}
        reasons.append(Reason("never-only-in-round-1", "", values))
    reasons += [
        Reason("branches-meet-by-round", "", {"round": round_, "pairs": pairs})
        for round_, pairs in enumerate(can_meet, start=1)
        if pairs and round_ < len(can_meet) and same_branch == "avoid"
    ]
    if not proven:
        reasons.append(Reason("separation-not-proven", ""))
    return replace(bracket, can_meet=can_meet, separated=proven, reasons=tuple(reasons))
