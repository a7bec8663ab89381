"""What judging a hand gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.answers import Problem, Reason
from rules.hands.facts import Effect, MatchState, Side

if TYPE_CHECKING:
    from rules.hands.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Outcome:
    """One judged hand.

    ``points`` are the attackers' card points (``None`` where the hand was decided without them). ``gained_a``
    and ``gained_b`` are rungs moved, negative for a fall. ``hand`` is ``played``, ``over`` or ``not_played``
    (decided by a penalty), ``void`` or ``redeal``. ``next_seat`` is the next declarer's seat where seats are
    kept and the rule tells. ``effects`` go beyond the hand; ``warnings`` are unlikely things that ask for a
    second confirmation. ``state`` is where the game stands now.
    """

    rule_set: RuleSet
    state: MatchState
    points: int | None
    gained_a: int
    gained_b: int
    next_seat: str | None
    hand: str
    effects: tuple[Effect, ...]
    warnings: tuple[Problem, ...]
    reasons: tuple[Reason, ...]

    @property
    def levels(self) -> dict[str, str]:
        """Both levels after the hand, as they are called."""
        label = self.rule_set.ladder.label
        return {"A": label(self.state.a), "B": label(self.state.b)}

    @property
    def gained(self) -> dict[str, int]:
        """The rungs that each side moved."""
        return {"A": self.gained_a, "B": self.gained_b}

    @property
    def winner(self) -> Side | None:
        """The side that has won the game with this hand."""
        return self.state.winner

    @property
    def next_declarer(self) -> Side | None:
        """The side on the deal for the next hand; ``None`` when the game is over or starts anew."""
        return self.state.declarer

    @property
    def next_level(self) -> str | None:
        """The level that is played next."""
        state = self.state
        if state.declarer is None:
            return None
        position = state.playing if state.playing is not None else state.position(state.declarer)
        return self.rule_set.ladder.label(position)

    @property
    def redeal(self) -> bool:
        """Whether the cards are dealt again without a result."""
        return self.hand in ("void", "redeal")
