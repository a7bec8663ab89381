"""Who may do what in an event: one table, asked by every service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import get_resolver

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
    "keep_calendar": frozenset({ORGANISER, CHIEF}),
    "run_clock": frozenset({ORGANISER, CHIEF}),
    "enter_result": frozenset({ORGANISER, CHIEF, REFEREE}),
    "confirm_result": frozenset({ORGANISER, CHIEF}),
    "correct_result": frozenset({ORGANISER, CHIEF}),
    "forfeit": frozenset({ORGANISER, CHIEF}),
    "see_rulings": frozenset({ORGANISER, CHIEF, REFEREE, JURY, COMMITTEE}),
    "rule": frozenset({CHIEF, REFEREE}),
    "approve": frozenset({COMMITTEE}),
    "decide_appeal": frozenset({JURY}),
    "print": frozenset({ORGANISER, CHIEF}),
}


def roles_of(event: Event, user: Any) -> frozenset[Role]:
    """The roles that ``user`` has in ``event``; none for somebody who is not signed in."""
    if not getattr(user, "is_authenticated", False):
        return frozenset()
    known: dict[Any, frozenset[Role]] = getattr(user, "roles_in_this_request", {})
    if event.pk in known:
        return known[event.pk]
    found = Membership.objects.filter(event=event, user=user, active=True).values_list("role", flat=True)
    return frozenset(Role(role) for role in found)


def may_create(user: Any) -> bool:
    """Whether ``user`` may make events: somebody with an account of her own, not a PIN at a table."""
    return bool(getattr(user, "is_authenticated", False)) and user.has_usable_password()


def may(event: Event, user: Any, action: str) -> bool:
    """Whether ``user`` may do ``action`` in ``event``."""
    return bool(roles_of(event, user) & ACTIONS[action])


def require(event: Event, user: Any, action: str) -> None:
    """Raise ``PermissionDenied`` unless ``user`` may do ``action`` in ``event``."""
    if not may(event, user, action):
        raise PermissionDenied(action)


def addresses() -> list[tuple[str, str]]:
    """Every address of an event and the right that opens it (``public`` where anybody may look)."""
    found = []
    for pattern in _patterns(get_resolver().url_patterns):
        view = pattern.callback
        if "<slug:event>" in str(pattern.pattern):
            action = getattr(view, "action", "?")
            found.append((f"/{pattern.pattern}", action or "public"))
    return sorted(found)


def _patterns(nodes: Iterable[Any]) -> Iterator[Any]:
    for node in nodes:
        if hasattr(node, "url_patterns"):
            yield from _patterns(node.url_patterns)
        else:
            yield node


def page() -> str:
    """The table as docs/permissions.md shows it: an action a row, a role a column; then every address."""
    roles = list(Role)
    lines = [
        "# 权限 / Permissions",
        "",
        "谁可以做什么。本页由 `manage.py write_permissions` 从程序里的权限表生成，测试会核对两者一致。",
        "每个服务都自己检查权限，不只在页面上检查。",
        "",
        "Who may do what. `manage.py write_permissions` writes this page from the program's own table;",
        "a test compares the two. Every service checks for itself, not only the pages.",
        "",
        f"| | {' | '.join(role.value for role in roles)} |",
        f"|---|{'---|' * len(roles)}",
    ]
    for action, allowed in ACTIONS.items():
        cells = " | ".join("✓" if role in allowed else "" for role in roles)
        lines.append(f"| `{action}` | {cells} |")
    lines += [
        "",
        "## 网址 / Addresses",
        "",
        "`public`：谁都可以看（未公开的比赛除外）。 *`public`: anybody, unless the event is hidden.*",
        "",
        "| | |",
        "|---|---|",
    ]
    lines += [f"| `{route}` | `{action}` |" for route, action in addresses()]
    return "\n".join(lines) + "\n"
