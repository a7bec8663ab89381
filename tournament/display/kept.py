"""What many look at is worked out once for all of them, and not more often than somebody could see.

While a hundred tables enter hands the event has a new revision several times a second. Each viewer asks every
second and a half; so a change may be shown a moment late, and two hundred viewers cost what one does.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from tournament.models import Event

MOST = 64


@dataclass(frozen=True)
class Kept:
    """``value`` as it was worked out for the event's public ``revision``."""

    revision: int
    value: Any
    at: float


@dataclass
class _Place:
    lock: Lock = field(default_factory=Lock)
    kept: Kept | None = None


_places: OrderedDict[tuple[str, str, str | None], _Place] = OrderedDict()
_guard = Lock()


def kept(name: str, event: Event, work_out: Callable[[], Any]) -> Kept:
    """What ``work_out`` gives for ``event`` as it is now, or was ``settings.REFRESH_SECONDS`` ago at most.

    One thread works it out; meanwhile the others are handed what was there before.
    """
    place = _place(name, event)
    there = place.kept
    if there is not None and (there.revision >= event.public_revision or _is_young(there)):
        return there
    if not place.lock.acquire(blocking=there is None):
        assert there is not None
        return there
    try:
        there = place.kept
        if there is None or there.revision < event.public_revision:
            there = place.kept = Kept(event.public_revision, work_out(), time.monotonic())
        return there
    finally:
        place.lock.release()


def _is_young(there: Kept) -> bool:
    return time.monotonic() - there.at < settings.REFRESH_SECONDS


def _place(name: str, event: Event) -> _Place:
    key = (name, str(event.key), get_language())
    with _guard:
        place = _places.setdefault(key, _Place())
        _places.move_to_end(key)
        while len(_places) > MOST:
            _places.popitem(last=False)
    return place
