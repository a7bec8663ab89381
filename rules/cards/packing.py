"""Can these shapes be laid out of these cards at the same time? And if so, where?

One pass along a line of places, lowest first. What has to be remembered between two places is which shapes
are still to come and which runs are still open; with at most four copies of a card no more than two runs
can be open at once, so the number of such states, and with it the work, is bounded by the size of the line
and the number of different shapes, however many ways there are to choose cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.cards.order import Board, Line
from rules.cards.shapes import Form, Shape

FOUR = 4
TRACTOR = Shape(2, 2)


class Breaking(NamedTuple):
    """What must be broken up to make a shape.

    ``runs``: a run may be made of larger sets (``any``), only if at least one of its units is held as such
    (``with_unit``), or only of units held as such (``never``). ``units``: a lone unit may come out of a
    larger set. ``four_is_tractor``: a four serves where a tractor of two pairs is asked for.
    """

    runs: str = "any"
    units: bool = True
    four_is_tractor: bool = False


FREELY = Breaking()


class Part(NamedTuple):
    """One laid shape: ``spots`` are row and column of each of its units, from low to high."""

    shape: Shape
    spots: tuple[tuple[int, int], ...]

    @property
    def top(self) -> int:
        """The place of its highest unit."""
        return self.spots[-1][0]

    def copies(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Each spot with the number of cards that the part takes there."""
        each = self.shape.cards // len(self.spots)
        return ((spot, each) for spot in self.spots)


class _Run(NamedTuple):
    """An open run: units still missing, whether one of its units is held as such, where it lies so far."""

    unit: int
    missing: int
    whole: bool
    shape: Shape
    spots: tuple[tuple[int, int], ...]

    @property
    def state(self) -> tuple[int, int, bool]:
        return self.unit, self.missing, self.whole


Parts = tuple[Part, ...]


def fits(
    line: Line,
    board: Board,
    shapes: Iterable[Shape],
    breaking: Breaking = FREELY,
    held: Board | None = None,
) -> bool:
    """Whether all ``shapes`` can be laid out of ``board`` at once, no card used twice.

    What counts as a larger set is told by ``held``, the whole hand, where the board is only a part of it.
    """
    return lay(line, board, shapes, breaking, held) is not None


def lay(
    line: Line,
    board: Board,
    shapes: Iterable[Shape],
    breaking: Breaking = FREELY,
    held: Board | None = None,
) -> Parts | None:
    """One way to lay all ``shapes`` (singles are left out), or None if there is none."""
    wanted = Counter(shape for shape in shapes if shape.unit > 1)
    if not wanted:
        return ()
    return _Packing(line, board, breaking, held or board).solve(tuple(sorted(wanted.items(), reverse=True)))


class _Room(NamedTuple):
    """What the rows of a board from each one upwards can hold at most: ``sets`` of a size, and the
    ``longest`` run of linked ones. Never too small: what does not fit into it need not be tried."""

    sets: list[int]
    longest: list[int]


@lru_cache(maxsize=128)
def _room(links: tuple[bool, ...], board: Board, unit: int) -> _Room:
    sets, longest = [0] * (len(board) + 1), [0] * (len(board) + 1)
    run = 0
    for row in range(len(board) - 1, -1, -1):
        sets[row] = sets[row + 1] + sum(copies // unit for copies in board[row])
        linked = row < len(links) and links[row]
        run = (run if linked else 0) + 1 if max(board[row], default=0) >= unit else 0
        longest[row] = max(longest[row + 1], run)
    return _Room(sets, longest)


Wanted = tuple[tuple[Shape, int], ...]


class _Packing:
    def __init__(self, line: Line, board: Board, breaking: Breaking, held: Board) -> None:
        self.line = line
        self.board = board
        self.breaking = breaking
        self.held = held
        self.dead: set[tuple[int, Wanted, tuple[tuple[int, int, bool], ...]]] = set()
        self.rooms: dict[int, _Room] = {}

    def solve(self, wanted: Wanted) -> Parts | None:
        self.rooms = {
            unit: _room(self.line.links, self.board, unit) for unit in {shape.unit for shape, _ in wanted}
        }
        return self._from_row(0, wanted, ())

    def _from_row(self, row: int, wanted: Wanted, due: tuple[_Run, ...]) -> Parts | None:
        """Lay everything that is wanted and due from ``row`` upwards."""
        if not wanted and not due:
            return ()
        if not self._roomy(row, wanted, due):
            return None
        state = (row, wanted, tuple(sorted(run.state for run in due)))
        if state in self.dead:
            return None
        found = self._at_spot(row, 0, self.board[row][0], wanted, due, ())
        if found is None:
            self.dead.add(state)
        return found

    def _roomy(self, row: int, wanted: Wanted, due: tuple[_Run, ...]) -> bool:
        """Whether the rows from ``row`` upwards have room enough for all this, as far as counting tells."""
        for unit, room in self.rooms.items():
            needed = 0
            for shape, number in wanted:
                if shape.unit >= unit:
                    needed += shape.length * number
                if shape.unit == unit and shape.length > room.longest[row] and not self._by_four(shape):
                    return False
            for run in due:
                if run.unit >= unit:
                    needed += run.missing
            if needed > room.sets[row]:
                return False
        return True

    def _by_four(self, shape: Shape) -> bool:
        return shape == TRACTOR and self.breaking.four_is_tractor

    def _at_spot(
        self,
        row: int,
        column: int,
        left: int,
        wanted: Wanted,
        due: tuple[_Run, ...],
        onward: tuple[_Run, ...],
    ) -> Parts | None:
        """Use what is ``left`` of one card; then the row's other cards; then the next row."""
        held = self.held[row][column]
        if left > 1:
            for index, run in enumerate(due):
                if left < run.unit or not self._may_run_on(run.unit, held):
                    continue
                laid = run._replace(
                    missing=run.missing - 1,
                    whole=run.whole or held == run.unit,
                    spots=(*run.spots, (row, column)),
                )
                rest = due[:index] + due[index + 1 :]
                found = self._with_run(row, column, left - run.unit, wanted, rest, onward, laid)
                if found is not None:
                    return found
            for index, (shape, _) in enumerate(wanted):
                found = self._start(row, column, left, wanted, due, onward, index, shape)
                if found is not None:
                    return found
        if column + 1 < len(self.board[row]):
            return self._at_spot(row, column + 1, self.board[row][column + 1], wanted, due, onward)
        if due or (onward and not (row < len(self.line.links) and self.line.links[row])):
            return None
        return self._from_row(row + 1, wanted, onward)

    def _start(
        self,
        row: int,
        column: int,
        left: int,
        wanted: Wanted,
        due: tuple[_Run, ...],
        onward: tuple[_Run, ...],
        index: int,
        shape: Shape,
    ) -> Parts | None:
        """Begin one of the wanted shapes here."""
        held = self.held[row][column]
        spot = ((row, column),)
        if left == FOUR and self._by_four(shape):
            found = self._at_spot(row, column, 0, _one_less(wanted, index), due, onward)
            if found is not None:
                return (Part(shape, spot), *found)
        if left < shape.unit:
            return None
        if not shape.is_run:
            if not self.breaking.units and held != shape.unit:
                return None
            rest = _one_less(wanted, index)
            found = self._at_spot(row, column, left - shape.unit, rest, due, onward)
            return None if found is None else (Part(shape, spot), *found)
        if not (row < len(self.line.links) and self.line.links[row]) or not self._may_run_on(
            shape.unit, held
        ):
            return None
        run = _Run(shape.unit, shape.length - 1, held == shape.unit, shape, spot)
        rest = _one_less(wanted, index)
        return self._with_run(row, column, left - shape.unit, rest, due, onward, run)

    def _with_run(
        self,
        row: int,
        column: int,
        left: int,
        wanted: Wanted,
        due: tuple[_Run, ...],
        onward: tuple[_Run, ...],
        run: _Run,
    ) -> Parts | None:
        """Go on after a run has got its unit here: it is complete, or it must go on in the next row."""
        if run.missing:
            return self._at_spot(row, column, left, wanted, due, (*onward, run))
        if self.breaking.runs == "with_unit" and not run.whole:
            return None
        found = self._at_spot(row, column, left, wanted, due, onward)
        return None if found is None else (Part(run.shape, run.spots), *found)

    def _may_run_on(self, unit: int, held: int) -> bool:
        return self.breaking.runs != "never" or held == unit


def _one_less(wanted: Wanted, index: int) -> Wanted:
    shape, number = wanted[index]
    fewer = ((shape, number - 1),) if number > 1 else ()
    return wanted[:index] + fewer + wanted[index + 1 :]


def without(board: Board, parts: Iterable[Part]) -> Board:
    """The board when the cards of ``parts`` are gone."""
    rows = [list(row) for row in board]
    for part in parts:
        for (row, column), copies in part.copies():
            rows[row][column] -= copies
    return tuple(tuple(row) for row in rows)


def size_of(board: Board) -> int:
    """How many cards lie on the board."""
    return sum(map(sum, board))


def form_of(parts: Iterable[Part]) -> Form:
    """The shapes of the parts, in their order."""
    return tuple(part.shape for part in parts)
