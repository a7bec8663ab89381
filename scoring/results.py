"""From the rows of a match to its result and back: the engines' values as they are kept and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.hands import HandFacts, LastTrick, PenaltyFact
from scoring.matches import (
    Ended,
    HandRecord,
    MatchFormat,
    MatchResult,
    Ruling,
    Verdict,
    load_format,
    overruled,
    play,
    result_from_levels,
    verdict_result,
)
from scoring.models import Hand, Match
from scoring.standings import Kind, Result, as_result

BYES = {"given": "bye", "asked": "asked_bye", "forfeit": "free"}


def facts_of(hand: Hand) -> HandFacts:
    """A kept hand as the judge reads it."""
    kept: dict[str, Any] = dict(hand.facts)
    if kept.get("last_trick") is not None:
        kept["last_trick"] = LastTrick(**kept["last_trick"])
    kept["penalties"] = tuple(PenaltyFact(**one) for one in kept.get("penalties", ()))
    return HandFacts(declarer=hand.declarer, points=hand.points, **kept)


def fold(
    match: Match, hands: Sequence[Hand], *, rulings: Sequence[Ruling] = (), explain: bool = False
) -> MatchResult:
    """What ``match`` comes to with ``hands``: played again from the first, or read from slip or verdict."""
    rule_set, format_ = match.rule_set.loaded(), format_of(match.format)
    verdict: Verdict | None = None
    if match.verdict:
        verdict = Verdict(match.verdict, match.verdict_side or None)  # type: ignore[arg-type]
    if match.kept == Match.Kept.LEVELS and verdict is None:
        slip = match.slip
        by_slip = result_from_levels(
            rule_set,
            format_,
            slip["levels"]["A"],
            slip["levels"]["B"],
            on_deal=slip.get("on_deal") or None,
            first=slip.get("first") or None,
            finished=slip.get("finished"),
            games=[(game[0], game[1]) for game in slip.get("games", ())],
            card_points=tuple(slip["card_points"]) if slip.get("card_points") else None,
            seed=match.seed or 0,
        )
        return overruled(by_slip, format_, rulings)
    return play(
        rule_set,
        format_,
        [HandRecord(facts_of(hand), str(hand.key)) for hand in hands],
        ended=Ended(**match.ended) if match.ended is not None else None,
        rulings=rulings,
        verdict=verdict,
        seed=match.seed or 0,
        explain=explain,
    )


_formats: dict[str, MatchFormat] = {}


def format_of(data: Mapping[str, Any]) -> MatchFormat:
    """The loaded format; a hall has few of them, so each is read once in a process."""
    mark = repr(sorted(data.items(), key=lambda item: item[0]))
    if mark not in _formats:
        _formats[mark] = load_format(data)
    return _formats[mark]


def keep_result(match: Match, result: MatchResult) -> None:
    """Put ``result`` into the cache of ``match``, as computed from its present ``version``."""
    match.result = as_json(result)
    match.result_version = match.version


def as_json(result: MatchResult) -> dict[str, Any]:
    """What pages and tables need of a result, without its hands and reasons."""
    return {
        "kind": str(as_result(result, 0, "A", "B").kind),
        "over": result.over,
        "how": result.how,
        "winner": result.winner,
        "finished": result.finished,
        "levels": dict(result.levels) if result.levels is not None else None,
        "difference": result.difference,
        "differences": _pair(result.differences),
        "heights": _pair(result.heights),
        "small": _pair(result.small),
        "card_points": _pair(result.card_points),
        "points": _pair(result.points),
        "games": [
            {"levels": dict(game.levels), "winner": game.winner, "difference": game.difference}
            for game in result.games
        ],
        "hands": len(result.steps),
        "next_declarer": result.next_declarer,
        "next_level": result.next_level,
        "last_hand": result.last_hand,
        "problems": [problem.code for problem in result.problems],
    }


def standing_result(match: Match, round_: int, a: Any, b: Any, key: str) -> Result:
    """One confirmed match as the standings read it. ``a`` and ``b`` are the entries' ids."""
    result = match.result or {}
    if match.result_version != match.version or not result.get("over"):
        return Result(round_, a, b, Kind.PENDING, key=key)
    levels = result["levels"]
    return Result(
        round=round_,
        a=a,
        b=b,
        kind=Kind(result["kind"]),
        points=_tuple(result["points"]) or (0, 0),
        winner=result["winner"].lower() if result["winner"] else None,
        difference=_tuple(result["differences"]),
        rungs=_tuple(result["heights"]),
        small=_tuple(result["small"]),
        card_points=_tuple(result["card_points"]),
        levels=(levels["A"], levels["B"]) if levels else None,
        key=key,
    )


def bye_result(format_: MatchFormat, code: str, round_: int, entry: Any, key: str) -> Result:
    """A bye as the standings read it: given, asked for, or won because the opponent was gone."""
    worth = verdict_result(format_, Verdict(BYES[code]))  # type: ignore[arg-type]
    return as_result(worth, round_, entry, key=key)


def _pair(values: Sequence[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _tuple(values: Sequence[Any] | None) -> Any:
    return None if values is None else tuple(values)
