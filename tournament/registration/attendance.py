"""On the day: who is here, who is late, who has left."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Conflict, change
from tournament.models import Entry, Event, StageEntry

PRESENCE = {Entry.Status.ENTERED, Entry.Status.PRESENT, Entry.Status.LATE, Entry.Status.ABSENT}
LEFT = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}


def mark(
    event: Event,
    actor: AbstractBaseUser,
    entries: Iterable[Entry],
    status: str,
    *,
    version: int | None = None,
) -> int:
    """Mark entries as checked in, late, absent, or not yet seen. Returns how many changed.

    Raises ``Conflict`` where one entry's ``version`` is given and somebody else changed it since.
    """
    require(event, actor, "check_in")
    if status not in PRESENCE:
        raise Refused([Problem("unknown-status", "status", {"given": status})])
    with change(event, actor) as step:
        rows = Entry.objects.select_for_update().filter(event=event, pk__in=[one.pk for one in entries])
        changed = 0
        for entry in rows:
            if version is not None and entry.version != version:
                raise Conflict("entry", {"status": entry.status}, number=entry.number)
            if entry.status in PRESENCE and entry.status != status:
                step.record("entry-marked", entry, {"status": (entry.status, status)})
                entry.status = status
                entry.version += 1
                entry.save(update_fields=["status", "version"])
                changed += 1
    return changed


def withdraw(entry: Entry, actor: AbstractBaseUser, reason: str) -> Entry:
    """Take an entry out of the event. What it has played stays; it is not paired again."""
    require(entry.event, actor, "manage_entries")
    return _leave(entry, actor, Entry.Status.WITHDRAWN, reason)


def disqualify(entry: Entry, actor: AbstractBaseUser, reason: str) -> Entry:
    """Put an entry out of the event: it keeps no place."""
    require(entry.event, actor, "manage_entries")
    return _leave(entry, actor, Entry.Status.DISQUALIFIED, reason)


def reinstate(entry: Entry, actor: AbstractBaseUser, reason: str) -> Entry:
    """Take a withdrawal or a disqualification back: the pair is entered again and paired from now on. It has
    to be checked in."""
    require(entry.event, actor, "manage_entries")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    with change(entry.event, actor) as step:
        entry = Entry.objects.select_for_update().get(pk=entry.pk)
        if entry.status not in LEFT:
            raise Refused([_not_in_that_state("entry-has-not-left", entry)])
        step.record("entry-reinstated", entry, {"status": (entry.status, Entry.Status.ENTERED)}, reason)
        entry.status = Entry.Status.ENTERED
        entry.version += 1
        entry.save(update_fields=["status", "version"])
    return entry


def ask_for_bye(entry: Entry, stage_id: int, number: int, actor: AbstractBaseUser) -> None:
    """Note that an entry asked not to be paired in round ``number``."""
    require(entry.event, actor, "manage_entries")
    with change(entry.event, actor) as step:
        row, _ = StageEntry.objects.get_or_create(stage_id=stage_id, entry=entry)
        if number not in row.asked_byes:
            row.asked_byes = sorted([*row.asked_byes, number])
            row.save(update_fields=["asked_byes"])
            step.record("bye-asked", entry, {"round": (None, number)})


def _leave(entry: Entry, actor: AbstractBaseUser, status: str, reason: str) -> Entry:
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    with change(entry.event, actor) as step:
        entry = Entry.objects.select_for_update().get(pk=entry.pk)
        # Who has withdrawn can still be disqualified, for what comes out later; nothing goes the other way.
        if entry.status == Entry.Status.DISQUALIFIED or entry.status == status:
            raise Refused([_not_in_that_state("entry-has-left", entry)])
        step.record("entry-left", entry, {"status": (entry.status, status)}, reason)
        entry.status = status
        entry.version += 1
        entry.save(update_fields=["status", "version"])
    return entry


def _not_in_that_state(code: str, entry: Entry) -> Problem:
    return Problem(code, "status", {"number": entry.number, "status": entry.get_status_display()})
