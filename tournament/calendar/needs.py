"""The rounds of an event and its sessions, as the plain values that the plan's calendar works on."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from rules.answers import Problem
from tournament.models import Entry, Event, Hall, RoundDate, Session
from tournament.plan.calendar import Place, RoundNeed, Span, check_calendar
from tournament.stages.planning import outline_of

FEW = 16
"""How many pairs are reckoned with while nobody is entered and the plan names no number."""


def needs_of(event: Event) -> list[RoundNeed]:
    """Every round that the plan expects, drawn or not, in the order of the stages."""
    pairs = event.entries.filter(kind=Entry.Kind.PAIR).playing().count()
    expected = pairs or int(event.plan.get("entry", {}).get("typical", FEW))
    return [
        RoundNeed(one.key, one.name, round_.number, round_.matches, round_.minutes, one.comes_from)
        for one in outline_of(event, expected)
        for round_ in one.rounds
    ]


def spans_of(event: Event) -> list[Span]:
    """The sessions of an event with the tables of their halls."""
    halls = list(Hall.objects.filter(event=event))
    everywhere = sum(hall.tables for hall in halls) or event.tables
    rows = Session.objects.filter(event=event).select_related("hall")
    return [
        Span(
            str(row.key),
            session_text(row),
            row.starts_at,
            row.ends_at,
            row.hall.tables if row.hall else everywhere,
            row.hall.name if row.hall else "",
        )
        for row in rows
    ]


def placed_in(event: Event) -> dict[Place, str | None]:
    """Where each dated round is: the key of its session, or ``None`` for private appointments."""
    rows = RoundDate.objects.filter(stage__event=event).select_related("stage", "session")
    return {(row.stage.slug, row.number): str(row.session.key) if row.session else None for row in rows}


def warnings_of(event: Event) -> list[Problem]:
    """What speaks against the calendar of an event."""
    return check_calendar(needs_of(event), spans_of(event), placed_in(event))


def session_text(session: Session) -> str:
    """A session in words: its name, day, and hours."""
    ends = timezone.localtime(session.ends_at)
    text = f"{when_text(session.starts_at)}–{date_format(ends, 'TIME_FORMAT')}"
    return f"{session.name} {text}".strip()


def when_text(when: datetime) -> str:
    """A moment in words: day, weekday and hour of this place."""
    local = timezone.localtime(when)
    day = date_format(local, "MONTH_DAY_FORMAT")
    return f"{day} {date_format(local, 'D')} {date_format(local, 'TIME_FORMAT')}"
