"""The worker and the sweep as threads beside whatever else the process does."""

import time

import pytest

from config.background import Background
from tournament.jobs import services
from tournament.models import Job

# It ends as soon as it can; this is for machines that are busy with other tests.
PATIENCE = 60.0

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def background(settings):
    settings.EMBEDDED_WORKER = True
    made = Background(threads=2)
    made.start()
    assert made.wait_until_ready(90)
    yield made
    made.stop(PATIENCE)
    assert not made.alive, "it would take the next test's jobs"


def wait_for(true, seconds: float = 90) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_what_is_queued_is_done_without_further_ado(kind, background):
    name = kind(lambda run: {"twice": run.args["number"] * 2})
    jobs = [services.enqueue(name, {"number": number}) for number in range(6)]
    wait_for(lambda: not Job.objects.open().exists())
    results = [Job.objects.get(pk=job.pk).result for job in jobs]
    assert results == [{"twice": number * 2} for number in range(6)]
    assert set(Job.objects.values_list("attempts", flat=True)) == {1}
    assert background.alive


def test_stop_puts_back_what_runs_and_ends_both_threads(kind, background):
    def handler(run):
        for step in range(1000):
            run.progress(step / 10)
            time.sleep(0.05)

    job = services.enqueue(kind(handler))
    wait_for(lambda: Job.objects.filter(status=Job.Status.RUNNING).exists())
    background.stop(PATIENCE)
    job.refresh_from_db()
    assert (job.status, job.failures) == (Job.Status.QUEUED, 0)


def test_worker_that_ends_by_itself_is_started_again(kind, settings, monkeypatch, caplog):
    import config.background

    settings.EMBEDDED_WORKER = True
    real = config.background.WorkController
    made = []

    def first_broken(*given, **options):
        made.append(1)
        if len(made) == 1:
            raise RuntimeError("no broker yet")
        return real(*given, **options)

    monkeypatch.setattr(config.background, "WorkController", first_broken)
    background = Background()
    background.start()
    try:
        job = services.enqueue(kind(lambda _run: {"done": True}))
        wait_for(lambda: Job.objects.get(pk=job.pk).status == Job.Status.DONE)
    finally:
        background.stop(PATIENCE)
    assert not background.alive
    assert "started again" in caplog.text
