"""Which combinations a set of cards is: the highest form first, as the regulation orders forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rules.answers import Problem, Refused
from rules.cards.cards import Card, write_cards
from rules.cards.order import Board, Line, Order
from rules.cards.packing import Part, Parts, fits, size_of, without
from rules.cards.shapes import SINGLE, Form, Shape, cards_in, height, write_form


class Combination(NamedTuple):
    """A shape of certain cards (high to low); ``top`` is the strength of its highest card."""

    shape: Shape
    cards: tuple[Card, ...]
    top: int


Combinations = tuple[Combination, ...]


def group_of(order: Order, cards: Sequence[Card], at: str) -> str:
    """The one group that all ``cards`` belong to. Raises ``Refused`` for no cards, or cards of two suits."""
    if not cards:
        raise Refused([Problem("play-empty", at)])
    groups = {order.group(card) for card in cards}
    if len(groups) > 1:
        raise Refused([Problem("lead-of-two-suits", at, {"played": write_cards(cards)})])
    return groups.pop()


def combine(order: Order, cards: Sequence[Card], form: Form | None = None, at: str = "cards") -> Combinations:
    """The combinations that ``cards`` of one suit are, highest form first, singles last.

    ``form`` is the reading that the player named; without it the highest form that the cards allow is taken
    out, then the highest of the rest, and so on. Raises ``Refused`` if the cards are of two suits or not of
    that form.
    """
    group = group_of(order, cards, at)
    line, board = order.lines[group], order.board(cards, group)
    if form is None:
        form = highest_form(order, line, board)
    elif cards_in(form) != len(cards) or not fits(line, board, form):
        raise Refused(
            [Problem("not-this-form", at, {"played": write_cards(cards), "form": write_form(form)})]
        )
    laid = lay_highest(line, board, sorted(form, key=lambda shape: height(shape, order.rules.form_order)))
    return combinations_of(order, group, board, laid)


def highest_form(order: Order, line: Line, board: Board) -> Form:
    """The form of all cards of the board, highest shape first, each as high as what is left allows."""
    criteria = order.rules.form_order
    chosen: list[Shape] = []
    left = size_of(board)
    for shape in sorted(
        possible_shapes(order, line, board), key=lambda shape: height(shape, criteria), reverse=True
    ):
        while shape.cards <= left and fits(line, board, [*chosen, shape]):
            chosen.append(shape)
            left -= shape.cards
    return tuple(chosen) + (SINGLE,) * left


def possible_shapes(order: Order, line: Line, board: Board) -> Iterator[Shape]:
    """Every shape above a single that can be laid somewhere on the board."""
    for unit in order.rules.units:
        if unit == 1:
            continue
        longest = longest_run(line, board, unit)
        if longest:
            yield Shape(unit)
        if unit in order.rules.runs:
            yield from (Shape(unit, length) for length in range(2, longest + 1))


def longest_run(line: Line, board: Board, unit: int) -> int:
    """The most linked places one after the other that hold ``unit`` equal cards each."""
    longest = current = 0
    for row, copies in enumerate(board):
        current = current + 1 if row and line.links[row - 1] else 1
        if max(copies, default=0) < unit:
            current = 0
        longest = max(longest, current)
    return longest


def lay_highest(line: Line, board: Board, form: Iterable[Shape]) -> Parts:
    """All shapes of ``form`` laid so that the last is as high as it can be, then the one before, and so on.

    Singles are left out. The form must fit.
    """
    todo = [shape for shape in form if shape.unit > 1]
    laid: list[Part] = []
    while todo:
        shape = todo.pop()
        part = next(
            part for part in places_for(line, board, shape) if fits(line, without(board, [part]), todo)
        )
        laid.append(part)
        board = without(board, [part])
    return tuple(laid)


def places_for(line: Line, board: Board, shape: Shape) -> Iterator[Part]:
    """Every way to lay one shape, highest first."""
    for top in range(len(board) - 1, shape.length - 2, -1):
        rows = range(top - shape.length + 1, top + 1)
        if not all(line.links[row] for row in rows[:-1]):
            continue
        columns = [
            [column for column, copies in enumerate(board[row]) if copies >= shape.unit] for row in rows
        ]
        for choice in product(*columns):
            yield Part(shape, tuple(zip(rows, choice, strict=True)))


def combinations_of(order: Order, group: str, board: Board, parts: Parts) -> Combinations:
    """The laid parts as cards, and every card that is left over as a single."""
    places = order.lines[group].places
    made = [
        Combination(
            part.shape,
            tuple(
                places[row].cards[column]
                for (row, column), copies in reversed(list(part.copies()))
                for _ in range(copies)
            ),
            part.top,
        )
        for part in parts
    ]
    rest = reversed(order.cards_on(without(board, parts), group))
    singles = [Combination(SINGLE, (card,), order.strength(card)) for card in rest]
    return (*made, *singles)
