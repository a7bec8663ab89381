"""What is done in the background: wiping when the time is over, reading and entering many forms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from tournament.jobs.registry import handles, watches
from tournament.jobs.run import Run
from tournament.jobs.services import enqueue
from tournament.models import Event, Job
from tournament.registration.wiping import events_due, wipe_event

WIPE = "wipe-people"
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
