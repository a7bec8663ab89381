"""How many pairs a branch may enter: fixed, by bands of its member count, per cent, or a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules.answers import Problem
from tournament.models import Branch, Entry, Event
from tournament.registration.reading import ProposedEntry


def quota_of(rule: Mapping[str, Any], branch: str, members: int | None, own: int | None = None) -> int | None:
    """The number of pairs that ``branch`` may enter; ``None`` for no limit.

    ``rule`` is the plan's ``entry.quota``: ``{"fixed": 2}``, ``{"bands": [[0, 1], [200, 2]]}`` (from so
    many members on, so many pairs), ``{"per_cent": 15, "even": true}`` (of the members, in people, rounded
    down to pairs), ``{"table": {"工学院": 3}, "others": 1}``. ``own`` is the branch's own number, which goes
    before the rule. Without a member count, bands and per cent give no limit.
    """
    if own is not None:
        return own
    if "fixed" in rule:
        return int(rule["fixed"])
    if "bands" in rule:
        if members is None:
            return None
        return next(
            (int(pairs) for least, pairs in sorted(rule["bands"], reverse=True) if members >= least), 0
        )
    if "per_cent" in rule:
        if members is None:
            return None
        people = members * rule["per_cent"] / 100
        return int(-(-people // 2)) if rule.get("round") == "up" else int(people // 2)
    if "table" in rule:
        limit = rule["table"].get(branch, rule.get("others"))
        return None if limit is None else int(limit)
    return None


def quota_problems(event: Event, proposed: Sequence[ProposedEntry]) -> list[Problem]:
    """One problem for each branch that would have more pairs than its quota, at its first pair too many.

    ``"warn": true`` in the rule makes them warnings ("in principle two pairs").
    """
    rule = event.plan.get("entry", {}).get("quota", {})
    branches: dict[str, Branch] = {one.name: one for one in event.branches.all()}
    there = Counter(
        Entry.objects.filter(event=event, kind=Entry.Kind.PAIR)
        .playing()
        .values_list("branch__name", flat=True)
    )
    known = {(branch, frozenset(names)) for branch, names in _pairs_there(event)}
    counts = Counter(there)
    problems = []
    said: set[str] = set()
    for one in proposed:
        if (one.branch, frozenset(player.name for player in one.players)) in known:
            continue
        counts[one.branch] += 1
        home = branches.get(one.branch)
        limit = quota_of(rule, one.branch, home.member_count if home else None, home.quota if home else None)
        if limit is not None and counts[one.branch] > limit and one.branch not in said:
            said.add(one.branch)
            problems.append(
                Problem(
                    "quota-exceeded",
                    first_cell(one),
                    {"branch": one.branch, "limit": limit},
                    "unlikely" if rule.get("warn") else "error",
                )
            )
    return problems


def first_cell(entry: ProposedEntry) -> str:
    """Where a proposed entry stands in its form: the cell of its first name; empty for one typed in."""
    return next((player.cells["name"] for player in entry.players if "name" in player.cells), "")


def _pairs_there(event: Event) -> list[tuple[str, list[str]]]:
    entries = event.entries.pairs().select_related("branch").prefetch_related("players__person")
    return [
        (entry.branch.name if entry.branch else "", [player.person.name for player in entry.players.all()])
        for entry in entries
    ]
