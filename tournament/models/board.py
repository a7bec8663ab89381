"""Tables: where an encounter is played, and the clock over them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from scoring.models import Match
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.models.round import Encounter, Round, Slot


class BoardQuerySet(models.QuerySet["Board"]):
    def for_round(self, round_: Round) -> "BoardQuerySet":
        return self.filter(round=round_)

    def of_event(self, event: Event) -> "BoardQuerySet":
        return self.filter(round__stage__event=event)

    def confirmed(self) -> "BoardQuerySet":
        return self.filter(confirmed_at__isnull=False)

    def with_sides(self, *, line_ups: bool = False) -> "BoardQuerySet":
        """With match, entries, players and branches: all that a list of tables shows.

        ``line_ups``: with the pairs of squads too.
        """
        pair = "encounter__slots__lineup__pair"
        return self.select_related("match", "round", "encounter__appointment").prefetch_related(
            models.Prefetch("encounter__slots", Slot.objects.select_related("entry__branch")),
            "encounter__slots__entry__players",
            *((f"{pair}__players", f"{pair}__branch") if line_ups else ()),
        )


class Board(Keyed):
    """One table of an encounter, with its match. A confirmation can need a second person.

    ``seated`` are the sides that have come ("", "A", "B", "AB"), ``signed`` those that agreed to the result
    as it was at ``signed_version`` of the match. ``referee`` is on duty here.
    """

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="boards")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(default=1)
    table = models.PositiveIntegerField(null=True, blank=True)
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="board")
    two_people = models.BooleanField(default=False)
    disputed = models.CharField(max_length=200, blank=True)
    seated = models.CharField(max_length=2, blank=True, default="")
    signed = models.CharField(max_length=2, blank=True, default="")
    signed_version = models.PositiveIntegerField(null=True, blank=True)
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)

    objects = BoardQuerySet.as_manager()

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="board_number_once"),
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(table__isnull=False), name="table_once_a_round"
            ),
            models.CheckConstraint(
                condition=Q(two_people=False)
                | Q(confirmed_by__isnull=True)
                | Q(entered_by__isnull=True)
                | ~Q(confirmed_by=F("entered_by")),
                name="a_second_person_confirms",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.table}"


class Lineup(models.Model):
    """Which pair of a squad sits at which board."""

    slot = models.ForeignKey(Slot, on_delete=models.CASCADE, related_name="lineup")
    board = models.PositiveSmallIntegerField()
    pair = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="lineups")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slot", "board"], name="lineup_board_once"),
            models.UniqueConstraint(fields=["slot", "pair"], name="lineup_pair_once"),
        ]

    def __str__(self) -> str:
        return f"{self.slot} {self.board}"


class ClockFact(Keyed):
    """Something that happened to the clock of a round, or of one table of it. Never changed, only added.

    A notice (reminder, time is up) is given once for each end that was planned: ``minutes`` are then the
    minutes by which that end had been put off.
    """

    class Kind(models.TextChoices):
        START = "start", _("start")
        PAUSE = "pause", _("pause")
        RESUME = "resume", _("resume")
        EXTEND = "extend", _("extend")
        MARK = "mark", _("hand in play marked")
        CALL = "call", _("time called")
        CLOSE = "close", _("close")
        REMINDER = "reminder", _("reminder given")
        TIME = "time", _("time is up")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock_facts")
    board = models.ForeignKey(
        Board, on_delete=models.CASCADE, null=True, blank=True, related_name="clock_facts"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    minutes = models.SmallIntegerField(null=True, blank=True)
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(kind="start", board__isnull=True), name="round_starts_once"
            ),
            models.UniqueConstraint(fields=["board"], condition=Q(kind="mark"), name="table_marks_once"),
            models.UniqueConstraint(
                fields=["round", "kind", "minutes"],
                condition=Q(kind__in=["reminder", "time"], board__isnull=True),
                name="notice_of_round_once",
            ),
            models.UniqueConstraint(
                fields=["board", "kind", "minutes"],
                condition=Q(kind__in=["reminder", "time"], board__isnull=False),
                name="notice_of_table_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"
