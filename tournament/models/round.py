"""Rounds, how they were drawn, and who meets whom in them."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.entry import Entry
from tournament.models.stage import Group, Stage


class RoundQuerySet(models.QuerySet["Round"]):
    def published(self) -> "RoundQuerySet":
        """Rounds that players may see."""
        return self.exclude(status__in=[Round.Status.EMPTY, Round.Status.DRAFT])


class Round(Keyed):
    """All tables of one slot of time. Until it is published nobody but the organisers sees its pairings.

    ``match`` is the match format of this round where the stage gives it one of its own (a final that is best
    of three).
    """

    class Status(models.TextChoices):
        EMPTY = "empty", _("not drawn")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("being played")
        CLOSED = "closed", _("closed")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=20, choices=Status, default=Status.EMPTY)
    published_at = models.DateTimeField(null=True, blank=True)
    match = models.JSONField(default=dict, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"

    @property
    def match_format(self) -> dict[str, Any]:
        """How the matches of this round are played: its own format, or its stage's."""
        return self.match or self.stage.config.get("match", {})


class Draw(Keyed):
    """One drawing of a round, kept for good with its seed: a discarded draw stays on the record."""

    class State(models.TextChoices):
        STANDING = "standing", _("draft")
        DISCARDED = "discarded", _("discarded")
        PUBLISHED = "published", _("published")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    attempt = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=20, choices=State, default=State.STANDING)
    method = models.CharField(max_length=20)
    seed = models.CharField(max_length=40, blank=True)
    pairs = models.JSONField()
    reasons = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["attempt"]
        constraints = [
            models.UniqueConstraint(fields=["round", "attempt"], name="draw_attempt_once"),
            models.UniqueConstraint(
                fields=["round"], condition=~Q(state="discarded"), name="one_draw_stands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} #{self.attempt}"


class Encounter(Keyed):
    """Two entries that meet, or one that has a bye."""

    class Bye(models.TextChoices):
        NONE = "", ""
        GIVEN = "given", _("bye")
        ASKED = "asked", _("bye on request")
        FORFEIT = "forfeit", _("won by forfeit")
        IDLE = "idle", _("rests")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="encounters")
    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, null=True, blank=True, related_name="encounters"
    )
    number = models.PositiveIntegerField()
    bye = models.CharField(max_length=10, choices=Bye, blank=True, default="")
    place = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="encounter_number_once")]

    def __str__(self) -> str:
        return f"{self.round} {self.number}"


class Slot(models.Model):
    """One side of an encounter; ``feeder`` says whose winner or loser will sit here."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="slots")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="slots")
    side = models.CharField(max_length=1)
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, null=True, blank=True, related_name="slots")
    feeder = models.ForeignKey(
        Encounter, on_delete=models.CASCADE, null=True, blank=True, related_name="feeds"
    )
    takes = models.CharField(max_length=10, blank=True)

    class Meta:
        ordering = ["side"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "side"], name="side_once"),
            models.UniqueConstraint(
                fields=["round", "entry"], condition=Q(entry__isnull=False), name="nobody_sits_twice"
            ),
            models.UniqueConstraint(
                fields=["feeder", "takes"], condition=Q(feeder__isnull=False), name="feeder_fills_one_slot"
            ),
            models.CheckConstraint(condition=Q(side__in=["A", "B"]), name="slot_is_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} {self.side}"
