"""A referee's question as a JSON object, read: half of the contract of the ``ruling`` command."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.answers import Problem, Refused
from rules.cards.cards import RANK_SIGNS, RANKS, SUIT_SIGNS, Card, read_cards
from rules.cards.order import NO_TRUMP
from rules.cards.shapes import Form, read_form
from rules.hands.facts import SEATS

KINDS: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "rank": (str, int),
    "boolean": (bool,),
    "list": (list,),
    "object": (dict,),
    "text or object": (str, dict),
}
COMMON = {"ruleset": "text or object", "changes": "object", "question": "text", "level": "rank"}
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
        "turned": "text",
        "turned_by": "text",
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
NO_TRUMP_SIGNS = (NO_TRUMP, "无主", "无将", "无", "NO TRUMP", "NOTRUMP")

SEAT_SIGNS = {**{seat: seat for seat in SEATS}, "北": "N", "西": "W", "南": "S", "东": "E"}


class Question(NamedTuple):
    """One question: its rule set by slug or as data, key paths set otherwise, and what is asked."""

    ruleset: str | Mapping[str, Any]
    changes: Mapping[str, Any]
    kind: str
    asked: Mapping[str, Any]


def read_question(document: Any, default_ruleset: str | None = None) -> Question:
    """Read one question. Raises ``Refused`` with every key that is missing, unknown or of a wrong kind."""
    problems: list[Problem] = []
    kind = document.get("question") if isinstance(document, dict) else None
    if isinstance(document, dict) and (not isinstance(kind, str) or kind not in KEYS):
        code = "key-missing" if kind is None else "question-unknown"
        raise Refused([Problem(code, "question", {"given": str(kind), "known": ", ".join(KEYS)})])
    asked = fetch(document, KEYS.get(str(kind), COMMON), "", problems)
    needed = NEEDED.get(str(kind), ()) + (() if default_ruleset else ("ruleset",))
    problems += [
        Problem("key-missing", key)
        for key in needed
        if key not in asked and not any(problem.at == key for problem in problems)
    ]
    if problems:
        raise Refused(problems)
    return Question(asked.get("ruleset", default_ruleset or ""), asked.get("changes", {}), str(kind), asked)


def fetch(document: Any, keys: Mapping[str, str], at: str, problems: list[Problem]) -> dict[str, Any]:
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
        elif isinstance(value, KINDS[keys[key]]) and (keys[key] == "boolean" or not isinstance(value, bool)):
            found[key] = value
        else:
            problems.append(Problem("wrong-type", path, {"expected": keys[key]}))
    return found


def cards_under(asked: Mapping[str, Any], *keys: str) -> list[tuple[Card, ...] | None]:
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


def card_list(asked: Mapping[str, Any], key: str) -> list[tuple[Card, ...]]:
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


def form_named(asked: Mapping[str, Any]) -> Form | None:
    """The form that the leader named, with its singles; None where none is named."""
    if "form" not in asked:
        return None
    try:
        return read_form(asked["form"])
    except ValueError as error:
        raise Refused([Problem("form-unreadable", "form", {"given": asked["form"]})]) from error


def rank_played(data: Mapping[str, Any], given: str | int) -> str | None:
    """The rank that is played at a level as ``judge`` writes it (``5@2``, ``-3``), or as a person does
    (``T``, ``打10``, ``10级``); None if it has none."""
    rung = unicodedata.normalize("NFKC", str(given)).partition("@")[0].strip()
    rung = rung.removeprefix("打").removesuffix("级").strip()
    ladder = data.get("ladder")
    rungs = ladder.get("rungs") if isinstance(ladder, Mapping) else None
    rank = rung.removeprefix("-").upper()
    rank = RANK_SIGNS.get(rank, rank)
    if rank not in RANKS and isinstance(rungs, list) and rung in rungs:
        return None
    return rank


def trump_suit(given: str) -> str | None:
    sign = "".join(unicodedata.normalize("NFKC", given).split("\ufe0f")).strip().upper()
    return None if sign in NO_TRUMP_SIGNS else SUIT_SIGNS.get(sign, given)


def seat_named(text: str) -> str:
    """The seat that a text names (``N``, ``n``, ``北``, ``北家``), or the text itself where it is none."""
    sign = text.strip().upper().removesuffix("家")
    return SEAT_SIGNS.get(sign, text)


def seat_under(asked: Mapping[str, Any], key: str) -> str | None:
    if asked.get(key) is None:
        return None
    seat = seat_named(asked[key])
    if seat not in SEATS:
        raise Refused([Problem("seat-unknown", key, {"given": seat})])
    return seat
