"""Pictures as numbers: where each line, bar and word of a drawing stands. Templates write them as SVG.

Every picture is also there as a table beside it; here is only what the eye needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.hands import JUMP, Gain

# -- the ruler of a level table ----------------------------------------------------------------------------

RULER_WIDTH, RULER_LEFT, RULER_SPAN = 320, 8, 304
RULER_BASE, RULER_RISE = 88, 60
TICK_ROOM = 20
WORTH_ROOM = 12


@dataclass(frozen=True)
class Bar:
    """One band: its place, its height by levels, and what is written over it."""

    x: int
    width: int
    y: int
    height: int
    text: str
    attackers: bool
    anchor: str = "middle"

    @property
    def text_x(self) -> int:
        return self.x + self.width if self.anchor == "end" else self.x + self.width // 2

    @property
    def text_y(self) -> int:
        return self.y - 4


@dataclass(frozen=True)
class Tick:
    """A mark under the ruler."""

    x: int
    text: str


@dataclass(frozen=True)
class Ruler:
    """The attackers' points from 0 to the decks' total, with the worth of each band as a bar."""

    bars: list[Bar]
    ticks: list[Tick]
    threshold_x: int
    threshold: int
    here_x: int | None
    width: int = RULER_WIDTH
    left: int = RULER_LEFT
    right: int = RULER_LEFT + RULER_SPAN
    base: int = RULER_BASE
    height: int = RULER_BASE + 26


def ruler(bands: Sequence[Gain], threshold: int, total: int, here: int | None = None) -> Ruler:
    """The picture of a level table's ``bands`` from 0 to ``total`` points; ``here`` marks one total."""

    def at(points: int) -> int:
        return RULER_LEFT + round(max(0, min(points, total)) * RULER_SPAN / total)

    most = max((band.levels for band in bands), default=0)
    step = RULER_RISE // max(most + (any(band.levels == JUMP for band in bands)), 1)
    bars = []
    for place, band in enumerate(bands):
        start = at(band.low or 0)
        end = at(bands[place + 1].low or 0) if place + 1 < len(bands) else RULER_LEFT + RULER_SPAN
        levels = most + 1 if band.levels == JUMP else band.levels
        rise = max(levels * step, 2)
        text = "↑" if band.levels == JUMP else f"+{levels}" if levels else "0"
        width, anchor = max(end - start, 2), "middle"
        if width < WORTH_ROOM and place:
            # Too narrow for its worth; that of the last band, often a single total, is written to its left.
            text, anchor = (text, "end") if place == len(bands) - 1 else ("", anchor)
        bars.append(Bar(start, width, RULER_BASE - rise, rise, text, band.attackers, anchor))
    return Ruler(
        bars,
        _ticks([band.low or 0 for band in bands], threshold, total, at),
        at(threshold),
        threshold,
        None if here is None else at(here),
    )


def _ticks(starts: Sequence[int], threshold: int, total: int, at: object) -> list[Tick]:
    """The threshold first, then the ends, then every band that still has room for its number."""
    assert callable(at)
    chosen: list[int] = []
    for points in (threshold, 0, total, *starts):
        if 0 <= points <= total and all(abs(at(points) - at(other)) >= TICK_ROOM for other in chosen):
            chosen.append(points)
    return [Tick(at(points), str(points)) for points in sorted(chosen)]


# -- ranks over the rounds ---------------------------------------------------------------------------------

BUMP_WINDOW = 40
BUMP_LEFT, BUMP_COLUMN, BUMP_RIGHT, BUMP_HEAD, BUMP_ROW = 44, 84, 190, 34, 25
BUMP_BREADTH, BUMP_WIDEST = 620, 110


@dataclass(frozen=True)
class Dot:
    """Where an entry stood after one round; ``out`` tells that it was outside the part that is shown."""

    x: int
    y: int
    place: int
    out: bool


@dataclass(frozen=True)
class Track:
    """One entry's way through the rounds."""

    number: int
    name: str
    rank: int | None
    dots: list[Dot]
    chosen: bool

    @property
    def points(self) -> str:
        """The line as SVG writes it."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def end(self) -> Dot:
        return self.dots[-1]


@dataclass(frozen=True)
class Bump:
    """Ranks over rounds: a column for each round, a track for each entry from place ``first`` to ``last``."""

    columns: list[Tick]
    tracks: list[Track]
    places: list[Dot]
    first: int
    last: int
    entries: int
    width: int
    height: int
    bottom: int
    label_x: int


def bump(
    history: Mapping[int, Sequence[tuple[int, int | None]]],
    names: Mapping[int, str],
    chosen: int | None = None,
    first: int = 1,
    window: int = BUMP_WINDOW,
) -> Bump:
    """The picture of ``history``: for each round the entries' numbers and ranks, in order of the table.

    At most ``window`` entries are shown, from place ``first`` of the last table; with ``chosen`` at least the
    part in which that entry is.
    """
    rounds = sorted(history)
    final = history[rounds[-1]] if rounds else []
    order = [number for number, _rank in final]
    first = max(1, min(first, len(order)))
    if chosen in order and not first <= order.index(chosen) + 1 < first + window:
        first = order.index(chosen) // window * window + 1
    shown = order[first - 1 : first - 1 + window]
    last = first + len(shown) - 1
    places = {
        round_: {number: place for place, (number, _rank) in enumerate(rows, 1)}
        for round_, rows in history.items()
    }

    def y(place: int) -> int:
        return BUMP_HEAD + round((max(first - 0.6, min(place, last + 0.6)) - first + 0.5) * BUMP_ROW)

    column_width = max(BUMP_COLUMN, min(BUMP_WIDEST, BUMP_BREADTH // max(len(rounds), 1)))
    columns = [
        Tick(BUMP_LEFT + column_width * at + column_width // 2, str(round_))
        for at, round_ in enumerate(rounds)
    ]
    ranks = dict(final)
    tracks = []
    for number in shown:
        dots = [
            Dot(column.x, y(place), place, not first <= place <= last)
            for column, round_ in zip(columns, rounds, strict=True)
            if (place := places[round_].get(number)) is not None
        ]
        tracks.append(Track(number, names.get(number, ""), ranks[number], dots, number == chosen))
    tracks.sort(key=lambda track: track.chosen)  # drawn last, so that it lies on top
    bottom = BUMP_HEAD + BUMP_ROW * len(shown)
    label_x = columns[-1].x + 24 if columns else BUMP_LEFT
    return Bump(
        columns,
        tracks,
        [Dot(BUMP_LEFT - 8, y(place), place, False) for place in range(first, last + 1)],
        first,
        last,
        len(order),
        label_x + BUMP_RIGHT,
        bottom + 12,
        bottom,
        label_x,
    )


# -- levels hand by hand -----------------------------------------------------------------------------------

STEP_LEFT, STEP_TOP, STEP_HEIGHT, STEP_SPAN, STEP_RIGHT = 40, 14, 150, 280, 30


@dataclass(frozen=True)
class Stair:
    """One side's levels: its line, and where it ends."""

    side: str
    points: str
    x: int
    y: int


@dataclass(frozen=True)
class Stairs:
    """The levels of a match hand by hand: a stair for each side and game, the rungs at the left."""

    stairs: list[Stair]
    rungs: list[Tick]
    hands: list[Tick]
    games: list[int] = field(default_factory=list)
    left: int = STEP_LEFT
    right: int = STEP_LEFT + STEP_SPAN
    top: int = STEP_TOP
    bottom: int = STEP_TOP + STEP_HEIGHT
    width: int = STEP_LEFT + STEP_SPAN + STEP_RIGHT
    height: int = STEP_TOP + STEP_HEIGHT + 34


def stairs(
    heights: Sequence[tuple[int, tuple[int, int]]], start: int, labels: Mapping[int, str]
) -> Stairs | None:
    """The picture of a match: for every hand its game (from 1) and both sides' rungs after it.

    ``start`` is the rung that every game begins at, ``labels`` what a rung is called. ``None`` without hands.
    """
    if not heights:
        return None
    every = [start, *(height for _game, pair in heights for height in pair)]
    low, high = min(every), max(max(every), min(every) + 1)

    def x(hand: int) -> int:
        return STEP_LEFT + round(hand * STEP_SPAN / len(heights))

    def y(height: int) -> int:
        return STEP_TOP + STEP_HEIGHT - round((height - low) * STEP_HEIGHT / (high - low))

    found, games = [], []
    for game in dict.fromkeys(game for game, _pair in heights):
        hands = [at for at, (of, _pair) in enumerate(heights) if of == game]
        if hands[0]:
            games.append(x(hands[0]))
        for at, side in enumerate("AB"):
            level = start
            points = [f"{x(hands[0])},{y(level)}"]
            for hand in hands:
                points.append(f"{x(hand + 1)},{y(level)}")
                level = heights[hand][1][at]
                points.append(f"{x(hand + 1)},{y(level)}")
            found.append(Stair(side, " ".join(points), x(hands[-1] + 1), y(level)))
    every_rung = max(1, -(-(high - low) // 12))
    every_hand = max(1, -(-len(heights) // 14))
    return Stairs(
        found,
        [Tick(y(rung), labels.get(rung, str(rung))) for rung in range(low, high + 1, every_rung)],
        [Tick(x(hand), str(hand)) for hand in range(every_hand, len(heights) + 1, every_hand)],
        games,
    )
