"""Both sides agree to a result: on the phone, or by the signature on the slip."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from scoring.models import Match
from tournament.access.permissions import require
from tournament.change import Conflict, change
from tournament.models import Board


def signed_by(board: Board, match: Match) -> str:
    """The sides that agreed to the result as it is now: "", "A", "B" or "AB"."""
    return board.signed if board.signed_version == match.version else ""


def sign(board: Board, actor: AbstractBaseUser, sides: str, *, version: int) -> Board:
    """Note that ``sides`` (A, B, or AB for a signed slip) agree. A later change of the result undoes it.

    Refused while the match is not over; ``Conflict`` where the result changed since ``version``.
    """
    event = board.round.stage.event
    require(event, actor, "enter_result")
    if sides not in ("A", "B", "AB"):
        raise Refused([Problem("verdict-needs-its-side", "sides")])
    with change(event, actor, public=False) as step:
        match = Match.objects.select_for_update(of=("self",)).get(pk=board.match_id)
        if match.version != version:
            raise Conflict("match", version=match.version)
        if not (match.result or {}).get("over"):
            raise Refused([Problem("signs-nothing", "result")])
        board = Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
        before = signed_by(board, match)
        board.signed = "".join(side for side in "AB" if side in before + sides)
        board.signed_version = match.version
        board.save(update_fields=["signed", "signed_version"])
        step.record("result-signed", board, {"signed": (before, board.signed)})
    return board
