"""Once a second: hand what is due to Celery, and let every watcher look for deadlines that have passed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.files.storage import default_storage
from django.db import DatabaseError
from django.utils import timezone

from tournament.jobs.connections import let_go_of_all, let_go_of_broken
from tournament.jobs.registry import watchers
from tournament.models import Job

log = logging.getLogger("jicha.jobs")

AT_ONCE = 100
KEEP_FINISHED = timedelta(days=30)
Send = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep did: jobs handed to the broker, deadlines acted on."""

    handed: int
    deadlines: int


def sweep(send: Send, now: datetime | None = None) -> Swept:
    """One sweep. ``send`` is given the key of each job to run; what it raises, the broker's absence, passes.

    Safe in any number of processes at once: each row is marked with a compare-and-set before it is sent,
    and the mark is taken away again where sending failed.
    """
    now = now or timezone.now()
    deadlines = _look_for_deadlines(now)
    handed = 0
    for pk, key, seen in Job.objects.to_hand_over(now).values_list("pk", "key", "handed_at")[:AT_ONCE]:
        row = Job.objects.open().filter(pk=pk)
        if not row.filter(handed_at=seen).update(handed_at=now):
            continue
        try:
            send(str(key))
        except Exception:
            row.filter(handed_at=now).update(handed_at=None)
            raise
        handed += 1
    return Swept(handed, deadlines)


def _look_for_deadlines(now: datetime) -> int:
    acted = 0
    for name, watcher in watchers().items():
        try:
            acted += watcher(now)
        except Exception:  # one room's fault must not stop the clocks of the others
            log.exception("the watcher %s failed", name)
    return acted


def hand_over_afresh() -> None:
    """Forget what the broker was told: for a start with a broker in memory, which remembers nothing."""
    Job.objects.open().filter(handed_at__isnull=False).update(handed_at=None)


def prune(now: datetime | None = None) -> int:
    """Delete jobs that were over 30 days ago, and their files. Answers how many."""
    old = Job.objects.finished().filter(finished_at__lt=(now or timezone.now()) - KEEP_FINISHED)
    count = 0
    for job in old.order_by("pk")[:AT_ONCE]:
        if job.file:
            default_storage.delete(job.file.name)
        job.delete()
        count += 1
    return count


class Sweeper(threading.Thread):
    """Sweeps every ``seconds`` until stopped. Trouble with broker or database is said once."""

    def __init__(self, send: Send, seconds: float = 1.0) -> None:
        super().__init__(name="sweep", daemon=True)
        self._send = send
        self._seconds = seconds
        self._over = threading.Event()
        self._trouble = ""

    def run(self) -> None:
        rounds = 0
        try:
            while not self._over.wait(self._seconds if rounds else 0):
                self._once(tidy=rounds % 3600 == 0)
                rounds += 1
        finally:
            let_go_of_all()

    def _once(self, *, tidy: bool) -> None:
        let_go_of_broken()
        try:
            sweep(self._send)
            if tidy:
                prune()
        except Exception as error:  # noqa: BLE001 - the sweep outlives whatever broker and database do
            self._say(f"{type(error).__name__}: {error}")
            if isinstance(error, DatabaseError):
                let_go_of_all()
        else:
            self._say("")

    def _say(self, trouble: str) -> None:
        if trouble and not self._trouble:
            log.error("background work waits: %s", trouble)
        elif self._trouble and not trouble:
            log.warning("background work goes on")
        self._trouble = trouble

    def stop(self, timeout: float = 5.0) -> None:
        """End after the sweep in hand; wait at most ``timeout`` seconds."""
        self._over.set()
        self.join(timeout)
