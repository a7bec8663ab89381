"""The organiser's page says in words how the installation is; figures say the same to machines."""

from __future__ import annotations

import shutil
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tests.hall import start_round
from tournament.access.pins import add_referee
from tournament.jobs import services
from tournament.keeping import backups, signs, status
from tournament.models import Audit, SignOfLife

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path, monkeypatch):
    """A data folder of this test, and nobody heard of before it."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(signs, "_noted", {})
    monkeypatch.setattr(signs, "_last_written", timezone.now() - timedelta(days=1))
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _path: SimpleNamespace(free=80 * 1024**3, total=100 * 1024**3, used=0)
    )


@pytest.fixture
def page(client, event, organiser):
    """``page()``: the words of the organiser's page."""
    client.force_login(organiser)

    def words() -> str:
        answer = client.get(f"/e/{event.slug}/status/")
        assert answer.status_code == 200
        return answer.content.decode()

    return words


@pytest.fixture
def healthy(event):
    """A worker that was heard of, and a copy of everything."""
    signs.write([SignOfLife(kind="worker", who="here:1", at=timezone.now())], timezone.now())
    stamp = (timezone.now() + timedelta(seconds=1)).strftime(backups.STAMP)
    (backups.folder() / f"{stamp}-regular.sqlite3").write_bytes(b"")


def state(event, **travelled: float):
    return status.status_of(event, timezone.now() + timedelta(**travelled))


def test_healthy_installation_is_in_order(event, healthy, page):
    assert state(event).all_well
    assert page()


def test_installation_without_a_worker_says_so(event, healthy, page):
    SignOfLife.objects.all().delete()
    assert state(event).workers == 0
    assert not state(event).all_well


def test_worker_that_fell_silent_is_none(event, healthy):
    assert state(event, minutes=1).workers == 1
    assert state(event, minutes=3).workers == 0


def test_job_that_waits_is_counted(event, healthy):
    services.enqueue("book", due_at=timezone.now() - timedelta(minutes=3))
    assert state(event).late == 1
    assert not state(event).all_well


def test_changes_that_are_in_no_copy_are_missed_after_half_an_hour(event):
    assert Audit.objects.exists()
    assert not state(event, minutes=10).copies.is_missing, "the first copy has a quarter of an hour"
    assert state(event, minutes=40).copies.is_missing


def test_low_disk_is_said(event, healthy, monkeypatch, page):
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _path: SimpleNamespace(free=100 * 1024**2, total=100 * 1024**3, used=0)
    )
    assert state(event).disk_is_low
    assert "<b>" in page()


class TestPhones:
    @pytest.fixture(autouse=True)
    def noted(self, settings):
        settings.SIGNS_EVERY_SECONDS = 20

    @pytest.fixture
    def referee(self, event, organiser, client):
        """A phone that is signed in with a PIN; answers a function that polls with what it has to send."""
        start_round(event, organiser)
        _membership, pin = add_referee(event, organiser, "裁判甲")
        client.post(f"/e/{event.slug}/pin/", {"pin": pin})

        def poll(unsent: str = "") -> None:
            signs._last_written = timezone.now() - timedelta(minutes=1)
            headers = {"X-Unsent": unsent} if unsent else {}
            assert client.get(f"/e/{event.slug}/tables/", headers=headers).status_code == 200

        return poll

    def test_phone_is_counted_once_with_what_it_has_yet_to_send(self, event, referee):
        referee("3")
        referee("2")
        assert signs.phones_of(event) == signs.Phones(connected=1, unsent=2)
        referee()
        assert signs.phones_of(event) == signs.Phones(connected=1, unsent=0)

    def test_phone_that_is_away_is_not_connected_but_what_it_has_is_remembered(self, event, referee):
        referee("4")
        later = timezone.now() + timedelta(minutes=10)
        assert signs.phones_of(event, later) == signs.Phones(connected=0, unsent=4)

    @pytest.mark.parametrize("said", ["-1", "x", "9" * 40, "²", "1.5", " "])
    def test_nonsense_is_nothing(self, event, referee, said):
        referee(said)
        assert signs.phones_of(event).unsent == 0

    def test_spectator_is_nobody(self, event, client):
        signs._last_written = timezone.now() - timedelta(minutes=1)
        client.get(f"/e/{event.slug}/")
        assert not SignOfLife.objects.exists()

    def test_many_polls_are_one_writing(self, event, referee, client, django_assert_num_queries):
        referee()
        before = SignOfLife.objects.get().at
        client.get(f"/e/{event.slug}/tables/")
        assert SignOfLife.objects.get().at == before

    def test_worker_is_noted_by_its_sweep(self, event):
        assert signs.note_worker(timezone.now()) == 1
        assert signs.note_worker(timezone.now()) == 0, "not every second"
        assert status.workers(timezone.now()) == 1

    def test_clock_that_was_set_back_silences_nobody(self, event):
        now = timezone.now()
        assert signs.note_worker(now) == 1
        assert signs.note_worker(now - timedelta(hours=3)) == 1

    def test_database_that_is_away_refuses_no_page(self, event, referee, monkeypatch):
        from django.db import OperationalError

        def away(*_, **__):
            raise OperationalError("gone")

        monkeypatch.setattr(SignOfLife.objects, "bulk_create", away)
        referee("1")


# ------------------------------------------------------------------ figures


def figures(answer) -> dict[str, float]:
    return {
        sample.name + "".join(f"|{value}" for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_figures_count_what_was_asked_by_pattern_not_by_address(client, event, healthy):
    before = figures(client.get("/metrics"))
    client.get(f"/e/{event.slug}/")
    after = figures(client.get("/metrics"))
    name = "jicha_requests_total|GET|e/<slug:event>/|200"
    assert after[name] == before.get(name, 0) + 1
    assert after["jicha_events"] == 1
    assert after["jicha_workers"] == 1
    assert after["jicha_disk_free_bytes"] == 80 * 1024**3
    assert after["jicha_database_bytes"] > 0
    assert after["jicha_last_copy_age_seconds"] < 5
    assert event.slug not in client.get("/metrics").content.decode()


def test_figures_are_for_this_machine_or_for_who_carries_the_token(client, settings):
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.50").status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.168.1.50"}).status_code == 403
    assert (
        client.get("/metrics", REMOTE_ADDR="192.168.1.50", headers={"Authorization": "Bearer "}).status_code
        == 403
    )
    settings.METRICS_TOKEN = "a-long-token"
    assert (
        client.get("/metrics", REMOTE_ADDR="10.0.0.1", headers={"Authorization": "Bearer no"}).status_code
        == 403
    )
    good = client.get("/metrics", REMOTE_ADDR="10.0.0.1", headers={"Authorization": "Bearer a-long-token"})
    assert good.status_code == 200
    assert client.post("/metrics").status_code == 405
