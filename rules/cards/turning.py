"""The bottom turned up where nobody has bid: which card gives the trump suit, and who turned it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules.answers import Problem, Refused
from rules.cards.cards import JOKER, RANKS, SUITS, Card
from rules.hands.facts import SEATS

TURNS = ("flip_most_frequent", "flip_highest", "flip_first_non_joker")
"""Of ``NO_BID``, what turns the bottom up."""


class Turned(NamedTuple):
    """What the turned cards say.

    ``suits``: the trump suit, or those among which the declarer chooses, or none where only jokers lie there.
    ``place``: the index of the card that decided, None where no single one did.
    """

    suits: tuple[str, ...]
    place: int | None


def turn_up(policy: str, level: str | None, cards: Sequence[Card]) -> Turned:
    """What ``cards``, in the order in which they were turned, say under one of ``TURNS``.

    ``flip_most_frequent``: the suit of most cards (jokers have none). ``flip_highest``: the first level card;
    without one the highest other card, of equal ones the first. ``flip_first_non_joker``: the first card that
    is no joker.
    """
    suited = [index for index, card in enumerate(cards) if card.suit != JOKER]
    if not suited:
        return Turned((), None)
    if policy == "flip_most_frequent":
        counts = Counter(cards[index].suit for index in suited)
        most = max(counts.values())
        return Turned(tuple(suit for suit in SUITS if counts[suit] == most), None)
    index = suited[0]
    if policy == "flip_highest":
        levels = [place for place in suited if cards[place].rank == level]
        index = levels[0] if levels else max(suited, key=lambda place: RANKS.index(cards[place].rank))
    return Turned((cards[index].suit,), index)


def turner_of(index: int, first: str) -> str:
    """The seat that turned the card at ``index``: ``first`` turned the first, then each one in turn."""
    return SEATS[(SEATS.index(first) + index) % len(SEATS)]


def check_turned(cards: Sequence[Card], bottom: int, decks: int, jokers: bool) -> None:
    """Raises ``Refused`` for turned cards that cannot be a bottom: too many, or too many alike."""
    problems = []
    if len(cards) > bottom:
        problems.append(Problem("bottom-too-large", "turned", {"given": len(cards), "bottom": bottom}))
    for card, copies in Counter(cards).items():
        values = {"card": str(card), "copies": copies, "decks": decks}
        if card.suit == JOKER and not jokers:
            problems.append(Problem("card-not-in-deck", "turned", values))
        elif copies > decks:
            problems.append(Problem("too-many-copies", "turned", values))
    if problems:
        raise Refused(problems)
