"""The record of who changed what, and what a phone has already sent."""

from typing import Any

from django.conf import settings
from django.db import models

from rules.keyed import Keyed
from tournament.models.event import Event


class AppendOnlyQuerySet(models.QuerySet["Audit"]):
    def update(self, **values: Any) -> int:
        raise TypeError("the record is only added to")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("the record is only added to")


class Audit(Keyed):
    """One change. Each row carries the hash of the one before, so a row that was altered shows.

    ``changes`` is ``{field: [from, to]}``; fields of people are named there, their contents never.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="audits")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_key = models.CharField(max_length=40, blank=True)
    action = models.CharField(max_length=60)
    target = models.CharField(max_length=40, blank=True)
    target_key = models.CharField(max_length=40, blank=True)
    changes = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    before = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["event", "seq"], name="audit_seq_once")]

    def __str__(self) -> str:
        return f"{self.seq} {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("the record is only added to")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("the record is only added to")


class Submission(models.Model):
    """What a phone sent under one nonce, and the answer: sending twice does nothing twice."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="submissions")
    nonce = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    answer = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "nonce"], name="nonce_once")]

    def __str__(self) -> str:
        return self.nonce


class Attempt(models.Model):
    """A failed try at a password, a PIN or a link."""

    what = models.CharField(max_length=20)
    who = models.CharField(max_length=32)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["what", "who", "at"], name="attempts_of_one")]

    def __str__(self) -> str:
        return f"{self.what} {self.at}"
