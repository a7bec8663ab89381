"""The clock's notices: ten minutes before the end and at the end, each given once, whoever looks and when."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.hall import finish_round
from tournament.jobs.registry import watchers
from tournament.models import Audit, ClockFact
from tournament.officiating import timing
from tournament.officiating.notices import give_due_notices, last_notice

pytestmark = pytest.mark.django_db


def kinds(round_, board=None) -> list[str]:
    facts = ClockFact.objects.filter(round=round_, board=board, kind__in=["reminder", "time"])
    return list(facts.values_list("kind", flat=True))


def after(round_, minutes: float):
    return round_.clock_facts.get(kind="start").at + timedelta(minutes=minutes)


def test_the_reminder_is_given_at_fifty_minutes_and_the_end_at_sixty(round_):
    """一-2: sixty minutes, the reminder ten before the end."""
    expected = {0: [], 49.9: [], 50: ["reminder"], 59.9: ["reminder"], 60: ["reminder", "time"]}
    for minute, given in expected.items():
        give_due_notices(after(round_, minute))
        assert kinds(round_) == given


def test_a_notice_is_given_once_however_often_anybody_looks(round_, event):
    for _ in range(3):
        give_due_notices(after(round_, 51))
    assert kinds(round_) == ["reminder"]
    assert Audit.objects.filter(event=event, action="notice-given").count() == 1
    assert give_due_notices(after(round_, 52)) == 0


def test_a_worker_that_comes_late_gives_the_end_and_no_reminder_of_it(round_):
    assert give_due_notices(after(round_, 75)) == 1
    assert kinds(round_) == ["time"]


def test_nothing_is_given_while_the_clock_is_paused_and_later_after_the_pause(round_, chief):
    timing.add_fact(round_, chief, "pause")
    assert give_due_notices(after(round_, 55)) == 0
    timing.add_fact(round_, chief, "resume")
    assert give_due_notices(after(round_, 55)) == 1


def test_an_end_that_was_put_off_is_announced_again(round_, chief):
    give_due_notices(after(round_, 50))
    timing.add_fact(round_, chief, "extend", minutes=15)
    assert last_notice(round_.clock_facts.all()) is None
    assert give_due_notices(after(round_, 64)) == 0
    assert give_due_notices(after(round_, 65)) == 1
    assert give_due_notices(after(round_, 75)) == 1
    assert kinds(round_) == ["reminder", "reminder", "time"]


def test_a_table_with_its_own_end_has_its_own_notices(round_, board, chief):
    timing.add_fact(round_, chief, "extend", board=board, minutes=20)
    give_due_notices(after(round_, 60))
    assert (kinds(round_), kinds(round_, board)) == (["time"], [])
    give_due_notices(after(round_, 71))
    assert kinds(round_, board) == ["reminder"]


def test_a_closed_round_gives_no_notice(round_, organiser):
    finish_round(round_, organiser)
    assert give_due_notices(after(round_, 90)) == 0


def test_the_database_itself_forbids_a_second_notice(round_):
    at = timezone.now()
    ClockFact.objects.create(round=round_, kind="time", at=at, minutes=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClockFact.objects.create(round=round_, kind="time", at=at, minutes=0)


def test_every_sweep_looks_at_the_clocks(round_):
    assert watchers()["clock"](after(round_, 50)) == 1


def test_a_notice_is_new_to_every_screen(round_, event):
    before = event.__class__.objects.get(pk=event.pk).public_revision
    give_due_notices(after(round_, 50))
    assert event.__class__.objects.get(pk=event.pk).public_revision == before + 1


WORKER = """
import os, sys, django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
from datetime import datetime
from tournament.officiating.notices import give_due_notices
print("ready", flush=True)
sys.stdin.readline()
print(give_due_notices(datetime.fromisoformat(sys.argv[1])), flush=True)
"""


def worker_environment() -> dict[str, str]:
    """What a process of its own needs to work on the database of this test."""
    database = connection.settings_dict
    environment = {**os.environ, "JICHA_SECRET_KEY": settings.SECRET_KEY}
    if connection.vendor == "sqlite":
        return {**environment, "JICHA_SQLITE": str(database["NAME"])}
    where = f"{database['HOST'] or 'localhost'}:{database['PORT'] or 5432}/{database['NAME']}"
    return {**environment, "DATABASE_URL": f"postgres://{database['USER']}:{database['PASSWORD']}@{where}"}


KILLED = """
import os, signal, sys, django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
from datetime import datetime
from tournament.change import Change
from tournament.officiating.notices import give_due_notices
Change.record = lambda *args, **kwargs: os.kill(os.getpid(), signal.SIGKILL)
give_due_notices(datetime.fromisoformat(sys.argv[1]))
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed like that there")
def test_a_notice_that_a_killed_worker_was_about_to_give_is_given_once_by_the_next(round_):
    """Killed after the notice was written and before it was saved."""
    moment = after(round_, 50)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, moment.isoformat()],
        env=worker_environment(),
        cwd=settings.BASE_DIR,
        check=False,
        timeout=120,
    )
    assert done.returncode == -signal.SIGKILL
    assert kinds(round_) == []
    assert [give_due_notices(after(round_, minute)) for minute in (52, 52, 53)] == [1, 0, 0]
    assert kinds(round_) == ["reminder"]


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_at_the_same_moment_one_gives_the_notice(round_):
    environment = worker_environment()
    moment = after(round_, 50).isoformat()
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, moment],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=settings.BASE_DIR,
        )
        for _ in range(2)
    ]
    for worker in workers:
        assert worker.stdout.readline().strip() == "ready"
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()
    given = [worker.communicate(timeout=60)[0].strip() for worker in workers]
    assert sorted(given) == ["0", "1"]
    assert kinds(round_) == ["reminder"]
