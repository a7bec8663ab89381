"""The commonest hand of all, the side on the deal and the attackers' total, judged in one go.

Replaying a whole event judges hundreds of thousands of such hands. Whatever is out of the ordinary goes the
long way, and the tests hold both ways against each other.
"""

from __future__ import annotations

from rules.hands.facts import HandFacts, MatchState, Side
from rules.hands.outcome import Outcome
from rules.hands.ruleset import RuleSet
from rules.hands.table import JUMP

NOTHING_ELSE = HandFacts("A")[2:]


def judge_plain(rule_set: RuleSet, state: MatchState, facts: HandFacts) -> Outcome | None:
    """The outcome of an ordinary hand without its reasons, or ``None`` where the long way has to be gone."""
    declarer, points = facts[0], facts[1]
    a, b, on_deal, seat, north_south, playing, hooked_a, hooked_b, winner, _, offences, hands = state
    if facts[2:] != NOTHING_ELSE or points is None or winner is not None or playing is not None:
        return None
    if (on_deal is not None and on_deal != declarer) or points % 5 or not 0 < points < rule_set.total_points:
        return None
    declarer_is_a = declarer == "A"
    if not declarer_is_a and declarer != "B":
        return None
    clamp = rule_set.table.clamp
    if clamp is not None and not clamp[0] <= points <= clamp[1]:
        return None
    ladder = rule_set.ladder
    gain = rule_set.table.gain(points)
    taken = gain.attackers
    levels = gain.levels
    assert levels != JUMP, "only a total of zero or less jumps"
    new_a, new_b = a, b
    unused = 0
    if taken is declarer_is_a:
        new_b, unused = ladder.rise(b, levels, not taken)
    else:
        new_a, unused = ladder.rise(a, levels, not taken)
    if unused and taken and ladder.takes_unused(new_b if declarer_is_a else new_a):
        return None
    if not ladder.laps and (new_a >= ladder.size or new_b >= ladder.size):
        return None
    if seat is not None:
        seat = rule_set.deal.seat_after(seat, not taken)
    side = Side.B if taken is declarer_is_a else Side.A
    after = MatchState(
        new_a, new_b, side, seat, north_south, None, hooked_a, hooked_b, None, None, offences, hands + 1
    )
    return Outcome(rule_set, after, points, new_a - a, new_b - b, seat, "played", (), (), ())
