"""Workers that are killed for real, stopped politely, or lose their broker: nothing is lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def environment(folder: Path, **variables: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "CELERY_BROKER_URL"}}
    return {**kept, "JICHA_DATA": str(folder), "JICHA_JOB_LEASE": "1.5", **variables}


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installation")
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env=environment(folder),
        check=True,
    )
    return folder


@pytest.fixture
def folder(migrated: Path, tmp_path: Path) -> Path:
    goal = tmp_path / "data"
    shutil.copytree(migrated, goal)
    return goal


def rows(folder: Path) -> list[dict[str, object]]:
    with closing(sqlite3.connect(folder / "jicha.sqlite3", timeout=20)) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute("select * from tournament_job order by id")]


def order(folder: Path, count: int, steps: int) -> None:
    """Queue jobs as a service in another process would."""
    now = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    with closing(sqlite3.connect(folder / "jicha.sqlite3", timeout=20)) as database, database:
        for _ in range(count):
            database.execute(
                "insert into tournament_job (key, kind, args, dedupe, status, due_at, attempts, failures,"
                " progress, note, language, file, problems, created_at)"
                " values (?, 'steps', ?, '', 'queued', ?, 0, 0, 0, '', 'zh-hans', '', '[]', ?)",
                (uuid.uuid4().hex, f'{{"steps": {steps}}}', now, now),
            )


@contextmanager
def worker(folder: Path, **variables: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.jobs.worker_process"],
        cwd=ROOT,
        env=environment(folder, **variables),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


def wait_until(folder: Path, true: Callable[[list[dict[str, object]]], bool], seconds: float = 40) -> None:
    until = time.monotonic() + seconds
    while not true(rows(folder)):
        assert time.monotonic() < until, [dict(row) for row in rows(folder)]
        time.sleep(0.05)


def all_done(found: list[dict[str, object]]) -> bool:
    return all(row["status"] == "done" for row in found)


@pytest.mark.embedded
def test_jobs_of_a_worker_killed_in_the_middle_are_each_finished_by_the_next(folder):
    order(folder, count=8, steps=5)
    with worker(folder) as process:
        wait_until(folder, lambda found: any(row["status"] == "done" for row in found))
        wait_until(folder, lambda found: any(row["status"] == "running" for row in found))
        process.kill()
        process.wait()
    interrupted = [row["key"] for row in rows(folder) if row["status"] == "running"]
    with worker(folder):
        wait_until(folder, all_done)
    after = rows(folder)
    assert [row["result"] for row in after] == ['{"steps": 5}'] * 8
    assert interrupted
    assert all(row["failures"] == 1 for row in after if row["key"] in interrupted)
    assert all(row["attempts"] == 1 for row in after if row["key"] not in interrupted)


@pytest.mark.embedded
def test_polite_stop_is_quick_and_puts_running_jobs_back_at_once(folder):
    order(folder, count=2, steps=600)
    with worker(folder) as process:
        wait_until(folder, lambda found: all(row["status"] == "running" for row in found))
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
        took = time.monotonic() - began
    assert took < 5, "about 1.3 s on a machine that does nothing else"
    assert [(row["status"], row["failures"]) for row in rows(folder)] == [("queued", 0)] * 2


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def redis(port: int, place: Path) -> Iterator[None]:
    server = subprocess.Popen(
        ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(place)],
        stdout=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield
    finally:
        server.kill()
        server.wait()


@pytest.mark.embedded
@pytest.mark.skipif(shutil.which("redis-server") is None, reason="Redis is not installed")
def test_two_workers_share_the_work_and_outlive_a_broker_that_forgets_everything(folder, tmp_path):
    port = free_port()
    address = f"redis://127.0.0.1:{port}/0"
    with ExitStack() as workers:
        with redis(port, tmp_path):
            both = [workers.enter_context(worker(folder, CELERY_BROKER_URL=address)) for _ in range(2)]
            order(folder, count=6, steps=2)
            wait_until(folder, all_done)
            assert all(row["attempts"] == 1 for row in rows(folder)), "each job was done by one of them"
        order(folder, count=2, steps=2)
        time.sleep(2.5)
        assert [row["status"] for row in rows(folder)[6:]] == ["queued"] * 2
        with redis(port, tmp_path):
            wait_until(folder, all_done)
        assert [process.poll() for process in both] == [None, None]


@pytest.mark.embedded
@pytest.mark.skipif(shutil.which("redis-server") is None, reason="Redis is not installed")
def test_worker_command_takes_jobs_and_ends_politely(folder, tmp_path):
    port = free_port()
    with (
        redis(port, tmp_path),
        subprocess.Popen(
            [sys.executable, "manage.py", "worker"],
            cwd=ROOT,
            env=environment(folder, CELERY_BROKER_URL=f"redis://127.0.0.1:{port}/0"),
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            assert json.loads(process.stdout.readline()) == {"ok": True, "pid": process.pid}
            order(folder, count=1, steps=1)
            wait_until(folder, lambda found: found[0]["status"] == "failed")
            assert json.loads(str(rows(folder)[0]["problems"]))[0]["code"] == "job_of_unknown_kind"
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()
