"""The matches of a knock-out as the public JSON has them: of a bracket, or of rounds that are drawn anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.models import Draw, Stage
from tournament.pairing.bracket import ENTRY, MAIN
from tournament.stages.knockout import knockout_of, redraws
from tournament.stages.redrawn import rounds_met

Known = Mapping[int, dict[str, Any]]


def matches_of(stage: Stage, known: Known) -> list[dict[str, Any]]:
    """Every match in the order of play; ``known`` are the entries by number. Empty before the draw."""
    return _redrawn(stage, known) if redraws(stage) else _bracket(stage, known)


def _bracket(stage: Stage, known: Known) -> list[dict[str, Any]]:
    found = knockout_of(stage)
    if found is None or found.draw.state != Draw.State.PUBLISHED:
        return []
    matches = []
    for match in found.bracket.matches:
        if match.number not in found.encounters:
            continue
        seated = found.seated[match.number]
        result = found.results.get(match.number)
        sides = []
        for at, source in enumerate(match.sides):
            who = source.of if source.kind == ENTRY else seated.sides[at]
            feeder = None if source.kind == ENTRY else {"match": source.of, "takes": source.kind}
            sides.append(_side(known, who, feeder, result, at))
        matches.append(
            {
                "match": match.number,
                "round": match.round,
                "kind": match.kind,
                "places": [match.best, match.worst],
                "sides": sides,
                "state": seated.state,
                "winner": int(str(seated.winner)) if seated.winner is not None else None,
            }
        )
    return matches


def _redrawn(stage: Stage, known: Known) -> list[dict[str, Any]]:
    """Matches counted through all rounds; a side comes from the last match that its entry had before."""
    matches: list[dict[str, Any]] = []
    last: dict[int, tuple[int, int | None]] = {}
    for met_in_round in rounds_met(stage):
        entries = sum(len(met.sides) for met in met_in_round)
        before = dict(last)
        for met in met_in_round:
            if met.is_bye:
                continue
            number = len(matches) + 1
            sides = []
            for at, who in enumerate(met.sides):
                feeder = None
                if who in before:
                    of, winner = before[who]
                    feeder = {"match": of, "takes": "winner" if winner == who else "loser"}
                sides.append(_side(known, who, feeder, met.result, at))
                last[who] = number, met.winner
            matches.append(
                {
                    "match": number,
                    "round": met.round,
                    "kind": MAIN,
                    "places": [1, entries],
                    "sides": sides,
                    "state": "ready" if met.result is None else "played",
                    "winner": met.winner,
                }
            )
    return matches


def _side(known: Known, who: Any, feeder: Any, result: Any, at: int) -> dict[str, Any]:
    levels = result.levels if result is not None else None
    return {
        "entry": known[int(str(who))] if who is not None else None,
        "from": feeder,
        "levels": str(levels[at]) if levels else None,
    }
