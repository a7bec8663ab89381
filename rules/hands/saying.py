"""The reasons that come again and again: what the points are worth, what stops a rise, who declares next.

They depend on a few numbers only, so each rule set keeps those that it has said (``RuleSet.said``) and says
them again: an event has tens of thousands of hands and a few hundred such reasons.
"""

from __future__ import annotations

from rules.answers import Reason
from rules.hands.facts import Side
from rules.hands.ruleset import RuleSet
from rules.hands.table import JUMP, Gain

Reasons = tuple[Reason, ...]


def say_gain(rule_set: RuleSet, gain: Gain, points: int, side: Side) -> Reasons:
    """What ``points`` are worth to ``side``, the side that gains."""
    key = ("gain", points, gain.rule, side)
    if key not in rule_set.said:
        rule_set.said[key] = tuple(_gain(rule_set, gain, points, side))
    return rule_set.said[key]


def _gain(rule_set: RuleSet, gain: Gain, points: int, side: Side) -> list[Reason]:
    table = rule_set.table
    scale = table.attackers if gain.attackers else table.declarers
    path = ("table", "zero") if gain.rule in ("zero", "below_zero") else ("table", gain.rule)
    clause = rule_set.clause(*path)
    values = {
        "points": points,
        "threshold": table.threshold,
        "levels": gain.levels,
        "low": gain.low,
        "high": gain.high,
        "every": scale.every,
        "side": str(side),
    }
    code = f"table-{gain.rule.replace('_', '-')}" + ("-jump" if gain.levels == JUMP else "")
    found = [Reason(code, clause, values)]
    if gain.capped_from is not None:
        capped = {"levels": gain.levels, "uncapped": gain.capped_from, "cap": scale.cap}
        found.append(Reason("table-capped", clause, capped))
    return found


def say_rise(rule_set: RuleSet, side: Side, before: int, after: int, levels: int, unused: int) -> Reasons:
    """What stopped ``side`` on its way up from ``before``, and that it won or began a new lap."""
    key = ("rise", side, before, after, levels, unused)
    if key not in rule_set.said:
        rule_set.said[key] = tuple(_rise(rule_set, side, before, after, levels, unused))
    return rule_set.said[key]


def _rise(rule_set: RuleSet, side: Side, before: int, after: int, levels: int, unused: int) -> list[Reason]:
    ladder = rule_set.ladder
    found = []
    if unused:
        code = "must-play-holds" if after == before else "must-play-stops"
        stopped = {"side": str(side), "level": ladder.label(after), "levels": levels, "unused": unused}
        found.append(Reason(code, rule_set.clause("ladder", "must_play"), stopped))
    target = ladder.rungs[-1]
    clause = rule_set.clause("ladder", "target")
    if ladder.has_won(after):
        found.append(Reason("target-passed", clause, {"side": str(side), "target": target}))
    if ladder.laps and after // ladder.size > max(before, 0) // ladder.size:
        begun = {"side": str(side), "lap": after // ladder.size + 1, "target": target}
        found.append(Reason("lap-begun", clause, begun))
    return found


def say_taken_off(rule_set: RuleSet, side: Side, levels: int, position: int) -> Reasons:
    """That ``side`` loses the levels which its opponents could not use, and stands at ``position`` now."""
    key = ("taken-off", side, levels, position)
    if key not in rule_set.said:
        values = {"side": str(side), "levels": levels, "to": rule_set.ladder.label(position)}
        clause = rule_set.clause("ladder", "unused")
        rule_set.said[key] = (Reason("levels-taken-off", clause, values),)
    return rule_set.said[key]


def say_deal(rule_set: RuleSet, taken: bool, side: Side, position: int, seat: str | None) -> Reasons:
    """That ``side`` takes or holds the deal at ``position``, and from which seat where that is known."""
    key = ("deal", taken, side, position, seat)
    if key not in rule_set.said:
        rule_set.said[key] = tuple(_deal(rule_set, taken, side, position, seat))
    return rule_set.said[key]


def _deal(rule_set: RuleSet, taken: bool, side: Side, position: int, seat: str | None) -> list[Reason]:
    clause = rule_set.clause("deal", "lost" if taken else "held")
    values = {"side": str(side), "level": rule_set.ladder.label(position)}
    found = Reason("deal-taken" if taken else "deal-held", clause, values)
    return [found, *say_seat(rule_set, taken, side, seat)]


def say_seat(rule_set: RuleSet, taken: bool, side: Side, seat: str | None) -> Reasons:
    """From which seat ``side`` declares next; nothing where that is not known."""
    if seat is None:
        return ()
    key = "lost" if taken else "held"
    rule = rule_set.deal.lost if taken else rule_set.deal.held
    values = {"side": str(side), "seat": seat, "rule": rule}
    return (Reason("next-seat", rule_set.clause_of_stated("deal", key), values),)
