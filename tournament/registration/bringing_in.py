"""What is proposed becomes rows: new entries with their people, or those that are there, up to date."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from tournament.change import Change
from tournament.models import Branch, Entry, Event, Person, Player
from tournament.registration.reading import ProposedEntry

ROWS_AT_ONCE = 500


@dataclass(frozen=True)
class Outcome:
    """What accepting did: entries that are new, that were brought up to date, that stood there already."""

    created: list[Entry]
    updated: list[Entry]
    unchanged: int


def bring_in(step: Change, proposed: Sequence[ProposedEntry], source: str, from_round: int = 1) -> Outcome:
    """Make entries of ``proposed`` inside a change: new ones, or those that are there, up to date."""
    event = step.event
    branches = {one.name: one for one in event.branches.all()}
    _make_branches(event, branches, proposed)
    known = _Known(entries_there(event))
    number = event.entries.filter(kind=Entry.Kind.PAIR).aggregate(last=Max("number"))["last"] or 0
    created: list[tuple[Entry, ProposedEntry]] = []
    updated: list[Entry] = []
    unchanged = 0
    for one in proposed:
        home = branch_named(event, branches, one)
        there = known.same(home.name if home else "", one)
        if there is not None:
            if _bring_up_to_date(there, one, joint_of(event, branches, one)):
                updated.append(there)
            else:
                unchanged += 1
            continue
        number += 1
        entry = Entry(
            event=event,
            number=number,
            branch=home,
            joint_branch=joint_of(event, branches, one),
            division=one.division,
            label=one.label,
            source=source,
            from_round=from_round,
        )
        created.append((entry, one))
    _create(event, created)
    return Outcome([entry for entry, _ in created], updated, unchanged)


def _make_branches(event: Event, branches: dict[str, Branch], proposed: Sequence[ProposedEntry]) -> None:
    """All branches that are named and not there yet, in one statement."""
    missing: dict[str, Branch] = {}
    for one in proposed:
        for name in (one.branch, one.joint):
            if name and name not in branches and name not in missing:
                missing[name] = Branch(event=event, name=name)
    for made in Branch.objects.bulk_create(missing.values(), batch_size=ROWS_AT_ONCE):
        branches[made.name] = made


def _create(event: Event, created: Sequence[tuple[Entry, ProposedEntry]]) -> None:
    """All rows of new entries in three statements for each few hundred of them, so that the lock on the event
    is short however many come at once."""
    Entry.objects.bulk_create([entry for entry, _ in created], batch_size=ROWS_AT_ONCE)
    seats = [
        (entry, position, player) for entry, one in created for position, player in enumerate(one.players, 1)
    ]
    people = Person.objects.bulk_create(
        [Person(event=event, **_person(player)) for _, _, player in seats], batch_size=ROWS_AT_ONCE
    )
    Player.objects.bulk_create(
        [
            Player(entry=entry, person=person, position=position, is_reserve=player.reserve)
            for (entry, position, player), person in zip(seats, people, strict=True)
        ],
        batch_size=ROWS_AT_ONCE,
    )


class _Known:
    """The entries that are there, found again by branch, names and division."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._by: dict[tuple[str, frozenset[str]], list[Entry]] = defaultdict(list)
        for entry in entries:
            self._by[identity(entry)].append(entry)

    def same(self, branch: str, one: ProposedEntry) -> Entry | None:
        """The entry that ``one`` is already; one without a division is the one that is there in any."""
        there = self._by.get((branch, frozenset(player.name for player in one.players)), [])
        exact = next((entry for entry in there if entry.division == one.division), None)
        loose = next((entry for entry in there if not one.division or not entry.division), None)
        return exact or loose


def branch_named(event: Event, branches: dict[str, Branch], one: ProposedEntry) -> Branch | None:
    """The branch of a proposed entry, made where there was none, with the contact that the form names."""
    name = one.branch
    if not name:
        return None
    if name not in branches:
        branches[name] = Branch.objects.create(
            event=event, name=name, contact=one.contact, phone=one.contact_phone
        )
    home = branches[name]
    if one.contact and (home.contact, home.phone) != (one.contact, one.contact_phone):
        home.contact, home.phone = one.contact, one.contact_phone
        home.save(update_fields=["contact", "phone"])
    return home


def joint_of(event: Event, branches: dict[str, Branch], one: ProposedEntry) -> Branch | None:
    """The second branch of a joint team, made where there was none."""
    if not one.joint:
        return None
    if one.joint not in branches:
        branches[one.joint] = Branch.objects.create(event=event, name=one.joint)
    return branches[one.joint]


def _bring_up_to_date(entry: Entry, one: ProposedEntry, joint: Branch | None) -> bool:
    people = {player.person.name: player.person for player in entry.players.all()}
    changed = False
    for player in one.players:
        person, told = people[player.name], _person(player)
        fields = [field for field, value in told.items() if value and getattr(person, field) != value]
        if fields:
            for field in fields:
                setattr(person, field, told[field])
            if person.phone or person.staff_number:
                person.wiped_at = None
            person.save(update_fields=[*fields, "wiped_at"])
            changed = True
    for name, value in (("label", one.label), ("division", one.division), ("joint_branch", joint)):
        if value and getattr(entry, name) != value:
            setattr(entry, name, value)
            changed = True
    if changed:
        entry.version += 1
        entry.save(update_fields=["label", "division", "joint_branch", "version"])
    return changed


def _person(player: Any) -> dict[str, str]:
    return {
        "name": player.name,
        "phone": player.phone,
        "staff_number": player.staff_number,
        "sex": player.sex,
        "note": player.note[:200],
    }


def identity(entry: Entry) -> tuple[str, frozenset[str]]:
    """The name of an entry's branch and those of its people: what makes it the same entry again."""
    return (
        entry.branch.name if entry.branch else "",
        frozenset(player.person.name for player in entry.players.all()),
    )


def entries_there(event: Event) -> list[Entry]:
    """The event's pairs with branches and people."""
    return list(
        event.entries.pairs().select_related("branch", "joint_branch").prefetch_related("players__person")
    )
