"""What the documents are made from: plain values, filled from the database by somebody else.

Texts are ready to be printed (branch, names, "第 2 轮"); numbers are numbers. Nothing here is translated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class About:
    """What stands on every sheet of a document.

    ``title`` names the document ("计分表"), ``stage`` what it is of ("第 2 轮"), ``draw`` which draw ("第 3
    次抽签，共 3 次"); ``printed_at`` is local time; ``host`` is printed at the foot where an address helps
    ("192.168.1.20:8000").
    """

    event: str
    title: str
    printed_at: datetime
    stage: str = ""
    draw: str = ""
    host: str = ""
    language: str = "zh-CN"

    @property
    def heading(self) -> str:
        """Stage and title as a page's heading."""
        return "  ".join(text for text in (self.stage, self.title) if text)

    @property
    def name(self) -> str:
        """Stage and title as a bookmark has them."""
        return " · ".join(text for text in (self.stage, self.title) if text)

    @property
    def whole(self) -> str:
        """Event, stage and title in one line."""
        return " · ".join(text for text in (self.event, self.stage, self.title) if text)


@dataclass(frozen=True, slots=True)
class Labels:
    """What this rule set calls a hand, a game and a match: the same word means different things in
    different ones.
    """

    hand: str
    game: str
    match: str


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a table or one line of a list: entry number, branch, the names of its players.

    ``seats`` are the letters N, E, S, W in the order of ``players`` (empty where seats are not fixed);
    ``label`` stands in place of names that are not known yet ("第 12 场胜者") or of an entry that is no
    pair.
    """

    number: int | str | None = None
    branch: str = ""
    players: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    label: str = ""

    @property
    def names(self) -> str:
        """The players on one line; with a stroke between where a name itself has spaces."""
        between = " / " if any(" " in name.strip() for name in self.players) else "  "
        return self.label or between.join(self.players)

    @property
    def texts(self) -> tuple[str, ...]:
        """What has to be looked up in the fonts before printing."""
        return tuple(text for text in (self.branch, *self.players, self.label) if text)


EMPTY_PARTY = Party()


@dataclass(frozen=True, slots=True)
class Notes:
    """Lines under a table: how ties are broken, what a mark means."""

    lines: tuple[str, ...] = field(default=())
