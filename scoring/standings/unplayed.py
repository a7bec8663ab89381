"""How rounds that were not played count in opponents' points.

Follows article 16 of FIDE's Play-Off and Tie-Break Regulations (C.07). The modes, documented in docs/rank.md:

``fide``
    As in force from September 2023. An entry's own unplayed round counts as if played against a dummy with
    the entry's own final points. For its opponents' sums an entry keeps the points it was given, except that
    asked-for byes and absences after its last available round count as draws. A cut takes the entry's own
    voluntary unplayed rounds (asked-for byes, absences, own forfeits) before any other.
``fide_2026``
    The same with the caps in force since March 2026: the dummy has no more than the scheduled opponent has
    (forfeits), or than a draw in every round would bring (byes, absences).
``fide_round_robin``
    Everybody meets everybody: a forfeit counts as played against the scheduled opponent, a bye not at all.
``virtual``
    As in force before 2023: the dummy starts level with the entry, scores the rest of that round, and draws
    all later ones; opponents' unplayed rounds count as draws.
``nothing``
    Only matches that were played count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .field import DRAWN, WON, Field, Side
from .results import Kind, Number

BYES = frozenset({Kind.BYE, Kind.ASKED_BYE, Kind.FREE})
FORFEITS = frozenset({Kind.FORFEIT, Kind.DOUBLE_FORFEIT})
OUTSIDE = frozenset({Kind.ADJUSTMENT, Kind.ANNULLED, Kind.PENDING})


class Share(NamedTuple):
    """What one round gives to an entry's opponents' points.

    ``score`` is the opponent's (or dummy's) points, ``part`` the share won against it (1, ½ or 0, or a bye's
    worth over a win's). ``side`` is ``None`` for a round in which the entry was absent.
    """

    round: int
    score: Number
    part: Number
    voluntary: bool
    side: Side | None


class Opponents:
    """What opponents' points are made of, for a whole field: worked out once, used by several tie-breaks.

    ``scores`` are the points of each entry's opponents, ``won`` the sum of those won against
    (half for a draw). ``special`` are the shares of entries with rounds that were not played.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.adjusted = adjusted_points(field)
        adjusted = self.adjusted
        scores: list[list[Number]] = [[] for _ in field.entries]
        won: list[Number] = [0] * len(field.entries)
        for result, a, b in zip(field.results, field.a, field.b, strict=True):
            if result.kind is Kind.PLAYED:
                score_a, score_b = adjusted[a], adjusted[b]
                scores[a].append(score_b)
                scores[b].append(score_a)
                if result.winner == "a":
                    won[a] += score_b
                elif result.winner == "b":
                    won[b] += score_a
                else:
                    won[a] += score_b * 0.5
                    won[b] += score_a * 0.5
        self.special: dict[int, list[Share]] = {}
        for me in field.unplayed | field.absences.keys():
            mine = self.special[me] = self.shares(me)
            scores[me] = [share.score for share in mine]
            won[me] = sum(share.score * share.part for share in mine)
        self.scores, self.won = scores, won

    def shares(self, me: int) -> list[Share]:
        """The rounds of one entry as they count."""
        field, adjusted = self.field, self.adjusted
        found: list[Share] = []
        for side in field.sides(me):
            if side.kind is Kind.PLAYED:
                part: Number = 1 if side.outcome == WON else 0.5 if side.outcome == DRAWN else 0
                found.append(Share(side.round, adjusted[side.opponent], part, False, side))
            elif side.kind not in OUTSIDE:
                share = _unplayed_share(field, me, side, adjusted)
                if share is not None:
                    found.append(share)
        if field.settings.unplayed in ("fide", "fide_2026", "virtual"):
            found.extend(
                Share(round_, _dummy(field, me, round_, None, 0, adjusted), 0, True, None)
                for round_ in field.absences.get(me, ())
            )
        return found


def _unplayed_share(field: Field, me: int, side: Side, scores: Sequence[Number]) -> Share | None:
    settings = field.settings
    forfeit = side.kind in FORFEITS
    voluntary = side.kind is Kind.ASKED_BYE or (forfeit and side.outcome != WON)
    if settings.unplayed == "nothing" or (settings.unplayed == "fide_round_robin" and not forfeit):
        return None
    if forfeit:
        part: Number = 1 if side.outcome == WON else 0
    else:
        part = min(1, max(0, side.points / settings.win)) if settings.win else 0
    if settings.unplayed == "fide_round_robin":
        return Share(side.round, scores[side.opponent], part, voluntary, side)
    opponent = side.opponent if forfeit else None
    dummy = _dummy(field, me, side.round, opponent, side.points, scores)
    return Share(side.round, dummy, part, voluntary, side)


def _dummy(
    field: Field, me: int, round_: int, opponent: int | None, points: Number, scores: Sequence[Number]
) -> Number:
    """The points of the dummy that stands in for the opponent of an unplayed round."""
    settings, own = field.settings, field.earned[me]
    if settings.unplayed == "virtual":
        before = sum(side.points for side in field.sides(me) if side.round < round_)
        later = sum(1 for other in field.rounds if other > round_)
        return before + (settings.win - points) + settings.draw * later
    if settings.unplayed == "fide_2026":
        if opponent is not None:
            return min(own, scores[opponent])
        return min(own, settings.draw * len(field.rounds))
    return own


def adjusted_points(field: Field) -> list[Number]:
    """Each entry's points as its opponents count them."""
    mode, draw = field.settings.unplayed, field.settings.draw
    if mode in ("nothing", "fide_round_robin"):
        return field.earned
    adjusted = list(field.earned)
    for me in field.unplayed | field.absences.keys():
        absent = field.absences.get(me, ())
        if mode == "virtual":
            unplayed = [side for side in field.sides(me) if side.kind in BYES or side.kind in FORFEITS]
            adjusted[me] += draw * (len(unplayed) + len(absent)) - sum(side.points for side in unplayed)
        else:
            adjusted[me] += _drawn_at_the_end(field, me, absent)
    return adjusted


def _drawn_at_the_end(field: Field, me: int, absent: Sequence[int]) -> Number:
    """What is added when asked-for byes and absences after the last available round count as draws."""
    draw = field.settings.draw
    by_round: dict[int, list[Side]] = {}
    for side in field.sides(me):
        if side.kind is not Kind.ADJUSTMENT:
            by_round.setdefault(side.round, []).append(side)
    added: Number = 0
    for round_ in reversed(field.rounds):
        if round_ in absent:
            added += draw
            continue
        sides = by_round[round_]
        if not all(
            side.kind is Kind.ASKED_BYE or (side.kind in FORFEITS and side.outcome != WON) for side in sides
        ):
            break
        added += sum(draw - side.points for side in sides if side.kind is Kind.ASKED_BYE)
    return added
