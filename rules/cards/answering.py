"""The ruling on a question as a JSON object: the other half of the contract of the ``ruling`` command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.answers import Problem, Reason, Refused
from rules.cards.assumptions import Touched, touched_by
from rules.cards.bidding import bid
from rules.cards.bids import BidMade
from rules.cards.bottoms import Multiplier, bottom
from rules.cards.card_rules import WRONG_COUNTS, CardRules, read_card_rules
from rules.cards.cards import Card, read_cards, write_cards
from rules.cards.combinations import Combinations
from rules.cards.following import Duty, follow, wrong_cards
from rules.cards.order import TRUMPS, Order
from rules.cards.questions import (
    BID_KEYS,
    Question,
    card_list,
    cards_under,
    fetch,
    form_named,
    rank_played,
    seat_named,
    seat_under,
    trump_suit,
)
from rules.cards.shapes import Form, Shape, write_form
from rules.cards.throwing import throw
from rules.cards.tricks import trick
from rules.hands.facts import SEATS

FOLLOW_OFFENCES = (
    "wrong-card",
    "wrong-card-late",
    "pair-not-followed",
    "pair-not-followed-late",
    "revoke",
    "revoke-grave",
)
THROW_OFFENCES = ("failed-throw",)
"""What a faulty follow, and a failed throw, may be called in a rule set's catalogue of offences."""


class Answer(NamedTuple):
    """A ruling: ``values`` are its keys in JSON, ``because`` its reasons.

    ``decided`` are those of the reasons that are the answer itself, ``touched`` what it may rest on.
    """

    values: Mapping[str, Any]
    because: tuple[Reason, ...]
    decided: tuple[Reason, ...]
    touched: Touched


def answer(question: Question, data: Mapping[str, Any], multiplier: Callable[[], Multiplier]) -> Answer:
    """The ruling on ``question`` under the rule set ``data``.

    ``multiplier`` makes the rule set's multiplier of the bottom; only asked for where it is needed. Raises
    ``Refused`` for whatever a person can mend: in the rule set, in the cards, in the situation.
    """
    rules = read_card_rules(data)
    asked = question.asked
    if question.kind == "bid":
        return _bid(rules, data, asked)
    order = Order(rules, rank_played(data, asked["level"]), trump_suit(asked["trump"]))
    form = form_named(asked)
    if question.kind == "follow":
        return _follow(order, data, asked, form)
    if question.kind == "throw":
        return _throw(order, data, asked, form)
    if question.kind == "trick":
        return _trick(order, asked, form)
    return _bottom(order, asked, form, multiplier)


def _follow(order: Order, data: Mapping[str, Any], asked: Mapping[str, Any], form: Form | None) -> Answer:
    lead, hand, play = cards_under(asked, "lead", "hand", "play")
    assert lead is not None and hand is not None, "read_question asks for both"
    ruling = follow(order, lead, hand, play, form)
    values = {
        "legal": ruling.legal,
        "wrong_cards": ruling.wrong_cards,
        "must": {
            "rule": ruling.duty.rule,
            "suit": ruling.duty.group,
            "cards": ruling.duty.cards,
            "form": write_form(ruling.duty.form),
            **({"or": [str(shape) for shape in ruling.duty.instead]} if ruling.duty.instead else {}),
            "plays": [write_cards(cards) for cards in ruling.plays],
        },
        "penalties": _penalties(data, FOLLOW_OFFENCES, ruling.wrong_cards) if ruling.legal is False else [],
    }
    idle = [] if ruling.duty.instead else ["follow.special"]
    if ruling.legal is not False or _counted_alike(order, ruling.duty, hand, play or ()):
        idle.append("follow.wrong_counts")
    touched = touched_by("follow", order, (lead, hand), _shapes(ruling.lead), *idle)
    return Answer(values, ruling.because, ruling.because[1:], touched)


def _counted_alike(order: Order, duty: Duty, hand: Sequence[Card], play: Sequence[Card]) -> bool:
    """Whether every way to count wrong cards comes to the same."""
    return len({wrong_cards(order, duty, hand, play, counts) for counts in WRONG_COUNTS}) == 1


def _throw(order: Order, data: Mapping[str, Any], asked: Mapping[str, Any], form: Form | None) -> Answer:
    if ("others" in asked) == ("shown" in asked):
        code = "others-and-shown" if "others" in asked else "key-missing"
        raise Refused([Problem(code, "others")])
    (play,) = cards_under(asked, "play")
    assert play is not None, "read_question asks for it"
    if "shown" in asked:
        others: Sequence[tuple[Card, ...]] = [read_cards(asked["shown"], "shown")]
    else:
        others = card_list(asked, "others")
    ruling = throw(order, play, others, form)
    values = {
        "stands": ruling.stands,
        "beaten": write_cards(ruling.beaten),
        "by": ruling.by if "others" in asked else None,
        "points": ruling.points,
        "cards": ruling.counted,
        "forced": write_cards(ruling.forced),
        "form": write_form(part.shape for part in ruling.lead),
        "penalties": [] if ruling.stands else _penalties(data, THROW_OFFENCES, ruling.counted),
    }
    idle = {"throw.trumps"} if order.group(play[0]) != TRUMPS else set()
    idle |= {"throw.forces"} if ruling.stands else set()
    touched = touched_by("throw", order, (play, *others), _shapes(ruling.lead), *idle)
    return Answer(values, ruling.because, ruling.because[1:], touched)


def _trick(order: Order, asked: Mapping[str, Any], form: Form | None) -> Answer:
    leader = seat_under(asked, "leader")
    plays = card_list(asked, "plays")
    ruling = trick(order, plays, form)
    values: dict[str, Any] = {
        "winner": ruling.winner,
        "play": write_cards(plays[ruling.winner]),
        "points": ruling.points,
    }
    if leader:
        values["seat"] = SEATS[(SEATS.index(leader) + ruling.winner) % len(SEATS)]
    touched = touched_by("trick", order, plays, _shapes(ruling.lead))
    return Answer(values, ruling.because, ruling.because[-1:], touched)


def _bottom(
    order: Order, asked: Mapping[str, Any], form: Form | None, multiplier: Callable[[], Multiplier]
) -> Answer:
    if ("last_trick" in asked) == ("plays" in asked):
        code = "last-trick-and-plays" if "plays" in asked else "key-missing"
        raise Refused([Problem(code, "last_trick")])
    cards, winning = cards_under(asked, "cards", "last_trick")
    if winning is None:
        plays = card_list(asked, "plays")
        won = trick(order, plays, form)
        winning, form = plays[won.winner], won.form
    assert cards is not None, "read_question asks for it"
    ruling = bottom(order, cards, winning, multiplier(), form)
    values = {
        "card_points": ruling.card_points,
        "multiplier": ruling.multiplier,
        "points": ruling.points,
        "last_trick": {
            "by": "attackers",
            "unit": ruling.unit,
            "cards": ruling.cards,
            "trump": ruling.trump,
            "rank": ruling.rank,
            "suit": ruling.suit,
        },
    }
    touched = touched_by("bottom", order, (winning,), (Shape(ruling.unit),))
    return Answer(values, ruling.because, ruling.because[-1:], touched)


def _shapes(combinations: Combinations) -> list[Shape]:
    return [combination.shape for combination in combinations]


def _bid(rules: CardRules, data: Mapping[str, Any], asked: Mapping[str, Any]) -> Answer:
    problems: list[Problem] = []
    bids = []
    for index, item in enumerate(asked["bids"]):
        at = f"bids[{index}]"
        found = fetch(item, BID_KEYS, at, problems)
        if isinstance(item, dict):
            problems += [
                Problem("key-missing", f"{at}.{key}") for key in ("seat", "cards") if key not in item
            ]
        try:
            cards = read_cards(found.get("cards", ""), f"{at}.cards")
        except Refused as refused:
            problems += refused.problems
            cards = ()
        exposed = found.get("face_down") is False
        bids.append(
            BidMade(seat_named(found.get("seat", "")), cards, exposed, found.get("after_bottom", False))
        )
    if problems:
        raise Refused(problems)
    drawn, turned = cards_under(asked, "drawn", "turned")
    turned_by = seat_under(asked, "turned_by")
    on_deal = seat_under(asked, "declarer")
    first_hand = asked.get("first_hand", on_deal is None)
    level = rank_played(data, asked["level"])
    ruling = bid(
        rules, level, bids, first_hand, on_deal, drawn[0] if drawn else None, turned or (), turned_by
    )
    values = {
        "declarer": ruling.declarer,
        "trump": ruling.trump,
        "bid": ruling.bid,
        "cards": ruling.cards,
        "buried_by": ruling.buried_by,
        "trump_named_by": list(ruling.trump_named_by),
        "nobody_bids": ruling.nobody_bids,
        **({"trump_among": list(ruling.trump_among)} if ruling.trump_among else {}),
        "invalid": [
            {
                "bid": wrong.bid,
                "seat": bids[wrong.bid].seat,
                "code": wrong.reason.code,
                "costs": wrong.costs or None,
            }
            for wrong in ruling.invalid
        ],
    }
    wrong_bids = [wrong.reason for wrong in ruling.invalid]
    settled = ["bid-stands", "trump-named-by-other-side", *(["nobody-bid"] if bids else [])]
    decided = tuple(
        reason
        for reason in ruling.because
        if reason in wrong_bids
        or reason.code in settled
        or reason.code.startswith(("declarer-", "nobody-bids-", "turned-"))
    )
    touched = Touched("bid", frozenset() if ruling.nobody_bids else frozenset({"deal.nobody_bids"}))
    return Answer(values, ruling.because, decided, touched)


def _penalties(data: Mapping[str, Any], codes: Sequence[str], cards: int) -> list[dict[str, Any]]:
    """The offences among ``codes`` that the catalogue has, as ``judge`` takes them but for who did it.

    ``cards`` is given where the penalty is reckoned by the card.
    """
    found: dict[str, dict[str, Any]] = {}
    lines = data.get("penalties")
    for line in lines if isinstance(lines, list) else ():
        code = str(line.get("code")) if isinstance(line, Mapping) else ""
        if code in codes and code not in found:
            effect = line.get("effect")
            by_card = isinstance(effect, Mapping) and "points_per_card" in effect
            found[code] = {"code": code, "cards": cards} if by_card else {"code": code}
    return list(found.values())
