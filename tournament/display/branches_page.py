"""What the entries of each branch brought together, and where each number comes from."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from scoring.standings import BranchRow, Table, branch_totals, load_tiebreaks, rank
from tournament.display.asked import number_asked
from tournament.display.tables import value_text
from tournament.models import Event, Stage
from tournament.stages.ranking import ranking
from tournament.stages.tables import StageFacts, facts_of, pairs_of


def branches_view(request: HttpRequest, event: Event, stage: Stage) -> dict[str, Any]:
    """The branches of a stage, most points first.

    ``best`` in the address: only so many entries of each count. Where squads meet, a branch has sent pairs.
    """
    facts = facts_of(stage, people=True)
    of_pairs = bool(facts.pairs)
    if of_pairs:
        facts = pairs_of(facts)
    best = number_asked(request, "best") or None
    until = number_asked(request, "round")
    last = until if until is not None else max(facts.decided, default=0)
    base = reverse("stage-pairs" if of_pairs else "stage-standings", args=[event.slug, stage.slug])
    rows = rows_of(facts, last, best)
    members: dict[str, list[int]] = {}
    for entry in facts.entries:
        if entry.branch is not None:
            members.setdefault(entry.branch.name, []).append(entry.number)
    table = points_of(facts, last)
    values = {int(str(row.entry)): row.values["points"] for row in table.rows if row.rank is not None}
    asked = f"?round={until}" if until is not None else ""
    return {
        "event": event,
        "stage": stage,
        "until": last or None,
        "asked": until,
        "published": facts.decided,
        "best": best,
        "choices": sorted({len(found) for found in members.values()}),
        "rows": [
            {
                "row": row,
                "entries": [
                    {
                        "number": number,
                        "points": value_text("points", values[number]),
                        "url": f"{base}{number}/{asked}#points",
                    }
                    for number in sorted(
                        (one for one in members[str(row.branch)] if one in values),
                        key=lambda one: (-_number(values[one]), one),
                    )
                ],
            }
            for row in rows
        ],
        "back": reverse("stage-standings", args=[event.slug, stage.slug]),
    }


def _number(value: Any) -> float:
    return float(value)


def rows_of(facts: StageFacts, until: int, best: int | None = None) -> tuple[BranchRow, ...]:
    """Branches by their entries' points after round ``until``; places are those of the stage's own order."""
    branches = {entry.number: entry.branch.name for entry in facts.entries if entry.branch is not None}
    ranks: dict[Any, int | None] = {}
    for group in [*facts.groups] or [None]:
        ranks |= {placed.number: placed.rank for placed in ranking(facts, group, until)}
    played = [result for result in facts.results if result.round <= until]
    return branch_totals(points_of(facts, until), played, branches, best=best, ranks=ranks)


def points_of(facts: StageFacts, until: int) -> Table:
    """The match points of everybody in a stage, whatever its own table goes by."""
    played = [result for result in facts.results if result.round <= until]
    return rank(facts.ranked(), played, load_tiebreaks(["points"]), facts.rules[1])
