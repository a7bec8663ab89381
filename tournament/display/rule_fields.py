"""Which key of a rule set stands in which field, and the way there and back.

``split`` takes a rule set's data apart into fields, rows and the rest; ``join`` puts it together again. What
a field cannot hold stays in the rest, so nothing is ever lost: ``join(split(data))`` says what ``data`` said.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.answers import Problem, Refused
from tournament.display.toml_text import from_inline, inline

Row = dict[str, Any]


class Place(NamedTuple):
    """A field's name, its key path, and what it holds: text, whole, words, zero, ``on`` or ``off``.

    ``on`` and ``off`` are boxes whose key says something only where it is not as usual.
    """

    name: str
    path: str
    kind: str


PLACES = (
    Place("name", "name", "text"),
    Place("decks", "decks", "whole"),
    Place("jokers", "jokers", "on"),
    Place("bottom_cards", "bottom_cards", "whole"),
    Place("rungs", "ladder.rungs", "words"),
    Place("start", "ladder.start", "text"),
    Place("target", "ladder.target", "text"),
    Place("after_target", "ladder.after_target", "text"),
    Place("pass_target", "ladder.pass_target", "text"),
    Place("must_play", "ladder.must_play", "words"),
    Place("threshold", "table.threshold", "whole"),
    Place("declarers_every", "table.declarers.every", "whole"),
    Place("declarers_round", "table.declarers.round", "text"),
    Place("declarers_cap", "table.declarers.cap", "whole"),
    Place("zero", "table.zero", "zero"),
    Place("below_zero", "table.below_zero", "text"),
    Place("attackers_every", "table.attackers.every", "whole"),
    Place("attackers_round", "table.attackers.round", "text"),
    Place("attackers_at", "table.attackers.at_threshold", "whole"),
    Place("attackers_cap", "table.attackers.cap", "whole"),
    Place("held", "deal.held", "text"),
    Place("lost", "deal.lost", "text"),
    Place("nobody_bids", "deal.nobody_bids", "text"),
    Place("nobody_bids_first", "deal.nobody_bids_first", "text"),
    Place("bottom_none", "bottom.none", "off"),
    Place("bottom_per_card", "bottom.per_card", "whole"),
    Place("bottom_power", "bottom.power", "whole"),
    Place("bottom_single", "bottom.multiplier.single", "whole"),
    Place("bottom_pair", "bottom.multiplier.pair", "whole"),
    Place("bottom_triple", "bottom.multiplier.triple", "whole"),
    Place("bottom_four", "bottom.multiplier.four", "whole"),
    Place("bottom_tractor", "bottom.multiplier.tractor", "whole"),
    Place("bottom_side_per_card", "bottom.side.per_card", "whole"),
    Place("bottom_trump_only", "bottom.trump_only", "off"),
    Place("hooked_twice", "hooked_twice", "text"),
)
BANDS = {"declarers": "table.declarers.bands", "attackers": "table.attackers.bands"}
HOOK = ("at", "card", "form", "suit", "fall_to", "fall_by", "below_threshold", "attackers_gain", "clause")
PENALTY = ("code", "by", "clause", "approve")
EFFECT = ("points_per_card", "cards", "points", "hand", "deal", "levels")
ITSELF = (*PENALTY, "name", "escalates", "repeated")
"""The keys of an offence that are not what it costs."""
ZEROS = ("next_must_play", *map(str, range(7)), *(f"+{more}" for more in range(1, 4)))
WHOLE = ("fall_by", "attackers_gain", "points_per_card", "points", "levels")


@dataclass
class Parts:
    """A rule set taken apart: ``values`` by field, rows of bands, hooks and penalties, and the ``rest``."""

    values: Row
    bands: dict[str, list[Row]] = field(default_factory=dict)
    hooks: list[Row] = field(default_factory=list)
    penalties: list[Row] = field(default_factory=list)
    rest: dict[str, Any] = field(default_factory=dict)


def split(data: Mapping[str, Any]) -> Parts:
    """Take a rule set's data apart."""
    rest = copy.deepcopy(dict(data))
    rest.pop("slug", None)
    parts = Parts({place.name: _shown(place.kind, _take(rest, place)) for place in PLACES}, rest=rest)
    for side, path in BANDS.items():
        pairs = _get(rest, path)
        parts.bands[side] = []
        if isinstance(pairs, list) and all(_is_pair(pair) for pair in pairs):
            parts.bands[side] = [{"start": start, "levels": levels} for start, levels in pairs]
            _drop(rest, path)
    if _are_tables(rest.get("hooks")):
        parts.hooks = [_hook_row(hook) for hook in rest.pop("hooks")]
    if _are_tables(rest.get("penalties")):
        parts.penalties = [_penalty_row(penalty) for penalty in rest.pop("penalties")]
    return parts


def join(slug: str, parts: Parts) -> dict[str, Any]:
    """Put a rule set together. Raises ``Refused`` for a key that stands twice or a row that cannot be read.

    A field that is empty says nothing; whether something is missing is for the rule set's own check.
    """
    data: dict[str, Any] = {"slug": slug}
    problems: list[Problem] = []
    for place in PLACES:
        value = _kept(place.kind, parts.values.get(place.name))
        if value is not None:
            _put(data, place.path, value)
    for side, path in BANDS.items():
        pairs = [[row.get("start"), row.get("levels")] for row in parts.bands.get(side, [])]
        pairs = [pair for pair in pairs if pair != [None, None]]
        if pairs:
            _put(data, path, pairs)
    for key, rows, item_of, named in (
        ("hooks", parts.hooks, _hook, "at"),
        ("penalties", parts.penalties, _penalty, "code"),
    ):
        items = []
        for row in rows:
            if row.get(named):
                try:
                    items.append(item_of(row, f"{key}[{len(items)}]"))
                except Refused as refused:
                    problems += refused.problems
                    items.append({})
        if items:
            data[key] = items
    _merge(data, parts.rest, "", problems)
    if problems:
        raise Refused(problems)
    return data


def _hook_row(hook: Mapping[str, Any]) -> Row:
    row = {key: hook.get(key) for key in HOOK if _fits(key, hook.get(key))}
    row["more"] = inline({key: value for key, value in hook.items() if key not in row or row[key] is None})
    return row


def _hook(row: Row, at: str) -> dict[str, Any]:
    more = from_inline(row.get("more") or "", f"{at}.more")
    return _both({key: row[key] for key in HOOK if _said(row.get(key))}, more, at)


def _penalty_row(penalty: Mapping[str, Any]) -> Row:
    effect = penalty.get("effect")
    known = effect if isinstance(effect, Mapping) else {}
    row = {key: penalty.get(key) for key in PENALTY if _fits(key, penalty.get(key))}
    costs = {key: known.get(key) for key in EFFECT if _fits(key, known.get(key))}
    more = {key: value for key, value in penalty.items() if key != "effect" and row.get(key) is None}
    more |= {key: value for key, value in known.items() if costs.get(key) is None}
    return {**row, **costs, "more": inline(more)}


def _penalty(row: Row, at: str) -> dict[str, Any]:
    more = from_inline(row.get("more") or "", f"{at}.more")
    itself = {key: row[key] for key in PENALTY if _said(row.get(key))}
    effect = {key: row[key] for key in EFFECT if _said(row.get(key))}
    penalty = _both(itself, {key: value for key, value in more.items() if key in ITSELF}, at)
    effect = _both(effect, {key: value for key, value in more.items() if key not in ITSELF}, f"{at}.effect")
    return {**penalty, "effect": effect} if effect else penalty


def _both(first: Row, second: Row, at: str) -> dict[str, Any]:
    twice = [key for key in second if key in first]
    if twice:
        raise Refused([Problem("rule-set-in-both", f"{at}.{key}") for key in twice])
    return {**first, **second}


def _merge(data: dict[str, Any], rest: Mapping[str, Any], at: str, problems: list[Problem]) -> None:
    for key, value in rest.items():
        path = f"{at}.{key}" if at else key
        if key not in data:
            data[key] = copy.deepcopy(value)
        elif isinstance(data[key], dict) and isinstance(value, Mapping):
            _merge(data[key], value, path, problems)
        elif path in ("hooks", "penalties") and _are_tables(value):
            data[key] += copy.deepcopy(value)
        else:
            problems.append(Problem("rule-set-in-both", path))


def _fits(key: str, value: Any) -> bool:
    return value is None or (_is_whole(value) if key in WHOLE else isinstance(value, str) and value != "")


def _said(value: Any) -> bool:
    return value is not None and value != ""


def _shown(kind: str, value: Any) -> Any:
    """A value as its field shows it."""
    if kind == "on":
        return value is not False
    if kind == "off":
        return value is True
    if kind == "words":
        return " ".join(value) if value else ""
    if kind == "zero" and isinstance(value, Mapping):
        return f"+{value['add']}"
    return ("" if value is None else str(value)) if kind == "zero" else value


def _kept(kind: str, value: Any) -> Any:
    """What a field says as the rule set keeps it; ``None`` for nothing."""
    if kind == "on":
        return None if value else False
    if kind == "off":
        return True if value else None
    if not _said(value):
        return None
    if kind == "words":
        return str(value).replace(",", " ").replace("，", " ").replace("、", " ").split() or None
    if kind == "zero" and value != "next_must_play":
        return {"add": int(value[1:])} if value.startswith("+") else int(value)
    return value


def _holds(kind: str, value: Any) -> bool:
    """Whether a field of this kind can say exactly this."""
    if kind in ("on", "off"):
        return isinstance(value, bool)
    if kind == "whole":
        return _is_whole(value)
    if kind == "words":
        return isinstance(value, list) and _are_words(value)
    if kind == "zero":
        if isinstance(value, Mapping):
            return list(value) == ["add"] and f"+{value['add']}" in ZEROS
        return not isinstance(value, bool) and str(value) in ZEROS
    return isinstance(value, str) and value != ""


def _take(rest: dict[str, Any], place: Place) -> Any:
    value = _get(rest, place.path)
    if value is None or not _holds(place.kind, value):
        return None
    _drop(rest, place.path)
    return value


def _get(data: Mapping[str, Any], path: str) -> Any:
    where: Any = data
    for key in path.split("."):
        if not isinstance(where, Mapping):
            return None
        where = where.get(key)
    return where


def _drop(data: dict[str, Any], path: str) -> None:
    """Take a key away, and every table that is empty without it."""
    first, _, below = path.partition(".")
    if below:
        _drop(data[first], below)
        if data[first]:
            return
    del data[first]


def _put(data: dict[str, Any], path: str, value: Any) -> None:
    *above, last = path.split(".")
    for key in above:
        data = data.setdefault(key, {})
    data[last] = value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_whole(one) for one in value)


def _are_words(values: Sequence[Any]) -> bool:
    return bool(values) and all(
        isinstance(one, str) and one and not set(one) & set(" ,，、\t\n") for one in values
    )


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)
