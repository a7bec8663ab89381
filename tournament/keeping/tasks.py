"""A copy every quarter of an hour in which anything changed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tournament.jobs.registry import handles, watches
from tournament.jobs.run import Run
from tournament.jobs.services import enqueue
from tournament.keeping import signs
from tournament.keeping.backups import backups, made_at, make_backup, rotate
from tournament.models import Audit, Job

EVERY = timedelta(minutes=15)


@watches("signs of life")
def heard_of(now: datetime) -> int:
    """A sweep is a sign that this process works."""
    return signs.note_worker(now)


@watches("backups")
def backup_when_due(now: datetime) -> int:
    """Queue a copy where the last is a quarter of an hour old and the record has grown since."""
    # What bears a later time was made before the clock was set back, and says nothing of what came since.
    made = [at for at in map(made_at, backups()) if at <= now]
    since = made[0] if made else None
    if since is not None and now - since < EVERY:
        return 0
    # One that still runs, or failed, was asked for: no second is queued each second.
    if Job.objects.filter(kind="backup", created_at__range=(now - EVERY, now)).exists():
        return 0
    rows = Audit.objects.filter(at__gt=since) if since else Audit.objects.all()
    if not rows.exists():
        return 0
    enqueue("backup", dedupe="backup")
    return 1


@handles("backup")
def backup(run: Run) -> dict[str, Any]:
    """Make a copy, throw needless ones away."""
    copy = make_backup("regular")
    return {"file": copy.name, "thrown_away": len(rotate())}
