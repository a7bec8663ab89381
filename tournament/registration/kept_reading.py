"""What a large file says, kept with its upload so that it is read once for each set of corrections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.answers import Problem, Refused
from tournament.models import Upload
from tournament.registration.entry_rules import division_names, players_of
from tournament.registration.reading import ProposedEntry, ProposedPlayer, Reading, read_entries

# From so many bytes or files on, forms are read and entered in the background.
LARGE_BYTES = 100_000
LARGE_FILES = 20

Progress = Callable[[float], None]


def is_large(uploads: Sequence[Upload]) -> bool:
    """Whether reading these takes longer than a page may."""
    return len(uploads) > LARGE_FILES or sum(len(bytes(one.content)) for one in uploads) > LARGE_BYTES


def read_upload(upload: Upload, progress: Progress | None = None) -> Reading:
    """What a file says now, with its corrections. Raises ``Refused`` where nothing at all can be read."""
    event = upload.event
    return read_entries(
        upload.name,
        bytes(upload.content),
        players_per_entry=players_of(event),
        known_branches=tuple(event.branches.values_list("name", flat=True)),
        divisions=tuple(division_names(event)),
        corrections=dict(upload.corrections),
        branch=upload.branch.name if upload.branch else None,
        progress=progress,
    )


def keep_reading(upload: Upload, progress: Progress | None = None) -> None:
    """Read a file and keep what it says, or why it cannot be read, with its upload."""
    try:
        found = read_upload(upload, progress)
        kept = {"entries": list(map(_entry, found.entries)), "problems": list(map(_problem, found.problems))}
    except Refused as refused:
        kept = {"entries": [], "problems": list(map(_problem, refused.problems))}
    # Whoever corrects meanwhile has another set of corrections: what is kept says which one it belongs to.
    Upload.objects.filter(pk=upload.pk).update(reading={"corrections": upload.corrections, **kept})


def kept_reading(upload: Upload) -> Reading | None:
    """What was kept for the corrections that stand; ``None`` where it has to be read (again)."""
    kept = upload.reading
    if not kept or kept.get("corrections") != upload.corrections:
        return None
    return Reading(
        tuple(
            ProposedEntry(**{**one, "players": tuple(ProposedPlayer(**person) for person in one["players"])})
            for one in kept["entries"]
        ),
        tuple(Problem(**one) for one in kept["problems"]),
    )


def _entry(one: ProposedEntry) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in ("branch", "contact", "contact_phone", "label")}
    told |= {name: getattr(one, name) for name in ("division", "joint")}
    return {**told, "cells": dict(one.cells), "players": [_player(person) for person in one.players]}


def _player(one: ProposedPlayer) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in ("name", "phone", "staff_number", "sex", "note", "reserve")}
    return {**told, "cells": dict(one.cells)}


def _problem(one: Problem) -> dict[str, Any]:
    return {"code": one.code, "at": one.at, "values": dict(one.values), "severity": one.severity}
