"""Who leads, and why? The table after any round, every number of it opened, and pictures of both."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django_tables2 import RequestConfig

from tournament.access.pages import event_page
from tournament.display.charts import BUMP_WINDOW, bump
from tournament.display.entry_page import entry_view, has_chart, history_of
from tournament.display.match_page import match_view
from tournament.display.tables import standings_table
from tournament.models import Event, Stage
from tournament.stages.progress import current_stage
from tournament.stages.standings import standings_of
from tournament.stages.tables import facts_of


def stage_of(event: Event, slug: str, stages: list[Stage] | None = None) -> Stage:
    """The stage of that address; without one the current stage. 404 where there is none."""
    stages = list(event.stages.all()) if stages is None else stages
    found = next((one for one in stages if one.slug == slug), None) if slug else current_stage(stages)
    if found is None:
        raise Http404(slug)
    return found


def round_asked(request: HttpRequest) -> int | None:
    """The round after which the table is asked for; ``None`` for the latest."""
    asked = request.GET.get("round", "")
    return int(asked) if asked.isdigit() and len(asked) < 5 else None


@event_page()
def standings(request: HttpRequest, event: Event, stage: str = "") -> HttpResponse:
    """The standings of a stage after any round, with the movement since the round before."""
    stages = list(event.stages.all())
    found = stage_of(event, stage, stages)
    until = round_asked(request)
    group = request.GET.get("group") or None
    shown = standings_of(found, until)
    if group is not None and group not in shown.groups:
        group = None
    lines = [line for line in shown.lines if group in (None, line.group)]
    table = standings_table(shown, event.slug, lines, latest=until is None)
    RequestConfig(request, paginate={"per_page": 100}).configure(table)
    return render(
        request,
        "display/standings.html",
        {
            "event": event,
            "stage": found,
            "stages": stages,
            "standings": shown,
            "group": group,
            "table": table,
            "has_chart": has_chart(found) and len(shown.rounds) > 1,
        },
    )


@event_page()
def chart(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    """Ranks over the rounds as a picture; one entry can be picked out."""
    found = stage_of(event, stage)
    if not has_chart(found):
        raise Http404(stage)
    facts = facts_of(found, people=True)
    groups = list(facts.groups) if len(facts.groups) > 1 else []
    group = request.GET.get("group") or (groups[0] if groups else None)
    if group is not None and group not in groups:
        raise Http404(group)
    asked, first = request.GET.get("entry", ""), request.GET.get("from", "")
    chosen = int(asked) if asked.isdigit() else None
    history = history_of(facts, round_asked(request), group)
    names = {entry.number: entry.names for entry in facts.entries}
    drawn = bump(history, names, chosen, int(first) if first.isdigit() else 1)
    return render(
        request,
        "display/chart.html",
        {
            "event": event,
            "stage": found,
            "bump": drawn if history else None,
            "chosen": chosen,
            "chosen_name": names.get(chosen or 0, ""),
            "group": group,
            "groups": groups,
            "parts": [
                (start, min(start + BUMP_WINDOW - 1, drawn.entries))
                for start in range(1, drawn.entries + 1, BUMP_WINDOW)
            ],
            "back": reverse("stage-standings", args=[event.slug, found.slug]),
        },
    )


@event_page()
def entry(request: HttpRequest, event: Event, stage: str, number: int) -> HttpResponse:
    """Where every number of an entry comes from: its matches, and each value as a sum of them."""
    return render(
        request,
        "display/entry.html",
        entry_view(event, stage_of(event, stage), number, round_asked(request)),
    )


@event_page()
def match(request: HttpRequest, event: Event, key: Any) -> HttpResponse:
    """One match, hand by hand, with the reason for every level."""
    return render(request, "display/match.html", match_view(event, key))
