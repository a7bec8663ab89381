"""Ask for background work, call it off, try it again. Only rows are written here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language

from rules.answers import Problem, Refused
from tournament.models import Event, Job


def enqueue(
    kind: str,
    args: Mapping[str, Any] | None = None,
    *,
    event: Event | None = None,
    dedupe: str = "",
    due_at: datetime | None = None,
    by: Any = None,
) -> Job:
    """Queue work of ``kind`` and answer its row; the one that waits already where ``dedupe`` is the same.

    May be called inside the transaction that makes the work necessary: then both are saved or neither.
    """
    if dedupe and (waiting := _waiting(kind, dedupe)):
        return waiting
    try:
        with transaction.atomic():
            return Job.objects.create(
                kind=kind,
                args=dict(args or {}),
                event=event,
                dedupe=dedupe,
                due_at=due_at or timezone.now(),
                created_by=by if by is not None and by.is_authenticated else None,
                language=get_language() or "",
            )
    except IntegrityError:
        waiting = _waiting(kind, dedupe)
        if waiting is None:
            raise
        return waiting


def _waiting(kind: str, dedupe: str) -> Job | None:
    return Job.objects.filter(kind=kind, dedupe=dedupe, status=Job.Status.QUEUED).first()


def cancel(job: Job) -> None:
    """Call ``job`` off. A worker that runs it notices at its next word of progress and drops its work.

    Raises ``Refused`` where the job is already over.
    """
    changed = (
        Job.objects.open()
        .filter(pk=job.pk)
        .update(status=Job.Status.CANCELLED, lease_until=None, finished_at=timezone.now())
    )
    job.refresh_from_db()
    if not changed:
        raise Refused([Problem("job_is_over", str(job.key), {"status": job.status})])


def retry(job: Job) -> Job:
    """Queue a failed or cancelled ``job`` again from the beginning.

    Raises ``Refused`` where it is not over, or has been done.
    """
    changed = Job.objects.filter(pk=job.pk, status__in=[Job.Status.FAILED, Job.Status.CANCELLED])
    again = {
        "status": Job.Status.QUEUED,
        "due_at": timezone.now(),
        "handed_at": None,
        "lease_until": None,
        "finished_at": None,
        "failures": 0,
        "progress": 0,
        "note": "",
        "problems": [],
    }
    try:
        with transaction.atomic():
            count = changed.update(**again)
    except IntegrityError:
        waiting = _waiting(job.kind, job.dedupe)
        if waiting is None:
            raise
        return waiting
    job.refresh_from_db()
    if not count:
        raise Refused([Problem("job_is_not_to_repeat", str(job.key), {"status": job.status})])
    return job
