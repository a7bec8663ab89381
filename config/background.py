"""The worker and the sweep as threads of this process: beside the web server, or alone."""

from __future__ import annotations

import logging
import threading
import time

from celery.worker import WorkController, state
from django.conf import settings

from config.celery import app
from tournament.jobs import running, sweep, tasks

log = logging.getLogger("jicha.jobs")


class Background:
    """A Celery worker with ``threads`` threads, and a sweeper. ``start``, then ``stop`` once."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = threads
        self._stopping = threading.Event()
        self._ready = threading.Event()
        self._runner = threading.Thread(target=self._work, name="celery", daemon=True)
        self._sweeper = sweep.Sweeper(tasks.send)

    def start(self) -> None:
        """Start both; what a killed predecessor left in this process's own broker is forgotten first."""
        running.ready_again()
        state.should_stop = None
        if settings.EMBEDDED_WORKER:
            sweep.hand_over_afresh()
        app.finalize()
        self._runner.start()
        self._sweeper.start()

    def wait_until_ready(self, timeout: float) -> bool:
        """Whether the worker took up its work within ``timeout`` seconds."""
        return self._ready.wait(timeout)

    @property
    def alive(self) -> bool:
        """Whether both threads still run."""
        return self._runner.is_alive() and self._sweeper.is_alive()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                WorkController(
                    app=app,
                    hostname=f"jicha-{time.time_ns()}@local",
                    pool_cls="threads",
                    concurrency=self._threads,
                    loglevel=logging.WARNING,
                    without_heartbeat=True,
                    without_mingle=True,
                    without_gossip=True,
                    ready_callback=lambda _consumer: self._ready.set(),
                ).start()
            except Exception:
                log.exception("the worker ended")
            if not self._stopping.wait(1):
                log.error("the worker is started again")

    def stop(self, patience: float = 1.2) -> None:
        """Ask jobs to give way, wait ``patience`` seconds, then put what is left back into the queue."""
        self._stopping.set()
        running.stop_running()
        self._sweeper.stop(timeout=patience)
        until = time.monotonic() + patience
        while running.busy() and time.monotonic() < until:
            time.sleep(0.02)
        running.give_back_all()
        # Asked from another thread, the controller's own ``stop`` would wait for silent jobs.
        state.should_stop = 0
        self._runner.join(max(0.0, until - time.monotonic()))
