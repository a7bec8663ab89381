"""A server whose start.py was killed is recognised, and makes way for the next."""

from __future__ import annotations

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

import start
from deploy import presence
from deploy.installing import CannotGoOn
from tests.start.scripts import ROOT


class Healthy(http.server.BaseHTTPRequestHandler):
    """Answers as our own server does."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture
def port():
    server = http.server.HTTPServer(("127.0.0.1", 0), Healthy)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def dead_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def write(folder: Path, **told: int) -> None:
    (folder / presence.FILE).write_text(json.dumps(told), encoding="utf-8")


def test_server_announces_itself_and_withdraws(tmp_path, port, monkeypatch):
    monkeypatch.setenv("JICHA_STARTED_BY", str(os.getppid()))
    presence.announce(tmp_path, port)
    assert presence.find(tmp_path) == presence.Presence(os.getpid(), port, os.getppid())
    presence.withdraw(tmp_path)
    assert presence.find(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_what_another_process_announced_is_not_withdrawn(tmp_path, port):
    write(tmp_path, pid=os.getppid(), port=port, started_by=0)
    presence.withdraw(tmp_path)
    assert presence.find(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": "x"}', '{"pid": 1}', "null"])
def test_file_that_says_nothing_is_no_server(tmp_path, text):
    (tmp_path / presence.FILE).write_text(text, encoding="utf-8")
    assert presence.find(tmp_path) is None


def test_server_that_died_without_a_word_is_no_server(tmp_path, port):
    write(tmp_path, pid=dead_process(), port=port, started_by=0)
    assert presence.find(tmp_path) is None


def test_number_that_another_program_has_now_is_no_server(tmp_path):
    write(tmp_path, pid=os.getpid(), port=9, started_by=0)
    assert presence.find(tmp_path) is None


def test_folder_that_cannot_be_written_does_not_keep_the_server_from_serving(tmp_path):
    presence.announce(tmp_path / "nowhere", 8000)
    assert presence.find(tmp_path / "nowhere") is None


def test_start_beside_a_server_at_work_says_where_it_is(tmp_path, port):
    write(tmp_path, pid=os.getpid(), port=port, started_by=os.getppid())
    with pytest.raises(CannotGoOn) as reason:
        start.make_way(tmp_path)
    assert f"http://127.0.0.1:{port}/" in reason.value.chinese


def test_server_that_does_not_end_is_said(tmp_path, port, monkeypatch):
    write(tmp_path, pid=os.getpid(), port=port, started_by=dead_process())
    monkeypatch.setattr(start, "stop", lambda _server: False)
    with pytest.raises(CannotGoOn) as reason:
        start.make_way(tmp_path)
    assert str(os.getpid()) in reason.value.english


SERVER = """
import signal, sys, time
from pathlib import Path
from deploy import presence
import http.server
from tests.start.test_presence import Healthy
server = http.server.HTTPServer(("127.0.0.1", 0), Healthy)
presence.announce(Path(sys.argv[1]), server.server_port)
print("ready", flush=True)
server.serve_forever()
"""
STARTER = """
import os, subprocess, sys
os.environ["JICHA_STARTED_BY"] = str(os.getpid())
subprocess.Popen([sys.executable, "-c", sys.argv[1], sys.argv[2]]).wait()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows ends the children of a console with it")
def test_server_left_behind_by_a_killed_start_is_stopped_and_the_port_is_free(tmp_path, capsys):
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, SERVER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout.readline() == "ready\n"
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    left = presence.find(tmp_path)
    assert left
    assert left.is_left_behind
    with urllib.request.urlopen(f"{left.address}healthz", timeout=5) as answer:
        assert answer.status == 200, "the hall is still served"
    start.make_way(tmp_path)
    assert str(left.pid) in capsys.readouterr().out
    assert presence.find(tmp_path) is None
    until = time.monotonic() + 10
    while start.port_trouble("127.0.0.1", left.port) is not None:
        assert time.monotonic() < until
        time.sleep(0.05)
    starter.stdout.close()
