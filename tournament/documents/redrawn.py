"""A knock-out whose rounds are each drawn anew, as the tree that it became: who won goes on to the match that
the next draw gave.

What is not drawn yet stays an empty place. Nothing here reads the database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.stages.redrawn import Met

Row = tuple["Met | None", ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """The matches of each round in their places, each row half as long as the one before; ``drawn`` rounds
    are known."""

    rows: tuple[Row, ...]
    drawn: int


def tree_of(rounds: Sequence[Sequence[Met]], last: int | None = None) -> Tree:
    """Put the matches of the drawn rounds, first round first, into the places of a tree.

    ``last`` is the round after which the stage ends, where it does not go on to one winner. A match whose
    winner did not go on (both lost, a lucky loser's) stands in a place that is free.
    """
    if not rounds:
        return Tree((), 0)
    depth = max(number + (len(row) - 1).bit_length() for number, row in enumerate(rounds, 1))
    if last is not None:
        depth = max(len(rounds), min(depth, last))
    sizes = [1 << max(depth - number, 0) for number in range(1, depth + 1)]
    widest = max(-(-len(row) // size) for row, size in zip(rounds, sizes, strict=False))
    sizes = [size * widest for size in sizes]
    at = len(rounds)
    rows: dict[int, list[Met | None]] = {at: _padded(list(rounds[at - 1]), sizes[at - 1])}
    for number in range(at - 1, 0, -1):
        rows[number] = _before(rounds[number - 1], rows[number + 1])
    for number in range(at + 1, depth + 1):
        rows[number] = [None] * sizes[number - 1]
    return Tree(tuple(tuple(rows[number]) for number in range(1, depth + 1)), at)


def _padded(row: list[Met | None], size: int) -> list[Met | None]:
    return row + [None] * (size - len(row))


def _before(played: Sequence[Met], following: Sequence[Met | None]) -> list[Met | None]:
    """The row before ``following``: each match in the place from which its winner came."""
    won: Mapping[int, Met] = {one.winner: one for one in played if one.winner is not None}
    row: list[Met | None] = [None] * (2 * len(following))
    taken: set[int] = set()
    for place, match in enumerate(following):
        for side, entry in enumerate(match.sides if match else ()):
            if entry in won and won[entry].number not in taken:
                row[2 * place + side] = won[entry]
                taken.add(won[entry].number)
    # Rather under an empty place than under a match that it does not lead to.
    free = [place for place, one in enumerate(row) if one is None]
    free.sort(key=lambda place: (following[place // 2] is not None, place))
    for one, place in zip((one for one in played if one.number not in taken), free, strict=False):
        row[place] = one
    return row
