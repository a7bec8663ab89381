"""Who is there: workers, and the phones of those who run an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.event import Event


class SignOfLife(models.Model):
    """When a worker or a phone was last heard of. ``who`` is a hash, or a worker's machine and number.

    ``unsent`` is how many hands the phone said that it still has to send.
    """

    class Kind(models.TextChoices):
        WORKER = "worker", _("worker")
        PHONE = "phone", _("phone")

    kind = models.CharField(max_length=10, choices=Kind)
    who = models.CharField(max_length=64, unique=True)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    unsent = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["kind", "at"], name="signs_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"
