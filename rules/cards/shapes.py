"""Shapes: what a combination is, without saying of which cards.

``1`` a single, ``2`` a pair, ``3`` a triple, ``4`` a four; ``2+2`` a tractor of two pairs, ``3+3`` a run of
two triples. A form is several shapes, highest first, written with commas: ``2+2,2,1``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

LARGEST_UNIT = 4
MOST_PARTS = 100
LONGEST_RUN = 13 + 8  # thirteen ranks, and what can stand above the ace of trumps


class Shape(NamedTuple):
    """``length`` neighbouring units of ``unit`` equal cards each."""

    unit: int
    length: int = 1

    def __str__(self) -> str:
        return "+".join([str(self.unit)] * self.length)

    @property
    def cards(self) -> int:
        """How many cards it takes."""
        return self.unit * self.length

    @property
    def is_run(self) -> bool:
        """Whether it is a tractor or a bulldozer: at least two neighbouring units."""
        return self.length > 1


Form = tuple[Shape, ...]

SINGLE = Shape(1)


def read_shape(text: str) -> Shape:
    """The shape written as ``3`` or ``2+2``. Raises ``ValueError`` for anything else (also ``3+2``)."""
    units = [int(part) for part in text.split("+")]
    if len(set(units)) != 1 or not 1 <= units[0] <= LARGEST_UNIT or len(units) > LONGEST_RUN:
        raise ValueError(text)
    if units[0] == 1 and len(units) > 1:
        raise ValueError(text)
    return Shape(units[0], len(units))


def read_form(text: str) -> Form:
    """The shapes that are written with commas; nothing for an empty text. Raises ``ValueError``."""
    shapes: list[Shape] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        shape, _, number = part.partition("×")
        times = int(number or "1")
        if not 1 <= times <= MOST_PARTS:
            raise ValueError(text)
        shapes += [read_shape(shape)] * times
    return tuple(shapes)


def write_form(form: Iterable[Shape]) -> str:
    """The form as ``2+2,2,1``; more than three equal shapes are counted: ``1×5``."""
    counted: dict[Shape, int] = {}
    for shape in form:
        counted[shape] = counted.get(shape, 0) + 1
    return ",".join(
        f"{shape}×{number}" if number > 3 else ",".join([str(shape)] * number)
        for shape, number in counted.items()
    )


def cards_in(form: Iterable[Shape]) -> int:
    """How many cards a form takes."""
    return sum(shape.cards for shape in form)


def height(shape: Shape, criteria: Iterable[str]) -> tuple[int, ...]:
    """How high a shape stands in a regulation's order of forms; greater is higher.

    ``criteria`` are compared one after the other: ``run`` (a run above any unit), ``cards``, ``unit``,
    ``length``.
    """
    measures = {
        "run": int(shape.is_run),
        "cards": shape.cards,
        "unit": shape.unit,
        "length": shape.length,
    }
    return tuple(measures[criterion] for criterion in criteria)
