"""One Swiss round: bans, byes, then the method, each step with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from types import MappingProxyType

from rules.answers import Problem, Reason, Refused

from .adjacent import Choice, pair_adjacent
from .byes import choose_bye
from .field import Field
from .lots import Lots
from .options import SWISS_METHODS, PairingOptions
from .values import BYE_ASKED, BYE_GIVEN, EntryId, Pairing, PairingEntry, Seed

Pinned = Sequence[tuple[EntryId, EntryId | None]]


@dataclass(slots=True)
class _Round:
    """What is settled so far."""

    field: Field
    free: list[int]
    pinned: list[tuple[int, int]] = dataclass_field(default_factory=list)
    asked: list[int] = dataclass_field(default_factory=list)
    kept: list[int] = dataclass_field(default_factory=list)
    reasons: list[Reason] = dataclass_field(default_factory=list)


def pair(
    entries: Sequence[PairingEntry],
    options: PairingOptions,
    *,
    rounds_left: int = 1,
    seed: Seed = 0,
    pinned: Pinned = (),
) -> Pairing:
    """Pair one round of ``entries``, given in rank order.

    ``rounds_left`` counts this round. ``seed`` opens the lots where the method or the bye is drawn.
    ``pinned`` are pairs that stand whatever the method says; ``(id, None)`` keeps a bye. Raises ``Refused``
    where the bans cannot be satisfied, and says which of them costs it.
    """
    round_ = _settled(entries, options, pinned)
    _check_bans(round_)
    bye: int | None = None
    if len(round_.free) % 2:
        bye = _parity_bye(round_, options, seed)
        round_.free.remove(bye)
    choices = _by_method(round_, options, seed)
    return _answer(round_, choices, bye)


def _settled(entries: Sequence[PairingEntry], options: PairingOptions, pinned: Pinned) -> _Round:
    """Absences, asked-for byes and pinned pairs taken out of the field; what contradicts itself is
    refused."""
    problems: list[Problem] = []
    if options.method not in SWISS_METHODS:
        problems.append(Problem("method_not_swiss", "method", {"method": options.method}))
    places: dict[EntryId, int] = {}
    for place, entry in enumerate(entries):
        if entry.id in places:
            problems.append(Problem("entry_twice", f"entries[{place}].id", {"entry": entry.id}))
        if entry.id in entry.met:
            problems.append(Problem("entry_met_itself", f"entries[{place}].met", {"entry": entry.id}))
        places[entry.id] = place
    if not entries:
        problems.append(Problem("no_entries", "entries"))
    if problems:
        raise Refused(problems)
    field = Field(entries, options)
    taken: set[int] = set()
    round_ = _Round(field, [])
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
            round_.reasons.append(Reason("bye_asked", "", {"entry": entry.id}))
        else:
            round_.free.append(place)
    if problems:
        raise Refused(problems)
    return round_


def _pin(
    round_: _Round,
    places: dict[EntryId, int],
    taken: set[int],
    one_id: EntryId,
    other_id: EntryId | None,
    where: str,
) -> list[Problem]:
    field = round_.field
    names = [one_id] if other_id is None else [one_id, other_id]
    problems = [
        Problem("pinned_unknown", where, {"entry": entry_id}) for entry_id in names if entry_id not in places
    ]
    if problems:
        return problems
    vertices = [places[entry_id] for entry_id in names]
    for vertex in vertices:
        entry = field.entries[vertex]
        if vertex in taken or len(set(vertices)) < len(vertices):
            problems.append(Problem("pinned_twice", where, {"entry": entry.id}))
        elif entry.absent:
            problems.append(Problem("pinned_absent", where, {"entry": entry.id}))
        elif entry.wants_bye and other_id is not None:
            problems.append(Problem("pinned_wants_bye", where, {"entry": entry.id}))
        taken.add(vertex)
    if problems:
        return problems
    if other_id is None:
        entry = field.entries[vertices[0]]
        (round_.asked if entry.wants_bye else round_.kept).append(vertices[0])
        round_.reasons.append(Reason("bye_kept", "", {"entry": one_id}))
        return []
    one, other = sorted(vertices)
    if field.never and field.same_branch(one, other):
        values = {"one": one_id, "other": other_id, "branch": field.entries[one].branch}
        return [Problem("pinned_same_branch", where, values)]
    round_.pinned.append((one, other))
    round_.reasons.append(Reason("pinned", "", {"one": field.ids[one], "other": field.ids[other]}))
    return []


def _check_bans(round_: _Round) -> None:
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
    problems = [Problem("never_leaves_over", "same_branch", values)]
    with_pins = round_.free + [vertex for pair_ in round_.pinned for vertex in pair_]
    if round_.pinned and _crowd(field, with_pins) is None:
        problems.append(Problem("pins_leave_over", "pinned", values))
    missing = [
        place
        for place, entry in enumerate(field.entries)
        if entry.absent or place in round_.asked or place in round_.kept
    ]
    if missing and _crowd(field, round_.free + missing) is None:
        problems.append(Problem("absences_leave_over", "entries", values))
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


def _parity_bye(round_: _Round, options: PairingOptions, seed: Seed) -> int:
    field = round_.field
    order = list(reversed(round_.free))
    if options.bye == "lots":
        order = Lots(f"bye {seed}").order(order)
    bye = choose_bye(field, round_.free, order)
    assert bye is not None, "the bans were checked before"
    passed = order[: order.index(bye)]
    given = {"entry": field.ids[bye]}
    if round_.asked:
        round_.reasons.append(Reason("bye_after_asked", "", {**given, "asked": len(round_.asked)}))
    had = [field.ids[v] for v in passed if field.entries[v].byes > field.entries[bye].byes]
    costly = [field.ids[v] for v in passed if field.entries[v].byes <= field.entries[bye].byes]
    if had:
        round_.reasons.append(Reason("bye_passed_had_one", "", {**given, "passed": tuple(had)}))
    if costly:
        round_.reasons.append(Reason("bye_passed_for_the_rest", "", {**given, "passed": tuple(costly)}))
    code = "bye_drawn" if options.bye == "lots" else "bye_lowest"
    round_.reasons.append(Reason(code, "", {**given, "byes": field.entries[bye].byes}))
    return bye


def _by_method(round_: _Round, options: PairingOptions, seed: Seed) -> list[Choice]:
    if options.method == "lots":
        round_.reasons.append(Reason("drawn", "", {"seed": seed}))
        drawn = Lots(seed).order(round_.free)
        found = pair_adjacent(round_.field, drawn)
    else:
        found = pair_adjacent(round_.field, round_.free)
    assert found is not None, "the bans were checked before"
    return found


def _answer(round_: _Round, choices: Sequence[Choice], bye: int | None) -> Pairing:
    field = round_.field
    ids = field.ids
    reasons = list(round_.reasons)
    for choice in choices:
        reasons += _why(field, choice)
    pairs = sorted([*round_.pinned, *(tuple(sorted((c.one, c.other))) for c in choices)])
    rematches = [pair_ for pair_ in pairs if field.have_met(*pair_)]
    inside = [pair_ for pair_ in pairs if field.same_branch(*pair_)]
    code = "rematch" if field.avoids_rematches else "rematch_allowed"
    reasons += [Reason(code, "", {"one": ids[a], "other": ids[b]}) for a, b in rematches]
    if field.avoid:
        reasons += [
            Reason("same_branch", "", {"one": ids[a], "other": ids[b], "branch": field.entries[a].branch})
            for a, b in inside
        ]
    given = [*([bye] if bye is not None else []), *round_.kept]
    byes = {BYE_GIVEN: tuple(ids[v] for v in given), BYE_ASKED: tuple(ids[v] for v in round_.asked)}
    return Pairing(
        pairs=tuple((ids[a], ids[b]) for a, b in pairs),
        bye=ids[given[0]] if given else None,
        byes=MappingProxyType({code: who for code, who in byes.items() if who}),
        rematch_count=len(rematches),
        same_branch_count=len(inside),
        proven=True,
        reasons=tuple(reasons),
    )


def _why(field: Field, choice: Choice) -> list[Reason]:
    """Why somebody nearer was passed over; nothing where the pair is the obvious one."""
    if not choice.passed:
        return []
    met, branch, rest = [], [], []
    for vertex in choice.passed:
        if field.avoids_rematches and field.have_met(choice.one, vertex):
            met.append(field.ids[vertex])
        elif (field.avoid or field.never) and field.same_branch(choice.one, vertex):
            branch.append(field.ids[vertex])
        else:
            rest.append(field.ids[vertex])
    who = {"entry": field.ids[choice.one], "opponent": field.ids[choice.other]}
    named = (("passed_met", met), ("passed_same_branch", branch), ("passed_for_the_rest", rest))
    return [Reason(code, "", {**who, "passed": tuple(passed)}) for code, passed in named if passed]
