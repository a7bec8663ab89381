"""Squads: formed from their branches, and which of their pairs sit at which board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Draw, Entry, Event, Lineup, Round, Slot, Stage
from tournament.pairing import Lots
from tournament.pairing.squads import LineUp, check_line_up, draw_boards, squad_round_robin
from tournament.plan.stage_rules import SQUADS
from tournament.stages.planned import Meet
from tournament.stages.progress import rules_of


def plays_squads(event: Event) -> bool:
    """Whether any stage of the event is played by squads."""
    return any(stage.config.get("plays") == SQUADS for stage in event.stages.all())


def form_squads(event: Event, actor: AbstractBaseUser) -> list[Entry]:
    """Make a squad of each branch's pairs; branches with too few pairs are joined, two by two. Each division
    has squads of its own.

    ``entry.squads`` of the plan says how many pairs a squad needs (``pairs``, or ``least``) and has at most
    (``most``). Raises ``Refused`` where squads are there already, a pair has no branch, or too few pairs
    remain for a squad.
    """
    require(event, actor, "manage_entries")
    wanted = event.plan.get("entry", {}).get("squads", {})
    least = int(wanted.get("least", wanted.get("pairs", 1)))
    most = int(wanted.get("most", wanted.get("pairs", 10_000)))
    if event.entries.filter(kind=Entry.Kind.SQUAD).exists():
        raise Refused([Problem("squads-are-formed", "entries")])
    pairs = list(event.entries.pairs().playing().select_related("branch").order_by("number"))
    lost = [pair.number for pair in pairs if pair.branch is None]
    if lost:
        raise Refused([Problem("pair-without-branch", "entries", {"numbers": ", ".join(map(str, lost))})])
    by_division: dict[str, dict[str, list[Entry]]] = defaultdict(lambda: defaultdict(list))
    for pair in pairs:
        by_division[pair.division][pair.branch.name if pair.branch else ""].append(pair)
    squads = [one for by_branch in by_division.values() for one in _joined(by_branch, least)]
    problems = [
        Problem("squad-too-large", "entries", {"squad": name, "pairs": len(members), "most": most})
        for name, members in squads
        if len(members) > most
    ]
    problems += [
        Problem("squad-too-few-pairs", "entries", {"squad": name, "pairs": len(members), "least": least})
        for name, members in squads
        if len(members) < least
    ]
    if problems or len(squads) < 2:
        raise Refused(problems or [Problem("squads-too-few", "squads", {"squads": len(squads)})])
    with change(event, actor) as step:
        found = []
        first = event.entries.filter(kind=Entry.Kind.SQUAD).aggregate(last=Max("number"))["last"] or 0
        for number, (name, members) in enumerate(squads, first + 1):
            squad = Entry.objects.create(
                event=event,
                kind=Entry.Kind.SQUAD,
                number=number,
                label=name[:120],
                branch=members[0].branch,
                division=members[0].division,
                status=Entry.Status.PRESENT,
            )
            Entry.objects.filter(pk__in=[pair.pk for pair in members]).update(squad=squad)
            found.append(squad)
            step.record("squad-formed", squad, {"pairs": (None, [pair.number for pair in members])})
    return found


def _joined(by_branch: dict[str, list[Entry]], least: int) -> list[tuple[str, list[Entry]]]:
    """Branches in order of their first pair; those too small are joined with the next small one."""
    squads: list[tuple[str, list[Entry]]] = []
    waiting: tuple[str, list[Entry]] | None = None
    for name, members in by_branch.items():
        if len(members) >= least:
            squads.append((name, members))
        elif waiting is None:
            waiting = (name, members)
        else:
            joint = (f"{waiting[0]}、{name}", [*waiting[1], *members])
            waiting = None if len(joint[1]) >= least else joint
            if waiting is None:
                squads.append(joint)
    if waiting is not None:
        squads.append(waiting)
    return squads


def dissolve_squads(event: Event, actor: AbstractBaseUser) -> None:
    """Take the squads apart again. Refused once they have been drawn."""
    require(event, actor, "manage_entries")
    with change(event, actor) as step:
        squads = event.entries.filter(kind=Entry.Kind.SQUAD)
        if Slot.objects.filter(entry__in=squads).exists():
            raise Refused([Problem("event-has-begun", "entries")])
        step.record("squads-dissolved", event, {"squads": (squads.count(), 0)})
        squads.delete()


def pairs_of(event_id: int, squads: Sequence[int]) -> dict[int, list[int]]:
    """The pairs of each squad that are here, by number."""
    found: dict[int, list[int]] = {number: [] for number in squads}
    rows = (
        Entry.objects.filter(event=event_id, squad__number__in=squads)
        .playing()
        .exclude(status=Entry.Status.ABSENT)
        .order_by("number")
    )
    for squad, pair in rows.values_list("squad__number", "number"):
        found[squad].append(pair)
    return found


def draw_line_ups(stage: Stage, meets: Sequence[Meet], seed: str) -> list[Meet]:
    """Draw which pair meets which on the boards; pairs that have met are kept apart where that can be.

    Where captains hand in their line-ups the boards stay open. Raises ``Refused`` for a squad with too few
    pairs.
    """
    rules = rules_of(stage)
    pairs = pairs_of(stage.event_id, [int(str(side)) for meet in meets for side in meet.sides])
    boards = rules.boards
    if boards is not None:
        short = [(squad, len(members)) for squad, members in pairs.items() if len(members) < boards]
        if short:
            raise Refused(
                [
                    Problem("squad-too-small", "squads", {"squad": squad, "pairs": count, "boards": boards})
                    for squad, count in short
                ]
            )
    if rules.line_ups == "captains":
        return list(meets)
    met = have_met(stage)
    lots = Lots(f"line-ups {seed}")
    found = []
    for meet in meets:
        home, away = (pairs[int(str(side))] for side in meet.sides)
        drawn = draw_boards(home, away, boards, lots, met)
        found.append(replace(meet, boards=tuple((int(a), int(b)) for a, b in drawn)))
    return found


def have_met(stage: Stage) -> set[frozenset[int | str]]:
    """The pairs that have met in this stage."""
    seats: dict[tuple[int, int], set[int | str]] = defaultdict(set)
    rows = Lineup.objects.filter(slot__round__stage=stage)
    for encounter, board, pair in rows.values_list("slot__encounter_id", "board", "pair__number"):
        seats[encounter, board].add(pair)
    return {frozenset(pairs) for pairs in seats.values() if len(pairs) == 2}


def every_pair_meets(
    stage: Stage, number: int, label: str, squads: Sequence[int], double: bool
) -> list[Meet]:
    """Round ``number`` where every pair meets every pair of the other squads, one opponent a round.

    All rounds follow from the seed of the first draw, so that nobody meets twice.
    """
    draw = (
        Draw.objects.filter(round__stage=stage, round__number=1).exclude(state=Draw.State.DISCARDED).first()
    )
    pairs = pairs_of(stage.event_id, squads)
    rounds = squad_round_robin(
        [pairs[squad] for squad in squads],
        double=double,
        every_pair=True,
        seed=f"{label} {draw.seed if draw else ''}",
    )
    if number > len(rounds):
        return []
    return [
        Meet(
            number,
            0,
            (squads[one.home - 1], squads[one.away - 1]),
            group=label,
            boards=tuple((int(a), int(b)) for a, b in one.boards),
        )
        for one in rounds[number - 1].encounters
    ]


def hand_in_line_up(slot: Slot, numbers: Sequence[int], actor: AbstractBaseUser) -> bool:
    """Keep a captain's line-up: her pairs in the order of the boards. Returns whether both are in.

    Nobody sees either line-up before both are handed in (``line_ups_open``). Refused once the round is being
    played, for pairs of another squad, or for the wrong number of them.
    """
    require(slot.round.stage.event, actor, "manage_entries")
    return keep_line_up(slot, numbers, actor)


def keep_line_up(slot: Slot, numbers: Sequence[int], actor: AbstractBaseUser | None) -> bool:
    """The same for the captain herself, who has no account (``actor`` is ``None``).

    She cannot change hers any more once both are open.
    """
    event = slot.round.stage.event
    squad = slot.entry
    if squad is None or slot.round.status not in (Round.Status.DRAFT, Round.Status.PUBLISHED):
        raise Refused([Problem("round-has-begun", "round", {"round": slot.round.number})])
    boards = slot.encounter.boards.count()
    pairs = {pair.number: pair for pair in Entry.objects.filter(squad=squad).playing()}
    check_line_up(LineUp(squad.number, tuple(numbers)), list(pairs), boards)
    with change(event, actor, public=False) as step:
        if actor is None and line_ups_open(slot.encounter_id):
            raise Refused([Problem("line-ups-are-open", "pairs", {"squad": squad.label})])
        slot.lineup.all().delete()
        Lineup.objects.bulk_create(
            Lineup(slot=slot, board=board, pair=pairs[number]) for board, number in enumerate(numbers, 1)
        )
        step.record("line-up-handed-in", squad, {"boards": (None, boards)})
    return line_ups_open(slot.encounter_id)


def line_ups_open(encounter_id: int) -> bool:
    """Whether both line-ups of an encounter are in, so that they may be shown."""
    return len(set(Lineup.objects.filter(slot__encounter=encounter_id).values_list("slot", flat=True))) == 2
