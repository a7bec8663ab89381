"""What somebody typed into a form of the draw, read without trusting it."""

from __future__ import annotations

import re

MOST_DIGITS = 6
MOST_SEED = 40
MOST_REASON = 200


def whole_number(text: str | None) -> int | None:
    """The number that was typed; ``None`` for anything else, and for more digits than any number here has."""
    typed = (text or "").strip()
    return int(typed) if typed.isdecimal() and len(typed) <= MOST_DIGITS else None


def whole_numbers(text: str | None) -> list[int]:
    """All numbers in a text, in order. One with too many digits becomes 0, which nobody has."""
    return [whole_number(one) or 0 for one in re.findall(r"\d+", text or "")]


def line(text: str | None, most: int) -> str:
    """A text of one line: no control characters, no longer than it can be kept."""
    return "".join(one for one in text or "" if one.isprintable()).strip()[:most]
