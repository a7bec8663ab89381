"""Between which limits the attackers' card points lie, by what is known of the last trick and the bottom."""

from __future__ import annotations

from typing import NamedTuple

from rules.answers import Problem
from rules.hands.facts import HandFacts, LastTrick
from rules.hands.ruleset import RuleSet
from rules.hands.rulings import Rulings, role_of

POINT_CARDS = {"5": 5, "10": 10, "K": 10}


class Span(NamedTuple):
    """The least and the most card points that can be."""

    low: int
    high: int

    def holds(self, points: int) -> bool:
        """Whether ``points`` lie within."""
        return self.low <= points <= self.high


def worth_of(trick: LastTrick | None) -> int:
    """The card points that the winning form of the last trick holds at least.

    A tractor is counted by its winning card alone: its other cards are not known.
    """
    if trick is None or trick.rank not in POINT_CARDS:
        return 0
    return POINT_CARDS[trick.rank] * (trick.unit or 1)


def _last_trick_problem(facts: HandFacts, trick: LastTrick, at: str, given: int) -> Problem:
    """That the points contradict those of the card that won the last trick."""
    by_attackers = role_of(trick.by, facts.declarer) == "attackers"
    code = "last-trick-points-attackers" if by_attackers else "last-trick-points-declarers"
    return Problem(code, at, {"given": given, "card": trick.rank, "worth": worth_of(trick)})


def trick_span(rule_set: RuleSet, facts: HandFacts) -> Span:
    """What the attackers can have from tricks: the last trick's own points are the winner's, the bottom is
    nobody's."""
    high = rule_set.total_points - (facts.bottom or 0)
    trick = facts.last_trick
    if trick is None:
        return Span(0, high)
    worth = worth_of(trick)
    if role_of(trick.by, facts.declarer) == "attackers":
        return Span(worth, high)
    return Span(0, high - worth)


def check_tricks(rule_set: RuleSet, facts: HandFacts, tricks: int) -> list[Problem]:
    """Problems of the attackers' points from tricks against what the last trick holds."""
    trick = facts.last_trick
    if trick is None or trick_span(rule_set, facts).holds(tricks):
        return []
    return [_last_trick_problem(facts, trick, "tricks", tricks)]


def bonus_span(rule_set: RuleSet, facts: HandFacts) -> Span:
    """What the bottom can have added to the attackers' total, or taken from it, where that is not known."""
    bottom = rule_set.bottom
    if not bottom.counts:
        return Span(0, 0)
    most = rule_set.highest_multiplier * (bottom.max_points if facts.bottom is None else facts.bottom)
    trick = facts.last_trick
    lost = bottom.attackers_lose == "subtract" and (
        facts.buried_by is None or role_of(facts.buried_by, facts.declarer) == "attackers"
    )
    if trick is None:
        return Span(-most if lost else 0, most)
    if role_of(trick.by, facts.declarer) == "attackers":
        return Span(0, most)
    return Span(-most if lost else 0, 0)


def total_span(rule_set: RuleSet, facts: HandFacts, bonus: int | None) -> Span:
    """What the attackers can have before penalties; ``bonus`` is what the bottom adds, if that is known."""
    tricks = trick_span(rule_set, facts)
    if bonus is not None:
        return Span(tricks.low + bonus, tricks.high + bonus)
    adds = bonus_span(rule_set, facts)
    # Card points that lie in the bottom are in no trick.
    in_bottom = rule_set.bottom.max_points if adds.high and facts.bottom is None else 0
    return Span(tricks.low + adds.low, tricks.high + max(0, adds.high - in_bottom))


def check_total(
    rule_set: RuleSet, facts: HandFacts, points: int, bonus: int | None, rulings: Rulings
) -> list[Problem]:
    """Problems of the attackers' total as the referee gives it, the penalties of ``rulings`` contained.

    ``bonus`` is what the bottom adds where that is known. A total below zero without any penalty is let
    through as far as the decks' points go: the referee may have left the penalty out.
    """
    if points % 5:
        return [Problem("points-not-multiple-of-five", "points", {"given": points})]
    span = _with_penalties(rule_set, total_span(rule_set, facts, bonus), rulings)
    if span.holds(points):
        return []
    if not facts.penalties and span.low - rule_set.total_points <= points < min(0, span.low):
        return []
    trick = facts.last_trick
    if trick is not None and worth_of(trick):
        plain = facts._replace(last_trick=trick._replace(rank=None))
        if _with_penalties(rule_set, total_span(rule_set, plain, bonus), rulings).holds(points):
            return [_last_trick_problem(facts, trick, "points", points)]
    if bonus is not None and facts.bottom:
        values = {"given": points, "bottom": facts.bottom, "bonus": bonus, "total": rule_set.total_points}
        return [Problem("points-do-not-fit-bottom", "points", values)]
    return [Problem("points-out-of-range", "points", {"given": points, "low": span.low, "high": span.high})]


def _with_penalties(rule_set: RuleSet, span: Span, rulings: Rulings) -> Span:
    """The span after penalties. Limits can pull a total in from both sides, so they only ever widen it."""
    low, high = span.low + rulings.points, span.high + rulings.points
    for limits in (*(ruling.penalty.clamp for ruling in rulings.falling), rule_set.table.clamp):
        if limits is not None:
            low, high = min(low, limits[1]), max(high, limits[0])
    return Span(low, high)
