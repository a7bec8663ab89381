"""Branches and the people in them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.event import Event


class Branch(Keyed):
    """A union branch (分工会) that enters pairs. ``quota`` overrides the plan's rule where it is set.

    ``referee`` is whom it sends where each unit has to send a referee.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="branches")
    name = models.CharField(max_length=120)
    member_count = models.PositiveIntegerField(null=True, blank=True)
    quota = models.PositiveIntegerField(null=True, blank=True)
    contact = models.CharField(max_length=80, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    chair = models.CharField(max_length=80, blank=True)
    referee = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="branch_name_once")]

    def __str__(self) -> str:
        return self.name


class EntryRequest(Keyed):
    """What a branch would like changed after the deadline; the organiser decides."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")
        DECLINED = "declined", _("declined")

    branch = models.ForeignKey(Branch, on_delete=models.CASCADE, related_name="requests")
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.branch} {self.at}"


class Person(Keyed):
    """A player. Phone and staff number are for organisers only; ``wiped_at`` says when they were erased."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(max_length=80)
    phone = models.CharField(max_length=40, blank=True)
    staff_number = models.CharField(max_length=40, blank=True)
    sex = models.CharField(max_length=10, blank=True)
    note = models.CharField(max_length=200, blank=True)
    wiped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(wiped_at__isnull=True) | Q(phone="", staff_number=""), name="wiped_is_empty"
            )
        ]

    def __str__(self) -> str:
        return self.name
