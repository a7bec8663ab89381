"""What organisers, players and spectators see."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from tournament.access.pages import event_page
from tournament.change import broken_link
from tournament.display.home import role_word, step_among, steps_among
from tournament.display.kept import counted_revision, kept
from tournament.display.mine import card_mark, card_of
from tournament.display.parts import Part, polled
from tournament.display.record import described
from tournament.display.screen import rows_of
from tournament.models import Audit, Entry, Event, Round, Stage
from tournament.naming import FULL, calling, how_called
from tournament.officiating import timing
from tournament.officiating.marks import mark_of, stays_until, still_good
from tournament.officiating.selectors import byes_of, clock_now, current_rounds, hall
from tournament.stages.progress import current_stage
from tournament.stages.standings import standings_of

REMEMBER = 14 * 24 * 3600  # seconds that a phone knows whose it is


@event_page("see_event")
def home(request: HttpRequest, event: Event) -> HttpResponse:
    """What do I do next?"""
    stages, count = list(event.stages.all()), event.entries.pairs().playing().count()
    return render(
        request,
        "display/home.html",
        {
            "event": event,
            "role": role_word(request.roles),  # type: ignore[attr-defined]
            "step": step_among(event, stages, count),
            "steps": steps_among(event, stages, count),
        },
    )


@event_page()
def public(request: HttpRequest, event: Event) -> HttpResponse:
    """The public page: the clock, the round that is played, the standings. It keeps itself fresh.

    Who was found on this phone before sees her own table first.
    """
    mine = _remembered(request, event)
    mine_mark = card_mark(event, mine) if mine else ""
    card = card_of(event, mine) if mine else None
    context = {"event": event, "card": card, "card_mark": mine_mark, **_live(event)}
    return render(request, "display/public.html", context)


def _write_live(event: Event) -> Part:
    context = _live(event)
    html = render_to_string("display/live.html", {"event": event, **context})
    return Part(html.encode(), context["mark"], context["revision"], context["known_at"])


def _is_good(request: HttpRequest, revision: int) -> bool:
    return still_good(request, revision, get_language()) is not None


# The part of the public page that changes; unchanged it costs one query.
live = polled("live", _write_live, _is_good)


def _live(event: Event) -> dict[str, Any]:
    """Clocks of this moment over what is kept for the revision."""
    now = timezone.now()
    there = kept("live", event, lambda: _work_out(event))
    turns = [
        moment
        for one in there.value["halls"]
        for moment in (one["clock"].reminder_at, one["clock"].last_deal_at, one["clock"].deadline)
    ]
    until = stays_until(now, *turns)
    return {
        "halls": [{**one, **clock_now(one["clock"], now)} for one in there.value["halls"]],
        "standings": there.value["standings"],
        "revision": there.revision,
        "known_at": there.at,
        "mark": mark_of(there.revision, get_language(), until=until),
        "now": now,
    }


def _work_out(event: Event) -> dict[str, Any]:
    halls = []
    for round_ in current_rounds(event):
        clock = timing.reading_of(round_)
        corrected = clock.state == "closed" and round_.status == Round.Status.PLAYING
        halls.append({"round": round_, "clock": clock, "corrected": corrected})
    stage = current_stage(list(event.stages.all()))
    shown = ""
    if stage is not None and stage.rounds.published().exists():
        name, counted = f"live-standings-{stage.pk}", counted_revision(event)
        shown = kept(name, event, lambda: _short_table(event, stage), counted).value
    return {"halls": halls, "standings": shown}


def _short_table(event: Event, stage: Stage) -> str:
    context = {"event": event, "stage": stage, **rows_of(standings_of(stage))}
    return render_to_string("display/live_standings.html", context)


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
def _find_me(request: HttpRequest, event: Event) -> HttpResponse:
    asked = request.GET.get("q", "").strip()
    if request.htmx:  # type: ignore[attr-defined]
        return _card(request, event, asked)
    found = _found(event, asked)
    context = {"event": event, "asked": asked, "cards": [card_of(event, entry) for entry in found]}
    response = render(request, "display/find_me.html", context)
    if len(found) == 1:
        response.set_cookie(
            _cookie(event), str(found[0].number), max_age=REMEMBER, samesite="Lax", secure=request.is_secure()
        )
    elif "forget" in request.GET:
        response.delete_cookie(_cookie(event))
    return response


@wraps(_find_me)
def find_me(request: HttpRequest, event: str) -> HttpResponseBase:
    """Where do I sit, and when? By number or name. Who is found alone is remembered on this phone.

    The card alone is polled by its number: while nothing on it can have changed that costs a few small
    queries, for which nobody has to be known.
    """
    mark, number = request.headers.get("If-None-Match"), request.GET.get("q", "")
    if request.htmx and mark and _is_number(number):  # type: ignore[attr-defined]
        needed = ("key", "slug", "public_revision", "public_names")
        there = Event.objects.filter(slug=event).only(*needed).first()
        mine = there and there.entries.pairs().filter(number=int(number)).only("event_id", "squad_id").first()
        if there and mine:
            with calling(there.public_names):
                if card_mark(there, mine) == mark:
                    return HttpResponseNotModified(headers={"ETag": mark})
    return _find_me(request, event=event)


def _card(request: HttpRequest, event: Event, asked: str) -> HttpResponse:
    found = _found(event, asked)[:1]
    if not found:
        raise Http404(asked)
    mark = card_mark(event, found[0])
    if request.headers.get("If-None-Match") == mark:
        return HttpResponseNotModified(headers={"ETag": mark})
    context = {"event": event, "card": card_of(event, found[0])}
    response = render(request, "display/my_card.html", context)
    response["ETag"] = mark
    return response


def _is_number(asked: str) -> bool:
    return asked.isdecimal() and len(asked) < 7


def _found(event: Event, asked: str) -> list[Entry]:
    """The pairs that are meant: one by its number, or those with that name in them."""
    if not asked:
        return []
    entries = event.entries.pairs().select_related("branch").prefetch_related("players")
    return list(
        entries.filter(number=int(asked))
        if _is_number(asked)
        else entries.filter(**_by_name(asked)).distinct()[:20]
    )


def _cookie(event: Event) -> str:
    return f"jicha-me-{event.pk}"


def _remembered(request: HttpRequest, event: Event) -> Entry | None:
    number = request.COOKIES.get(_cookie(event), "")
    return next(iter(_found(event, number)), None) if number.isdecimal() else None


def _by_name(asked: str) -> dict[str, str]:
    """Where the organiser does not show full names, only who knows a whole name finds it."""
    return {"players__person__name__icontains" if how_called() == FULL else "players__person__name": asked}


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
