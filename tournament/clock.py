"""What the clock shows, from the facts that happened to it.

Pure: the present moment is handed in, so every screen that is handed the same moment shows the same time,
after a restart, a reload or on a phone whose own clock is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

State = Literal["waiting", "running", "paused", "closed"]


@dataclass(frozen=True, slots=True)
class Fact:
    """``kind`` is start, pause, resume, extend, mark, call or close; ``minutes`` belongs to extend.

    ``own`` says that the fact belongs to one table, not to the whole round. A call says that time is up now,
    whatever was planned; extending afterwards takes it back.
    """

    kind: str
    at: datetime
    minutes: int = 0
    hand: int | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock shows at one moment.

    ``remaining`` is in seconds and goes below zero once time is up; ``None`` where nothing limits the round
    or it has not begun. ``deadline``, ``reminder_at`` and ``last_deal_at`` are set while the clock runs.
    ``marked_hand`` is the hand that was in play at the reminder, as the table marked it. ``called``: the
    chief referee called time; ``no_more_deals``: no hand may begin any more.
    """

    state: State
    remaining: int | None
    started_at: datetime | None
    deadline: datetime | None
    reminder_at: datetime | None
    reminded: bool
    over: bool
    marked_hand: int | None
    closed_at: datetime | None
    last_deal_at: datetime | None = None
    no_more_deals: bool = False
    called: bool = False


def read(
    facts: Iterable[Fact],
    now: datetime,
    minutes: int | None,
    reminder: int | None = None,
    no_new_deal: int | None = None,
) -> Reading:
    """The clock at ``now``, for a round of ``minutes`` with a reminder ``reminder`` minutes before its end.

    In the last ``no_new_deal`` minutes no hand may begin.
    Facts of the round and of one table may be mixed: the table stands still while either is paused, and an
    extension of either moves its end.
    """
    # In UTC: subtracting two times of one zone counts the clock on the wall, not the minutes between them.
    now = now.astimezone(UTC)
    started: datetime | None = None
    closed: datetime | None = None
    pauses = {False: False, True: False}
    played = timedelta()
    since: datetime | None = None
    extra = 0
    marked: int | None = None
    called: datetime | None = None
    for fact in sorted((replace(one, at=one.at.astimezone(UTC)) for one in facts), key=lambda one: one.at):
        if fact.at > now:
            break
        if fact.kind == "start" and started is None:
            started = since = fact.at
        elif fact.kind in ("pause", "resume"):
            pauses[fact.own] = fact.kind == "pause"
            if any(pauses.values()):
                if since is not None:
                    played += fact.at - since
                    since = None
            elif since is None and started is not None and closed is None:
                since = fact.at
        elif fact.kind == "extend":
            extra += fact.minutes
            called = None
        elif fact.kind == "call" and called is None:
            called = fact.at
        elif fact.kind == "mark":
            marked = fact.hand
        elif fact.kind == "close" and closed is None:
            closed = fact.at
            if since is not None:
                played += fact.at - since
                since = None
    if since is not None:
        played += now - since
    if started is None:
        state: State = "waiting"
    elif closed is not None:
        state = "closed"
    elif since is None:
        state = "paused"
    else:
        state = "running"
    if started is None or (minutes is None and called is None):
        return Reading(state, None, started, None, None, False, False, marked, closed)
    left = timedelta.max if minutes is None else timedelta(minutes=minutes + extra) - played
    if called is not None:
        left = min(left, called - now)
    warn = left - timedelta(minutes=reminder) if reminder else None
    deal = left - timedelta(minutes=no_new_deal) if no_new_deal else None
    running = state == "running"
    return Reading(
        state=state,
        remaining=round(left.total_seconds()),
        started_at=started,
        deadline=now + left if running else None,
        reminder_at=now + warn if running and warn is not None else None,
        reminded=warn is not None and warn <= timedelta(),
        over=left <= timedelta(),
        marked_hand=marked,
        closed_at=closed,
        last_deal_at=now + deal if running and deal is not None else None,
        no_more_deals=left <= timedelta() or (deal is not None and deal <= timedelta()),
        called=called is not None,
    )
