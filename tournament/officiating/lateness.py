"""Who has not come when the time for waiting is over: proposed for a forfeit, the chief referee decides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from scoring.models import Match
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Board, Event, Round
from tournament.officiating import entering
from tournament.officiating.selectors import Hall, TableLine
from tournament.officiating.timing import reading_of

OVERRUN = timedelta(minutes=10)
"""A table that still plays so long after the end is asked about: no hand takes longer."""

SIDES = {"": "both", "A": "B", "B": "A", "AB": ""}


@dataclass(frozen=True)
class Late:
    """A table where somebody is missing: ``missing`` is A, B or both, ``minutes`` since the start."""

    line: TableLine
    missing: str
    minutes: int


def late_minutes(event: Event) -> int | None:
    """How many minutes after the start the regulation gives a forfeit; ``None`` where it does not say."""
    value = event.plan.get("entry", {}).get("late_minutes")
    return int(value) if value is not None else None


def late_tables(found: Hall, now: datetime | None = None) -> list[Late]:
    """Tables of a round in play that have not begun, once the time for waiting is over.

    A table has begun with its first hand or result, or when both sides were noted as here.
    """
    event = found.round.stage.event
    limit, started = late_minutes(event), found.clock.started_at
    now = now or timezone.now()
    if limit is None or started is None or found.round.status != Round.Status.PLAYING:
        return []
    waited = now - started
    if waited < timedelta(minutes=limit):
        return []
    return [
        Late(line, SIDES[line.board.seated], int(waited.total_seconds() // 60))
        for line in found.lines
        if line.state != "postponed"
        and line.board.match.version == 0
        and SIDES[line.board.seated]
        and line.board.confirmed_at is None
    ]


@dataclass(frozen=True)
class Overrun:
    """A table that still plays ``minutes`` after its end."""

    line: TableLine
    minutes: int


def overrun_tables(found: Hall) -> list[Overrun]:
    """Tables of a round in play that go on and on after time; the longest first."""
    if found.round.status != Round.Status.PLAYING or found.clock.state == "closed":
        return []
    there = [
        Overrun(line, -line.clock.remaining // 60)
        for line in found.lines
        if line.clock.remaining is not None
        and line.clock.remaining <= -OVERRUN.total_seconds()
        and not line.over
        and line.board.match.version
        and line.board.confirmed_at is None
    ]
    return sorted(there, key=lambda one: -one.minutes)


def give_overrun_verdict(board: Board, actor: AbstractBaseUser, *, version: int) -> entering.Saved:
    """A late finish that costs both sides the match. Refused before, and once the match is over."""
    require(board.round.stage.event, actor, "forfeit")
    clock = reading_of(board.round, board)
    over = (Match.objects.get(pk=board.match_id).result or {}).get("over")
    if over or clock.remaining is None or clock.remaining > -OVERRUN.total_seconds():
        raise Refused([Problem("table-not-late", "late", {"table": board.table})])
    reason = _("Still playing %(minutes)d minutes after the end.") % {"minutes": -clock.remaining // 60}
    return entering.give_verdict(
        board, actor, Match.Verdict.LOST_BY_RULING, "both", version=version, reason=str(reason)
    )


def seat(board: Board, actor: AbstractBaseUser, sides: str) -> Board:
    """Note which sides have come to a table: A, B, AB, or nobody again."""
    event = board.round.stage.event
    require(event, actor, "enter_result")
    if sides not in SIDES:
        raise Refused([Problem("verdict-needs-its-side", "sides")])
    with change(event, actor, public=False) as step:
        board = Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
        before, board.seated = board.seated, sides
        board.save(update_fields=["seated"])
        step.record("sides-seated", board, {"seated": (before, sides)})
    return board


def give_late_forfeit(board: Board, actor: AbstractBaseUser, against: str, *, version: int) -> entering.Saved:
    """The chief referee takes up what was proposed. Refused before the time, and where play has begun."""
    require(board.round.stage.event, actor, "forfeit")
    round_ = Round.objects.select_related("stage__event").get(pk=board.round_id)
    limit = late_minutes(round_.stage.event)
    started = reading_of(round_).started_at
    match = Match.objects.get(pk=board.match_id)
    early = limit is None or started is None or timezone.now() - started < timedelta(minutes=limit)
    if early or match.version or Board.objects.get(pk=board.pk).seated == "AB":
        raise Refused([Problem("table-not-late", "late", {"table": board.table})])
    reason = _("Not at the table %(minutes)d minutes after the start.") % {"minutes": limit}
    return entering.give_verdict(
        board, actor, Match.Verdict.LATE, against, version=version, reason=str(reason)
    )
