"""What the entries of each branch brought together: the same sums on pages, on paper and for prizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.standings import BranchRow, Table, branch_totals, load_tiebreaks, rank
from tournament.stages.ranking import ranking
from tournament.stages.tables import StageFacts


def branch_rows(
    facts: StageFacts, until: int | None = None, best: int | None = None
) -> tuple[BranchRow, ...]:
    """Branches by their entries' points after round ``until``, of the ``best`` so many of each.

    Places are those of the stage's own order. ``facts`` are read with people; where squads meet they are
    those of the pairs (``pairs_of``).
    """
    branches = {entry.number: entry.branch.name for entry in facts.entries if entry.branch is not None}
    last = last_decided(facts) if until is None else until
    played = [result for result in facts.results if result.round <= last]
    return branch_totals(
        points_of(facts, last), played, branches, best=best, ranks=places_by_number(facts, last)
    )


def last_decided(facts: StageFacts) -> int:
    """The latest round after which there is a table, 0 before any."""
    return max(facts.decided, default=0)


def places_by_number(facts: StageFacts, until: int) -> dict[Any, int | None]:
    """The place of everybody in the stage or in their group after round ``until``."""
    places: dict[Any, int | None] = {}
    groups: Sequence[str | None] = [*facts.groups] or [None]
    for group in groups:
        places |= {placed.number: placed.rank for placed in ranking(facts, group, until)}
    return places


def points_of(facts: StageFacts, until: int) -> Table:
    """The match points of everybody in a stage, whatever its own table goes by."""
    played = [result for result in facts.results if result.round <= until]
    return rank(facts.ranked(), played, load_tiebreaks(["points"]), facts.rules[1])
