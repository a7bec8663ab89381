"""The record in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as n_

from tournament.models import Audit, Event, Membership

ACTIONS = {
    "event-created": n_("created the event"),
    "referee-added": n_("gave somebody a role and a PIN"),
    "pin-renewed": n_("renewed a PIN"),
    "role-revoked": n_("took a role away"),
    "entries-imported": n_("read in entry forms"),
    "import-undone": n_("took imported entries out again"),
    "entry-added": n_("entered a pair"),
    "entry-marked": n_("marked a pair"),
    "entry-left": n_("took a pair out of the event"),
    "bye-asked": n_("noted that a pair asked for a bye"),
    "round-drawn": n_("drew a round"),
    "draw-discarded": n_("discarded a draw"),
    "round-published": n_("published a round"),
    "round-taken-back": n_("took a publication back"),
    "entries-swapped": n_("let two pairs change places"),
    "clock-start": n_("started the clock"),
    "clock-start-undone": n_("took the start of the clock back"),
    "clock-pause": n_("paused the clock"),
    "clock-resume": n_("let the clock go on"),
    "clock-extend": n_("extended the time"),
    "clock-call": n_("called time"),
    "hand-marked": n_("marked the hand in play at the reminder"),
    "round-closed": n_("closed a round"),
    "hand-entered": n_("entered a hand"),
    "hand-undone": n_("took a hand back"),
    "hands-corrected": n_("corrected the hands of a table"),
    "levels-entered": n_("entered levels from a slip"),
    "verdict-given": n_("gave a verdict"),
    "result-cleared": n_("cleared a result"),
    "table-ended": n_("closed a table"),
    "table-resumed": n_("let a table go on playing"),
    "result-confirmed": n_("confirmed a result"),
    "result-reopened": n_("opened a result again"),
    "table-disputed": n_("called the chief referee, or settled it"),
    "adjustment-made": n_("gave or took points without a match"),
    "ruling-made": n_("made a ruling"),
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
            "what": _(ACTIONS.get(row.action, row.action)),
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
