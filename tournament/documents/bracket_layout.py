"""Where the boxes of a bracket stand: the same places on paper and on the screen. Plain geometry, nothing
drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.documents.geometry import Rect

CHAMPION_SHARE = 0.85
JOIN = 0.11  # of a column, for the lines between two rounds
HIGHEST_SLOT = 30.0
WIDEST_COLUMN = 190.0


@dataclass(frozen=True, slots=True)
class Place:
    """The box of one match: which round and which match in it, counted from 0; its two lines."""

    round: int
    index: int
    box: Rect

    @property
    def slots(self) -> tuple[Rect, Rect]:
        """The upper and the lower line of the box."""
        upper, lower = self.box.rows(2)
        return upper, lower


@dataclass(frozen=True, slots=True)
class BracketLayout:
    """The places of all matches, the joining lines, the column of each round, and where the winner stands."""

    places: tuple[Place, ...]
    joins: tuple[tuple[float, float, float, float], ...]
    columns: tuple[Rect, ...]
    champion: Rect


def lay_out(present: Sequence[Sequence[bool]], width: float, height: float) -> BracketLayout:
    """Lay a bracket out in a rectangle of this size.

    ``present`` has a row for each round, the first one longest and each half as long as the one before;
    ``False`` stands for a match that is not played (a bye). Raises ``ValueError`` for rows of other
    lengths.
    """
    rounds = len(present)
    for number, row in enumerate(present):
        if len(row) != 2 ** (rounds - 1 - number):
            raise ValueError(f"round {number + 1} of {rounds} has {len(row)} matches")
    shares = _shares(rounds)
    unit = min(width / (sum(shares) + CHAMPION_SHARE), WIDEST_COLUMN)
    leaf = height / (2 * len(present[0]))
    slot = min(leaf * 0.9, HIGHEST_SLOT)
    starts = [unit * sum(shares[:number]) for number in range(rounds + 1)]
    columns = [Rect(starts[n], 0, unit * (shares[n] - JOIN), height) for n in range(rounds)]
    places: dict[tuple[int, int], Place] = {}
    joins: list[tuple[float, float, float, float]] = []
    for number, row in enumerate(present):
        step = height / len(row)
        for index, is_played in enumerate(row):
            if not is_played:
                continue
            middle = height - (index + 0.5) * step
            box = Rect(columns[number].x, middle - slot, columns[number].width, 2 * slot)
            places[number, index] = Place(number, index, box)
            for side in (0, 1):
                feeder = places.get((number - 1, 2 * index + side))
                if feeder is not None:
                    joins.extend(_join(feeder.box, box, slot * (0.5 + side)))
    champion = Rect(starts[rounds], height / 2 - slot, unit * CHAMPION_SHARE, 2 * slot)
    last = places.get((rounds - 1, 0))
    if last is not None:
        joins.append((last.box.right, height / 2, champion.x, height / 2))
    return BracketLayout(tuple(places.values()), tuple(joins), tuple(columns), champion)


def _shares(rounds: int) -> list[float]:
    """How wide the columns are: the first has the branches too and needs more the more rounds share the
    width.
    """
    first = 1.0 + 0.16 * (rounds - 1)
    return [first, *[1.0 + 0.5 * (first - 1.0) / number for number in range(1, rounds)]]


def _join(feeder: Rect, box: Rect, down: float) -> list[tuple[float, float, float, float]]:
    """The three lines from the middle of a box to the line of the next one that its winner takes."""
    bend = (feeder.right + box.x) / 2
    target = box.top - down
    return [
        (feeder.right, feeder.middle, bend, feeder.middle),
        (bend, feeder.middle, bend, target),
        (bend, target, box.x, target),
    ]
