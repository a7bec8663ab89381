"""Halls and sessions: add, change and remove them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Appointment, Event, Hall, RoundDate, Session

MOST_WEEKS = 26
"""So many sessions at most are made at once (half a year of weeks)."""
HALL_FIELDS = ("name", "address", "first_table", "last_table")
SESSION_FIELDS = ("name", "starts_at", "ends_at", "hall")


def save_hall(
    event: Event, actor: AbstractBaseUser, wanted: Mapping[str, Any], hall: Hall | None = None
) -> Hall:
    """Add a hall, or change ``hall``. ``wanted`` has the ``HALL_FIELDS``.

    Refused where its name or one of its tables is another hall's already.
    """
    require(event, actor, "keep_calendar")
    with change(event, actor) as step:
        others = Hall.objects.filter(event=step.event).exclude(pk=hall.pk if hall else None)
        problems = []
        if others.filter(name=wanted["name"]).exists():
            problems.append(Problem("hall-name-taken", "name", {"name": wanted["name"]}))
        if wanted["last_table"] < wanted["first_table"]:
            problems.append(Problem("hall-tables-backwards", "last_table"))
        shared = others.filter(
            first_table__lte=wanted["last_table"], last_table__gte=wanted["first_table"]
        ).first()
        if shared is not None and not problems:
            values = {"name": shared.name, "first": shared.first_table, "last": shared.last_table}
            problems.append(Problem("hall-tables-shared", "first_table", values))
        if problems:
            raise Refused(problems)
        saved = hall or Hall(event=step.event)
        _save(step, saved, wanted, HALL_FIELDS, "hall")
    return saved


def remove_hall(hall: Hall, actor: AbstractBaseUser) -> None:
    """Take a hall away. Refused while a session or an appointment is in it."""
    event = hall.event
    require(event, actor, "keep_calendar")
    with change(event, actor) as step:
        if hall.sessions.exists() or Appointment.objects.filter(hall=hall).exists():
            raise Refused([Problem("hall-in-use", "hall", {"name": hall.name})])
        step.record("hall-removed", hall)
        hall.delete()


def add_sessions(
    event: Event, actor: AbstractBaseUser, wanted: Mapping[str, Any], weeks: int = 1
) -> list[Session]:
    """Add a session, or the same one of ``weeks`` weeks running ("every Thursday afternoon").

    ``wanted`` has the ``SESSION_FIELDS``. The hour on the wall stays the same over a change of the clocks.
    """
    require(event, actor, "keep_calendar")
    if not 1 <= weeks <= MOST_WEEKS:
        raise Refused([Problem("weeks-out-of-range", "weeks", {"least": 1, "most": MOST_WEEKS})])
    _refuse_backwards(wanted)
    with change(event, actor) as step:
        made = []
        for week in range(weeks):
            session = Session(event=step.event)
            when = {key: _weeks_later(wanted[key], week) for key in ("starts_at", "ends_at")}
            _save(step, session, {**wanted, **when}, SESSION_FIELDS, "session")
            made.append(session)
    return made


def change_session(session: Session, actor: AbstractBaseUser, wanted: Mapping[str, Any]) -> Session:
    """Change when or where a session is; the rounds in it go with it."""
    require(session.event, actor, "keep_calendar")
    _refuse_backwards(wanted)
    with change(session.event, actor) as step:
        _save(step, session, wanted, SESSION_FIELDS, "session")
    return session


def remove_session(session: Session, actor: AbstractBaseUser) -> int:
    """Take a session away; returns how many rounds are without a date now."""
    event = session.event
    require(event, actor, "keep_calendar")
    with change(event, actor) as step:
        rounds = RoundDate.objects.filter(session=session).count()
        step.record("session-removed", session, {"rounds": (rounds, 0)})
        session.delete()
    return rounds


def _refuse_backwards(wanted: Mapping[str, Any]) -> None:
    if wanted["ends_at"] <= wanted["starts_at"]:
        raise Refused([Problem("session-ends-before-it-starts", "ends_at")])


def _weeks_later(when: datetime, weeks: int) -> datetime:
    local = timezone.localtime(when).replace(tzinfo=None) + timedelta(weeks=weeks)
    return timezone.make_aware(local)


def _save(
    step: Change, row: Hall | Session, wanted: Mapping[str, Any], fields: tuple[str, ...], kind: str
) -> None:
    new = row.pk is None
    changes = {}
    for name in fields:
        before = None if new else getattr(row, name)
        if new or before != wanted[name]:
            changes[name] = (before, wanted[name])
        setattr(row, name, wanted[name])
    if changes:
        row.save()
        step.record(f"{kind}-{'added' if new else 'changed'}", row, _in_words(changes))


def _in_words(changes: Mapping[str, tuple[Any, Any]]) -> dict[str, tuple[Any, Any]]:
    """The name of a hall is no person's: the record keeps it, under a name of its own."""
    return {"hall_name" if key == "name" else key: value for key, value in changes.items()}
