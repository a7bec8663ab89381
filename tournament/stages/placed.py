"""One place in a stage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Placed:
    """``rank`` (``None``: not decided, or no place kept), the entry's number, how many share the rank.

    ``open`` says that the regulation's tie-breaks are used up and lots or a ruling have to decide.
    """

    rank: int | None
    number: int
    level: int = 1
    open: bool = False
