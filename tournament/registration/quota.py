"""How many pairs a branch may enter: fixed, by bands of its member count, per cent, or a table."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.answers import Problem
from tournament.models import Branch, Entry, Event
from tournament.registration.entry_rules import divisions_of, rule_of
from tournament.registration.reading import ProposedEntry

ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "down": math.floor,
    "up": math.ceil,
    "nearest": lambda pairs: math.floor(pairs + Fraction(1, 2)),
}


def quota_of(rule: Mapping[str, Any], branch: str, members: int | None, own: int | None = None) -> int | None:
    """The number of pairs that ``branch`` may enter; ``None`` for no limit.

    ``rule`` is the plan's ``entry.quota``: ``{"fixed": 2}``, ``{"bands": [[0, 1], [200, 2]]}`` (from so
    many members on, so many pairs), ``{"per_cent": 15, "round": "down"}`` (of the members, in people, to an
    even number: ``down``, ``up`` or the ``nearest``), ``{"table": {"工学院": 3}, "others": 1}``. ``own`` is
    the branch's own number, which goes before the rule. Without a member count, bands and per cent give no
    limit.
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
        pairs = members * Fraction(str(rule["per_cent"])) / 200
        return ROUNDED[rule.get("round", "down")](pairs)
    if "table" in rule:
        limit = rule["table"].get(branch, rule.get("others"))
        return None if limit is None else int(limit)
    return None


def quota_problems(
    event: Event, proposed: Sequence[ProposedEntry], besides: Entry | None = None
) -> list[Problem]:
    """One problem for each branch that would have more pairs than its quota, at its first pair too many.

    ``"warn": true`` in the rule makes them warnings ("in principle two pairs"). ``besides`` is not counted.
    """
    branches: dict[str, Branch] = {one.name: one for one in event.branches.all()}
    own_rules = {one.name: one.quota for one in divisions_of(event) if one.quota}
    there = list(_pairs_there(event, besides))
    known: dict[tuple[str, frozenset[str]], set[str]] = defaultdict(set)
    for branch, names, division, _ in there:
        known[branch, names].add(division)
    counts = Counter(
        (branch, division if division in own_rules else "") for branch, _, division, plays in there if plays
    )
    problems = []
    said: set[tuple[str, str]] = set()
    for one in proposed:
        divisions = known.get((one.branch, frozenset(player.name for player in one.players)), set())
        if divisions and (not one.division or divisions & {one.division, ""}):
            continue
        counted = (one.branch, one.division if one.division in own_rules else "")
        counts[counted] += 1
        limit, warns = limit_of(event, one.branch, branches.get(one.branch), counted[1])
        if limit is not None and counts[counted] > limit and counted not in said:
            said.add(counted)
            problems.append(
                Problem(
                    "quota-exceeded",
                    first_cell(one),
                    {"branch": one.branch, "limit": limit},
                    "unlikely" if warns else "error",
                )
            )
    return problems


def limit_of(event: Event, name: str, branch: Branch | None, division: str = "") -> tuple[int | None, bool]:
    """How many pairs a branch may enter (in a division with a quota of its own: there), and whether more are
    only warned of."""
    own = next((one.quota for one in divisions_of(event) if one.quota and one.name == division), None)
    rule = rule_of(event).get("quota", {}) if own is None else own
    number = branch.quota if branch and own is None else None
    return quota_of(rule, name, branch.member_count if branch else None, number), bool(rule.get("warn"))


def first_cell(entry: ProposedEntry) -> str:
    """Where a proposed entry stands in its form: the cell of its first name; empty for one typed in."""
    return next((player.cells["name"] for player in entry.players if "name" in player.cells), "")


def _pairs_there(event: Event, besides: Entry | None) -> Iterator[tuple[str, frozenset[str], str, bool]]:
    """Branch, names, division of each pair, and whether it plays."""
    entries = event.entries.pairs().exclude(pk=besides.pk if besides else None)
    for entry in entries.select_related("branch").prefetch_related("players__person"):
        names = frozenset(player.person.name for player in entry.players.all())
        gone = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED, Entry.Status.RESERVE)
        yield entry.branch.name if entry.branch else "", names, entry.division, entry.status not in gone
