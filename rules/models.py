"""Rule sets as they were used."""

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import models

from rules.keyed import Keyed

if TYPE_CHECKING:
    from rules.hands import RuleSet


def fingerprint(data: Mapping[str, Any]) -> str:
    """The SHA-256 of a rule set's data, the same for the same rules in any order of keys."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class RuleSetVersionQuerySet(models.QuerySet["RuleSetVersion"]):
    def newest(self, slug: str) -> "RuleSetVersion":
        """The latest version of one rule set; ``DoesNotExist`` where there is none."""
        return self.filter(slug=slug).order_by("-number")[:1].get()

    def keep(self, slug: str, data: Mapping[str, Any]) -> "RuleSetVersion":
        """The version that says exactly ``data``: the one there is, or a new one after the newest."""
        mark = fingerprint(data)
        known = self.filter(slug=slug, fingerprint=mark).order_by("-number").first()
        if known:
            return known
        last = self.filter(slug=slug).aggregate(last=models.Max("number"))["last"] or 0
        return self.create(
            slug=slug, number=last + 1, name=str(data.get("name", slug)), data=dict(data), fingerprint=mark
        )

    def update(self, **values: Any) -> int:
        raise TypeError("a rule set version is never changed; keep() makes the next one")


class RuleSetVersion(Keyed):
    """One state of a rule set. A match keeps the version that it was started with, so none ever changes."""

    slug = models.SlugField(max_length=80)
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    data = models.JSONField()
    fingerprint = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RuleSetVersionQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slug", "number"], name="rule_set_version_once")]

    def __str__(self) -> str:
        return f"{self.slug} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("a rule set version is never changed; keep() makes the next one")
        super().save(*args, **kwargs)

    def loaded(self) -> "RuleSet":
        """The rule set, ready to judge. Loaded once in each process."""
        from rules.hands import load_rule_set

        if self.fingerprint not in _loaded:
            _loaded[self.fingerprint] = load_rule_set(self.data, kept=True)
        return _loaded[self.fingerprint]


_loaded: dict[str, "RuleSet"] = {}
