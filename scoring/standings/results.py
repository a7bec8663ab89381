"""What standings are made of: entries, and results that already know what they are worth.

Nothing here knows a ladder or a regulation. Points, level differences and rungs come in as numbers, so one
engine ranks pairs, squads and branches alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

EntryId = Hashable
Number = int | float
Value = Number | tuple[Number, ...] | None
Difference = Number | Literal["average", "maximum"]


class Kind(StrEnum):
    """How a result came about. Each is a fact of its own: a forfeit is never "0–0"."""

    PLAYED = "played"
    FORFEIT = "forfeit"  # one side did not play; ``winner`` is the other
    DOUBLE_FORFEIT = "double_forfeit"
    BYE = "bye"  # given, because the field was odd
    ASKED_BYE = "asked_bye"
    FREE = "free"  # no opponent, because that one had withdrawn or was put out
    ANNULLED = "annulled"  # played or not, it counts for neither
    PENDING = "pending"  # not played yet: not a result at all
    ADJUSTMENT = "adjustment"  # points or differences without a match


WITHOUT_OPPONENT = frozenset({Kind.BYE, Kind.ASKED_BYE, Kind.FREE, Kind.ADJUSTMENT})


@dataclass(frozen=True, slots=True)
class Entry:
    """One who is ranked. ``carried`` brings values of an earlier stage, by tie-break key.

    ``placed`` is false for one who keeps no place (disqualified, struck): it stands below, without a rank,
    while what others did against it still counts for them.
    """

    id: EntryId
    carried: Mapping[str, Number] = field(default_factory=dict)
    placed: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """What one match, bye or adjustment brought to its two sides (``a`` first, then ``b``).

    ``points``, ``difference`` (levels), ``rungs`` (above the start), ``small`` and ``card_points`` are pairs;
    ``None`` where the match has none. A difference may be ``"average"`` (of the entry's own other played
    matches) or ``"maximum"`` (the greatest of that round). ``levels`` are only shown. A ``struck`` result is
    listed but counts for nobody. ``note`` is the reason of an adjustment.
    """

    round: int
    a: EntryId
    b: EntryId | None = None
    kind: Kind = Kind.PLAYED
    points: tuple[Number, Number] = (0, 0)
    winner: Literal["a", "b"] | None = None
    difference: tuple[Difference, Difference] | None = None
    rungs: tuple[Number, Number] | None = None
    small: tuple[Number, Number] | None = None
    card_points: tuple[Number, Number] | None = None
    levels: tuple[str, str] | None = None
    key: str = ""
    struck: bool = False
    note: str = ""


UNPLAYED = ("fide", "fide_2026", "fide_round_robin", "virtual", "nothing")


@dataclass(frozen=True, slots=True)
class Settings:
    """What all tie-breaks share.

    ``win`` and ``draw`` are the match points of a full win and of a draw. ``unplayed`` says how matches that
    were not played count in opponents' points (see ``unplayed.py``). ``seed`` draws the lots.
    """

    win: Number = 2
    draw: Number = 1
    unplayed: str = "fide"
    seed: int | str = 0


def tidy(number: Number) -> Number:
    """The number as it is compared and shown: whole numbers as whole, the rest to six decimals."""
    if isinstance(number, float):
        number = round(number, 6)
        if number.is_integer():
            return int(number)
    return number


def in_order(entry_id: EntryId) -> tuple[int, Number, str]:
    """A sorting key for numbers, texts and keys alike, so that no list depends on its input's order."""
    if isinstance(entry_id, int | float):
        return (0, entry_id, "")
    return (1, 0, str(entry_id))
