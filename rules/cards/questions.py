"""A referee's question as a JSON object, and the ruling as one: the contract of the ``ruling`` command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.answers import Problem, Reason, Refused
from rules.cards.bidding import BidMade, bid
from rules.cards.bottoms import Multiplier, bottom
from rules.cards.card_rules import CardRules, read_card_rules
from rules.cards.cards import RANKS, SUIT_SIGNS, Card, read_cards, write_cards
from rules.cards.following import follow
from rules.cards.order import NO_TRUMP, Order
from rules.cards.shapes import Form, read_form, write_form
from rules.cards.throwing import throw
from rules.cards.tricks import trick
from rules.hands.facts import SEATS

KINDS: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "boolean": (bool,),
    "list": (list,),
    "object": (dict,),
    "text or object": (str, dict),
}
COMMON = {"ruleset": "text or object", "changes": "object", "question": "text", "level": "text"}
SITUATION = {**COMMON, "trump": "text", "form": "text"}
KEYS: Mapping[str, Mapping[str, str]] = {
    "follow": {**SITUATION, "lead": "text", "hand": "text", "play": "text"},
    "throw": {**SITUATION, "play": "text", "others": "list", "shown": "text"},
    "trick": {**SITUATION, "plays": "list", "leader": "text"},
    "bottom": {**SITUATION, "cards": "text", "last_trick": "text", "plays": "list"},
    "bid": {
        **COMMON,
        "trump": "text",
        "first_hand": "boolean",
        "bids": "list",
        "declarer": "text",
        "drawn": "text",
    },
}
BID_KEYS = {"seat": "text", "cards": "text", "face_down": "boolean", "after_bottom": "boolean"}
NEEDED: Mapping[str, tuple[str, ...]] = {
    "follow": ("level", "trump", "lead", "hand"),
    "throw": ("level", "trump", "play"),
    "trick": ("level", "trump", "plays"),
    "bottom": ("level", "trump", "cards"),
    "bid": ("level", "bids"),
}
NO_TRUMP_SIGNS = (NO_TRUMP, "无主", "无将")


class Question(NamedTuple):
    """One question: its rule set by slug or as data, key paths set otherwise, and what is asked."""

    ruleset: str | Mapping[str, Any]
    changes: Mapping[str, Any]
    kind: str
    asked: Mapping[str, Any]


class Answer(NamedTuple):
    """A ruling: ``values`` are its keys in JSON, ``because`` its reasons.

    ``decided`` are those of the reasons that are the answer itself.
    """

    values: Mapping[str, Any]
    because: tuple[Reason, ...]
    decided: tuple[Reason, ...]


def read_question(document: Any, default_ruleset: str | None = None) -> Question:
    """Read one question. Raises ``Refused`` with every key that is missing, unknown or of a wrong kind."""
    problems: list[Problem] = []
    kind = document.get("question") if isinstance(document, dict) else None
    if isinstance(document, dict) and kind not in KEYS:
        code = "key-missing" if kind is None else "question-unknown"
        raise Refused([Problem(code, "question", {"given": str(kind), "known": ", ".join(KEYS)})])
    asked = _fetch(document, KEYS.get(str(kind), COMMON), "", problems)
    needed = NEEDED.get(str(kind), ()) + (() if default_ruleset else ("ruleset",))
    problems += [
        Problem("key-missing", key)
        for key in needed
        if key not in asked and not any(problem.at == key for problem in problems)
    ]
    if problems:
        raise Refused(problems)
    return Question(asked.get("ruleset", default_ruleset or ""), asked.get("changes", {}), str(kind), asked)


def answer(question: Question, data: Mapping[str, Any], multiplier: Callable[[], Multiplier]) -> Answer:
    """The ruling on ``question`` under the rule set ``data``.

    ``multiplier`` makes the rule set's multiplier of the bottom; only asked for where it is needed. Raises
    ``Refused`` for whatever a person can mend: in the rule set, in the cards, in the situation.
    """
    rules = read_card_rules(data)
    asked = question.asked
    if question.kind == "bid":
        return _bid(rules, data, asked)
    order = Order(rules, _level(data, asked["level"]), _trump(asked["trump"]))
    form = _form(asked)
    if question.kind == "follow":
        return _follow(order, asked, form)
    if question.kind == "throw":
        return _throw(order, asked, form)
    if question.kind == "trick":
        return _trick(order, asked, form)
    return _bottom(order, asked, form, multiplier)


def _follow(order: Order, asked: Mapping[str, Any], form: Form | None) -> Answer:
    lead, hand, play = _cards(asked, "lead", "hand", "play")
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
            "plays": [write_cards(cards) for cards in ruling.plays],
        },
    }
    return Answer(values, ruling.because, ruling.because[1:])


def _throw(order: Order, asked: Mapping[str, Any], form: Form | None) -> Answer:
    if ("others" in asked) == ("shown" in asked):
        code = "others-and-shown" if "others" in asked else "key-missing"
        raise Refused([Problem(code, "others")])
    (play,) = _cards(asked, "play")
    assert play is not None, "read_question asks for it"
    if "shown" in asked:
        others: Sequence[tuple[Card, ...]] = [read_cards(asked["shown"], "shown")]
    else:
        others = _card_list(asked, "others")
    ruling = throw(order, play, others, form)
    values = {
        "stands": ruling.stands,
        "beaten": write_cards(ruling.beaten),
        "by": ruling.by if "others" in asked else None,
        "points": ruling.points,
        "cards": ruling.counted,
        "forced": write_cards(ruling.forced),
        "form": write_form(part.shape for part in ruling.lead),
    }
    return Answer(values, ruling.because, ruling.because[1:])


def _trick(order: Order, asked: Mapping[str, Any], form: Form | None) -> Answer:
    leader = _seat(asked, "leader")
    plays = _card_list(asked, "plays")
    ruling = trick(order, plays, form)
    values: dict[str, Any] = {
        "winner": ruling.winner,
        "play": write_cards(plays[ruling.winner]),
        "points": ruling.points,
    }
    if leader:
        values["seat"] = SEATS[(SEATS.index(leader) + ruling.winner) % len(SEATS)]
    return Answer(values, ruling.because, ruling.because[-1:])


def _bottom(
    order: Order, asked: Mapping[str, Any], form: Form | None, multiplier: Callable[[], Multiplier]
) -> Answer:
    if ("last_trick" in asked) == ("plays" in asked):
        code = "last-trick-and-plays" if "plays" in asked else "key-missing"
        raise Refused([Problem(code, "last_trick")])
    cards, winning = _cards(asked, "cards", "last_trick")
    if winning is None:
        plays = _card_list(asked, "plays")
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
    return Answer(values, ruling.because, ruling.because[-1:])


def _bid(rules: CardRules, data: Mapping[str, Any], asked: Mapping[str, Any]) -> Answer:
    problems: list[Problem] = []
    bids = []
    for index, item in enumerate(asked["bids"]):
        at = f"bids[{index}]"
        found = _fetch(item, BID_KEYS, at, problems)
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
        bids.append(BidMade(found.get("seat", ""), cards, exposed, found.get("after_bottom", False)))
    if problems:
        raise Refused(problems)
    (drawn,) = _cards(asked, "drawn")
    on_deal = _seat(asked, "declarer")
    first_hand = asked.get("first_hand", on_deal is None)
    level = _level(data, asked["level"])
    ruling = bid(rules, level, bids, first_hand, on_deal, drawn[0] if drawn else None)
    values = {
        "declarer": ruling.declarer,
        "trump": ruling.trump,
        "bid": ruling.bid,
        "cards": ruling.cards,
        "buried_by": ruling.buried_by,
        "trump_named_by": list(ruling.trump_named_by),
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
    settled = ("bid-stands", "nobody-bid", "trump-named-by-other-side")
    decided = tuple(
        reason
        for reason in ruling.because
        if reason in wrong_bids or reason.code in settled or reason.code.startswith("declarer-")
    )
    return Answer(values, ruling.because, decided)


def _fetch(document: Any, keys: Mapping[str, str], at: str, problems: list[Problem]) -> dict[str, Any]:
    """The known keys of an object, without those that are null; what is wrong goes to ``problems``."""
    if not isinstance(document, dict):
        problems.append(Problem("wrong-type", at or "line", {"expected": "object"}))
        return {}
    found = {}
    for key, value in document.items():
        path = f"{at}.{key}" if at else str(key)
        if key not in keys:
            problems.append(Problem("key-unknown", path, {"known": ", ".join(keys)}))
        elif value is None:
            continue
        elif isinstance(value, KINDS[keys[key]]):
            found[key] = value
        else:
            problems.append(Problem("wrong-type", path, {"expected": keys[key]}))
    return found


def _cards(asked: Mapping[str, Any], *keys: str) -> list[tuple[Card, ...] | None]:
    """The cards under each key, None where nothing is said. Raises ``Refused`` if unreadable."""
    problems: list[Problem] = []
    read: list[tuple[Card, ...] | None] = []
    for key in keys:
        try:
            read.append(read_cards(asked[key], key) if key in asked else None)
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)
    return read


def _card_list(asked: Mapping[str, Any], key: str) -> list[tuple[Card, ...]]:
    problems: list[Problem] = []
    read = []
    for index, text in enumerate(asked[key]):
        at = f"{key}[{index}]"
        if not isinstance(text, str):
            problems.append(Problem("wrong-type", at, {"expected": "text"}))
            continue
        try:
            read.append(read_cards(text, at))
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)
    return read


def _form(asked: Mapping[str, Any]) -> Form | None:
    """The form that the leader named, with its singles; None where none is named."""
    if "form" not in asked:
        return None
    try:
        return read_form(asked["form"])
    except ValueError as error:
        raise Refused([Problem("form-unreadable", "form", {"given": asked["form"]})]) from error


def _level(data: Mapping[str, Any], given: str) -> str | None:
    """The rank that is played at a level as ``judge`` writes it (``5@2``, ``-3``); None if it has none."""
    rung = given.partition("@")[0]
    ladder = data.get("ladder")
    rungs = ladder.get("rungs") if isinstance(ladder, Mapping) else None
    rank = rung.removeprefix("-").upper()
    if rank not in RANKS and isinstance(rungs, list) and rung in rungs:
        return None
    return rank


def _trump(given: str) -> str | None:
    sign = given.strip().upper()
    return None if sign in NO_TRUMP_SIGNS else SUIT_SIGNS.get(sign, given)


def _seat(asked: Mapping[str, Any], key: str) -> str | None:
    seat = asked.get(key)
    if seat is not None and seat not in SEATS:
        raise Refused([Problem("seat-unknown", key, {"given": seat})])
    return seat
