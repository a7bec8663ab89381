"""A round as it was worked out, before it is saved: what the record keeps, and how it is seated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.answers import Reason
from tournament.change import Change
from tournament.models import Entry, Round

Side = int | tuple[str, int] | None
"""An entry's number, or the ``winner`` or ``loser`` of a match of the same stage."""


@dataclass(frozen=True)
class Meet:
    """One encounter: its ``number`` in its ``round``, both sides, or one and the code of its bye.

    ``boards`` are the pairs that meet, where the sides are squads; ``place`` says what a match of a bracket
    is for (``main:1-8``).
    """

    round: int
    number: int
    sides: tuple[Side, ...]
    bye: str = ""
    group: str = ""
    place: str = ""
    boards: tuple[tuple[int, int], ...] = ()
    table: int = 0


@dataclass(frozen=True)
class Planned:
    """A drawn round. ``facts`` is kept with the draw; ``save`` seats it inside the change that keeps it."""

    method: str
    facts: dict[str, Any]
    save: Callable[[Change, Round], None]
    reasons: Sequence[Reason] = ()
    by_number: Mapping[int, Entry] = field(default_factory=dict)

    def reasons_as_kept(self) -> list[dict[str, Any]]:
        return [{"code": one.code, "values": plain(one.values)} for one in self.reasons]


def plain(value: Any) -> Any:
    """A reason's values as JSON keeps them."""
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value
