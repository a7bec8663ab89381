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


@pytest.fixture(params=["sqlite", "postgresql"])
def manage(request: pytest.FixtureRequest, tmp_path: Path):
    """``manage("backup")``: a command of ours on a database of this test; its JSON, its exit code."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment |= {"JICHA_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    if request.param == "postgresql":
        environment["DATABASE_URL"] = request.getfixturevalue("postgresql")

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


pytestmark = pytest.mark.embedded  # each opens both kinds of database itself


def test_what_was_copied_comes_back_and_verifies(manage, tmp_path):
    _played, code = manage("rehearse", "swiss-60min", "--entries", "4", "--seed", "2", "--keep")
    assert code == 0
    copied, code = manage("backup")
    assert (code, copied["ok"]) == (0, True)
    _, code = manage("rehearse", "swiss-60min", "--entries", "4", "--seed", "3", "--keep")
    assert code == 0
    answer, code = manage("restore", copied["file"])
    assert (code, answer["ok"]) == (0, True)
    answer, code = manage("verify")
    assert (code, answer["ok"]) == (0, True)
    there, code = manage(
        "shell",
        "-v0",
        "-c",
        "from tournament.models import Event; print('{\"n\":%d}' % Event.objects.count())",
    )
    assert there == {"n": 1}
    assert len(list((tmp_path / "backups").iterdir())) == 2
    # A torn copy is noticed before anything is touched.
    copy = tmp_path / "backups" / copied["file"]
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    answer, code = manage("restore", copied["file"])
    assert (code, answer["problems"][0]["code"]) == (1, "backup-damaged")
    assert answer["problems"][0]["message"]
    assert manage("verify")[1] == 0


def test_a_copy_that_is_not_there_is_said(manage):
    answer, code = manage("restore", "nothing.sqlite3")
    assert (code, answer["problems"][0]["code"]) == (1, "backup-missing")
    assert answer["problems"][0]["fix"]
