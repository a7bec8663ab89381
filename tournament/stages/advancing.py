"""What a confirmed result moves: winners go on, stages come to their end, corrections move the right seat.

``officiating`` calls these inside its own changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.answers import Problem, Refused
from scoring.standings import Kind
from tournament.change import Change
from tournament.models import Board, Draw, Encounter, Round, Slot, Stage, StageEntry
from tournament.stages.brackets import fill
from tournament.stages.drawing import is_bracket
from tournament.stages.knockout import begun, knockout_of, result_of, winner_of
from tournament.stages.progress import kind_of, rounds_of, stages_after
from tournament.stages.qualifying import entries_by_number, qualified


def result_confirmed(step: Change, board: Board) -> None:
    """A result counts from now on: in a knock-out its winner goes on.

    Raises ``Refused`` where a knock-out match has no winner, or where a corrected result would move somebody
    out of a match that has begun.
    """
    round_ = _round_of(board)
    stage = round_.stage
    if stage.format != Stage.Format.KNOCKOUT:
        return
    encounter = _encounter(board.encounter_id)
    result = result_of(stage, encounter)
    if result is None:
        return
    if winner_of(result) is None and result.kind is not Kind.DOUBLE_FORFEIT:
        raise Refused([Problem("needs-a-winner", "result", {"table": board.table})])
    if is_bracket(stage):
        move_on(step, stage, round_)


def move_on(step: Change, stage: Stage, round_: Round) -> list[Slot]:
    """Fill the seats that the results so far decide; returns those that changed.

    Raises ``Refused`` where one of them is in a match that has begun.
    """
    found = knockout_of(stage)
    if found is None:
        return []
    problems: list[Problem] = []
    rows: list[tuple[Encounter, Any]] = []
    later = [one for one in found.seated.values() if one.match.round > round_.number]
    numbers = [int(str(who)) for one in later for who in one.sides if who is not None]
    by_number = entries_by_number(stage, numbers, kind_of(stage))
    for one in later:
        encounter = found.encounters.get(one.match.number)
        if encounter is None:
            continue
        slots = sorted(encounter.slots.all(), key=lambda slot: slot.side)
        before = [slot.entry.number if slot.entry else None for slot in slots]
        if tuple(before) == one.sides:
            continue
        if begun(encounter) and any(
            was not in (None, now) for was, now in zip(before, one.sides, strict=True)
        ):
            problems.append(_begun_problem(encounter, before))
            continue
        rows.append((encounter, one.sides))
    if problems:
        raise Refused(problems)
    moved = fill(rows, by_number)
    for encounter, slot in moved:
        step.record("seat-moved", encounter, {slot.side: (None, slot.entry)})
    return [slot for _, slot in moved]


def refuse_to_reopen(board: Board) -> None:
    """A result can be opened again until a match that depends on it has begun.

    A later match depends on it through a bracket feeder or a group place; published Swiss rounds stand.
    """
    problems = why_not_reopened(board)
    if problems:
        raise Refused(problems)


def why_not_reopened(board: Board) -> list[Problem]:
    """The matches that depend on a result and have begun, three of them at most."""
    round_ = _round_of(board)
    stage = round_.stage
    problems: list[Problem] = []
    if is_bracket(stage):
        fed = Encounter.objects.filter(slots__feeder=board.encounter_id).distinct()
        problems += _begun(fed)
    elif stage.format == Stage.Format.KNOCKOUT:
        following = Encounter.objects.filter(round__stage=stage, round__number__gt=round_.number)
        sides = Slot.objects.filter(encounter=board.encounter_id).values_list("entry", flat=True)
        problems += _begun(following.filter(slots__entry__in=list(sides)).distinct())
    group = Encounter.objects.values_list("group", flat=True).get(pk=board.encounter_id)
    for after in stages_after(stage):
        members = StageEntry.objects.filter(stage=stage)
        if group is not None:
            members = members.filter(group=group)
        entries = list(members.values_list("entry", flat=True))
        depending = Encounter.objects.filter(round__stage=after)
        if entries:
            depending = depending.filter(slots__entry__in=entries)
        problems += _begun(depending.distinct())
    return problems[:3]


def round_closed(step: Change, round_: Round) -> None:
    """A stage ends with its last open round; where the next one is drawn, its seats are looked at again."""
    stage = round_.stage
    rounds = rounds_of(stage)
    closed = [status == Round.Status.CLOSED for status in stage.rounds.values_list("status", flat=True)]
    if rounds is None or len(closed) < rounds or not all(closed):
        return
    if stage.status != Stage.Status.DONE:
        step.record("stage-finished", stage, {"status": (stage.status, Stage.Status.DONE)})
        stage.status = Stage.Status.DONE
        stage.save(update_fields=["status"])
    for after in stages_after(stage):
        qualify_again(step, after)


def round_reopened(step: Change, round_: Round) -> None:
    """A stage with an open round is under way again."""
    stage = round_.stage
    if stage.status == Stage.Status.DONE:
        step.record("stage-reopened", stage, {"status": (stage.status, Stage.Status.RUNNING)})
        stage.status = Stage.Status.RUNNING
        stage.save(update_fields=["status"])


def qualify_again(step: Change, stage: Stage) -> list[tuple[int, int]]:
    """Where a drawn bracket is fed by places that a correction changed, seat those who hold them now.

    Returns the moves as (before, after). Raises ``Refused`` where such a match has begun.
    """
    draw = (
        Draw.objects.filter(round__stage=stage, round__number=1).exclude(state=Draw.State.DISCARDED).first()
    )
    if draw is None or not draw.pairs.get("labels"):
        return []
    found = qualified(stage)
    by_number = entries_by_number(stage, [one.number for one in found], kind_of(stage))
    holders = {one.label: one.number for one in found}
    lines, labels = draw.pairs["lines"], draw.pairs["labels"]
    wanted = [
        line if label is None else holders.get(label, line) for label, line in zip(labels, lines, strict=True)
    ]
    moves = [(was, now) for was, now in zip(lines, wanted, strict=True) if was != now]
    if not moves:
        return []
    turned = dict(moves)
    touched = Encounter.objects.filter(round__stage=stage, slots__entry__number__in=[was for was, _ in moves])
    problems = _begun(touched.distinct())
    if problems:
        raise Refused(problems)
    slots = list(
        Slot.objects.filter(round__stage=stage, entry__number__in=list(turned)).select_related("entry")
    )
    Slot.objects.filter(pk__in=[slot.pk for slot in slots]).update(entry=None)
    for slot in slots:
        assert slot.entry is not None
        slot.entry = by_number[turned[slot.entry.number]]
        slot.save(update_fields=["entry"])
    late = [line for label, line in zip(labels, lines, strict=True) if label is None and line is not None]
    by_number = {**entries_by_number(stage, late, kind_of(stage)), **by_number}
    StageEntry.objects.filter(stage=stage).delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=by_number[number], seed=place, lot=place)
        for place, number in enumerate([*(one.number for one in found), *late], 1)
    )
    facts: dict[str, Any] = draw.pairs
    facts["lines"] = wanted
    facts["pairs"] = [[turned.get(number, number) for number in pair] for pair in facts["pairs"]]
    facts["byes"] = {
        code: [turned.get(number, number) for number in numbers] for code, numbers in facts["byes"].items()
    }
    draw.save(update_fields=["pairs"])
    step.record("qualifiers-moved", draw, {"lines": ([was for was, _ in moves], [now for _, now in moves])})
    return moves


def refuse_to_start(round_: Round) -> None:
    """A round of a knock-out starts only when every result that it depends on is confirmed."""
    stage = round_.stage
    if stage.format != Stage.Format.KNOCKOUT:
        return
    stages = [
        stage.slug,
        *([stage.config["entries_from"]["stage"]] if "entries_from" in stage.config else []),
    ]
    waiting = Board.objects.filter(
        round__stage__event=stage.event_id, round__stage__slug__in=stages, confirmed_at__isnull=True
    ).exclude(round__stage=stage, round__number__gte=round_.number)
    tables = list(waiting.order_by("table").values_list("table", flat=True))
    if tables:
        raise Refused(
            [
                Problem(
                    "results-missing",
                    "round",
                    {
                        "round": round_.number - 1,
                        "count": len(tables),
                        "tables": ", ".join(map(str, tables[:12])),
                    },
                )
            ]
        )


def _begun(encounters: Iterable[Encounter]) -> list[Problem]:
    rows = encounters.select_related("round__stage").prefetch_related(  # type: ignore[attr-defined]
        "boards__match", "slots__entry"
    )
    return [
        _begun_problem(one, [slot.entry.number if slot.entry else None for slot in one.slots.all()])
        for one in rows
        if begun(one)
    ]


def _begun_problem(encounter: Encounter, sides: list[int | None]) -> Problem:
    tables = [board.table for board in encounter.boards.all() if board.table]
    return Problem(
        "depending-match-begun",
        "result",
        {
            "round": encounter.round.number,
            "table": tables[0] if tables else encounter.number,
            "entries": [number for number in sides if number is not None],
        },
    )


def _round_of(board: Board) -> Round:
    return Round.objects.select_related("stage__event").get(pk=board.round_id)


def _encounter(pk: int) -> Encounter:
    return (
        Encounter.objects.select_related("round").prefetch_related("slots__entry", "boards__match").get(pk=pk)
    )
