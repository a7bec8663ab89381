"""The commonest hands of all, judged in one go: the side on the deal with the attackers' total, or with
tricks, bottom and last trick, and nothing else.

Replaying a whole event judges hundreds of thousands of such hands, and few of them differ: what the points do
to sides that stand somewhere is worked out once for each rule set. Whatever is out of the ordinary goes the
long way, and the tests hold both ways against each other.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.hands.checks import check_facts
from rules.hands.count import count_points
from rules.hands.facts import HandFacts, MatchState, Side
from rules.hands.outcome import Outcome
from rules.hands.ruleset import RuleSet
from rules.hands.rulings import NO_RULINGS
from rules.hands.saying import Reasons, say_deal, say_gain, say_rise, say_taken_off

NOTHING_ELSE = HandFacts("A")[2:]
NOTHING_RARE = HandFacts("A")[7:]


class Step(NamedTuple):
    """What becomes of the side that gains: where it stands, its next declarer's seat, and why.

    ``other`` is where the other side stands, should levels have been taken off it. ``plain`` is false where
    the step needs the long way: the game ends.
    """

    plain: bool
    side: Side
    position: int
    other: int | None
    seat: str | None
    reasons: Reasons


def judge_plain(
    rule_set: RuleSet, state: MatchState, facts: HandFacts, explain: bool = True
) -> Outcome | None:
    """The outcome of an ordinary hand, or ``None`` where the long way has to be gone."""
    declarer, points, on_deal = facts[0], facts[1], state[2]
    if state.winner is not None or state.playing is not None:
        return None
    if (on_deal is not None and on_deal != declarer) or (declarer != "A" and declarer != "B"):
        return None
    reasons: Reasons = ()
    if facts[2:] != NOTHING_ELSE:
        # In detail: what the tricks and the bottom come to has to be counted and checked first.
        tricks = facts.tricks
        if tricks is None or facts.seat is not None or facts[7:] != NOTHING_RARE:
            return None
        trick = facts.last_trick
        if trick is not None and rule_set.hooks and trick.by != "declarers":
            return None
        level = rule_set.ladder.rung(state[0] if declarer == "A" else state[1])
        if not 0 < tricks < rule_set.total_points - (facts.bottom or 0):
            return None
        if check_facts(rule_set, facts, level):
            return None
        counted = count_points(rule_set, facts, NO_RULINGS, level)
        if isinstance(counted, list):
            return None
        points, reasons = counted.points, counted.reasons
    if points is None or points % 5 or not 0 < points < rule_set.total_points:
        return None
    return _outcome(rule_set, state, declarer == "A", points, reasons, explain)


def _outcome(
    rule_set: RuleSet, state: MatchState, declarer_is_a: bool, points: int, counted: Reasons, explain: bool
) -> Outcome | None:
    """What ``points`` do to both sides; ``counted`` are the reasons for the points themselves."""
    a, b, _, seat, north_south, _, hooked_a, hooked_b, _, _, offences, hands = state
    gains_a = rule_set.table.gain(points).attackers is not declarer_is_a
    before, other = (a, b) if gains_a else (b, a)
    # Where the other side stands matters only to rules that can move it; elsewhere one step serves all.
    key = (points, declarer_is_a, before, other if rule_set.ladder.moves_other else None, seat)
    step: Step | None = rule_set.steps.get(key)
    if step is None:
        step = rule_set.steps[key] = _step(rule_set, *key)
    plain, side, position, moved, next_seat, reasons = step
    if not plain:
        return None
    if moved is not None:
        other = moved
    new_a, new_b = (position, other) if gains_a else (other, position)
    after = MatchState(
        new_a, new_b, side, next_seat, north_south, None, hooked_a, hooked_b, None, None, offences, hands + 1
    )
    because: Reasons = ()
    if explain:
        because = counted + reasons if counted else reasons
    return Outcome(rule_set, after, points, new_a - a, new_b - b, next_seat, "played", (), (), because)


def _step(
    rule_set: RuleSet, points: int, declarer_is_a: bool, before: int, other: int | None, seat: str | None
) -> Step:
    """Work out what ``points`` do to the side that gains by them and stands at ``before``, and to its
    opponents at ``other`` where the rules can move them."""
    ladder, clamp = rule_set.ladder, rule_set.table.clamp
    gain = rule_set.table.gain(points)
    taken = gain.attackers
    side = Side.A if taken is not declarer_is_a else Side.B
    after, unused = ladder.rise(before, gain.levels, not taken)
    moved = other
    said: Reasons = ()
    if other is not None and taken and unused and ladder.takes_unused(after):
        moved = ladder.fall(other, unused)
        said = say_taken_off(rule_set, side.other, unused, moved)
    held = clamp is not None and not clamp[0] <= points <= clamp[1]
    if held or ladder.has_won(after) or (moved is not None and ladder.has_lost(moved)):
        return Step(False, side, after, moved, None, ())
    next_seat = None if seat is None else rule_set.deal.seat_after(seat, not taken)
    reasons = (
        *say_gain(rule_set, gain, points, side),
        *say_rise(rule_set, side, before, after, gain.levels, unused),
        *said,
        *say_deal(rule_set, taken, side, after, next_seat),
    )
    return Step(True, side, after, moved, next_seat, reasons)
