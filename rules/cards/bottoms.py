"""The bottom from the cards themselves: its points, and the form that won the last trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.answers import Problem, Reason, Refused
from rules.cards.cards import JOKER, Card, points_of, write_cards
from rules.cards.combinations import combine, group_of
from rules.cards.order import TRUMPS, Order
from rules.cards.shapes import Form

Multiplier = Callable[[int, int, bool], int]
"""(size of the unit, cards in the form, whether trumps) → what the bottom's points are multiplied by."""


class BottomRuling(NamedTuple):
    """What a bottom is worth to those who won it.

    ``unit`` and ``cards`` describe the highest form of the winning play, ``trump`` whether it was trumps,
    ``rank`` and ``suit`` its highest card (``SJ`` and ``BJ`` for the jokers, which have no suit).
    ``points`` is ``card_points`` times ``multiplier``.
    """

    card_points: int
    unit: int
    cards: int
    trump: bool
    rank: str
    suit: str | None
    multiplier: int
    points: int
    because: tuple[Reason, ...]


def bottom(
    order: Order,
    cards: Sequence[Card],
    last_trick: Sequence[Card],
    multiplier: Multiplier,
    form: Form | None = None,
) -> BottomRuling:
    """What the bottom ``cards`` are worth when the play ``last_trick`` wins the last trick.

    Only the highest form of the play counts, once. ``form`` is the form that was led, where that was less
    than the cards could be. Follows the clause "bottom". Raises ``Refused`` where the rule set has no
    bottom, for more cards than it has, and for a play of two suits.
    """
    order.check({"cards": cards, "last_trick": last_trick})
    size = order.rules.bottom_cards
    if not size:
        raise Refused([Problem("no-bottom", "cards")])
    if len(cards) > size:
        raise Refused([Problem("bottom-too-large", "cards", {"given": len(cards), "bottom": size})])
    highest = combine(order, last_trick, form, "last_trick")[0]
    trump = group_of(order, last_trick, "last_trick") == TRUMPS
    times = multiplier(highest.shape.unit, highest.shape.cards, trump)
    card_points = points_of(cards)
    top = highest.cards[0]
    clause = order.rules.clause("bottom")
    because = (
        Reason("bottom-points", clause, {"points": card_points}),
        Reason(
            "bottom-won-with-trumps" if trump else "bottom-won-with-side-suit",
            clause,
            {"form": str(highest.shape), "winning": write_cards(highest.cards)},
        ),
        Reason(
            "bottom-counts" if times else "bottom-does-not-count",
            clause,
            {"points": card_points, "times": times, "total": card_points * times},
        ),
    )
    return BottomRuling(
        card_points=card_points,
        unit=highest.shape.unit,
        cards=highest.shape.cards,
        trump=trump,
        rank=top.rank if top.suit != JOKER else {"B": "BJ", "L": "SJ"}[top.rank],
        suit=None if top.suit == JOKER else top.suit,
        multiplier=times,
        points=card_points * times,
        because=because,
    )
