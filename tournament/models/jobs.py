"""Work that takes longer than a moment. The row is the truth; a broker only carries the news of it."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.event import Event

HAND_AGAIN_AFTER = timedelta(seconds=60)
LONGEST_LEASE = timedelta(minutes=10)


class JobQuerySet(models.QuerySet["Job"]):
    def open(self) -> "JobQuerySet":
        """Jobs that still have something to do."""
        return self.filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING])

    def finished(self) -> "JobQuerySet":
        """Jobs with nothing left to do."""
        return self.exclude(status__in=[Job.Status.QUEUED, Job.Status.RUNNING])

    def claimable(self, now: datetime) -> "JobQuerySet":
        """Jobs that a worker may take at ``now``: due, or left behind by a worker whose lease ran out.

        A lease further away than any lease is given was written by a clock that has been set back since.
        A job waits for one that does the same work already.
        """
        twin = Job.objects.filter(
            kind=OuterRef("kind"), dedupe=OuterRef("dedupe"), status=Job.Status.RUNNING
        ).exclude(dedupe="")
        return self.filter(
            (Q(status=Job.Status.QUEUED, due_at__lte=now) & ~Exists(twin))
            | Q(status=Job.Status.RUNNING, lease_until__lt=now)
            | Q(status=Job.Status.RUNNING, lease_until__gt=now + LONGEST_LEASE)
        )

    def to_hand_over(self, now: datetime) -> "JobQuerySet":
        """Claimable jobs that the broker was not told of within the last minute; the longest due first."""
        return (
            self.claimable(now)
            .filter(
                Q(handed_at__isnull=True) | Q(handed_at__lt=now - HAND_AGAIN_AFTER) | Q(handed_at__gt=now)
            )
            .order_by("due_at", "id")
        )


class Job(Keyed):
    """One piece of background work: due, leased to a worker, done or failed.

    ``attempts`` counts the times it was claimed and is the worker's ticket: whoever writes must still hold
    the number with which the row was claimed. ``failures`` counts those that ended badly. ``dedupe`` names
    the same work (with ``kind``): while one such job waits, a second is not queued; one that already runs may
    have read old facts, so another may wait behind it. ``progress`` is a percentage, ``language`` that of the
    person who asked.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    kind = models.CharField(max_length=60)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="jobs")
    args = models.JSONField(default=dict, blank=True)
    dedupe = models.CharField(max_length=120, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.QUEUED)
    due_at = models.DateTimeField(default=timezone.now)
    handed_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    progress = models.PositiveSmallIntegerField(default=0)
    note = models.CharField(max_length=300, blank=True)
    language = models.CharField(max_length=12, blank=True)
    result = models.JSONField(null=True, blank=True)
    file = models.FileField(max_length=300, blank=True)
    problems = models.JSONField(default=list, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(
                fields=["status", "due_at"],
                condition=Q(status__in=["queued", "running"]),
                name="job_open",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "dedupe"],
                condition=Q(status="queued") & ~Q(dedupe=""),
                name="job_queued_once",
            ),
            models.CheckConstraint(condition=Q(progress__lte=100), name="job_progress_is_a_percentage"),
            models.CheckConstraint(
                condition=~Q(status="running") | Q(lease_until__isnull=False), name="running_job_is_leased"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"
