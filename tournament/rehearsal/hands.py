"""Invented hands that the judge accepts: tricks, bottom, last trick, now and then a penalty."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.hands import RuleSet

FORMS = [(1, 1)] * 6 + [(2, 2)] * 4 + [(3, 3), (2, 4)]


def invented_hand(random: Random, rule_set: RuleSet, declarer: str, *, penalty: str = "") -> dict[str, Any]:
    """The facts of one hand with ``declarer`` (A or B) on the deal, in as much detail as anybody knows."""
    decks = int(rule_set.data.get("decks", 2))
    total = decks * 100
    has_bottom = int(rule_set.data.get("bottom_cards", 0)) > 0
    bottom = random.choice((0, 0, 0, 5, 10, 10, 15, 20)) if has_bottom else 0
    middle = total * 0.36
    tricks = int(random.gauss(middle, total * 0.17) // 5 * 5)
    tricks = max(0, min(total - bottom, tricks))
    facts: dict[str, Any] = {"declarer": declarer, "tricks": tricks, "bottom": bottom}
    if has_bottom and random.random() < 0.3:
        unit, cards = random.choice([form for form in FORMS if form[0] <= decks])
        facts["last_trick"] = {
            "by": "attackers",
            "unit": unit,
            "cards": cards,
            "trump": random.random() < 0.8,
        }
    else:
        facts["last_trick"] = {"by": "declarers"}
    if penalty:
        facts["penalties"] = [{"code": penalty, "by": random.choice("AB"), "cards": 1}]
    return facts
