"""When and where: halls, sessions, the rounds put into them, and matches with an appointment of their own."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.event import Event
from tournament.models.round import Encounter
from tournament.models.stage import Stage


class Hall(Keyed):
    """A room of the event, with the tables that stand in it (both numbers included)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="halls")
    name = models.CharField(max_length=80)
    address = models.CharField(max_length=200, blank=True)
    first_table = models.PositiveIntegerField()
    last_table = models.PositiveIntegerField()

    class Meta:
        ordering = ["first_table", "name"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="hall_name_once"),
            models.CheckConstraint(
                condition=Q(first_table__gte=1, last_table__gte=F("first_table")), name="hall_has_tables"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def tables(self) -> int:
        """How many tables stand here."""
        return self.last_table - self.first_table + 1


class Session(Keyed):
    """A span of time in which rounds are played, in one hall, or in all of them where ``hall`` is empty."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sessions")
    name = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    hall = models.ForeignKey(Hall, on_delete=models.RESTRICT, null=True, blank=True, related_name="sessions")

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="session_ends_after_it_starts"
            )
        ]

    def __str__(self) -> str:
        return self.name or f"{self.starts_at:%Y-%m-%d %H:%M}"


class RoundDate(Keyed):
    """When a round is played, drawn or not yet: in a session, or by private appointment until ``play_by``."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="round_dates")
    number = models.PositiveSmallIntegerField()
    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, null=True, blank=True, related_name="round_dates"
    )
    play_by = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage__position", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_dated_once"),
            models.CheckConstraint(
                condition=Q(session__isnull=False, play_by__isnull=True)
                | Q(session__isnull=True, play_by__isnull=False),
                name="session_or_play_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.number}"


class Appointment(Keyed):
    """A match with a time of its own: arranged privately, or put off from its round's session.

    ``at`` is empty while the new time is still to be agreed. ``asked_by`` is the side that cannot come
    ("A", "B", or empty where both agreed), ``told_at`` when it gave notice. A match with an appointment has a
    clock of its own.
    """

    class Kind(models.TextChoices):
        ARRANGED = "arranged", _("by appointment")
        POSTPONED = "postponed", _("postponed")

    encounter = models.OneToOneField(Encounter, on_delete=models.CASCADE, related_name="appointment")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(null=True, blank=True)
    hall = models.ForeignKey(Hall, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    place = models.CharField(max_length=120, blank=True)
    asked_by = models.CharField(max_length=1, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="postponed") | Q(at__isnull=False), name="arranged_for_a_time"
            ),
            models.CheckConstraint(condition=Q(asked_by__in=["", "A", "B"]), name="a_side_asked"),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} {self.kind}"
