"""Which readings an answer rests on that the regulation does not settle, by their keys in the rule set.

Only what matters to the cards at hand is told: where no pair lies beside the missing level card, it makes no
difference whether a tractor runs across it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from rules.cards.cards import RANKS, SUITS, Card
from rules.cards.order import TRUMPS, Order
from rules.cards.shapes import Shape

TOUCHES: Mapping[str, tuple[str, ...]] = {
    "bid": ("bid",),
    "follow": ("links", "across_level", "follow"),
    "throw": ("links", "across_level", "throw"),
    "trick": ("links", "across_level", "trick"),
    "bottom": ("links", "across_level"),
}
"""Which tables of ``[cards]`` an answer to each question may rest on."""


class Touched(NamedTuple):
    """What an answer touches: the ``kind`` of question, and the keys that are ``idle`` for these cards."""

    kind: str
    idle: frozenset[str] = frozenset()

    def assumed(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """The keys under ``assumed`` of the rule set ``data`` that the answer rests on."""
        return tuple(key for key in dict.fromkeys(_keys(data, self.kind)) if key not in self.idle)


def touched_by(
    kind: str, order: Order, held: Iterable[Sequence[Card]], led: Sequence[Shape], *idle: str
) -> Touched:
    """What an answer about the cards of ``held`` touches, where ``led`` are the shapes that were led.

    ``idle`` are further keys that make no difference to it.
    """
    most: Counter[Card] = Counter()
    for card, copies in chain.from_iterable(Counter(cards).items() for cards in held):
        most[card] = max(most[card], copies)
    sets = {card for card, copies in most.items() if copies > 1}
    found = {*idle}
    if not _special_trumps(order, sets):
        found.add("links")
    if not _beside_level(order, sets):
        found.add("across_level")
    if all(shape.unit == 1 for shape in led):
        found |= {"follow", "follow.break_for_run", "follow.lists"}
    if not any(shape.is_run for shape in led):
        found.add("follow.break_for_run")
    if not any(shape.is_run or shape.unit > 2 for shape in led):
        found.add("follow.lists")
    if len(led) == 1:
        found |= {"throw", "throw.reading", "throw.trumps", "throw.forces", "trick"}
    return Touched(kind, frozenset(found))


def assumed_of_cards(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Everything that ``[cards]`` of a rule set assumes."""
    cards = data.get("cards")
    return _texts(cards.get("assumed") if isinstance(cards, Mapping) else None)


def _special_trumps(order: Order, sets: set[Card]) -> bool:
    """Whether there are two sets of trumps, one of them of jokers, level cards or permanent trumps."""
    trumps = [card for card in sets if order.group(card) == TRUMPS]
    places = order.lines[TRUMPS].places
    return len(trumps) > 1 and any(places[order.strength(card)].step != "plain" for card in trumps)


def _beside_level(order: Order, sets: set[Card]) -> bool:
    """Whether the ranks on both sides of the missing level card are there as sets of one suit."""
    at = RANKS.index(order.level) if order.level else 0
    if not 0 < at < len(RANKS) - 1:
        return False
    return any(Card(suit, RANKS[at - 1]) in sets and Card(suit, RANKS[at + 1]) in sets for suit in SUITS)


def _keys(data: Mapping[str, Any], kind: str) -> Iterator[str]:
    for key in assumed_of_cards(data):
        if key.partition(".")[0] in TOUCHES[kind]:
            yield key
    for key in _texts(data.get("assumed")):
        if kind == "bid" and key == "deal.nobody_bids":
            yield key
        if kind == "bottom" and key.partition(".")[0] == "bottom":
            yield "bottom"


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(key for key in value if isinstance(key, str)) if isinstance(value, list) else ()
