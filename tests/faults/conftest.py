"""An installation being played, copied for each test, and hands to start, stop and ask it."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "f" * 32


class Installation:
    """One data folder (or database) with the product's processes."""

    def __init__(self, folder: Path, told: dict[str, Any], **variables: str) -> None:
        self.folder, self.told = folder, told
        kept = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "CELERY_BROKER_URL"}}
        self.environment = {
            **kept,
            "JICHA_DATA": str(folder),
            "JICHA_JOB_LEASE": "2",
            "JICHA_DEBUG": "1",
            **variables,
        }
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    def run(self, *words: str) -> Any:
        """One of the deeds of ``tests.faults.product``; its answer."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.product", *words],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout.strip().splitlines()[-1])

    @contextmanager
    def process(self, *words: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
        """A deed that goes on; it is killed at the end."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.product", *words],
            cwd=ROOT, env={**self.environment, **variables}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert process.stdout.readline(), "it ended before it was ready"
            yield process
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def server(self, **variables: str) -> Any:
        """The web server, ready to be asked."""
        return self.process("serve", str(self.port), **variables)

    def send(self, table: int, number: int, version: int, seconds: float = 60) -> tuple[int, Any]:
        """A phone's hand: its status (0 where no answer came) and what was told."""
        body = {
            "action": "hand",
            "declarer": "A",
            "points": 60,
            "version": version,
            "nonce": f"{table}-{number}",
        }
        headers = {
            "Cookie": f"sessionid={self.told['session']}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            connection.request("POST", self.told["tables"][table], urllib.parse.urlencode(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            is_json = "json" in answer.headers.get("Content-Type", "")
            return answer.status, json.loads(text) if is_json else None
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()

    def count(self) -> dict[str, Any]:
        """Hands by table, events, and what does not verify."""
        return self.run("count")


@pytest.fixture(scope="session")
def being_played(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Made once; not to be changed."""
    made = Installation(tmp_path_factory.mktemp("hall"), {})
    made.told = made.run("set-up")
    return made


@pytest.fixture
def installation(being_played: Installation, tmp_path: Path) -> Installation:
    """A copy for this test."""
    shutil.copytree(being_played.folder, tmp_path / "data")
    return Installation(tmp_path / "data", being_played.told)


def wait_until(true: Any, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)
