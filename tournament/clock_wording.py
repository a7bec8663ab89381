"""What the clock shows, in figures and in a sentence."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.clock import Reading


def clock_text(reading: Reading) -> str:
    """The time left as it is read: 「47:12」; 「00:00」 once it is up, 「—」 where nothing runs."""
    if reading.remaining is None:
        return "—"
    minutes, seconds = divmod(max(0, reading.remaining), 60)
    return f"{minutes:02d}:{seconds:02d}"


def clock_word(reading: Reading) -> str:
    """What is going on, as one sentence."""
    if reading.state == "waiting":
        return _("The round has not started yet.")
    if reading.state == "closed":
        return _("The round is closed.")
    if reading.state == "paused":
        return _("The clock is paused.")
    if reading.over:
        return _("Time was called.") if reading.called else _("Time is up.")
    if reading.no_more_deals and reading.deadline:
        return _("Last minutes: no new hand is dealt; the round ends at %(time)s.") % {
            "time": _hour(reading.deadline)
        }
    if reading.reminded and reading.deadline:
        return _("Last minutes: the round ends at %(time)s.") % {"time": _hour(reading.deadline)}
    if reading.deadline:
        return _("Playing; the round ends at %(time)s.") % {"time": _hour(reading.deadline)}
    return _("Playing, without a time limit.")


def _hour(moment: object) -> str:
    return date_format(timezone.localtime(moment), "H:i")  # type: ignore[arg-type]
