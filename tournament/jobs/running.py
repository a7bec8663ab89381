"""Run one claimed job: keep its lease alive, hear of a cancellation, save what came of it."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError
from django.utils import timezone, translation

from rules.answers import Problem, Refused
from tournament.jobs.claiming import Claim, Lost, claim, lease, problem_as_kept
from tournament.jobs.connections import let_go_of_all, let_go_of_broken
from tournament.jobs.registry import Kind, Produced, kind_of
from tournament.jobs.run import STOPPING, Run, Stopping
from tournament.models import Job

log = logging.getLogger("jicha.jobs")

_held: dict[UUID, Claim] = {}
_held_lock = threading.Lock()


def run(key: UUID | str) -> bool:
    """Claim and run the job ``key``. False where it was not to be had. Raises nothing of the handler's."""
    let_go_of_broken()
    try:
        held = None if STOPPING.is_set() else claim(key)
        if held is None:
            return False
        with _held_lock:
            _held[held.key] = held
        try:
            with _Heartbeat(held):
                _work(held)
        except Lost:
            log.info("job %s was cancelled or taken over", held.key)
        finally:
            with _held_lock:
                _held.pop(held.key, None)
        return True
    finally:
        let_go_of_broken()


def _work(held: Claim) -> None:
    job = Job.objects.select_related("event").get(pk=held.pk)
    kind = kind_of(job.kind)
    if kind is None:
        held.fail([problem_as_kept(Problem("job_of_unknown_kind", job.kind))])
        return
    if job.failures >= kind.attempts:
        held.fail([problem_as_kept(Problem("job_given_up", job.kind, {"times": job.failures}))])
        return
    try:
        with translation.override(job.language or settings.LANGUAGE_CODE):
            made = kind.handler(Run(job, held))
    except Stopping:
        held.give_back(due_at=timezone.now(), failed=False)
    except Refused as refused:
        held.fail([problem_as_kept(problem) for problem in refused.problems])
    except Lost:
        raise
    except Exception:
        log.exception("job %s of kind %s failed in attempt %s", job.key, job.kind, held.attempt)
        _after_failure(held, job, kind)
    else:
        _keep(held, made)


def _after_failure(held: Claim, job: Job, kind: Kind) -> None:
    failures = job.failures + 1
    if failures >= kind.attempts:
        held.fail([problem_as_kept(Problem("job_given_up", job.kind, {"times": failures}))])
    else:
        wait = timedelta(seconds=kind.wait * 2 ** (failures - 1))
        held.give_back(due_at=timezone.now() + wait, failed=True)


def _keep(held: Claim, made: Any) -> None:
    if not isinstance(made, Produced):
        held.finish(made)
        return
    # A folder for each attempt: a worker that lost its job must not overwrite the winner's file.
    path = PurePosixPath("jobs", str(held.key), str(held.attempt), PurePosixPath(made.name).name)
    saved = default_storage.save(str(path), ContentFile(made.content))
    try:
        held.finish(made.result, saved)
    except Lost:
        default_storage.delete(saved)
        raise


class _Heartbeat:
    """Renews a claim's lease, three times in its length, while the handler works, however silently."""

    def __init__(self, held: Claim) -> None:
        self._claim = held
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"lease-{held.key}", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._over.wait(lease().total_seconds() / 3):
                let_go_of_broken()
                try:
                    self._claim.write()
                except Lost:
                    return
                except DatabaseError:
                    log.warning("the lease of job %s could not be renewed", self._claim.key, exc_info=True)
        finally:
            let_go_of_all()


def stop_running() -> None:
    """From now on start no job, and ask those that run to give way at their next word of progress."""
    STOPPING.set()


def busy() -> bool:
    """Whether this process holds a job."""
    with _held_lock:
        return bool(_held)


def give_back_all() -> int:
    """Put every job that this process still holds back into the queue: it ends now. Answers how many."""
    with _held_lock:
        held = list(_held.values())
    count = 0
    for each in held:
        try:
            each.give_back(due_at=timezone.now(), failed=False)
            count += 1
        except Lost:
            continue
    return count


def ready_again() -> None:
    """Allow jobs to start in this process (again)."""
    STOPPING.clear()
