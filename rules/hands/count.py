"""From tricks, bottom and penalties to the attackers' total."""

from __future__ import annotations

from typing import NamedTuple

from rules.answers import Problem, Reason
from rules.hands.bottom import form_name
from rules.hands.checks import is_permanent_trump
from rules.hands.facts import HandFacts
from rules.hands.ruleset import RuleSet
from rules.hands.rulings import Rulings, role_of
from rules.hands.spans import check_total


class Count(NamedTuple):
    """The attackers' total, and whether they truly took nothing (``clean``) should it be zero or less."""

    points: int | None
    clean: bool
    reasons: tuple[Reason, ...]


def count_points(
    rule_set: RuleSet, facts: HandFacts, rulings: Rulings, level: str, *, cut_short: bool = False
) -> Count | list[Problem]:
    """The total from the facts in whatever detail they are, or what is missing or does not add up.

    A hand that a penalty ``cut_short`` may have no last trick: then nobody has won the bottom.
    """
    if facts.tricks is None:
        return _from_total(rule_set, facts, rulings, level)
    extra, reasons = 0, list[Reason]()
    if not cut_short or facts.last_trick is not None:
        bonus = _bottom_bonus(rule_set, facts, level)
        if isinstance(bonus, Problem):
            return [bonus]
        extra, reasons = bonus
    natural = facts.tricks + extra
    total, clamps = _clamped(rule_set, rulings, natural)
    reasons.append(
        Reason(
            "points-total",
            "",
            {
                "tricks": facts.tricks,
                "bottom": extra,
                "penalties": rulings.points,
                "total": natural + rulings.points,
            },
        )
    )
    if facts.points is not None and facts.points != total:
        return [Problem("points-do-not-add-up", "points", {"given": facts.points, "expected": total})]
    return Count(total, natural <= 0, (*reasons, *clamps))


def _from_total(rule_set: RuleSet, facts: HandFacts, rulings: Rulings, level: str) -> Count | list[Problem]:
    points = facts.points
    if points is None:
        return Count(None, True, ())
    bonus = None
    if facts.bottom is not None and facts.last_trick is not None:
        found = _bottom_bonus(rule_set, facts, level)
        if isinstance(found, Problem):
            return [found]
        bonus = found[0]
    problems = check_total(rule_set, facts, points, bonus, rulings)
    if problems:
        return problems
    total, clamps = _held(rule_set, rulings, points)
    clean = points == 0 and not any(ruling.points < 0 for ruling in rulings.falling)
    return Count(total, clean, clamps)


def _held(rule_set: RuleSet, rulings: Rulings, points: int) -> tuple[int, tuple[Reason, ...]]:
    """A total in which the penalties are already contained, within every limit that holds it."""
    reasons: list[Reason] = []
    for ruling in rulings.falling:
        points, more = _within(ruling.penalty.clamp, points, ruling.clause)
        reasons.extend(more)
    points, more = _within(rule_set.table.clamp, points, rule_set.clause("table", "clamp"))
    return points, (*reasons, *more)


def _clamped(rule_set: RuleSet, rulings: Rulings, natural: int) -> tuple[int, tuple[Reason, ...]]:
    """Add the penalties: first those without limits, then each with its limits, then the table's own
    limits."""
    total = natural + sum(ruling.points for ruling in rulings.falling if ruling.penalty.clamp is None)
    reasons: list[Reason] = []
    for ruling in rulings.falling:
        if ruling.penalty.clamp is not None:
            total, more = _within(ruling.penalty.clamp, total + ruling.points, ruling.clause)
            reasons.extend(more)
    total, more = _within(rule_set.table.clamp, total, rule_set.clause("table", "clamp"))
    return total, (*reasons, *more)


def _within(limits: tuple[int, int] | None, points: int, clause: str) -> tuple[int, tuple[Reason, ...]]:
    if limits is None or limits[0] <= points <= limits[1]:
        return points, ()
    held = min(max(points, limits[0]), limits[1])
    values = {"from": points, "to": held, "low": limits[0], "high": limits[1]}
    return held, (Reason("points-clamped", clause, values),)


def _bottom_bonus(rule_set: RuleSet, facts: HandFacts, level: str) -> tuple[int, list[Reason]] | Problem:
    """What the bottom adds to the attackers' total (or takes from it), and why."""
    bottom = rule_set.bottom
    if not bottom.counts:
        return 0, []
    trick = facts.last_trick
    if trick is None:
        return Problem("last-trick-missing", "last_trick")
    by_attackers = role_of(trick.by, facts.declarer) == "attackers"
    buried_by_attackers = (
        facts.buried_by is not None and role_of(facts.buried_by, facts.declarer) == "attackers"
    )
    if not by_attackers and not (buried_by_attackers and bottom.attackers_lose == "subtract"):
        return 0, [Reason("bottom-kept", rule_set.clause("bottom"), {"bottom": facts.bottom or 0})]
    if facts.bottom is None:
        return Problem("bottom-missing", "bottom")
    how = bottom.attackers_hold if by_attackers and buried_by_attackers else "as_won"
    if how == "nothing":
        return 0, [
            Reason("bottom-own", rule_set.clause("bottom", "buried_by_attackers"), {"bottom": facts.bottom})
        ]
    if how == "once":
        values = {"bottom": facts.bottom, "gain": facts.bottom}
        return facts.bottom, [Reason("bottom-once", rule_set.clause("bottom", "buried_by_attackers"), values)]
    if trick.unit is None or trick.cards is None:
        if not facts.bottom:
            return 0, [Reason("bottom-empty", rule_set.clause("bottom"))]
        return Problem("form-missing", "last_trick.unit")
    trump = bool(trick.trump) or is_permanent_trump(rule_set, trick.rank, level)
    if trick.trump is None and not trump and bottom.suit_matters:
        return Problem("trump-missing", "last_trick.trump")
    times = bottom.multiplier(trick.unit, trick.cards, trump)
    values_won = {
        "bottom": facts.bottom,
        "multiplier": times,
        "gain": facts.bottom * times,
        "form": form_name(trick.unit, trick.cards),
        "cards": trick.cards,
        "suit": "trump" if trump else "side",
    }
    if not by_attackers:
        clause = rule_set.clause("bottom", "buried_by_attackers")
        return -facts.bottom * times, [Reason("bottom-lost", clause, values_won)]
    clause = rule_set.clause("bottom") if trump else rule_set.clause("bottom", "side")
    code = "bottom-not-trump" if bottom.trump_only and not trump else "bottom-won"
    return facts.bottom * times, [Reason(code, clause, values_won)]
