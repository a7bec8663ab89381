"""Declaring trumps: which bids are good, whose suit is trumps, who takes the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.answers import Problem, Reason, Refused
from rules.cards.bids import (
    LEVEL_CARDS,
    BidMade,
    BidRuling,
    InvalidBid,
    Standing,
    kind_of,
    next_seat,
    partner,
)
from rules.cards.card_rules import CardRules
from rules.cards.cards import JOKER, Card, write_cards
from rules.cards.order import NO_TRUMP
from rules.cards.turning import TURNS, Turned, check_turned, turn_up, turner_of
from rules.hands.deal import REDEALS
from rules.hands.facts import SEATS

WRONG_CARDS = ("bid-not-level-cards", "bid-of-two-suits", "bid-jokers-do-not")
"""Faults of rank or suit, which regulations punish. A companion that is not shown only voids the bid."""


@dataclass
class _Table:
    rules: CardRules
    level: str | None
    first_hand: bool
    drawn: Card | None
    turned_by: str | None = None
    standing: Standing | None = None
    first: Standing | None = None
    history: list[Standing] = field(default_factory=list)
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
    turned: Sequence[Card] = (),
    turned_by: str | None = None,
) -> BidRuling:
    """Rule on the ``bids`` of one deal at ``level``, in the order in which they were made.

    ``on_deal`` is the seat that has the deal in a later hand, ``drawn`` the card that gives the right to
    bid where the regulation has one drawn. ``turned`` are the bottom's cards in the order in which they were
    turned up because nobody bid, ``turned_by`` who turned the first of them (then each player one in turn).
    Follows the clause "bid". Raises ``Refused`` for an unknown seat, and for more copies of a card than there
    are.
    """
    _check_possible(rules, bids, on_deal)
    check_turned(turned, rules.bottom_cards, rules.decks, rules.jokers)
    table = _Table(rules, level, first_hand, drawn, turned_by)
    for index, made in enumerate(bids):
        _take(table, index, made)
    clause = rules.clause("bid")
    standing = table.standing
    policy = None
    if drawn is None and first_hand and rules.bid.first_with_drawn and bids:
        table.because.append(Reason("bid-drawn-card-not-given", clause))
    if standing is None:
        table.because.append(Reason("nobody-bid", clause))
        policy = None if table.named_by else _policy(table)
    else:
        table.because.append(
            Reason(
                "bid-stands",
                clause,
                {"seat": standing.seat, "bid": write_cards([standing.card] * standing.copies)},
            )
        )
    found = None
    if turned and policy in TURNS:
        found = _turned(table, policy, turned)
    elif turned:
        table.because.append(Reason("turned-does-not-matter", clause))
    declarer = (
        _declarer(table, on_deal) if policy is None else _declarer_without_bids(table, policy, on_deal, found)
    )
    trump = NO_TRUMP if policy == "no_trump" else None
    if found is not None and len(found.suits) == 1:
        trump = found.suits[0]
    if standing is not None and not table.named_by:
        trump = NO_TRUMP if standing.card.suit == JOKER else standing.card.suit
    return BidRuling(
        declarer,
        trump,
        standing.bid if standing else None,
        standing.copies if standing else 0,
        table.buried_by,
        table.named_by,
        policy,
        tuple(table.invalid),
        tuple(table.because),
        found.suits if found is not None and len(found.suits) > 1 else (),
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
    laid = {made.seat: count}
    if code == "bid-reinforces" and standing is not None:
        laid = {**standing.laid, **laid}
    new = Standing(index, made.seat, card, laid)
    for shown in made.cards:
        table.shown[made.seat, shown] += 1
    table.standing = new
    table.first = table.first or new
    if made.after_bottom:
        table.buried_by = made.seat
    else:
        table.history.append(new)
    table.because.append(Reason(code, clause, {"seat": made.seat, "bid": write_cards([card] * new.copies)}))


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
    """The card, how many of it this seat has laid down now, and how the bid came to stand; or the code of
    what is wrong with it."""
    rules, standing = table.rules.bid, table.standing
    side = frozenset((made.seat, partner(made.seat)))
    bidding = list(made.cards)
    companion = table.drawn if rules.first_with_drawn else rules.first_with
    if table.first_hand and companion is not None:
        with_it = bidding.count(companion)
        if not with_it and not _companion_is_shown(table, made, companion):
            return "bid-without-companion"
        if companion.rank != table.level:
            if with_it > 1:
                return "bid-without-companion"
            bidding = [card for card in bidding if card != companion]
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


def _companion_is_shown(table: _Table, made: BidMade, companion: Card) -> bool:
    """Whether a bid needs no companion of its own: the bidder's lies on the table, or he only reinforces."""
    if table.shown[made.seat, companion]:
        return True
    standing = table.standing
    return standing is not None and set(made.cards) == {standing.card} and _may_reinforce(table, made.seat)


def _may_reinforce(table: _Table, seat: str) -> bool:
    """Whether the standing bid is the seat's own, or its partner's where the side reinforces together."""
    standing, who = table.standing, table.rules.bid.reinforce
    if standing is None:
        return False
    return seat == standing.seat or (seat == partner(standing.seat) and who == "side")


def _judged_over(
    table: _Table, standing: Standing, seat: str, card: Card, count: int
) -> tuple[Card, int, str] | str:
    rules = table.rules.bid
    own = seat == standing.seat
    friend = own or seat == partner(standing.seat)
    if card == standing.card and _may_reinforce(table, seat):
        if rules.reinforce == "none":
            return "bid-no-reinforcing"
        before = standing.laid.get(seat, 0)
        laid = count if before and count > before else before + count
        total = standing.copies - before + laid
        return (card, laid, "bid-reinforces") if total <= table.rules.decks else "bid-not-more"
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
    if rules.turned_bottom_stays and not table.history:
        return "bid-bottom-was-turned"
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


def _policy(table: _Table) -> str:
    """What the rule set does when nobody bids, said as a reason."""
    no_bid = table.rules.bid.no_bid
    policy, clause = (
        (no_bid.first, no_bid.first_clause) if table.first_hand else (no_bid.later, no_bid.later_clause)
    )
    table.because.append(Reason(f"nobody-bids-{policy.replace('_', '-')}", clause))
    return policy


def _turned(table: _Table, policy: str, cards: Sequence[Card]) -> Turned:
    """What the cards that were turned up say, with the reason."""
    no_bid = table.rules.bid.no_bid
    clause = no_bid.first_clause if table.first_hand else no_bid.later_clause
    found = turn_up(policy, table.level, cards)
    if not found.suits:
        table.because.append(Reason("turned-only-jokers", clause))
    elif found.place is not None:
        table.because.append(
            Reason("turned-card-decides", clause, {"turned": write_cards([cards[found.place]])})
        )
    elif len(found.suits) == 1:
        table.because.append(Reason("turned-most", clause, {"group": found.suits[0]}))
    else:
        table.because.append(Reason("turned-as-many", clause, {"suits": " ".join(found.suits)}))
    return found


def _declarer_without_bids(
    table: _Table, policy: str, on_deal: str | None, found: Turned | None = None
) -> str | None:
    """Who has the deal where nobody bid: told only where the hand is played, and the deal stays or it is
    known who turned the card that decided."""
    rules, no_bid = table.rules.bid, table.rules.bid.no_bid
    clause = no_bid.first_clause if table.first_hand else no_bid.later_clause
    if policy in REDEALS:
        return None
    turner = None
    if found is not None and found.place is not None and table.turned_by is not None:
        turner = turner_of(found.place, table.turned_by)
    if table.first_hand:
        if policy == "flip_highest" and turner is not None:
            table.because.append(Reason("declarer-turned", clause, {"seat": turner}))
            return turner
        code = "declarer-turned-it" if policy == "flip_highest" else "declarer-not-told"
        table.because.append(Reason(code, clause))
        return None
    if rules.later_hands == "own_or_next" and policy == "flip_highest":
        if turner is None or on_deal is None:
            table.because.append(Reason("declarer-by-turned-card", clause))
            return None
        if turner in (on_deal, partner(on_deal)):
            table.because.append(Reason("declarer-turned-own", clause, {"seat": turner}))
            return turner
        seat = next_seat(turner)
        table.because.append(Reason("declarer-after-turner", clause, {"seat": seat, "bidder": turner}))
        return seat
    return _declarer(table, on_deal)


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
