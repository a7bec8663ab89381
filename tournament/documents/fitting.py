"""Text into a space: broken into lines as Chinese is set, and made smaller until it fits.

Nothing is ever cut off: a name is printed whole, on more lines or smaller. Lengths are in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tournament.documents.typefaces import ASCENT, DESCENT, REMEMBERED, character_width, printed, text_width

LEADING = 1.22
STEP = 0.94
# Signs that may not begin a line, and signs that may not end one.
NOT_FIRST = frozenset("、。，．：；！？）］｝》〉」』】〕”’…—·,.:;!?)]}%℃")
NOT_LAST = frozenset("（［｛《〈「『【〔“‘([{№￥$")


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of text and the size at which they fit."""

    lines: tuple[str, ...]
    size: float
    bold: bool = False

    @property
    def height(self) -> float:
        """From the top of the first line to the foot of the last."""
        return height_of(len(self.lines), self.size)

    @property
    def width(self) -> float:
        """Of the longest line."""
        return max((text_width(line, self.bold) for line in self.lines), default=0.0) * self.size


def height_of(lines: int, size: float) -> float:
    """Height of so many lines."""
    return (lines - 1) * LEADING * size + (ASCENT + DESCENT) * size if lines else 0.0


def _is_wide(character: str) -> bool:
    return ord(character) >= 0x2E80


def _words(text: str) -> list[str]:
    """Split into pieces that stay on one line: a Chinese character with its punctuation, a Latin word."""
    words: list[str] = []
    for character in text:
        if character == " ":
            words.append(" ")
            continue
        before = words[-1] if words else " "
        joins_word = before != " " and not _is_wide(before[-1]) and not _is_wide(character)
        joins_sign = before != " " and (character in NOT_FIRST or before[-1] in NOT_LAST)
        if joins_word or joins_sign:
            words[-1] += character
        else:
            words.append(character)
    return words


@lru_cache(maxsize=16384)
def break_lines(text: str, width: float, size: float, bold: bool = False) -> tuple[str, ...]:
    """Break a text into lines no wider than ``width``; a word that is wider than a line is broken inside."""
    text = printed(text, bold)
    room = width / size + 1e-6
    if text_width(text, bold) <= room:
        return (text,) if text else ()
    lines: list[str] = []
    line, used = "", 0.0
    for word in _words(text):
        wide = text_width_of(word, bold)
        if used + wide <= room:
            line, used = line + word, used + wide
            continue
        if line.strip():
            lines.append(line.rstrip())
        line, used = "", 0.0
        if word == " ":
            continue
        if wide <= room:
            line, used = word, wide
            continue
        for character in word:
            wide = character_width(character, bold)
            if line and used + wide > room:
                lines.append(line)
                line, used = "", 0.0
            line, used = line + character, used + wide
    if line.strip():
        lines.append(line.rstrip())
    return tuple(lines)


def text_width_of(word: str, bold: bool) -> float:
    """Width at size 1 of a piece that is already in its printed form (a space counts)."""
    return sum(character_width(character, bold) for character in word)


def _widest_piece(text: str, bold: bool) -> float:
    return max((text_width_of(word, bold) for word in _words(printed(text, bold))), default=0.0)


@lru_cache(maxsize=16384)
def fit(
    text: str,
    width: float,
    height: float,
    size: float,
    *,
    bold: bool = False,
    lines: int = 0,
    one_line_down_to: float = 0.8,
) -> Fitted:
    """Return the text set as large as ``width`` × ``height`` allows, at most at ``size``.

    It first tries to stay on one line, down to ``one_line_down_to`` of the size; then it breaks into as
    many lines as the height holds (at most ``lines`` if that is given), and gets smaller until all of it
    fits. A Latin word is broken only where shrinking it would make the rest too small to read.
    """
    text = printed(text, bold)
    whole = text_width(text, bold)
    if not text or width <= 0 or height <= 0:
        return Fitted((), size, bold)
    start = min(size, height)
    single = min(start, width / whole) if whole else start
    if single >= start * one_line_down_to or lines == 1:
        return Fitted((text,), single, bold)
    widest = _widest_piece(text, bold)
    tried = start
    while True:
        broken = break_lines(text, width, tried, bold)
        fits = height_of(len(broken), tried) <= height + 1e-6 and (not lines or len(broken) <= lines)
        fitted = Fitted(broken, tried, bold)
        if fits and (
            widest * tried <= width + 1e-6 or (tried < start * 0.6 and fitted.width <= width + 1e-6)
        ):
            return fitted
        if single >= tried:
            return Fitted((text,), single, bold)
        tried *= STEP


def balanced(text: str, width: float, height: float, size: float, *, bold: bool = False) -> Fitted:
    """Return a title set as ``fit`` does, its lines about equally long: no last line of a single word."""
    fitted = fit(text, width, height, size, bold=bold)
    count = len(fitted.lines)
    if count < 2:
        return fitted
    narrow = text_width(printed(text, bold), bold) * fitted.size / count
    while narrow < width:
        lines = break_lines(text, narrow, fitted.size, bold)
        if len(lines) <= count:
            return Fitted(lines, fitted.size, bold)
        narrow += fitted.size / 4
    return fitted


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> Fitted:
    """Return the text at exactly this size, on as many lines as it takes; the space grows with it."""
    return Fitted(break_lines(text, width, size, bold), size, bold)


def indented(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the lines of a paragraph whose first line begins two characters in."""
    text = printed(text, bold)
    pieces = _words(text)
    first, used, room = "", 0.0, width - 2 * size
    while pieces:
        wide = text_width_of(pieces[0], bold) * size
        if used + wide > room + 1e-6:
            break
        first, used = first + pieces.pop(0), used + wide
    rest = "".join(pieces).strip()
    if not first.strip():
        return break_lines(rest, room, size, bold)
    return (first.rstrip(), *(break_lines(rest, width, size, bold) if rest else ()))


REMEMBERED.extend((break_lines, fit))
