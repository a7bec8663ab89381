"""An entry that leaves a round robin: its results stand, or are struck, by the share that it has played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.answers import Reason

from .results import EntryId, Kind, Result

DISQUALIFIED = ("stand", "annul", "share")
"""What becomes of the results of a disqualified entry: they stand, they are struck, or as one who withdraws.
"""
COUNTS = frozenset({Kind.PLAYED, Kind.FORFEIT, Kind.DOUBLE_FORFEIT})


def withdraw(
    results: Sequence[Result],
    entry: EntryId,
    scheduled: int,
    *,
    share: float = 0.5,
    left: Iterable[Result] = (),
) -> tuple[tuple[Result, ...], Reason]:
    """The results after ``entry`` has withdrawn from ``scheduled`` matches.

    Having played less than ``share`` of them, all its results are struck: listed, but counting for nobody.
    Otherwise they stand and ``left``, its remaining matches as forfeits, are added. The reason carries the
    numbers.
    """
    if scheduled < 1:
        raise ValueError(f"{scheduled} matches scheduled")
    played = sum(
        1
        for result in results
        if entry in (result.a, result.b) and result.kind in COUNTS and not result.struck
    )
    values = {"entry": entry, "played": played, "scheduled": scheduled, "share": share}
    if played < share * scheduled:
        return annul(results, entry), Reason("withdrawal-struck", "", values)
    return (*results, *left), Reason("withdrawal-stands", "", values)


def annul(results: Iterable[Result], entry: EntryId) -> tuple[Result, ...]:
    """The results with all those of ``entry`` struck: listed, but counting for nobody."""
    return tuple(
        replace(result, struck=True) if entry in (result.a, result.b) else result for result in results
    )
