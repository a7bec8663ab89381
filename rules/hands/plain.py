"""The commonest hand of all, the side on the deal and the attackers' total, judged in one go.

Replaying a whole event judges hundreds of thousands of such hands, and few of them differ: what the points do
to a side that stands somewhere is worked out once for each rule set. Whatever is out of the ordinary goes the
long way, and the tests hold both ways against each other.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.hands.facts import HandFacts, MatchState, Side
from rules.hands.outcome import Outcome
from rules.hands.ruleset import RuleSet
from rules.hands.saying import Reasons, say_deal, say_gain, say_rise

NOTHING_ELSE = HandFacts("A")[2:]


class Step(NamedTuple):
    """What becomes of the side that gains: where it stands, its next declarer's seat, and why.

    ``plain`` is false where the step needs the long way: the game ends, or the other side moves too.
    """

    plain: bool
    side: Side
    position: int
    seat: str | None
    reasons: Reasons


def judge_plain(
    rule_set: RuleSet, state: MatchState, facts: HandFacts, explain: bool = True
) -> Outcome | None:
    """The outcome of an ordinary hand, or ``None`` where the long way has to be gone."""
    declarer, points = facts[0], facts[1]
    a, b, on_deal, seat, north_south, playing, hooked_a, hooked_b, winner, _, offences, hands = state
    if facts[2:] != NOTHING_ELSE or points is None or winner is not None or playing is not None:
        return None
    if (on_deal is not None and on_deal != declarer) or points % 5 or not 0 < points < rule_set.total_points:
        return None
    declarer_is_a = declarer == "A"
    if not declarer_is_a and declarer != "B":
        return None
    gains_a = rule_set.table.gain(points).attackers is not declarer_is_a
    key = (points, declarer_is_a, a if gains_a else b, seat)
    step: Step | None = rule_set.steps.get(key)
    if step is None:
        step = rule_set.steps[key] = _step(rule_set, *key)
    plain, side, position, next_seat, reasons = step
    if not plain:
        return None
    new_a, new_b = (position, b) if gains_a else (a, position)
    after = MatchState(
        new_a, new_b, side, next_seat, north_south, None, hooked_a, hooked_b, None, None, offences, hands + 1
    )
    because = reasons if explain else ()
    return Outcome(rule_set, after, points, new_a - a, new_b - b, next_seat, "played", (), (), because)


def _step(rule_set: RuleSet, points: int, declarer_is_a: bool, before: int, seat: str | None) -> Step:
    """Work out what ``points`` do to the side that gains by them and stands at ``before``."""
    ladder, clamp = rule_set.ladder, rule_set.table.clamp
    gain = rule_set.table.gain(points)
    taken = gain.attackers
    side = Side.A if taken is not declarer_is_a else Side.B
    after, unused = ladder.rise(before, gain.levels, not taken)
    held = clamp is not None and not clamp[0] <= points <= clamp[1]
    moves_other = taken and unused > 0 and ladder.takes_unused(after)
    if held or moves_other or ladder.has_won(after):
        return Step(False, side, after, None, ())
    next_seat = None if seat is None else rule_set.deal.seat_after(seat, not taken)
    reasons = (
        *say_gain(rule_set, gain, points, side),
        *say_rise(rule_set, side, before, after, gain.levels, unused),
        *say_deal(rule_set, taken, side, after, next_seat),
    )
    return Step(True, side, after, next_seat, reasons)
