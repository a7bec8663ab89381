"""Rulings on a whole match, as the engines read them."""

from __future__ import annotations

from scoring.matches import Ruling as MatchRuling
from tournament.models import Board, Ruling

MATCH_EFFECTS = {"game_lost", "match_lost", "disqualified", "levels"}


def rulings_of(board: Board) -> list[MatchRuling]:
    """The rulings in force that strike the match at ``board`` itself; those on a hand are part of its facts.

    A ruling that waits for approval is handed on as such, so that the explanation can say so.
    """
    rows = Ruling.objects.filter(board=board).exclude(status=Ruling.Status.WITHDRAWN)
    return [
        MatchRuling(
            side=row.effect["side"],
            effect=row.effect["effect"],
            after=row.hand or 0,
            value=row.effect.get("value", 0),
            others=row.effect.get("others", 0),
            code=row.offence,
            clause=row.clause,
            approved=row.status == Ruling.Status.STANDING and row.appeal != Ruling.Appeal.REVERSED,
        )
        for row in rows
        if row.effect.get("effect") in MATCH_EFFECTS
    ]
