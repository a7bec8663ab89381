"""What the referee saw, and where the match stood before. Nothing here is judged yet.

Everything is a plain tuple with names: cheap to build by the hundred thousand, impossible to change by
accident.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

SEATS = ("N", "W", "S", "E")
"""The seats in the order of play, which runs counter-clockwise: each is followed by its next seat (下家)."""

SUITS = ("S", "H", "C", "D")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "SJ", "BJ")
"""The ranks of the cards, the jokers last."""
JOKERS = ("SJ", "BJ")
NO_TRUMP = "NT"


class Side(StrEnum):
    """One of the two pairs at a table. Compares equal to the bare letter."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        """The pair across."""
        return Side.B if self is Side.A else Side.A


SIDES = (Side.A, Side.B)


class LastTrick(NamedTuple):
    """Who won the last trick, and with what.

    ``by`` is ``"attackers"`` or ``"declarers"``. ``unit`` is the size of the winning form's unit (1 single, 2
    pair, 3 triple, 4 four) and ``cards`` the cards in that form: unit 2 with 6 cards is a tractor of three
    pairs. In a throw the highest form counts. ``trump`` tells whether it was trumps (``None``: not seen),
    ``rank`` the rank of the winning card ("2" … "A", "SJ", "BJ"; a tractor's highest), ``suit`` its suit.
    Where a hook asks for the level card of the trump suit or of another and no suit is given, ``trump`` tells
    which it was.
    """

    by: str
    unit: int | None = None
    cards: int | None = None
    trump: bool | None = None
    rank: str | None = None
    suit: str | None = None


class PenaltyFact(NamedTuple):
    """An offence that was ruled on: its ``code`` in the rule set's catalogue, and ``by`` whom.

    ``by`` is ``"attackers"``, ``"declarers"``, or a side's letter. ``cards`` is the number of cards where the
    effect counts them, ``points`` the card points where the referee sets them, ``times`` which time it is for
    this side (counted from the hands before where it is not given), ``approved`` whether whoever must approve
    has done so. The code ``"ruling"`` stands for an agreed ruling: ``text`` in free words, ``effect`` in a
    rule set's terms.
    """

    code: str
    by: str
    cards: int | None = None
    points: int | None = None
    times: int | None = None
    approved: bool = False
    text: str = ""
    effect: Mapping[str, Any] | None = None


class HandFacts(NamedTuple):
    """One hand as the referee has it, in as much detail as there is.

    ``declarer`` is the side on the deal. ``points`` are the attackers' card points after bottom and
    penalties; ``tricks`` those from their tricks alone and ``bottom`` those lying in the bottom, not
    multiplied. ``seat`` is the declarer's seat, ``levels`` both levels as the players say they are,
    ``minutes`` how long the hand took, ``reason`` why a hand is accepted that does not follow from the one
    before.
    """

    declarer: str
    points: int | None = None
    seat: str | None = None
    tricks: int | None = None
    bottom: int | None = None
    last_trick: LastTrick | None = None
    trump_suit: str | None = None
    buried_by: str | None = None
    penalties: tuple[PenaltyFact, ...] = ()
    void: bool = False
    nobody_bid: bool = False
    minutes: float | None = None
    levels: Mapping[str, str] | None = None
    reason: str = ""


class OffenceCount(NamedTuple):
    """How often one side has committed one offence in this game."""

    side: Side
    code: str
    times: int


class MatchState(NamedTuple):
    """Where one game stands between two hands. Positions are steps on the ladder; ``ladder.label`` writes
    them.

    ``declarer`` is the side on the deal for the next hand (``None`` before the first), ``seat`` the
    declarer's seat where it is known, ``north_south`` the side that sits there. ``playing`` is the position
    whose level is played where that is not the declarer's own. ``swept`` is the side that took all points of
    the hand before.
    """

    a: int
    b: int
    declarer: Side | None = None
    seat: str | None = None
    north_south: Side | None = None
    playing: int | None = None
    hooked_a: int = 0
    hooked_b: int = 0
    winner: Side | None = None
    swept: Side | None = None
    offences: tuple[OffenceCount, ...] = ()
    hands: int = 0

    def position(self, side: str) -> int:
        """The ladder position of one side."""
        return self.a if side == "A" else self.b

    def hooked(self, side: str) -> int:
        """How often one side has been hooked back to the start in this game."""
        return self.hooked_a if side == "A" else self.hooked_b

    def offended(self, side: str, code: str) -> int:
        """How often one side has committed one offence in this game."""
        return next((o.times for o in self.offences if o.side == side and o.code == code), 0)


class Effect(NamedTuple):
    """Something that a hand does beyond its levels.

    ``code``: ``game-lost``, ``game-void``, ``match-lost``, ``disqualified``, ``approval-needed``, ``advice``,
    ``warning`` or another step of an escalation, ``play`` (what happens to the cards on the table).
    ``side`` is whom it strikes, ``clause`` the regulation's number, ``values`` what belongs to it.
    """

    code: str
    side: Side
    clause: str
    values: Mapping[str, Any]
