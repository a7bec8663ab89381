"""Copies of the database: made while people go on working, kept for a while, brought back by one command.

The embedded database is copied with SQLite's own backup, so a copy is whole whatever happens meanwhile; a
PostgreSQL database with ``pg_dump``, where that is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from rules.answers import Problem, Refused

STAMP = "%Y%m%d-%H%M%S-%f"
_NAME = re.compile(r"\d{8}-\d{6}-\d{6}-[\w-]+\.(sqlite3|dump)")
KEEP_ALL = timedelta(hours=6)
KEEP_HOURLY = timedelta(days=2)
KEEP_DAILY = timedelta(days=30)


def folder() -> Path:
    """Where the copies lie."""
    path = settings.DATA_DIR / "backups"
    path.mkdir(parents=True, exist_ok=True)
    return path


def make_backup(why: str = "asked") -> Path:
    """Make a copy now; ``why`` becomes part of its name. ``Refused`` where the disk or the tool fails."""
    name = f"{timezone.now().strftime(STAMP)}-{why}"
    try:
        if connection.vendor == "sqlite":
            return _copy_sqlite(folder() / f"{name}.sqlite3")
        return _dump_postgresql(folder() / f"{name}.dump")
    except (OSError, sqlite3.Error, subprocess.CalledProcessError) as error:
        what = str(error)[:200] if isinstance(error, sqlite3.Error) else _said(error)
        raise Refused([Problem("backup-failed", "backup", {"what": what})]) from error


def backups() -> list[Path]:
    """All copies that were made here, the newest first; other files in the folder are left alone."""
    return sorted((one for one in folder().iterdir() if _NAME.fullmatch(one.name)), reverse=True)


def made_at(copy: Path) -> datetime:
    """When a copy was made, as its name says."""
    stamp = "-".join(copy.name.split("-")[:3])
    return datetime.strptime(stamp, STAMP).replace(tzinfo=timezone.get_fixed_timezone(0))


def rotate(now: datetime | None = None) -> list[Path]:
    """Throw away copies that newer ones make needless: all of six hours are kept, then one an hour for two
    days, one a day for thirty. Returns what was thrown away."""
    now = now or timezone.now()
    kept: set[tuple[Any, ...]] = set()
    gone = []
    for copy in backups():
        made = made_at(copy)
        age = now - made
        if age <= KEEP_ALL:
            continue
        slot = (made.date(), made.hour) if age <= KEEP_HOURLY else (made.date(),)
        if age > KEEP_DAILY or slot in kept:
            copy.unlink()
            gone.append(copy)
        kept.add(slot)
    return gone


def check_copy(copy: Path) -> None:
    """Raise ``Refused`` unless ``copy`` is a whole database of this program, and of the kind in use."""
    if not copy.exists():
        raise Refused([Problem("backup-missing", "file", {"name": copy.name})])
    if (copy.suffix == ".sqlite3") != (connection.vendor == "sqlite"):
        raise Refused([Problem("backup-of-another-kind", "file", {"name": copy.name})])
    what = _trouble_in_sqlite(copy) if connection.vendor == "sqlite" else _trouble_in_dump(copy)
    if what:
        raise Refused([Problem("backup-damaged", "file", {"name": copy.name, "what": what})])


def _trouble_in_sqlite(copy: Path) -> str:
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as database:
            whole = database.execute("PRAGMA integrity_check").fetchone()[0]
            database.execute("SELECT count(*) FROM tournament_event").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return "" if whole == "ok" else str(whole)


def _trouble_in_dump(copy: Path) -> str:
    try:
        # Written out in full, to nowhere: a list of what is in it would not notice a torn end.
        _postgresql("pg_restore", "--file", os.devnull, str(copy))
    except (OSError, subprocess.CalledProcessError) as error:
        return _said(error)
    return ""


def restore(copy: Path) -> Path:
    """Put ``copy`` in the place of the database. What was there is copied first; returns that copy.

    Refused for a copy that is missing, damaged or of the other kind of database; all of it comes back, or
    nothing is changed.
    """
    check_copy(copy)
    before = make_backup("before-restore")
    if connection.vendor != "sqlite":
        _restore_postgresql(copy)
        return before
    target = Path(settings.DATABASES["default"]["NAME"])
    connection.close()
    fresh = target.with_suffix(".restoring")
    shutil.copyfile(copy, fresh)
    for leftover in (target.with_name(target.name + "-wal"), target.with_name(target.name + "-shm")):
        leftover.unlink(missing_ok=True)
    fresh.replace(target)
    return before


def _restore_postgresql(copy: Path) -> None:
    connection.close()
    database = str(connection.settings_dict["NAME"])
    how = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    try:
        _postgresql("pg_restore", *how, f"--dbname={database}", *_address(), str(copy))
    except (OSError, subprocess.CalledProcessError) as error:
        raise Refused([Problem("restore-failed", "database", {"what": _said(error)})]) from error


def _copy_sqlite(path: Path) -> Path:
    source = str(connection.settings_dict["NAME"])
    unfinished = path.with_suffix(".part")
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(unfinished)) as copy:
        live.backup(copy, pages=1000, sleep=0.01)
        # One file and no more: a copy must be whole when it alone is carried away.
        copy.execute("PRAGMA journal_mode=DELETE")
    unfinished.replace(path)
    return path


def _dump_postgresql(path: Path) -> Path:
    unfinished = path.with_suffix(".part")
    database = str(connection.settings_dict["NAME"])
    _postgresql("pg_dump", "--format=custom", f"--file={unfinished}", *_address(), database)
    unfinished.replace(path)
    return path


def _address() -> tuple[str, ...]:
    told = connection.settings_dict
    return (
        f"--host={told.get('HOST') or 'localhost'}",
        f"--port={told.get('PORT') or 5432}",
        f"--username={told.get('USER') or ''}",
        "--no-password",
    )


def _postgresql(tool: str, *words: str) -> None:
    """Run one of PostgreSQL's own programs; the password goes by the environment, where nobody sees it."""
    found = shutil.which(tool)
    if found is None:
        raise FileNotFoundError(f"{tool} is not installed")
    password = connection.settings_dict.get("PASSWORD") or ""
    subprocess.run(  # noqa: S603 -- the program and its arguments are ours
        [found, *words],
        check=True,
        capture_output=True,
        text=True,
        env={"PGPASSWORD": password, "PATH": str(Path(found).parent), "LC_ALL": "C"},
    )


def _said(error: OSError | subprocess.CalledProcessError) -> str:
    said = getattr(error, "stderr", None) or str(error)
    return first_line(str(said))


def first_line(said: str) -> str:
    """The first line of what a program or a driver said; short, and empty where it said nothing."""
    return said.strip().partition("\n")[0][:200]
