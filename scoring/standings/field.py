"""The field: entries and results, indexed so that one pass over the results is enough for most sums.

A result seen from one entry is a ``Side``. Sides are made only where somebody looks: for an explanation, for
head to head, for entries with rounds that were not played. The sums of a large field never need them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from rules.answers import Problem, Refused

from .results import WITHOUT_OPPONENT, Difference, Entry, EntryId, Kind, Number, Result, Settings

WON, DRAWN, LOST = 2, 1, 0
NO_RESULT = frozenset({Kind.ADJUSTMENT, Kind.PENDING})
"""A round in which there is nothing else has not been played, and is no round of the table yet."""


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


class Field:
    """Entries and results, indexed. Raises ``Refused`` for results that name nobody or one entry twice.

    ``results`` are those that count; ``a`` and ``b`` the indices of their sides (-1 for none). ``earned`` are
    the match points of this stage by entry, ``has_levels`` whether any result knows levels, ``unplayed`` the
    entries with a result that was not played, ``absences`` the rounds that an entry is not mentioned in
    although others played them.
    """

    def __init__(self, entries: Sequence[Entry], results: Iterable[Result], settings: Settings) -> None:
        self.entries = tuple(entries)
        self.settings = settings
        self.results = [result for result in results if not result.struck]
        self.index: dict[EntryId, int] = {entry.id: place for place, entry in enumerate(self.entries)}
        where = self.index.get
        self.a = [where(result.a, -2) for result in self.results]
        self.b = [-1 if result.b is None else where(result.b, -2) for result in self.results]
        self._refuse()
        self.rounds: tuple[int, ...] = tuple(
            sorted({result.round for result in self.results if result.kind not in NO_RESULT})
        )
        self._sides: dict[int, list[Side]] = {}
        self._survey()

    def _refuse(self) -> None:
        """Refuse results that cannot be; the slow look at each is taken only where something is wrong."""
        bad_entries = len(self.index) != len(self.entries)
        bad_results = -2 in self.a or -2 in self.b or any(a == b for a, b in zip(self.a, self.b, strict=True))
        alone = [place for place, b in enumerate(self.b) if b == -1]
        bad_results |= any(self.results[place].kind not in WITHOUT_OPPONENT for place in alone)
        if not bad_entries and not bad_results:
            return
        problems: list[Problem] = []
        seen: set[EntryId] = set()
        for place, entry in enumerate(self.entries):
            if entry.id in seen:
                problems.append(Problem("entry-twice", f"entries[{place}]", {"entry": entry.id}))
            seen.add(entry.id)
        for place, result in enumerate(self.results):
            at = f"results[{place}]"
            if self.a[place] == -2:
                problems.append(Problem("entry-unknown", f"{at}.a", {"entry": result.a}))
            if self.b[place] == -2:
                problems.append(Problem("entry-unknown", f"{at}.b", {"entry": result.b}))
            elif result.b is None and result.kind not in WITHOUT_OPPONENT:
                problems.append(Problem("opponent-missing", f"{at}.b", {"entry": result.a}))
            elif self.a[place] == self.b[place]:
                problems.append(Problem("entry-against-itself", at, {"entry": result.a}))
        raise Refused(problems)

    def _survey(self) -> None:
        """The one pass over all results."""
        size = len(self.entries)
        earned: list[Number] = [0] * size
        seen = [0] * size
        bits = {round_: 1 << place for place, round_ in enumerate(self.rounds)}
        unplayed: set[int] = set()
        self._of: list[list[int]] = [[] for _ in self.entries]
        of = self._of
        levels = unsettled = False
        for place, (result, a, b) in enumerate(zip(self.results, self.a, self.b, strict=True)):
            points, difference = result.points, result.difference
            bit = bits.get(result.round, 0) if result.kind is not Kind.ADJUSTMENT else 0
            earned[a] += points[0]
            seen[a] |= bit
            of[a].append(place)
            if b >= 0:
                earned[b] += points[1]
                seen[b] |= bit
                of[b].append(place)
            if result.kind is not Kind.PLAYED:
                unplayed.add(a)
                if b >= 0:
                    unplayed.add(b)
            if result.rungs is not None:
                levels = True
            if difference is not None and (difference[0].__class__ is str or difference[1].__class__ is str):
                unsettled = True
        full = (1 << len(self.rounds)) - 1
        self.earned = earned
        self.has_levels = levels
        self.unplayed = frozenset(unplayed)
        self.absences: dict[int, tuple[int, ...]] = {
            me: tuple(round_ for round_, bit in bits.items() if not mask & bit)
            for me, mask in enumerate(seen)
            if mask != full
        }
        self._unsettled = unsettled
        self._totals: dict[str, list[Number]] = {}

    # -- sums ------------------------------------------------------------------------------------------------

    def totals(self, name: str) -> list[Number]:
        """The sum of one number of the results (``difference``, ``rungs``, …) for every entry."""
        found = self._totals.get(name)
        if found is None:
            found = self._totals[name] = self._total(name)
        return found

    def _total(self, name: str) -> list[Number]:
        if self._unsettled and name in ("difference", "small"):
            return [
                sum(getattr(side, name) or 0 for side in self.sides(me)) for me in range(len(self.entries))
            ]
        total: list[Number] = [0] * len(self.entries)
        for result, a, b in zip(self.results, self.a, self.b, strict=True):
            pair = getattr(result, name)
            if pair is None:
                if name != "small" or result.difference is None:
                    continue
                pair = result.difference
            total[a] += pair[0]
            if b >= 0:
                total[b] += pair[1]
        return total

    def by_round(self, name: str, adjusted: bool = False) -> list[list[Number]]:
        """One number of the results for every entry, round by round (0 where a round has none).

        Adjustments without a match are left out unless ``adjusted``.
        """
        place = {round_: at for at, round_ in enumerate(self.rounds)}
        rows: list[list[Number]] = [[0] * len(place) for _ in self.entries]
        if self._unsettled and name == "difference":
            for me, row in enumerate(rows):
                for side in self.sides(me):
                    if side.kind not in NO_RESULT:
                        row[place[side.round]] += side.difference or 0
            return rows
        for result, a, b in zip(self.results, self.a, self.b, strict=True):
            pair = getattr(result, name)
            if pair is None or (result.kind is Kind.ADJUSTMENT and not adjusted):
                continue
            at = place.get(result.round)
            if at is not None:
                rows[a][at] += pair[0]
                if b >= 0:
                    rows[b][at] += pair[1]
        return rows

    # -- sides -----------------------------------------------------------------------------------------------

    def sides(self, me: int) -> list[Side]:
        """All results of one entry as it sees them, in the order of the results."""
        found = self._sides.get(me)
        if found is None:
            found = [self._side(me, place) for place in self._of[me]]
            if self._unsettled:
                found = self._settled(found)
            self._sides[me] = found
        return found

    def levels(self, me: int) -> dict[int, str]:
        """The level that an entry reached in each round, as it is called."""
        found: dict[int, str] = {}
        for place in self._of[me]:
            result = self.results[place]
            if result.levels is not None:
                found[result.round] = result.levels[0 if self.a[place] == me else 1]
        return found

    def _side(self, me: int, place: int) -> Side:
        result = self.results[place]
        at = 0 if self.a[place] == me else 1
        difference = None if result.difference is None else result.difference[at]
        own: Number | None = self._maximum(difference, result.round)
        if result.winner is None:
            outcome = DRAWN if result.kind is Kind.PLAYED else LOST
        else:
            outcome = WON if (result.winner == "a") == (at == 0) else LOST
        return Side(
            result.round,
            self.b[place] if at == 0 else self.a[place],
            result.points[at],
            own,
            None if result.rungs is None else result.rungs[at],
            own if result.small is None else result.small[at],
            None if result.card_points is None else result.card_points[at],
            outcome,
            result.kind,
            at,
            result,
        )

    def _maximum(self, difference: Difference | None, round_: int) -> Number | None:
        if isinstance(difference, str):
            return self._greatest.get(round_, 0) if difference == "maximum" else None
        return difference

    @cached_property
    def _greatest(self) -> dict[int, Number]:
        """The greatest difference won in each round: what "maximum" is worth there."""
        greatest: dict[int, Number] = {}
        for result in self.results:
            if result.kind is Kind.PLAYED and result.difference is not None:
                for difference in result.difference:
                    if not isinstance(difference, str) and difference > greatest.get(result.round, 0):
                        greatest[result.round] = difference
        return greatest

    @staticmethod
    def _settled(sides: list[Side]) -> list[Side]:
        """The sides with each "average" difference as the mean of the entry's own played matches."""
        played = [
            side.difference for side in sides if side.kind is Kind.PLAYED and side.difference is not None
        ]
        mean: Number = sum(played) / len(played) if played else 0
        found = []
        for side in sides:
            difference = side.result.difference
            if difference is not None and difference[side.at] == "average":
                small = mean if side.result.small is None else side.small
                side = side._replace(difference=mean, small=small)
            found.append(side)
        return found
