"""Who is seeded? Set by hand, or from the stage before."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.models import Event, Round, Stage
from tournament.stages.participants import participants
from tournament.stages.progress import options_of, rules_of
from tournament.stages.seeding import seeds_in, set_seeds
from tournament.stages.shown import entries_of
from tournament.stages.typed import whole_numbers
from tournament.wording import sentence


@event_page("draw")
def seeds(request: HttpRequest, event: Event) -> HttpResponse:
    """The seeds of one stage, best first, and everybody's numbers beside them."""
    stages = list(event.stages.select_related("event"))
    wanted = request.POST.get("stage") or request.GET.get("stage")
    stage = next((one for one in stages if one.slug == wanted), None) or _first_open(stages)
    if stage is None:
        return redirect("draw", event=event.slug)
    address = reverse("seeds", args=[event.slug])
    typed, status = None, 200
    if request.method == "POST":
        typed = request.POST.get("seeds", "")
        try:
            set_seeds(stage, request.user, whole_numbers(typed))
        except Refused as refused:
            for problem in refused.problems:
                messages.error(request, sentence(problem))
            status = 422
        else:
            messages.success(request, _("The seeds are kept."))
            return redirect(f"{address}?stage={stage.slug}")
    fed = rules_of(stage).entries_from is not None
    waits_for, order = [], []
    try:
        order = seeds_in(stage)
    except Refused as refused:
        waits_for = [sentence(problem) for problem in refused.problems]
    people = entries_of(stage)
    here = [] if fed else [people[one.number] for one in participants(stage) if one.number in people]
    return render(
        request,
        "stages/seeds.html",
        {
            "event": event,
            "stage": stage,
            "stage_tabs": [
                {"url": f"{address}?stage={one.slug}", "label": one.name, "current": one == stage}
                for one in stages
            ]
            if len(stages) > 1
            else [],
            "fed": fed,
            "drawn": stage.rounds.exclude(status=Round.Status.EMPTY).exists(),
            "waits_for": waits_for,
            "seeds": [people[one.number] for one in order if one.number in people],
            "typed": typed if typed is not None else ", ".join(str(one.number) for one in order),
            "usual": 0 if order else options_of(stage).seeds,
            "entries": sorted(here, key=lambda one: one.number),
        },
        status=status,
    )


def _first_open(stages: list[Stage]) -> Stage | None:
    waiting = [one for one in stages if one.status == Stage.Status.WAITING]
    return (waiting or stages or [None])[0]
