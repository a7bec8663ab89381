"""The standings of a stage, after any of its rounds, from confirmed results only."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from scoring.matches import load_format
from scoring.results import bye_result, standing_result
from scoring.standings import Entry as Ranked
from scoring.standings import Kind, Plan, Result, Settings, Table, load_tiebreaks, rank
from tournament.models import Adjustment, Board, Encounter, Entry, Slot, Stage

DEFAULT_TIEBREAKS = ["points", "level_difference"]


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


def entries_of(stage: Stage) -> list[Ranked]:
    """Everybody who was ever paired in the stage or can be; a disqualified entry keeps no place."""
    rows = Entry.objects.filter(event=stage.event_id, kind=_kind(stage)).exclude(status=Entry.Status.RESERVE)
    sat = set(Slot.objects.filter(round__stage=stage, entry__isnull=False).values_list("entry_id", flat=True))
    gone = {Entry.Status.WITHDRAWN, Entry.Status.ABSENT}
    return [
        Ranked(entry.number, placed=entry.status != Entry.Status.DISQUALIFIED)
        for entry in rows
        if entry.pk in sat or entry.status not in gone
    ]


def results_of(stage: Stage, until: int | None = None) -> list[Result]:
    """Every result that counts in ``stage`` up to and including round ``until``: confirmed matches, byes of
    published rounds, and adjustments."""
    rounds = stage.rounds.published()
    if until is not None:
        rounds = rounds.filter(number__lte=until)
    numbers = dict(rounds.values_list("pk", "number"))
    sides: dict[int, dict[str, int]] = defaultdict(dict)
    slots = Slot.objects.filter(round__in=numbers, entry__isnull=False)
    for encounter, side, number in slots.values_list("encounter_id", "side", "entry__number"):
        sides[encounter][side] = number
    format_ = load_format(stage.config.get("match", {}))
    found = [
        bye_result(format_, code, numbers[round_], sides[encounter]["A"], str(key))
        for encounter, round_, code, key in Encounter.objects.filter(round__in=numbers)
        .exclude(bye="")
        .values_list("pk", "round_id", "bye", "key")
    ]
    boards = (
        Board.objects.filter(round__in=numbers, confirmed_at__isnull=False)
        .select_related("match__rule_set")
        .only("encounter_id", "round_id", "key", "match")
    )
    for board in boards:
        pair_ = sides[board.encounter_id]
        if len(pair_) == 2:
            found.append(
                standing_result(board.match, numbers[board.round_id], pair_["A"], pair_["B"], str(board.key))
            )
    found += _adjustments(stage, until)
    return found


def table_of(stage: Stage, until: int | None = None) -> Table:
    """The standings after round ``until`` (the latest without it)."""
    return rank(entries_of(stage), results_of(stage, until), tiebreaks_of(stage), settings_of(stage))


def played_rounds(stage: Stage) -> list[int]:
    """The numbers of the published rounds in order."""
    return list(stage.rounds.published().order_by("number").values_list("number", flat=True))


def _adjustments(stage: Stage, until: int | None) -> list[Result]:
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
        if until is None or (row.round_number or 0) <= until
    ]


def _number(value: Any) -> int | float:
    return int(value) if value == int(value) else float(value)


def _kind(stage: Stage) -> str:
    return Entry.Kind.SQUAD if stage.config.get("plays") == "squads" else Entry.Kind.PAIR


__all__ = ["entries_of", "played_rounds", "results_of", "settings_of", "table_of", "tiebreaks_of"]
