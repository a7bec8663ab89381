"""What a match came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.answers import Problem, Reason

from .points import Letter, Worth
from .reading import Number


@dataclass(frozen=True, slots=True)
class Step:
    """One hand as it moved the match: enough to draw the levels hand by hand.

    ``game`` counts from 1. ``heights`` are rungs above the ladder's first. ``counted`` is false for a hand
    that is dealt again. ``reasons`` are there where an explanation was asked for.
    """

    number: int
    game: int
    declarer: str
    levels: Mapping[str, str]
    heights: tuple[int, int]
    gained: tuple[int, int]
    points: int | None
    counted: bool = True
    reasons: tuple[Reason, ...] = ()
    warnings: tuple[Problem, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """One game from the start level. ``winner`` is ``None`` while it is open; ``how`` says how it was won."""

    number: int
    levels: Mapping[str, str]
    difference: int
    winner: Letter | None = None
    how: str = ""
    card_points: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The match as it stands.

    ``how``: ``open``, ``game``, ``games``, ``mercy``, ``hands``, ``time``, ``slip``, or a verdict's code.
    ``winner`` is ``None`` for a draw and while it is open. ``finished`` is false where time cut it short.
    ``levels`` are those of the last game; ``difference`` is A's over all games (a verdict may make it
    "average" or "maximum" for either side, see ``differences``); ``small`` are small points, ``points`` match
    points, both ``None`` while the match is open or where there is no result at all. ``heights`` are rungs
    above the start. ``next_declarer`` and ``next_level`` tell what is played next, ``last_hand`` which hand
    is the last, if known. ``problems`` stop the replay at the hand they name; everything before it stands.
    """

    over: bool
    how: str
    winner: Letter | None
    finished: bool
    levels: Mapping[str, str] | None
    difference: int | None
    differences: tuple[Worth, Worth] | None
    heights: tuple[int, int] | None
    small: tuple[Number, Number] | None
    card_points: tuple[int, int] | None
    points: tuple[Number, Number] | None
    games: tuple[Game, ...] = ()
    steps: tuple[Step, ...] = ()
    because: tuple[Reason, ...] = ()
    problems: tuple[Problem, ...] = ()
    next_declarer: str | None = None
    next_level: str | None = None
    last_hand: int | None = None

    @property
    def drawn(self) -> bool:
        """Whether it is over and nobody won, by play."""
        return self.over and self.winner is None and self.how in ("time", "hands", "slip")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a correction changes: ``what`` it is, before and after."""

    what: str
    before: object
    after: object


def changes(before: MatchResult, after: MatchResult) -> tuple[Change, ...]:
    """What a correction of a match changes, for showing before it is accepted."""
    found = [
        Change(what, getattr(before, what), getattr(after, what))
        for what in ("over", "how", "winner", "levels", "difference", "small", "points")
        if getattr(before, what) != getattr(after, what)
    ]
    for number in range(max(len(before.steps), len(after.steps))):
        old = before.steps[number] if number < len(before.steps) else None
        new = after.steps[number] if number < len(after.steps) else None
        if (old and (old.levels, old.declarer)) != (new and (new.levels, new.declarer)):
            found.append(Change(f"hand {number + 1}", old and old.levels, new and new.levels))
    return tuple(found)
