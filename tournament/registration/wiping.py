"""Personal data goes: of one person who asks for it, or of everybody once the event is long over.

The record keeps keys and the names of fields, never what they said: so wiping leaves its chain as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Branch, EntryRequest, Event, Job, Paper, Person, Round, Submission, Upload

# What stands in the place of a name that is wiped.
WIPED_NAME = "＊＊"
SHORTEST, LONGEST = 1, 3650
CONTACTS = ("contact", "phone", "chair", "referee")
NUMBERS = ~Q(phone="") | ~Q(staff_number="") | ~Q(sex="") | ~Q(note="")


@dataclass(frozen=True)
class Kept:
    """How much personal data an event holds, in rows."""

    people: int
    numbers: int
    wiped: int
    contacts: int
    requests: int
    uploads: int
    papers: int


@dataclass(frozen=True)
class Wiped:
    """How many people and branches lost their details, how many files and papers went."""

    people: int
    branches: int
    files: int


def kept(event: Event) -> Kept:
    """What ``event`` holds now."""
    people = Person.objects.filter(event=event)
    return Kept(
        people=people.count(),
        numbers=people.filter(NUMBERS).count(),
        wiped=people.filter(wiped_at__isnull=False).count(),
        contacts=_branches_with_contacts(event).count(),
        requests=EntryRequest.objects.filter(branch__event=event).exclude(text="").count(),
        uploads=_uploads_with_people(event).count(),
        papers=Paper.objects.filter(event=event).count(),
    )


def set_retention(event: Event, actor: AbstractBaseUser, days: int | None) -> None:
    """How many days after the event the details are wiped; ``None``: when the organiser does it."""
    require(event, actor, "manage_event")
    if days is not None and not SHORTEST <= days <= LONGEST:
        raise Refused([Problem("retention-out-of-range", "days", {"least": SHORTEST, "most": LONGEST})])
    with change(event, actor, public=False) as step:
        before, step.event.retention_days = step.event.retention_days, days
        step.event.save(update_fields=["retention_days"])
        step.record("retention-set", event, {"retention_days": (before, days)})
    event.retention_days = days


def last_day(event: Event) -> date | None:
    """The day from which retention counts: the event's, or that of its last published round if later."""
    published = event.stages.aggregate(last=Max("rounds__published_at"))["last"]
    return _later(event.starts_on, published)


def _later(starts_on: date | None, published: datetime | None) -> date | None:
    days = [starts_on, timezone.localdate(published) if published else None]
    return max((day for day in days if day is not None), default=None)


def due_on(event: Event) -> date | None:
    """The day on which the details are wiped by themselves; ``None`` where that is not set or not known."""
    last = last_day(event)
    if event.retention_days is None or last is None:
        return None
    return last + timedelta(days=event.retention_days)


def events_due(now: datetime) -> list[Event]:
    """Events whose time of keeping is over and that still hold somebody's details."""
    # Asked every second: subqueries that stop at the first row, no join over everybody and every round.
    there = Person.objects.filter(event=OuterRef("pk"), wiped_at__isnull=True)
    rounds = Round.objects.filter(stage__event=OuterRef("pk"), published_at__isnull=False)
    events = Event.objects.filter(Exists(there), retention_days__isnull=False).annotate(
        published=Subquery(rounds.order_by("-published_at").values("published_at")[:1])
    )
    today = timezone.localdate(now)
    found = []
    for event in events:
        last = _later(event.starts_on, event.published)
        if last is not None and today > last + timedelta(days=event.retention_days or 0):
            found.append(event)
    return found


def wipe_event(event: Event, actor: AbstractBaseUser | None, *, names: bool = False) -> Wiped:
    """Wipe the phones, staff numbers, sexes and notes of everybody in an event, its branches' contacts,
    requests, forms that were sent in and documents that were made; ``names``: the names as well.

    Results stay. ``actor`` is nobody where the time of keeping is over.
    """
    if actor is not None:
        require(event, actor, "manage_event")
    with change(event, actor, public=names) as step:
        people = Person.objects.filter(event=event)
        people = (
            people.exclude(wiped_at__isnull=False, name=WIPED_NAME)
            if names
            else people.filter(Q(wiped_at__isnull=True) | NUMBERS)
        )
        fields = {"name": WIPED_NAME} if names else {}
        count = people.update(**EMPTY, **fields, wiped_at=timezone.now())
        branches = _branches_with_contacts(event).update(**dict.fromkeys(CONTACTS, ""))
        files = _without_files(event)
        step.event.people_wiped_at = timezone.now()
        step.event.save(update_fields=["people_wiped_at"])
        changed = {"people": (count, 0), "branches": (branches, 0), "files": (files, 0)}
        step.record("people-wiped", event, changed)
    event.people_wiped_at = step.event.people_wiped_at
    return Wiped(count, branches, files)


def wipe_people(event: Event, actor: AbstractBaseUser, people: Iterable[Person]) -> int:
    """Wipe some people who asked for it: names and all else. Their results stay under the number of the pair.

    Documents and forms may name them, so those go too; they can be made or sent again. Returns how many.
    """
    require(event, actor, "manage_event")
    with change(event, actor) as step:
        rows = list(Person.objects.select_for_update().filter(event=event, pk__in=[one.pk for one in people]))
        for person in rows:
            _wipe(step, person)
        if rows:
            _without_files(event)
    return len(rows)


EMPTY = {"phone": "", "staff_number": "", "sex": "", "note": ""}


def _wipe(step: Change, person: Person) -> None:
    contacts = Branch.objects.filter(event=step.event)
    for field in ("contact", "chair", "referee"):
        found = contacts.filter(**{field: person.name})
        found.update(**{field: "", **({"phone": ""} if field == "contact" else {})})
    EntryRequest.objects.filter(branch__event=step.event, text__contains=person.name).update(text="")
    for field, value in EMPTY.items():
        setattr(person, field, value)
    person.name, person.wiped_at = WIPED_NAME, timezone.now()
    person.save(update_fields=[*EMPTY, "name", "wiped_at"])
    step.record("person-wiped", person, dict.fromkeys(("name", *EMPTY), ("", "")))


def _branches_with_contacts(event: Event) -> QuerySet[Branch]:
    named = Q()
    for field in CONTACTS:
        named |= ~Q(**{field: ""})
    return Branch.objects.filter(named, event=event)


def _uploads_with_people(event: Event) -> QuerySet[Upload]:
    accepted = Q(accepted_at__isnull=False, corrections={}, reading__isnull=True, name="")
    return Upload.objects.filter(event=event).exclude(accepted)


def _without_files(event: Event) -> int:
    """Take away what was sent in, said in words, or printed: all of it may name people."""
    EntryRequest.objects.filter(branch__event=event).update(text="")
    uploads = Upload.objects.filter(event=event)
    count = uploads.filter(accepted_at__isnull=True).delete()[0]
    # What an upload brought can still be undone; its name and its corrections go.
    uploads.update(name="", corrections={}, reading=None, content=b"")
    count += Paper.objects.filter(event=event).delete()[0]
    Submission.objects.filter(event=event).update(answer={})
    jobs = Job.objects.finished().filter(event=event)
    files = [job.file.name for job in jobs.exclude(file="")]
    count += len(files)
    jobs.delete()
    # Only what is saved is gone: where this is undone, the files are still wanted.
    transaction.on_commit(lambda: [default_storage.delete(name) for name in files])
    return count
