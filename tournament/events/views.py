"""Which event? And how a new one is made."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from rules.answers import Refused
from tournament.access.permissions import may_create
from tournament.events.creating import create_event, templates
from tournament.events.forms import NewEventForm
from tournament.models import Event
from tournament.wording import sentence


def start(request: HttpRequest) -> HttpResponse:
    """My events, and those that anybody may look at."""
    mine = Event.objects.of(request.user) if request.user.is_authenticated else Event.objects.none()
    today = timezone.localdate()
    return render(
        request,
        "events/start.html",
        {
            "mine": mine.filter(rehearsal_of__isnull=True)[:50],
            "public": Event.objects.public().exclude(pk__in=mine.values("pk"))[:50],
            "today": today,
            "may_create": may_create(request.user),
        },
    )


@login_required
def choose_template(request: HttpRequest) -> HttpResponse:
    """Which regulation does the new event follow?"""
    if not may_create(request.user):
        raise PermissionDenied("a PIN makes no events")
    return render(request, "events/choose.html", {"templates": list(templates().values())})


@login_required
def new_event(request: HttpRequest, template: str) -> HttpResponse:
    """The particulars of a new event, and each choice that its regulation left open, with its default."""
    if not may_create(request.user):
        raise PermissionDenied("a PIN makes no events")
    found = templates().get(template)
    if found is None:
        raise Http404(template)
    form = NewEventForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        details = {name: form.cleaned_data[name] for name in ("organisation", "venue", "starts_on", "tables")}
        try:
            event = create_event(
                request.user, found.slug, form.cleaned_data["name"], form.chosen(), **details
            )
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(None, sentence(problem))
        else:
            return redirect("event-home", event=event.slug)
    return render(
        request,
        "events/new.html",
        {"template": found, "form": form},
        status=422 if request.method == "POST" else 200,
    )
