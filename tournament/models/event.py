"""The event and those who run it."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from rules.models import RuleSetVersion


class EventQuerySet(models.QuerySet["Event"]):
    def public(self) -> "EventQuerySet":
        """Events that anybody may look at."""
        return self.filter(is_public=True, rehearsal_of__isnull=True)

    def of(self, user: Any) -> "EventQuerySet":
        """Events in which ``user`` has a role."""
        return self.filter(memberships__user=user, memberships__active=True).distinct()


class Event(Keyed):
    """One tournament. ``plan`` is its regulation as data: the template with the organiser's choices applied.

    ``revision`` counts every change, ``public_revision`` those that the public can see;
    ``audit_seq`` and ``audit_head`` are the end of the chain of records. ``public_names`` is how players are
    called on public pages; ``retention_days`` after the event phones and staff numbers are wiped
    (``None``: when the organiser does it), which ``people_wiped_at`` notes.
    """

    class Names(models.TextChoices):
        FULL = "full", _("full names")
        SURNAME = "surname", _("surnames only")
        NUMBER = "number", _("numbers only")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    template = models.SlugField(max_length=80)
    choices = models.JSONField(default=dict, blank=True)
    plan = models.JSONField()
    rule_set = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    venue = models.CharField(max_length=200, blank=True)
    organisation = models.CharField(max_length=200, blank=True)
    starts_on = models.DateField(null=True, blank=True)
    notice = models.TextField(blank=True)
    tables = models.PositiveIntegerField(default=0)
    is_public = models.BooleanField(default=True)
    rehearsal_of = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="rehearsals"
    )
    entry_deadline = models.DateTimeField(null=True, blank=True)
    regulation = models.TextField(blank=True)
    public_names = models.CharField(max_length=10, choices=Names, default=Names.FULL)
    retention_days = models.PositiveSmallIntegerField(null=True, blank=True)
    people_wiped_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    public_revision = models.PositiveIntegerField(default=0)
    audit_seq = models.PositiveIntegerField(default=0)
    audit_head = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    ORGANISER = "organiser", _("organiser")
    CHIEF_REFEREE = "chief_referee", _("chief referee")
    REFEREE = "referee", _("referee")
    JURY = "jury", _("jury of appeal")
    COMMITTEE = "committee", _("organising committee")
    VIEWER = "viewer", _("viewer")


class Membership(Keyed):
    """A user's role in an event. ``pin_digest`` is a keyed hash of the PIN with which a phone signs in
    until ``pin_expires_at``.

    ``branch`` is the referee's own, at whose tables she is never on duty.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role)
    name = models.CharField(max_length=80, blank=True)
    pin_digest = models.CharField(max_length=64, null=True, blank=True)
    pin_expires_at = models.DateTimeField(null=True, blank=True)
    active = models.BooleanField(default=True)
    branch = models.ForeignKey(
        "tournament.Branch", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="one_role_once"),
            models.UniqueConstraint(fields=["event", "pin_digest"], name="pin_is_hers_alone"),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.user_id} {self.role}"


class Link(Keyed):
    """A private address. Only the hash of its token is kept; it expires and can be revoked."""

    class Purpose(models.TextChoices):
        BRANCH_ENTRY = "branch_entry", _("a branch's entry form")
        TABLE = "table", _("a table's page")
        LINE_UP = "line_up", _("a captain's line-ups")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="links")
    purpose = models.CharField(max_length=20, choices=Purpose)
    token_hash = models.CharField(max_length=64, unique=True)
    branch = models.ForeignKey("tournament.Branch", on_delete=models.CASCADE, null=True, blank=True)
    squad = models.ForeignKey("tournament.Entry", on_delete=models.CASCADE, null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.purpose} {self.key}"
