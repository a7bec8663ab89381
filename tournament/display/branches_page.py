"""What the entries of each branch brought together, and where each number comes from."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournament.display.asked import number_asked
from tournament.display.tables import value_text
from tournament.models import Event, Stage
from tournament.stages.branches import branch_rows, last_decided, points_of
from tournament.stages.tables import facts_of, pairs_of


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
    last = until if until is not None else last_decided(facts)
    base = reverse("stage-pairs" if of_pairs else "stage-standings", args=[event.slug, stage.slug])
    rows = branch_rows(facts, last, best)
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
