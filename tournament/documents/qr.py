"""QR codes as bars of dark squares, to be drawn as lines and not as a picture: sharp on every printer."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import segno

QUIET = 4  # squares left white around the code, as its standard asks


@lru_cache(maxsize=512)
def dark_bars(address: str) -> tuple[int, str]:
    """Return the width of the code in squares, quiet zone included, and its bars (row, first column,
    length).

    The pattern that is laid over the code is always the same one, which readers take from the code itself;
    trying all eight would make a stack of a thousand sheets wait for seconds.
    """
    code = segno.make(address, error="m", micro=False, boost_error=False, mask=3)
    bars: list[str] = []
    for row, squares in enumerate(code.matrix):
        column = 0
        for dark, group in groupby(squares):
            length = len(list(group))
            if dark:
                bars.append(f"{column + QUIET} {row + QUIET} {length} 1 re")
            column += length
    return len(code.matrix) + 2 * QUIET, " ".join(bars)
