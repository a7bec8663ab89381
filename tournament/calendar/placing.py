"""Rounds put into sessions, by hand or all at once, or left to private appointments until a date."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.calendar.needs import needs_of, placed_in, spans_of
from tournament.change import change
from tournament.models import Event, RoundDate, Session, Stage
from tournament.plan.calendar import spread

MOST_ROUNDS = 200


def place_round(
    stage: Stage,
    number: int,
    actor: AbstractBaseUser,
    *,
    session: Session | None = None,
    play_by: datetime | None = None,
) -> None:
    """Put round ``number`` into ``session``, or leave its matches to be arranged privately until ``play_by``.

    Neither takes its date away. A round need not be drawn yet.
    """
    event = stage.event
    require(event, actor, "keep_calendar")
    if session is not None and (play_by is not None or session.event_id != event.pk):
        raise Refused([Problem("session-or-date", "session")])
    if not 1 <= number <= MOST_ROUNDS:
        raise Refused([Problem("no-such-round", "round", {"round": number, "stage": stage.name})])
    with change(event, actor) as step:
        row = RoundDate.objects.filter(stage=stage, number=number).select_related("session").first()
        before = _said(row)
        if session is None and play_by is None:
            if row is not None:
                row.delete()
            after = ""
        else:
            row = row or RoundDate(stage=stage, number=number)
            row.session, row.play_by = session, play_by
            row.save()
            after = _said(row)
        if before != after:
            step.record("round-dated", stage, {f"round {number}": (before, after)})


def place_all(event: Event, actor: AbstractBaseUser) -> tuple[int, int]:
    """Put every round that has no date into the sessions, in order.

    Returns how many rounds got a session, and for how many none is left. Refused where there is no session.
    """
    require(event, actor, "keep_calendar")
    with change(event, actor) as step:
        needs, placed = needs_of(step.event), placed_in(step.event)
        sessions = {str(one.key): one for one in step.event.sessions.all()}
        if not sessions:
            raise Refused([Problem("no-session", "session")])
        found = spread(needs, spans_of(step.event), placed)
        stages = {one.slug: one for one in step.event.stages.all()}
        for (slug, number), key in found.items():
            RoundDate.objects.create(stage=stages[slug], number=number, session=sessions[key])
        left = sum(need.place not in placed and need.place not in found for need in needs)
        step.record("rounds-dated", step.event, {"rounds": (len(placed), len(placed) + len(found))})
    return len(found), left


def _said(row: RoundDate | None) -> str:
    if row is None:
        return ""
    return str(row.session.key) if row.session else row.play_by.isoformat() if row.play_by else ""
