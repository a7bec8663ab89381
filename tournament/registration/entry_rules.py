"""Who may enter, as the event's plan says it: divisions, joint teams, reserves, a referee from each branch.

``plan["entry"]`` is data of the event: a template brings it, the organiser changes it. The part that this
room reads, beside ``players`` and ``quota``::

    {"divisions": [{"name": "退休组", "excludes": ["在职组"], "quota": {"fixed": 1}}],
     "joint": {"below": 10}, "reserves": 1, "referees": 1, "check_eligibility": true, "late_minutes": 5}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem
from tournament.models import Branch, Event, Membership, Role
from tournament.registration.reading import ProposedEntry


@dataclass(frozen=True)
class Division:
    """A part of the event with entries of its own. Nobody plays in it and in one that it ``excludes``;
    ``quota`` is a rule of its own (see ``quota_of``), empty where the event's counts."""

    name: str
    excludes: frozenset[str]
    quota: Mapping[str, Any]


def rule_of(event: Event) -> Mapping[str, Any]:
    """The event's rules of entry."""
    rule: Mapping[str, Any] = event.plan.get("entry", {})
    return rule


def players_of(event: Event) -> int:
    """How many players an entry has, reserves not counted."""
    return int(rule_of(event).get("players", 2))


def reserves_of(event: Event) -> int:
    """How many reserves an entry may have."""
    return int(rule_of(event).get("reserves", 0) or 0)


def divisions_of(event: Event) -> list[Division]:
    """The event's divisions in its order; none where it has not any."""
    return [
        Division(str(one["name"]), frozenset(one.get("excludes", ())), one.get("quota", {}))
        for one in rule_of(event).get("divisions", ())
    ]


def division_names(event: Event) -> list[str]:
    """The names of the event's divisions in its order."""
    return [one.name for one in divisions_of(event)]


def may_play_both(divisions: Iterable[Division], one: str, other: str) -> bool:
    """Whether one person may play in both divisions: in two different ones of which neither excludes the
    other."""
    if not one or not other or one == other:
        return False
    excludes = {division.name: division.excludes for division in divisions}
    return other not in excludes.get(one, ()) and one not in excludes.get(other, ())


def asks_for_referees(event: Event) -> bool:
    """Whether each branch that enters also has to send a referee."""
    return bool(rule_of(event).get("referees"))


def branches_without_referee(event: Event) -> list[Branch]:
    """Branches with entries that have named no referee, where each has to send one."""
    if not asks_for_referees(event):
        return []
    sent = Membership.objects.filter(
        event=event, branch__isnull=False, active=True, role__in=[Role.REFEREE, Role.CHIEF_REFEREE]
    )
    return list(
        event.branches.filter(entries__isnull=False, referee="")
        .exclude(pk__in=sent.values("branch"))
        .distinct()
        .order_by("name")
    )


def rule_problems(event: Event, proposed: Sequence[ProposedEntry]) -> list[Problem]:
    """What the rules of entry say against entries: a division that is missing or unknown, a joint team that
    may not be formed, more reserves than are allowed."""
    names = division_names(event)
    branches = {one.name: one for one in event.branches.all()}
    problems: list[Problem] = []
    for one in proposed:
        cell = next((player.cells["name"] for player in one.players if "name" in player.cells), "")
        at = one.cells.get("division", cell)
        if one.division and one.division not in names:
            problems.append(
                Problem("division-unknown", at, {"given": one.division, "divisions": "、".join(names)})
            )
        elif names and not one.division:
            problems.append(Problem("division-missing", at, {"divisions": "、".join(names)}, "unlikely"))
        if one.joint:
            problems += _joint_problems(event, branches, one, one.cells.get("joint", cell))
        reserves = sum(player.reserve for player in one.players)
        if reserves > reserves_of(event):
            severity = "error" if reserves_of(event) else "unlikely"
            values = {"count": reserves, "allowed": reserves_of(event)}
            problems.append(Problem("too-many-reserves", cell, values, severity))
    return problems


def _joint_problems(
    event: Event, branches: Mapping[str, Branch], one: ProposedEntry, at: str
) -> list[Problem]:
    """A joint team is of two branches, each below the size that the rule names."""
    values: dict[str, Any] = {"branch": one.branch, "joint": one.joint}
    rule = rule_of(event).get("joint")
    if one.joint == one.branch:
        return [Problem("joint-with-itself", at, values)]
    if rule is None:
        return [Problem("joint-not-allowed", at, values)]
    below = rule.get("below")
    if below is None:
        return []
    problems = []
    for name in (one.branch, one.joint):
        members = branches[name].member_count if name in branches else None
        told = {**values, "large": name, "members": members, "below": below}
        if members is None:
            problems.append(Problem("joint-size-unknown", at, told, "unlikely"))
        elif members >= below:
            problems.append(Problem("joint-too-large", at, told))
    return problems
