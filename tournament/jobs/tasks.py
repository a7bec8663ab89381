"""The one Celery task. It carries a key only: everything else is on the row."""

from celery import shared_task

from tournament.jobs.running import run


@shared_task(name="jicha.run_job", ignore_result=True)
def run_job(key: str) -> None:
    """Run the job ``key`` unless it is done, or somebody else has it."""
    run(key)


def send(key: str) -> None:
    """Tell the broker that the job ``key`` is to be run. Raises what the broker raises; tries only once."""
    run_job.apply_async((key,), retry=False)
