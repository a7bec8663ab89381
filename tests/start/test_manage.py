"""``manage.py`` for somebody who has only just cloned: one clear sentence in place of a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from django.conf import settings


def run(*words: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "PYTHONPATH")
    }
    return subprocess.run(
        [*words], cwd=cwd, env={**environment, **variables}, capture_output=True, text=True, check=False
    )


def test_without_a_database_a_command_says_what_to_do(tmp_path):
    done = run(
        sys.executable,
        "manage.py",
        "rehearse",
        "swiss-60min",
        cwd=settings.BASE_DIR,
        JICHA_DATA=str(tmp_path),
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(tmp_path) in done.stderr
    assert "start.py" in done.stderr


def test_without_django_and_without_a_venv_it_says_to_start_first(tmp_path):
    shutil.copy(settings.BASE_DIR / "manage.py", tmp_path)
    done = run(sys.executable, "-S", "-I", "manage.py", "check", cwd=tmp_path)
    assert done.returncode == 1
    assert "start.py" in done.stderr
    assert "Traceback" not in done.stderr
