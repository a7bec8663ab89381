"""How the installation is: database, workers, copies, disk, phones; as figures and for a page."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from tournament.jobs.selectors import late_jobs
from tournament.keeping import backups, signs
from tournament.models import Audit, Event, Job, SignOfLife

ENOUGH_DISK = 500 * 1024 * 1024
COPY_IS_OLD = timedelta(minutes=35)


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of the database: how many, when the last was made, and whether something changed since."""

    count: int
    last: datetime | None
    is_missing: bool


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the installation and of one event's phones; sizes in bytes."""

    vendor: str
    database_bytes: int
    workers: int
    late: int
    failed: int
    copies: Copies
    disk_free: int
    disk_total: int
    phones: signs.Phones

    @property
    def disk_is_low(self) -> bool:
        return self.disk_free < ENOUGH_DISK

    @property
    def all_well(self) -> bool:
        """Whether nobody has to do anything."""
        return not (self.late or not self.workers or self.copies.is_missing or self.disk_is_low)


def status_of(event: Event, now: datetime | None = None) -> Status:
    """What the organiser's page shows."""
    now = now or timezone.now()
    room = disk()
    return Status(
        vendor=connection.vendor,
        database_bytes=database_bytes(),
        workers=workers(now),
        late=late_jobs(now),
        failed=Job.objects.filter(
            status=Job.Status.FAILED, finished_at__gte=now - timedelta(days=1), event=event
        ).count(),
        copies=copies(now),
        disk_free=room.free,
        disk_total=room.total,
        phones=signs.phones_of(event, now),
    )


def disk() -> Any:
    """Free and total bytes where the data lie, or will lie."""
    place = Path(settings.DATA_DIR)
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place)


def workers(now: datetime) -> int:
    """How many processes that do background work were heard of lately."""
    since = now - signs.THERE
    return SignOfLife.objects.filter(kind=SignOfLife.Kind.WORKER, at__gte=since).count()


def copies(now: datetime) -> Copies:
    """The copies that there are. One is missing where changes older than half an hour are in none."""
    found = backups.backups()
    last = backups.made_at(found[0]) if found else None
    rows = Audit.objects.filter(at__lt=now - COPY_IS_OLD)
    return Copies(len(found), last, (rows.filter(at__gt=last) if last else rows).exists())


def database_bytes() -> int:
    """How much room the database takes, what SQLite has yet to write back included."""
    if connection.vendor == "sqlite":
        path = Path(str(connection.settings_dict["NAME"]))
        there = [path, path.with_name(path.name + "-wal")]
        return sum(one.stat().st_size for one in there if one.exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def figures(now: datetime | None = None) -> list[tuple[str, str, float]]:
    """Name, meaning and value of every figure about the installation as a whole."""
    now = now or timezone.now()
    room = disk()
    phones = SignOfLife.objects.filter(kind=SignOfLife.Kind.PHONE)
    last = copies(now).last
    return [
        ("events", "Events, rehearsals too", Event.objects.count()),
        ("changes", "Rows in the record", Audit.objects.count()),
        ("jobs_open", "Jobs that wait or run", Job.objects.open().count()),
        ("jobs_late", "Jobs that no worker took up for two minutes", late_jobs(now)),
        ("jobs_failed", "Jobs that failed in the last day", Job.objects.filter(
            status=Job.Status.FAILED, finished_at__gte=now - timedelta(days=1)).count()),
        ("workers", "Processes that do background work", workers(now)),
        ("phones", "Phones heard of in two minutes", phones.filter(at__gte=now - signs.THERE).count()),
        ("unsent", "Hands that phones have yet to send", phones.aggregate(sum=Sum("unsent"))["sum"] or 0),
        ("last_copy_age_seconds", "Age of the last copy; -1 without one",
         (now - last).total_seconds() if last else -1),
        ("database_bytes", "Size of the database", database_bytes()),
        ("disk_free_bytes", "Free room where the data lie", room.free),
    ]  # fmt: skip
