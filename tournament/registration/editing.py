"""Putting an entry right: freely before the first draw, afterwards only how its people are spelt and called.

Who plays is what the draw was made of: a person is exchanged later only where the regulation has reserves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Conflict, change
from tournament.models import Entry, Player
from tournament.registration.quota import quota_problems
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.registering import branch_named, entered_elsewhere, has_begun, name_twice


@dataclass(frozen=True)
class Shown:
    """What an entry says: its branch, and name and phone of each player in their order."""

    branch: str
    people: tuple[tuple[str, str], ...]


def shown(entry: Entry) -> Shown:
    """What ``entry`` says now."""
    return Shown(
        entry.branch.name if entry.branch else "",
        tuple((one.person.name, one.person.phone) for one in entry.players.all()),
    )


def change_entry(
    entry: Entry, actor: AbstractBaseUser, wanted: Shown, *, version: int, reason: str = ""
) -> bool:
    """Save what the organiser typed over an entry; returns whether anything changed.

    Raises ``Conflict`` with what is there where somebody changed the entry since ``version`` was shown.
    Refused over the quota of a new branch, with somebody who is in another pair, and, once a round is drawn,
    without a reason, with another branch, or with another person where the plan has no reserves.
    """
    event = entry.event
    require(event, actor, "manage_entries")
    with change(event, actor) as step:
        entry = Entry.objects.select_for_update(of=("self",)).select_related("branch").get(pk=entry.pk)
        there = shown(entry)
        if entry.version != version:
            raise Conflict("entry", {"branch": there.branch, "people": there.people}, version=entry.version)
        if there == wanted:
            return False
        players = list(entry.players.all())
        problems = _problems(entry, there, wanted)
        if has_begun(event):
            problems += _too_late(there, wanted, reason, reserves=_reserves(event.plan))
        if problems:
            raise Refused(problems)
        fields = {}
        if wanted.branch != there.branch:
            known = {one.name: one for one in event.branches.all()}
            home = branch_named(event, known, _proposed(wanted))
            fields["branch"] = (entry.branch, home)
            entry.branch = home
        if wanted.people != there.people:
            fields["players"] = ("", "")
            _rewrite(players, wanted.people)
        entry.version += 1
        entry.save(update_fields=["branch", "version"])
        step.record("entry-changed", entry, fields, reason.strip())
    return True


def same_person(before: tuple[str, str], after: tuple[str, str]) -> bool:
    """Whether (name, phone) can be the same person, put right: the family name or all signs but one stay,
    and not name and phone change at once.

    >>> same_person(("张三", ""), ("张叁", "")), same_person(("张三", ""), ("王五", ""))
    (True, False)
    """
    (name, number), (new_name, new_number) = before, after
    if name == new_name:
        return True
    if number and new_number and number != new_number:
        return False
    differing = sum(one != other for one, other in zip(name, new_name, strict=False))
    return name[:1] == new_name[:1] or differing + abs(len(name) - len(new_name)) <= 1


def _problems(entry: Entry, there: Shown, wanted: Shown) -> list[Problem]:
    event, proposed = entry.event, _proposed(wanted)
    problems = name_twice(proposed)
    if wanted.branch != there.branch:
        problems += [one for one in quota_problems(event, [proposed]) if one.severity == "error"]
    problems += entered_elsewhere(event, [proposed], besides=entry)
    if any(not name for name, _ in wanted.people) or len(wanted.people) != len(there.people):
        values = {"row": entry.number, "players": len(there.people)}
        problems.append(Problem("pair-not-complete", "players", values))
    return problems


def _too_late(there: Shown, wanted: Shown, reason: str, *, reserves: bool) -> list[Problem]:
    problems = []
    if not reason.strip():
        problems.append(Problem("needs-reason", "reason"))
    if there.branch != wanted.branch:
        problems.append(Problem("branch-stands", "branch", {"branch": there.branch}))
    if not reserves:
        problems += [
            Problem("person-stands", "players", {"name": before[0], "given": after[0]})
            for before, after in zip(there.people, wanted.people, strict=False)
            if not same_person(before, after)
        ]
    return problems


def _rewrite(players: Sequence[Player], people: Sequence[tuple[str, str]]) -> None:
    for player, (name, number) in zip(players, people, strict=True):
        person = player.person
        fields = ["name", "phone"]
        if not same_person((person.name, person.phone), (name, number)):
            # What is known of the one is not true of the other.
            person.staff_number = person.sex = person.note = ""
            fields += ["staff_number", "sex", "note"]
        person.name, person.phone = name, number
        person.save(update_fields=fields)


def _proposed(wanted: Shown) -> ProposedEntry:
    return ProposedEntry(
        branch=wanted.branch,
        players=tuple(ProposedPlayer(name=name, phone=number) for name, number in wanted.people),
    )


def _reserves(plan: dict[str, Any]) -> bool:
    return bool(plan.get("entry", {}).get("reserves", 0))
