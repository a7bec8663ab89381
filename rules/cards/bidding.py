"""Declaring trumps: which bids are good, whose suit is trumps, who takes the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.answers import Problem, Reason, Refused
from rules.cards.card_rules import CardRules
from rules.cards.cards import BIG_JOKER, JOKER, Card, write_cards
from rules.cards.order import NO_TRUMP
from rules.hands.facts import SEATS

LEVEL_CARDS, LITTLE_JOKERS, BIG_JOKERS = range(3)
WRONG_CARDS = ("bid-not-level-cards", "bid-of-two-suits", "bid-without-companion", "bid-jokers-do-not")


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
    ``trump`` a suit, ``NT``, or None if nobody bid. ``bid`` is the index of the bid that stands, ``cards``
    how many cards it has. ``buried_by`` is who took the bottom last, where somebody bid after it had been
    taken. ``trump_named_by`` are the two players of whom either names trumps because a bid of their
    opponents was wrong.
    """

    declarer: str | None
    trump: str | None
    bid: int | None
    cards: int
    buried_by: str | None
    trump_named_by: tuple[str, ...]
    invalid: tuple[InvalidBid, ...]
    because: tuple[Reason, ...]


class _Standing(NamedTuple):
    bid: int
    seat: str
    card: Card
    copies: int

    @property
    def kind(self) -> int:
        return kind_of(self.card)


def kind_of(card: Card) -> int:
    """Level cards, then little jokers, then big jokers."""
    if card.suit != JOKER:
        return LEVEL_CARDS
    return BIG_JOKERS if card == BIG_JOKER else LITTLE_JOKERS


@dataclass
class _Table:
    rules: CardRules
    level: str | None
    first_hand: bool
    drawn: Card | None
    standing: _Standing | None = None
    first: _Standing | None = None
    history: list[_Standing] = field(default_factory=list)
    closed: set[tuple[frozenset[str], str]] = field(default_factory=set)
    buried_by: str | None = None
    named_by: tuple[str, ...] = ()
    shown: Counter[tuple[str, Card]] = field(default_factory=Counter)
    invalid: list[InvalidBid] = field(default_factory=list)
    because: list[Reason] = field(default_factory=list)


def bid(
    rules: CardRules,
    level: str | None,
    bids: Sequence[BidMade],
    first_hand: bool,
    on_deal: str | None = None,
    drawn: Card | None = None,
) -> BidRuling:
    """Rule on the ``bids`` of one deal at ``level``, in the order in which they were made.

    ``on_deal`` is the seat that has the deal in a later hand, ``drawn`` the card that gives the right to
    bid where the regulation has one drawn. Follows the clause "bid". Raises ``Refused`` for an unknown
    seat, and for more copies of a card than there are.
    """
    _check_possible(rules, bids, on_deal)
    table = _Table(rules, level, first_hand, drawn)
    for index, made in enumerate(bids):
        _take(table, index, made)
    clause = rules.clause("bid")
    standing = table.standing
    if standing is None:
        table.because.append(Reason("nobody-bid", clause))
    else:
        table.because.append(
            Reason(
                "bid-stands",
                clause,
                {"seat": standing.seat, "bid": write_cards([standing.card] * standing.copies)},
            )
        )
    declarer = _declarer(table, on_deal)
    trump = None
    if standing is not None and not table.named_by:
        trump = NO_TRUMP if standing.card.suit == JOKER else standing.card.suit
    return BidRuling(
        declarer,
        trump,
        standing.bid if standing else None,
        standing.copies if standing else 0,
        table.buried_by,
        table.named_by,
        tuple(table.invalid),
        tuple(table.because),
    )


def _check_possible(rules: CardRules, bids: Sequence[BidMade], on_deal: str | None) -> None:
    problems = [
        Problem("seat-unknown", f"bids[{index}].seat", {"given": made.seat})
        for index, made in enumerate(bids)
        if made.seat not in SEATS
    ]
    if on_deal is not None and on_deal not in SEATS:
        problems.append(Problem("seat-unknown", "declarer", {"given": on_deal}))
    most: Counter[tuple[str, Card]] = Counter()
    for index, made in enumerate(bids):
        if not made.cards:
            problems.append(Problem("play-empty", f"bids[{index}].cards"))
        for card, copies in Counter(made.cards).items():
            most[made.seat, card] = max(most[made.seat, card], copies)
    totals: Counter[Card] = Counter()
    for (_, card), copies in most.items():
        totals[card] += copies
    problems += [
        Problem("too-many-copies", "bids", {"card": str(card), "copies": copies, "decks": rules.decks})
        for card, copies in totals.items()
        if copies > rules.decks
    ]
    if problems:
        raise Refused(problems)


def _take(table: _Table, index: int, made: BidMade) -> None:
    """Let one bid stand, or write down why it does not count."""
    clause = table.rules.clause("bid")
    standing = table.standing
    outcome = _judged(table, made)
    if isinstance(outcome, str):
        values = {"seat": made.seat, "bid": write_cards(made.cards)}
        if standing is not None:
            values["standing"] = write_cards([standing.card] * standing.copies)
            values["standing_seat"] = standing.seat
        reason = Reason(outcome, clause, values)
        wrong = outcome in WRONG_CARDS
        table.invalid.append(InvalidBid(index, reason, table.rules.bid.offence if wrong else ""))
        table.because.append(reason)
        if wrong and table.rules.bid.opponents_name_trump:
            _let_opponents_name(table, made)
        return
    card, count, code = outcome
    new = _Standing(index, made.seat, card, count)
    for shown in made.cards:
        table.shown[made.seat, shown] += 1
    table.standing = new
    table.first = table.first or new
    if made.after_bottom:
        table.buried_by = made.seat
    else:
        table.history.append(new)
    table.because.append(Reason(code, clause, {"seat": made.seat, "bid": write_cards([card] * count)}))


def _let_opponents_name(table: _Table, made: BidMade) -> None:
    table.named_by = (next_seat(made.seat), next_seat(partner(made.seat)))
    table.because.append(
        Reason(
            "trump-named-by-other-side",
            table.rules.clause("bid"),
            {"first": table.named_by[0], "second": table.named_by[1]},
        )
    )


def _judged(table: _Table, made: BidMade) -> tuple[Card, int, str] | str:
    """The card, the number of copies and how the bid came to stand; or the code of what is wrong with it."""
    rules, standing = table.rules.bid, table.standing
    side = frozenset((made.seat, partner(made.seat)))
    bidding = list(made.cards)
    companion = table.drawn if rules.first_with_drawn else rules.first_with
    if table.first_hand and companion is not None:
        if bidding.count(companion) != 1 and not (companion.rank == table.level and companion in bidding):
            return "bid-without-companion"
        if companion.rank != table.level:
            bidding.remove(companion)
    if not bidding:
        return "bid-not-level-cards"
    kinds = set(bidding)
    card = bidding[0]
    if rules.face_down and made.exposed:
        if rules.exposed_closes_suit:
            table.closed.add((side, card.suit))
        return "bid-exposed"
    if any(kind_of(other) == LEVEL_CARDS and other.rank != table.level for other in kinds):
        return "bid-not-level-cards"
    if len(kinds) > 1:
        return "bid-of-two-suits"
    if (side, card.suit) in table.closed:
        return "bid-suit-closed"
    if made.after_bottom:
        return _judged_after_bottom(table, made, card, len(bidding))
    if card.suit == JOKER and not (rules.jokers_from and len(bidding) >= rules.jokers_from):
        return "bid-jokers-do-not"
    if not rules.reshow and table.shown[made.seat, card] + len(bidding) > table.rules.decks:
        return "bid-shown-before"
    if standing is None:
        return card, len(bidding), "bid-opens"
    return _judged_over(table, standing, made.seat, card, len(bidding))


def _judged_over(
    table: _Table, standing: _Standing, seat: str, card: Card, count: int
) -> tuple[Card, int, str] | str:
    rules = table.rules.bid
    own = seat == standing.seat
    friend = own or seat == partner(standing.seat)
    if card == standing.card and (own or (friend and rules.reinforce == "side")):
        if rules.reinforce == "none":
            return "bid-no-reinforcing"
        total = count if count > standing.copies else standing.copies + count
        return (card, total, "bid-reinforces") if total <= table.rules.decks else "bid-not-more"
    if own or (friend and rules.not_over == "side"):
        return "bid-over-own"
    if rules.covers == "pair":
        return (card, count, "bid-covers") if count > 1 else "bid-not-a-pair"
    if (count, kind_of(card)) > (standing.copies, standing.kind):
        return card, count, "bid-covers"
    if (
        rules.back_overcall
        and table.first is not None
        and (seat, card) == (table.first.seat, table.first.card)
        and (count, kind_of(card)) == (standing.copies, standing.kind)
    ):
        return card, count, "bid-comes-back"
    return "bid-not-more"


def _judged_after_bottom(table: _Table, made: BidMade, card: Card, count: int) -> tuple[Card, int, str] | str:
    rules = table.rules.bid
    allowed = rules.level_after_bottom
    if card.suit == JOKER:
        allowed = rules.jokers_after_bottom == "always" or (
            rules.jokers_after_bottom == "nobody_bid" and not table.history
        )
    if not allowed:
        return "bid-after-bottom"
    if count < 2:
        return "bid-not-a-pair"
    standing = table.standing
    covers = standing is None or rules.covers == "pair"
    if not covers and standing and (count, kind_of(card)) <= (standing.copies, standing.kind):
        return "bid-not-more"
    if not rules.reshow and table.shown[made.seat, card] + count > table.rules.decks:
        return "bid-shown-before"
    return card, count, "bid-reburies"


def _declarer(table: _Table, on_deal: str | None) -> str | None:
    """Who takes the deal, from the bids made before the bottom was taken."""
    rules, clause = table.rules.bid, table.rules.clause("bid")
    if table.first_hand:
        if not table.history:
            return None
        seat = table.history[-1 if rules.first_hand == "last" else 0].seat
        table.because.append(Reason("declarer-by-bid", clause, {"seat": seat}))
        return seat
    if on_deal is None:
        table.because.append(Reason("declarer-not-from-bids", clause))
        return None
    if rules.later_hands == "kept" or not table.history:
        table.because.append(Reason("declarer-kept", clause, {"seat": on_deal}))
        return on_deal
    bidder = table.history[-1].seat
    if bidder in (on_deal, partner(on_deal)):
        table.because.append(Reason("declarer-own-bid", clause, {"seat": bidder}))
        return bidder
    seat = next_seat(bidder)
    table.because.append(Reason("declarer-after-bidder", clause, {"seat": seat, "bidder": bidder}))
    return seat
