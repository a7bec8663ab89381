"""What happened in a stage, read in few queries, and the standings that follow from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scoring.results import bye_result, format_of, standing_result
from scoring.standings import Entry as Ranked
from scoring.standings import Kind, Plan, Result, Settings, Table, load_tiebreaks, rank
from tournament.models import Adjustment, Board, Encounter, Entry, Slot, Stage

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

    ``results`` holds confirmed matches, byes and adjustments; ``entries`` are in order of their numbers.
    """

    stage: Stage
    rounds: list[int]
    meetings: list[Meeting]
    results: list[Result]
    entries: list[Entry]

    def ranked(self) -> list[Ranked]:
        """Everybody who was ever paired or still can be; a disqualified entry keeps no place."""
        sat = {number for meeting in self.meetings for number in meeting.sides.values()}
        return [
            Ranked(entry.number, placed=entry.status != Entry.Status.DISQUALIFIED)
            for entry in self.entries
            if entry.number in sat or entry.status not in GONE
        ]

    def table(self, until: int | None = None) -> Table:
        """The standings after round ``until`` (the latest without it)."""
        results = self.results
        if until is not None:
            results = [result for result in results if result.round <= until]
        return rank(self.ranked(), results, tiebreaks_of(self.stage), settings_of(self.stage))


def facts_of(stage: Stage, *, people: bool = False) -> StageFacts:
    """Read a stage. With ``people`` the entries come with players and branches, as lists show them."""
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
    if people:
        entries = entries.select_related("branch").prefetch_related("players__person")
    return StageFacts(
        stage=stage,
        rounds=sorted(numbers.values()),
        meetings=list(meetings.values()),
        results=[*_played(stage, numbers, meetings), *_byes(stage, meetings), *_adjustments(stage)],
        entries=list(entries.order_by("number")),
    )


def tiebreaks_of(stage: Stage) -> Plan:
    """The ordered tie-breaks of a stage."""
    return load_tiebreaks(stage.config.get("standings", {}).get("tiebreaks", DEFAULT_TIEBREAKS))


def settings_of(stage: Stage) -> Settings:
    """What the tie-breaks share: the worth of a win and a draw, how unplayed matches count, the seed."""
    points = stage.config.get("match", {}).get("points", {})
    standings = stage.config.get("standings", {})
    return Settings(
        win=points.get("win", 2),
        draw=points.get("draw", 1),
        unplayed=standings.get("unplayed", "fide"),
        seed=int(standings.get("seed", stage.pk or 0)),
    )


def table_of(stage: Stage, until: int | None = None) -> Table:
    """The standings after round ``until`` (the latest without it)."""
    return facts_of(stage).table(until)


def kind_of(stage: Stage) -> str:
    """Whether pairs or squads are ranked and paired in a stage."""
    return Entry.Kind.SQUAD if stage.config.get("plays") == "squads" else Entry.Kind.PAIR


def _played(stage: Stage, numbers: dict[int, int], meetings: dict[int, Meeting]) -> list[Result]:
    boards = (
        Board.objects.filter(round__in=numbers, confirmed_at__isnull=False)
        .select_related("match")
        .only("encounter_id", "key", "match__result", "match__result_version", "match__version")
    )
    found = []
    for board in boards:
        meeting = meetings.get(board.encounter_id)
        if meeting is not None and len(meeting.sides) == 2:
            sides = meeting.sides
            found.append(standing_result(board.match, meeting.round, sides["A"], sides["B"], str(board.key)))
    return found


def _byes(stage: Stage, meetings: dict[int, Meeting]) -> list[Result]:
    format_ = format_of(stage.config.get("match", {}))
    return [
        bye_result(format_, meeting.bye, meeting.round, meeting.sides["A"], meeting.key)
        for meeting in meetings.values()
        if meeting.bye != Encounter.Bye.NONE
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


def _number(value: Any) -> int | float:
    return int(value) if value == int(value) else float(value)
