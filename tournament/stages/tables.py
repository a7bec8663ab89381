"""What happened in a stage, read in few queries, and the standings that follow from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from scoring.results import bye_result, format_of, standing_result
from scoring.standings import Entry as Ranked
from scoring.standings import (
    Kind,
    Plan,
    Result,
    Settings,
    Table,
    encounter_result,
    load_encounter,
    load_tiebreaks,
    rank,
    withdraw,
)
from tournament.models import Adjustment, Board, Encounter, Entry, Lineup, Slot, Stage
from tournament.stages.progress import kind_of, rules_of, stage_before

DEFAULT_TIEBREAKS = ["points", "level_difference"]
GONE = {Entry.Status.WITHDRAWN, Entry.Status.ABSENT}
LEFT = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}


@dataclass(frozen=True)
class Meeting:
    """One encounter of a published round: its entries by side (their numbers), and a bye's code."""

    key: str
    round: int
    bye: str
    sides: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class StageFacts:
    """The published rounds of a stage, who met whom, what came of it, and who takes part.

    ``results`` holds confirmed matches, byes and adjustments; where squads meet, the encounters, and
    ``boards`` the matches of their pairs. ``entries`` are in order of their numbers; ``groups`` names the
    members of each group in the order of their lots (none where there are no groups). ``carried`` are the
    values that an entry brings along, ``settled`` its place among those with whom it stayed level.
    """

    stage: Stage
    rounds: list[int]
    meetings: list[Meeting]
    results: list[Result]
    entries: list[Entry]
    boards: list[Result] = field(default_factory=list)
    groups: Mapping[str, list[int]] = field(default_factory=dict)
    carried: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    settled: Mapping[int, int] = field(default_factory=dict)
    limited: frozenset[int] | None = None

    @cached_property
    def sat(self) -> frozenset[int]:
        """The numbers of all that were ever paired."""
        return frozenset(number for meeting in self.meetings for number in meeting.sides.values())

    def ranked(self, group: str | None = None) -> list[Ranked]:
        """Everybody who was ever paired or still can be; a disqualified entry keeps no place."""
        members = None if group is None else set(self.groups[group])
        return [
            Ranked(
                entry.number,
                carried=self.carried.get(entry.number, {}),
                placed=entry.status != Entry.Status.DISQUALIFIED,
            )
            for entry in self.entries
            if (members is None or entry.number in members)
            and (self.limited is None or entry.number in self.limited)
            and (entry.number in self.sat or entry.status not in GONE)
        ]

    def table(self, until: int | None = None, group: str | None = None) -> Table:
        """The standings after round ``until`` (the latest without it), of one group where it is named."""
        entries = self.ranked(group)
        there = {entry.id for entry in entries}
        results = [
            result
            for result in self.results
            if (until is None or result.round <= until)
            and result.a in there
            and (result.b is None or result.b in there)
        ]
        return rank(entries, results, tiebreaks_of(self.stage), settings_of(self.stage))


def facts_of(stage: Stage, *, people: bool = False) -> StageFacts:
    """Read a stage. With ``people`` the entries come with players and branches, as lists show them."""
    rules = rules_of(stage)
    numbers = dict(stage.rounds.published().order_by("number").values_list("pk", "number"))
    meetings: dict[int, Meeting] = {}
    rows = (
        Slot.objects.filter(round__in=numbers, entry__isnull=False)
        .order_by("encounter_id", "side")
        .values_list("encounter_id", "encounter__key", "encounter__bye", "round_id", "side", "entry__number")
    )
    for encounter, key, bye, round_, side, number in rows:
        meeting = meetings.setdefault(encounter, Meeting(str(key), numbers[round_], bye))
        meeting.sides[side] = number
    entries = Entry.objects.filter(event=stage.event_id, kind=kind_of(stage)).exclude(
        status=Entry.Status.RESERVE
    )
    if rules.branches:
        entries = entries.filter(branch__name__in=rules.branches)
    if people:
        entries = entries.select_related("branch").prefetch_related("players__person")
    in_order = list(_with_places(entries, stage))
    members, groups, settled = _places(in_order)
    boards: list[Result] = []
    if kind_of(stage) == Entry.Kind.SQUAD:
        boards = _of_pairs(stage, numbers, meetings)
        played = _of_squads(stage, meetings, boards)
    else:
        played = _played(stage, numbers, meetings)
    results = [*played, *_byes(stage, meetings), *_adjustments(stage)]
    if stage.format == Stage.Format.ROUND_ROBIN:
        results = _without_the_withdrawn(stage, results, in_order, groups)
    return StageFacts(
        stage=stage,
        rounds=sorted(numbers.values()),
        meetings=list(meetings.values()),
        results=results,
        entries=in_order,
        boards=boards,
        groups=groups,
        carried=carried_into(stage) if rules.carry else {},
        settled=settled,
        limited=frozenset(members) if rules.entries_from is not None else None,
    )


def _with_places(entries: QuerySet[Entry], stage: Stage) -> QuerySet[Entry]:
    """Entries with their group, lot, seed and settled place in ``stage``, in the same query."""
    here = FilteredRelation("stage_entries", condition=Q(stage_entries__stage=stage))
    return entries.annotate(
        here=here,
        here_group=F("here__group__label"),
        here_lot=F("here__lot"),
        here_seed=F("here__seed"),
        here_settled=F("here__settled"),
    ).order_by("number")


def _places(entries: Sequence[Any]) -> tuple[set[int], dict[str, list[int]], dict[int, int]]:
    """Who was entered in a stage, its groups in the order of their lots, and the places that were settled."""
    members = {entry.number for entry in entries if entry.here_seed is not None}
    settled = {entry.number: entry.here_settled for entry in entries if entry.here_settled is not None}
    groups: dict[str, list[int]] = defaultdict(list)
    lotted = [entry for entry in entries if entry.here_lot is not None and entry.here_group is not None]
    for entry in sorted(lotted, key=lambda one: (len(one.here_group), one.here_group, one.here_lot)):
        groups[entry.here_group].append(entry.number)
    return members, dict(groups), settled


def carried_into(stage: Stage) -> dict[int, dict[str, Any]]:
    """What each entry brings along from the stage before: the values of the named tie-breaks."""
    keys, before = rules_of(stage).carry, stage_before(stage)
    if before is None:
        return {}
    facts = facts_of(before)
    found: dict[int, dict[str, Any]] = {}
    for group in [*facts.groups] or [None]:
        for row in facts.table(group=group).rows:
            found[int(str(row.entry))] = {key: row.values[key] for key in keys if key in row.values}
    return found


def tiebreaks_of(stage: Stage) -> Plan:
    """The ordered tie-breaks of a stage."""
    return load_tiebreaks(stage.config.get("standings", {}).get("tiebreaks", DEFAULT_TIEBREAKS))


def settings_of(stage: Stage) -> Settings:
    """What the tie-breaks share: the worth of a win and a draw, how unplayed matches count, the seed."""
    points = stage.config.get("match", {}).get("points", {})
    standings = stage.config.get("standings", {})
    usual = "fide_round_robin" if stage.format == Stage.Format.ROUND_ROBIN else "fide"
    return Settings(
        win=points.get("win", 2),
        draw=points.get("draw", 1),
        unplayed=standings.get("unplayed", usual),
        seed=int(standings.get("seed", stage.pk or 0)),
    )


def table_of(stage: Stage, until: int | None = None) -> Table:
    """The standings after round ``until`` (the latest without it)."""
    return facts_of(stage).table(until)


def _confirmed(numbers: Mapping[int, int]) -> Any:
    return (
        Board.objects.filter(round__in=numbers, confirmed_at__isnull=False)
        .select_related("match")
        .only("encounter_id", "number", "key", "match__result", "match__result_version", "match__version")
    )


def _played(stage: Stage, numbers: dict[int, int], meetings: dict[int, Meeting]) -> list[Result]:
    found = []
    for board in _confirmed(numbers):
        meeting = meetings.get(board.encounter_id)
        if meeting is not None and len(meeting.sides) == 2:
            sides = meeting.sides
            found.append(standing_result(board.match, meeting.round, sides["A"], sides["B"], str(board.key)))
    return found


def _of_pairs(stage: Stage, numbers: dict[int, int], meetings: dict[int, Meeting]) -> list[Result]:
    """The confirmed boards of squads, between the pairs that sat at them; ``note`` is the encounter's key."""
    seats: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    rows = Lineup.objects.filter(slot__round__in=numbers).values_list(
        "slot__encounter_id", "board", "slot__side", "pair__number"
    )
    for encounter, board, side, pair in rows:
        seats[encounter, board][side] = pair
    found = []
    for board in _confirmed(numbers):
        pairs = seats.get((board.encounter_id, board.number), {})
        if len(pairs) == 2:
            meeting = meetings[board.encounter_id]
            one = standing_result(board.match, meeting.round, pairs["A"], pairs["B"], str(board.key))
            found.append(_noted(one, meeting.key))
    return found


def _noted(result: Result, note: str) -> Result:
    values = {name: getattr(result, name) for name in Result.__dataclass_fields__}
    return Result(**{**values, "note": note})


def _of_squads(stage: Stage, meetings: dict[int, Meeting], boards: list[Result]) -> list[Result]:
    """One result for each encounter of which every board is confirmed."""
    rules = load_encounter(stage.config.get("encounter", {}))
    by_encounter: dict[str, list[Result]] = defaultdict(list)
    for board in boards:
        by_encounter[board.note].append(board)
    asked: dict[int, int] = defaultdict(int)
    for encounter in Board.objects.filter(encounter__in=list(meetings)).values_list(
        "encounter_id", flat=True
    ):
        asked[encounter] += 1
    found = []
    for pk, meeting in meetings.items():
        played = by_encounter.get(meeting.key, [])
        if len(meeting.sides) == 2 and played and len(played) == asked[pk]:
            found.append(
                encounter_result(
                    meeting.round, meeting.sides["A"], meeting.sides["B"], played, rules, key=meeting.key
                )
            )
    return found


def _byes(stage: Stage, meetings: dict[int, Meeting]) -> list[Result]:
    format_ = format_of(stage.config.get("match", {}))
    return [
        bye_result(format_, meeting.bye, meeting.round, next(iter(meeting.sides.values())), meeting.key)
        for meeting in meetings.values()
        if meeting.bye not in (Encounter.Bye.NONE, Encounter.Bye.IDLE)
    ]


def _adjustments(stage: Stage) -> list[Result]:
    rows: Any = Adjustment.objects.filter(stage=stage).select_related("entry")
    return [
        Result(
            round=row.round_number or 0,
            a=row.entry.number,
            kind=Kind.ADJUSTMENT,
            points=(_number(row.points), 0),
            difference=(row.level_difference, 0),
            key=str(row.key),
            note=row.reason,
        )
        for row in rows
    ]


def _without_the_withdrawn(
    stage: Stage, results: list[Result], entries: list[Entry], groups: Mapping[str, list[int]]
) -> list[Result]:
    """Strike the results of those who left having played less than the regulation's share."""
    for entry in entries:
        if entry.status in LEFT:
            scheduled = scheduled_for(stage, entry.number, groups)
            if scheduled:
                share = rules_of(stage).withdrawal_share
                results = list(withdraw(results, entry.number, scheduled, share=share)[0])
    return results


def scheduled_for(stage: Stage, number: int, groups: Mapping[str, list[int]]) -> int:
    """How many matches the schedule of a round robin gives an entry; 0 for one that is in no group."""
    size = next((len(members) for members in groups.values() if number in members), 0)
    double = bool(stage.config.get("pairing", {}).get("double", False))
    return (size - 1) * (2 if double else 1) if size else 0


def _number(value: Any) -> int | float:
    return int(value) if value == int(value) else float(value)


__all__ = [
    "GONE",
    "LEFT",
    "Meeting",
    "StageFacts",
    "carried_into",
    "facts_of",
    "kind_of",
    "scheduled_for",
    "settings_of",
    "table_of",
    "tiebreaks_of",
]
