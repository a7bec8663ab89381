"""What is settled before a round is paired: absences, asked-for byes, pinned pairs, and whether bans can
hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from rules.answers import Problem, Reason, Refused

from .field import Field
from .options import SWISS_METHODS, PairingOptions
from .values import EntryId, PairingEntry

Pinned = Sequence[tuple[EntryId, EntryId | None]]


@dataclass(slots=True)
class Round:
    """What is settled so far: who is ``free`` to be paired, ``pinned`` pairs, byes ``asked`` for and
    ``kept``.
    """

    field: Field
    free: list[int]
    pinned: list[tuple[int, int]] = dataclass_field(default_factory=list)
    asked: list[int] = dataclass_field(default_factory=list)
    kept: list[int] = dataclass_field(default_factory=list)
    reasons: list[Reason] = dataclass_field(default_factory=list)

    @property
    def present(self) -> list[int]:
        """All who are in the field in this round, in rank order."""
        seated = [vertex for pair in self.pinned for vertex in pair]
        return sorted([*self.free, *seated, *self.asked, *self.kept])


def settled(entries: Sequence[PairingEntry], options: PairingOptions, pinned: Pinned) -> Round:
    """Absences, asked-for byes and pinned pairs taken out of the field; what contradicts itself is
    refused."""
    problems: list[Problem] = []
    if options.method not in SWISS_METHODS:
        problems.append(Problem("method-not-swiss", "method", {"method": options.method}))
    places: dict[EntryId, int] = {}
    for place, entry in enumerate(entries):
        if entry.id in places:
            problems.append(Problem("entry-twice", f"entries[{place}].id", {"entry": entry.id}))
        if entry.id in entry.met:
            problems.append(Problem("entry-met-itself", f"entries[{place}].met", {"entry": entry.id}))
        places[entry.id] = place
    if not entries:
        problems.append(Problem("no-entries", "entries"))
    if problems:
        raise Refused(problems)
    field = Field(entries, options)
    taken: set[int] = set()
    round_ = Round(field, [])
    for number, (one_id, other_id) in enumerate(pinned):
        where = f"pinned[{number}]"
        problems += _pin(round_, places, taken, one_id, other_id, where)
    for place, entry in enumerate(entries):
        if place in taken:
            continue
        if entry.absent:
            round_.reasons.append(Reason("absent", "", {"entry": entry.id}))
        elif entry.wants_bye:
            round_.asked.append(place)
            round_.reasons.append(Reason("bye-asked", "", {"entry": entry.id}))
        else:
            round_.free.append(place)
    if problems:
        raise Refused(problems)
    return round_


def _pin(
    round_: Round,
    places: dict[EntryId, int],
    taken: set[int],
    one_id: EntryId,
    other_id: EntryId | None,
    where: str,
) -> list[Problem]:
    field = round_.field
    names = [one_id] if other_id is None else [one_id, other_id]
    problems = [
        Problem("pinned-unknown", where, {"entry": entry_id}) for entry_id in names if entry_id not in places
    ]
    if problems:
        return problems
    vertices = [places[entry_id] for entry_id in names]
    for vertex in vertices:
        entry = field.entries[vertex]
        if vertex in taken or len(set(vertices)) < len(vertices):
            problems.append(Problem("pinned-twice", where, {"entry": entry.id}))
        elif entry.absent:
            problems.append(Problem("pinned-absent", where, {"entry": entry.id}))
        elif entry.wants_bye and other_id is not None:
            problems.append(Problem("pinned-wants-bye", where, {"entry": entry.id}))
        taken.add(vertex)
    if problems:
        return problems
    if other_id is None:
        entry = field.entries[vertices[0]]
        (round_.asked if entry.wants_bye else round_.kept).append(vertices[0])
        round_.reasons.append(Reason("bye-kept", "", {"entry": one_id}))
        return []
    one, other = sorted(vertices)
    if field.never and field.same_branch(one, other):
        values = {"one": one_id, "other": other_id, "branch": field.entries[one].branch}
        return [Problem("pinned-same-branch", where, values)]
    round_.pinned.append((one, other))
    round_.reasons.append(Reason("pinned", "", {"one": field.ids[one], "other": field.ids[other]}))
    return []


def check_bans(round_: Round) -> None:
    """With ``never``, no branch may hold more than half of those who must be paired (the bye counts as
    one)."""
    field = round_.field
    if not field.never:
        return
    crowd = _crowd(field, round_.free)
    if crowd is None:
        return
    branch, members, others = crowd
    values = {"branch": branch, "members": members, "others": others}
    problems = [Problem("never-leaves-over", "same_branch", values)]
    with_pins = round_.free + [vertex for pair_ in round_.pinned for vertex in pair_]
    if round_.pinned and _crowd(field, with_pins) is None:
        problems.append(Problem("pins-leave-over", "pinned", values))
    missing = [
        place
        for place, entry in enumerate(field.entries)
        if entry.absent or place in round_.asked or place in round_.kept
    ]
    if missing and _crowd(field, round_.free + missing) is None:
        problems.append(Problem("absences-leave-over", "entries", values))
    raise Refused(problems)


def _crowd(field: Field, vertices: Sequence[int]) -> tuple[str | None, int, int] | None:
    """The branch that is too large for ``vertices`` to be paired without it meeting itself."""
    members: dict[int, int] = {}
    for vertex in vertices:
        members[field.branch[vertex]] = members.get(field.branch[vertex], 0) + 1
    for branch, count in members.items():
        if count > 1 and count > (len(vertices) + 1) // 2:
            return field.entries[branch].branch, count, len(vertices) - count
    return None
