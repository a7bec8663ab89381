"""Both sides on the ladder while a hand is being judged: who moves where, what stops them, and the words for
it."""

from __future__ import annotations

from rules.answers import Reason
from rules.hands.facts import Effect, HandFacts, MatchState, Side
from rules.hands.ruleset import RuleSet
from rules.hands.rulings import Ruling
from rules.hands.saying import say_rise, say_taken_off
from rules.hands.table import JUMP


class Moving:
    """Both sides while a hand is being judged: positions move, reasons and effects gather."""

    __slots__ = (
        "attackers",
        "declarers",
        "effects",
        "explain",
        "facts",
        "hooked",
        "level",
        "points",
        "positions",
        "reasons",
        "rule_set",
        "state",
        "winner",
    )

    def __init__(self, rule_set: RuleSet, state: MatchState, facts: HandFacts, explain: bool) -> None:
        self.rule_set = rule_set
        self.state = state
        self.facts = facts
        self.explain = explain
        declarer = facts.declarer or state.declarer or "A"
        self.declarers = Side.A if declarer == "A" else Side.B
        self.attackers = Side.B if declarer == "A" else Side.A
        self.positions = {Side.A: state.a, Side.B: state.b}
        self.hooked = (state.hooked_a, state.hooked_b)
        playing = state.playing if state.playing is not None else self.positions[self.declarers]
        self.level = rule_set.ladder.rung(playing)
        self.points: int | None = None
        self.winner: Side | None = None
        self.effects: list[Effect] = []
        self.reasons: list[Reason] = []

    def say(self, code: str, *path: str, **values: object) -> None:
        """Keep a reason with the clause of a rule set's key path."""
        if self.explain:
            self.reasons.append(Reason(code, self.rule_set.clause(*path) if path else "", values))

    def say_ruling(self, code: str, ruling: Ruling, **values: object) -> None:
        """Keep a reason with the clause of an offence."""
        if self.explain:
            about = {"offence": ruling.code, "side": str(ruling.side), **values}
            self.reasons.append(Reason(code, ruling.clause, about))

    def move(self, side: Side, position: int) -> None:
        """Put ``side`` at ``position``, and say so where the game ends there."""
        before = self.positions[side]
        ladder = self.rule_set.ladder
        self._place(side, position)
        if ladder.has_won(position):
            self._say_rise(side, before, position, 0, 0)
        elif ladder.has_lost(position):
            code = "fallen-below" if ladder.lost_at == "below_last" else "fallen-to"
            self.say(code, "ladder", side=str(side), level=ladder.last_label)

    def rise(self, side: Side, levels: int, declaring: bool) -> int:
        """Go up, and say what stops it. Answers with the levels that were left unused."""
        before = self.positions[side]
        after, unused = self.rule_set.ladder.rise(before, levels, declaring)
        self._place(side, after)
        self._say_rise(side, before, after, levels, unused)
        return unused

    def _place(self, side: Side, position: int) -> None:
        self.positions[side] = position
        if self.rule_set.ladder.has_won(position):
            self.winner = side
        elif self.rule_set.ladder.has_lost(position):
            self.winner = side.other

    def _say_rise(self, side: Side, before: int, after: int, levels: int, unused: int) -> None:
        if self.explain:
            self.reasons.extend(say_rise(self.rule_set, side, before, after, levels, unused))

    def declarers_rise(self, levels: int) -> None:
        if levels != JUMP:
            self.rise(self.declarers, levels, True)
            return
        ladder = self.rule_set.ladder
        target = ladder.to_must_play(self.positions[self.declarers], True)
        if not ladder.has_won(target):
            self.say("jump", "table", "zero", side=str(self.declarers), to=ladder.label(target))
        self.move(self.declarers, target)

    def attackers_rise(self, levels: int) -> None:
        unused = self.rise(self.attackers, levels, False)
        ladder = self.rule_set.ladder
        if unused and ladder.takes_unused(self.positions[self.attackers]) and self.winner is None:
            fallen = ladder.fall(self.positions[self.declarers], unused)
            if self.explain:
                self.reasons.extend(say_taken_off(self.rule_set, self.declarers, unused, fallen))
            self.move(self.declarers, fallen)

    def apply_levels(self, ruling: Ruling) -> None:
        """What a penalty does to the levels."""
        penalty = ruling.penalty
        ladder = self.rule_set.ladder
        offender, other = ruling.side, ruling.side.other
        declaring = other is self.declarers
        if penalty.levels_to == "next_must_play":
            target = ladder.to_must_play(self.positions[other], declaring)
            if ladder.has_won(target):
                self.say_ruling("penalty-passes", ruling, gainer=str(other))
            else:
                self.say_ruling("penalty-jump", ruling, gainer=str(other), to=ladder.label(target))
            self.move(other, target)
        elif penalty.levels_to:
            target = ladder.back_to_must_play(self.positions[offender])
            self.say_ruling("penalty-back", ruling, to=ladder.label(target))
            self.move(offender, target)
        levels = penalty.levels
        if penalty.by_points is not None:
            rule = penalty.by_points
            assert self.points is not None
            by_points = rule.levels(self.points)
            levels += by_points
            self.say_ruling(
                "penalty-by-points",
                ruling,
                gainer=str(other),
                points=self.points,
                every=rule.every,
                start=rule.start,
                cap=rule.cap,
                levels=by_points,
            )
        elif levels:
            self.say_ruling("penalty-levels", ruling, gainer=str(other), levels=levels)
        if levels:
            # Who disqualifies himself cannot hold the other side on a must-play rung.
            self.rise(other, levels, declaring or penalty.ends_game)
        if penalty.offender_levels:
            self.say_ruling("penalty-falls", ruling, levels=-penalty.offender_levels)
            self.move(offender, ladder.fall(self.positions[offender], -penalty.offender_levels))
