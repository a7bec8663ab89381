"""Cards as they are drawn on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules.cards import Card, read_cards
from rules.cards.cards import JOKER, RANKS
from rules.cards_wording import SUIT_SIGNS, card_text

TEXT_SIGN = "\ufe0e"
"""Keeps phones from turning a suit into a coloured picture."""


class Face(NamedTuple):
    """What is printed on a card: rank and sign, whether it is red, and what a screen reader says."""

    rank: str
    sign: str
    red: bool
    name: str


def face_of(card: Card) -> Face:
    """A card as it is drawn; the jokers carry their name in place of rank and suit."""
    if card.suit == JOKER:
        return Face(card_text(card), "", card.rank == "B", card_text(card))
    return Face(card.rank, SUIT_SIGNS[card.suit] + TEXT_SIGN, card.suit in "HD", card_text(card))


def faces(cards: str | Iterable[Card]) -> list[Face]:
    """The cards, or what a text names, in their order."""
    return [face_of(card) for card in (read_cards(cards) if isinstance(cards, str) else cards)]


def with_suits(text: str) -> SafeString:
    """A sentence for a page, its red suits in red."""
    red = r'<span class="suit-red">\1</span>'
    return mark_safe(re.sub("([♥♦])", red, escape(text)))  # noqa: S308 - escaped before the signs are coloured


def pad_ranks() -> list[str]:
    """The ranks as they stand on the pad, the ace first."""
    return list(reversed(RANKS))
