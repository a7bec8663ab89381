"""Who works on a job. Every write is a compare-and-set: two workers never both believe that they hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from rules.answers import Problem
from tournament.models import Job


def lease() -> timedelta:
    """How long a worker may be silent before another takes its job."""
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)


class Lost(Exception):
    """The job is no longer this worker's: it was cancelled, or its lease ran out and another took it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A worker's hold on one job: valid as long as the row carries the same number of attempts and runs."""

    pk: int
    key: UUID
    attempt: int

    def _mine(self) -> Any:
        return Job.objects.filter(pk=self.pk, attempts=self.attempt, status=Job.Status.RUNNING)

    def write(self, **values: Any) -> None:
        """Save ``values`` on the row and keep the lease alive. Raises ``Lost``."""
        if not self._mine().update(lease_until=timezone.now() + lease(), **values):
            raise Lost(str(self.key))

    def finish(self, result: Mapping[str, Any] | None, file: str = "") -> None:
        """Mark the job done. Raises ``Lost``."""
        self._close(
            status=Job.Status.DONE, progress=100, result=None if result is None else dict(result), file=file
        )

    def fail(self, problems: list[dict[str, Any]]) -> None:
        """Mark the job failed for good. Raises ``Lost``."""
        self._close(status=Job.Status.FAILED, problems=problems)

    def _close(self, **values: Any) -> None:
        if not self._mine().update(lease_until=None, finished_at=timezone.now(), **values):
            raise Lost(str(self.key))

    def give_back(self, *, due_at: datetime, failed: bool) -> None:
        """Queue the job again for ``due_at``; ``failed`` says whether this attempt is held against it.

        Where the same work already waits, that one will do it, and this job is cancelled.
        """
        values: dict[str, Any] = {
            "due_at": due_at,
            "handed_at": None,
            "lease_until": None,
            "progress": 0,
            "note": "",
        }
        if failed:
            values["failures"] = F("failures") + 1
        try:
            with transaction.atomic():
                changed = self._mine().update(status=Job.Status.QUEUED, **values)
        except IntegrityError:
            self._close(status=Job.Status.CANCELLED)
            return
        if not changed:
            raise Lost(str(self.key))


def claim(key: UUID | str) -> Claim | None:
    """Take the job for this worker, or None where it is not to be had: not due, over, or another's."""
    now = timezone.now()
    job = Job.objects.claimable(now).filter(key=key).first()
    if job is None:
        return None
    left_behind = job.status == Job.Status.RUNNING
    taken = Job.objects.filter(
        pk=job.pk, status=job.status, attempts=job.attempts, lease_until=job.lease_until
    ).update(
        status=Job.Status.RUNNING,
        attempts=job.attempts + 1,
        failures=job.failures + left_behind,
        lease_until=now + lease(),
        progress=0,
        note="",
    )
    return Claim(job.pk, job.key, job.attempts + 1) if taken else None


def problem_as_kept(problem: Problem) -> dict[str, Any]:
    """A problem as the row keeps it: code, place, values and severity, worded when somebody looks."""
    return {
        "code": problem.code,
        "at": problem.at,
        "values": {name: _plain(value) for name, value in problem.values.items()},
        "severity": problem.severity,
    }


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool, list, dict, type(None))) else str(value)
