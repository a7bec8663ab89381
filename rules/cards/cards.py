"""Cards, what they count, and the text in which people write them.

A card is written as suit and rank: ``SA``, ``♠A``, ``黑桃A``; several ranks may follow one suit (``H5566``).
The rank may come first instead: ``7H``, ``5566♥``. Ten is ``10`` or ``T``; 对 before a card makes it two.
The jokers are ``BJ`` or ``大王`` (big) and ``LJ`` or ``小王`` (little), because ``SJ`` is the jack of spades;
``RJ``, the red one, is the big joker too. Spaces, commas and Chinese commas may stand between cards.

>>> write_cards(read_cards("♠A hK 7d 黑桃10 大王"))
'SA HK D7 S10 BJ'
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
    "BJ": BIG_JOKER, "RJ": BIG_JOKER, "大王": BIG_JOKER, "大鬼": BIG_JOKER, "DW": BIG_JOKER,
    "LJ": LITTLE_JOKER, "小王": LITTLE_JOKER, "小鬼": LITTLE_JOKER, "XW": LITTLE_JOKER,
}  # fmt: skip
TWICE = ("一对", "对")
SEPARATORS = frozenset(" \t\r\n,.;|/+，、。；·\u3000\ufe0e\ufe0f")
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
    card, a rank without its suit, a suit without a rank, and a ``BJ`` (big, or black?) beside an ``RJ``.
    """
    return _Reading(text, at).cards()


class _Reading:
    """A text on its way to cards. ``suit`` is the suit that ranks belong to, until a space ends it.

    ``suit_at`` and ``twice_at`` are where a suit and 对 stand that still wait for their rank.
    """

    def __init__(self, text: str, at: str) -> None:
        self.text = text
        self.at = at
        self.plain = "".join(map(_plain, text))
        self.read: list[Card] = []
        self.suit: str | None = None
        self.suit_at: int | None = None
        self.twice_at: int | None = None

    def cards(self) -> tuple[Card, ...]:
        place = 0
        while place < len(self.plain):
            place += self._step(place)
        self._no_suit_open()
        if self.twice_at is not None:
            raise self._refused("card-without-rank", self.twice_at)
        red, black = self.plain.find("RJ"), self.plain.find("BJ")
        if min(red, black) >= 0:
            raise self._refused("joker-ambiguous", black)
        return tuple(self.read)

    def _step(self, place: int) -> int:
        """Read the sign at ``place``. Answers with how many characters it has."""
        if self.plain[place] in SEPARATORS:
            if self.suit_at is None:
                self.suit = None
            return 1
        if twice := next((sign for sign in TWICE if self.plain.startswith(sign, place)), None):
            if self.twice_at is not None:
                raise self._refused("card-without-rank", self.twice_at)
            self.twice_at = place
            return len(twice)
        if joker := _sign_at(self.plain, place, JOKER_SIGNS):
            self._no_suit_open()
            self._take(joker[0])
            self.suit = None
            return joker[1]
        if named := _sign_at(self.plain, place, SUIT_SIGNS):
            self._no_suit_open()
            self.suit, length = named
            self.suit_at = place
            return length
        if ranked := _sign_at(self.plain, place, RANK_SIGNS):
            if self.suit is None:
                return self._ranks_first(place)
            self._take(Card(self.suit, ranked[0]))
            return ranked[1]
        raise self._refused("card-unreadable", place)

    def _ranks_first(self, place: int) -> int:
        """Ranks before their suit: ``7H``, ``5566♥``."""
        ranks = []
        end = place
        while ranked := _sign_at(self.plain, end, RANK_SIGNS):
            ranks.append(ranked[0])
            end += ranked[1]
        named = None if _sign_at(self.plain, end, JOKER_SIGNS) else _sign_at(self.plain, end, SUIT_SIGNS)
        if named is None:
            raise self._refused("card-without-suit", place)
        for rank in ranks:
            self._take(Card(named[0], rank))
        return end + named[1] - place

    def _take(self, card: Card) -> None:
        self.read += [card] * (1 if self.twice_at is None else 2)
        self.suit_at = self.twice_at = None

    def _no_suit_open(self) -> None:
        if self.suit_at is not None:
            raise self._refused("card-without-rank", self.suit_at)

    def _refused(self, code: str, place: int) -> Refused:
        values = {"position": place + 1, "found": self.text[place], "text": self.text}
        return Refused([Problem(code, f"{self.at}:{place + 1}", values)])


def _plain(character: str) -> str:
    """One character without its width and case, still one character, so that places stay what they are."""
    folded = unicodedata.normalize("NFKC", character).upper()
    return folded if len(folded) == 1 else character


def write_cards(cards: Iterable[Card]) -> str:
    """The cards as ``HK HK BJ``, in the order given; ``read_cards`` reads it back."""
    return " ".join(str(card) for card in cards)


def points_of(cards: Iterable[Card]) -> int:
    """The card points of all ``cards`` together."""
    return sum(card.points for card in cards)
