"""Eligibility, and reserve pairs: who may play, who waits for a place, who steps in."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Entry, Event, Player, Slot
from tournament.stages.progress import next_number


def mark_eligibility(event: Event, actor: AbstractBaseUser, entries: Iterable[Entry], mark: str) -> int:
    """Note of entries whether they may take part: ``eligible``, ``ineligible``, or ``open`` again.

    Returns how many changed.
    """
    require(event, actor, "manage_entries")
    if mark not in Entry.Eligibility.values:
        raise Refused([Problem("unknown-status", "eligibility", {"given": mark})])
    with change(event, actor, public=False) as step:
        rows = Entry.objects.select_for_update().filter(event=event, pk__in=[one.pk for one in entries])
        changed = 0
        for entry in rows.exclude(eligibility=mark):
            step.record("eligibility-marked", entry, {"eligibility": (entry.eligibility, mark)})
            entry.eligibility = mark
            entry.version += 1
            entry.save(update_fields=["eligibility", "version"])
            changed += 1
    return changed


def set_aside(event: Event, actor: AbstractBaseUser, entries: Iterable[Entry]) -> int:
    """Make pairs reserves, who play only when a place falls free. Refused for one that has a seat."""
    require(event, actor, "manage_entries")
    with change(event, actor) as step:
        rows = list(Entry.objects.select_for_update().filter(event=event, pk__in=[one.pk for one in entries]))
        seated = Slot.objects.filter(entry__in=rows).values_list("entry__number", flat=True)
        if seated:
            numbers = ", ".join(map(str, sorted(set(seated))))
            raise Refused([Problem("reserve-has-a-seat", "entries", {"numbers": numbers})])
        return sum(_become(step, entry, Entry.Status.RESERVE, "entry-set-aside") for entry in rows)


def step_in(event: Event, actor: AbstractBaseUser, entries: Iterable[Entry]) -> int:
    """Let reserve pairs play: they are here, and paired from the next draw on. Returns how many."""
    require(event, actor, "manage_entries")
    stage = event.stages.first()
    from_round = next_number(stage) if stage else 1
    with change(event, actor) as step:
        rows = Entry.objects.select_for_update().filter(
            event=event, pk__in=[one.pk for one in entries], status=Entry.Status.RESERVE
        )
        count = 0
        for entry in rows:
            entry.from_round = from_round
            entry.save(update_fields=["from_round"])
            count += _become(step, entry, Entry.Status.PRESENT, "reserve-stepped-in")
    if not count:
        raise Refused([Problem("no-reserve-ticked", "entries")])
    return count


def exchange_player(
    entry: Entry, actor: AbstractBaseUser, leaves: Player, comes: Player, reason: str
) -> None:
    """Let an entry's reserve play for one of its players; the record keeps which of them when.

    Refused without a reason, and where they are not a player and a reserve of this entry.
    """
    event = entry.event
    require(event, actor, "manage_entries")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    with change(event, actor) as step:
        players = {one.pk: one for one in Player.objects.filter(entry=entry)}
        out, in_ = players.get(leaves.pk), players.get(comes.pk)
        if out is None or in_ is None or out.is_reserve or not in_.is_reserve:
            raise Refused([Problem("no-such-reserve", "players", {"number": entry.number})])
        out.is_reserve, in_.is_reserve = True, False
        for one in (out, in_):
            one.save(update_fields=["is_reserve"])
        locked = Entry.objects.select_for_update().get(pk=entry.pk)
        locked.version += 1
        locked.save(update_fields=["version"])
        step.record(
            "player-exchanged", locked, {"person": (str(out.person.key), str(in_.person.key))}, reason.strip()
        )


def _become(step: Change, entry: Entry, status: str, action: str) -> int:
    if entry.status == status:
        return 0
    step.record(action, entry, {"status": (entry.status, status)})
    entry.status = status
    entry.version += 1
    entry.save(update_fields=["status", "version"])
    return 1
