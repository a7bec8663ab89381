"""Which referee is on duty at which table: never where a pair of her own branch plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Conflict, change
from tournament.models import Board, Branch, Membership, Role, Round
from tournament.officiating.selectors import sides


@dataclass(frozen=True)
class Duty:
    """One line of the duty sheet: a referee and her tables."""

    member: Membership
    tables: list[int] = field(default_factory=list)


def referees(round_: Round) -> list[Membership]:
    """The referees of the event, in order of their names."""
    return list(
        Membership.objects.filter(event=round_.stage.event_id, role=Role.REFEREE, active=True)
        .select_related("branch", "user")
        .order_by("name", "pk")
    )


def set_branch(member: Membership, actor: AbstractBaseUser, branch: Branch | None) -> None:
    """Note which branch a referee belongs to; from the next roster on she is not put at its tables."""
    event = member.event
    require(event, actor, "run_clock")
    if branch is not None and branch.event_id != event.pk:
        raise Refused([Problem("roster-not-a-referee", "branch")])
    with change(event, actor, public=False) as step:
        before = member.branch.name if member.branch else None
        member.branch = branch
        member.save(update_fields=["branch"])
        step.record("roster-made", member, {"branch": (before, branch.name if branch else None)})


def share_out(round_: Round, actor: AbstractBaseUser) -> list[int]:
    """Put the referees on duty: neighbouring tables, as many for each, none with her own branch, and with
    pairs whom she has not had in an earlier round where that can be.

    Returns the tables that nobody can take. Raises ``Refused`` where the event has no referees.
    """
    event = round_.stage.event
    require(event, actor, "run_clock")
    people = referees(round_)
    if not people:
        raise Refused([Problem("roster-nobody", "roster")])
    boards = list(Board.objects.for_round(round_).with_sides().order_by("table"))
    earlier = _earlier(round_)
    found = shared(
        [_branches(board) for board in boards],
        [one.branch_id for one in people],
        turn=round_.number - 1,
        met={
            (at, place): times
            for at, one in enumerate(people)
            for place, board in enumerate(boards)
            if (times := sum(earlier[one.user_id, entry] for entry in _seated(board)))
        },
    )
    with change(event, actor, public=False) as step:
        for board, at in zip(boards, found, strict=True):
            board.referee = people[at].user if at is not None else None
            board.save(update_fields=["referee"])
        step.record("roster-made", round_, {"tables": (None, len(boards))})
    return [board.table or 0 for board, at in zip(boards, found, strict=True) if at is None]


def shared(
    tables: Sequence[frozenset[int]],
    people: Sequence[int | None],
    *,
    turn: int = 0,
    met: Mapping[tuple[int, int], int] | None = None,
) -> list[int | None]:
    """Who takes which table: ``tables`` are the branches that play at each, ``people`` the referees' own.

    Each table goes to the referee whose stretch of the hall it lies in; the stretches move on by ``turn``,
    so that nobody has the first tables all day. Where her branch plays there, or she had one of its pairs
    before (``met``: how often, by referee and table), it goes to the one who had them least, then to the one
    with the fewest tables so far, the nearest first. ``None`` where nobody may.
    """
    met = met or {}
    load = [0] * len(people)
    found: list[int | None] = []
    for place, branches in enumerate(tables):
        home = (place * len(people) // len(tables) + turn) % len(people)
        may = [at for at, own in enumerate(people) if own is None or own not in branches]
        costs = {one: (met.get((one, place), 0), one != home, load[one], abs(one - home)) for one in may}
        at = min(may, key=costs.__getitem__, default=None)
        if at is not None:
            load[at] += 1
        found.append(at)
    return found


def assign(
    board: Board, actor: AbstractBaseUser, member: Membership | None, *, was: str | None = None
) -> None:
    """Put one referee at one table by hand, or nobody. Refused at a table of her own branch.

    Raises ``Conflict`` where somebody else was put there since ``was`` (a user's number, empty for nobody).
    """
    event = board.round.stage.event
    require(event, actor, "run_clock")
    if member is not None and (member.event_id != event.pk or not member.active):
        raise Refused([Problem("roster-not-a-referee", "referee")])
    if member is not None and member.branch_id in _branches(board):
        raise Refused(
            [Problem("roster-own-branch", "referee", {"referee": member.name, "table": board.table})]
        )
    with change(event, actor, public=False) as step:
        now = Board.objects.values_list("referee_id", flat=True).get(pk=board.pk)
        if was is not None and was != str(now or ""):
            raise Conflict("referee")
        board.referee = member.user if member else None
        board.save(update_fields=["referee"])
        step.record("roster-made", board, {"referee": (None, str(member.key) if member else None)})


def duties(round_: Round) -> list[Duty]:
    """The duty sheet of a round."""
    people = referees(round_)
    found = {one.user_id: Duty(one) for one in people}
    rows = Board.objects.for_round(round_).filter(referee__isnull=False).order_by("table")
    for user, table in rows.values_list("referee_id", "table"):
        if user in found:
            found[user].tables.append(table)
    return list(found.values())


def _earlier(round_: Round) -> Counter[tuple[int, int]]:
    """How often each referee (by user) has had each entry in the other rounds of the event."""
    rows = Board.objects.of_event(round_.stage.event).filter(referee__isnull=False).exclude(round=round_)
    return Counter(rows.values_list("referee_id", "encounter__slots__entry_id"))


def _seated(board: Board) -> list[int]:
    """The entries that meet at a table, by their ids."""
    return [slot.entry_id for slot in board.encounter.slots.all() if slot.entry_id is not None]


def _branches(board: Board) -> frozenset[int]:
    return frozenset(
        entry.branch_id
        for entry in sides(board).values()
        if entry is not None and entry.branch_id is not None
    )
