"""Files that come in and go out. Kept in the database, so that every process of every machine sees them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.event import Event
from tournament.models.people import Branch


class Upload(Keyed):
    """An entry form or a list of branches that was sent in. ``effect`` is what accepting it did, so that it
    can be undone. ``reading`` is what a large file says, read in the background, with the corrections that
    it was read with; it goes with ``content``.
    """

    class Purpose(models.TextChoices):
        ENTRIES = "entries", _("entries")
        BRANCHES = "branches", _("branches")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="uploads")
    branch = models.ForeignKey(Branch, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    purpose = models.CharField(max_length=10, choices=Purpose, default=Purpose.ENTRIES)
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    reading = models.JSONField(null=True, blank=True)
    corrections = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    effect = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.name


class Paper(Keyed):
    """A document that was made: ready to download and to print again."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="papers")
    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    content_type = models.CharField(max_length=100)
    content = models.BinaryField()
    event_revision = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.name
