"""Whole tournaments with results by lot, withdrawals and late entries, for tests and benchmarks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tournament.pairing import Pairing, PairingEntry, PairingOptions, pair


@dataclass
class Simulated:
    """A field in rank order. ``play`` pairs a round, gives results by lot and ranks anew."""

    rng: random.Random
    entries: list[PairingEntry]
    meetings: list[frozenset[int]] = field(default_factory=list)

    @classmethod
    def of(cls, size: int, seed: str, branches: int = 0) -> Simulated:
        rng = random.Random(seed)
        names = [f"branch {number}" for number in range(branches)] or [None]
        return cls(rng, [PairingEntry(number, branch=rng.choice(names)) for number in range(1, size + 1)])

    def play(self, options: PairingOptions, rounds_left: int, seed: int = 0) -> Pairing:
        answer = pair(self.entries, options, rounds_left=rounds_left, seed=seed)
        self.record(answer)
        return answer

    def record(self, answer: Pairing) -> None:
        against = dict(answer.pairs)
        against |= {other: one for one, other in answer.pairs}
        byes = {entry for who in answer.byes.values() for entry in who}
        winners = {self.rng.choice(pair_) for pair_ in answer.pairs} | byes
        self.meetings += [frozenset(pair_) for pair_ in answer.pairs]
        after = []
        for entry in self.entries:
            other = against.get(entry.id)
            after.append(
                replace(
                    entry,
                    points=entry.points + 2 * (entry.id in winners),
                    level_difference=entry.level_difference + self.rng.randint(-9, 9),
                    met=entry.met if other is None else entry.met | {other},
                    byes=entry.byes + (entry.id in byes),
                )
            )
        self.entries = sorted(after, key=lambda entry: (-entry.points, -entry.level_difference, entry.id))

    def withdraw(self) -> None:
        """Somebody does not come back."""
        self.entries.remove(self.rng.choice(self.entries))

    def late(self) -> None:
        """Somebody new comes, last in rank."""
        newest = max(entry.id for entry in self.entries) + 1000
        self.entries.append(PairingEntry(newest, branch=self.rng.choice(self.entries).branch))


def sound(entries: list[PairingEntry], answer: Pairing) -> Iterator[str]:
    """What is wrong with an answer, whatever the method: nobody missing, nobody twice, counts as they are."""
    seated = [entry for pair_ in answer.pairs for entry in pair_]
    seated += [entry for who in answer.byes.values() for entry in who]
    wanted = sorted(entry.id for entry in entries if not entry.absent)
    if sorted(seated) != wanted:
        yield "not everybody once"
    known = {entry.id: entry for entry in entries}
    again = sum(other in known[one].met or one in known[other].met for one, other in answer.pairs)
    if again != answer.rematch_count:
        yield "rematches miscounted"
    inside = sum(
        bool(known[one].branch) and known[one].branch == known[other].branch for one, other in answer.pairs
    )
    if inside != answer.same_branch_count:
        yield "same-branch meetings miscounted"
    asked = {entry.id for entry in entries if entry.wants_bye and not entry.absent}
    if set(answer.byes.get("asked", ())) != asked:
        yield "asked-for byes not given"
    if len(answer.byes.get("given", ())) != (len(wanted) - len(asked)) % 2:
        yield "a bye too many or too few"
