"""Round robin in Berger order: everybody meets everybody, home and away as evenly as can be."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .lots import Lots
from .values import EntryId, Seed

Round = tuple[tuple[int, int], ...]


def round_robin(size: int, double: bool = False) -> tuple[Round, ...]:
    """The rounds for numbers 1 to ``size`` in Berger order, home number first in each pair.

    Odd sizes: who has the bye is the one not named in a round. ``double``: all rounds again, sides exchanged.

    >>> round_robin(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    even = size + size % 2
    ring = even - 1
    rounds: list[Round] = []
    for number in range(ring):
        # The first of round r+1 is half the ring further on; pairs lie symmetrically about it.
        centre = number * (even // 2) % ring
        pairs: list[tuple[int, int]] = [(centre + 1, even) if number % 2 == 0 else (even, centre + 1)]
        pairs += [((centre + step) % ring + 1, (centre - step) % ring + 1) for step in range(1, even // 2)]
        rounds.append(tuple(pair for pair in pairs if size == even or even not in pair))
    if double:
        rounds += [tuple((away, home) for home, away in pairs) for pairs in rounds]
    return tuple(rounds)


def drawn_round_robin(
    entries: Sequence[EntryId], *, double: bool = False, seed: Seed | None = None
) -> tuple[tuple[tuple[EntryId, EntryId], ...], ...]:
    """The Berger rounds of ``entries``, who take the numbers in their order, or by lot where ``seed`` is
    given.
    """
    numbered = list(entries) if seed is None else Lots(seed).order(entries)
    return tuple(
        tuple((numbered[home - 1], numbered[away - 1]) for home, away in pairs)
        for pairs in round_robin(len(numbered), double)
    )


def withdrawal_effect(played: int, matches: int, share: Fraction = Fraction(1, 2)) -> str:
    """What becomes of an entry's results when it withdraws after ``played`` of ``matches``.

    ``strike``: less than ``share`` of the schedule was played, and all its results leave the table.
    ``forfeit``: they stand, and what is left is forfeited to the opponents.
    """
    return "strike" if played < share * matches else "forfeit"
