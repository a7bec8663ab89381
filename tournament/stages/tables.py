"""What happened in a stage, read in few queries, and the standings that follow from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from scoring.results import bye_result, format_of, standing_result
from scoring.standings import (
    WITHOUT_OPPONENT,
    Kind,
    Plan,
    Result,
    Settings,
    Table,
    encounter_result,
    load_encounter,
    load_standings,
    rank,
)
from scoring.standings import Entry as Ranked
from tournament.models import Adjustment, Board, Encounter, Entry, Lineup, Slot, Stage
from tournament.stages.leaving import LEFT, without_those_who_left
from tournament.stages.progress import kind_of, rules_of, stage_before

DEFAULT_TIEBREAKS = ["points", "level_difference"]
GONE = {Entry.Status.WITHDRAWN, Entry.Status.ABSENT}


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

    ``results`` holds confirmed matches, those still open (pending), byes and adjustments; where squads meet,
    the encounters, and ``boards`` the matches of their pairs. ``entries`` are in order of their numbers;
    ``groups`` names the members of each group in the order of their lots (none where there are no groups).
    ``carried`` are the values that an entry brings along, ``settled`` its place among those with whom it
    stayed level. Where squads meet, ``pairs`` are the pairs of all of them; ``of_pairs`` says that the pairs
    themselves are looked at.
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
    pairs: list[Entry] = field(default_factory=list)
    of_pairs: bool = False

    @cached_property
    def sat(self) -> frozenset[int]:
        """The numbers of all that were ever paired."""
        return frozenset(number for meeting in self.meetings for number in meeting.sides.values())

    @cached_property
    def rules(self) -> tuple[Plan, Settings]:
        """The stage's tie-breaks, and what they share."""
        return standings_rules(self.stage)

    @cached_property
    def decided(self) -> list[int]:
        """The rounds after which there is a table: one match of it is confirmed, or none is waited for."""
        played: set[int] = set()
        byes: set[int] = set()
        waiting: set[int] = set()
        for result in self.results:
            if result.kind is Kind.PENDING:
                waiting.add(result.round)
            elif result.kind in WITHOUT_OPPONENT:
                byes.update([result.round] if result.kind is not Kind.ADJUSTMENT else ())
            else:
                played.add(result.round)
        return sorted(played | (byes - waiting))

    @cached_property
    def squads(self) -> dict[int, list[int]]:
        """The numbers of the pairs of each squad, by its number."""
        numbers = {entry.pk: entry.number for entry in self.entries}
        found: dict[int, list[int]] = {number: [] for number in numbers.values()}
        for pair in self.pairs:
            if pair.squad_id in numbers:
                found[numbers[pair.squad_id]].append(pair.number)
        return found

    def settled_at(self, until: int | None) -> Mapping[int, int]:
        """Lots and rulings part those who are level at the end, never in the table of a round before it."""
        past = until is not None and bool(self.decided) and until < self.decided[-1]
        return {} if past else self.settled

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
        return rank(entries, results, *self.rules)


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
    if rules.division:
        entries = entries.filter(division=rules.division)
    if people:
        entries = entries.select_related("branch").prefetch_related("players__person")
    in_order = list(_with_places(entries, stage))
    members, groups, settled = _places(in_order)
    boards: list[Result] = []
    pairs: list[Entry] = []
    if kind_of(stage) == Entry.Kind.SQUAD:
        pairs = list(_pairs(stage, people))
        boards = _of_pairs(stage, numbers, meetings)
        played = _of_squads(stage, meetings, boards)
        boards += _adjustments(stage, Entry.Kind.PAIR)
    else:
        played = _played(stage, numbers, meetings)
    results = [*played, *_byes(stage, meetings), *_adjustments(stage, kind_of(stage))]
    results = without_those_who_left(stage, results, in_order, groups)
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
        pairs=pairs,
    )


def pairs_of(facts: StageFacts) -> StageFacts:
    """The same stage of squads as its pairs see it: a table of their own, from the boards they sat at."""
    squads = {entry.pk for entry in facts.entries}
    met = [
        Meeting(one.key, one.round, "", {"A": int(str(one.a)), "B": int(str(one.b))})
        for one in facts.boards
        if one.b is not None
    ]
    return StageFacts(
        stage=facts.stage,
        rounds=facts.rounds,
        meetings=met,
        results=facts.boards,
        entries=[pair for pair in facts.pairs if pair.squad_id in squads],
        of_pairs=True,
    )


def _pairs(stage: Stage, people: bool) -> QuerySet[Entry]:
    rows = Entry.objects.filter(event=stage.event_id, squad__isnull=False).order_by("number")
    return rows.select_related("branch").prefetch_related("players__person") if people else rows


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


def standings_rules(stage: Stage) -> tuple[Plan, Settings]:
    """The ordered tie-breaks of a stage and what they share, as its table ``standings`` says.

    Lots are drawn by the stage's key unless the plan names a seed: it is the same wherever the event's file
    is opened.
    """
    return load_standings(
        {"tiebreaks": DEFAULT_TIEBREAKS, **stage.config.get("standings", {})},
        format_of(stage.config.get("match", {})).points,
        seed=str(stage.key),
        round_robin=stage.format == Stage.Format.ROUND_ROBIN,
    )


def table_of(stage: Stage, until: int | None = None) -> Table:
    """The standings after round ``until`` (the latest without it)."""
    return facts_of(stage).table(until)


def _boards(numbers: Mapping[int, int]) -> Any:
    return (
        Board.objects.filter(round__in=numbers)
        .select_related("match")
        .only(
            *("encounter_id", "number", "key", "confirmed_at"),
            *("match__result", "match__result_version", "match__version"),
        )
    )


def _result(board: Board, round_: int, a: int, b: int) -> Result:
    """What a table brought its two sides; pending until it is confirmed."""
    if board.confirmed_at is None:
        return Result(round_, a, b, Kind.PENDING, key=str(board.key))
    return standing_result(board.match, round_, a, b, str(board.key))


def _played(stage: Stage, numbers: dict[int, int], meetings: dict[int, Meeting]) -> list[Result]:
    found = []
    for board in _boards(numbers):
        meeting = meetings.get(board.encounter_id)
        if meeting is not None and len(meeting.sides) == 2:
            found.append(_result(board, meeting.round, meeting.sides["A"], meeting.sides["B"]))
    return found


def _of_pairs(stage: Stage, numbers: dict[int, int], meetings: dict[int, Meeting]) -> list[Result]:
    """The boards of squads, between the pairs that sit at them; ``note`` is the encounter's key."""
    seats: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    rows = Lineup.objects.filter(slot__round__in=numbers).values_list(
        "slot__encounter_id", "board", "slot__side", "pair__number"
    )
    for encounter, board, side, pair in rows:
        seats[encounter, board][side] = pair
    found = []
    for board in _boards(numbers):
        pairs = seats.get((board.encounter_id, board.number), {})
        if len(pairs) == 2:
            meeting = meetings[board.encounter_id]
            found.append(replace(_result(board, meeting.round, pairs["A"], pairs["B"]), note=meeting.key))
    return found


def _of_squads(stage: Stage, meetings: dict[int, Meeting], boards: list[Result]) -> list[Result]:
    """One result for each encounter; pending until every board of it is confirmed."""
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
        if len(meeting.sides) == 2:
            played = by_encounter.get(meeting.key, [])
            # Boards whose line-ups are not in have no pairs yet, so they are not among those played.
            counted = played if len(played) == asked[pk] else []
            sides = meeting.sides["A"], meeting.sides["B"]
            found.append(encounter_result(meeting.round, *sides, counted, rules, key=meeting.key))
    return found


def _byes(stage: Stage, meetings: dict[int, Meeting]) -> list[Result]:
    format_ = format_of(stage.config.get("match", {}))
    return [
        bye_result(format_, meeting.bye, meeting.round, next(iter(meeting.sides.values())), meeting.key)
        for meeting in meetings.values()
        if meeting.bye not in (Encounter.Bye.NONE, Encounter.Bye.IDLE)
    ]


def _adjustments(stage: Stage, kind: str) -> list[Result]:
    """Points and levels without a match that ``kind`` of entry was given: numbers are their own in each."""
    rows: Any = Adjustment.objects.filter(stage=stage, entry__kind=kind).select_related("entry")
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
    "pairs_of",
    "standings_rules",
    "table_of",
]
