"""Bids and what comes of them, as values: who made which, which stands, what the bidding came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.answers import Reason
from rules.cards.cards import BIG_JOKER, JOKER, Card
from rules.hands.facts import SEATS

LEVEL_CARDS, LITTLE_JOKERS, BIG_JOKERS = range(3)


def partner(seat: str) -> str:
    """The seat across."""
    return SEATS[(SEATS.index(seat) + 2) % 4]


def next_seat(seat: str) -> str:
    """The seat that plays after this one."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


class BidMade(NamedTuple):
    """One bid as it was made: the ``cards`` laid down for it (of a face-down bid, what they turned out
    to be).

    Who reinforces may lay down only the added cards, or all of them. ``exposed``: laid face up where bids
    are face-down. ``after_bottom``: made when the bottom had been taken.
    """

    seat: str
    cards: tuple[Card, ...]
    exposed: bool = False
    after_bottom: bool = False


class InvalidBid(NamedTuple):
    """A bid that does not count: its index, why, and the offence that it is in the catalogue (or empty)."""

    bid: int
    reason: Reason
    costs: str


class BidRuling(NamedTuple):
    """What the bidding came to.

    ``declarer`` is the seat that takes the bottom and leads (None where it cannot be told from the bids),
    ``trump`` a suit, ``NT``, or None if nobody bid. ``nobody_bids`` is then what the rule set does (one of
    ``NO_BID``). ``bid`` is the index of the bid that stands, ``cards``
    how many cards it has. ``buried_by`` is who took the bottom last, where somebody bid after it had been
    taken. ``trump_named_by`` are the two players of whom either names trumps because a bid of their
    opponents was wrong. ``trump_among`` are the suits from which the declarer chooses, where the bottom that
    was turned up has as many cards of several.
    """

    declarer: str | None
    trump: str | None
    bid: int | None
    cards: int
    buried_by: str | None
    trump_named_by: tuple[str, ...]
    nobody_bids: str | None
    invalid: tuple[InvalidBid, ...]
    because: tuple[Reason, ...]
    trump_among: tuple[str, ...] = ()


class Standing(NamedTuple):
    """The bid that stands: its index, its bidder, and how many of the card each seat laid down for it."""

    bid: int
    seat: str
    card: Card
    laid: Mapping[str, int]

    @property
    def copies(self) -> int:
        return sum(self.laid.values())

    @property
    def kind(self) -> int:
        return kind_of(self.card)


def kind_of(card: Card) -> int:
    """Level cards, then little jokers, then big jokers."""
    if card.suit != JOKER:
        return LEVEL_CARDS
    return BIG_JOKERS if card == BIG_JOKER else LITTLE_JOKERS
