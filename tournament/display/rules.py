"""What does this event play by?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.hands import HandFacts, Outcome, RuleSet, judge, opening
from rules.wording import level_text, offence_text
from tournament.access.pages import event_page
from tournament.events.creating import templates
from tournament.models import Event


@dataclass(frozen=True)
class Band:
    """Attackers' points from ``low`` to ``high`` that are worth the same."""

    low: int
    high: int
    declarers: int
    attackers: int
    deal_passes: bool


def bands(rule_set: RuleSet, highest: int) -> list[Band]:
    """The level table as the judge applies it to a first hand, from 0 to ``highest`` points in fives."""
    found: list[Band] = []
    start = opening(rule_set)
    for points in range(0, highest + 1, 5):
        outcome = judge(rule_set, start, HandFacts("A", points=points), explain=False)
        if not isinstance(outcome, Outcome):
            continue
        worth = (outcome.gained_a, outcome.gained_b, outcome.next_declarer == "B")
        if found and (found[-1].declarers, found[-1].attackers, found[-1].deal_passes) == worth:
            last = found.pop()
            found.append(Band(last.low, points, *worth))
        else:
            found.append(Band(points, points, *worth))
    return found


@event_page()
def rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The rule set in words and as a table, and how each open choice was settled."""
    rule_set = event.rule_set.loaded()
    data: dict[str, Any] = event.rule_set.data
    decks = int(data.get("decks", 2))
    template = templates().get(event.template)
    return render(
        request,
        "display/rules.html",
        {
            "event": event,
            "data": data,
            "total": decks * 100,
            "bands": bands(rule_set, decks * 100),
            "ladder": [level_text(level) for level in rule_set.ladder.labels()],
            "choices": [
                (choice, choice.options[event.choices.get(choice.id, 0)]) for choice in template.choices
            ]
            if template
            else [],
            "penalties": [
                {
                    "name": offence_text(one["code"], one.get("name", "")),
                    "clause": one.get("clause", ""),
                    "approve": one.get("approve", ""),
                }
                for one in data.get("penalties", [])
            ],
        },
    )
