"""One change of an event: the lock, the revision, the record, and a phone that sends twice.

Services compute first and save here, in a transaction that is as short as they can make it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from rules.answers import Problem, Refused
from rules.keyed import Keyed
from tournament.models import Audit, Event, Submission

Actor = AbstractBaseUser | None

# Of people the record keeps which field changed, never what it said: erasing someone keeps the chain valid.
PERSONAL = {"name", "names", "phone", "staff_number", "contact", "chair", "note", "sex", "players"}


class Conflict(Refused):
    """Somebody else saved first. ``theirs`` is what they saved, so that both can be shown."""

    def __init__(self, at: str, theirs: Mapping[str, Any] | None = None, **values: Any) -> None:
        super().__init__([Problem("changed-meanwhile", at, {"theirs": dict(theirs or {}), **values})])
        self.theirs = dict(theirs or {})


class Change:
    """What a service does to an event inside one transaction."""

    def __init__(self, event: Event, actor: Actor) -> None:
        self.event = event
        self.actor = actor
        self.answer: dict[str, Any] = {}
        self.public = True

    def record(
        self,
        action: str,
        target: Keyed | None = None,
        changes: Mapping[str, Sequence[Any]] | None = None,
        reason: str = "",
    ) -> None:
        """Add a row to the record: ``changes`` is ``{field: (from, to)}``."""
        event = self.event
        event.audit_seq += 1
        row = Audit(
            event=event,
            seq=event.audit_seq,
            at=timezone.now(),
            actor=self.actor if self.actor and self.actor.pk else None,
            actor_key=str(self.actor.pk) if self.actor and self.actor.pk else "",
            action=action,
            target=type(target).__name__.lower() if target is not None else "",
            target_key=str(target.key) if target is not None else "",
            changes={
                field: ["…", "…"] if field in PERSONAL else [_plain(before), _plain(after)]
                for field, (before, after) in (changes or {}).items()
            },
            reason=reason[:300],
            before=event.audit_head,
        )
        row.digest = digest(row)
        row.save()
        event.audit_head = row.digest


@contextmanager
def change(
    event: Event, actor: Actor, *, expected: int | None = None, public: bool = True
) -> Iterator[Change]:
    """Open one change of ``event``: lock its row, compare the ``expected`` revision, count on, record.

    Raises ``Conflict`` where the event was changed since ``expected`` was read. ``public`` says whether what
    the public sees may change with it.
    """
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        if expected is not None and locked.revision != expected:
            raise Conflict("event", revision=locked.revision)
        step = Change(locked, actor)
        step.public = public
        yield step
        locked.revision += 1
        fields = ["revision", "audit_seq", "audit_head"]
        if step.public:
            locked.public_revision += 1
            fields.append("public_revision")
        locked.save(update_fields=fields)
    for field in fields:
        setattr(event, field, getattr(locked, field))


class AlreadyAnswered(Exception):
    """This nonce was answered before: ``answer`` is what it was told."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__("answered before")
        self.answer = dict(answer)


def refuse_twice(step: Change, nonce: str) -> None:
    """Raise ``AlreadyAnswered`` where ``nonce`` came before. Called under the lock of the event's row."""
    known = Submission.objects.filter(event=step.event, nonce=nonce).first() if nonce else None
    if known is not None:
        raise AlreadyAnswered(known.answer)


def answer_once(step: Change, nonce: str, answer: Mapping[str, Any]) -> None:
    """Keep the answer to ``nonce`` in the same transaction as what it answers."""
    if nonce:
        Submission.objects.create(event=step.event, nonce=nonce, answer=dict(answer))


def digest(row: Audit) -> str:
    """The hash that chains ``row`` to the one before it."""
    text = json.dumps(
        [
            str(row.key),
            row.seq,
            row.at.isoformat(),
            row.actor_key,
            row.action,
            row.target,
            row.target_key,
            row.changes,
            row.reason,
            row.before,
        ],
        ensure_ascii=False,
        sort_keys=True,
    )
    return hashlib.sha256(text.encode()).hexdigest()


def broken_link(event: Event) -> int | None:
    """The ``seq`` of the first row of the record that does not fit the one before; ``None`` where all do."""
    before, seq = "", 0
    for row in Audit.objects.filter(event=event).order_by("seq").iterator():
        seq += 1
        if row.seq != seq or row.before != before or row.digest != digest(row):
            return seq
        before = row.digest
    event.refresh_from_db(fields=["audit_seq", "audit_head"])
    return None if (event.audit_seq, event.audit_head) == (seq, before) else seq + 1


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | float | bool | list | dict):
        return value
    if isinstance(value, Keyed):
        return str(value.key)
    return str(value)
