"""The stages of an event and who is in each."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.entry import Entry
from tournament.models.event import Event


class Stage(Keyed):
    """One part of an event with one format. ``config`` is this stage's table of the plan.

    ``hand_lots`` are the lots that were drawn on the spot and typed in, before a draft is made of them:
    ``{"number of the entry": lot}``.
    """

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("round robin")
        KNOCKOUT = "knockout", _("knock-out")

    class Status(models.TextChoices):
        WAITING = "waiting", _("not begun")
        RUNNING = "running", _("under way")
        DONE = "done", _("finished")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    position = models.PositiveSmallIntegerField()
    slug = models.SlugField(max_length=40)
    name = models.CharField(max_length=120)
    format = models.CharField(max_length=20, choices=Format)
    config = models.JSONField()
    status = models.CharField(max_length=20, choices=Status, default=Status.WAITING)
    hand_lots = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "position"], name="stage_position_once"),
            models.UniqueConstraint(fields=["event", "slug"], name="stage_slug_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Group(Keyed):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    label = models.CharField(max_length=20)

    class Meta:
        ordering = ["label"]
        constraints = [models.UniqueConstraint(fields=["stage", "label"], name="group_label_once")]

    def __str__(self) -> str:
        return self.label


class StageEntry(models.Model):
    """An entry's place in a stage: group, lot, seed, and the rounds in which it asked for a bye.

    ``settled`` is its place among those with whom it stayed level, where lots or a ruling decided that.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")
    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, null=True, blank=True, related_name="stage_entries"
    )
    lot = models.PositiveIntegerField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    asked_byes = models.JSONField(default=list, blank=True)
    settled = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_once_in_a_stage"),
            models.UniqueConstraint(
                fields=["stage", "lot"], condition=Q(lot__isnull=False, group__isnull=True), name="lot_once"
            ),
            models.UniqueConstraint(
                fields=["group", "lot"],
                condition=Q(lot__isnull=False, group__isnull=False),
                name="group_lot_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.entry_id}"
