"""What a load balancer is told."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from config import health
from tournament.jobs import services

pytestmark = pytest.mark.django_db


def test_living_process_says_so(client):
    assert client.get("/healthz").content == b"ok"


def test_process_with_its_database_is_ready(client):
    services.enqueue("book")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True, "amiss": [], "late_jobs": 0})


def test_job_that_nobody_takes_up_is_told_without_turning_the_server_away(client):
    services.enqueue("book", due_at=timezone.now() - timedelta(minutes=3))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["late_jobs"]) == (200, 1)


def test_database_of_another_version_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(health, "migrations_are_missing", lambda: True)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["amiss"]) == (503, ["migrations"])


def test_absent_database_is_not_ready(client, monkeypatch):
    def away():
        raise OperationalError("no connection")

    monkeypatch.setattr(health, "migrations_are_missing", away)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["amiss"]) == (503, ["database"])


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_nothing_can_be_sent_to_either(client, address):
    assert client.post(address).status_code == 405
