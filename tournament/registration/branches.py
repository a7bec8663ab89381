"""The branches of an event: read in from a list, added and put right by hand, taken away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Branch, Event, Upload
from tournament.registration.reading import BranchReading, ProposedBranch, read_branches
from tournament.registration.reading.branch_list import differing

# A field of the list → the field of a branch.
FIELDS = {
    "members": "member_count",
    "chair": "chair",
    "contact": "contact",
    "phone": "phone",
    "quota": "quota",
    "referee": "referee",
}


@dataclass(frozen=True)
class Line:
    """One branch of a list beside what is there: ``changes`` is ``{field: (there, listed)}``; ``new`` where
    the event has no such branch."""

    proposed: ProposedBranch
    new: bool
    changes: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True)
class Accepted:
    """How many branches a list brought, changed, and left as they were."""

    created: int
    updated: int
    unchanged: int


def keep_list(event: Event, actor: AbstractBaseUser, name: str, content: bytes) -> Upload:
    """Keep a list of branches for its preview. Nothing of the event changes yet."""
    require(event, actor, "manage_entries")
    return Upload.objects.create(
        event=event, purpose=Upload.Purpose.BRANCHES, name=name[:200], content=content, by=actor
    )


def preview_list(upload: Upload) -> BranchReading:
    """What the list says, with its corrections. Raises ``Refused`` where it is no list of branches."""
    return read_branches(
        upload.name,
        bytes(upload.content),
        known=tuple(upload.event.branches.values_list("name", flat=True)),
        corrections=dict(upload.corrections),
    )


def compared(event: Event, reading: BranchReading) -> list[Line]:
    """Each branch of a list beside what the event has."""
    known = {one.name: one for one in event.branches.all()}
    lines = []
    for one in reading.branches:
        there = known.get(one.name)
        values = {field: getattr(there, name) if there else None for field, name in FIELDS.items()}
        changes = {field: (values[field], getattr(one, field)) for field in differing(one, values)}
        lines.append(Line(one, there is None, changes))
    return lines


def accept_list(upload: Upload, actor: AbstractBaseUser) -> Accepted:
    """Bring a list's branches in, all or none: new ones are made, known ones brought up to date.

    What the list leaves out stays as it is. Refused while it has a problem of severity ``error``.
    """
    event = upload.event
    require(event, actor, "manage_entries")
    reading = preview_list(upload)
    blocking = [one for one in reading.problems if one.severity == "error"]
    if blocking:
        raise Refused(blocking)
    with change(event, actor, public=False) as step:
        if Upload.objects.filter(pk=upload.pk, accepted_at__isnull=False).exists():
            raise Refused([Problem("forms-entered-already", "files")])
        known = {one.name: one for one in event.branches.all()}
        created = updated = 0
        lines = compared(event, reading)
        for line in lines:
            told = {FIELDS[field]: listed for field, (_, listed) in line.changes.items()}
            if line.new:
                branch = Branch.objects.create(event=event, name=line.proposed.name, **told)
                step.record("branch-added", branch)
                created += 1
            elif told:
                _change(step, known[line.proposed.name], told)
                updated += 1
        Upload.objects.filter(pk=upload.pk).update(accepted_at=timezone.now(), content=b"", corrections={})
        step.record("branches-imported", upload, {"created": (0, created), "updated": (0, updated)})
    return Accepted(created, updated, len(lines) - created - updated)


def save_branch_details(
    event: Event, actor: AbstractBaseUser, branch: Branch | None, wanted: Mapping[str, Any]
) -> Branch:
    """Add a branch, or save what was typed over one. Refused without a name, or with one that is taken."""
    require(event, actor, "manage_entries")
    name = str(wanted.get("name", branch.name if branch else "")).strip()
    if not name:
        raise Refused([Problem("branch-needs-name", "name")])
    with change(event, actor) as step:
        if event.branches.filter(name=name).exclude(pk=branch.pk if branch else None).exists():
            raise Refused([Problem("branch-name-taken", "name", {"branch": name})])
        if branch is None:
            branch = Branch.objects.create(event=event, **{**wanted, "name": name})
            step.record("branch-added", branch)
        else:
            branch = Branch.objects.select_for_update().get(pk=branch.pk)
            _change(step, branch, {**wanted, "name": name})
    return branch


def remove_branch(branch: Branch, actor: AbstractBaseUser) -> None:
    """Take a branch off the list. Refused while it has entries."""
    event = branch.event
    require(event, actor, "manage_entries")
    with change(event, actor, public=False) as step:
        if branch.entries.exists() or branch.joint_entries.exists():
            raise Refused([Problem("branch-has-entries", "branch", {"branch": branch.name})])
        step.record("branch-removed", branch)
        branch.delete()


def _change(step: Change, branch: Branch, told: Mapping[str, Any]) -> None:
    before = {name: getattr(branch, name) for name in told}
    changed = [name for name in told if before[name] != told[name]]
    if not changed:
        return
    for name in changed:
        setattr(branch, name, told[name])
    branch.save(update_fields=changed)
    # Of people and of names the record keeps that they changed; counts it may tell.
    plain = ("member_count", "quota")
    step.record(
        "branch-changed",
        branch,
        {name: (before[name], told[name]) if name in plain else ("…", "…") for name in changed},
    )
