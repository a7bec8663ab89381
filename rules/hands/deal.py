"""Who is on the deal, in which seat, and what happens when nobody bids."""

from __future__ import annotations

from rules.hands.facts import SEATS, Side
from rules.hands.reading import Reader

NO_BID = (
    "redeal",
    "deal_passes",
    "attackers_level",
    "no_trump",
    "flip_most_frequent",
    "flip_highest",
    "flip_first_non_joker",
)
"""What is done when nobody bids: the first three deal anew, the others play the hand with the trumps so
found."""
REDEALS = NO_BID[:3]
FLIPS = NO_BID[4:]
WHO = ("declarers", "attackers", "winners", "losers", "declarer", "player_before_declarer", "anybody")


class DealRules:
    """A rule set's table ``deal``.

    ``first`` tells how the first declarer is found; ``held`` and ``lost`` give the next declarer's seat
    (``partner``, ``same``, ``next_seat``, ``by_bid``: as the bidding decides, "上放下打，自放自打").
    """

    def __init__(self, reader: Reader) -> None:
        self.first = reader.choice("first", ("bid", "turned_card", "highest_card", "lots"), "bid")
        self.held = reader.choice("held", ("partner", "same", "by_bid", "next_seat"), "partner")
        self.lost = reader.choice("lost", ("next_seat", "by_bid", "player_before"), "next_seat")
        self.nobody_bids = reader.choice("nobody_bids", NO_BID, "redeal")
        self.nobody_bids_first = reader.choice("nobody_bids_first", NO_BID, self.nobody_bids)
        if self.nobody_bids_first in ("deal_passes", "attackers_level"):
            reader.complain(
                "rule-set-not-an-option",
                "nobody_bids_first",
                value=self.nobody_bids_first,
                options=", ".join(("redeal", *NO_BID[3:])),
            )
        self.leads = reader.choice("leads", ("declarer",), "declarer")
        self.shuffles = reader.choice("shuffles", WHO, "anybody")
        self.cuts = reader.choice("cuts", WHO, "anybody")
        reader.close(
            {"clause", "held_clause", "lost_clause", "nobody_bids_clause", "nobody_bids_first_clause"}
        )

    def no_bid(self, first_hand: bool) -> str:
        """What is done when nobody bids."""
        return self.nobody_bids_first if first_hand else self.nobody_bids

    def seat_after(self, seat: str, held: bool) -> str | None:
        """The next declarer's seat after a declarer in ``seat``; ``None`` where the bidding will tell."""
        rule = self.held if held else self.lost
        if rule == "by_bid":
            return None
        return seat_from(seat, {"partner": 2, "same": 0, "next_seat": 1, "player_before": 3}[rule])


def seat_from(seat: str, steps: int) -> str:
    """The seat that many places further on in the order of play (1: next seat 下家, 2: partner)."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def side_in(seat: str, north_south: Side) -> Side:
    """The side that sits in ``seat`` when ``north_south`` sits north and south."""
    return north_south if seat in ("N", "S") else north_south.other


def seat_by_bid(bidder: str, declaring: Side, north_south: Side) -> str:
    """The declarer's seat after a bid: a bidder of the declaring side plays himself (自放自打);
    a bid by the other side makes the bidder's next seat declarer (上放下打)."""
    return bidder if side_in(bidder, north_south) is declaring else seat_from(bidder, 1)
