"""The commands themselves, on a database of their own: copy, go on, bring back, verify."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings


@pytest.fixture
def manage(tmp_path: Path):
    """``manage("backup")``: a command of ours on a data folder of this test; its JSON, its exit code."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment |= {"JICHA_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}

    def run(*words: str) -> tuple[Any, int]:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=settings.BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        return (json.loads(lines[-1]) if lines and lines[-1].endswith("}") else None), done.returncode

    run("migrate", "-v0")
    return run


def test_what_was_copied_comes_back_and_verifies(manage, tmp_path):
    _played, code = manage("rehearse", "swiss-60min", "--entries", "4", "--seed", "2", "--keep")
    assert code == 0
    answer, code = manage("backup")
    assert (code, answer["ok"]) == (0, True)
    _, code = manage("rehearse", "swiss-60min", "--entries", "4", "--seed", "3", "--keep")
    assert code == 0
    answer, code = manage("restore", answer["file"])
    assert (code, answer["ok"]) == (0, True)
    answer, code = manage("verify")
    assert (code, answer["ok"]) == (0, True)
    events = subprocess.run(
        [sys.executable, "-c", "import sqlite3,sys;print(sqlite3.connect(sys.argv[1]).execute("
         "'select count(*) from tournament_event').fetchone()[0])", str(tmp_path / "jicha.sqlite3")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert events.stdout.strip() == "1"
    assert len(list((tmp_path / "backups").iterdir())) == 2


def test_a_copy_that_is_not_there_is_said(manage):
    answer, code = manage("restore", "nothing.sqlite3")
    assert (code, answer["problems"][0]["code"]) == (1, "backup-missing")
    assert answer["problems"][0]["fix"]
