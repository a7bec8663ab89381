"""Who has left the event and still sits at a table: a verdict is proposed, the chief referee decides."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from scoring.models import Match
from tournament.access.permissions import require
from tournament.models import Board, Entry, Round
from tournament.officiating import entering
from tournament.officiating.selectors import Hall, TableLine, sides

LEFT = {
    Entry.Status.WITHDRAWN: Match.Verdict.WITHDRAWN,
    Entry.Status.DISQUALIFIED: Match.Verdict.DISQUALIFIED,
}


@dataclass(frozen=True)
class Departed:
    """A table with a side that has left: ``against`` is A, B or both, ``verdict`` what is proposed."""

    line: TableLine
    against: str
    verdict: str

    @property
    def verdict_text(self) -> str:
        """The proposed verdict in the reader's words."""
        return str(Match.Verdict(self.verdict).label)

    @property
    def winner(self) -> str:
        """The names of the side that wins then; empty where both have left."""
        return {"A": self.line.names[1], "B": self.line.names[0]}.get(self.against, "")

    @property
    def who(self) -> list[str]:
        """The names of the sides that have left."""
        names = dict(zip("AB", self.line.names, strict=True))
        return [names[side] for side in "AB" if self.against in (side, "both")]


def departed_tables(found: Hall) -> list[Departed]:
    """Tables of a round in play that cannot come to an end by play, because a side has left the event.

    A match that is over stands as it was played; so does a verdict that was given.
    """
    if found.round.status not in (Round.Status.PUBLISHED, Round.Status.PLAYING):
        return []
    there = []
    for line in found.lines:
        if line.over or line.board.match.verdict or line.board.confirmed_at is not None:
            continue
        if proposed := _proposed(line.board):
            there.append(Departed(line, *proposed))
    return there


def give_departed_verdict(board: Board, actor: AbstractBaseUser, *, version: int) -> entering.Saved:
    """The chief referee takes up what was proposed. Refused where nobody at the table has left the event,
    or the match is over already."""
    require(board.round.stage.event, actor, "forfeit")
    proposed = _proposed(board)
    match = Match.objects.get(pk=board.match_id)
    if proposed is None or match.verdict or (match.result or {}).get("over"):
        raise Refused([Problem("nobody-left", "left", {"table": board.table})])
    against, verdict = proposed
    return entering.give_verdict(
        board, actor, verdict, against, version=version, reason=_("Has left the event.")
    )


def _proposed(board: Board) -> tuple[str, str] | None:
    """Against whom, and which verdict: the pair's own status, or that of its squad."""
    verdicts: dict[str, str] = {}
    for side, entry in sides(board).items():
        seated = [entry, *(slot.entry for slot in board.encounter.slots.all() if slot.side == side)]
        for one in seated:
            if one is not None and one.status in LEFT:
                verdicts.setdefault(side, LEFT[Entry.Status(one.status)])
    if not verdicts:
        return None
    # Two who left for different reasons get one verdict: the one that accuses nobody.
    kinds = set(verdicts.values())
    verdict = kinds.pop() if len(kinds) == 1 else Match.Verdict.WITHDRAWN
    return "both" if len(verdicts) == 2 else next(iter(verdicts)), verdict
