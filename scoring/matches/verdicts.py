"""Matches that were not played out: forfeits, byes, rulings on the whole match. Never "0–0"."""

from __future__ import annotations

from rules.answers import Reason

from .facts import Verdict
from .format import MatchFormat
from .points import VERDICTS, Letter, Worth
from .reading import Number
from .result import MatchResult


def verdict_result(format_: MatchFormat, verdict: Verdict) -> MatchResult:
    """What a match decided by verdict is worth.

    A bye is side A's; its B gets nothing. ``not_played`` gives a match that is not over and worth nothing.
    """
    code = verdict.code
    winner: Letter | None = None
    points: tuple[Number, Number] | None
    differences: tuple[Worth, Worth] | None
    if code in VERDICTS:
        if verdict.against is None:
            raise ValueError(f"a verdict {code} needs the side that it is against")
        if verdict.against != "both":
            winner = "B" if verdict.against == "A" else "A"
        points = format_.points.by_verdict(code, winner)
        differences = format_.differences.by_verdict(code, winner)
    elif code == "not_played":
        points = differences = None
    elif code == "annulled":
        points = (format_.points.annulled, format_.points.annulled)
        differences = (0, 0)
    else:
        worth = {
            "bye": (format_.points.bye, format_.differences.bye),
            "asked_bye": (format_.points.asked_bye, format_.differences.asked_bye),
            "free": (format_.points.free, format_.differences.free),
        }[code]
        points, differences = (worth[0], 0), (worth[1], 0)
    values = {"code": code, "against": verdict.against, "side": winner}
    because = (Reason(f"verdict-{code.replace('_', '-')}", verdict.clause, values),)
    return MatchResult(
        over=code != "not_played",
        how=code,
        winner=winner,
        finished=code != "not_played",
        levels=None,
        difference=None,
        differences=differences,
        heights=None,
        small=None,
        card_points=None,
        points=points,
        because=because,
    )
