"""What is done in the background: wiping when the time is over, reading and entering many forms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tournament.jobs.registry import handles, watches
from tournament.jobs.run import Run
from tournament.jobs.services import enqueue
from tournament.models import Event, Job, Upload
from tournament.registration.kept_reading import keep_reading
from tournament.registration.registering import accept_all
from tournament.registration.wiping import events_due, wipe_event

WIPE, READ, ENTER = "wipe-people", "read-forms", "enter-forms"
# After a wiping that failed it is tried again, but not every second.
AFTER_FAILURE = timedelta(hours=1)


@watches("retention")
def ask_for_wiping(now: datetime) -> int:
    """Queue the wiping of every event whose time of keeping is over."""
    asked = 0
    for event in events_due(now):
        mine = Job.objects.filter(kind=WIPE, event=event)
        lately = mine.filter(status=Job.Status.FAILED, finished_at__gt=now - AFTER_FAILURE)
        if mine.open().exists() or lately.exists():
            continue
        enqueue(WIPE, event=event, dedupe=str(event.key))
        asked += 1
    return asked


@handles(WIPE)
def wipe(run: Run) -> Mapping[str, Any]:
    """Wipe an event's personal data, if its time is still over."""
    event = Event.objects.get(pk=run.event.pk) if run.event else None
    if event is None or event not in events_due(timezone.now()):
        return {"people": 0}
    done = wipe_event(event, None)
    return {"people": done.people, "branches": done.branches, "files": done.files}


@handles(READ)
def read_forms(run: Run) -> Mapping[str, Any]:
    """Read large forms, so that their preview is at hand."""
    uploads = _uploads(run)
    for done, one in enumerate(uploads):

        def said(percent: float, done: int = done, name: str = one.name) -> None:
            run.progress((done * 100 + percent) / len(uploads), name)

        keep_reading(one, said)
    return {"files": len(uploads)}


@handles(ENTER, attempts=2)
def enter_forms(run: Run) -> Mapping[str, Any]:
    """Enter what large forms say, all or none. A second run finds them entered and leaves it at that."""
    uploads = _uploads(run)
    if uploads and all(one.accepted_at for one in uploads):
        return {
            "created": sum(len(one.effect.get("created", ())) for one in uploads),
            "updated": 0,
            "unchanged": 0,
        }
    run.progress(10)
    actor = run.job.created_by
    if actor is None:
        raise PermissionDenied("nobody asked for this")
    outcomes = accept_all(uploads, actor, lambda: run.progress(90))
    return {
        "created": sum(len(one.created) for one in outcomes),
        "updated": sum(len(one.updated) for one in outcomes),
        "unchanged": sum(one.unchanged for one in outcomes),
    }


def _uploads(run: Run) -> list[Upload]:
    rows = Upload.objects.filter(event=run.event, key__in=run.args["uploads"]).select_related(
        "event", "branch"
    )
    return sorted(rows, key=lambda one: run.args["uploads"].index(str(one.key)))
