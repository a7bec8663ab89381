"""A confirmed result that is changed in one step: opened, worked out anew, confirmed again.

The step is the caller's change; each part of it stands on the record.
"""

from __future__ import annotations

from django.utils import timezone

from scoring.models import Match
from tournament.access.permissions import require
from tournament.change import Actor, Change
from tournament.models import Board, Event, Round
from tournament.officiating.locking import refuse_unless_open
from tournament.stages import advancing


def refuse_unless_correctable(board: Board, event: Event, actor: Actor) -> None:
    """Refuse where a match that depends on the result has begun, or the round is not being played.

    Opening a confirmed result is for those who may correct it; raises ``PermissionDenied`` for others.
    """
    board.refresh_from_db(fields=["confirmed_at"])
    if board.confirmed_at is None:
        refuse_unless_open(board)
        return
    if actor is not None:
        require(event, actor, "correct_result")
    advancing.refuse_to_reopen(board)


def open_again(step: Change, board: Board, reason: str) -> bool:
    """Open a confirmed result inside ``step``; returns whether it was confirmed.

    Refused once a match that depends on it (by a bracket, by a group place) has begun.
    """
    row = Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
    if row.confirmed_at is None:
        return False
    advancing.refuse_to_reopen(row)
    Board.objects.filter(pk=row.pk).update(confirmed_by=None, confirmed_at=None)
    step.record("result-reopened", row, {"confirmed": (True, False)}, reason)
    return True


def confirm_again(step: Change, board: Board, match: Match) -> bool:
    """Confirm what ``open_again`` has opened; returns whether it is confirmed.

    It stays open, with its round, where the match is not over any more, or where a second person has to look
    at what was changed. Raises ``Refused`` where the result would move somebody out of a match that has
    begun.
    """
    row = Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__event").get(pk=row.round_id)
    over = match.result_version == match.version and bool((match.result or {}).get("over"))
    if not over or row.two_people:
        if round_.status == Round.Status.CLOSED:
            round_.status = Round.Status.PLAYING
            round_.save(update_fields=["status"])
            advancing.round_reopened(step, round_)
        return False
    row.confirmed_by = step.actor if step.actor is not None and step.actor.pk else None  # type: ignore[assignment]
    row.confirmed_at, row.disputed = timezone.now(), ""
    row.save(update_fields=["confirmed_by", "confirmed_at", "disputed"])
    step.record("result-confirmed", row, {"version": (None, match.version)})
    advancing.result_confirmed(step, row)
    if round_.status == Round.Status.CLOSED:
        advancing.round_closed(step, round_)
    return True
