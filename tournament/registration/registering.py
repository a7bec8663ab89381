"""From a reading of entry forms to entries: all or nothing, never doubled, and undone with one step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max, QuerySet
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Branch, Entry, Event, Person, Player, Round, Upload
from tournament.registration.quota import quota_problems
from tournament.registration.reading import ProposedEntry, Reading, read_entries
from tournament.stages.progress import next_number


@dataclass(frozen=True)
class Outcome:
    """What accepting did: entries that are new, that were brought up to date, that stood there already."""

    created: list[Entry]
    updated: list[Entry]
    unchanged: int


def keep_upload(
    event: Event, actor: AbstractBaseUser, name: str, content: bytes, branch: Branch | None = None
) -> Upload:
    """Keep a file for its preview. Nothing of the event changes yet."""
    require(event, actor, "manage_entries")
    return Upload.objects.create(event=event, name=name[:200], content=content, by=actor, branch=branch)


def preview(upload: Upload) -> Reading:
    """What the file says, with its corrections, and every problem at its cell. Raises ``Refused`` where
    nothing at all can be read."""
    event = upload.event
    return read_entries(
        upload.name,
        bytes(upload.content),
        players_per_entry=event.plan.get("entry", {}).get("players", 2),
        known_branches=tuple(event.branches.values_list("name", flat=True)),
        corrections=dict(upload.corrections),
        branch=upload.branch.name if upload.branch else None,
    )


def correct(upload: Upload, actor: AbstractBaseUser, corrections: dict[str, str]) -> Upload:
    """Keep what the organiser typed over cells of the preview (``"Sheet1!C6"`` → text)."""
    require(upload.event, actor, "manage_entries")
    upload.corrections = {**upload.corrections, **corrections}
    upload.save(update_fields=["corrections"])
    return upload


def problems_of(event: Event, reading: Reading) -> list[Problem]:
    """The reading's own problems, and those that only the event knows: quotas, people entered elsewhere."""
    return [
        *reading.problems,
        *quota_problems(event, reading.entries),
        *entered_elsewhere(event, reading.entries),
    ]


def accept_all(uploads: Sequence[Upload], actor: AbstractBaseUser) -> list[Outcome]:
    """Turn uploads into entries, all or none. A pair that is there already is brought up to date.

    Refused while any of them has a problem of severity ``error``, or once a round has been drawn.
    """
    if not uploads:
        raise Refused([Problem("nothing-uploaded", "files")])
    event = uploads[0].event
    require(event, actor, "manage_entries")
    readings = [preview(upload) for upload in uploads]
    together = [entry for reading in readings for entry in reading.entries]
    problems = [problem for reading in readings for problem in reading.problems]
    problems += [*quota_problems(event, together), *entered_elsewhere(event, together)]
    blocking = [one for one in problems if one.severity == "error"]
    if blocking:
        raise Refused(blocking)
    outcomes = []
    with change(event, actor) as step:
        if Upload.objects.filter(pk__in=[one.pk for one in uploads], accepted_at__isnull=False).exists():
            raise Refused([Problem("forms-entered-already", "files")])
        if has_begun(event):
            raise Refused([Problem("event-has-begun", "entries")])
        for upload, reading in zip(uploads, readings, strict=True):
            outcome = _save(step, reading.entries, upload.name)
            Upload.objects.filter(pk=upload.pk).update(
                accepted_at=timezone.now(),
                content=b"",
                effect={"created": [str(entry.key) for entry in outcome.created]},
            )
            step.record(
                "entries-imported",
                upload,
                {"created": (0, len(outcome.created)), "updated": (0, len(outcome.updated))},
            )
            outcomes.append(outcome)
    return outcomes


def brought_by(upload: Upload) -> QuerySet[Entry]:
    """The entries that accepting ``upload`` brought and that are still there."""
    return Entry.objects.filter(event=upload.event_id, key__in=upload.effect.get("created", []))


def undo(upload: Upload, actor: AbstractBaseUser) -> int:
    """Take out again the entries that accepting ``upload`` brought. Refused once a round is drawn."""
    event = upload.event
    require(event, actor, "manage_entries")
    with change(event, actor) as step:
        if has_begun(event):
            raise Refused([Problem("event-has-begun", "entries")])
        entries = brought_by(upload)
        people = list(Person.objects.filter(player__entry__in=entries).values_list("pk", flat=True))
        count = entries.count()
        entries.delete()
        Person.objects.filter(pk__in=people).delete()
        Branch.objects.filter(event=event, entries__isnull=True, member_count__isnull=True).delete()
        Upload.objects.filter(pk=upload.pk).update(undone_at=timezone.now())
        step.record("import-undone", upload, {"created": (count, 0)})
    return count


def register(event: Event, actor: AbstractBaseUser, proposed: Sequence[ProposedEntry]) -> Outcome:
    """Enter pairs that come from no file: those of a rehearsal, or of another system."""
    require(event, actor, "manage_entries")
    problems = [*quota_problems(event, proposed), *entered_elsewhere(event, proposed)]
    blocking = [one for one in problems if one.severity == "error"]
    if blocking:
        raise Refused(blocking)
    with change(event, actor) as step:
        if has_begun(event):
            raise Refused([Problem("event-has-begun", "entries")])
        outcome = _save(step, proposed, "")
        step.record("entries-imported", event, {"created": (0, len(outcome.created))})
    return outcome


def add_entry(event: Event, actor: AbstractBaseUser, proposed: ProposedEntry) -> Entry:
    """Enter one pair by hand. Once rounds are published it is a late entry, paired from the next round on.

    Refused over the branch's quota (unless the rule only warns) and with somebody who is entered already.
    """
    require(event, actor, "manage_entries")
    problems = [
        *name_twice(proposed),
        *quota_problems(event, [proposed]),
        *entered_elsewhere(event, [proposed]),
    ]
    blocking = [one for one in problems if one.severity == "error"]
    if blocking:
        raise Refused(blocking)
    stage = event.stages.first()
    from_round = next_number(stage) if stage else 1
    with change(event, actor) as step:
        outcome = _save(step, [proposed], "", from_round)
        if not outcome.created:
            raise Refused([Problem("entry-is-there", "players")])
        entry = outcome.created[0]
        step.record("entry-added", entry, {"number": (None, entry.number), "from_round": (None, from_round)})
    return entry


def _save(step: Change, proposed: Sequence[ProposedEntry], source: str, from_round: int = 1) -> Outcome:
    event = step.event
    branches = {one.name: one for one in event.branches.all()}
    known = {_identity(entry): entry for entry in _entries(event)}
    number = event.entries.filter(kind=Entry.Kind.PAIR).aggregate(last=Max("number"))["last"] or 0
    created: list[Entry] = []
    updated: list[Entry] = []
    unchanged = 0
    for one in proposed:
        home = branch_named(event, branches, one)
        there = known.get((home.name if home else "", frozenset(player.name for player in one.players)))
        if there is not None:
            if _bring_up_to_date(there, one):
                updated.append(there)
            else:
                unchanged += 1
            continue
        number += 1
        entry = Entry.objects.create(
            event=event,
            number=number,
            branch=home,
            label=one.label,
            source=source,
            from_round=from_round,
        )
        for position, player in enumerate(one.players, 1):
            person = Person.objects.create(event=event, **_person(player))
            Player.objects.create(entry=entry, person=person, position=position, is_reserve=player.reserve)
        created.append(entry)
    return Outcome(created, updated, unchanged)


def branch_named(event: Event, branches: dict[str, Branch], one: ProposedEntry) -> Branch | None:
    """The branch of a proposed entry, made where there was none, with the contact that the form names."""
    name = one.branch
    if not name:
        return None
    if name not in branches:
        branches[name] = Branch.objects.create(
            event=event, name=name, contact=one.contact, phone=one.contact_phone
        )
    home = branches[name]
    if one.contact and (home.contact, home.phone) != (one.contact, one.contact_phone):
        home.contact, home.phone = one.contact, one.contact_phone
        home.save(update_fields=["contact", "phone"])
    return home


def _bring_up_to_date(entry: Entry, one: ProposedEntry) -> bool:
    people = {player.person.name: player.person for player in entry.players.all()}
    changed = False
    for player in one.players:
        person, told = people[player.name], _person(player)
        fields = [field for field, value in told.items() if value and getattr(person, field) != value]
        if fields:
            for field in fields:
                setattr(person, field, told[field])
            person.save(update_fields=fields)
            changed = True
    if one.label and entry.label != one.label:
        entry.label = one.label
        changed = True
    if changed:
        entry.version += 1
        entry.save(update_fields=["label", "version"])
    return changed


def _person(player: Any) -> dict[str, str]:
    return {
        "name": player.name,
        "phone": player.phone,
        "staff_number": player.staff_number,
        "sex": player.sex,
        "note": player.note[:200],
    }


def _identity(entry: Entry) -> tuple[str, frozenset[str]]:
    return (
        entry.branch.name if entry.branch else "",
        frozenset(player.person.name for player in entry.players.all()),
    )


def _entries(event: Event) -> list[Entry]:
    return list(event.entries.pairs().select_related("branch").prefetch_related("players__person"))


def name_twice(proposed: ProposedEntry) -> list[Problem]:
    """One problem for each name that stands more than once in a pair."""
    names = [player.name for player in proposed.players]
    return [
        Problem("name-twice", "players", {"name": name})
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]


def entered_elsewhere(
    event: Event, proposed: Sequence[ProposedEntry], besides: Entry | None = None
) -> list[Problem]:
    """People of the same branch who are in another pair of the event already; ``besides`` is left out."""
    where = {
        (entry.branch.name if entry.branch else "", player.person.name): entry
        for entry in _entries(event)
        if besides is None or entry.pk != besides.pk
        for player in entry.players.all()
    }
    problems = []
    for one in proposed:
        names = frozenset(player.name for player in one.players)
        for player in one.players:
            there = where.get((one.branch, player.name))
            if there is not None and (besides is not None or _identity(there)[1] != names):
                problems.append(
                    Problem(
                        "person-in-another-entry",
                        player.cells.get("name", ""),
                        {"name": player.name, "number": there.number, "branch": one.branch},
                    )
                )
    return problems


def has_begun(event: Event) -> bool:
    """Whether a round has been drawn, be it as a draft: from then on the list of entries stands."""
    return Round.objects.filter(stage__event=event).exclude(status=Round.Status.EMPTY).exists()
