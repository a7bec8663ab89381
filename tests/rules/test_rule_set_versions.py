"""A rule set version is kept for good, and is loaded by what it says, never by its row number."""

from __future__ import annotations

import pytest

from rules.models import RuleSetVersion
from rules.shipped import shipped_data

pytestmark = pytest.mark.django_db


def test_a_row_number_that_comes_again_brings_no_old_rules():
    first = RuleSetVersion.objects.keep("swiss-60min", shipped_data("swiss-60min"))
    number = first.pk
    assert first.loaded().ladder.laps
    second = RuleSetVersion(
        slug="knockout-3deck",
        number=1,
        name="x",
        data=shipped_data("knockout-3deck"),
        fingerprint="of-another",
    )
    second.pk = number
    assert not second.loaded().ladder.laps


def test_the_same_rules_are_kept_once():
    data = shipped_data("swiss-60min")
    first = RuleSetVersion.objects.keep("swiss-60min", data)
    again = RuleSetVersion.objects.keep("swiss-60min", dict(reversed(data.items())))
    assert first.pk == again.pk
    changed = RuleSetVersion.objects.keep("swiss-60min", {**data, "decks": 4})
    assert changed.number == first.number + 1


def test_a_version_is_never_changed():
    version = RuleSetVersion.objects.keep("swiss-60min", shipped_data("swiss-60min"))
    version.name = "other"
    with pytest.raises(TypeError):
        version.save()
    with pytest.raises(TypeError):
        RuleSetVersion.objects.update(name="other")
