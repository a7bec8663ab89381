"""The catalogue of offences: what each one costs, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.answers import Problem, Refused
from rules.hands.reading import Reader
from rules.hands.table import read_clamp

COUNTED_CARDS = ("thrown", "beaten", "taken_back", "wrong")
APPROVERS = ("referee", "chief_referee", "jury", "committee")
PLAYS = (
    "cannot_win",
    "replay",
    "smallest_single",
    "smallest_forced",
    "give_card",
    "opponents_name_trump",
)
"""What happens to the cards on the table: told, not judged."""
RULING = "ruling"
"""The code of an agreed ruling, which every rule set knows."""


class ByPoints(NamedTuple):
    """Levels by the points made: one for each full ``every`` above ``start``, at most ``cap``."""

    every: int
    start: int
    cap: int | None

    def levels(self, points: int) -> int:
        """The levels that ``points`` are worth."""
        levels = max(0, (points - self.start) // self.every)
        return levels if self.cap is None else min(levels, self.cap)


class Penalty(NamedTuple):
    """What one offence costs. Levels and the deal go to the offender's opponents.

    ``points_per_card`` and ``points`` are card points for the opponents; ``hand`` is ``void``, ``over``,
    ``not_played`` or empty; ``deal_passes`` gives the opponents the next deal; ``levels`` are levels for the
    opponents, ``levels_to`` the jump to the next must-play rung (or the offender's way back to the one
    before), ``by_points`` levels by the points made, ``offender_levels`` those that the offender loses.
    """

    points_per_card: int = 0
    counts: str = ""
    points: int = 0
    points_by_referee: bool = False
    clamp: tuple[int, int] | None = None
    play: str = ""
    hand: str = ""
    deal_passes: bool = False
    levels: int = 0
    levels_to: str = ""
    by_points: ByPoints | None = None
    offender_levels: int = 0
    next_from: str = "declarer"
    game: str = ""
    match: str = ""
    warning: bool = False

    @property
    def ends_game(self) -> bool:
        """Whether the game cannot go on."""
        return bool(self.game or self.match)

    @property
    def ends_hand(self) -> bool:
        """Whether the hand is decided without its points."""
        return self.hand in ("over", "not_played") or self.deal_passes or self.ends_game

    @property
    def in_points(self) -> bool:
        """Whether the offence costs card points."""
        return bool(self.points_per_card or self.points or self.points_by_referee)


class Offence(NamedTuple):
    """One line of the catalogue.

    ``by`` is ``"declarers"``, ``"attackers"`` or empty for both. ``escalates`` are the steps before the
    penalty falls, ``repeated`` is what it costs from the ``repeated_times``-th time on.
    """

    code: str
    by: str
    clause: str
    name: str
    approve: str
    escalates: tuple[str, ...]
    penalty: Penalty
    repeated_times: int
    repeated: Penalty | None


class Catalogue:
    """All offences of a rule set."""

    def __init__(self, readers: list[Reader], has_must_play: bool) -> None:
        self.has_must_play = has_must_play
        self.offences: dict[tuple[str, str], Offence] = {}
        for reader in readers:
            offence = self._read(reader)
            if (offence.code, offence.by) in self.offences or offence.code == RULING:
                reader.complain("rule-set-twice", "code", name=offence.code)
            self.offences[offence.code, offence.by] = offence

    def _read(self, reader: Reader) -> Offence:
        code = reader.required_text("code")
        penalty = read_penalty(reader.table("effect"), self.has_must_play)
        if not reader.has("effect"):
            reader.complain("rule-set-missing-key", "effect")
        repeated = reader.table("repeated")
        repeated_times = 0
        repeated_penalty = None
        if reader.has("repeated"):
            repeated_times = repeated.whole("times", 2, low=2)
            if not repeated.has("effect"):
                repeated.complain("rule-set-missing-key", "effect")
            repeated_penalty = read_penalty(repeated.table("effect"), self.has_must_play)
            repeated.close()
        offence = Offence(
            code,
            reader.choice("by", ("declarers", "attackers"), ""),
            reader.text("clause"),
            reader.text("name"),
            reader.choice("approve", APPROVERS, ""),
            reader.strings("escalates"),
            penalty,
            repeated_times,
            repeated_penalty,
        )
        reader.close()
        return offence

    def find(self, code: str, role: str) -> Offence | None:
        """The line for an offence committed by ``role`` (``declarers`` or ``attackers``)."""
        return self.offences.get((code, role)) or self.offences.get((code, ""))

    @property
    def lower_levels(self) -> bool:
        """Whether some offence can cost levels that a side already has."""
        return any(
            penalty is not None and (penalty.offender_levels or penalty.levels_to == "previous_must_play")
            for offence in self.offences.values()
            for penalty in (offence.penalty, offence.repeated)
        )

    def codes(self) -> tuple[str, ...]:
        """Every code of the catalogue, in its order, once."""
        return tuple(dict.fromkeys(code for code, _ in self.offences))


def read_penalty(reader: Reader, has_must_play: bool) -> Penalty:
    """A penalty from its table ``effect``."""
    by_points = None
    if reader.has("levels_by_points"):
        table = reader.table("levels_by_points")
        by_points = ByPoints(
            table.points("every", 40), table.points("from", 0, low=0), table.integer("cap", None, low=0)
        )
        table.close()
    levels_to = reader.choice("levels_to", ("next_must_play", "previous_must_play"), "")
    if levels_to and not has_must_play:
        reader.complain("rule-set-no-must-play", "levels_to")
    counts = reader.choice("cards", COUNTED_CARDS, "")
    per_card = reader.points("points_per_card", 0, low=0)
    if bool(per_card) != bool(counts):
        missing = "cards" if per_card else "points_per_card"
        if not reader.data.get(missing):
            reader.complain("rule-set-missing-key", missing)
    penalty = Penalty(
        points_per_card=per_card,
        counts=counts,
        points=reader.points("points", 0, low=0),
        points_by_referee=reader.flag("points_by_referee"),
        clamp=read_clamp(reader, reader.raw("clamp")),
        play=reader.choice("play", PLAYS, ""),
        hand=reader.choice("hand", ("void", "over", "not_played"), ""),
        deal_passes=reader.choice("deal", ("passes", "stays"), "stays") == "passes",
        levels=reader.whole("levels", 0, low=0, high=100),
        levels_to=levels_to,
        by_points=by_points,
        offender_levels=reader.whole("offender_levels", 0, low=-100, high=0),
        next_from=reader.choice("next_from", ("declarer", "expected_declarer"), "declarer"),
        game=reader.choice("game", ("lost",), ""),
        match=reader.choice("match", ("lost", "disqualified"), ""),
        warning=reader.flag("warning"),
    )
    _complain_of_no_effect(reader, penalty)
    reader.close({"levels_by_points"})
    return penalty


def _complain_of_no_effect(reader: Reader, penalty: Penalty) -> None:
    """What another key of the same effect leaves without any effect is a mistake of whoever wrote it."""
    if penalty.hand == "void":
        # Nothing is left of a void hand that points, levels or the deal could change.
        changes = ("points", "points_per_card", "points_by_referee", "levels", "levels_to", "offender_levels")
        for key in (*changes, "levels_by_points"):
            if reader.data.get(key):
                reader.complain("rule-set-either-or", key, other=reader.path("hand"))
        if penalty.deal_passes:
            reader.complain("rule-set-either-or", "deal", other=reader.path("hand"))
    if penalty.clamp is not None and not penalty.in_points:
        reader.complain("rule-set-missing-key", "points")
    if penalty.next_from == "expected_declarer" and not penalty.ends_hand:
        reader.complain("rule-set-missing-key", "deal")


def agreed_penalty(effect: Mapping[str, Any] | None, has_must_play: bool, at: str) -> Penalty:
    """The penalty of an agreed ruling. Raises ``Refused`` with the keys that are wrong, below ``at``."""
    problems: list[Problem] = []
    penalty = read_penalty(Reader(effect or {}, at, problems), has_must_play)
    if problems:
        raise Refused(problems)
    return penalty
