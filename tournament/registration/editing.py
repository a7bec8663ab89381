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
from tournament.models import Entry, Person, Player
from tournament.registration.bringing_in import branch_named, joint_of
from tournament.registration.entry_rules import reserves_of, rule_problems
from tournament.registration.quota import quota_problems
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.registering import entered_elsewhere, has_begun, name_twice


@dataclass(frozen=True)
class Shown:
    """What an entry says: its branch, name and phone of each player in their order; its division, the second
    branch of a joint team, and the team's own name."""

    branch: str
    people: tuple[tuple[str, str], ...]
    division: str = ""
    joint: str = ""
    label: str = ""


def shown(entry: Entry) -> Shown:
    """What ``entry`` says now."""
    return Shown(
        entry.branch.name if entry.branch else "",
        tuple((one.person.name, one.person.phone) for one in entry.players.all()),
        entry.division,
        entry.joint_branch.name if entry.joint_branch else "",
        entry.label,
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
        rows = Entry.objects.select_for_update(of=("self",)).select_related("branch", "joint_branch")
        entry = rows.get(pk=entry.pk)
        there = shown(entry)
        if entry.version != version:
            raise Conflict("entry", {"branch": there.branch, "people": there.people}, version=entry.version)
        if there == wanted:
            return False
        players = list(entry.players.all())
        problems = _problems(entry, there, wanted)
        if has_begun(event):
            problems += _too_late(there, wanted, reason, reserves=bool(reserves_of(event)))
        if problems:
            raise Refused(problems)
        fields: dict[str, tuple[Any, Any]] = {}
        known = {one.name: one for one in event.branches.all()}
        if wanted.branch != there.branch:
            home = branch_named(event, known, _proposed(wanted))
            fields["branch"] = (entry.branch, home)
            entry.branch = home
        if wanted.people != there.people:
            fields["players"] = ("", "")
            _rewrite(players, wanted.people)
        if wanted.joint != there.joint:
            joint = joint_of(event, known, _proposed(wanted))
            fields["joint_branch"] = (entry.joint_branch, joint)
            entry.joint_branch = joint
        if wanted.division != there.division:
            fields["division"] = (there.division, wanted.division)
            entry.division = wanted.division
        if wanted.label != there.label:
            fields["label"] = ("…", "…")
            entry.label = wanted.label
        entry.version += 1
        entry.save(update_fields=["branch", "joint_branch", "division", "label", "version"])
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
    if (wanted.branch, wanted.division) != (there.branch, there.division):
        problems += [
            one for one in quota_problems(event, [proposed], besides=entry) if one.severity == "error"
        ]
    if (wanted.division, wanted.joint, wanted.branch) != (there.division, there.joint, there.branch):
        problems += [one for one in rule_problems(event, [proposed]) if one.severity == "error"]
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
    if there.division != wanted.division:
        problems.append(Problem("division-stands", "division", {"division": there.division}))
    if not reserves:
        problems += [
            Problem("person-stands", "players", {"name": before[0], "given": after[0]})
            for before, after in zip(there.people, wanted.people, strict=False)
            if not same_person(before, after)
        ]
    return problems


def _rewrite(players: Sequence[Player], people: Sequence[tuple[str, str]]) -> None:
    for player, (name, number) in zip(players, people, strict=True):
        rename(player.person, name, number)


def rename(person: Person, name: str, number: str) -> None:
    """Put a person's name and phone right, or another person in her place: then nothing else of her stays."""
    fields = ["name", "phone", "wiped_at"]
    if not same_person((person.name, person.phone), (name, number)):
        person.staff_number = person.sex = person.note = ""
        fields += ["staff_number", "sex", "note"]
    person.name, person.phone = name, number
    if number:
        person.wiped_at = None
    person.save(update_fields=fields)


def _proposed(wanted: Shown) -> ProposedEntry:
    return ProposedEntry(
        branch=wanted.branch,
        players=tuple(ProposedPlayer(name=name, phone=number) for name, number in wanted.people),
        division=wanted.division,
        joint=wanted.joint,
        label=wanted.label,
    )
