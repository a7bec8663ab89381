"""The order of cards under a level and a trump suit, and which of them are neighbours.

Cards fall into groups that must be followed: the trumps, and what is left of each side suit. A group is a
line of places from low to high. Cards in one place are equally strong; a tractor runs over linked places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.answers import Problem, Refused
from rules.cards.card_rules import CardRules
from rules.cards.cards import BIG_JOKER, JOKER, LITTLE_JOKER, RANKS, SUITS, Card

TRUMPS = "T"
NO_TRUMP = "NT"


class Place(NamedTuple):
    """One place in a group's line: what stands there (``step``), and the cards, all equally strong."""

    step: str
    cards: tuple[Card, ...]


class Line(NamedTuple):
    """A group's places from low to high; ``links[i]``: whether a tractor may run from place i to i+1."""

    places: tuple[Place, ...]
    links: tuple[bool, ...]


Board = tuple[tuple[int, ...], ...]
"""How many copies of each card of a line are held: one row a place, one number a card."""


class Order:
    """Everything that follows from level and trump: groups, strength, neighbours.

    ``level`` is a rank, or None where the rung is none (then there are no level cards); ``trump`` one of S,
    H, C, D or None for no trump. Raises ``Refused`` if either is something else.
    """

    def __init__(self, rules: CardRules, level: str | None, trump: str | None) -> None:
        problems = []
        if level is not None and level not in RANKS:
            problems.append(Problem("level-unknown", "level", {"level": level, "ranks": ", ".join(RANKS)}))
        if trump is not None and trump not in SUITS:
            problems.append(Problem("trump-unknown", "trump", {"trump": trump}))
        if problems:
            raise Refused(problems)
        self.rules = rules
        self.level = level
        self.trump = trump
        self.permanent = tuple(rank for rank in rules.permanent if rank != level)
        self.lines: dict[str, Line] = {}
        self._spots: dict[Card, tuple[str, int, int]] = {}
        for group, line in (
            (TRUMPS, self._trump_line()),
            *((suit, self._side_line(suit)) for suit in SUITS if suit != trump),
        ):
            self.lines[group] = line
            for index, place in enumerate(line.places):
                for column, card in enumerate(place.cards):
                    self._spots[card] = (group, index, column)

    def group(self, card: Card) -> str:
        """``T`` for a trump, else the side suit's letter."""
        return self._spots[card][0]

    def strength(self, card: Card) -> int:
        """The card's place in its group, 0 for the lowest. Equal numbers are equally strong."""
        return self._spots[card][1]

    def spot(self, card: Card) -> tuple[int, int]:
        """Row and column of the card on its group's board."""
        return self._spots[card][1:]

    def high_to_low(self, cards: Iterable[Card]) -> list[Card]:
        """The cards sorted for reading: trumps first, then suit by suit, each from high to low."""
        groups = {group: index for index, group in enumerate((TRUMPS, *SUITS))}
        suits = {suit: index for index, suit in enumerate((JOKER, *SUITS))}
        return sorted(
            cards, key=lambda card: (groups[self.group(card)], -self.strength(card), suits[card.suit])
        )

    def board(self, cards: Iterable[Card], group: str) -> Board:
        """How many copies of each card of ``group`` are among ``cards``."""
        rows = [[0] * len(place.cards) for place in self.lines[group].places]
        for card in cards:
            found, row, column = self._spots[card]
            if found == group:
                rows[row][column] += 1
        return tuple(tuple(row) for row in rows)

    def cards_on(self, board: Board, group: str) -> list[Card]:
        """The cards of a board, from low to high."""
        return [
            card
            for place, row in zip(self.lines[group].places, board, strict=True)
            for card, copies in zip(place.cards, row, strict=True)
            for _ in range(copies)
        ]

    def check(self, held: Mapping[str, Sequence[Card]]) -> None:
        """Whether all these cards can be on one table, each set under the name of its place.

        Raises ``Refused`` for a joker where there are none, and for more copies of a card than decks.
        """
        problems: list[Problem] = []
        copies: Counter[Card] = Counter()
        for at, cards in held.items():
            before = copies.copy()
            copies.update(cards)
            for card in dict.fromkeys(cards):
                values = {"card": str(card), "copies": copies[card], "decks": self.rules.decks}
                if card not in self._spots:
                    problems.append(Problem("card-not-in-deck", at, values))
                elif before[card] <= self.rules.decks < copies[card]:
                    problems.append(Problem("too-many-copies", at, values))
        if problems:
            raise Refused(problems)

    def _plain_places(self, suit: str) -> list[Place]:
        return [
            Place("plain", (Card(suit, rank),))
            for rank in RANKS
            if rank != self.level and rank not in self.permanent
        ]

    def _side_line(self, suit: str) -> Line:
        places = self._plain_places(suit)
        return Line(tuple(places), self._links(places))

    def _trump_line(self) -> Line:
        places = self._plain_places(self.trump) if self.trump else []
        others = [suit for suit in SUITS if suit != self.trump]
        for rank in reversed(self.permanent):
            places.append(Place("side_permanent", tuple(Card(suit, rank) for suit in others)))
            if self.trump:
                places.append(Place("trump_permanent", (Card(self.trump, rank),)))
        if self.level:
            sides = [Card(suit, self.level) for suit in others]
            if ordered := self.rules.side_levels:
                sides.sort(
                    key=lambda card: -ordered.index(card.suit) if card.suit in ordered else -len(SUITS)
                )
                places += [Place("side_level", (card,)) for card in sides]
            else:
                places.append(Place("side_level", tuple(sides)))
            if self.trump:
                places.append(Place("trump_level", (Card(self.trump, self.level),)))
        if self.rules.jokers:
            places += [Place("little_joker", (LITTLE_JOKER,)), Place("big_joker", (BIG_JOKER,))]
        return Line(tuple(places), self._links(places))

    def _links(self, places: Sequence[Place]) -> tuple[bool, ...]:
        return tuple(self._linked(lower, upper) for lower, upper in pairwise(places))

    def _linked(self, lower: Place, upper: Place) -> bool:
        if lower.step == upper.step == "plain":
            gap = RANKS.index(upper.cards[0].rank) - RANKS.index(lower.cards[0].rank)
            return gap == 1 or self.rules.across_level
        return (upper.step, lower.step) in self.rules.links
