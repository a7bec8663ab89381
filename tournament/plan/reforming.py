"""A stage's table in another format, and a new stage that follows another: what stays, what has to change."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

METHODS = {"swiss": "adjacent", "round_robin": "berger", "knockout": "bracket"}
ONLY_OF = {
    "swiss": ("rounds",),
    "round_robin": ("groups", "group_size", "every_pair", "tables", "withdrawal_share"),
    "knockout": ("places", "consolation", "best_losers"),
}
PAIRING_OF = {
    "swiss": ("first_round", "rematches", "same_branch_reach", "same_branch_price", "bye", "lookahead"),
    "round_robin": ("double", "groups_by"),
    "knockout": ("redraw",),
}
WINNERS = ("on_deal", "lots")
"""What decides a match that is level at time, where somebody has to go on."""
STILL = 4
"""Rounds of a Swiss stage that nobody has said a number for."""
BESIDE = (
    "plays",
    "boards",
    "line_ups",
    "encounter",
    "squads",
    "two_people",
    "division",
    "match",
    "standings",
)
"""What a stage takes over from the one that it follows."""


def as_format(config: Mapping[str, Any], format_: str) -> dict[str, Any]:
    """The table of a stage as ``format_``: what only others have is gone, what it needs is there.

    Matches, tie-breaks, line-ups and where the entries come from stay. A knock-out lets nobody stay level.
    """
    found = copy.deepcopy(dict(config))
    found["format"] = format_
    pairing = dict(found.get("pairing", {}))
    for other, keys in ONLY_OF.items():
        if other != format_:
            for key in keys:
                found.pop(key, None)
            for key in PAIRING_OF[other]:
                pairing.pop(key, None)
    if found.get("format") != config.get("format"):
        pairing["method"] = METHODS[format_]
    if format_ == "swiss":
        found.setdefault("rounds", STILL)
    if format_ == "round_robin":
        found.setdefault("groups", 1)
    if format_ == "knockout":
        found.setdefault("places", 2)
        match = dict(found.get("match", {}))
        means = match.get("level_at_time", ["draw"])
        means = [means] if isinstance(means, str) else list(means)
        if not match.get("hands") and not set(WINNERS) & set(means):
            match["level_at_time"] = [*(one for one in means if one != "draw"), *WINNERS]
        found["match"] = match
    if pairing:
        found["pairing"] = pairing
    return found


def following(
    before: Mapping[str, Any], key: str, name: str, format_: str, ranks: Sequence[int]
) -> dict[str, Any]:
    """The table of a new stage for those on ``ranks`` (first, last) of the stage ``before``."""
    kept = {one: before[one] for one in BESIDE if one in before}
    source = {"stage": before["key"], "ranks": list(ranks)}
    return as_format({**kept, "key": key, "name": name, "entries_from": source}, format_)


def divided(stages: Sequence[Mapping[str, Any]], divisions: Sequence[str]) -> list[dict[str, Any]]:
    """Every stage once for each division, in the order of the stages; each fed by its own division's."""
    found = []
    for stage in stages:
        for number, division in enumerate(divisions, 1):
            one = copy.deepcopy(dict(stage))
            one["key"] = f"{str(stage['key'])[:36]}-{number}"
            one["name"] = f"{division} · {stage.get('name') or stage['key']}"
            if "entries_from" in stage:
                source = {**stage["entries_from"]}
                source["stage"] = f"{str(source['stage'])[:36]}-{number}"
                one["entries_from"] = source
            else:
                one["division"] = division
            found.append(one)
    return found
