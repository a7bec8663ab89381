"""Whether a draft still fits what it was drawn from: results opened again, entries that left or came."""

from __future__ import annotations

from typing import Any

from rules.answers import Problem, Refused
from tournament.models import Draw, Entry, Lineup, Round, Slot, Stage
from tournament.stages.field import Field, field_of
from tournament.stages.knockout import redraws, survivors
from tournament.stages.participants import PLAYING, participants
from tournament.stages.planned import plain
from tournament.stages.progress import groups_of, results_missing, rules_of
from tournament.stages.qualifying import qualified


def problems_of_draft(round_: Round) -> list[Problem]:
    """What keeps a draft from being published; empty while it fits.

    Tables of the round before without a confirmed result; entries that sit in the draft and do not play now,
    or play now and have no seat; and standings that a correction has changed since.
    """
    stage, number = round_.stage, round_.number
    missing = results_missing(stage, number - 1)
    if missing:
        return missing
    draw = round_.draws.exclude(state=Draw.State.DISCARDED).get()
    try:
        field = _field(stage, number)
        due = _due(stage, number, field)
    except Refused as refused:
        return list(refused.problems)
    seats = dict(
        Slot.objects.filter(round=round_, entry__isnull=False).values_list("entry__number", "encounter__bye")
    )
    left, new = _left_in_line_ups(round_), set()
    if due is not None:
        left |= set(seats) - due - _joined_by_hand(draw)
        new = due - set(seats)
    problems = []
    if left:
        problems.append(_stale("draft-is-stale", number, left))
    if new:
        problems.append(_stale("draft-lacks-entries", number, new))
    if field is not None and not problems:
        resting = {
            int(one.id) for one in field.present if one.wants_bye and not seats[int(one.id)]
        } - _swapped_by_hand(draw)
        if resting:
            problems.append(_stale("draft-overlooks-byes", number, resting))
        moved = _moved(draw, field)
        if moved:
            problems.append(_stale("draft-of-old-standings", number, moved))
    return problems


def _stale(code: str, number: int, entries: set[int]) -> Problem:
    return Problem(code, "round", {"round": number, "entries": sorted(entries)})


def _field(stage: Stage, number: int) -> Field | None:
    """The field that would be paired now; ``None`` where pairs follow from lots and lines."""
    if stage.format == Stage.Format.SWISS:
        return field_of(stage, number)
    if redraws(stage):
        return field_of(stage, number, only=survivors(stage, number) if number > 1 else None)
    return None


def _due(stage: Stage, number: int, field: Field | None) -> set[int] | None:
    """Whom a new draw would seat, by number; ``None`` in a bracket whose seats follow from results."""
    if number == 1 and rules_of(stage).entries_from is not None:
        return {one.number for one in qualified(stage)}
    if field is not None:
        return {int(one.id) for one in field.present}
    if number == 1:
        return {one.number for one in participants(stage) if one.status != Entry.Status.ABSENT}
    if stage.format == Stage.Format.ROUND_ROBIN:
        rows = [row for members in groups_of(stage).values() for row in members]
        return {row.entry.number for row in rows if row.entry.status in PLAYING}
    return None


def _left_in_line_ups(round_: Round) -> set[int]:
    """Pairs that were drawn to a board and are not here now. What captains hand in is theirs to change."""
    if rules_of(round_.stage).line_ups == "captains":
        return set()
    seated = Lineup.objects.filter(slot__round=round_).values_list("pair__number", "pair__status")
    return {number for number, status in seated if status not in PLAYING - {Entry.Status.ABSENT}}


def _moved(draw: Draw, field: Field) -> set[int]:
    """Who stands at another rank, or has other points, than when the round was paired by the standings."""
    before: list[list[Any]] = draw.pairs.get("standings", [])
    now = standings_in(field)
    both = {number for number, _ in before} & {number for number, _ in now}
    was, is_ = ([row for row in rows if row[0] in both] for rows in (before, now))
    return {row[0] for row, other in zip(is_, was, strict=True) if row != other}


def standings_in(field: Field) -> list[list[Any]]:
    """Number and points of everybody in the field, in rank order, as the draw keeps them."""
    return [[int(one.id), plain(one.points)] for one in field.entries]


def _joined_by_hand(draw: Draw) -> set[int]:
    return {one["values"]["entry"] for one in draw.reasons if one["code"] == "joined-the-bye"}


def _swapped_by_hand(draw: Draw) -> set[int]:
    swaps = [one["values"] for one in draw.reasons if one["code"] == "swapped-by-hand"]
    return {number for swap in swaps for number in (swap["a"], swap["b"])}
