"""A branch's private link: its own entries on any phone, without an account, until the deadline.

Only the hash of its token is kept. A new link takes the place of the old one.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, Conflict, change
from tournament.models import Branch, Entry, EntryRequest, Event, Link, Person, Player, Round
from tournament.registration.bringing_in import joint_of
from tournament.registration.editing import rename
from tournament.registration.entry_rules import divisions_of, may_play_both, players_of, rule_problems
from tournament.registration.quota import limit_of
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.typed import read_phone

TOKEN_BYTES = 24


@dataclass(frozen=True)
class Row:
    """One pair as the chair typed it: the number of an entry that is there already, names and phones of its
    players and then of its reserves; its division, the team's own name, the second branch of a joint team."""

    number: int | None
    people: tuple[tuple[str, str], ...]
    division: str = ""
    label: str = ""
    joint: str = ""

    @property
    def empty(self) -> bool:
        return not any(name.strip() for name, _ in self.people)


def make_link(branch: Branch, actor: AbstractBaseUser) -> str:
    """A new token for a branch's page. It is returned once; older links of the branch stop working."""
    event = branch.event
    require(event, actor, "manage_entries")
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with change(event, actor, public=False) as step:
        _revoke(branch)
        link = Link.objects.create(
            event=event,
            purpose=Link.Purpose.BRANCH_ENTRY,
            token_hash=hashed(token),
            branch=branch,
            expires_at=event.entry_deadline,
        )
        step.record("link-made", link)
    return token


def with_links(branches: QuerySet[Branch]) -> QuerySet[Branch]:
    """Each branch with ``has_link``: whether a link to its page is in somebody's hands."""
    made = Link.objects.filter(
        branch=OuterRef("pk"), purpose=Link.Purpose.BRANCH_ENTRY, revoked_at__isnull=True
    )
    return branches.annotate(has_link=Exists(made))


def revoke_links(branch: Branch, actor: AbstractBaseUser) -> None:
    """Close a branch's page."""
    require(branch.event, actor, "manage_entries")
    with change(branch.event, actor, public=False) as step:
        _revoke(branch)
        step.record("link-revoked", branch)


def set_deadline(event: Event, actor: AbstractBaseUser, deadline: datetime | None) -> None:
    """Until when branches may change their entries; ``None``: until the first draw."""
    require(event, actor, "manage_entries")
    with change(event, actor) as step:
        before, step.event.entry_deadline = step.event.entry_deadline, deadline
        step.event.save(update_fields=["entry_deadline"])
        step.record("deadline-set", event, {"deadline": (before, deadline)})


def branch_of(token: str) -> Branch | None:
    """The branch whose page ``token`` opens; ``None`` for a token that was guessed or revoked."""
    link = (
        Link.objects.filter(
            token_hash=hashed(token), purpose=Link.Purpose.BRANCH_ENTRY, revoked_at__isnull=True
        )
        .select_related("branch__event__rule_set")
        .first()
    )
    return link.branch if link else None


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_open(event: Event) -> bool:
    """Whether branches may still change their entries: before the deadline, and before the first draw."""
    late = event.entry_deadline is not None and timezone.now() > event.entry_deadline
    begun = Round.objects.filter(stage__event=event).exclude(status=Round.Status.EMPTY).exists()
    return not late and not begun


def entries_of(branch: Branch) -> list[Entry]:
    """A branch's pairs in order, with their people."""
    return list(
        branch.entries.exclude(status__in=[Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED])
        .select_related("joint_branch")
        .order_by("number")
        .prefetch_related("players__person")
    )


def version_of(entries: Sequence[Entry]) -> str:
    """What a page saw: it changes with every pair that is added, changed or taken out."""
    told = [
        (
            entry.number,
            entry.version,
            entry.division,
            entry.label,
            [(p.person.name, p.person.phone) for p in entry.players.all()],
        )
        for entry in entries
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def save_branch(branch: Branch, rows: Sequence[Row], *, version: str, referee: str | None = None) -> None:
    """Save what the chair typed: pairs changed, added, and taken out where a row was emptied; and whom the
    branch sends as a referee (``None``: not asked).

    Refused after the deadline, over the quota, with a pair that is not complete or against the rules of
    entry; raises ``Conflict`` where somebody else changed the branch's entries since ``version`` was shown.
    """
    event = branch.event
    filled = [row for row in rows if not row.empty]
    problems = _problems(branch, filled)
    if problems:
        raise Refused(problems)
    with change(event, None) as step:
        if not is_open(step.event):
            raise Refused([Problem("entries-are-closed", "entries")])
        there = entries_of(branch)
        if version_of(there) != version:
            raise Conflict("entries", {"pairs": [entry.names for entry in there]})
        _save(step, branch, there, filled)
        if referee is not None and referee.strip()[:80] != branch.referee:
            branch.referee = referee.strip()[:80]
            branch.save(update_fields=["referee"])
            step.record("branch-changed", branch, {"referee": ("…", "…")})


def _problems(branch: Branch, filled: Sequence[Row]) -> list[Problem]:
    event = branch.event
    if not is_open(event):
        return [Problem("entries-are-closed", "entries")]
    players = players_of(event)
    problems = [
        Problem("pair-not-complete", f"row{place}", {"row": place, "players": players})
        for place, row in enumerate(filled, 1)
        if sum(bool(name.strip()) for name, _ in row.people[:players]) < players
    ]
    problems += [
        replace(one, at=f"row{place}")
        for place, row in enumerate(filled, 1)
        for _, number in row.people
        for one in read_phone(number)[1]
        if one.severity == "error"
    ]
    divisions = divisions_of(event)
    played: dict[str, list[str]] = {}
    for row in filled:
        for name in (name.strip() for name, _ in row.people if name.strip()):
            if any(not may_play_both(divisions, row.division, other) for other in played.get(name, ())):
                problems.append(Problem("name-twice", "names", {"name": name}))
            played.setdefault(name, []).append(row.division)
    proposed = [_proposed(branch, row, players) for row in filled]
    problems += [one for one in rule_problems(event, proposed) if one.severity == "error"]
    own = {one.name for one in divisions if one.quota}
    counts = Counter(row.division if row.division in own else "" for row in filled)
    for division, count in counts.items():
        limit, warns = limit_of(event, branch.name, branch, division)
        if limit is not None and count > limit and not warns:
            problems.append(Problem("quota-exceeded", "entries", {"branch": branch.name, "limit": limit}))
    return list({(one.code, one.at, str(one.values)): one for one in problems}.values())


def _proposed(branch: Branch, row: Row, players: int) -> ProposedEntry:
    return ProposedEntry(
        branch=branch.name,
        division=row.division,
        label=row.label,
        joint=row.joint,
        players=tuple(
            ProposedPlayer(name=name.strip(), phone=number.strip(), reserve=place > players)
            for place, (name, number) in enumerate(row.people, 1)
            if name.strip()
        ),
    )


def ask(branch: Branch, text: str) -> EntryRequest:
    """After the deadline: send the organiser a request."""
    if not text.strip():
        raise Refused([Problem("nothing-asked", "text")])
    with change(branch.event, None, public=False) as step:
        request = EntryRequest.objects.create(branch=branch, text=text.strip()[:1000])
        step.record("request-made", request)
    return request


def answer_request(request: EntryRequest, actor: AbstractBaseUser, *, done: bool) -> EntryRequest:
    """The organiser has carried a request out, or declined it."""
    event = request.branch.event
    require(event, actor, "manage_entries")
    with change(event, actor, public=False) as step:
        before = request.state
        request.state = EntryRequest.State.DONE if done else EntryRequest.State.DECLINED
        request.answered_at = timezone.now()
        request.save(update_fields=["state", "answered_at"])
        step.record("request-answered", request, {"status": (before, request.state)})
    return request


def _save(step: Change, branch: Branch, there: list[Entry], filled: list[Row]) -> None:
    event = step.event
    known = {entry.number: entry for entry in there}
    kept = {row.number for row in filled if row.number in known}
    for number, entry in known.items():
        if number not in kept:
            people = [player.person_id for player in entry.players.all()]
            step.record("entry-taken-out", entry, {"number": (number, None)})
            entry.delete()
            Person.objects.filter(pk__in=people).delete()
    last = event.entries.filter(kind=Entry.Kind.PAIR).aggregate(last=Max("number"))["last"] or 0
    branches = {one.name: one for one in event.branches.all()}
    for row in filled:
        joint = joint_of(event, branches, _proposed(branch, row, players_of(event)))
        if row.number in kept and row.number is not None:
            _change(step, known[row.number], row, joint)
            continue
        last += 1
        entry = Entry.objects.create(
            event=event,
            number=last,
            branch=branch,
            joint_branch=joint,
            division=row.division,
            label=row.label[:120],
            source="link",
        )
        for position, (name, number) in enumerate(row.people, 1):
            if name.strip():
                _seat(entry, position, name, number)
        step.record("entry-added", entry, {"number": (None, last)})


def _change(step: Change, entry: Entry, row: Row, joint: Branch | None) -> None:
    """Make an entry what the row says: who was there is renamed, a reserve may come or go."""
    there = {player.position: player for player in entry.players.all()}
    changes: dict[str, tuple[object, object]] = {}
    for position, (name, number) in enumerate(row.people, 1):
        wanted = (name.strip()[:80], number.strip()[:40])
        player = there.get(position)
        told = (player.person.name, player.person.phone) if player is not None else ("", "")
        if told == wanted or (player is None and not wanted[0]):
            continue
        changes["players"] = ("", "")
        if player is None:
            _seat(entry, position, name, number)
        elif wanted[0]:
            rename(player.person, *wanted)
        else:
            player.delete()
            player.person.delete()
    for field, value in (("division", row.division), ("label", row.label[:120]), ("joint_branch", joint)):
        if getattr(entry, field) != value:
            changes[field] = ("…", "…") if field == "label" else (getattr(entry, field), value)
            setattr(entry, field, value)
    if changes:
        entry.version += 1
        entry.save(update_fields=["division", "label", "joint_branch", "version"])
        step.record("entry-changed", entry, changes)


def _seat(entry: Entry, position: int, name: str, number: str) -> None:
    person = Person.objects.create(event=entry.event, name=name.strip()[:80], phone=number.strip()[:40])
    spare = position > players_of(entry.event)
    Player.objects.create(entry=entry, person=person, position=position, is_reserve=spare)


def _revoke(branch: Branch) -> None:
    Link.objects.filter(branch=branch, revoked_at__isnull=True).update(revoked_at=timezone.now())
