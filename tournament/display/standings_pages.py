"""Who leads, and why? The table after any round, every number of it opened, and pictures of both."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django_tables2 import RequestConfig

from tournament.access.pages import event_page
from tournament.display.asked import number_asked
from tournament.display.branches_page import branches_view
from tournament.display.charts import BUMP_WINDOW, bump
from tournament.display.entry_page import entry_view, has_chart, history_of
from tournament.display.match_page import match_view
from tournament.display.tables import standings_table
from tournament.models import Entry, Event, Stage
from tournament.stages.progress import current_stage, kind_of
from tournament.stages.standings import standings_from
from tournament.stages.tables import facts_of, pairs_of


def stage_of(event: Event, slug: str, stages: list[Stage] | None = None) -> Stage:
    """The stage of that address; without one the current stage. 404 where there is none."""
    stages = list(event.stages.all()) if stages is None else stages
    found = next((one for one in stages if one.slug == slug), None) if slug else current_stage(stages)
    if found is None:
        raise Http404(slug)
    return found


@event_page()
def standings(request: HttpRequest, event: Event, stage: str = "") -> HttpResponse:
    """The standings of a stage after any round, with the movement since the round before or any other."""
    stages = list(event.stages.all())
    return _table_page(request, event, stage_of(event, stage, stages), stages)


@event_page()
def pairs(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    """Where squads meet: the table of their pairs."""
    stages = list(event.stages.all())
    found = stage_of(event, stage, stages)
    if kind_of(found) != Entry.Kind.SQUAD:
        raise Http404(stage)
    return _table_page(request, event, found, stages, of_pairs=True)


def _table_page(
    request: HttpRequest, event: Event, found: Stage, stages: list[Stage], *, of_pairs: bool = False
) -> HttpResponse:
    until = number_asked(request, "round")
    since = number_asked(request, "since")
    group = request.GET.get("group") or None
    facts = facts_of(found, people=True)
    shown = standings_from(pairs_of(facts) if of_pairs else facts, until, since=since)
    if group is not None and group not in shown.groups:
        group = None
    lines = [line for line in shown.lines if group in (None, line.group)]
    table = standings_table(shown, event.slug, lines, latest=until is None, of_pairs=of_pairs)
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
            "asked": until,
            "earlier": [number for number in facts.decided if number < (shown.until or 0)],
            "of_pairs": of_pairs,
            "squads": kind_of(found) == Entry.Kind.SQUAD,
            "branches": any(entry.branch_id for entry in facts.pairs or facts.entries),
            "has_chart": has_chart(found) and len(shown.rounds) > 1 and not of_pairs,
        },
    )


@event_page()
def branches(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    """What the entries of each branch brought together: the list for the best organiser."""
    return render(request, "display/branches.html", branches_view(request, event, stage_of(event, stage)))


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
    chosen, first = number_asked(request, "entry"), number_asked(request, "from")
    history = history_of(facts, number_asked(request, "round"), group)
    names = {entry.number: entry.names for entry in facts.entries}
    drawn = bump(history, names, chosen, first or 1)
    return render(
        request,
        "display/chart.html",
        {
            "event": event,
            "stage": found,
            "bump": drawn if history else None,
            "chosen": chosen if chosen in names else None,
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
    found = stage_of(event, stage)
    return render(
        request, "display/entry.html", entry_view(event, found, number, number_asked(request, "round"))
    )


@event_page()
def pair(request: HttpRequest, event: Event, stage: str, number: int) -> HttpResponse:
    """The same of one pair of a squad."""
    found = stage_of(event, stage)
    if kind_of(found) != Entry.Kind.SQUAD:
        raise Http404(stage)
    view = entry_view(event, found, number, number_asked(request, "round"), of_pairs=True)
    return render(request, "display/entry.html", view)


@event_page()
def match(request: HttpRequest, event: Event, key: Any) -> HttpResponse:
    """One match, hand by hand, with the reason for every level."""
    return render(request, "display/match.html", match_view(event, key))
