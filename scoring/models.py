"""What happened at a table: facts only. What follows from them is computed by the engines."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from rules.models import RuleSetVersion


class Match(Keyed):
    """One match: hands, or the levels of a paper slip, or a verdict without play.

    ``result`` is a cache of what the engine made of the facts at ``result_version``; it is current only
    where that equals ``version``.
    """

    class Kept(models.TextChoices):
        NOTHING = "", _("nothing yet")
        HANDS = "hands", _("hand by hand")
        LEVELS = "levels", _("levels from slip")

    class Verdict(models.TextChoices):
        NONE = "", _("played")
        FORFEIT = "forfeit", _("forfeit")
        LATE = "late", _("too late")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")
        LOST_BY_RULING = "lost_by_ruling", _("lost by ruling")
        ANNULLED = "annulled", _("annulled")

    rule_set = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="matches")
    format = models.JSONField()
    seed = models.CharField(max_length=40, blank=True)
    version = models.PositiveIntegerField(default=0)
    kept = models.CharField(max_length=10, choices=Kept, blank=True, default="")
    slip = models.JSONField(null=True, blank=True)
    verdict = models.CharField(max_length=20, choices=Verdict, blank=True, default="")
    verdict_side = models.CharField(max_length=4, blank=True, default="")
    ended = models.JSONField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    result_version = models.IntegerField(default=-1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(verdict__in=["", "annulled"], verdict_side="")
                | (~Q(verdict__in=["", "annulled"]) & Q(verdict_side__in=["A", "B", "both"])),
                name="verdict_only_with_its_side",
            ),
            models.CheckConstraint(
                condition=(Q(kept="levels") & Q(slip__isnull=False))
                | (~Q(kept="levels") & Q(slip__isnull=True)),
                name="levels_come_from_a_slip",
            ),
        ]

    def __str__(self) -> str:
        return str(self.key)


class Hand(Keyed):
    """One hand as the referee saw it. ``facts`` is what the judge was told, beside declarer and points."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    declarer = models.CharField(max_length=1)
    points = models.IntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="hand_number_once"),
            models.CheckConstraint(condition=Q(declarer__in=["A", "B"]), name="declarer_is_a_side"),
            models.CheckConstraint(
                condition=Q(points__isnull=True) | Q(points=F("points") / 5 * 5), name="points_in_fives"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.number}"

    def as_facts(self) -> dict[str, Any]:
        """The hand in the form that the judge's JSON contract reads."""
        facts = {**self.facts, "declarer": self.declarer}
        if self.points is not None:
            facts["points"] = self.points
        return facts
