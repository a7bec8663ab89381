"""What follows from a correction or a ruling, as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.wording import level_text
from tournament.consequence_wording import MOST_SHOWN, follows_text
from tournament.models import Board, Entry
from tournament.officiating.consequences import Moved, consequences
from tournament.officiating.corrections import Preview
from tournament.ruling_wording import changes_in_words
from tournament.stages.standings import DIFFERENCES
from tournament.wording import words


def foreseen(
    board: Board, found: Preview, names: Mapping[str, str], *, expelled: Entry | None = None
) -> dict[str, Any]:
    """The context of ``officiating/changes.html``: the match, the table, what was drawn, what forbids it."""
    following = consequences(board, found.before, found.after, expelled=expelled)
    return {
        "changes": changes_in_words(found.changes, names),
        "moved": [_line(one) for one in following.moved[:MOST_SHOWN]],
        "moved_more": max(0, len(following.moved) - MOST_SHOWN),
        "follow": [follows_text(reason) for reason in following.follow],
        "forbidden": [words(problem) for problem in following.forbidden],
    }


def _line(one: Moved) -> dict[str, Any]:
    return {
        "entry": one.entry,
        "before": _rank(one.rank[0]),
        "after": _rank(one.rank[1]),
        "values": [
            {"name": column.short, "before": _shown(column.key, before), "after": _shown(column.key, after)}
            for column, before, after in one.values
        ],
    }


def _rank(rank: int | None) -> str:
    return "—" if rank is None else str(rank)


def _shown(key: str, value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, list | tuple):
        return " ".join("–" if one is None else level_text(str(one)) for one in value)
    if isinstance(value, int | float) and key in DIFFERENCES:
        return f"+{value:g}" if value > 0 else f"−{-value:g}" if value < 0 else "0"
    return f"{value:g}"
