"""The sweep tells the broker of each due job once, and again where the broker may have lost it."""

import time
from datetime import timedelta

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone

from tournament.jobs import services
from tournament.jobs.claiming import claim
from tournament.jobs.sweep import Sweeper, Swept, hand_over_afresh, prune, sweep
from tournament.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_other_watchers(only_watcher):
    """Only what a test registers watches."""


def keys_sent(now=None) -> list[str]:
    sent: list[str] = []
    sweep(sent.append, now)
    return sent


def test_due_job_is_handed_over_once():
    job = services.enqueue("book")
    assert keys_sent() == [str(job.key)]
    assert keys_sent() == []


def test_job_is_handed_over_when_it_falls_due():
    job = services.enqueue("book", due_at=timezone.now() + timedelta(minutes=10))
    assert keys_sent() == []
    assert keys_sent(timezone.now() + timedelta(minutes=11)) == [str(job.key)]


def test_longest_due_goes_first():
    late = services.enqueue("book", due_at=timezone.now() - timedelta(minutes=1))
    later = services.enqueue("book", due_at=timezone.now() - timedelta(minutes=2))
    assert keys_sent() == [str(later.key), str(late.key)]


def test_job_that_the_broker_lost_is_handed_over_again_after_a_minute():
    job = services.enqueue("book")
    keys_sent()
    assert keys_sent(timezone.now() + timedelta(seconds=50)) == []
    assert keys_sent(timezone.now() + timedelta(seconds=70)) == [str(job.key)]


def test_broker_in_memory_that_starts_anew_is_told_at_once():
    job = services.enqueue("book")
    keys_sent()
    hand_over_afresh()
    assert keys_sent() == [str(job.key)]


def test_running_job_is_handed_over_only_when_its_lease_ran_out():
    job = services.enqueue("book")
    keys_sent()
    claim(job.key)
    assert keys_sent(timezone.now() + timedelta(seconds=20)) == []
    assert keys_sent(timezone.now() + timedelta(seconds=90)) == [str(job.key)]


def test_job_waits_for_the_same_work_that_runs_and_goes_right_after_it():
    first = services.enqueue("book", dedupe="event-1")
    keys_sent()
    held = claim(first.key)
    second = services.enqueue("book", dedupe="event-1")
    assert keys_sent() == []
    held.finish(None)
    assert keys_sent() == [str(second.key)]


def test_absent_broker_leaves_the_job_for_the_next_sweep():
    job = services.enqueue("book")

    def away(_key):
        raise ConnectionError("redis is away")

    with pytest.raises(ConnectionError):
        sweep(away)
    assert keys_sent() == [str(job.key)]


def test_two_sweepers_that_saw_the_same_row_send_it_once(monkeypatch):
    job = services.enqueue("book")
    sent: list[str] = []

    def send_while_another_sweeps(key):
        sent.append(key)
        sweep(sent.append)

    sweep(send_while_another_sweeps)
    assert sent == [str(job.key)]


def test_deadline_is_acted_on_once_however_often_it_is_swept(only_watcher):
    due = services.enqueue("notice", due_at=timezone.now() - timedelta(seconds=1))
    rung = []

    def ring(now):
        changed = Job.objects.filter(pk=due.pk, due_at__lte=now, progress=0).update(progress=1)
        rung.extend([now] * changed)
        return changed

    only_watcher("bell", ring)
    swept = [sweep(lambda _key: None) for _ in range(3)]
    assert len(rung) == 1
    assert [each.deadlines for each in swept] == [1, 0, 0]


def test_watcher_that_fails_stops_neither_the_others_nor_the_jobs(only_watcher, caplog):
    seen = []

    def broken(_now):
        raise ValueError("no table")

    only_watcher("broken", broken)
    only_watcher("sound", lambda now: seen.append(now) or 1)
    services.enqueue("book")
    assert sweep(lambda _key: None) == Swept(handed=1, deadlines=1)
    assert seen
    assert "broken" in caplog.text


def test_jobs_that_were_over_a_month_ago_are_deleted_with_their_files(storage):
    (storage / "old.pdf").write_bytes(b"x")
    now = timezone.now()
    Job.objects.create(
        kind="book", status=Job.Status.DONE, finished_at=now - timedelta(days=31), file="old.pdf"
    )
    recent = Job.objects.create(kind="book", status=Job.Status.DONE, finished_at=now - timedelta(days=29))
    waiting = services.enqueue("book", due_at=now - timedelta(days=100))
    assert prune() == 1
    assert set(Job.objects.all()) == {recent, waiting}
    assert not (storage / "old.pdf").exists()


@pytest.mark.django_db(transaction=True)
def test_sweeper_outlives_an_absent_broker_and_says_so_once(caplog):
    services.enqueue("book")
    tries: list[str] = []

    def send(key):
        tries.append(key)
        if len(tries) < 3:
            raise OperationalError("away") if len(tries) == 2 else ConnectionError("away")

    sweeper = Sweeper(send, seconds=0.01)
    sweeper.start()
    until = time.monotonic() + 10
    while time.monotonic() < until and len(tries) < 3:
        time.sleep(0.01)
    time.sleep(0.05)
    sweeper.stop()
    assert not sweeper.is_alive()
    assert len(tries) == 3
    assert caplog.text.count("background work waits") == 1
    assert caplog.text.count("background work goes on") == 1


def test_job_handed_over_before_the_clock_was_set_back_is_handed_over_again():
    job = services.enqueue("book", due_at=timezone.now() - timedelta(days=1))
    with time_machine.travel(timezone.now() + timedelta(hours=3)):
        keys_sent()
    assert keys_sent() == [str(job.key)]
