"""For the organiser: is everything in order, and if not, what to do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.access.pages import event_page
from tournament.keeping.status import status_of
from tournament.models import Event


@event_page("manage_event")
def status(request: HttpRequest, event: Event) -> HttpResponse:
    """Database, background work, copies, disk, phones, each in a sentence."""
    return render(
        request,
        "keeping/status.html",
        {"event": event, "status": status_of(event), "now": timezone.localtime()},
    )
