"""Who is there: phones and workers are noted in memory and written down together, now and then."""

from __future__ import annotations

import hashlib
import os
import platform
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import Event, SignOfLife

THERE = timedelta(minutes=2)
FORGET = timedelta(days=1)
MOST_UNSENT = 9999


@dataclass(frozen=True, slots=True)
class Phones:
    """The phones of those who run an event: connected lately, and hands that they have yet to send."""

    connected: int
    unsent: int


_lock = threading.Lock()
_noted: dict[str, SignOfLife] = {}
_last_written = datetime.min.replace(tzinfo=UTC)


def note_phone(request: HttpRequest) -> None:
    """Note the phone of somebody with a role; its header ``X-Unsent`` says how many hands wait there."""
    event, session = getattr(request, "event", None), getattr(request, "session", None)
    if event is None or not getattr(request, "roles", None) or session is None or not session.session_key:
        return
    if not settings.SIGNS_EVERY_SECONDS:
        return
    who = hashlib.sha256(f"{session.session_key}:{event.pk}".encode()).hexdigest()
    given = request.headers.get("X-Unsent", "")
    unsent = min(int(given), MOST_UNSENT) if given.isascii() and given.isdigit() and len(given) < 9 else 0
    now = timezone.now()
    _note(SignOfLife(kind=SignOfLife.Kind.PHONE, who=who, event=event, at=now, unsent=unsent), now)


def note_worker(now: datetime) -> int:
    """Note that this process sweeps and works; 1 where that was written down."""
    if not settings.SIGNS_EVERY_SECONDS:
        return 0
    who = f"{platform.node()[:48]}:{os.getpid()}"
    return int(_note(SignOfLife(kind=SignOfLife.Kind.WORKER, who=who, at=now), now))


def phones_of(event: Event, now: datetime | None = None) -> Phones:
    """Who is connected to ``event``, as last written down (up to twenty seconds ago)."""
    signs = SignOfLife.objects.filter(kind=SignOfLife.Kind.PHONE, event=event)
    since = (now or timezone.now()) - THERE
    rows = list(signs.filter(at__gte=since).values_list("unsent", flat=True))
    waiting = list(signs.filter(unsent__gt=0).values_list("unsent", flat=True))
    return Phones(len(rows), sum(waiting))


def _note(sign: SignOfLife, now: datetime) -> bool:
    """Keep ``sign``; write all that were kept where that was not done for a while. Whether it was written."""
    global _last_written
    with _lock:
        _noted[sign.who] = sign
        # A clock that was set back must not silence us until it is where it was.
        if timedelta(0) <= now - _last_written < timedelta(seconds=settings.SIGNS_EVERY_SECONDS):
            return False
        _last_written = now
        signs = list(_noted.values())
        _noted.clear()
    return write(signs, now)


def write(signs: Iterable[SignOfLife], now: datetime) -> bool:
    """Write down ``signs`` in one statement and forget old ones; False where the database cannot now."""
    fields = ["kind", "event", "at", "unsent"]
    try:
        with transaction.atomic():
            SignOfLife.objects.bulk_create(
                signs, update_conflicts=True, unique_fields=["who"], update_fields=fields
            )
            SignOfLife.objects.filter(at__lt=now - FORGET).delete()
    except DatabaseError:
        # A page is never refused for the sake of a sign of life; the next one is written.
        return False
    return True
