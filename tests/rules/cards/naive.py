"""The rules of following, throwing and winning once more, as slowly and plainly as they can be said.

Everything here is enumerated: a hand is a tuple of how many copies it holds of each rank of one suit,
neighbours in the tuple are neighbours in rank. Nothing of the engine is used, so that the two can be held
against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

Counts = tuple[int, ...]
Shape = tuple[int, int]  # size of the unit, number of neighbouring units


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number of at most ``total`` as a falling sum of numbers up to ``largest``."""
    yield ()
    for first in range(1, min(total, largest) + 1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def ladder(shape: Shape) -> list[tuple[Shape, ...]]:
    """Everything that may be asked for one led shape: long runs before short, big units before small."""

    def below(unit: int, room: int) -> list[tuple[tuple[int, ...], ...]]:
        if unit < 2:
            return [()]
        return [
            (runs, *rest) for runs in partitions(room, room) for rest in below(unit - 1, room - sum(runs))
        ]

    unit, length = shape
    ranked = sorted(below(unit, length), reverse=True)
    return [
        tuple((unit - down, run) for down, runs in enumerate(levels) for run in runs) for levels in ranked
    ]


def layings(
    hand: Counts, form: tuple[Shape, ...], whole: Counts, with_unit: bool
) -> Iterator[tuple[int, ...]]:
    """Every way to lay all shapes of ``form`` out of ``hand``, each as the tuple of their highest ranks.

    With ``with_unit`` a run needs one rank that the ``whole`` hand holds exactly as often as its unit says.
    """
    if not form:
        yield ()
        return
    (unit, length), *rest = form
    for start in range(len(hand) - length + 1):
        rows = range(start, start + length)
        if any(hand[row] < unit for row in rows):
            continue
        if with_unit and length > 1 and all(whole[row] != unit for row in rows):
            continue
        left = tuple(held - unit if row in rows else held for row, held in enumerate(hand))
        for tops in layings(left, tuple(rest), whole, with_unit):
            yield (start + length - 1, *tops)


def can_lay(hand: Counts, form: tuple[Shape, ...], with_unit: bool = False) -> bool:
    wanted = tuple(shape for shape in form if shape[0] > 1)
    return next(layings(hand, wanted, hand, with_unit), None) is not None


Lists = Mapping[Shape, list[tuple[Shape, ...]]]


def owed(
    hand: Counts, led: tuple[Shape, ...], with_unit: bool = False, lists: Lists | None = None
) -> tuple[Shape, ...]:
    """The first of everything that may be asked for, part by part, which the hand can lay all at once.

    ``lists`` are a regulation's own lists in place of the general ladder.
    """
    for asked in product(*((lists or {}).get(shape) or ladder(shape) for shape in led)):
        form = tuple(shape for part in asked for shape in part)
        if can_lay(hand, form, with_unit):
            return tuple(sorted(form, reverse=True))
    raise AssertionError("the empty form can always be laid")


def plays(hand: Counts, cards: int) -> Iterator[Counts]:
    """Every different choice of so many cards."""
    for chosen in product(*(range(held + 1) for held in hand)):
        if sum(chosen) == cards:
            yield chosen


def legal(
    hand: Counts, led: tuple[Shape, ...], with_unit: bool = False, lists: Lists | None = None
) -> set[Counts]:
    """Every legal play of cards of the led suit from a hand that holds more of it than were led."""
    form = owed(hand, led, with_unit, lists)
    return {play for play in plays(hand, sum(u * n for u, n in led)) if can_lay(play, form)}


def best_top(play: Counts, form: tuple[Shape, ...]) -> int | None:
    """The highest rank that the first shape of ``form`` reaches in a play; None if it is not of this form."""
    wanted = tuple(shape for shape in form if shape[0] > 1)
    if not wanted:
        return max(row for row, held in enumerate(play) if held)
    return max((tops[0] for tops in layings(play, wanted, play, False)), default=None)


def holds_whole(play: Counts, hand: Counts, form: tuple[Shape, ...]) -> bool:
    """Whether a play holds ``form`` with each lone unit out of a rank that the hand holds just as often."""
    wanted = tuple(shape for shape in form if shape[0] > 1)
    if not wanted:
        return True
    (unit, length), *rest = sorted(wanted, key=lambda shape: (shape[1], shape))
    for start in range(len(play) - length + 1):
        rows = range(start, start + length)
        if any(play[row] < unit for row in rows) or (length == 1 and hand[start] != unit):
            continue
        left = tuple(held - unit if row in rows else held for row, held in enumerate(play))
        if holds_whole(left, hand, tuple(rest)):
            return True
    return False


def owed_when_sparing(hand: Counts, led: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """What is owed when no larger set needs to be broken for a lone unit; runs may come out of anything."""
    for asked in product(*(ladder(shape) for shape in led)):
        form = tuple(shape for part in asked for shape in part)
        if holds_whole(hand, hand, form):
            return form
    raise AssertionError("the empty form can always be laid")


def legal_when_sparing(hand: Counts, led: tuple[Shape, ...]) -> set[Counts]:
    """Legal plays then: what is owed, of sets held as such; or everything, with whatever is broken."""
    spared, everything = owed_when_sparing(hand, led), owed(hand, led)
    return {
        play
        for play in plays(hand, sum(unit * length for unit, length in led))
        if holds_whole(play, hand, spared) or can_lay(play, everything)
    }
