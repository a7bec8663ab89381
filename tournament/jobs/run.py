"""What a handler is given: the facts of its job, and a way to say how far it is."""

from __future__ import annotations

import threading
import time
from typing import Any

from tournament.jobs.claiming import Claim
from tournament.models import Event, Job

SECONDS_BETWEEN_WORDS = 0.5

# Set while this process is about to end.
STOPPING = threading.Event()


class Stopping(Exception):
    """The worker is being stopped; the job goes back into the queue and this attempt does not count."""


class Run:
    """What a handler is given: the job's facts, and a way to say how far it is."""

    def __init__(self, job: Job, held: Claim) -> None:
        self.job = job
        self.args: dict[str, Any] = job.args
        self.event: Event | None = job.event
        self._claim = held
        self._said = float("-inf")

    def progress(self, percent: float, note: str = "") -> None:
        """Say how far the work is (0–100) and, in the asker's language, what is being done.

        Cheap: at most two words a second are written. Raises ``Lost`` where the job was cancelled or taken
        over, ``Stopping`` where the worker is about to end: let both pass.
        """
        if STOPPING.is_set():
            raise Stopping
        if time.monotonic() - self._said < SECONDS_BETWEEN_WORDS:
            return
        self._said = time.monotonic()
        self._claim.write(progress=max(0, min(100, int(percent))), note=note[:300])
