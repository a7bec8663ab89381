"""A job is one worker's at a time, whatever dies, stalls or sets its clock."""

import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connections
from django.utils import timezone

from tournament.jobs import services
from tournament.jobs.claiming import Lost, claim
from tournament.models import Job


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_exactly_one_gets_each_job():
    keys = [services.enqueue("book").key for _ in range(12)]
    won: list[str] = []
    gate = threading.Barrier(4)

    def work() -> None:
        try:
            gate.wait()
            for key in keys:
                if claim(key):
                    won.append(key)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == sorted(keys)


@pytest.mark.django_db
def test_job_is_not_to_be_had_before_it_is_due():
    job = services.enqueue("book", due_at=timezone.now() + timedelta(minutes=5))
    assert claim(job.key) is None
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert claim(job.key)


@pytest.mark.django_db
def test_silent_workers_job_is_taken_over_when_its_lease_ran_out(settings):
    settings.JOB_LEASE_SECONDS = 30
    job = services.enqueue("book")
    first = claim(job.key)
    assert claim(job.key) is None
    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        second = claim(job.key)
        assert second
        for late in (
            lambda: first.write(progress=50),
            lambda: first.finish({"by": "first"}),
            lambda: first.fail([]),
            lambda: first.give_back(due_at=timezone.now(), failed=False),
        ):
            with pytest.raises(Lost):
                late()
        second.finish({"by": "second"})
    job.refresh_from_db()
    assert (job.result, job.attempts, job.failures) == ({"by": "second"}, 2, 1)


@pytest.mark.django_db
def test_word_of_progress_keeps_the_lease_alive(settings):
    settings.JOB_LEASE_SECONDS = 30
    now = timezone.now()
    job = services.enqueue("book", due_at=now)
    with time_machine.travel(now):
        held = claim(job.key)
    with time_machine.travel(now + timedelta(seconds=25)):
        held.write(progress=50)
    with time_machine.travel(now + timedelta(seconds=40)):
        assert claim(job.key) is None


@pytest.mark.django_db
def test_lease_written_before_the_clock_was_set_back_does_not_hold_the_job_for_hours():
    job = services.enqueue("book", due_at=timezone.now() - timedelta(days=1))
    with time_machine.travel(timezone.now() + timedelta(hours=3)):
        assert claim(job.key)
    assert claim(job.key), "three hours earlier by the clock, and nobody works on it"


@pytest.mark.django_db
def test_job_given_back_without_fault_counts_no_failure():
    job = services.enqueue("book")
    claim(job.key).give_back(due_at=timezone.now(), failed=False)
    job.refresh_from_db()
    assert (job.status, job.failures) == (Job.Status.QUEUED, 0)
    assert claim(job.key)


@pytest.mark.django_db
def test_job_given_back_gives_way_to_the_same_work_that_waits():
    first = services.enqueue("book", dedupe="event-1")
    held = claim(first.key)
    second = services.enqueue("book", dedupe="event-1")
    held.give_back(due_at=timezone.now(), failed=True)
    first.refresh_from_db()
    assert first.status == Job.Status.CANCELLED
    assert claim(second.key)
