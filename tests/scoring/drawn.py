"""Invented tournaments for property tests: random, but playable."""

from __future__ import annotations

from hypothesis import strategies as st

from scoring.standings import Entry, Kind, Result

LEVELS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
KEYS = [
    "points",
    "level_difference",
    "level_difference_tied",
    "levels_won",
    "last_round",
    "head_to_head",
    "small_points",
    "wins",
    "opponents_points",
    "opponents_points_cut1",
    "opponents_points_median",
    "sonneborn_berger",
    "progressive",
    "progressive_less_first",
    "best_round",
    "card_points",
    "lots",
]


def played(round_: int, a: int, b: int, high: int, low: int) -> Result:
    """A match that ended at rungs ``high`` and ``low`` above the start."""
    winner = "a" if high > low else "b" if low > high else None
    points = (1, 1) if winner is None else (2, 0) if winner == "a" else (0, 2)
    return Result(
        round_,
        a,
        b,
        points=points,
        winner=winner,
        difference=(high - low, low - high),
        rungs=(high, low),
        levels=(LEVELS[high], LEVELS[low]),
        card_points=(5 * high, 5 * low),
    )


def forfeited(round_: int, a: int, b: int, by: str) -> Result:
    """A match that one side (or both) did not play."""
    if by == "both":
        return Result(round_, a, b, Kind.DOUBLE_FORFEIT, points=(0, 0), difference=(0, 0))
    winner = "b" if by == "a" else "a"
    return Result(
        round_,
        a,
        b,
        Kind.FORFEIT,
        points=(2, 0) if winner == "a" else (0, 2),
        winner=winner,
        difference=(0, 0),
    )


@st.composite
def tournaments(draw: st.DrawFn, unplayed: bool = True) -> tuple[list[Entry], list[Result]]:
    """Entries and their results: a few rounds of random pairs, with byes and forfeits where ``unplayed``."""
    size = draw(st.integers(2, 9))
    results: list[Result] = []
    for round_ in range(1, draw(st.integers(1, 5)) + 1):
        order = draw(st.permutations(range(1, size + 1)))
        for a, b in zip(order[::2], order[1::2], strict=False):
            fate = (
                draw(st.sampled_from(["played"] * 8 + ["a", "b", "both", "open"])) if unplayed else "played"
            )
            if fate == "played":
                results.append(played(round_, a, b, draw(st.integers(0, 12)), draw(st.integers(0, 12))))
            elif fate == "open":
                results.append(Result(round_, a, b, Kind.PENDING))
            else:
                results.append(forfeited(round_, a, b, fate))
        if size % 2 and unplayed:
            kind = draw(st.sampled_from([Kind.BYE, Kind.ASKED_BYE, Kind.FREE]))
            results.append(Result(round_, order[-1], kind=kind, points=(draw(st.sampled_from([2, 1])), 0)))
    return [Entry(number) for number in range(1, size + 1)], results
