"""A copy is asked for once a quarter of an hour in which something changed, whatever becomes of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tournament.jobs import claiming
from tournament.keeping import tasks
from tournament.models import Audit, Job

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def copies(monkeypatch):
    """The copies that there are, by the time at which they were made."""
    there: list = []
    monkeypatch.setattr(tasks, "backups", lambda: there)
    monkeypatch.setattr(tasks, "made_at", lambda copy: copy)
    return there


@pytest.mark.parametrize("fate", ["waits", "runs", "failed"])
def test_copy_is_asked_for_once_in_its_quarter_of_an_hour(event, fate):
    now = timezone.now()
    assert Audit.objects.exists()
    assert tasks.backup_when_due(now) == 1
    if fate != "waits":
        held = claiming.claim(Job.objects.get().key)
        if fate == "failed":
            held.fail([])
    assert tasks.backup_when_due(now + timedelta(seconds=1)) == 0
    assert tasks.backup_when_due(now + timedelta(minutes=14)) == 0
    assert Job.objects.count() == 1
    if fate == "failed":
        assert tasks.backup_when_due(now + timedelta(minutes=16)) == 1


def test_nothing_is_copied_while_nothing_changes(event, copies):
    copies.append(timezone.now() + timedelta(seconds=1))
    assert tasks.backup_when_due(timezone.now() + timedelta(hours=1)) == 0


def test_installation_without_an_event_is_not_copied():
    assert tasks.backup_when_due(timezone.now()) == 0
