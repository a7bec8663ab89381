"""Decisions about offences, and points given or taken without a match."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.keyed import Keyed
from tournament.models.board import Board
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.models.stage import Stage


class Ruling(Keyed):
    """What was decided: offence, clause, effect, who approved it, whether it was appealed."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("waiting for approval")
        STANDING = "standing", _("in force")
        WITHDRAWN = "withdrawn", pgettext_lazy("ruling", "withdrawn")

    class Appeal(models.TextChoices):
        NONE = "", _("not appealed")
        OPEN = "open", _("appealed")
        UPHELD = "upheld", _("decision upheld")
        REVERSED = "reversed", _("decision reversed")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rulings")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings")
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings")
    offence = models.CharField(max_length=60)
    clause = models.CharField(max_length=60, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    effect = models.JSONField(default=dict, blank=True)
    decision = models.TextField(blank=True)
    status = models.CharField(max_length=20, choices=Status, default=Status.STANDING)
    appeal = models.CharField(max_length=20, choices=Appeal, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.offence} {self.at}"


class Adjustment(Keyed):
    """Points or level difference without a match: a row of its own in the table's explanation."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="adjustments")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.DecimalField(max_digits=6, decimal_places=2, default=0)
    level_difference = models.IntegerField(default=0)
    reason = models.CharField(max_length=200)
    ruling = models.ForeignKey(Ruling, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.entry_id} {self.points}"
