"""What is it, who may come, until when, and who is in? The page that an organiser sends around."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.models import Entry, Event, Round
from tournament.plan.outline import StageOutline, outline
from tournament.registration.entry_rules import division_names, rule_of
from tournament.registration.links import is_open
from tournament.stages.planning import plans_of


@event_page()
def about(request: HttpRequest, event: Event) -> HttpResponse:
    """Notice, regulation, deadline, the pairs that are entered, and the programme."""
    entered = list(
        event.entries.pairs()
        .playing()
        .select_related("branch", "joint_branch")
        .prefetch_related("players__person")
        .order_by("number")
    )
    return render(
        request,
        "entries/about.html",
        {
            "event": event,
            "open": is_open(event),
            "late": event.entry_deadline is not None and timezone.now() > event.entry_deadline,
            "divisions": _by_division(event, entered),
            "count": len(entered),
            "programme": _programme(event, len(entered)),
            "sessions": event.sessions.select_related("hall").prefetch_related("round_dates__stage"),
            "late_minutes": rule_of(event).get("late_minutes"),
        },
    )


def _by_division(event: Event, entered: list[Entry]) -> list[tuple[str, list[Entry]]]:
    """The pairs by division; one list without a title where the event has none."""
    known = division_names(event)
    titles = [*known, *sorted({one.division for one in entered} - set(known))]
    return [(title, mine) for title in titles if (mine := [one for one in entered if one.division == title])]


def _programme(event: Event, pairs: int) -> list[dict[str, Any]]:
    """Each stage with its rounds as far as they are known, and those of its rounds that are published."""
    expected = max(pairs, int(rule_of(event).get("typical", 16)) if pairs < 2 else pairs)
    try:
        reckoned: dict[str, StageOutline] = {
            one.key: one for one in outline(plans_of(event), expected, rule_of(event))
        }
    except Refused:
        # A plan that cannot be reckoned for so few is still a plan: its stages are named.
        reckoned = {}
    published = Prefetch("rounds", Round.objects.published().order_by("number"), to_attr="seen")
    return [
        {
            "stage": stage,
            "rounds": len(reckoned[stage.slug].rounds) if stage.slug in reckoned else None,
            "minutes": next((one.minutes for one in reckoned[stage.slug].rounds), None)
            if stage.slug in reckoned
            else None,
            "published": stage.seen,
        }
        for stage in event.stages.prefetch_related(published)
    ]
