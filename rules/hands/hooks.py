"""Hooks: the attackers win the last trick with the very card that is being played, and the declarers fall."""

from __future__ import annotations

from typing import NamedTuple

from rules.hands.facts import NO_TRUMP, RANKS, LastTrick
from rules.hands.ladder import Ladder
from rules.hands.reading import Reader


class Hook(NamedTuple):
    """One hook.

    ``at`` is the level being played, ``card`` the rank that wins the last trick, ``form`` (``single``,
    ``pair``, ``triple``, ``four`` or empty) and ``suit`` (``trump``, ``side`` or empty) narrow it down,
    ``no_trump`` ties it to hands without a trump suit. The declarers fall to ``fall_to`` or by ``fall_by``
    levels. ``below_threshold`` says what happens when the attackers did not reach the threshold;
    ``attackers_gain`` replaces the table's gain; ``counts`` whether it counts towards ``hooked_twice``.
    """

    at: str
    card: str
    form: str
    suit: str
    no_trump: bool
    fall_to: str
    fall_by: int
    below_threshold: str
    attackers_gain: int | None
    counts: bool
    clause: str

    def catches(self, level: str, trick: LastTrick, trump_suit: str | None) -> bool:
        """Whether this hook applies: the level's rung, the last trick (won by the attackers), the trump
        suit."""
        if level != self.at or trick.rank != self.card:
            return False
        if self.form and FORM_UNITS[self.form] != trick.unit:
            return False
        if trump_suit == NO_TRUMP:
            return self.no_trump or not self.suit
        if self.no_trump:
            return False
        if not self.suit:
            return True
        if trick.suit is not None and trump_suit is not None:
            return (trick.suit == trump_suit) == (self.suit == "trump")
        return bool(trick.trump) == (self.suit == "trump")

    def lacks(self, level: str, trick: LastTrick, trump_suit: str | None) -> str:
        """What has to be known before this hook can be decided: ``unit``, ``trump`` or ``trump_suit``; empty
        where nothing is missing.

        Without a suit, ``trump`` tells the level card of the trump suit (正J) from the others (副J).
        """
        if level != self.at or trick.rank != self.card:
            return ""
        if self.form and trick.unit is None:
            return "unit"
        if self.form and FORM_UNITS[self.form] != trick.unit:
            return ""
        if not self.suit or trump_suit == NO_TRUMP or (trick.suit is not None and trump_suit is not None):
            return ""
        if trick.trump is None:
            return "trump"
        return "trump_suit" if trick.suit is not None and trick.trump else ""


FORM_UNITS = {"single": 1, "pair": 2, "triple": 3, "four": 4}
BELOW_THRESHOLD = ("no_effect", "fall_keep_deal", "fall_then_add", "fall_lose_deal")


def read_hooks(readers: list[Reader], ladder: Ladder) -> tuple[Hook, ...]:
    """All hooks of a rule set, in the order in which they are tried."""
    hooks = []
    start = ladder.rungs[ladder.start]
    for reader in readers:
        fall_to = reader.text("fall_to")
        fall_by = reader.whole("fall_by", 0, low=0, high=100)
        if fall_to and fall_by:
            reader.complain("rule-set-either-or", "fall_by", other=reader.path("fall_to"))
        elif not fall_to and not fall_by and not reader.has("fall_to"):
            reader.complain("rule-set-missing-key", "fall_to")
        at = reader.required_text("at")
        for key, rung in (("at", at), ("fall_to", fall_to)):
            if rung and rung not in ladder.rungs:
                reader.complain("rule-set-unknown-rung", key, rung=rung, rungs=", ".join(ladder.rungs))
                fall_to = fall_to if key == "at" else start
        card = reader.text("card", at)
        if reader.has("card") and card not in RANKS:
            reader.complain("rule-set-not-an-option", "card", value=card, options=", ".join(RANKS))
        no_trump = reader.flag("no_trump")
        suit = reader.choice("suit", ("trump", "side"), "")
        if no_trump and suit:
            reader.complain("rule-set-either-or", "suit", other=reader.path("no_trump"))
        hooks.append(
            Hook(
                at=at,
                card=card,
                form=reader.choice("form", tuple(FORM_UNITS), ""),
                suit=suit,
                no_trump=no_trump,
                fall_to=fall_to,
                fall_by=fall_by,
                below_threshold=reader.choice("below_threshold", BELOW_THRESHOLD, "no_effect"),
                attackers_gain=reader.integer("attackers_gain", None, low=0, high=100),
                counts=reader.flag("counts", fall_to == start),
                clause=reader.text("clause"),
            )
        )
        reader.close()
    return tuple(hooks)
