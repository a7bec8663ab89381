"""What comes of a job: a result, a file, problems, another try."""

import threading
import time
from datetime import timedelta

import pytest
import time_machine
from django.core.files.storage import default_storage
from django.utils import timezone, translation

from rules.answers import Problem, Refused
from tournament.jobs import registry, running, services
from tournament.jobs.claiming import Lost
from tournament.jobs.registry import Produced
from tournament.models import Job

pytestmark = pytest.mark.django_db


def after(job: Job) -> Job:
    job.refresh_from_db()
    return job


def test_what_a_handler_answers_is_the_result(kind):
    job = services.enqueue(kind(lambda run: {"pages": run.args["rounds"] * 2}), {"rounds": 4})
    assert running.run(job.key)
    assert (after(job).status, job.result, job.progress) == (Job.Status.DONE, {"pages": 8}, 100)
    assert job.finished_at
    assert not running.run(job.key), "done is done"


def test_file_that_a_handler_made_is_kept_beside_its_facts(kind, storage):
    made = Produced("秩序册.pdf", b"%PDF-", {"pages": 1})
    job = services.enqueue(kind(lambda _run: made))
    running.run(job.key)
    assert after(job).result == {"pages": 1}
    with default_storage.open(job.file.name) as file:
        assert file.read() == b"%PDF-"


def test_name_of_a_file_cannot_lead_out_of_its_folder(kind, storage):
    job = services.enqueue(kind(lambda _run: Produced("../../../evil.pdf", b"x")))
    running.run(job.key)
    assert after(job).file.name.startswith(f"jobs/{job.key}/")
    assert not (storage.parent / "evil.pdf").exists()


def test_file_of_a_worker_that_lost_its_job_is_not_kept(kind, storage):
    def handler(run):
        services.cancel(run.job)
        return Produced("book.pdf", b"x")

    job = services.enqueue(kind(handler))
    running.run(job.key)
    assert (after(job).status, job.file.name) == (Job.Status.CANCELLED, "")
    assert not [each for each in storage.rglob("*") if each.is_file()]


def test_what_a_person_can_mend_is_shown_and_not_tried_again(kind):
    def handler(_run):
        raise Refused([Problem("round_is_open", "round 2", {"tables": 3})])

    job = services.enqueue(kind(handler))
    running.run(job.key)
    assert after(job).status == Job.Status.FAILED
    assert job.problems == [
        {"code": "round_is_open", "at": "round 2", "values": {"tables": 3}, "severity": "error"}
    ]


def test_fault_is_tried_again_later_each_time_after_a_longer_wait(kind):
    tries = []

    def handler(_run):
        tries.append(1)
        if len(tries) < 3:
            raise OSError("the disk is away")

    start = timezone.now()
    job = services.enqueue(kind(handler, attempts=3, wait=10), due_at=start)
    waits = []
    for minutes in range(3):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            assert running.run(job.key)
            if after(job).status == Job.Status.QUEUED:
                waits.append((job.due_at - timezone.now()).total_seconds())
    assert waits == [10, 20]
    assert (after(job).status, job.failures) == (Job.Status.DONE, 2)


def test_fault_that_stays_is_given_up_with_the_number_of_tries(kind):
    def handler(_run):
        raise ValueError("never")

    job = services.enqueue(kind(handler, attempts=2, wait=0))
    running.run(job.key)
    running.run(job.key)
    assert after(job).status == Job.Status.FAILED
    assert job.problems[0]["code"] == "job_given_up"
    assert job.problems[0]["values"] == {"times": 2}


def test_job_that_kills_its_worker_each_time_is_given_up_unrun(kind):
    ran = []
    job = services.enqueue(kind(lambda _run: ran.append(1), attempts=2))
    Job.objects.filter(pk=job.pk).update(failures=2)
    running.run(job.key)
    assert (after(job).status, ran) == (Job.Status.FAILED, [])


def test_job_of_an_unknown_kind_fails_with_its_name():
    job = services.enqueue("from.a.newer.version")
    running.run(job.key)
    assert after(job).problems[0] == {
        "code": "job_of_unknown_kind", "at": "from.a.newer.version", "values": {}, "severity": "error",
    }  # fmt: skip


def test_handler_speaks_the_language_of_who_asked(kind):
    name = kind(lambda _run: {"language": translation.get_language()})
    with translation.override("en"):
        job = services.enqueue(name)
    with translation.override("zh-hans"):
        running.run(job.key)
    assert after(job).result == {"language": "en"}


def test_cancelled_job_is_dropped_at_its_next_word_of_progress(kind):
    reached = []

    def handler(run):
        services.cancel(run.job)
        run.progress(50)
        reached.append("too far")

    job = services.enqueue(kind(handler))
    assert running.run(job.key)
    assert (after(job).status, reached) == (Job.Status.CANCELLED, [])


def test_progress_is_kept_between_0_and_100_and_written_at_most_twice_a_second(
    kind, django_assert_num_queries
):
    seen = []

    def handler(run):
        with django_assert_num_queries(1):
            for _ in range(200):
                run.progress(250, "第 2 轮 " * 100)
        seen.append(Job.objects.get(pk=run.job.pk))

    running.run(services.enqueue(kind(handler)).key)
    assert seen[0].progress == 100
    assert len(seen[0].note) == 300


def test_stopping_worker_puts_its_job_back_without_a_fault_and_starts_no_other(kind):
    def handler(run):
        running.stop_running()
        run.progress(50)

    job = services.enqueue(kind(handler))
    running.run(job.key)
    assert (after(job).status, job.failures) == (Job.Status.QUEUED, 0)
    assert not running.run(job.key)


def test_silent_job_is_put_back_by_the_process_that_ends(kind):
    given_back = []

    def handler(_run):
        given_back.append((running.busy(), running.give_back_all()))

    job = services.enqueue(kind(handler))
    running.run(job.key)
    assert given_back == [(True, 1)]
    assert after(job).status == Job.Status.QUEUED, "what it answered afterwards counts for nothing"
    assert not running.busy()


def test_nothing_is_given_back_of_what_others_took_over(kind):
    counts = []

    def handler(run):
        services.cancel(run.job)
        counts.append(running.give_back_all())

    running.run(services.enqueue(kind(handler)).key)
    assert counts == [0]


@pytest.mark.django_db(transaction=True)
def test_silent_handler_keeps_its_lease_by_heartbeat(kind, settings):
    settings.JOB_LEASE_SECONDS = 0.6
    leases = []

    def handler(run):
        for _ in range(2):
            leases.append(Job.objects.get(pk=run.job.pk).lease_until)
            time.sleep(0.5)

    job = services.enqueue(kind(handler))
    running.run(job.key)
    assert leases[1] > leases[0]
    assert after(job).status == Job.Status.DONE
    assert not [each for each in threading.enumerate() if each.name == f"lease-{job.key}"]


def test_two_handlers_for_one_kind_are_an_error(kind):
    name = kind(lambda _run: None)
    with pytest.raises(ValueError, match="two handlers"):
        registry.handles(name)(lambda _run: None)


def test_two_watchers_of_one_name_are_an_error(only_watcher):
    only_watcher("clock", lambda _now: 0)
    with pytest.raises(ValueError, match="two watchers"):
        only_watcher("clock", lambda _now: 0)


def test_lost_says_which_job():
    job = services.enqueue("book")
    from tournament.jobs.claiming import claim

    held = claim(job.key)
    services.cancel(job)
    with pytest.raises(Lost, match=str(job.key)):
        held.write(progress=1)
