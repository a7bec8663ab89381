"""Somebody did not come: two who are left join, a pair moves to the shorter group, before they play."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Board, Draw, Entry, Event, Player, Round, Stage
from tournament.pairing.lots import draw_order
from tournament.stages.drawing import locked
from tournament.stages.grouped import plan_group_round
from tournament.stages.progress import groups_of
from tournament.stages.seating import clear, clear_places
from tournament.stages.seeds import fresh_seed


def join_singles(stays: Player, comes: Player, actor: AbstractBaseUser, reason: str) -> Entry:
    """Let two who came without their partners play together, under the number and branch of ``stays``.

    Whoever did not come stays on the record with the number of ``comes``, which is withdrawn. Where the
    branches differ the other one becomes the joint branch. Refused without a reason, and once either pair has
    played. Returns the pair that plays.
    """
    event = stays.entry.event
    require(event, actor, "manage_entries")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    with change(event, actor) as step:
        rows = Entry.objects.select_for_update(of=("self",)).filter(
            event=event, pk__in=[stays.entry_id, comes.entry_id]
        )
        found = {one.pk: one for one in rows.select_related("branch", "joint_branch")}
        kept, given_up = found.get(stays.entry_id), found.get(comes.entry_id)
        if kept is None or given_up is None or kept == given_up:
            raise Refused([Problem("not-two-pairs", "players")])
        for one in (kept, given_up):
            _refuse_if_played(one)
        missing = [one for one in kept.players.all() if one.pk != stays.pk and not one.is_reserve]
        if not missing:
            raise Refused([Problem("nobody-missing", "players", {"number": kept.number})])
        _exchange(missing[0], Player.objects.get(pk=comes.pk))
        if given_up.branch_id not in (None, kept.branch_id) and kept.joint_branch is None:
            kept.joint_branch = given_up.branch
        step.record(
            "singles-joined",
            kept,
            {"status": (kept.status, Entry.Status.PRESENT), "number": (given_up.number, kept.number)},
            reason.strip(),
        )
        kept.status = Entry.Status.PRESENT
        kept.version += 1
        kept.save(update_fields=["status", "version", "joint_branch"])
        step.record(
            "entry-left", given_up, {"status": (given_up.status, Entry.Status.WITHDRAWN)}, reason.strip()
        )
        given_up.status = Entry.Status.WITHDRAWN
        given_up.version += 1
        given_up.save(update_fields=["status", "version"])
    return kept


def _exchange(missing: Player, comes: Player) -> None:
    mine, theirs = (missing.entry_id, missing.position), (comes.entry_id, comes.position)
    # A place is taken once, so the first one leaves it for a moment.
    missing.position = 10_000
    missing.save(update_fields=["position"])
    comes.entry_id, comes.position = mine
    comes.save(update_fields=["entry", "position"])
    missing.entry_id, missing.position = theirs
    missing.save(update_fields=["entry", "position"])


def move_to_shorter_group(
    stage: Stage,
    actor: AbstractBaseUser,
    source: str,
    *,
    number: int | None = None,
    seed: str = "",
    reason: str,
) -> tuple[Entry, str]:
    """Move a pair of group ``source`` to the shortest group: the one with ``number``, or one by lot.

    The round is laid out anew; who is where and where nobody moved stays. Refused without a reason, once
    anybody has played in the stage, and where no group is shorter. Returns the pair and its new group.
    """
    event = stage.event
    require(event, actor, "draw")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    seed = seed or fresh_seed()
    with change(event, actor) as step:
        first = stage.rounds.filter(number=1).first()
        if first is None or stage.format != Stage.Format.ROUND_ROBIN:
            raise Refused([Problem("no-groups-drawn", "stage", {"stage": stage.name})])
        round_ = locked(first, Round.Status.DRAFT, Round.Status.PUBLISHED)
        if Board.objects.filter(round__stage=stage).exclude(match__version=0).exists():
            raise Refused([Problem("stage-played", "stage", {"stage": stage.name})])
        here = {label: [row.entry for row in rows] for label, rows in groups_of(stage).items()}
        playing = {label: [one for one in rows if one.status in _PLAYS] for label, rows in here.items()}
        if source not in playing:
            raise Refused([Problem("no-such-group", "group", {"group": source})])
        others = [label for label in playing if label != source]
        target = min(others, key=lambda label: (len(playing[label]), label), default=source)
        if not _gains(len(playing[source]), len(playing[target])):
            raise Refused([Problem("no-shorter-group", "group", {"group": source})])
        picked = _picked(playing[source], number, seed, source)
        members = {
            label: tuple(one.number for one in rows if one != picked) for label, rows in playing.items()
        }
        members[target] = (*members[target], picked.number)
        status, old = round_.status, round_.draws.exclude(state=Draw.State.DISCARDED).get()
        clear(round_)
        stage.rounds.filter(number__gt=1).delete()
        clear_places(stage)
        planned = plan_group_round(stage, 1, old.seed, members)
        planned.save(step, round_)
        round_.status = status
        round_.save(update_fields=["status"])
        values = {"entry": picked.number, "from": source, "to": target, "seed": "" if number else seed}
        old.pairs = {**old.pairs, **planned.facts}
        old.reasons.append({"code": "moved-to-group", "values": values})
        old.save(update_fields=["pairs", "reasons"])
        step.record(
            "entry-moved", picked, {"group": (source, target), "seed": (None, values["seed"])}, reason
        )
    return picked, target


# Who did not come takes no place in a group that is laid out anew.
_PLAYS = (Entry.Status.ENTERED, Entry.Status.PRESENT, Entry.Status.LATE)


def _gains(source: int, target: int) -> bool:
    """Whether a move makes groups more even, or leaves nobody idle where one was in each of them."""
    return source - target >= 2 or (source >= target and source % 2 == target % 2 == 1)


def _picked(entries: list[Entry], number: int | None, seed: str, group: str) -> Entry:
    if number is None:
        return draw_order(sorted(entries, key=lambda one: one.number), f"{seed} {group}")[0]
    found = next((one for one in entries if one.number == number), None)
    if found is None:
        raise Refused([Problem("not-in-that-group", "number", {"number": number, "group": group})])
    return found


def _refuse_if_played(entry: Entry) -> None:
    boards = Board.objects.filter(encounter__slots__entry=entry).exclude(match__version=0)
    if boards.exists():
        raise Refused([Problem("pair-has-played", "players", {"number": entry.number})])


def missing_of(event: Event) -> list[Entry]:
    """Pairs of which nobody knows whether all are here: absent, late, or not seen yet."""
    waiting = (Entry.Status.ABSENT, Entry.Status.LATE, Entry.Status.ENTERED)
    return list(
        event.entries.pairs()
        .filter(status__in=waiting)
        .select_related("branch")
        .prefetch_related("players__person")
        .order_by("number")
    )
