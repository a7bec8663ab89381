"""Keys of a rule set that its other keys leave without any effect: whoever wrote them meant something by
them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.answers import Problem
from rules.hands.bottom import FORMS, TRACTORS
from rules.hands.deal import FLIPS
from rules.hands.facts import JOKERS
from rules.hands.hooks import FORM_UNITS, Hook
from rules.hands.penalties import Penalty
from rules.hands.ruleset import RuleSet

IN_POINTS = ("points", "points_per_card", "points_by_referee")
UNITS = {
    **{name: unit for unit, name in enumerate(FORMS, start=1)},
    **{name: unit for unit, name in enumerate(TRACTORS) if name},
    "tractor": 2,
}
"""How many equal cards a form is made of, at the least."""


def without_effect(rule_set: RuleSet) -> Iterator[Problem]:
    """Each key that says something which the rest of the rule set makes impossible or empty."""
    yield from _ladder_and_table(rule_set)
    yield from _bottom(rule_set)
    yield from _hooks(rule_set)
    yield from _penalties(rule_set)


def _no_effect(at: str, other: str) -> Problem:
    return Problem("rule-set-no-effect", at, {"other": other})


def _ladder_and_table(rule_set: RuleSet) -> Iterator[Problem]:
    ladder, table = rule_set.ladder, rule_set.table
    if not ladder.must_play:
        if not (ladder.stops_attackers and ladder.stops_declarers):
            yield _no_effect("ladder.must_play_stops", "ladder.must_play")
        if ladder.attackers_may_leave:
            yield _no_effect("ladder.attackers_may_leave", "ladder.must_play")
    elif ladder.unused == "taken_from_other" and ladder.attackers_may_leave and not ladder.stops_attackers:
        yield _no_effect("ladder.unused", "ladder.attackers_may_leave")
    if table.below_zero == "clean_zero_only" and table.gain(0).levels == table.gain(5).levels:
        yield _no_effect("table.below_zero", "table.zero")


def _bottom(rule_set: RuleSet) -> Iterator[Problem]:
    data = rule_set.data.get("bottom", {})
    if not rule_set.bottom_cards:
        for key in ("per_card", "power", "multiplier", "side", "trump_only", "buried_by_attackers"):
            if data.get(key):
                yield _no_effect(f"bottom.{key}", "bottom_cards")
        for key in ("nobody_bids", "nobody_bids_first"):
            if rule_set.data.get("deal", {}).get(key) in FLIPS:
                yield _no_effect(f"deal.{key}", "bottom_cards")
        return
    if data.get("buried_by_attackers") and not rule_set.bottom.counts:
        yield _no_effect("bottom.buried_by_attackers", "bottom")
    for path, forms in (
        ("bottom.multiplier", data.get("multiplier", {})),
        ("bottom.side.multiplier", data.get("side", {}).get("multiplier", {})),
    ):
        for form in forms:
            if UNITS[form] > rule_set.decks:
                yield _no_effect(f"{path}.{form}", "decks")


def _hooks(rule_set: RuleSet) -> Iterator[Problem]:
    if rule_set.hooked_twice != "no_effect" and not any(hook.counts for hook in rule_set.hooks):
        yield _no_effect("hooked_twice", "hooks")
    rungs = rule_set.ladder.rungs
    caught: dict[tuple[str, str, int, str], str] = {}
    for index, hook in enumerate(rule_set.hooks):
        at = f"hooks[{index}]"
        if hook.fall_to and rungs.index(hook.fall_to) > rungs.index(hook.at):
            yield _no_effect(f"{at}.fall_to", f"{at}.at")
        if hook.card in JOKERS and not rule_set.jokers:
            yield _no_effect(f"{at}.card", "jokers")
        if hook.form and FORM_UNITS[hook.form] > rule_set.decks:
            yield _no_effect(f"{at}.form", "decks")
            continue
        cases = set(_cases(hook, rule_set.decks))
        if cases <= caught.keys():
            yield _no_effect(at, caught[min(cases)])
        for case in cases:
            caught.setdefault(case, at)


def _cases(hook: Hook, decks: int) -> Iterator[tuple[str, str, int, str]]:
    """What a hook catches: the level, the card, how many equal cards, and the card's kind of suit."""
    suits = ("no_trump",) if hook.no_trump else (hook.suit,) if hook.suit else ("no_trump", "trump", "side")
    units = (FORM_UNITS[hook.form],) if hook.form else range(1, min(decks, 4) + 1)
    for unit in units:
        for suit in suits:
            yield hook.at, hook.card, unit, suit


def _penalties(rule_set: RuleSet) -> Iterator[Problem]:
    for index, data in enumerate(rule_set.data.get("penalties", ())):
        at = f"penalties[{index}]"
        offence = rule_set.penalties.offences[data["code"], data.get("by", "")]
        yield from _effect(f"{at}.effect", offence.penalty, data["effect"])
        if offence.repeated is not None:
            yield from _effect(f"{at}.repeated.effect", offence.repeated, data["repeated"]["effect"])
            if offence.repeated_times <= len(offence.escalates) + 1:
                yield _no_effect(f"{at}.effect", f"{at}.repeated.times")


def _effect(at: str, penalty: Penalty, data: Mapping[str, Any]) -> Iterator[Problem]:
    if penalty.game and penalty.match:
        yield _no_effect(f"{at}.game", f"{at}.match")
    ending = "match" if penalty.match else "game" if penalty.game else ""
    if ending and penalty.hand == "void":
        yield _no_effect(f"{at}.hand", f"{at}.{ending}")
    if ending and penalty.deal_passes:
        yield _no_effect(f"{at}.deal", f"{at}.{ending}")
    if penalty.ends_hand and penalty.by_points is None:
        # A hand that the penalty decides has no points to add to.
        decides = ending or ("deal" if penalty.deal_passes else "hand")
        for key in IN_POINTS:
            if data.get(key):
                yield _no_effect(f"{at}.{key}", f"{at}.{decides}")
