"""From a reading of entry forms to entries: all or nothing, never doubled, and undone with one step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Branch, Entry, Event, Person, Round, Upload
from tournament.registration.bringing_in import Outcome, bring_in, entries_there, identity
from tournament.registration.entry_rules import (
    divisions_of,
    may_play_both,
    rule_problems,
)
from tournament.registration.kept_reading import kept_reading, read_upload
from tournament.registration.quota import quota_problems
from tournament.registration.reading import ProposedEntry, Reading
from tournament.stages.progress import next_number


def keep_upload(
    event: Event, actor: AbstractBaseUser, name: str, content: bytes, branch: Branch | None = None
) -> Upload:
    """Keep a file for its preview. Nothing of the event changes yet."""
    require(event, actor, "manage_entries")
    return Upload.objects.create(event=event, name=name[:200], content=content, by=actor, branch=branch)


def preview(upload: Upload) -> Reading:
    """What the file says, with its corrections, and every problem at its cell. Raises ``Refused`` where
    nothing at all can be read."""
    return kept_reading(upload) or read_upload(upload)


def correct(upload: Upload, actor: AbstractBaseUser, corrections: dict[str, str]) -> Upload:
    """Keep what the organiser typed over cells of the preview (``"Sheet1!C6"`` → text)."""
    require(upload.event, actor, "manage_entries")
    upload.corrections = {**upload.corrections, **corrections}
    upload.save(update_fields=["corrections"])
    return upload


def problems_of(event: Event, reading: Reading) -> list[Problem]:
    """The reading's own problems, and those that only the event knows."""
    return [*reading.problems, *event_problems(event, reading.entries)]


def event_problems(event: Event, proposed: Sequence[ProposedEntry]) -> list[Problem]:
    """What only the event knows: its rules of entry, quotas, people who are entered elsewhere."""
    return [
        *rule_problems(event, proposed),
        *quota_problems(event, proposed),
        *entered_elsewhere(event, proposed),
    ]


def accept_all(
    uploads: Sequence[Upload], actor: AbstractBaseUser, still_wanted: Callable[[], None] = lambda: None
) -> list[Outcome]:
    """Turn uploads into entries, all or none. A pair that is there already is brought up to date.

    ``still_wanted`` is called before all is saved; what it raises takes everything back. Refused while any of
    them has a problem of severity ``error``, or once a round has been drawn.
    """
    if not uploads:
        raise Refused([Problem("nothing-uploaded", "files")])
    event = uploads[0].event
    require(event, actor, "manage_entries")
    readings = [preview(upload) for upload in uploads]
    together = [entry for reading in readings for entry in reading.entries]
    problems = [problem for reading in readings for problem in reading.problems]
    problems += event_problems(event, together)
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
            outcome = bring_in(step, reading.entries, upload.name)
            Upload.objects.filter(pk=upload.pk).update(
                accepted_at=timezone.now(),
                content=b"",
                reading=None,
                effect={"created": [str(entry.key) for entry in outcome.created]},
            )
            step.record(
                "entries-imported",
                upload,
                {"created": (0, len(outcome.created)), "updated": (0, len(outcome.updated))},
            )
            outcomes.append(outcome)
        still_wanted()
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
        homes = set(entries.values_list("branch", flat=True)) | set(
            entries.values_list("joint_branch", flat=True)
        )
        entries.delete()
        Person.objects.filter(pk__in=people).delete()
        # A branch that came with the file goes with it; one that is known by more than its name stays.
        Branch.objects.filter(
            pk__in=homes - {None},
            entries__isnull=True,
            joint_entries__isnull=True,
            link__isnull=True,
            member_count__isnull=True,
            quota__isnull=True,
            chair="",
            referee="",
        ).delete()
        Upload.objects.filter(pk=upload.pk).update(undone_at=timezone.now())
        step.record("import-undone", upload, {"created": (count, 0)})
    return count


def register(event: Event, actor: AbstractBaseUser, proposed: Sequence[ProposedEntry]) -> Outcome:
    """Enter pairs that come from no file: those of a rehearsal, or of another system."""
    require(event, actor, "manage_entries")
    problems = event_problems(event, proposed)
    blocking = [one for one in problems if one.severity == "error"]
    if blocking:
        raise Refused(blocking)
    with change(event, actor) as step:
        if has_begun(event):
            raise Refused([Problem("event-has-begun", "entries")])
        outcome = bring_in(step, proposed, "")
        step.record("entries-imported", event, {"created": (0, len(outcome.created))})
    return outcome


def add_entry(
    event: Event, actor: AbstractBaseUser, proposed: ProposedEntry, *, status: str = Entry.Status.ENTERED
) -> Entry:
    """Enter one pair by hand. Once rounds are published it is a late entry, paired from the next round on.

    ``status`` is ``present`` for a walk-in, ``reserve`` for a pair that waits for a place. Refused over the
    branch's quota (unless the rule only warns) and with somebody who is entered already.
    """
    require(event, actor, "manage_entries")
    problems = [*name_twice(proposed), *event_problems(event, [proposed])]
    blocking = [one for one in problems if one.severity == "error"]
    if blocking:
        raise Refused(blocking)
    stage = event.stages.first()
    from_round = next_number(stage) if stage else 1
    with change(event, actor) as step:
        outcome = bring_in(step, [proposed], "", from_round)
        if not outcome.created:
            raise Refused([Problem("entry-is-there", "players")])
        entry = outcome.created[0]
        if status != entry.status:
            entry.status = status
            entry.save(update_fields=["status"])
        step.record("entry-added", entry, {"number": (None, entry.number), "from_round": (None, from_round)})
    return entry


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
    divisions = divisions_of(event)
    where: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries_there(event):
        if besides is None or entry.pk != besides.pk:
            for player in entry.players.all():
                for branch in {entry.branch, entry.joint_branch}:
                    where[branch.name if branch else "", player.person.name].append(entry)
    problems = []
    for one in proposed:
        names = frozenset(player.name for player in one.players)
        homes = {one.branch, one.joint} if one.joint else {one.branch}
        for player in one.players:
            there = next(
                (
                    entry
                    for home in sorted(homes)
                    for entry in where.get((home, player.name), ())
                    if not may_play_both(divisions, entry.division, one.division)
                    and (besides is not None or not _is_it(entry, one, names))
                ),
                None,
            )
            if there is not None:
                problems.append(
                    Problem(
                        "person-in-another-entry",
                        player.cells.get("name", ""),
                        {"name": player.name, "number": there.number, "branch": one.branch},
                    )
                )
    return problems


def _is_it(entry: Entry, one: ProposedEntry, names: frozenset[str]) -> bool:
    """Whether ``one`` is ``entry`` told again; the division may be left out here or there."""
    same = identity(entry) == (one.branch, names)
    return same and (entry.division == one.division or not entry.division or not one.division)


def has_begun(event: Event) -> bool:
    """Whether a round has been drawn, be it as a draft: from then on the list of entries stands."""
    return Round.objects.filter(stage__event=event).exclude(status=Round.Status.EMPTY).exists()
