"""The record in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Audit, Event, Membership

ACTIONS = {
    "event-created": _("created the event"),
    "referee-added": _("gave somebody a role and a PIN"),
    "pin-renewed": _("renewed a PIN"),
    "role-revoked": _("took a role away"),
    "entries-imported": _("read in entry forms"),
    "import-undone": _("took imported entries out again"),
    "entry-added": _("entered a pair"),
    "entry-marked": _("marked a pair"),
    "entry-left": _("took a pair out of the event"),
    "bye-asked": _("noted that a pair asked for a bye"),
    "round-drawn": _("drew a round"),
    "draw-discarded": _("discarded a draw"),
    "round-published": _("published a round"),
    "round-taken-back": _("took a publication back"),
    "entries-swapped": _("let two pairs change places"),
    "clock-start": _("started the clock"),
    "clock-start-undone": _("took the start of the clock back"),
    "clock-pause": _("paused the clock"),
    "clock-resume": _("let the clock go on"),
    "clock-extend": _("extended the time"),
    "clock-call": _("called time"),
    "hand-marked": _("marked the hand in play at the reminder"),
    "round-closed": _("closed a round"),
    "hand-entered": _("entered a hand"),
    "hand-undone": _("took a hand back"),
    "hands-corrected": _("corrected the hands of a table"),
    "levels-entered": _("entered levels from a slip"),
    "verdict-given": _("gave a verdict"),
    "result-cleared": _("cleared a result"),
    "table-ended": _("closed a table"),
    "table-resumed": _("let a table go on playing"),
    "result-confirmed": _("confirmed a result"),
    "result-reopened": _("opened a result again"),
    "table-disputed": _("called the chief referee, or settled it"),
    "adjustment-made": _("gave or took points without a match"),
    "ruling-made": _("made a ruling"),
}


def described(event: Event, rows: Iterable[Audit]) -> list[dict[str, Any]]:
    """Rows for the timeline: when, who, what, from what to what, why."""
    names = {
        row.user_id: row.name or row.user.get_full_name() or row.user.get_username()
        for row in Membership.objects.filter(event=event).select_related("user")
    }
    return [
        {
            "at": row.at,
            "who": names.get(row.actor_id, ""),
            "what": str(ACTIONS.get(row.action, row.action)),
            "before": _side(row, 0),
            "after": _side(row, 1),
            "reason": row.reason,
        }
        for row in rows
    ]


def _side(row: Audit, at: int) -> str:
    parts = []
    for field, values in row.changes.items():
        value = values[at]
        if value not in (None, "", {}, []):
            parts.append(f"{field}: {_short(value)}")
    return "; ".join(parts)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(
            f"{key} {_short(one)}" for key, one in value.items() if one not in (None, "", [], {})
        )
    text = str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
