"""The level table: from the attackers' card points to who gains how many levels."""

from __future__ import annotations

from typing import NamedTuple

from rules.hands.reading import Reader

JUMP = -1
"""In place of a number of levels: straight to the next must-play rung."""


class Gain(NamedTuple):
    """What a total is worth.

    ``attackers`` tells whether the attackers take the deal, ``levels`` is the gain (``JUMP``: to the next
    must-play rung), ``rule`` the part of the table that was used, ``low`` and ``high`` the band of totals
    with the same worth (``None``: open), ``capped_from`` the gain before a cap.
    """

    attackers: bool
    levels: int
    rule: str
    low: int | None
    high: int | None
    capped_from: int | None = None


class Scale:
    """One side's half of the table: explicit bands, a step, or bands that go on by a step."""

    def __init__(self, reader: Reader, attackers: bool) -> None:
        self.every = reader.points("every", 0) if reader.has("every") else 0
        self.round = reader.choice("round", ("up", "down"), "")
        self.bands = reader.number_pairs("bands")
        self.at_threshold = reader.whole("at_threshold", 0, low=0) if attackers else 0
        self.cap = reader.integer("cap", None, low=0)
        if not reader.has("every") and not reader.has("bands"):
            reader.complain("rule-set-missing-key", "every")
        if self.bands and reader.has("at_threshold") and attackers:
            reader.complain("rule-set-either-or", "at_threshold", other=reader.path("bands"))
        if self.bands and self.round and (not attackers or not self.every):
            reader.complain("rule-set-either-or", "round", other=reader.path("bands"))
        reader.close({"clause", "every"})

    def capped(self, levels: int) -> int:
        """The gain after the cap."""
        return levels if self.cap is None else min(levels, self.cap)


class LevelTable:
    """The whole table. ``gain(points)`` answers from a cache: a table has few different totals."""

    def __init__(self, reader: Reader, total: int, has_must_play: bool) -> None:
        self.total = total
        self.threshold = reader.points("threshold", 80)
        if not reader.has("threshold"):
            reader.complain("rule-set-missing-key", "threshold")
        elif self.threshold > total:
            reader.complain("rule-set-out-of-range", "threshold", value=self.threshold, low=5, high=total)
        declarers, attackers = reader.table("declarers"), reader.table("attackers")
        self.declarers = Scale(declarers, attackers=False)
        self.attackers = Scale(attackers, attackers=True)
        self.zero, self.zero_add = _read_zero(reader, has_must_play)
        self.below_zero = reader.choice("below_zero", ("as_zero", "step", "clean_zero_only"), "as_zero")
        if self.below_zero == "step":
            if self.zero == JUMP:
                reader.complain("rule-set-either-or", "below_zero", other=reader.path("zero"))
            elif not declarers.has("every"):
                reader.complain("rule-set-missing-key", "declarers.every")
        elif self.declarers.bands and self.declarers.every:
            declarers.complain("rule-set-either-or", "every", other=declarers.path("bands"))
        clamp = reader.raw("clamp")
        self.clamp = read_clamp(reader, clamp)
        self._check_bands(declarers, attackers)
        at_zero = self.declarers.bands[:2]
        for_zero_alone = [start for start, _ in at_zero] == [0, 5]
        if for_zero_alone and self.zero is not None and at_zero[0][1] != self.zero:
            # A band for nothing but 0 points says what the zero rule says; the two must not differ.
            reader.complain("rule-set-either-or", "zero", other=declarers.path("bands[0]"))
        reader.close({"clause", "zero_clause", "clamp_clause"})
        self._gains: dict[int, Gain] = {}

    def _check_bands(self, declarers: Reader, attackers: Reader) -> None:
        bands = self.declarers.bands
        if bands and bands[0][0] > 5:
            declarers.complain("rule-set-band-gap", "bands[0]", start=bands[0][0], expected=0)
        if bands and bands[0][0] == 5 and self.zero is None and not self.zero_add:
            declarers.complain("rule-set-band-gap", "bands[0]", start=5, expected=0)
        for index, (start, levels) in enumerate(bands):
            at = f"bands[{index}]"
            if start % 5 or not 0 <= start < self.threshold:
                declarers.complain("rule-set-band-start", at, start=start, low=0, high=self.threshold - 5)
            if index and start <= bands[index - 1][0]:
                declarers.complain("rule-set-band-order", at, start=start)
            if levels < 0 or (index and levels > bands[index - 1][1]):
                declarers.complain("rule-set-band-levels", at, levels=levels)
        bands = self.attackers.bands
        if bands and bands[0][0] != self.threshold:
            attackers.complain("rule-set-band-gap", "bands[0]", start=bands[0][0], expected=self.threshold)
        for index, (start, levels) in enumerate(bands):
            at = f"bands[{index}]"
            if start % 5:
                attackers.complain(
                    "rule-set-band-start", at, start=start, low=self.threshold, high=self.total
                )
            if index and start <= bands[index - 1][0]:
                attackers.complain("rule-set-band-order", at, start=start)
            if levels < 0 or (index and levels < bands[index - 1][1]):
                attackers.complain("rule-set-band-levels", at, levels=levels)

    def gain(self, points: int, clean: bool = True) -> Gain:
        """What ``points`` (card points, attackers) are worth.

        ``clean`` is false where the attackers did take points and only penalties brought them to zero; it
        matters where the rule set says that only a clean zero is a shut-out.
        """
        if points <= 0 and not clean and self.below_zero == "clean_zero_only":
            points = 5
        found = self._gains.get(points)
        if found is None:
            found = self._gains[points] = self._gain(points)
        return found

    def _gain(self, points: int) -> Gain:
        if points >= self.threshold:
            return self._attackers_gain(points)
        if points <= 0:
            return self._zero_gain(points)
        levels, low, high = self._declarers_band(points)
        if self.zero is not None or self.zero_add:
            low = max(low, 5)
        capped = self.declarers.capped(levels)
        return Gain(False, capped, "declarers", low, high, levels if capped != levels else None)

    def _attackers_gain(self, points: int) -> Gain:
        scale = self.attackers
        base, worth, high = self.threshold, scale.at_threshold, None
        for index, (start, levels) in enumerate(scale.bands):
            if start <= points:
                base, worth = start, levels
                high = scale.bands[index + 1][0] - 5 if index + 1 < len(scale.bands) else None
        low = base
        if scale.every and high is None:
            steps, rest = divmod(points - base, scale.every)
            if scale.round == "up" and rest:
                steps += 1
                low, high = base + (steps - 1) * scale.every + 5, base + steps * scale.every
            elif scale.round == "up":
                low, high = max(base, base + (steps - 1) * scale.every + 5), points
            else:
                low, high = base + steps * scale.every, base + (steps + 1) * scale.every - 5
            worth += steps
        capped = scale.capped(worth)
        return Gain(True, capped, "attackers", low, high, worth if capped != worth else None)

    def _declarers_band(self, points: int) -> tuple[int, int, int]:
        scale = self.declarers
        if scale.bands:
            low, levels = scale.bands[0]
            high = self.threshold - 5
            for start, gain in scale.bands:
                if start <= points:
                    low, levels = start, gain
                else:
                    high = start - 5
                    break
            return levels, low, high
        missing = self.threshold - points
        if scale.round == "down":
            levels = missing // scale.every
            return (
                levels,
                self.threshold - (levels + 1) * scale.every + 5,
                min(self.threshold - levels * scale.every, self.threshold - 5),
            )
        levels = -(-missing // scale.every)
        return levels, self.threshold - levels * scale.every, self.threshold - (levels - 1) * scale.every - 5

    def _zero_gain(self, points: int) -> Gain:
        rule = "zero" if points == 0 else "below_zero"
        if self.zero == JUMP:
            return Gain(False, JUMP, rule, None, 0)
        levels = self.zero if self.zero is not None else self._declarers_band(0)[0] + self.zero_add
        low: int | None = None
        high = 0
        if self.below_zero == "step":
            steps = -points // self.declarers.every
            levels += steps
            low, high = -(steps + 1) * self.declarers.every + 5, -steps * self.declarers.every
        capped = self.declarers.capped(levels)
        return Gain(False, capped, rule, low, high, levels if capped != levels else None)

    def ruler(self, low: int = 0, high: int | None = None) -> tuple[Gain, ...]:
        """The bands from ``low`` to ``high`` points (the decks' total), neighbours of equal worth joined: for
        a picture."""
        bands: list[Gain] = []
        start = low
        for points in range(low, (self.total if high is None else high) + 5, 5):
            gain = self.gain(points)
            if not bands or gain[:2] != bands[-1][:2]:
                start = points
                bands.append(gain)
            bands[-1] = gain._replace(low=start, high=points)
        return tuple(bands)


def _read_zero(reader: Reader, has_must_play: bool) -> tuple[int | None, int]:
    """The zero rule: levels in all, levels added to what the table gives, or the jump to the next must-play
    rung."""
    value = reader.raw("zero")
    if value is None:
        return None, 0
    if value == "next_must_play":
        if not has_must_play:
            reader.complain("rule-set-no-must-play", "zero")
            return None, 0
        return JUMP, 0
    if isinstance(value, int) and not isinstance(value, bool):
        return reader.whole("zero", 0, low=0), 0
    table = reader.table("zero")
    add = table.whole("add", 0, low=0)
    table.close()
    return None, add


def read_clamp(reader: Reader, value: object) -> tuple[int, int] | None:
    """The limits ``[low, high]`` within which a total is held, or ``None``."""
    if value is None:
        return None
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(limit, int) for limit in value):
        low, high = value
        if low % 5 == 0 and high % 5 == 0 and low < high:
            return low, high
    reader.complain("rule-set-wrong-type", "clamp", expected="limits")
    return None
