"""Every check, one after the other; all are run, and each that failed is named at the end.

Called by ``start.py test``, with the virtual environment's Python. Arguments go to pytest.

CI=true or JICHA_FULL=1: nothing may be missing, no test may skip.
JICHA_POSTGRESQL_URL, JICHA_REDIS_URL: the tests that touch the database are run there, too.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FULL = os.environ.get("CI") == "true" or os.environ.get("JICHA_FULL") == "1"
REPORT = ROOT / "build" / "coverage.json"
PURE_PERCENT = 95.0
ALL_PERCENT = 85.0


def call(*command: str, **variables: str) -> bool:
    """Run a command of the virtual environment from the project's folder; True when it is content."""
    environment = {**os.environ, "JICHA_DATA": str(ROOT / "build" / "check-data"), **variables}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def python(*arguments: str, **variables: str) -> bool:
    return call(sys.executable, *arguments, **variables)


def percent(files: Iterable[dict[str, Any]]) -> float:
    """Lines and branches taken, of all lines and branches, in percent; 100 of nothing."""
    taken = whole = 0
    for file in files:
        summary = file["summary"]
        taken += summary["covered_lines"] + summary["covered_branches"]
        whole += summary["num_statements"] + summary["num_branches"]
    return 100.0 * taken / whole if whole else 100.0


def pure_packages() -> list[str]:
    """The pure packages are those that the type checker holds to its strict mode."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["tool"]["mypy"]["files"])


def shortfalls(files: dict[str, dict[str, Any]], pure: Iterable[str]) -> list[str]:
    """A sentence for each part that is tested less than it should be."""
    found = []
    for package in pure:
        inside = [f for name, f in files.items() if name == package or name.startswith(f"{package}/")]
        got = percent(inside)
        print(f"  {package:<28} {got:6.2f} %  (at least {PURE_PERCENT:.0f})")
        if got < PURE_PERCENT:
            found.append(f"{package}: {got:.2f} % of lines and branches, {PURE_PERCENT:.0f} are asked for")
    got = percent(files.values())
    print(f"  {'all':<28} {got:6.2f} %  (at least {ALL_PERCENT:.0f})")
    if got < ALL_PERCENT:
        found.append(f"all: {got:.2f} % of lines and branches, {ALL_PERCENT:.0f} are asked for")
    return found


def coverage() -> bool:
    if not REPORT.exists():
        print("no coverage report: the tests did not finish")
        return False
    files = json.loads(REPORT.read_text(encoding="utf-8"))["files"]
    found = shortfalls({name.replace("\\", "/"): file for name, file in files.items()}, pure_packages())
    print("\n".join(found))
    return not found


def tests(arguments: list[str]) -> bool:
    REPORT.unlink(missing_ok=True)
    return python(
        "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--cov", "--cov-branch",
        f"--cov-report=json:{REPORT}", "--cov-report=", "--durations=15", "--durations-min=3", *arguments,
    )  # fmt: skip


def tests_on_postgresql(url: str) -> bool:
    broker = os.environ.get("JICHA_REDIS_URL", "memory://localhost/")
    return python(
        "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--database-only",
        DATABASE_URL=url, CELERY_BROKER_URL=broker,
    )  # fmt: skip


def translations() -> bool:
    if shutil.which("msgfmt") is None and not FULL:
        print("left out: gettext is not installed")
        return True
    return python(str(ROOT / ".ci" / "messages.py"), "--check")


def main(arguments: list[str]) -> int:
    (ROOT / "build").mkdir(exist_ok=True)
    checks: dict[str, Callable[[], bool]] = {
        # As modules: the programs that pip installs name a folder that may have been moved since.
        "ruff check": lambda: python("-m", "ruff", "check", "."),
        "ruff format": lambda: python("-m", "ruff", "format", "--check", "."),
        "mypy": lambda: python("-m", "mypy"),
        "import-linter": lambda: python("-c", "from importlinter import cli; cli.lint_imports_command()"),
        "migrations": lambda: python("manage.py", "makemigrations", "--check", "--dry-run"),
        "translations": translations,
        "tests": lambda: tests(arguments),
    }
    if arguments:
        # A chosen few say nothing of coverage, nor of the rest of the house.
        checks = {"tests": checks["tests"]}
    else:
        checks["coverage"] = coverage
        if url := os.environ.get("JICHA_POSTGRESQL_URL"):
            checks["tests on PostgreSQL"] = lambda: tests_on_postgresql(url)
        elif FULL:
            checks["tests on PostgreSQL"] = lambda: print("JICHA_POSTGRESQL_URL is not set") is not None
    failed = []
    for name, check in checks.items():
        print(f"\n=== {name}", flush=True)
        began = time.monotonic()
        if not check():
            failed.append(name)
        print(f"=== {name}: {time.monotonic() - began:.1f} s", flush=True)
    print("\nFAILED: " + ", ".join(failed) if failed else "\nAll checks passed.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
