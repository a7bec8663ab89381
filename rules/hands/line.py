"""One hand as a JSON object, and the outcome as one: the contract that other software holds on to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, NamedTuple

from rules.answers import Problem, Refused
from rules.hands.facts import SEATS, SIDES, HandFacts, LastTrick, MatchState, PenaltyFact
from rules.hands.outcome import Outcome
from rules.hands.ruleset import RuleSet, state_at

KINDS: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "object": (dict,),
    "list": (list,),
    "text or object": (str, dict),
}
HAND_KEYS: Mapping[str, str] = {
    "ruleset": "text or object",
    "changes": "object",
    "levels": "object",
    "declarer": "text",
    "first_hand": "boolean",
    "on_deal": "text",
    "expected_seat": "text",
    "hooked": "object",
    "points": "integer",
    "seat": "text",
    "tricks": "integer",
    "bottom": "integer",
    "last_trick": "object",
    "trump_suit": "text",
    "buried_by": "text",
    "penalties": "list",
    "void": "boolean",
    "nobody_bid": "boolean",
    "minutes": "number",
    "reason": "text",
}
TRICK_KEYS: Mapping[str, str] = {
    "by": "text",
    "unit": "integer",
    "cards": "integer",
    "trump": "boolean",
    "rank": "text",
    "suit": "text",
}
PENALTY_KEYS: Mapping[str, str] = {
    "code": "text",
    "by": "text",
    "cards": "integer",
    "points": "integer",
    "times": "integer",
    "approved": "boolean",
    "text": "text",
    "effect": "object",
}


NO_LEVELS = {"A": "", "B": ""}
NO_HOOKS = {"A": 0, "B": 0}


class Line(NamedTuple):
    """A hand read from JSON: its rule set, the standing before it, and the facts.

    ``ruleset`` is a slug or the data itself, ``changes`` are key paths set otherwise.
    """

    ruleset: str | Mapping[str, Any]
    changes: Mapping[str, Any]
    levels: Mapping[str, str]
    hooked: Mapping[str, int]
    on_deal: str | None
    expected_seat: str | None
    facts: HandFacts

    def state(self, rule_set: RuleSet) -> MatchState:
        """Where the game stands before the hand. Raises ``Refused`` for levels that the ladder has not."""
        ladder = rule_set.ladder
        if all(ladder.has_won(ladder.parse(self.levels[side])) for side in SIDES):
            raise Refused([Problem("both-passed", "levels", {"target": ladder.rungs[-1]})])
        return state_at(
            rule_set, self.levels, declarer=self.on_deal, seat=self.expected_seat, hooked=self.hooked
        )


def read_line(document: Any, default_ruleset: str | None = None) -> Line:
    """Read one hand. Raises ``Refused`` with every key that is missing, unknown or of the wrong kind."""
    problems: list[Problem] = []
    hand = _fetch(document, HAND_KEYS, "", problems)
    required = ("levels",) if default_ruleset else ("ruleset", "levels")
    problems.extend(_missing(document, required, ""))
    levels = _pair(hand.get("levels", NO_LEVELS), "levels", "text", problems)
    hooked = _pair(hand.get("hooked", NO_HOOKS), "hooked", "integer", problems)
    problems.extend(
        Problem("points-out-of-range", f"hooked.{side}", {"given": times, "low": 0, "high": 100})
        for side, times in hooked.items()
        if not 0 <= times <= 100
    )
    on_deal = hand.get("on_deal")
    if on_deal is not None and on_deal not in SIDES:
        problems.append(Problem("declarer-unknown", "on_deal", {"given": on_deal}))
    expected_seat = hand.get("expected_seat")
    if expected_seat is not None and expected_seat not in SEATS:
        problems.append(Problem("seat-unknown", "expected_seat", {"given": expected_seat}))
    facts = HandFacts(
        declarer=hand.get("declarer", ""),
        points=hand.get("points"),
        seat=hand.get("seat"),
        tricks=hand.get("tricks"),
        bottom=hand.get("bottom"),
        last_trick=_trick(hand["last_trick"], problems) if "last_trick" in hand else None,
        trump_suit=hand.get("trump_suit"),
        buried_by=hand.get("buried_by"),
        penalties=tuple(
            _penalty(item, f"penalties[{index}]", problems)
            for index, item in enumerate(hand.get("penalties", ()))
        ),
        void=hand.get("void", False),
        nobody_bid=hand.get("nobody_bid", False),
        minutes=hand.get("minutes"),
        reason=hand.get("reason", ""),
    )
    if hand.get("first_hand"):
        problems.extend(_check_first(levels, hooked, problems))
    if problems:
        raise Refused(problems)
    if on_deal is None and not hand.get("first_hand") and facts.declarer in SIDES:
        on_deal = facts.declarer
    return Line(
        hand.get("ruleset", default_ruleset or ""),
        hand.get("changes", {}),
        levels,
        hooked,
        on_deal,
        expected_seat,
        facts,
    )


def _check_first(
    levels: Mapping[str, str], hooked: Mapping[str, int], problems: list[Problem]
) -> list[Problem]:
    """What cannot be before the first hand of a game: nobody has risen yet, nobody has been hooked."""
    if problems:
        return []
    found = []
    if levels["A"] != levels["B"]:
        found.append(Problem("first-hand-levels", "levels", {"level": levels["A"], "to": levels["B"]}))
    found += [
        Problem("first-hand-hooked", f"hooked.{side}", {"side": str(side), "times": hooked[side]})
        for side in SIDES
        if hooked[side]
    ]
    return found


def outcome_as_json(outcome: Outcome, seat_given: bool) -> dict[str, Any]:
    """The outcome without its words. ``next_seat`` is there where a seat was given."""
    answer: dict[str, Any] = {
        "ok": True,
        "hand": outcome.hand,
        "points": outcome.points,
        "levels": outcome.levels,
        "gained": outcome.gained,
        "next_declarer": outcome.next_declarer,
        "next_level": outcome.next_level,
        "winner": outcome.winner,
        "hooked": {"A": outcome.state.hooked_a, "B": outcome.state.hooked_b},
    }
    if seat_given:
        answer["next_seat"] = outcome.next_seat
    return answer


def _fetch(document: Any, keys: Mapping[str, str], at: str, problems: list[Problem]) -> dict[str, Any]:
    """The known keys of an object, those left out or null dropped; what is wrong goes to ``problems``."""
    if not isinstance(document, dict):
        problems.append(Problem("wrong-type", at or "line", {"expected": "object"}))
        return {}
    found = {}
    for key, value in document.items():
        path = f"{at}.{key}" if at else key
        if key not in keys:
            problems.append(Problem("key-unknown", path, {"known": ", ".join(keys)}))
        elif value is not None:
            if _is_of(value, keys[key]):
                found[key] = value
            else:
                problems.append(Problem("wrong-type", path, {"expected": keys[key]}))
    return found


def _missing(document: Any, keys: Iterable[str], at: str) -> list[Problem]:
    """The keys that an object does not have; a value of the wrong kind is not missing."""
    if not isinstance(document, dict):
        return []
    return [
        Problem("key-missing", f"{at}.{key}" if at else str(key)) for key in keys if document.get(key) is None
    ]


def _is_of(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, KINDS[kind]) and (not isinstance(value, float) or isfinite(value))


def _pair(document: Any, at: str, kind: str, problems: list[Problem]) -> dict[str, Any]:
    """An object with a value for A and one for B."""
    pair = _fetch(document, {"A": kind, "B": kind}, at, problems)
    problems.extend(_missing(document, SIDES, at))
    return pair


def _trick(document: Any, problems: list[Problem]) -> LastTrick:
    trick = _fetch(document, TRICK_KEYS, "last_trick", problems)
    problems.extend(_missing(document, ("by",), "last_trick"))
    return LastTrick(**{"by": "", **trick})


def _penalty(document: Any, at: str, problems: list[Problem]) -> PenaltyFact:
    penalty = _fetch(document, PENALTY_KEYS, at, problems)
    problems.extend(_missing(document, ("code", "by"), at))
    return PenaltyFact(**{"code": "", "by": "", **penalty})
