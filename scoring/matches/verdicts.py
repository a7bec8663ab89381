"""Matches that were not played out: forfeits, byes, rulings on the whole match. Never "0–0"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.answers import Problem, Reason

from .facts import Ruling, Verdict
from .format import MatchFormat
from .points import VERDICTS, Letter, Worth
from .reading import Number
from .result import MatchResult

ENDS_THE_MATCH = {"match_lost": "lost_by_ruling", "disqualified": "disqualified"}
"""Rulings that end a match whatever its score, and how it ends by them."""


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


def overruled(result: MatchResult, format_: MatchFormat, rulings: Sequence[Ruling]) -> MatchResult:
    """A result taken from a slip, with the rulings that take the match from one side; its levels stay.

    Other rulings need the hands and change nothing here. One that is not approved only says so.
    """
    for ruling in rulings:
        if ruling.effect not in ENDS_THE_MATCH:
            continue
        if not ruling.approved:
            result = replace(result, because=(*result.because, waits(ruling)))
            continue
        if result.how in ENDS_THE_MATCH.values():
            second = Problem("ruling-after-end", "rulings", {"after": ruling.after, "code": ruling.code})
            return replace(result, problems=(*result.problems, second))
        how = ENDS_THE_MATCH[ruling.effect]
        winner: Letter = "B" if ruling.side == "A" else "A"
        difference = result.difference or 0
        differences: tuple[Worth, Worth] = result.differences or (difference, -difference)
        if how in format_.differences.verdicts:
            differences = format_.differences.by_verdict(how, winner)
        result = replace(
            result,
            over=True,
            how=how,
            winner=winner,
            finished=True,
            differences=differences,
            small=result.small or (difference, -difference),
            points=format_.points.by_verdict(how, winner),
            because=(*result.because, *overruling(ruling)),
            problems=(),
        )
    return result


def waits(ruling: Ruling) -> Reason:
    """That a ruling is not approved yet and changes nothing."""
    return Reason("ruling-waits", ruling.clause, {"side": ruling.side, "code": ruling.code})


def overruling(ruling: Ruling) -> tuple[Reason, Reason]:
    """That a ruling ends the match, and whose it is then."""
    how = ENDS_THE_MATCH[ruling.effect].replace("_", "-")
    winner = "B" if ruling.side == "A" else "A"
    ruled = f"ruling-{ruling.effect.replace('_', '-')}"
    return (
        Reason(ruled, ruling.clause, {"side": ruling.side, "code": ruling.code}),
        Reason(f"match-{how}", ruling.clause, {"side": winner}),
    )
