"""Matches with a time of their own: arranged privately, or put off with notice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Appointment, Encounter, Event, Hall, RoundDate

NOTICE_HOURS = 24
"""Absence is told so long before the session, where the plan's ``calendar.notice_hours`` is silent."""


def notice_hours(event: Event) -> int:
    """How many hours before the session a side must tell that it cannot come."""
    return int(event.plan.get("calendar", {}).get("notice_hours", NOTICE_HOURS))


def arrange(
    encounter: Encounter,
    actor: AbstractBaseUser,
    at: datetime,
    *,
    hall: Hall | None = None,
    place: str = "",
) -> Appointment:
    """Give a match the time that both sides agreed on. Refused after the date by which it is to be played."""
    event = encounter.round.stage.event
    require(event, actor, "keep_calendar")
    with change(event, actor) as step:
        encounter = _open(encounter)
        date = _date_of(encounter)
        if date is not None and date.play_by is not None and at > date.play_by:
            raise Refused([Problem("after-play-by", "at", {"at": at, "play_by": date.play_by})])
        there = Appointment.objects.filter(encounter=encounter).first()
        kind = there.kind if there is not None else Appointment.Kind.ARRANGED
        return _keep(step, encounter, there, kind=kind, at=at, hall=hall, place=place)


def postpone(
    encounter: Encounter,
    actor: AbstractBaseUser,
    *,
    asked_by: str = "",
    told_at: datetime | None = None,
    at: datetime | None = None,
    sure: bool = False,
) -> Appointment:
    """Put a match off from its round's session; ``at`` is the new time, empty while it is to be agreed.

    ``asked_by`` is the side that cannot come ("A" or "B", empty: both agreed), ``told_at`` when it said so
    (now). Notice later than the regulation asks for is refused unless the chief referee is ``sure``.
    """
    event = encounter.round.stage.event
    require(event, actor, "keep_calendar")
    told_at = told_at or timezone.now()
    with change(event, actor) as step:
        encounter = _open(encounter)
        date = _date_of(encounter)
        session = date.session if date is not None else None
        hours = notice_hours(step.event)
        if (
            session is not None
            and asked_by
            and not sure
            and told_at > session.starts_at - timedelta(hours=hours)
        ):
            values = {"hours": hours, "told": told_at, "start": session.starts_at}
            raise Refused([Problem("notice-too-late", "told_at", values)])
        there = Appointment.objects.filter(encounter=encounter).first()
        return _keep(
            step,
            encounter,
            there,
            kind=Appointment.Kind.POSTPONED,
            at=at,
            asked_by=asked_by,
            told_at=told_at,
        )


def drop_appointment(appointment: Appointment, actor: AbstractBaseUser) -> None:
    """The match is played with its round after all. Refused once its own clock has started."""
    encounter = appointment.encounter
    event = encounter.round.stage.event
    require(event, actor, "keep_calendar")
    with change(event, actor) as step:
        encounter = _open(encounter)
        step.record("appointment-dropped", encounter, {"at": (appointment.at, None)})
        appointment.delete()


def _open(encounter: Encounter) -> Encounter:
    """The match, locked, as long as it has not begun. Raises ``Refused`` otherwise."""
    found = (
        Encounter.objects.select_for_update(of=("self",)).select_related("round__stage").get(pk=encounter.pk)
    )
    boards = list(found.boards.select_related("match").prefetch_related("clock_facts"))
    if found.bye or not boards:
        raise Refused([Problem("nothing-to-arrange", "encounter")])
    if any(board.match.version or board.confirmed_at or board.clock_facts.all() for board in boards):
        raise Refused([Problem("match-has-begun", "encounter", {"table": boards[0].table})])
    return found


def _date_of(encounter: Encounter) -> RoundDate | None:
    return (
        RoundDate.objects.filter(stage=encounter.round.stage, number=encounter.round.number)
        .select_related("session")
        .first()
    )


def _keep(step: Change, encounter: Encounter, there: Appointment | None, **wanted: Any) -> Appointment:
    row = there or Appointment(encounter=encounter)
    changes = {
        key: (getattr(row, key) if there else None, value)
        for key, value in wanted.items()
        if not there or getattr(row, key) != value
    }
    for key, value in wanted.items():
        setattr(row, key, value)
    row.save()
    step.record(f"match-{row.kind}", encounter, changes)
    return row
