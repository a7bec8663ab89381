"""Asking for work, calling it off, trying it again."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from rules.answers import Problem, Refused
from tournament.jobs import claiming, services
from tournament.jobs.selectors import as_json
from tournament.jobs.wording import word
from tournament.models import Job

pytestmark = pytest.mark.django_db


def test_same_work_is_queued_once():
    first = services.enqueue("book", {"event": 1}, dedupe="event-1")
    second = services.enqueue("book", {"event": 1}, dedupe="event-1")
    other = services.enqueue("book", {"event": 2}, dedupe="event-2")
    assert second == first
    assert other != first


def test_work_without_a_name_is_queued_each_time():
    assert services.enqueue("book") != services.enqueue("book")


def test_same_work_may_wait_behind_one_that_runs_since_that_one_read_old_facts():
    first = services.enqueue("book", dedupe="event-1")
    assert claiming.claim(first.key)
    second = services.enqueue("book", dedupe="event-1")
    assert second != first
    assert claiming.claim(second.key) is None, "but it is not done beside it"


def test_database_itself_refuses_the_same_work_twice(monkeypatch):
    """Two processes may look at the same moment and both find nothing waiting."""
    first = services.enqueue("book", dedupe="event-1")
    looks = iter([None, first])
    monkeypatch.setattr(services, "_waiting", lambda *_: next(looks))
    assert services.enqueue("book", dedupe="event-1") == first
    assert Job.objects.count() == 1


def test_job_keeps_the_language_and_the_name_of_who_asked(django_user_model):
    user = django_user_model.objects.create_user("zhang")
    with translation.override("en"):
        job = services.enqueue("book", by=user)
    assert (job.language, job.created_by) == ("en", user)


def test_job_of_nobody_signed_in_has_no_name():
    from django.contrib.auth.models import AnonymousUser

    assert services.enqueue("book", by=AnonymousUser()).created_by is None


def test_waiting_job_is_called_off():
    job = services.enqueue("book")
    services.cancel(job)
    assert job.status == Job.Status.CANCELLED
    assert claiming.claim(job.key) is None


def test_job_that_is_over_is_not_called_off():
    job = services.enqueue("book")
    held = claiming.claim(job.key)
    held.finish({"pages": 3})
    with pytest.raises(Refused) as refused:
        services.cancel(job)
    assert refused.value.problems == (Problem("job_is_over", str(job.key), {"status": "done"}),)


def test_failed_job_is_tried_again_from_the_beginning():
    job = services.enqueue("book")
    claiming.claim(job.key).fail([{"code": "x", "at": "", "values": {}}])
    again = services.retry(Job.objects.get(pk=job.pk))
    assert (again.pk, again.status, again.failures, again.problems) == (job.pk, Job.Status.QUEUED, 0, [])
    assert claiming.claim(job.key)


def test_repeated_job_gives_way_to_the_same_work_that_waits_already():
    job = services.enqueue("book", dedupe="event-1")
    services.cancel(job)
    waiting = services.enqueue("book", dedupe="event-1")
    assert services.retry(job) == waiting
    job.refresh_from_db()
    assert job.status == Job.Status.CANCELLED


@pytest.mark.parametrize("status", [Job.Status.QUEUED, Job.Status.RUNNING, Job.Status.DONE])
def test_only_failed_or_cancelled_jobs_are_repeated(status):
    job = Job.objects.create(kind="book", status=status, lease_until=timezone.now() + timedelta(minutes=1))
    with pytest.raises(Refused) as refused:
        services.retry(job)
    assert refused.value.problems[0].code == "job_is_not_to_repeat"


@pytest.mark.parametrize(
    "code", ["job_is_over", "job_is_not_to_repeat", "job_of_unknown_kind", "job_given_up"]
)
def test_each_problem_of_jobs_has_a_sentence_and_a_remedy(code):
    words = word(Problem(code, "book", {"times": 3, "status": "done"}))
    assert words["message"]
    assert words["fix"]


def test_problem_of_another_room_is_left_to_its_own_words():
    assert word(Problem("no_table", "7")) == {}


def test_job_for_a_progress_bar_words_its_problems_by_the_room_that_knows_them():
    job = services.enqueue("book")
    held = claiming.claim(job.key)
    held.write(progress=40, note="第 2 轮")
    job.refresh_from_db()
    shown = as_json(job)
    assert (shown["status"], shown["progress"], shown["note"]) == ("running", 40, "第 2 轮")
    held.fail([claiming.problem_as_kept(Problem("no_table", "7", {"table": 7}))])
    job.refresh_from_db()
    shown = as_json(
        job, lambda problem: {"message": f"没有 {problem.values['table']} 号桌", "fix": "请重新编桌"}
    )
    assert shown["problems"] == [
        {"code": "no_table", "at": "7", "message": "没有 7 号桌", "fix": "请重新编桌"}
    ]
