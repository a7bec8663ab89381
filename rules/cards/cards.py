"""Cards, what they count, and the text in which people write them.

A card is written as suit and rank: ``SA``, ``♠A``, ``黑桃A``; several ranks may follow one suit (``H5566``).
Ten is ``10`` or ``T``. The jokers are ``BJ`` or ``大王`` (big) and ``LJ`` or ``小王`` (little), because
``SJ`` is the jack of spades. Spaces, commas and Chinese commas may stand between cards.

>>> write_cards(read_cards("♠A hK 黑桃10 大王"))
'SA HK S10 BJ'
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from rules.answers import Problem, Refused

SUITS = ("S", "H", "C", "D")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
POINTS = {"5": 5, "10": 10, "K": 10}
JOKER = "J"  # the "suit" of both jokers


class Card(NamedTuple):
    """One card by what is printed on it. ``suit`` is S, H, C, D, or J for a joker (rank ``B`` or ``L``)."""

    suit: str
    rank: str

    def __str__(self) -> str:
        return self.rank + "J" if self.suit == JOKER else self.suit + self.rank

    @property
    def points(self) -> int:
        """Card points: 5 for a five, 10 for a ten or a king."""
        return 0 if self.suit == JOKER else POINTS.get(self.rank, 0)


BIG_JOKER = Card(JOKER, "B")
LITTLE_JOKER = Card(JOKER, "L")

SUIT_SIGNS = {
    "♠": "S", "♤": "S", "黑桃": "S", "黑": "S", "S": "S",
    "♥": "H", "♡": "H", "红桃": "H", "红心": "H", "红": "H", "H": "H",
    "♣": "C", "♧": "C", "梅花": "C", "草花": "C", "梅": "C", "C": "C",
    "♦": "D", "♢": "D", "方块": "D", "方片": "D", "方": "D", "D": "D",
}  # fmt: skip
RANK_SIGNS = {**{rank: rank for rank in RANKS}, "T": "10"}
JOKER_SIGNS = {
    "BJ": BIG_JOKER, "大王": BIG_JOKER, "大鬼": BIG_JOKER,
    "LJ": LITTLE_JOKER, "小王": LITTLE_JOKER, "小鬼": LITTLE_JOKER,
}  # fmt: skip
SEPARATORS = frozenset(" \t\r\n,;，、；\u3000\ufe0e\ufe0f")
LONGEST_SIGN = 2

T = TypeVar("T")


def _sign_at(text: str, at: int, signs: dict[str, T]) -> tuple[T, int] | None:
    """The longest of ``signs`` that stands at ``at``, with its length; None if none does."""
    for length in range(LONGEST_SIGN, 0, -1):
        found = signs.get(text[at : at + length])
        if found is not None and at + length <= len(text):
            return found, length
    return None


def read_cards(text: str, at: str = "cards") -> tuple[Card, ...]:
    """The cards that ``text`` names, in its order.

    Raises ``Refused`` with the place as ``at:n``, n counting characters from 1, for the first sign that is no
    card, a rank without its suit, and a suit without a rank.
    """
    plain = "".join(_plain(character) for character in text)
    cards: list[Card] = []
    suit: str | None = None
    suit_used = True
    suit_at = 0
    place = 0
    while place < len(plain):
        if plain[place] in SEPARATORS:
            if suit_used:
                suit = None
            place += 1
            continue
        if joker := _sign_at(plain, place, JOKER_SIGNS):
            card, length = joker
            if not suit_used:
                raise _unreadable("card-without-rank", text, at, suit_at)
            cards.append(card)
            suit = None
        elif named := _sign_at(plain, place, SUIT_SIGNS):
            if not suit_used:
                raise _unreadable("card-without-rank", text, at, suit_at)
            suit, length = named
            suit_used, suit_at = False, place
        elif ranked := _sign_at(plain, place, RANK_SIGNS):
            rank, length = ranked
            if suit is None:
                raise _unreadable("card-without-suit", text, at, place)
            cards.append(Card(suit, rank))
            suit_used = True
        else:
            raise _unreadable("card-unreadable", text, at, place)
        place += length
    if not suit_used:
        raise _unreadable("card-without-rank", text, at, suit_at)
    return tuple(cards)


def _plain(character: str) -> str:
    """One character without its width and case, still one character, so that places stay what they are."""
    folded = unicodedata.normalize("NFKC", character).upper()
    return folded if len(folded) == 1 else character


def _unreadable(code: str, text: str, at: str, place: int) -> Refused:
    values = {"position": place + 1, "found": text[place], "text": text}
    return Refused([Problem(code, f"{at}:{place + 1}", values)])


def write_cards(cards: Iterable[Card]) -> str:
    """The cards as ``HK HK BJ``, in the order given; ``read_cards`` reads it back."""
    return " ".join(str(card) for card in cards)


def points_of(cards: Iterable[Card]) -> int:
    """The card points of all ``cards`` together."""
    return sum(card.points for card in cards)
