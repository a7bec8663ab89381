"""The entries of one round as numbers: who may meet whom, and what each meeting costs.

Entries are numbered from 0 in rank order. A meeting costs ``field.rematch`` when the two have met and 1
when a branch would meet itself (``avoid``); it is banned (``None``) by ``never``. As a whole pairing has
fewer pairs than ``field.rematch``, the least sum has the fewest rematches first and the fewest same-branch
meetings next.
"""

from __future__ import annotations

from collections.abc import Sequence

from .options import PairingOptions
from .values import EntryId, PairingEntry


class Field:
    """Entries in rank order with the rules for meeting; vertices are places in that order."""

    def __init__(self, entries: Sequence[PairingEntry], options: PairingOptions) -> None:
        self.entries = entries
        self.size = len(entries)
        self.ids: list[EntryId] = [entry.id for entry in entries]
        self.met: list[set[EntryId] | frozenset[EntryId]] = [entry.met for entry in entries]
        self.never = options.same_branch == "never"
        self.avoid = options.same_branch == "avoid"
        self.reach = options.same_branch_reach if self.avoid and options.method == "adjacent" else None
        self.avoids_rematches = options.rematches == "avoid"
        self.rematch = self.size + 2
        self.branch = self._numbered_branches()
        self._make_mutual()

    def _numbered_branches(self) -> list[int]:
        """A number for each branch; an entry without a branch has a number of its own."""
        numbers: dict[str, int] = {}
        branches: list[int] = []
        for place, entry in enumerate(self.entries):
            branches.append(numbers.setdefault(entry.branch, place) if entry.branch else place)
        return branches

    def _make_mutual(self) -> None:
        """A meeting that only one of the two remembers counts for both."""
        met = self.met
        place_of = {entry_id: place for place, entry_id in enumerate(self.ids)}.get
        for entry_id, entry in zip(self.ids, self.entries, strict=True):
            for other in entry.met:
                there = place_of(other)
                if there is not None and entry_id not in met[there]:
                    known = met[there]
                    if isinstance(known, frozenset):
                        known = met[there] = set(known)
                    known.add(entry_id)

    def have_met(self, one: int, other: int) -> bool:
        return self.ids[other] in self.met[one]

    def same_branch(self, one: int, other: int) -> bool:
        return self.branch[one] == self.branch[other]

    def cost(self, one: int, other: int) -> int | None:
        """Price of a meeting; ``None`` where it is banned."""
        price = 0
        if self.branch[one] == self.branch[other]:
            if self.never:
                return None
            if self.avoid:
                price = 1
        elif self.reach is not None and abs(one - other) > self.reach:
            # So far down is no way to avoid a same-branch meeting: it counts as one that was not avoided.
            price = 1
        if self.avoids_rematches and self.ids[other] in self.met[one]:
            price += self.rematch
        return price

    def without_branches(self) -> Field:
        """The same field where only bans and rematches cost anything."""
        if not self.avoid:
            return self
        other = object.__new__(Field)
        other.__dict__.update(self.__dict__)
        other.avoid = False
        other.reach = None
        return other
