"""Parts of public pages that many poll: written once for all who are shown the same, and handed out as bytes.

Who is not signed in costs one question to the database, whether something changed or not.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.translation import get_language

from tournament.access.pages import event_page
from tournament.models import Event
from tournament.naming import how_called

MOST = 64


@dataclass(frozen=True)
class Part:
    """``body`` and its ``mark`` (ETag) for a public ``revision``, whose facts were worked out at ``known_at``
    (as ``time.monotonic`` tells it). The clock in it is that of ``written_at``."""

    body: bytes
    mark: str
    revision: int
    known_at: float
    headers: Mapping[str, str] = field(default_factory=dict)
    written_at: float = field(default_factory=time.monotonic)

    def serves(self, revision: int) -> bool:
        """Whether it may be shown at ``revision``: its clock and facts are late by less than
        ``settings.REFRESH_SECONDS``."""
        since = self.written_at if self.revision >= revision else self.known_at
        return time.monotonic() - since < settings.REFRESH_SECONDS


_parts: OrderedDict[tuple[str, str, str | None, str], Part] = OrderedDict()
_locks: dict[tuple[str, str, str | None, str], Lock] = {}
_guard = Lock()


def polled(
    name: str, write: Callable[[Event], Part], is_good: Callable[[HttpRequest, int], bool]
) -> Callable[..., HttpResponseBase]:
    """A public view of one part of a page. ``is_good`` says whether the mark that came with a request still
    is good at a revision; else the part is handed out that is there, or ``write`` writes it anew."""

    @event_page()
    def known(request: HttpRequest, event: Event) -> HttpResponse:
        place = _place(name, event.key, how_called())
        return _answer(request, _written(place, event, write))

    @wraps(known)
    def view(request: HttpRequest, event: str) -> HttpResponseBase:
        rows = Event.objects.filter(slug=event)
        row = rows.values_list("key", "public_revision", "is_public", "public_names").first()
        if row is None:
            return known(request, event=event)
        key, revision, public, names = row
        if is_good(request, revision):
            return HttpResponseNotModified(headers={"ETag": request.headers["If-None-Match"]})
        # A stranger is called by no name of a role: what she is shown depends on the event alone.
        stranger = settings.SESSION_COOKIE_NAME not in request.COOKIES
        part = _there(_place(name, key, names), revision) if public and stranger else None
        return known(request, event=event) if part is None else _answer(request, part)

    return view


def _answer(request: HttpRequest, part: Part) -> HttpResponse:
    headers = {"ETag": part.mark, **part.headers}
    if request.headers.get("If-None-Match") == part.mark:
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(part.body, headers=headers)


def _place(name: str, key: Any, names: str) -> tuple[str, str, str | None, str]:
    return name, str(key), get_language(), names


def _written(place: tuple[str, str, str | None, str], event: Event, write: Callable[[Event], Part]) -> Part:
    """The part as it is now. While somebody writes it the others are shown the one before, if it is young."""
    part = _there(place, event.public_revision)
    if part is not None:
        return part
    with _guard:
        lock = _locks.setdefault(place, Lock())
    if not lock.acquire(blocking=False):
        before = _parts.get(place)
        if before is not None and time.monotonic() - before.written_at < 2 * settings.REFRESH_SECONDS:
            return before
        lock.acquire()
    try:
        return _there(place, event.public_revision) or _put(place, write(event))
    finally:
        lock.release()


def _there(place: tuple[str, str, str | None, str], revision: int) -> Part | None:
    part = _parts.get(place)
    return part if part is not None and part.serves(revision) else None


def _put(place: tuple[str, str, str | None, str], part: Part) -> Part:
    with _guard:
        _parts[place] = part
        _parts.move_to_end(place)
        while len(_parts) > MOST:
            gone, _part = _parts.popitem(last=False)
            _locks.pop(gone, None)
    return part
