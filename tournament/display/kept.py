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

from tournament.models import Audit, Event
from tournament.naming import how_called

MOST = 64
# What is done at a table before its result counts: no table of standings changes by it.
NOT_YET_COUNTED = [
    "hand-entered",
    "hand-undone",
    "hand-marked",
    "levels-entered",
    "table-ended",
    "table-resumed",
    "table-disputed",
    "sides-seated",
    "result-signed",
    "notice-given",
]


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


_places: OrderedDict[tuple[str, str, str | None, str], _Place] = OrderedDict()
_guard = Lock()


def kept(name: str, event: Event, work_out: Callable[[], Any], revision: int | None = None) -> Kept:
    """What ``work_out`` gives for ``event`` as it is now, or was ``settings.REFRESH_SECONDS`` ago at most.

    It is kept for one language and one way of calling people, and made anew for each ``revision``, the
    event's public one unless another is named. One thread works it out; meanwhile the others are handed what
    was there before.
    """
    if revision is None:
        revision = event.public_revision
    place = _place(name, event)
    there = place.kept
    if there is not None and (there.revision >= revision or _is_young(there)):
        return there
    if not place.lock.acquire(blocking=there is None):
        assert there is not None
        return there
    try:
        there = place.kept
        if there is None or there.revision < revision:
            there = place.kept = Kept(revision, work_out(), time.monotonic())
        return there
    finally:
        place.lock.release()


def counted_revision(event: Event) -> int:
    """Goes up with every change that a table of standings may show, not with each hand that is entered."""
    rows = Audit.objects.filter(event=event).exclude(action__in=NOT_YET_COUNTED).order_by("-seq")
    return rows.values_list("seq", flat=True).first() or 0


def _is_young(there: Kept) -> bool:
    return time.monotonic() - there.at < settings.REFRESH_SECONDS


def _place(name: str, event: Event) -> _Place:
    key = (name, str(event.key), get_language(), how_called())
    with _guard:
        place = _places.setdefault(key, _Place())
        _places.move_to_end(key)
        while len(_places) > MOST:
            _places.popitem(last=False)
    return place
