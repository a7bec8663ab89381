"""Rule sets and situations for the tests of cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.cards import Card, CardRules, Order, read_card_rules, read_cards

RULE_SETS = Path(__file__).resolve().parents[3] / "fixtures" / "rulesets"


@cache
def document(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((RULE_SETS / f"{slug}.toml").read_text(encoding="utf-8"))


def rules(slug: str, **changes: Any) -> CardRules:
    return read_card_rules(document(slug))._replace(**changes)


def order(slug: str, level: str = "2", trump: str | None = "S", **changes: Any) -> Order:
    return Order(rules(slug, **changes), level, trump)


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text)


def slugs() -> list[str]:
    return sorted(path.stem for path in RULE_SETS.glob("*.toml"))
