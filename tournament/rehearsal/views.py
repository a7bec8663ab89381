"""Rehearse the whole event with one click, in a copy that is thrown away."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.access.pages import event_page
from tournament.events.removing import remove_event
from tournament.jobs.services import enqueue
from tournament.models import Event, Job


@event_page("manage_event")
def rehearse(request: HttpRequest, event: Event) -> HttpResponse:
    """Start a rehearsal, watch it, look at what it made, throw it away."""
    if request.method == "POST":
        if "remove" in request.POST:
            for old in event.rehearsals.all():
                remove_event(old)
        else:
            entries = max(event.entries.pairs().count(), 4)
            enqueue(
                "rehearse",
                {"event": str(event.key), "entries": entries},
                event=event,
                dedupe=str(event.key),
                by=request.user,
            )
        return redirect("rehearse", event=event.slug)
    job = Job.objects.filter(event=event, kind="rehearse").order_by("-created_at").first()
    return render(
        request,
        "rehearsal/rehearse.html",
        {
            "event": event,
            "job": job,
            "busy": job is not None and job.status in (Job.Status.QUEUED, Job.Status.RUNNING),
            "rehearsals": event.rehearsals.all()[:3],
        },
    )
