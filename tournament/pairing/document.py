"""The JSON of ``manage.py pair``: a document read into values, and an answer written from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.answers import Problem, Reason, Refused

from .bracket import Bracket, Source, bracket_from_lines
from .crossing import cross, lines_from_pairs, qualifiers
from .groups import groups
from .knockout import knockout
from .lots import draw_order
from .options import OTHER_NAMES, SWISS_METHODS, load_options
from .round_robin import round_robin
from .swiss import pair
from .values import EntryId, Pairing, PairingEntry, Seed

Answer = tuple[dict[str, Any], tuple[Reason, ...]]

OPTION_KEYS = (
    "method",
    "rematches",
    "same_branch",
    "same_branch_reach",
    "same_branch_price",
    "bye",
    "lookahead",
)
ENTRY_KEYS = ("id", "branch", "points", "level_difference", "met", "byes", "floated", "wants_bye", "absent")


def solve(data: Any) -> Answer:
    """The answer to one document, and its reasons. Raises ``Refused`` with the path of each problem."""
    if not isinstance(data, dict):
        raise Refused([Problem("needs-object", "", {"value": data})])
    method = data.get("method", "adjacent")
    method = OTHER_NAMES.get(method, method) if isinstance(method, str) else method
    known: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
        **dict.fromkeys(SWISS_METHODS, _swiss),
        "berger": _round_robin,
        "bracket": _knockout,
        "groups": _groups,
        "cross": _cross,
        "lines": _lines,
    }
    if not isinstance(method, str) or method not in known:
        allowed = (*SWISS_METHODS, "round_robin", "knockout", "groups", "cross", "lines")
        raise Refused([Problem("option-unknown-value", "method", {"value": method, "allowed": allowed})])
    return known[method](data)


class _Reader:
    """Takes values out of a document and remembers what is wrong with them."""

    def __init__(self, data: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        self.data = data
        self.problems = [
            Problem("option-unknown", key, {"key": key, "allowed": ("method", *keys)})
            for key in data
            if key not in keys and key != "method"
        ]

    def count(self, key: str, default: int | None, least: int = 0) -> int:
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.problems.append(Problem("option-not-a-count", key, {"value": value, "least": least}))
            return least
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.problems.append(Problem("option-not-yes-or-no", key, {"value": value}))
            return False
        return value

    def seed(self, *keys: str) -> Seed:
        for key in keys:
            value = self.data.get(key)
            if value is not None:
                if isinstance(value, bool) or not isinstance(value, int | str):
                    self.problems.append(Problem("seed-not-number-or-text", key, {"value": value}))
                    return 0
                return value
        return 0

    def list_of(self, key: str, right: Callable[[Any], bool], what: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.problems.append(Problem("needs-list", key, {"value": value}))
            return []
        self.problems += [
            Problem(what, f"{key}[{place}]", {"value": one})
            for place, one in enumerate(value)
            if not right(one)
        ]
        return value

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.data.get(key, allowed[0])
        if value not in allowed:
            self.problems.append(Problem("option-unknown-value", key, {"value": value, "allowed": allowed}))
            return allowed[0]
        return str(value)

    def done(self) -> None:
        if self.problems:
            raise Refused(self.problems)


def _is_id(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _is_branch(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _swiss(data: Mapping[str, Any]) -> Answer:
    reader = _Reader(data, (*OPTION_KEYS, "rounds_left", "seed", "pinned", "entries"))
    rounds_left = reader.count("rounds_left", 1, 1)
    seed = reader.seed("seed")
    pinned = reader.list_of("pinned", _is_pin, "pinned-not-a-pair")
    entries = _entries(reader)
    try:
        options = load_options({key: data[key] for key in OPTION_KEYS if key in data}, "")
    except Refused as refused:
        reader.problems += refused.problems
    reader.done()
    pairing = pair(
        entries, options, rounds_left=rounds_left, seed=seed, pinned=[(one, other) for one, other in pinned]
    )
    return pairing_as_json(pairing), pairing.reasons


def _is_pin(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _is_id(value[0])
        and (value[1] is None or _is_id(value[1]))
    )


def _entries(reader: _Reader) -> list[PairingEntry]:
    entries: list[PairingEntry] = []
    data = reader.data.get("entries")
    if not isinstance(data, list):
        reader.problems.append(Problem("needs-list", "entries", {"value": data}))
        return []
    for place, one in enumerate(data):
        problems = _entry_problems(one, f"entries[{place}]")
        if problems:
            reader.problems += problems
            continue
        entries.append(
            PairingEntry(
                id=one["id"],
                branch=one.get("branch"),
                points=one.get("points", 0),
                level_difference=one.get("level_difference", 0),
                met=frozenset(one.get("met", ())),
                byes=one.get("byes", 0),
                floated=one.get("floated"),
                wants_bye=one.get("wants_bye", False),
                absent=one.get("absent", False),
            )
        )
    return entries


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


_ENTRY_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "id": (_is_id, "id-not-number-or-text"),
    "branch": (_is_branch, "branch-not-text"),
    "points": (_is_number, "not-a-number"),
    "level_difference": (_is_number, "not-a-number"),
    "met": (lambda value: isinstance(value, list) and all(map(_is_id, value)), "met-not-entries"),
    "byes": (
        lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 0,
        "byes-not-a-count",
    ),
    "floated": (lambda value: value in (None, "up", "down"), "floated-not-up-or-down"),
    "wants_bye": (lambda value: isinstance(value, bool), "option-not-yes-or-no"),
    "absent": (lambda value: isinstance(value, bool), "option-not-yes-or-no"),
}


def _entry_problems(one: Any, at: str) -> list[Problem]:
    if not isinstance(one, dict):
        return [Problem("needs-object", at, {"value": one})]
    problems = []
    if "id" not in one:
        problems.append(Problem("id-not-number-or-text", f"{at}.id", {"value": None}))
    for key, value in one.items():
        check = _ENTRY_CHECKS.get(key)
        if check is None:
            problems.append(Problem("option-unknown", f"{at}.{key}", {"key": key, "allowed": ENTRY_KEYS}))
        elif not check[0](value):
            problems.append(Problem(check[1], f"{at}.{key}", {"value": value}))
    return problems


def _round_robin(data: Mapping[str, Any]) -> Answer:
    reader = _Reader(data, ("size", "double", "seed"))
    size = reader.count("size", None, 2)
    double = reader.flag("double")
    drawn = data.get("seed") is not None
    seed = reader.seed("seed")
    reader.done()
    numbers = draw_order(range(1, size + 1), seed) if drawn else list(range(1, size + 1))
    rounds = [
        [[numbers[home - 1], numbers[away - 1]] for home, away in pairs]
        for pairs in round_robin(size, double)
    ]
    reasons = (Reason("drawn", "", {"seed": seed}),) if drawn else ()
    return {"rounds": rounds}, reasons


def _knockout(data: Mapping[str, Any]) -> Answer:
    reader = _Reader(
        data, ("size", "seeds", "branches", "rng", "seed", "places", "consolation", "same_branch")
    )
    size = reader.count("size", None, 2)
    seeds: Any = data.get("seeds", 0)
    if isinstance(seeds, list):
        seeds = reader.list_of(
            "seeds", lambda one: isinstance(one, int) and not isinstance(one, bool), "not-a-number"
        )
    else:
        seeds = reader.count("seeds", 0)
    branches = None
    if data.get("branches") is not None:
        branches = reader.list_of("branches", _is_branch, "branch-not-text")
    places = reader.count("places", 2, 1)
    consolation = reader.flag("consolation")
    same_branch = reader.choice("same_branch", ("avoid", "ignore", "never"))
    seed = reader.seed("rng", "seed")
    reader.done()
    bracket = knockout(
        size,
        seeds=seeds,
        branches=branches,
        seed=seed,
        places=places,
        consolation=consolation,
        same_branch=same_branch,
    )
    return {"bracket": bracket_as_json(bracket)}, bracket.reasons


def _groups(data: Mapping[str, Any]) -> Answer:
    reader = _Reader(data, ("size", "groups", "by", "seeds", "branches", "seed", "same_branch"))
    size = reader.count("size", None, 2)
    count = reader.count("groups", None, 1)
    by = reader.choice("by", ("snake", "lots", "seeds"))
    seeds = reader.count("seeds", 0)
    branches = None
    if data.get("branches") is not None:
        branches = reader.list_of("branches", _is_branch, "branch-not-text")
    same_branch = reader.choice("same_branch", ("avoid", "ignore", "never"))
    seed = reader.seed("seed")
    reader.done()
    filled = groups(size, count, by=by, seeds=seeds, branches=branches, seed=seed, same_branch=same_branch)
    answer = {
        "groups": [list(group) for group in filled.groups],
        "same_branch_count": filled.same_branch,
        "separated": filled.separated,
    }
    return answer, filled.reasons


def _cross(data: Mapping[str, Any]) -> Answer:
    reader = _Reader(data, ("groups", "ranks", "best_next", "pairs", "seed", "places", "consolation"))
    places = reader.count("places", 2, 1)
    consolation = reader.flag("consolation")
    if "pairs" in data:
        pairs = reader.list_of("pairs", lambda one: isinstance(one, str), "cross-not-a-pair")
        reader.done()
        lines = lines_from_pairs(pairs)
        return {"bracket": bracket_as_json(bracket_from_lines(lines, places, consolation))}, ()
    count = reader.count("groups", None, 1)
    ranks = reader.count("ranks", 2, 1)
    best_next = reader.list_of("best_next", lambda one: isinstance(one, str), "branch-not-text")
    seed = reader.seed("seed") if data.get("seed") is not None else None
    reader.done()
    crossing = cross(qualifiers(count, ranks, best_next), seed)
    bracket = bracket_from_lines(crossing.lines, places, consolation)
    shown = {
        **bracket_as_json(bracket),
        "can_meet": list(crossing.can_meet),
        "separated": crossing.separated,
    }
    return {"bracket": shown}, ()


def _lines(data: Mapping[str, Any]) -> Answer:
    reader = _Reader(data, ("lines", "places", "consolation"))
    lines = reader.list_of("lines", lambda one: one is None or _is_id(one), "id-not-number-or-text")
    places = reader.count("places", 2, 1)
    consolation = reader.flag("consolation")
    reader.done()
    return {"bracket": bracket_as_json(bracket_from_lines(lines, places, consolation))}, ()


def pairing_as_json(pairing: Pairing) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "pairs": [list(pair_) for pair_ in pairing.pairs],
        "bye": pairing.bye,
        "byes": {code: list(who) for code, who in pairing.byes.items()},
        "rematch_count": pairing.rematch_count,
        "same_branch_count": pairing.same_branch_count,
        "proven": pairing.proven,
    }
    if pairing.cost is not None:
        answer["cost"] = pairing.cost
    return answer


def bracket_as_json(bracket: Bracket) -> dict[str, Any]:
    return {
        "size": bracket.size,
        "lines": list(bracket.lines),
        "byes": list(bracket.byes),
        "matches": [
            {
                "number": match.number,
                "round": match.round,
                "kind": match.kind,
                "sides": [_source(side) for side in match.sides],
                "places": [match.best, match.worst],
            }
            for match in bracket.matches
        ],
        "places": [
            {"places": [place.best, place.worst], "kind": place.kind, "who": _source(place.source)}
            for place in bracket.places
        ],
        "can_meet": list(bracket.can_meet),
        "separated": bracket.separated,
    }


def _source(source: Source) -> dict[str, EntryId]:
    return {source.kind: source.of}
