"""States of large tournaments for the pairing benchmarks: played by the rules, results by lot."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from tournament.pairing import PairingEntry, PairingOptions, pair

PLAIN = PairingOptions(lookahead=False)


def after(
    rounds: int, size: int, branch: Callable[[int], str | None] = lambda number: None, seed: int = 1
) -> list[PairingEntry]:
    """``size`` entries in rank order after ``rounds`` rounds of ``adjacent``."""
    rng = random.Random(seed)
    entries = [PairingEntry(number, branch=branch(number)) for number in range(size)]
    rng.shuffle(entries)
    for _ in range(rounds):
        answer = pair(entries, PLAIN)
        met = dict(answer.pairs) | {other: one for one, other in answer.pairs}
        winners = {rng.choice(pair_) for pair_ in answer.pairs}
        entries = sorted(
            (
                replace(
                    entry,
                    points=entry.points + 2 * (entry.id in winners),
                    met=entry.met | {met[entry.id]} if entry.id in met else entry.met,
                    byes=entry.byes + (entry.id == answer.bye),
                )
                for entry in entries
            ),
            key=lambda entry: (-entry.points, rng.random()),
        )
    return entries


def even_branches(count: int) -> Callable[[int], str]:
    """``count`` branches of one size."""
    return lambda number: f"b{number % count}"


def one_large_branch(share: int) -> Callable[[int], str]:
    """One branch with ``share`` per cent of the field, the others small."""
    return lambda number: "large" if number * 7919 % 100 < share else f"b{number % 40}"
