"""Is this pair here? On a phone at the door: by number, by name, or by the code on the badge."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.change import Conflict
from tournament.models import Entry, Event
from tournament.registration import attendance
from tournament.registration.entry_rules import rule_of
from tournament.registration.typed import whole_number
from tournament.registration.wording import entry_sentence

MOST_SHOWN = 400


@never_cache
@event_page("check_in")
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Who is still missing; each pair is a touch away."""
    asked = request.GET.get("q", "").strip()[:40]
    entries = event.entries.pairs().select_related("branch").prefetch_related("players__person")
    playing = entries.filter(status__in=attendance.PRESENCE).order_by("number")
    waiting = playing.exclude(status=Entry.Status.PRESENT)
    found = None
    if asked:
        number = whole_number(asked)
        match = Q(players__person__name__icontains=asked) | Q(branch__name__icontains=asked)
        found = list(
            playing.filter(Q(number=number) if number is not None else match).distinct()[:MOST_SHOWN]
        )
        if len(found) == 1:
            return redirect("check-in-pair", event=event.slug, key=found[0].key)
    return render(
        request,
        "entries/check_in.html",
        {
            "event": event,
            "asked": asked,
            "found": found,
            "waiting": list(waiting[:MOST_SHOWN]),
            "missing": waiting.count(),
            "all": playing.count(),
        },
    )


@never_cache
@event_page("check_in")
def pair(request: HttpRequest, event: Event, key: UUID) -> HttpResponse:
    """One pair, found by its code: here, late, or not."""
    entries = event.entries.pairs().select_related("branch").prefetch_related("players__person")
    found = get_object_or_404(entries, key=key)
    if request.method == "POST":
        version = whole_number(request.POST.get("version", ""))
        try:
            attendance.mark(event, request.user, [found], request.POST.get("status", ""), version=version)
        except Conflict:
            messages.warning(
                request, _("Somebody else has marked this pair meanwhile. This is how it stands.")
            )
            return redirect("check-in-pair", event=event.slug, key=key)
        except Refused as refused:
            messages.error(request, entry_sentence(refused.problems[0]))
            return redirect("check-in-pair", event=event.slug, key=key)
        messages.success(request, _("No. %(number)d is marked.") % {"number": found.number})
        return redirect("check-in", event=event.slug)
    return render(
        request,
        "entries/check_in_pair.html",
        {
            "event": event,
            "entry": found,
            "gone": found.status not in attendance.PRESENCE,
            "check_eligibility": rule_of(event).get("check_eligibility"),
        },
    )
