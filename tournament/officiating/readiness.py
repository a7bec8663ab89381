"""What is still missing before a published round is started: a list for the chief referee, who decides."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Entry, Round
from tournament.officiating.selectors import Hall

Status = Entry.Status


@dataclass(frozen=True)
class Missing:
    """``absent`` and ``unseen`` are names with their tables, ``alone`` and ``open`` tables.

    Unseen is who was not checked in, where others were; alone a table without a referee, where others have
    one; open a table where a squad has not handed in its line-up.
    """

    absent: list[str]
    unseen: list[str]
    alone: list[int]
    open: list[int]

    def __bool__(self) -> bool:
        return bool(self.absent or self.unseen or self.alone or self.open)


def missing_before_start(found: Hall) -> Missing:
    """Nothing for a round that is not about to start. Who has left is shown by itself at the desk."""
    lines = found.lines if found.round.status == Round.Status.PUBLISHED else []
    seated = [(line.board.table or 0, entry) for line in lines for entry in (line.a, line.b) if entry]
    checked_in = any(entry.status == Status.PRESENT for _table, entry in seated)
    on_duty = any(line.board.referee_id for line in lines)
    return Missing(
        absent=[_at(*one) for one in seated if one[1].status in (Status.ABSENT, Status.LATE)],
        unseen=[_at(*one) for one in seated if one[1].status == Status.ENTERED] if checked_in else [],
        alone=[line.board.table or 0 for line in lines if not line.board.referee_id] if on_duty else [],
        open=sorted({table for table, entry in seated if entry.kind == Entry.Kind.SQUAD}),
    )


def _at(table: int, entry: Entry) -> str:
    return f"{table} · {entry.names}"
