"""A round robin, in one group or several: groups are drawn with round 1, all rounds follow from the lots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.answers import Problem, Reason, Refused
from tournament.change import Change
from tournament.models import Encounter, Entry, Group, Round, Slot, Stage
from tournament.pairing import PairingOptions, load_options, round_robin
from tournament.pairing.groups import group_label, groups
from tournament.pairing.tables import balanced_tables
from tournament.stages.leaving import leaves_nothing
from tournament.stages.participants import PLAYING, participants, present, seeds_of
from tournament.stages.planned import Meet, Planned
from tournament.stages.progress import groups_of, kind_of, rounds_of, rules_of
from tournament.stages.seating import enter, open_boards, seat, set_format
from tournament.stages.squads import draw_line_ups, every_pair_meets

Drawn = dict[str, tuple[int, ...]]


def plan_group_round(stage: Stage, number: int, seed: str, drawn: Drawn | None = None) -> Planned:
    """Round ``number`` of every group. Round 1 draws the groups too, or takes those that were ``drawn`` by
    hand. Raises ``Refused``.
    """
    options = load_options(stage.config.get("pairing", {}))
    if number > 1:
        members = {label: tuple(row.entry.number for row in rows) for label, rows in groups_of(stage).items()}
        by_number = {row.entry.number: row.entry for rows in groups_of(stage).values() for row in rows}
        if number > (rounds_of(stage) or 0):
            raise Refused([Problem("no-round-left", "round", {"rounds": rounds_of(stage)})])
        reasons: tuple[Reason, ...] = ()
    else:
        entries = present(participants(stage))
        by_number = {entry.number: entry for entry in entries}
        members, reasons = (drawn, ()) if drawn else draw_groups(stage, entries, options, seed)
    meets = berger_meets(stage, number, members, options.double, seed)
    meets = [*_with_opponents(stage, meets, by_number, members), *_resting(stage, number, members, meets)]
    meets = [replace(meet, number=place) for place, meet in enumerate(meets, 1)]
    played = [meet for meet in meets if not meet.bye]
    if rules_of(stage).tables == "balanced":
        played = _balanced(stage, played)
    byes = [meet for meet in meets if meet.bye]
    facts: dict[str, Any] = {
        "pairs": [list(meet.sides) for meet in played],
        "byes": _byes(byes),
        "rematches": 0,
        "same_branch": _same_branch(played, by_number),
        "proven": True,
    }
    if number == 1:
        facts["groups"] = {label: list(numbers) for label, numbers in members.items()}
    return Planned(
        options.method if options.method == "berger" else "berger",
        facts,
        _saver(stage, number, members, [*played, *byes], by_number),
        reasons,
    )


def draw_groups(
    stage: Stage, entries: Sequence[Entry], options: PairingOptions, seed: str
) -> tuple[Drawn, tuple[Reason, ...]]:
    """Divide the entries over the groups; the order in each is that of its lots."""
    rules = rules_of(stage)
    grouping = groups(
        len(entries),
        rules.group_count(len(entries)),
        by=options.groups_by,
        seeds=seeds_of(stage) or options.seeds,
        branches=[str(entry.branch_id) if entry.branch_id else None for entry in entries],
        seed=seed,
        same_branch=options.same_branch,
    )
    numbers = [entry.number for entry in entries]
    drawn = {
        group_label(place): tuple(numbers[one - 1] for one in group)
        for place, group in enumerate(grouping.groups)
    }
    return drawn, grouping.reasons


def berger_meets(stage: Stage, number: int, members: Drawn, double: bool, seed: str) -> list[Meet]:
    """Who meets whom in round ``number``, group by group; squads with the pairs of their boards."""
    meets: list[Meet] = []
    rules = rules_of(stage)
    for label, numbers in members.items():
        if rules.every_pair:
            meets += every_pair_meets(stage, number, label, numbers, double)
            continue
        rounds = round_robin(len(numbers), double)
        if number <= len(rounds):
            meets += [
                Meet(number, 0, (numbers[home - 1], numbers[away - 1]), group=label)
                for home, away in rounds[number - 1]
            ]
    if kind_of(stage) == Entry.Kind.SQUAD and not rules.every_pair:
        meets = draw_line_ups(stage, meets, seed)
    return meets


def _with_opponents(
    stage: Stage, meets: Sequence[Meet], by_number: Mapping[int, Entry], members: Drawn
) -> list[Meet]:
    """Where one side has left the event, the other wins without play, or rests where all that is struck."""
    found = []
    for meet in meets:
        here = [one for one in meet.sides if by_number[int(str(one))].status in PLAYING]
        if len(here) == 2:
            found.append(meet)
        elif here:
            gone = next(int(str(one)) for one in meet.sides if one not in here)
            size = len(members[meet.group])
            double = len(round_robin(size, bool(stage.config.get("pairing", {}).get("double")))) > size
            scheduled = (size - 1) * (2 if double else 1)
            struck = leaves_nothing(stage, by_number[gone].status, _played(stage, gone), scheduled)
            code = Encounter.Bye.IDLE if struck else Encounter.Bye.FORFEIT
            found.append(replace(meet, sides=tuple(here), bye=code, boards=()))
    return found


def _played(stage: Stage, number: int) -> int:
    return Slot.objects.filter(
        round__stage=stage, entry__number=number, encounter__boards__confirmed_at__isnull=False
    ).count()


def _resting(stage: Stage, number: int, members: Drawn, meets: Sequence[Meet]) -> list[Meet]:
    """Those whom their group leaves over in this round."""
    busy = {side for meet in meets for side in meet.sides}
    left = set(
        Entry.objects.filter(
            event=stage.event_id,
            kind=kind_of(stage),
            number__in=[n for group in members.values() for n in group],
        )
        .exclude(status__in=PLAYING)
        .values_list("number", flat=True)
    )
    return [
        Meet(number, 0, (one,), bye=Encounter.Bye.IDLE, group=label)
        for label, numbers in members.items()
        for one in numbers
        if one not in busy and one not in left
    ]


def _balanced(stage: Stage, meets: Sequence[Meet]) -> list[Meet]:
    """Tables so that nobody keeps one table."""
    sat: dict[tuple[int | str, int], int] = {}
    rows = Slot.objects.filter(
        round__stage=stage, entry__isnull=False, encounter__boards__table__isnull=False
    )
    for number, table in rows.values_list("entry__number", "encounter__boards__table"):
        sat[number, table] = sat.get((number, table), 0) + 1
    pairs = [(int(str(meet.sides[0])), int(str(meet.sides[1]))) for meet in meets]
    tables = balanced_tables([pairs], sat)[0]
    placed = [replace(meet, table=table) for meet, table in zip(meets, tables, strict=True)]
    return sorted(placed, key=lambda meet: meet.table)


def _byes(meets: Sequence[Meet]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for meet in meets:
        found.setdefault(str(meet.bye), []).append(meet.sides[0])
    return found


def _same_branch(meets: Sequence[Meet], by_number: Mapping[int, Entry]) -> int:
    branches = [[by_number[int(str(one))].branch_id for one in meet.sides] for meet in meets]
    return sum(one is not None and one == other for one, other in branches)


def _saver(
    stage: Stage, number: int, members: Drawn, meets: Sequence[Meet], by_number: Mapping[int, Entry]
) -> Callable[[Change, Round], None]:
    def save(step: Change, round_: Round) -> None:
        if number == 1:
            rows = {label: Group(stage=stage, label=label) for label in members}
            Group.objects.bulk_create(rows.values())
            lots = {
                one: (rows[label], lot)
                for label, numbers in members.items()
                for lot, one in enumerate(numbers, 1)
            }
            fed = rules_of(stage).entries_from is not None
            order = list(by_number.values())
            enter(stage, order, seeded=fed, groups=lots)
        rows = {group.label: group for group in stage.groups.all()}
        set_format(round_)
        encounters = seat(step, {number: round_}, meets, by_number, rows)
        played = [
            (encounter, meet) for encounter, meet in zip(encounters, meets, strict=True) if not meet.bye
        ]
        open_boards(step, round_, [one for one, _ in played], [meet for _, meet in played])

    return save
