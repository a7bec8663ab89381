"""What organisers, players and spectators see."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import condition

from tournament.access.pages import event_page
from tournament.change import broken_link
from tournament.clock_wording import clock_text, clock_word
from tournament.display.home import next_step, role_word, steps_of
from tournament.display.record import described
from tournament.models import Audit, Entry, Event, Round
from tournament.officiating.selectors import byes_of, current_rounds, hall, table_of_entry
from tournament.stages.progress import current_stage
from tournament.stages.standings import standings_of


@event_page("see_event")
def home(request: HttpRequest, event: Event) -> HttpResponse:
    """What do I do next?"""
    return render(
        request,
        "display/home.html",
        {
            "event": event,
            "role": role_word(request.roles),  # type: ignore[attr-defined]
            "step": next_step(event),
            "steps": steps_of(event),
        },
    )


@event_page()
def public(request: HttpRequest, event: Event) -> HttpResponse:
    """The public page: the clock, the round that is played, the standings. It keeps itself fresh."""
    return render(request, "display/public.html", {"event": event, **_live(event)})


def _revision(request: HttpRequest, event: str, **kwargs: object) -> str | None:
    row = Event.objects.filter(slug=event).values_list("public_revision", flat=True).first()
    return None if row is None else f'"{row}-{request.LANGUAGE_CODE}"'


@condition(etag_func=_revision)
@event_page()
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of the public page that changes; unchanged it costs one query."""
    return render(request, "display/live.html", {"event": event, **_live(event)})


def _live(event: Event) -> dict[str, object]:
    rounds = current_rounds(event)
    halls = [hall(round_) for round_ in rounds]
    stage = current_stage(list(event.stages.all()))
    started = stage is not None and stage.rounds.published().exists()
    return {
        "halls": [
            {"hall": one, "clock_text": clock_text(one.clock), "clock_word": clock_word(one.clock)}
            for one in halls
        ],
        "stage": stage,
        "standings": standings_of(stage) if stage is not None and started else None,
        "now": timezone.now(),
    }


@event_page()
def round_page(request: HttpRequest, event: Event, stage: str, number: int) -> HttpResponse:
    """The pairings of a published round, and its results as they come."""
    round_ = get_object_or_404(
        Round.objects.published().select_related("stage"),
        stage__event=event,
        stage__slug=stage,
        number=number,
    )
    return render(
        request,
        "display/round.html",
        {
            "event": event,
            "round": round_,
            "hall": hall(round_),
            "byes": byes_of(round_),
        },
    )


@event_page()
def find_me(request: HttpRequest, event: Event) -> HttpResponse:
    """Where do I sit, and when? By number or name."""
    asked = request.GET.get("q", "").strip()
    found: list[Entry] = []
    if asked:
        entries = event.entries.pairs().select_related("branch").prefetch_related("players__person")
        found = list(
            entries.filter(number=int(asked))
            if asked.isdigit()
            else entries.filter(players__person__name__icontains=asked).distinct()[:20]
        )
    places = []
    for entry in found:
        seats = [(round_, table_of_entry(round_, entry)) for round_ in current_rounds(event)]
        places.append({"entry": entry, "seats": [(round_, slot) for round_, slot in seats if slot]})
    return render(request, "display/find_me.html", {"event": event, "asked": asked, "places": places})


@event_page("see_record")
def record(request: HttpRequest, event: Event) -> HttpResponse:
    """Who changed what, and is all well?"""
    rows = Audit.objects.filter(event=event).select_related("actor").order_by("-seq")
    page = Paginator(rows, 50).get_page(request.GET.get("page"))
    broken = broken_link(event) if "verify" in request.GET else None
    return render(
        request,
        "display/record.html",
        {
            "event": event,
            "page": page,
            "rows": described(event, page.object_list),
            "verified": "verify" in request.GET,
            "broken": broken,
        },
    )
