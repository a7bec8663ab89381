"""Who may do what in an event: one table, asked by every service."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied

from tournament.models import Event, Membership, Role

ORGANISER, CHIEF, REFEREE = Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE
JURY, COMMITTEE, VIEWER = Role.JURY, Role.COMMITTEE, Role.VIEWER

# What can be done, and by whom. docs/permissions.md is written from this table.
ACTIONS: dict[str, frozenset[Role]] = {
    "see_event": frozenset({ORGANISER, CHIEF, REFEREE, JURY, COMMITTEE, VIEWER}),
    "see_people": frozenset({ORGANISER}),
    "see_record": frozenset({ORGANISER, CHIEF, JURY, COMMITTEE}),
    "manage_event": frozenset({ORGANISER}),
    "manage_entries": frozenset({ORGANISER}),
    "check_in": frozenset({ORGANISER, CHIEF, REFEREE}),
    "draw": frozenset({ORGANISER, CHIEF}),
    "run_clock": frozenset({ORGANISER, CHIEF}),
    "enter_result": frozenset({ORGANISER, CHIEF, REFEREE}),
    "confirm_result": frozenset({ORGANISER, CHIEF}),
    "correct_result": frozenset({ORGANISER, CHIEF}),
    "forfeit": frozenset({ORGANISER, CHIEF}),
    "rule": frozenset({CHIEF, REFEREE}),
    "approve": frozenset({COMMITTEE}),
    "decide_appeal": frozenset({JURY}),
    "print": frozenset({ORGANISER, CHIEF}),
}


def roles_of(event: Event, user: Any) -> frozenset[Role]:
    """The roles that ``user`` has in ``event``; none for somebody who is not signed in."""
    if not getattr(user, "is_authenticated", False):
        return frozenset()
    found = Membership.objects.filter(event=event, user=user, active=True).values_list("role", flat=True)
    return frozenset(Role(role) for role in found)


def may(event: Event, user: Any, action: str) -> bool:
    """Whether ``user`` may do ``action`` in ``event``."""
    return bool(roles_of(event, user) & ACTIONS[action])


def require(event: Event, user: Any, action: str) -> None:
    """Raise ``PermissionDenied`` unless ``user`` may do ``action`` in ``event``."""
    if not may(event, user, action):
        raise PermissionDenied(action)
