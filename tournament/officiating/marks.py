"""The mark (ETag) of a part that is polled: an unchanged one costs one question to the database and no body.

A mark says what the part was made from, and until when it stays as it is by itself: a clock that comes to its
reminder changes without anybody saving. It runs out after a minute at the latest, so that every phone hears
the server's time again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

LONGEST = timedelta(seconds=60)


def mark_of(*made_from: object, until: datetime) -> str:
    """The mark of a part that was ``made_from`` these values and stays as it is ``until`` then."""
    return f'"{_text(made_from)}_{until.timestamp():.0f}"'


def still_good(request: HttpRequest, *made_from: object) -> str | None:
    """The mark that came with ``request`` where it says the same and has not run out; else ``None``."""
    mark = request.headers.get("If-None-Match", "")
    said, _, until = mark.strip('"').rpartition("_")
    if said != _text(made_from) or not until.isdigit():
        return None
    return mark if int(until) > timezone.now().timestamp() else None


def stays_until(now: datetime, *moments: datetime | None) -> datetime:
    """The first of the ``moments`` that is still to come, at the latest in a minute."""
    return min([now + LONGEST, *(moment for moment in moments if moment is not None and moment > now)])


def _text(made_from: tuple[object, ...]) -> str:
    return "-".join(str(one) for one in made_from)
