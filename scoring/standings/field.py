"""The field: every entry with its own view of every result, ready to be summed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from rules.answers import Problem, Refused

from .results import WITHOUT_OPPONENT, Entry, EntryId, Kind, Number, Result, Settings

WON, DRAWN, LOST = 2, 1, 0


class Side(NamedTuple):
    """One result as one entry sees it.

    ``opponent`` is an index, -1 for none; ``outcome`` is WON, DRAWN or LOST; ``at`` is 0 for side a, 1 for b.
    """

    round: int
    opponent: int
    points: Number
    difference: Number | None
    rungs: Number | None
    small: Number | None
    card_points: Number | None
    outcome: int
    kind: Kind
    at: int
    result: Result

    @property
    def level(self) -> str | None:
        """The level that this entry reached, as it is called."""
        levels = self.result.levels
        return None if levels is None else levels[self.at]


class Field:
    """Entries and results, indexed. Raises ``Refused`` for results that name nobody or one entry twice."""

    def __init__(self, entries: Sequence[Entry], results: Iterable[Result], settings: Settings) -> None:
        self.entries = tuple(entries)
        self.settings = settings
        self.index: dict[EntryId, int] = {entry.id: place for place, entry in enumerate(self.entries)}
        self.sides: list[list[Side]] = [[] for _ in self.entries]
        listed = [result for result in results if not result.struck]
        self._refuse(listed)
        self.rounds: tuple[int, ...] = tuple(
            sorted({result.round for result in listed if result.kind is not Kind.ADJUSTMENT})
        )
        self._greatest = self._greatest_by_round(listed)
        for result in listed:
            self._file(result)
        if any(
            isinstance(difference, str)
            for result in listed
            if result.difference is not None
            for difference in result.difference
        ):
            self._settle_differences()

    def _refuse(self, listed: Sequence[Result]) -> None:
        problems: list[Problem] = []
        if len(self.index) != len(self.entries):
            seen: set[EntryId] = set()
            for place, entry in enumerate(self.entries):
                if entry.id in seen:
                    problems.append(Problem("entry-twice", f"entries[{place}]", {"entry": entry.id}))
                seen.add(entry.id)
        for place, result in enumerate(listed):
            if result.a not in self.index:
                problems.append(Problem("entry-unknown", f"results[{place}].a", {"entry": result.a}))
            if result.b is None:
                if result.kind not in WITHOUT_OPPONENT:
                    problems.append(Problem("opponent-missing", f"results[{place}].b", {"entry": result.a}))
            elif result.b not in self.index:
                problems.append(Problem("entry-unknown", f"results[{place}].b", {"entry": result.b}))
            elif result.a == result.b:
                problems.append(Problem("entry-against-itself", f"results[{place}]", {"entry": result.a}))
        if problems:
            raise Refused(problems)

    @staticmethod
    def _greatest_by_round(listed: Sequence[Result]) -> dict[int, Number]:
        """The greatest difference won in each round: what "maximum" is worth there."""
        greatest: dict[int, Number] = {}
        for result in listed:
            if result.kind is Kind.PLAYED and result.difference is not None:
                for difference in result.difference:
                    if not isinstance(difference, str) and difference > greatest.get(result.round, 0):
                        greatest[result.round] = difference
        return greatest

    def _file(self, result: Result) -> None:
        kind, winner = result.kind, result.winner
        a = self.index[result.a]
        b = -1 if result.b is None else self.index[result.b]
        level = DRAWN if kind is Kind.PLAYED else LOST
        outcomes = (WON, LOST) if winner == "a" else (LOST, WON) if winner == "b" else (level, level)
        difference, rungs, small, cards = result.difference, result.rungs, result.small, result.card_points
        for me, opponent, at in ((a, b, 0), (b, a, 1)):
            if me < 0:
                continue
            own = None if difference is None else difference[at]
            if isinstance(own, str):
                own = self._greatest.get(result.round, 0) if own == "maximum" else None
            self.sides[me].append(
                Side(
                    result.round,
                    opponent,
                    result.points[at],
                    own,
                    None if rungs is None else rungs[at],
                    own if small is None else small[at],
                    None if cards is None else cards[at],
                    outcomes[at],
                    kind,
                    at,
                    result,
                )
            )

    def _settle_differences(self) -> None:
        """Give an "average" difference its number: the mean of the entry's own played matches."""
        for sides in self.sides:
            played = [
                side.difference for side in sides if side.kind is Kind.PLAYED and side.difference is not None
            ]
            mean: Number = sum(played) / len(played) if played else 0
            for place, side in enumerate(sides):
                difference = side.result.difference
                if difference is None:
                    continue
                if difference[side.at] == "average":
                    small = mean if side.result.small is None else side.small
                    sides[place] = side._replace(difference=mean, small=small)

    @cached_property
    def earned(self) -> list[Number]:
        """Match points of this stage, by entry."""
        return [sum(side.points for side in sides) for sides in self.sides]

    @cached_property
    def has_levels(self) -> bool:
        """Whether any result knows levels."""
        return any(side.rungs is not None for sides in self.sides for side in sides)
