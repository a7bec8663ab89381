"""When and where a round is planned to be played, in the words of a printed schedule."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Event, RoundDate


@dataclass(frozen=True, slots=True)
class PlannedTime:
    """Day and hours in words, and the hall (empty where the round has the whole house)."""

    when: str
    where: str = ""


def planned_times(event: Event) -> dict[tuple[int, int], PlannedTime]:
    """The time of every round that has one, by its stage's row number and its own number.

    A round without one is played on the event's day, at an hour that nobody has settled.
    """
    rows = RoundDate.objects.filter(stage__event=event).select_related("session__hall")
    return {(row.stage_id, row.number): _planned(row) for row in rows}


def _planned(row: RoundDate) -> PlannedTime:
    if row.session is None:
        assert row.play_by is not None
        return PlannedTime(_("by appointment, until %(date)s") % {"date": _day(row.play_by)})
    starts, ends = row.session.starts_at, row.session.ends_at
    last = _hour(ends) if _day(starts) == _day(ends) else f"{_day(ends)} {_hour(ends)}"
    hall = row.session.hall
    where = " ".join(text for text in (hall.name, hall.address) if text) if hall is not None else ""
    return PlannedTime(f"{_day(starts)} {_hour(starts)}–{last}", where)


def _day(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return f"{date_format(local, 'MONTH_DAY_FORMAT')} {date_format(local, 'D')}"


def _hour(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
