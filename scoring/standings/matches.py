"""From a match to its line in the standings."""

from __future__ import annotations

from scoring.matches import MatchResult

from .results import EntryId, Kind, Result

KINDS = {
    "forfeit": Kind.FORFEIT,
    "late": Kind.FORFEIT,
    "withdrawn": Kind.FORFEIT,
    "bye": Kind.BYE,
    "asked_bye": Kind.ASKED_BYE,
    "free": Kind.FREE,
    "annulled": Kind.ANNULLED,
}
"""A match lost by ruling or disqualification was begun: it counts as played, unless no hand was."""


def as_result(
    match: MatchResult, round_: int, a: EntryId, b: EntryId | None = None, *, key: str = "", note: str = ""
) -> Result:
    """The result of a match between entries ``a`` and ``b`` (``None`` for a bye) in a round.

    A match that is not over becomes a pending one: not a result at all.
    """
    if not match.over or match.points is None:
        if b is None:
            raise ValueError("a bye is never open")
        return Result(round_, a, b, Kind.PENDING, key=key, note=note)
    kind = KINDS.get(match.how, Kind.PLAYED)
    if match.how in ("disqualified", "lost_by_ruling") and not match.steps and match.levels is None:
        kind = Kind.FORFEIT
    if kind is Kind.FORFEIT and match.winner is None:
        kind = Kind.DOUBLE_FORFEIT
    levels = None if match.levels is None else (match.levels["A"], match.levels["B"])
    return Result(
        round=round_,
        a=a,
        b=b,
        kind=kind,
        points=match.points,
        winner=None if match.winner is None else "a" if match.winner == "A" else "b",
        difference=match.differences,
        rungs=match.heights,
        small=match.small,
        card_points=match.card_points,
        levels=levels,
        key=key,
        note=note,
    )
