"""judge(): the facts of a hand and the state before it → what it is worth and why, or what cannot be true."""

from __future__ import annotations

from rules.answers import Problem, Reason
from rules.hands.checks import check_facts, check_standing, follows, swept_by, warnings_of
from rules.hands.count import count_points
from rules.hands.deal import NO_BID, REDEALS
from rules.hands.facts import NO_TRUMP, Effect, HandFacts, LastTrick, MatchState, OffenceCount, Side
from rules.hands.hooks import Hook
from rules.hands.moving import Moving
from rules.hands.outcome import Outcome
from rules.hands.penalties import Penalty
from rules.hands.plain import judge_plain
from rules.hands.ruleset import RuleSet, opening
from rules.hands.rulings import NO_RULINGS, Ruling, Rulings, role_of, rule_offences
from rules.hands.saying import say_deal, say_gain, say_seat
from rules.hands.table import Gain


def judge(
    rule_set: RuleSet, state: MatchState, facts: HandFacts, *, explain: bool = True
) -> Outcome | tuple[Problem, ...]:
    """Judge one hand.

    ``state`` is where the game stands before it (``opening`` or the last outcome's ``state``). Answers with
    the outcome, or with every problem found. Without ``explain`` the outcome carries no reasons and is found
    faster.
    """
    quick = judge_plain(rule_set, state, facts, explain)
    return judge_at_length(rule_set, state, facts, explain=explain) if quick is None else quick


def judge_at_length(
    rule_set: RuleSet, state: MatchState, facts: HandFacts, *, explain: bool = True
) -> Outcome | tuple[Problem, ...]:
    """Judge one hand step by step, whatever it is; ``judge`` spares the commonest hands these steps."""
    problems = check_standing(rule_set, state, facts)
    if problems:
        return tuple(problems)
    return _Hand(rule_set, state, facts, explain).judge()


class _Hand(Moving):
    """One hand on its way from the facts to the outcome."""

    __slots__ = ()

    # -- the steps -------------------------------------------------------------------------------------------

    def judge(self) -> Outcome | tuple[Problem, ...]:
        rule_set, state, facts = self.rule_set, self.state, self.facts
        if facts.reason and not follows(state, facts):
            self.say("accepted-with-reason", reason=facts.reason)
        if facts.void:
            self.say("hand-void")
            return self._dealt_again("void", ())
        first_hand = state.declarer is None
        if facts.nobody_bid:
            policy = rule_set.deal.no_bid(first_hand)
            if policy in REDEALS:
                return self._nobody_bid(policy)
            self._say_no_bid(policy, first_hand=first_hand)
        problems = check_facts(rule_set, facts, self.level)
        if problems:
            return tuple(problems)
        rulings = NO_RULINGS
        if facts.penalties:
            ruled = rule_offences(rule_set, state, facts)
            if isinstance(ruled, list):
                return tuple(ruled)
            rulings = ruled
            self.effects.extend(rulings.effects)
            if self.explain:
                self.reasons.extend(rulings.reasons)
            if rulings.void is not None:
                self.say_ruling("penalty-decides", rulings.void, hand="void")
                return self._dealt_again("void", rulings.offences)
        deciding = rulings.deciding()
        counted = count_points(rule_set, facts, rulings, self.level, cut_short=deciding is not None)
        if isinstance(counted, list):
            return tuple(counted)
        self.points = counted.points
        if self.explain:
            self.reasons.extend(counted.reasons)
        if deciding is not None:
            if deciding.penalty.by_points is not None and self.points is None:
                return (Problem("points-missing", "points"),)
            return self._decided(deciding, rulings)
        if self.points is None:
            return (self._nothing_counted(),)
        lacking = self._lacking_for_hook()
        if lacking is not None:
            return (lacking,)
        return self._played(counted.clean, rulings)

    def _nothing_counted(self) -> Problem:
        """That the points are missing; where nobody bid, how the hand has to be played first."""
        if self.facts.nobody_bid:
            policy = self.rule_set.deal.no_bid(self.state.declarer is None)
            return Problem("nobody-bid-play-on", "points", {"policy": policy})
        return Problem("points-missing", "points")

    def _played(self, clean: bool, rulings: Rulings) -> Outcome:
        """A hand that counts by its points."""
        assert self.points is not None
        gain = self.rule_set.table.gain(self.points, clean)
        hook = self._hook()
        taken = gain.attackers
        if self.explain:
            side = self.attackers if taken else self.declarers
            self.reasons.extend(say_gain(self.rule_set, gain, self.points, side))
        if hook is not None:
            taken = self._fall_by_hook(hook, gain)
        elif taken:
            self.attackers_rise(gain.levels)
        else:
            self.declarers_rise(gain.levels)
        for ruling in rulings.falling:
            if self.winner is None:
                self.apply_levels(ruling)
        return self._finish(taken, "played", rulings)

    def _decided(self, ruling: Ruling, rulings: Rulings) -> Outcome:
        """A hand that a penalty decides."""
        penalty = ruling.penalty
        opponents = ruling.side.other
        self.say_ruling("penalty-decides", ruling, hand=penalty.hand or "over")
        for each in rulings.falling:
            self.apply_levels(each)
        if penalty.ends_game:
            self.winner = opponents
        takers = opponents if penalty.deal_passes or penalty.ends_game else self.declarers
        return self._finish(
            takers is self.attackers,
            penalty.hand or "over",
            rulings,
            penalty,
            points=penalty.by_points is not None,
        )

    # -- hooks -----------------------------------------------------------------------------------------------

    def _hooking_trick(self) -> LastTrick | None:
        """The last trick, if the attackers won it and the declarers have something to fall from."""
        trick = self.facts.last_trick
        if trick is None or not self.rule_set.hooks or self.positions[self.declarers] < 0:
            return None
        return trick if role_of(trick.by, self.declarers) == "attackers" else None

    def _hook(self) -> Hook | None:
        trick = self._hooking_trick()
        if trick is None:
            return None
        trump = self._trump_suit()
        return next((hook for hook in self.rule_set.hooks if hook.catches(self.level, trick, trump)), None)

    def _lacking_for_hook(self) -> Problem | None:
        """What has to be known of the last trick to tell whether somebody is hooked."""
        trick = self._hooking_trick()
        if trick is None:
            return None
        trump = self._trump_suit()
        lacking = [hook.lacks(self.level, trick, trump) for hook in self.rule_set.hooks]
        if "unit" in lacking:
            return Problem("form-missing", "last_trick.unit")
        if "trump_suit" in lacking:
            return Problem("trump-suit-missing", "trump_suit", {"card": trick.rank})
        return Problem("trump-missing", "last_trick.trump") if "trump" in lacking else None

    def _trump_suit(self) -> str | None:
        if self.facts.nobody_bid and self.rule_set.deal.no_bid(self.state.declarer is None) == "no_trump":
            return NO_TRUMP
        return self.facts.trump_suit

    def _fall_by_hook(self, hook: Hook, gain: Gain) -> bool:
        """Let the declarers fall. Answers whether the attackers take the deal."""
        reached = gain.attackers
        if not reached and hook.below_threshold == "no_effect":
            self._say_hook("hook-below-threshold", hook)
            self.declarers_rise(gain.levels)
            return False
        ladder = self.rule_set.ladder
        before = self.positions[self.declarers]
        fallen = ladder.fall(before, hook.fall_by)
        if hook.fall_to:
            fallen = ladder.fall_to(before, hook.fall_to)
        self._say_hook("hook", hook, to=ladder.label(fallen))
        self.move(self.declarers, fallen)
        if hook.counts and self._hooked_once_more():
            return reached
        if reached:
            levels = gain.levels if hook.attackers_gain is None else hook.attackers_gain
            if hook.attackers_gain is not None:
                self._say_hook("hook-attackers-gain", hook, levels=levels)
            self.attackers_rise(levels)
            return True
        if hook.below_threshold == "fall_lose_deal":
            return True
        if hook.below_threshold == "fall_then_add":
            self.declarers_rise(gain.levels)
        else:
            self._say_hook("hook-keeps-deal", hook)
        return False

    def _say_hook(self, code: str, hook: Hook, **values: object) -> None:
        if self.explain:
            threshold = self.rule_set.table.threshold
            about = {"side": str(self.declarers), "at": hook.at, "card": hook.card, "threshold": threshold}
            self.reasons.append(Reason(code, hook.clause, {**about, "points": self.points, **values}))

    def _hooked_once_more(self) -> bool:
        """Count the hook. Answers whether the game ends with it."""
        times = self.hooked[0 if self.declarers is Side.A else 1] + 1
        if self.declarers is Side.A:
            self.hooked = (times, self.hooked[1])
        else:
            self.hooked = (self.hooked[0], times)
        ends = self.rule_set.hooked_twice
        if times < 2 or ends == "no_effect" or self.winner is not None:
            return self.winner is not None
        clause = self.rule_set.clause("hooked_twice")
        values = {"side": str(self.declarers), "times": times}
        code = "game-lost" if ends == "game_lost" else "game-void"
        self.effects.append(Effect(code, self.declarers, clause, values))
        self.say(f"hooked-twice-{code}", "hooked_twice", **values)
        if ends == "game_lost":
            self.winner = self.attackers
        return True

    # -- the end ---------------------------------------------------------------------------------------------

    def _finish(
        self,
        taken: bool,
        hand: str,
        rulings: Rulings,
        decided: Penalty | None = None,
        points: bool = True,
    ) -> Outcome:
        """Put the outcome together: who declares next, from which seat, and the state after the hand."""
        rule_set, state, facts = self.rule_set, self.state, self.facts
        declarer = self.attackers if taken else self.declarers
        counted = self.points if points else None
        warnings = warnings_of(rule_set, state, facts, counted)
        swept = swept_by(rule_set, facts, counted) if counted is not None else None
        void = any(effect.code == "game-void" for effect in self.effects)
        north_south = self._north_south()
        next_seat = None
        if void:
            after = opening(rule_set)._replace(north_south=north_south, hands=state.hands + 1)
        else:
            if self.winner is None:
                next_seat = self._next_seat(taken, decided)
                if self.explain:
                    position = self.positions[declarer]
                    self.reasons.extend(say_deal(rule_set, taken, declarer, position, next_seat))
            after = MatchState(
                self.positions[Side.A],
                self.positions[Side.B],
                declarer if self.winner is None else None,
                next_seat,
                north_south,
                None,
                self.hooked[0],
                self.hooked[1],
                self.winner,
                swept,
                rulings.offences or state.offences,
                state.hands + 1,
            )
        return Outcome(
            rule_set,
            after,
            counted,
            after.a - state.a,
            after.b - state.b,
            next_seat,
            hand,
            tuple(self.effects),
            warnings,
            tuple(self.reasons),
        )

    def _north_south(self) -> Side | None:
        seat = self.facts.seat
        if seat is None:
            return self.state.north_south
        return self.declarers if seat in ("N", "S") else self.attackers

    def _next_seat(self, taken: bool, decided: Penalty | None) -> str | None:
        seat = self.facts.seat or self.state.seat
        if decided is not None and decided.next_from == "expected_declarer":
            seat = self.state.seat or seat
        return None if seat is None else self.rule_set.deal.seat_after(seat, not taken)

    def _kept_seat(self) -> str | None:
        """The declarer's seat for the same deal once more: as it should be, else as it was."""
        state, facts = self.state, self.facts
        if state.seat is not None or state.declarer is None or facts.declarer not in ("", state.declarer):
            return state.seat
        return facts.seat

    def _say_seat(self, side: Side, seat: str | None) -> None:
        """That the same declarer deals again."""
        if seat is not None:
            self.say("next-seat", side=str(side), seat=seat, rule="same")

    def _dealt_again(self, hand: str, offences: tuple[OffenceCount, ...]) -> Outcome:
        """Nothing has changed and the cards are dealt again, by the same declarer where there is one."""
        state, seat = self.state, self._kept_seat()
        self._say_seat(self.declarers, seat)
        after = state._replace(
            seat=seat, offences=offences or state.offences, north_south=self._north_south()
        )
        return Outcome(
            self.rule_set, after, None, 0, 0, seat, hand, tuple(self.effects), (), tuple(self.reasons)
        )

    def _say_no_bid(self, policy: str, **values: object) -> None:
        """What is done because nobody bid, with its clause where the regulation states one."""
        key = "nobody_bids_first" if self.state.declarer is None else "nobody_bids"
        if self.explain:
            clause = self.rule_set.clause("deal", key) if self._stated(key) else ""
            self.reasons.append(Reason(f"nobody-bid-{policy.replace('_', '-')}", clause, values))

    def _stated(self, key: str) -> bool:
        """Whether the regulation says what is done; what holds for the first hand may be said for all."""
        assumed = self.rule_set.assumed
        said = key if key in self.rule_set.data.get("deal", {}) else "nobody_bids"
        return f"deal.{said}" not in assumed

    def _nobody_bid(self, policy: str) -> Outcome:
        """Nobody bid and the hand is not played."""
        rule_set, state = self.rule_set, self.state
        own = rule_set.ladder.label(self.positions[self.attackers])
        first_hand = state.declarer is None
        self._say_no_bid(policy, side=str(self.attackers), level=own, first_hand=first_hand)
        if policy == NO_BID[0]:
            return self._dealt_again("redeal", ())
        passes = policy == "deal_passes"
        seat = self._next_seat(True, None) if passes else self._kept_seat()
        if not passes:
            self._say_seat(self.declarers, seat)
        elif self.explain:
            self.reasons.extend(say_seat(rule_set, True, self.attackers, seat))
        after = state._replace(
            declarer=self.attackers if passes else state.declarer,
            playing=None if passes else self.positions[self.attackers],
            seat=seat,
            north_south=self._north_south(),
            swept=None,
            hands=state.hands + 1,
        )
        return Outcome(rule_set, after, None, 0, 0, seat, "redeal", (), (), tuple(self.reasons))
