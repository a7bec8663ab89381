"""What the hall's clock asks of the background."""

from __future__ import annotations

from datetime import datetime

from tournament.jobs.registry import watches
from tournament.officiating.notices import give_due_notices


@watches("clock")
def look_at_the_clocks(now: datetime) -> int:
    """Give the reminders and ends that are due."""
    return give_due_notices(now)
