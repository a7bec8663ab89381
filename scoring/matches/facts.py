"""What happened at a table, as the referee has it. Nothing here is worked out yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.hands import HandFacts

from .points import Letter

Seed = int | str
"""What lots are drawn by. The same seed draws the same lots for ever."""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand of the match, in the order of play. ``key`` is how the caller knows it."""

    facts: HandFacts
    key: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """Time was called (or the referee closed the table).

    ``hand`` is the number of the hand in play at that moment (from 1), or of the next one where none is;
    ``begun``: its dealing had begun; ``drawn``: all its cards were drawn. ``marked`` and ``marked_begun`` are
    the same for the reminder. ``last`` is the last hand where the referee named it herself. Without any of
    these the match is closed as it stands.
    """

    hand: int | None = None
    begun: bool = True
    drawn: bool = True
    marked: int | None = None
    marked_begun: bool = True
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee or the jury ruled on the match itself, after hand ``after`` (0: before the first).

    ``effect``: ``game_lost``, ``match_lost`` or ``disqualified`` strikes ``side``; ``levels`` moves its level
    by ``value`` rungs. ``others`` are rungs that the other side gains with it. A ruling that is not
    ``approved`` waits.
    """

    side: Letter
    effect: Literal["game_lost", "match_lost", "disqualified", "levels"]
    after: int
    value: int = 0
    others: int = 0
    code: str = ""
    clause: str = ""
    approved: bool = True


VerdictCode = Literal[
    "forfeit",
    "late",
    "withdrawn",
    "disqualified",
    "lost_by_ruling",
    "bye",
    "asked_bye",
    "free",
    "annulled",
    "not_played",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match came to its end without being played out.

    ``against`` is the side (or ``"both"``) that lost by it: forfeit, late, withdrawn, disqualified,
    lost_by_ruling. A bye given (``bye``), asked for (``asked_bye``) and won because the opponent had
    withdrawn (``free``) are three different things. ``annulled`` counts for neither; ``not_played`` is no
    result at all.
    """

    code: VerdictCode
    against: Literal["A", "B", "both"] | None = None
    clause: str = ""
