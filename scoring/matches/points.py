"""What a match is worth in match points and in level difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .reading import Number, Reader, is_number

Letter = Literal["A", "B"]
Worth = Number | Literal["average", "maximum"]

VERDICTS = ("forfeit", "late", "withdrawn", "disqualified", "lost_by_ruling")
"""Ways to lose a match without playing it to its end. Each may be worth its own; else it is worth a forfeit.
"""


@dataclass(frozen=True, slots=True)
class PointRules:
    """Match points. ``by`` says what they follow:

    ``result``: win, draw and loss, unfinished matches apart; ``difference``: the level difference is the
    score; ``base``: ``base`` ± ``per_level`` points a level, the difference counted up to ``cap`` levels;
    ``levels``: points for the highest rung reached; ``hands``: points for each hand by the levels gained in
    it. ``verdicts`` are (winner, loser) by code; ``both`` is each side's where both lost by verdict.
    """

    by: str = "result"
    win: Number = 2
    draw: Number = 1
    loss: Number = 0
    unfinished_win: Number = 2
    unfinished_draw: Number = 1
    unfinished_loss: Number = 0
    base: Number = 0
    cap: Number | None = None
    per_level: Number = 1
    rungs: tuple[tuple[str, Number], ...] = ()
    gains: tuple[tuple[int, Number], ...] = ()
    verdicts: Mapping[str, tuple[Number, Number]] | None = None
    both: Number = 0
    bye: Number = 2
    asked_bye: Number = 2
    free: Number = 2
    annulled: Number = 0

    def by_result(self, winner: Letter | None, finished: bool) -> tuple[Number, Number]:
        """Points of A and B by who won, and whether the match was played to its end."""
        if winner is None:
            return (self.draw, self.draw) if finished else (self.unfinished_draw, self.unfinished_draw)
        won = (self.win, self.loss) if finished else (self.unfinished_win, self.unfinished_loss)
        return won if winner == "A" else (won[1], won[0])

    def by_difference(self, difference: Number) -> tuple[Number, Number]:
        """Points of A and B by A's level difference (``difference`` and ``base``)."""
        counted = difference * self.per_level
        if self.cap is not None:
            counted = max(-self.cap, min(self.cap, counted))
        if self.by == "difference":
            return counted, -counted
        return self.base + counted, self.base - counted

    def by_verdict(self, code: str, winner: Letter | None) -> tuple[Number, Number]:
        """Points of A and B where one side (or both) lost by verdict."""
        if winner is None:
            return self.both, self.both
        verdicts = self.verdicts or {}
        won = verdicts.get(code) or verdicts.get("forfeit") or (self.win, self.loss)
        return won if winner == "A" else (won[1], won[0])

    def for_gain(self, levels: int) -> Number:
        """Points of one hand for the side that took or held the deal, by the levels that it gained."""
        worth: Number = 0
        for least, points in self.gains:
            if levels >= least:
                worth = points
        return worth


@dataclass(frozen=True, slots=True)
class Differences:
    """Level differences where no levels were played: a number, the entry's "average", or the round's
    "maximum".

    ``verdicts`` are (winner, loser) by code; the loser's is 0 unless set.
    """

    verdicts: Mapping[str, tuple[Worth, Worth]]
    bye: Worth = 0
    asked_bye: Worth = 0
    free: Worth = 0

    def by_verdict(self, code: str, winner: Letter | None) -> tuple[Worth, Worth]:
        """Differences of A and B where one side lost by verdict; none where both did."""
        if winner is None:
            return 0, 0
        won = self.verdicts.get(code) or self.verdicts.get("forfeit") or (0, 0)
        return won if winner == "A" else (won[1], won[0])


def load_points(reader: Reader) -> PointRules:
    """Read the table ``points``.

    What is not said follows: a draw is midway, an unfinished match as a finished one, a forfeit as a win and
    a loss (``base`` and 0 where points follow a base; nothing where they follow levels), a bye as a forfeit
    won.
    """
    by = reader.choice("by", ("result", "difference", "base", "levels", "hands"), "result")
    win, loss = _or(reader.number("win"), 2), _or(reader.number("loss"), 0)
    middle = (win + loss) / 2
    draw = _or(reader.number("draw"), int(middle) if middle == int(middle) else middle)
    forfeit = reader.two_numbers("forfeit")
    forfeit_win, forfeit_loss = reader.number("forfeit_win"), reader.number("forfeit_loss")
    if forfeit is not None and (forfeit_win is not None or forfeit_loss is not None):
        reader.complain("format-said-twice", "forfeit")
    base, cap = reader.number("base"), reader.number("cap")
    usual = {"result": (win, loss), "base": (_or(base, 0), 0)}.get(by, (0, 0))
    forfeit = forfeit or (_or(forfeit_win, usual[0]), _or(forfeit_loss, usual[1]))
    verdicts = {"forfeit": forfeit}
    for code in VERDICTS[1:]:
        worth = reader.two_numbers(code)
        if worth is not None:
            verdicts[code] = worth
    bye = _or(reader.number("bye"), forfeit[0])
    if by == "base" and base is None:
        reader.complain("format-missing", "base")
    if cap is not None and cap < 0:
        reader.complain("format-not-a-number", "cap", value=cap)
    rungs, gains = _rungs(reader, by), _gains(reader, by)
    rules = PointRules(
        by=by,
        win=win,
        draw=draw,
        loss=loss,
        unfinished_win=_or(reader.number("unfinished_win"), win),
        unfinished_draw=_or(reader.number("unfinished_draw"), draw),
        unfinished_loss=_or(reader.number("unfinished_loss"), loss),
        base=_or(base, 0),
        cap=cap,
        per_level=_or(reader.number("per_level"), 1),
        rungs=rungs,
        gains=gains,
        verdicts=verdicts,
        both=_or(reader.number("both_forfeit"), forfeit[1]),
        bye=bye,
        asked_bye=_or(reader.number("asked_bye"), bye),
        free=_or(reader.number("free"), bye),
        annulled=_or(reader.number("annulled"), 0),
    )
    reader.close()
    return rules


def _or(value: Number | None, default: Number) -> Number:
    return default if value is None else value


def _rungs(reader: Reader, by: str) -> tuple[tuple[str, Number], ...]:
    """``levels = [["5", 1], ["J", 2], ["passed", 3]]``: points from that rung on."""
    pairs = _pairs(reader, "levels", by == "levels", str)
    return tuple((str(rung), points) for rung, points in pairs)


def _gains(reader: Reader, by: str) -> tuple[tuple[int, Number], ...]:
    """``hands = [[0, 1], [1, 1], [2, 2], [3, 3]]``: points from that many levels on."""
    pairs = _pairs(reader, "hands", by == "hands", int)
    return tuple(sorted((int(levels), points) for levels, points in pairs))


def _pairs(
    reader: Reader, key: str, needed: bool, first: type[str] | type[int]
) -> list[tuple[str | int, Number]]:
    value = reader.raw(key)
    if value is None:
        if needed:
            reader.complain("format-missing", key)
        return []
    pairs: list[tuple[str | int, Number]] = []
    if isinstance(value, str) or not isinstance(value, Sequence):
        reader.complain("format-not-a-list", key, value=value)
        return []
    for place, item in enumerate(value):
        if (
            isinstance(item, str)
            or not isinstance(item, Sequence)
            or len(item) != 2
            or not isinstance(item[0], first)
            or not is_number(item[1])
        ):
            reader.complain("format-not-a-pair", f"{key}[{place}]", value=item)
        else:
            pairs.append((item[0], item[1]))
    return pairs


def load_differences(reader: Reader) -> Differences:
    """Read the table ``differences``: the verdicts, and ``bye``, ``asked_bye``, ``free``."""
    verdicts: dict[str, tuple[Worth, Worth]] = {}
    for code in VERDICTS:
        if code in reader.data:
            verdicts[code] = _two_worths(reader, code)
    bye = _worth(reader, "bye", reader.raw("bye"))
    found = Differences(
        verdicts,
        bye,
        _worth(reader, "asked_bye", reader.raw("asked_bye")) if "asked_bye" in reader.data else bye,
        _worth(reader, "free", reader.raw("free")) if "free" in reader.data else bye,
    )
    reader.close()
    return found


def _two_worths(reader: Reader, key: str) -> tuple[Worth, Worth]:
    """``5``, ``"average"``, or ``[5, -5]`` for winner and loser."""
    value = reader.raw(key)
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) != 2:
            reader.complain("format-not-two-numbers", key, value=value)
            return 0, 0
        return _worth(reader, key, value[0]), _worth(reader, key, value[1])
    return _worth(reader, key, value), 0


def _worth(reader: Reader, key: str, value: object) -> Worth:
    if value is None:
        return 0
    if value == "average":
        return "average"
    if value == "maximum":
        return "maximum"
    if isinstance(value, int | float) and is_number(value):
        return value
    reader.complain("format-not-a-difference", key, value=value)
    return 0
