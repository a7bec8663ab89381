"""What becomes of the results of those who left a stage, or were put out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.standings import Result, annul, withdraw
from tournament.models import Entry, Stage
from tournament.stages.progress import rules_of

LEFT = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}


def leaves_nothing(stage: Stage, status: str, played: int, scheduled: int) -> bool:
    """Whether one who left with ``status`` leaves no results: having played so many of its matches.

    Of a disqualified entry the stage's table ``standings`` says it (``disqualified``: stand, annul or share).
    Where it says nothing, and for all who withdraw, a round robin goes by ``withdrawal_share``, and in every
    other format what was played stands.
    """
    said = stage.config.get("standings", {}).get("disqualified", "share")
    if status == Entry.Status.DISQUALIFIED and said != "share":
        return bool(said == "annul")
    return (
        stage.format == Stage.Format.ROUND_ROBIN
        and scheduled > 0
        and played < rules_of(stage).withdrawal_share * scheduled
    )


def without_those_who_left(
    stage: Stage, results: Sequence[Result], entries: Sequence[Entry], groups: Mapping[str, list[int]]
) -> list[Result]:
    """The results, those struck that count for nobody because one side has left."""
    found = list(results)
    for entry in entries:
        if entry.status not in LEFT:
            continue
        if leaves_nothing(stage, entry.status, 0, 0):
            found = list(annul(found, entry.number))
        elif scheduled := scheduled_for(stage, entry.number, groups):
            share = rules_of(stage).withdrawal_share
            if leaves_nothing(stage, entry.status, 0, scheduled):
                found = list(withdraw(found, entry.number, scheduled, share=share)[0])
    return found


def scheduled_for(stage: Stage, number: int, groups: Mapping[str, list[int]]) -> int:
    """How many matches the schedule of a round robin gives an entry; 0 for one that is in no group."""
    size = next((len(members) for members in groups.values() if number in members), 0)
    double = bool(stage.config.get("pairing", {}).get("double", False))
    return (size - 1) * (2 if double else 1) if size else 0
