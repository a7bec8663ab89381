"""What goes into a pairing and what comes out: plain values, in rank order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from rules.answers import Reason

EntryId = int | str
Seed = int | str

BYE_GIVEN = "given"
"""The code of a bye that parity asked for; won by forfeit is a result, never a code of a pairing."""
BYE_ASKED = "asked"
"""The code of a bye that the entry itself asked for."""


@dataclass(frozen=True, slots=True)
class PairingEntry:
    """One entry as the pairing sees it; its place in the sequence is its rank.

    ``branch`` is what same-branch meetings are judged by (a branch, or a squad); ``None`` and ``""`` mean
    none, and no branch is no conflict. ``points`` are match points, ``level_difference`` levels. ``met``
    names the opponents so far, ``byes`` counts byes of either code, ``floated`` is ``"down"`` or ``"up"``
    where the entry met another score group in the round before. ``wants_bye`` asks for a bye in this round,
    ``absent`` leaves the entry out of it altogether.
    """

    id: EntryId
    branch: str | None = None
    points: int | float | Fraction = 0
    level_difference: int | float = 0
    met: frozenset[EntryId] = frozenset()
    byes: int = 0
    floated: str | None = None
    wants_bye: bool = False
    absent: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "met", frozenset(self.met))


@dataclass(frozen=True, slots=True)
class Pairing:
    """One round: who meets whom, who has a bye and by which code, and why.

    ``pairs`` stand in the order of their higher-ranked entry, which is named first. ``bye`` is the entry that
    parity gave a bye, ``byes`` all byes by code (``given``, ``asked``). ``proven`` says that this round and
    the rounds left after it need no rematch, whatever the results. ``cost`` is what the method minimised
    where it is a number (``balanced``: the sum of its prices).
    """

    pairs: tuple[tuple[EntryId, EntryId], ...]
    bye: EntryId | None = None
    byes: Mapping[str, tuple[EntryId, ...]] = field(default_factory=lambda: MappingProxyType({}))
    rematch_count: int = 0
    same_branch_count: int = 0
    proven: bool = True
    reasons: tuple[Reason, ...] = ()
    cost: int | None = None
