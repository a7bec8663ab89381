"""Kill for real, in the worst moment: nothing is lost, nothing is counted twice, everything verifies."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

from tests.faults.conftest import ROOT, Installation, wait_until

pytestmark = [pytest.mark.embedded, pytest.mark.slow]


@pytest.mark.parametrize(("moment", "saved"), [("receipt", 0), ("answer", 1)])
def test_hand_whose_server_was_killed_is_sent_again_and_is_there_once(installation, moment, saved):
    with installation.server(KILL_AT=moment) as process:
        assert installation.send(0, 1, 0) == (0, None)
        assert process.wait(30) == -signal.SIGKILL
    assert installation.count()["hands"][0] == saved
    with installation.server():
        status, told = installation.send(0, 1, 0)
        assert (status, told["ok"], told["version"]) == (200, True, 1)
        assert installation.send(0, 1, 0)[1]["version"] == 1, "and once more"
        assert installation.send(0, 2, 1)[1]["version"] == 2, "the next one follows"
    counted = installation.count()
    assert (counted["hands"], counted["wrong"]) == ([2, 0, 0, 0], [])


def jobs(installation: Installation) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(installation.folder / "jicha.sqlite3", timeout=20)) as database:
        return list(database.execute("select status, progress from tournament_job where kind = 'paper'"))


def test_book_whose_worker_was_killed_is_made_by_the_next(installation):
    installation.run("order-book")
    with installation.process("work") as process:
        wait_until(lambda: jobs(installation)[0][0] == "running")
        process.kill()
        process.wait()
    assert jobs(installation)[0][0] == "running", "it was killed in the middle"
    with installation.process("work"):
        wait_until(lambda: jobs(installation)[0][0] == "done")
    counted = installation.count()
    assert counted["jobs"] == [["done", 2, 1]]
    assert counted["wrong"] == []
    books = list((installation.folder / "files").rglob("*.pdf"))
    assert len(books) == 1
    assert books[0].read_bytes().rstrip().endswith(b"%%EOF")


def test_import_that_was_killed_brought_in_nothing_and_is_simply_repeated(installation):
    file = installation.folder / "event.json"
    kept = {"cwd": ROOT, "env": installation.environment, "stdout": subprocess.DEVNULL}
    bring_in = [sys.executable, "manage.py", "import_event", str(file)]
    export = [sys.executable, "manage.py", "export_event", installation.told["event"], "--out", str(file)]
    subprocess.run(export, check=True, **kept)
    installation.run("remove")
    journal = installation.folder / "jicha.sqlite3-wal"
    assert not journal.exists()
    process = subprocess.Popen(bring_in, **kept)
    # It holds the database open from the first row that it looks for to the last that it writes.
    wait_until(lambda: journal.exists() or process.poll() is not None)
    time.sleep(0.3)
    process.kill()
    assert process.wait() == -signal.SIGKILL, "it was killed in the middle"
    assert installation.count()["events"] == 0, "all of it or nothing"
    subprocess.run(bring_in, check=True, **kept)
    counted = installation.count()
    assert (counted["events"], counted["wrong"]) == (1, [])


def test_full_disk_refuses_a_hand_which_is_taken_once_there_is_room(installation):
    database = installation.folder / "jicha.sqlite3"
    with installation.server() as process:
        assert installation.send(0, 1, 0)[0] == 200
        # No file may grow any more: what a full disk does, for this process alone.
        soft, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, hard))
        status, _told = installation.send(0, 2, 1)
        assert status >= 500, "the phone keeps it and tries again"
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        status, told = installation.send(0, 2, 1)
        assert (status, told["version"]) == (200, 2)
    assert database.exists()
    counted = installation.count()
    assert (counted["hands"], counted["wrong"]) == ([2, 0, 0, 0], [])


def test_after_a_power_cut_every_hand_that_was_answered_is_there(installation, tmp_path):
    """The files as they are in one moment while hands are coming in: what never reached the disk is gone."""
    answered = [0, 0, 0, 0]
    after = tmp_path / "after"
    with installation.server() as process:
        for number in range(1, 4):
            for table in range(4):
                assert installation.send(table, number, number - 1)[0] == 200
                answered[table] += 1
        before = list(answered)
        os.kill(process.pid, signal.SIGSTOP)
        shutil.copytree(installation.folder, after, ignore=shutil.ignore_patterns("*-shm"))
        os.kill(process.pid, signal.SIGCONT)
    # A page that was half written when the power went: its transaction is as if it never began.
    with (after / "jicha.sqlite3-wal").open("ab") as log:
        log.write(os.urandom(3000))
    cut = Installation(after, installation.told)
    counted = cut.count()
    assert (counted["hands"], counted["wrong"]) == (before, [])
    with closing(sqlite3.connect(after / "jicha.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_polite_stop_lets_a_hand_in_the_middle_be_answered(installation):
    with installation.server() as process:
        results: list[int] = []

        def enter() -> None:
            for number in range(1, 30):
                status = installation.send(0, number, number - 1)[0]
                results.append(status)
                if status != 200:
                    return

        phone = threading.Thread(target=enter)
        phone.start()
        wait_until(lambda: len(results) >= 1)
        process.send_signal(signal.SIGTERM)
        phone.join(60)
        assert process.wait(60) == 0
    assert set(results) <= {200, 0}
    assert installation.count()["hands"][0] == results.count(200), "answered is saved, unanswered is not"
