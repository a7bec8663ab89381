"""Which readings an answer rests on that the regulation does not settle, by their keys in the rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

TOUCHES: Mapping[str, tuple[str, ...]] = {
    "bid": ("bid",),
    "follow": ("links", "across_level", "follow"),
    "throw": ("links", "across_level", "throw"),
    "trick": ("links", "across_level", "trick"),
    "bottom": ("links", "across_level"),
}
"""Which tables of ``[cards]`` an answer to each question may rest on."""


class Touched:
    """What an answer touches: its ``kind``, and whether trumps, a special form, or a deal without bids are in
    it. Only what touches it is worth telling."""

    def __init__(
        self, kind: str, *, trumps: bool = False, special: bool = False, nobody_bids: bool = False
    ) -> None:
        self.kind = kind
        self.spared = {
            "links": not trumps,
            "throw.trumps": not trumps,
            "follow.special": not special,
            "deal.nobody_bids": not nobody_bids,
        }

    def assumed(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """The keys under ``assumed`` of the rule set ``data`` that the answer rests on."""
        return tuple(key for key in dict.fromkeys(_keys(data, self.kind)) if not self.spared.get(key))


def assumed_of_cards(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Everything that ``[cards]`` of a rule set assumes."""
    cards = data.get("cards")
    return _texts(cards.get("assumed") if isinstance(cards, Mapping) else None)


def _keys(data: Mapping[str, Any], kind: str) -> Iterator[str]:
    for key in assumed_of_cards(data):
        if key.partition(".")[0] in TOUCHES[kind]:
            yield key
    for key in _texts(data.get("assumed")):
        if kind == "bid" and key == "deal.nobody_bids":
            yield key
        if kind == "bottom" and key.partition(".")[0] == "bottom":
            yield "bottom"


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(key for key in value if isinstance(key, str)) if isinstance(value, list) else ()
