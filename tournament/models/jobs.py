"""Work that takes longer than a moment. The row is the truth; a broker only carries the news of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.event import Event


class Job(Keyed):
    """One piece of background work: due, leased to a worker, done or failed."""

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
    due_at = models.DateTimeField(default=timezone.now, db_index=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    progress = models.PositiveSmallIntegerField(default=0)
    note = models.CharField(max_length=300, blank=True)
    result = models.JSONField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "dedupe"],
                condition=Q(status__in=["queued", "running"]) & ~Q(dedupe=""),
                name="job_queued_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"
