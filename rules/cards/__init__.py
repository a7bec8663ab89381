"""Cards: decks and their order, combinations, following, throws, tricks, the bottom and the bidding.

Pure and exact. ``Order(rules, level, trump)`` is the table's situation; the questions are asked of it:
``follow``, ``throw``, ``trick``, ``bottom``; ``bid`` comes before there is one.
"""

from rules.cards.bidding import bid
from rules.cards.bids import BidMade, BidRuling, InvalidBid
from rules.cards.bottoms import BottomRuling, bottom
from rules.cards.card_rules import CardRules, read_card_rules
from rules.cards.cards import Card, points_of, read_cards, write_cards
from rules.cards.combinations import Combination, combine
from rules.cards.following import Duty, FollowRuling, follow
from rules.cards.order import NO_TRUMP, TRUMPS, Order
from rules.cards.shapes import Form, Shape, read_form, write_form
from rules.cards.throwing import ThrowRuling, throw
from rules.cards.tricks import TrickRuling, trick

__all__ = [
    "NO_TRUMP",
    "TRUMPS",
    "BidMade",
    "BidRuling",
    "BottomRuling",
    "Card",
    "CardRules",
    "Combination",
    "Duty",
    "FollowRuling",
    "Form",
    "InvalidBid",
    "Order",
    "Shape",
    "ThrowRuling",
    "TrickRuling",
    "bid",
    "bottom",
    "combine",
    "follow",
    "points_of",
    "read_card_rules",
    "read_cards",
    "read_form",
    "throw",
    "trick",
    "write_cards",
    "write_form",
]
