"""The shape of a knock-out: its lines, its matches, who feeds them, and the places that they decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.answers import Problem, Reason, Refused

from .values import EntryId

ENTRY, WINNER, LOSER = "entry", "winner", "loser"
MAIN, PLACING, CONSOLATION = "main", "placing", "consolation"
LARGEST = 1024


@dataclass(frozen=True, slots=True)
class Source:
    """Who takes a seat: an ``entry``, or the ``winner`` or ``loser`` of a match (``of`` is its number)."""

    kind: str
    of: EntryId


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match: ``best`` and ``worst`` are the places that its two sides can still reach through it.

    In a consolation they are places of the consolation, counted from 1 again.
    """

    number: int
    round: int
    sides: tuple[Source, Source]
    kind: str
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Place:
    """Places ``best`` to ``worst`` go to ``source`` (shared with the others of the same places)."""

    best: int
    worst: int
    source: Source
    kind: str = MAIN


@dataclass(frozen=True, slots=True)
class Bracket:
    """A whole knock-out.

    ``lines`` are the first round's seats from top to bottom, ``None`` a bye. ``matches`` stand in the order
    of play and are numbered in it from 1. ``byes`` names who goes straight to round 2. ``can_meet[r-1]``
    counts the pairs of one branch that can meet by round r; ``separated`` says that no draw keeps them
    further apart.
    """

    size: int
    lines: tuple[EntryId | None, ...]
    matches: tuple[BracketMatch, ...]
    places: tuple[Place, ...]
    byes: tuple[EntryId, ...]
    can_meet: tuple[int, ...] = ()
    separated: bool = True
    reasons: tuple[Reason, ...] = ()

    @property
    def rounds(self) -> int:
        """Rounds of the main draw."""
        return (len(self.lines) - 1).bit_length()


def width_for(size: int) -> int:
    """Lines of a bracket for ``size`` entries: the next power of two."""
    return 1 << max(1, (size - 1).bit_length())


def best_losers_needed(winners: int) -> int:
    """How many losers fill the next round up, where a regulation lets the best of them go on.

    >>> best_losers_needed(6), best_losers_needed(8)
    (2, 0)
    """
    return width_for(winners) - winners


def seed_lines(width: int) -> list[int]:
    """Which seed stands on which line: 1 on top, 2 at the bottom, and the best can meet as late as possible.

    >>> seed_lines(8)
    [1, 8, 5, 4, 3, 6, 7, 2]
    """
    lines = [1]
    while len(lines) < width:
        doubled = 2 * len(lines) + 1
        lines = [
            seed
            for place, line in enumerate(lines)
            for seed in ((line, doubled - line) if place % 2 == 0 else (doubled - line, line))
        ]
    return lines


@dataclass(slots=True)
class _Draft:
    """A match before it has its number."""

    round: int
    sides: tuple[_Feed, _Feed]
    kind: str
    best: int
    worst: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class _Feed:
    kind: str
    entry: EntryId | None = None
    match: _Draft | None = None

    @property
    def round(self) -> int:
        return 0 if self.match is None else self.match.round

    def source(self) -> Source:
        if self.match is not None:
            return Source(self.kind, self.match.number)
        assert self.entry is not None
        return Source(ENTRY, self.entry)


class _Builder:
    def __init__(self) -> None:
        self.matches: list[_Draft] = []
        self.places: list[tuple[int, int, _Feed, str]] = []

    def play(
        self, one: _Feed | None, other: _Feed | None, round_: int, kind: str, best: int, worst: int
    ) -> tuple[_Feed | None, _Feed | None]:
        """Winner and loser of a meeting; where a side is missing there is no match and the other goes on."""
        if one is None or other is None:
            return (one or other), None
        match = _Draft(round_, (one, other), kind, best, worst)
        self.matches.append(match)
        return _Feed(WINNER, match=match), _Feed(LOSER, match=match)

    def knock_out(
        self, feeds: Sequence[_Feed | None], round_: int, kind: str, best: int, decided: int
    ) -> list[list[_Feed | None]]:
        """Play ``feeds`` down to one, for the places from ``best``; places up to ``decided`` are played out.

        Returns the losers of each round of this part, first round first.
        """
        losers: list[list[_Feed | None]] = []
        alive = list(feeds)
        while len(alive) > 1:
            worst = best + len(alive) - 1
            results = [
                self.play(alive[seat], alive[seat + 1], round_, kind, best, worst)
                for seat in range(0, len(alive), 2)
            ]
            alive = [winner for winner, _ in results]
            beaten = [loser for _, loser in results]
            losers.append(beaten)
            first = best + len(alive)
            if first < decided and sum(loser is not None for loser in beaten) > 1:
                inner = CONSOLATION if kind == CONSOLATION else PLACING
                self.knock_out(beaten, round_ + 1, inner, first, decided)
            else:
                self._share(beaten, first, kind)
            round_ += 1
        self._share(alive, best, kind)
        return losers

    def _share(self, feeds: Sequence[_Feed | None], first: int, kind: str) -> None:
        real = [feed for feed in feeds if feed is not None]
        self.places += [(first, first + len(real) - 1, feed, kind) for feed in real]

    def finish(self) -> tuple[tuple[BracketMatch, ...], tuple[Place, ...]]:
        order = sorted(self.matches, key=lambda match: (match.round, match.kind != CONSOLATION, -match.best))
        for number, match in enumerate(order, start=1):
            match.number = number
        matches = tuple(
            BracketMatch(
                match.number,
                match.round,
                (match.sides[0].source(), match.sides[1].source()),
                match.kind,
                match.best,
                match.worst,
            )
            for match in order
        )
        places = tuple(
            Place(best, worst, feed.source(), CONSOLATION if kind == CONSOLATION else MAIN)
            for best, worst, feed, kind in sorted(
                self.places, key=lambda place: (place[3] == CONSOLATION, place[0])
            )
        )
        return matches, places


def bracket_from_lines(
    lines: Sequence[EntryId | None], places: int = 2, consolation: bool = False
) -> Bracket:
    """The knock-out that is played from these seats (``None`` is a bye), top to bottom.

    ``places``: places up to this one are played out (2: two thirds; 4: a third-place match; 8: all of the
    first eight); below it they are shared. ``consolation``: the losers of round 1 play a knock-out of their
    own. Raises ``Refused`` where the number of lines is no power of two, or two byes meet.
    """
    problems = []
    width = len(lines)
    if width < 2 or width & (width - 1) or width > LARGEST:
        problems.append(Problem("lines-not-a-power-of-two", "lines", {"lines": width, "largest": LARGEST}))
    else:
        problems += [
            Problem("bye-meets-bye", f"lines[{seat}]", {"match": seat // 2 + 1})
            for seat in range(0, width, 2)
            if lines[seat] is None and lines[seat + 1] is None
        ]
    named = [line for line in lines if line is not None]
    if len(set(named)) < len(named):
        problems.append(Problem("line-twice", "lines"))
    if problems:
        raise Refused(problems)
    builder = _Builder()
    feeds = [None if line is None else _Feed(ENTRY, entry=line) for line in lines]
    first_losers = builder.knock_out(feeds, 1, MAIN, 1, places)[0]
    if consolation and sum(loser is not None for loser in first_losers) > 1:
        builder.knock_out(first_losers, 2, CONSOLATION, 1, 2)
    matches, decided = builder.finish()
    byes = [
        line
        for seat in range(0, width, 2)
        for line in lines[seat : seat + 2]
        if line is not None and None in lines[seat : seat + 2]
    ]
    return Bracket(len(named), tuple(lines), matches, decided, tuple(byes))
