"""Notices of the clock: the reminder and the end, each given once, whoever looks and however late."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError

from tournament.change import change
from tournament.models import Board, ClockFact, Round
from tournament.officiating.timing import reading_from, that_count

Kind = ClockFact.Kind
NOTICES = (Kind.REMINDER, Kind.TIME)


def give_due_notices(now: datetime) -> int:
    """Give every notice that is due at ``now`` and was not given. Returns how many.

    Safe in several processes: the event's row is locked, the facts are read again under the lock, and the
    database allows each notice once for each end that was planned. A reminder that is late by more than
    what it reminds of is not given any more; the end is.
    """
    rounds = list(Round.objects.filter(status=Round.Status.PLAYING).select_related("stage__event"))
    if not rounds:
        return 0
    facts: dict[int, list[ClockFact]] = defaultdict(list)
    for fact in ClockFact.objects.filter(round__in=rounds):
        facts[fact.round_id].append(fact)
    given = 0
    for round_ in rounds:
        for board_id, kind in due_notices(round_, facts[round_.pk], now):
            given += _give(round_, board_id, kind, now)
    return given


def due_notices(round_: Round, facts: Iterable[ClockFact], now: datetime) -> list[tuple[int | None, str]]:
    """The notices that ``round_`` owes at ``now``: for all tables (``None``), or for one with its own end."""
    facts = list(facts)
    own = sorted({fact.board_id for fact in facts if fact.board_id is not None and _moves_the_end(fact)})
    found = []
    for board_id in (None, *own):
        board = Board(pk=board_id, round_id=round_.pk) if board_id is not None else None
        clock = reading_from(round_, facts, board, now)
        if clock.state in ("waiting", "closed") or clock.remaining is None:
            continue
        kind = Kind.TIME if clock.over else Kind.REMINDER if clock.reminded else None
        extra = extension(facts, board_id)
        there = {(fact.board_id, fact.kind, fact.minutes) for fact in facts if fact.kind in NOTICES}
        if kind is not None and (board_id, kind, extra) not in there:
            found.append((board_id, str(kind)))
    return found


def extension(facts: Iterable[ClockFact], board_id: int | None) -> int:
    """The minutes by which the end was put off: for all tables, and for one with them."""
    return sum(fact.minutes or 0 for fact in that_count(facts, board_id) if fact.kind == Kind.EXTEND)


def last_notice(facts: Iterable[ClockFact]) -> ClockFact | None:
    """The latest notice for all tables that has not been overtaken by putting the end off."""
    facts = list(facts)
    now = extension(facts, None)
    given = [fact for fact in facts if fact.kind in NOTICES and fact.board_id is None and fact.minutes == now]
    return max(given, key=lambda fact: fact.at, default=None)


def _moves_the_end(fact: ClockFact) -> bool:
    return fact.kind in (Kind.START, Kind.PAUSE, Kind.RESUME, Kind.EXTEND)


def _give(round_: Round, board_id: int | None, kind: str, now: datetime) -> int:
    try:
        with change(round_.stage.event, None) as step:
            facts = list(ClockFact.objects.filter(round=round_))
            status = Round.objects.values_list("status", flat=True).get(pk=round_.pk)
            owed = due_notices(round_, facts, now)
            if status != Round.Status.PLAYING or (board_id, kind) not in owed:
                raise _NotDue
            minutes = extension(facts, board_id)
            ClockFact.objects.create(round=round_, board_id=board_id, kind=kind, at=now, minutes=minutes)
            board = Board.objects.get(pk=board_id) if board_id is not None else None
            step.record("notice-given", board or round_, {"notice": (None, kind)})
    except (_NotDue, IntegrityError):
        return 0
    return 1


class _NotDue(Exception):
    """Somebody else gave it, or the clock was changed meanwhile: the change is dropped."""
