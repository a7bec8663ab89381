"""What a regulation says about declaring trumps: the table ``[cards.bid]`` of a rule set."""

from __future__ import annotations

from typing import NamedTuple

from rules.answers import Refused
from rules.cards.cards import Card, read_cards
from rules.hands.deal import NO_BID
from rules.hands.reading import Reader

DRAWN = "drawn"


class NoBid(NamedTuple):
    """What is done when nobody bids (one of ``NO_BID``), in the ``first`` hand and in ``later`` ones, each
    with the clause that says so."""

    first: str
    first_clause: str
    later: str
    later_clause: str


class BidRules(NamedTuple):
    """How trumps are declared.

    ``covers``: ``more`` cards cover fewer, or any ``pair`` covers whatever stands. ``jokers_from`` is the
    least number of equal jokers that make a bid above level cards and call no trump (0: jokers never bid).
    ``not_over``: nobody overcalls his own bid (``seat``), or his side's (``side``). ``reinforce``: who may
    add cards to a standing bid (``seat``, ``side``, ``none``). ``back_overcall``: the first bidder may come
    back in his suit with as many cards as the overcall has. ``reshow``: cards that were shown may be shown
    again. ``first_hand``: whose bid takes the deal in the first hand, the ``last`` or the ``first``;
    ``later_hands``: the deal is ``kept``, or the bidder's own, an attacker's bid giving it to the player
    after him (``own_or_next``). ``first_with`` is the card that a bid in the first hand must bring along
    (``drawn``: the one drawn before). ``offence`` is what the catalogue calls a bid with wrong cards,
    ``opponents_name_trump`` whether the other side then names trumps. ``level_after_bottom`` and
    ``jokers_after_bottom``: what may bid once the bottom is taken, which changes trumps and bottom but not
    the deal (jokers ``never``, ``always`` or only if ``nobody_bid``); ``turned_bottom_stays``: nobody does
    where the bottom was turned up because nobody had bid.
    """

    covers: str
    jokers_from: int
    not_over: str
    reinforce: str
    back_overcall: bool
    reshow: bool
    first_hand: str
    later_hands: str
    first_with: Card | None
    first_with_drawn: bool
    face_down: bool
    exposed_closes_suit: bool
    offence: str
    opponents_name_trump: bool
    level_after_bottom: bool
    jokers_after_bottom: str
    turned_bottom_stays: bool
    no_bid: NoBid


def read_bid_rules(bid: Reader, offence: str, opponents_name_trump: bool, no_bid: NoBid) -> BidRules:
    """The rules of bidding from their table; problems stay with the reader.

    ``offence`` is the code of a wrong bid in the rule set's catalogue, ``opponents_name_trump`` what it says.
    """
    companion = bid.text("first_with")
    rules = BidRules(
        covers=bid.choice("covers", ("more", "pair"), "more"),
        jokers_from=bid.whole("jokers_from", 0, low=0, high=4),
        not_over=bid.choice("not_over", ("seat", "side"), "seat"),
        reinforce=bid.choice("reinforce", ("seat", "side", "none"), "seat"),
        back_overcall=bid.flag("back_overcall"),
        reshow=bid.flag("reshow", True),
        first_hand=bid.choice("first_hand", ("last", "first"), "last"),
        later_hands=bid.choice("later_hands", ("kept", "own_or_next"), "kept"),
        first_with=_companion(bid, companion),
        first_with_drawn=companion == DRAWN,
        face_down=bid.flag("face_down"),
        exposed_closes_suit=bid.flag("exposed_closes_suit"),
        offence=offence,
        opponents_name_trump=opponents_name_trump,
        level_after_bottom=bid.flag("level_after_bottom"),
        jokers_after_bottom=bid.choice("jokers_after_bottom", ("never", "nobody_bid", "always"), "never"),
        turned_bottom_stays=bid.flag("turned_bottom_stays"),
        no_bid=no_bid,
    )
    bid.close()
    return rules


def read_no_bid(deal: object) -> NoBid:
    """What the table ``deal`` of a rule set says of a deal without bids; its owner checks that table."""
    said = deal if isinstance(deal, dict) else {}
    later = said.get("nobody_bids", NO_BID[0])
    first = said.get("nobody_bids_first", later)
    clause = str(said.get("clause", ""))
    return NoBid(
        first if first in NO_BID else NO_BID[0],
        str(said.get("nobody_bids_first_clause", clause)),
        later if later in NO_BID else NO_BID[0],
        str(said.get("nobody_bids_clause", clause)),
    )


def _companion(bid: Reader, text: str) -> Card | None:
    if text in ("", DRAWN):
        return None
    try:
        (card,) = read_cards(text)
    except (Refused, ValueError):
        bid.complain("rule-set-not-an-option", "first_with", value=text, options="H2, LJ, drawn")
        return None
    return card
