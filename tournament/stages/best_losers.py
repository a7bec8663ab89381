"""The best losers of a knock-out's first round: they fill the second one up to 2, 4, 8 …"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.answers import Problem, Refused
from scoring.standings import Kind, Result
from tournament.models import Entry, Stage, StageEntry
from tournament.pairing.bracket import best_losers_needed

PLAYED = {Kind.PLAYED}


@dataclass(frozen=True)
class Loser:
    """One who lost by play: the points that the match brought it all the same, and by how much it lost."""

    number: int
    points: Fraction
    difference: Fraction


def best_losers(stage: Stage, results: Sequence[Result], winners: int) -> list[int]:
    """Whom the first round sends on beside its ``winners``: by points, then by the difference of the match.

    Who forfeited, or has left since, is not among them. Raises ``Refused`` where the line lies between equals
    that neither lots nor a ruling have parted.
    """
    wanted = best_losers_needed(winners) if winners > 1 else 0
    here = Entry.objects.filter(event=stage.event_id).playing().exclude(status=Entry.Status.ABSENT)
    rows = StageEntry.objects.filter(stage=stage, entry__in=here)
    settled = dict(rows.values_list("entry__number", "settled"))
    losers = [one for result in results for one in _loser(result) if one.number in settled]
    if wanted >= len(losers):
        return sorted(one.number for one in losers)
    order = sorted(losers, key=lambda one: (-one.points, -one.difference, settled[one.number] or 0))
    inside, outside = order[wanted - 1 : wanted], order[wanted]
    for last in inside:
        level = [one for one in order if (one.points, one.difference) == (last.points, last.difference)]
        parted = {settled[one.number] for one in level}
        if outside in level and (None in parted or len(parted) < len(level)):
            values = {"entries": sorted(one.number for one in level), "count": wanted, "stage": stage.name}
            raise Refused([Problem("tie-among-the-losers", "standings", values)])
    return sorted(one.number for one in order[:wanted])


def _loser(result: Result) -> list[Loser]:
    if result.kind not in PLAYED or result.winner is None:
        return []
    at = 1 if result.winner == "a" else 0
    number = (result.a, result.b)[at]
    difference = result.difference[at] if result.difference else 0
    lost_by = Fraction(str(difference)) if not isinstance(difference, str) else Fraction(0)
    return [Loser(int(str(number)), Fraction(str(result.points[at])), lost_by)]
