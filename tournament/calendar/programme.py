"""What is played when and where: the rounds of every session, and the matches with a time of their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.calendar.needs import needs_of, session_text, when_text
from tournament.models import Appointment, Board, Encounter, Event, Round, RoundDate, Session
from tournament.plan.calendar import Place


@dataclass(frozen=True)
class RoundLine:
    """A round in the programme: ``when`` and ``where`` in words, both empty while it has no date."""

    stage: str
    slug: str
    number: int
    matches: int
    minutes: int | None
    date: RoundDate | None

    @property
    def when(self) -> str:
        """In words: its session, or the date by which it is to be played."""
        return date_text(self.date)

    @property
    def where(self) -> str:
        """The hall; empty where it is the whole event's."""
        session = self.date.session if self.date is not None else None
        return session.hall.name if session is not None and session.hall is not None else ""


def date_text(date: RoundDate | None) -> str:
    """When a round is played, in words; empty while it has no date."""
    if date is None:
        return ""
    if date.play_by is not None:
        return _("by appointment, until %(date)s") % {"date": when_text(date.play_by)}
    assert date.session is not None
    return session_text(date.session)


def when_played(encounter: Encounter, date: RoundDate | None, *, private: bool = False) -> str:
    """When and where one match is played, in words: at its own time, or with its round.

    A place that was typed in may be somebody's home: it is told only where the page is ``private``.
    """
    appointment: Appointment | None = getattr(encounter, "appointment", None)
    if appointment is None:
        return date_text(date)
    if appointment.at is None:
        return _("put off, the time is to be agreed")
    where = appointment.hall.name if appointment.hall is not None else appointment.place if private else ""
    return f"{when_text(appointment.at)} {where}".strip()


@dataclass(frozen=True)
class SessionPart:
    """A session with its rounds; ``session`` is ``None`` for those by appointment, or without a date."""

    session: Session | None
    title: str
    lines: list[RoundLine]


@dataclass(frozen=True)
class OpenMatch:
    """A match that waits for its own time: ``late`` where that, or the last date of its round, is past."""

    encounter: Encounter
    table: int | None
    names: list[str]
    appointment: Appointment | None
    play_by: datetime | None
    late: bool

    @property
    def when(self) -> str:
        """In words: when it is played, or that this is to be agreed."""
        if self.appointment is None or self.appointment.at is None:
            until = when_text(self.play_by) if self.play_by else ""
            return _("to be agreed, until %(date)s") % {"date": until} if until else _("to be agreed")
        return when_played(self.encounter, None, private=True)


def dates_of(event: Event) -> dict[Place, RoundDate]:
    """The date of every dated round of an event."""
    rows = RoundDate.objects.filter(stage__event=event).select_related("stage", "session__hall")
    return {(row.stage.slug, row.number): row for row in rows}


def lines_of(event: Event) -> list[RoundLine]:
    """Every round that the plan expects, with its date."""
    dates = dates_of(event)
    return [
        RoundLine(need.name, need.stage, need.number, need.matches, need.minutes, dates.get(need.place))
        for need in needs_of(event)
    ]


def programme(event: Event) -> list[SessionPart]:
    """The sessions in order with their rounds; then those by appointment; then those without a date."""
    lines = lines_of(event)
    parts = [
        SessionPart(session, session_text(session), [one for one in lines if _session(one) == session.pk])
        for session in Session.objects.filter(event=event).select_related("hall")
    ]
    private = [one for one in lines if one.date is not None and one.date.play_by is not None]
    without = [one for one in lines if one.date is None]
    if private:
        parts.append(SessionPart(None, _("By private appointment"), private))
    if without:
        parts.append(SessionPart(None, _("Without a date"), without))
    return parts


def _session(line: RoundLine) -> int | None:
    return line.date.session_id if line.date is not None else None


def open_matches(event: Event, now: datetime | None = None) -> list[OpenMatch]:
    """Matches of published rounds that have an appointment, or need one, and no confirmed result yet."""
    now = now or timezone.now()
    private = {
        (row.stage_id, row.number): row.play_by
        for row in RoundDate.objects.filter(stage__event=event, play_by__isnull=False)
    }
    rounds = Round.objects.filter(
        stage__event=event, status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING]
    )
    by_date = [one.pk for one in rounds if (one.stage_id, one.number) in private]
    boards = (
        Board.objects.filter(round__in=rounds, confirmed_at__isnull=True)
        .filter(Q(round__in=by_date) | Q(encounter__appointment__isnull=False))
        .select_related("round", "encounter__round__stage", "encounter__appointment__hall")
        .prefetch_related("encounter__slots__entry__players__person")
        .order_by("encounter__appointment__at", "round", "table")
    )
    found: dict[int, OpenMatch] = {}
    for board in boards:
        if board.encounter_id in found:
            continue  # the other boards of an encounter of squads
        appointment = getattr(board.encounter, "appointment", None)
        play_by = private.get((board.round.stage_id, board.round.number))
        ends = [moment for moment in (appointment.at if appointment else None, play_by) if moment]
        names = [slot.entry.names if slot.entry else "—" for slot in board.encounter.slots.all()]
        late = bool(ends) and min(ends) < now
        found[board.encounter_id] = OpenMatch(board.encounter, board.table, names, appointment, play_by, late)
    return list(found.values())


def may_be_put_off(event: Event) -> list[Encounter]:
    """Matches of published rounds that have neither begun nor an appointment, for a choice."""
    return list(
        Encounter.objects.filter(
            round__stage__event=event,
            round__status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING],
            boards__match__version=0,
            boards__confirmed_at__isnull=True,
            appointment__isnull=True,
            bye="",
        )
        .select_related("round__stage")
        .prefetch_related("slots__entry__players__person", "boards")
        .order_by("round__stage__position", "round__number", "number")
        .distinct()
    )
