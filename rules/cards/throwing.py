"""Throws (甩牌): whether a lead of several parts stands; if not, what is beaten, forced, and the cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.answers import Reason
from rules.cards.cards import Card, write_cards
from rules.cards.combinations import Combination, Combinations, combine, group_of, places_for
from rules.cards.order import TRUMPS, Order
from rules.cards.shapes import Form, write_form


class ThrowRuling(NamedTuple):
    """Whether the throw stands.

    ``beaten`` are the thrown cards that are beaten, ``by`` the index of the first other hand that beats
    one, ``forced`` the cards that must be led instead, ``points`` what it costs in card points, ``counted``
    for how many cards.
    """

    stands: bool
    lead: Combinations
    beaten: tuple[Card, ...]
    by: int | None
    forced: tuple[Card, ...]
    counted: int
    points: int
    because: tuple[Reason, ...]


def throw(
    order: Order,
    play: Sequence[Card],
    others: Sequence[Sequence[Card]],
    lead_form: Form | None = None,
) -> ThrowRuling:
    """Rule on a throw against the ``others``' hands, or against the cards of them that were shown.

    Follows the clause "throw". Raises ``Refused`` if the thrown cards are of two suits.
    """
    order.check({"play": play, **{f"others[{index}]": hand for index, hand in enumerate(others)}})
    rules, cost = order.rules, order.rules.throw_cost
    clause = rules.clause("throw")
    parts = combine(order, play, lead_form, "play")
    group = group_of(order, play, "play")
    because = [Reason("thrown", clause, {"group": group, "form": write_form(part.shape for part in parts)})]
    if len(parts) == 1:
        because.append(Reason("throw-of-one-part", clause))
        return ThrowRuling(True, parts, (), None, (), 0, 0, tuple(because))
    allowed = rules.throw_trumps or group != TRUMPS
    losing = [(part, by) for part in parts if (by := _beaten_by(order, group, part, others)) is not None]
    if allowed and not losing:
        because.append(Reason(f"throw-stands-{rules.throw_reading.replace('_', '-')}", clause))
        return ThrowRuling(True, parts, (), None, (), 0, 0, tuple(because))
    beaten = tuple(card for part, _ in losing for card in part.cards if _falls(order, group, card, others))
    for part, by in losing:
        because.append(_why(order, group, part, others, by, clause))
    if not allowed:
        because.append(Reason("throw-not-in-trumps", clause))
    forced = _forced(order, parts, tuple(part for part, _ in losing) or parts)
    because.append(Reason("throw-forced", clause, {"forced": write_cards(forced)}))
    counted = {"thrown": len(play), "beaten": len(beaten), "taken_back": len(play) - len(forced)}.get(
        cost.counts, 0
    )
    points = cost.per_card * counted + cost.flat
    if points:
        code = f"throw-costs-{cost.counts.replace('_', '-')}" if cost.per_card else "throw-costs-flat"
        values = {"cards": counted, "each": cost.per_card or cost.flat, "points": points}
        because.append(Reason(code, cost.clause or clause, values))
    by = min((index for _, index in losing), default=None)
    return ThrowRuling(False, parts, beaten, by, forced, counted, points, tuple(because))


def _beaten_by(order: Order, group: str, part: Combination, others: Sequence[Sequence[Card]]) -> int | None:
    """The first of the others whose hand beats one part, or None."""
    for index, hand in enumerate(others):
        best = _best_against(order, group, part, hand)
        if best is not None and (
            best > _weakest(order, part)
            or (best == _weakest(order, part) and order.rules.throw_reading == "per_form_strict")
        ):
            return index
    return None


def _weakest(order: Order, part: Combination) -> int:
    """What must not be passed: the part's top, or its lowest card where every card must be highest."""
    if order.rules.throw_reading == "absolute":
        return order.strength(part.cards[-1])
    return part.top


def _best_against(order: Order, group: str, part: Combination, hand: Sequence[Card]) -> int | None:
    """The best that a hand has against a part: its highest card, or its highest of the same shape."""
    if order.rules.throw_reading == "absolute":
        return max((order.strength(card) for card in hand if order.group(card) == group), default=None)
    line, board = order.lines[group], order.board(hand, group)
    return next((place.top for place in places_for(line, board, part.shape)), None)


def _falls(order: Order, group: str, card: Card, others: Sequence[Sequence[Card]]) -> bool:
    """Whether a card of a beaten part counts: where all are compared, if anybody has a higher one."""
    if order.rules.throw_reading != "absolute":
        return True
    best = _highest(order, group, others)
    return best is not None and order.strength(best) > order.strength(card)


def _highest(order: Order, group: str, others: Sequence[Sequence[Card]]) -> Card | None:
    """The highest card of the group that any of the others holds."""
    held = [card for hand in others for card in hand if order.group(card) == group]
    return max(held, key=order.strength, default=None)


def _beats_as_many(order: Order, group: str, part: Combination, others: Sequence[Sequence[Card]]) -> Card:
    """The highest card of the first hand that beats as many cards of a part as all hands together do."""
    tops = [top for hand in others if (top := _highest(order, group, [hand])) is not None]
    counts = [sum(order.strength(top) > order.strength(card) for card in part.cards) for top in tops]
    return tops[counts.index(max(counts))]


def _why(
    order: Order, group: str, part: Combination, others: Sequence[Sequence[Card]], by: int, clause: str
) -> Reason:
    if order.rules.throw_reading == "absolute":
        shown = [_beats_as_many(order, group, part, others)]
    else:
        line, board = order.lines[group], order.board(others[by], group)
        place = next(places_for(line, board, part.shape))
        shown = [
            line.places[row].cards[column]
            for (row, column), copies in reversed(list(place.copies()))
            for _ in range(copies)
        ]
    return Reason(
        "throw-part-beaten", clause, {"part": write_cards(part.cards), "beaten_by": write_cards(shown)}
    )


def _forced(order: Order, parts: Combinations, losing: Combinations) -> tuple[Card, ...]:
    """What must be led: the smallest thrown card alone, or the smallest of the parts that were beaten."""
    if order.rules.throw_cost.forces == "smallest_single":
        return (min((card for part in parts for card in part.cards), key=order.strength),)
    return min(losing, key=lambda part: (order.strength(part.cards[-1]), len(part.cards))).cards
