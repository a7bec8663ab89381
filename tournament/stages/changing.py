"""Changes by hand to a drawn round: two change places, a late entry joins the bye."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Board, Draw, Encounter, Entry, Round, Slot, Stage, StageEntry
from tournament.stages.brackets import Lines, planned_bracket
from tournament.stages.drawing import is_bracket, locked
from tournament.stages.field import field_of
from tournament.stages.planned import Meet
from tournament.stages.progress import kind_of, rules_of
from tournament.stages.qualifying import entries_by_number
from tournament.stages.seating import clear, open_boards
from tournament.stages.squads import draw_line_ups


def swap(round_: Round, one: Entry, other: Entry, actor: AbstractBaseUser) -> None:
    """Let two entries change places by hand, in a draft or before anything was played at their tables.

    In a bracket they change lines, in a round robin lots (only before its first round is played). What speaks
    against it (rematch, same branch) is said beforehand by ``warnings_of_swap``.
    """
    event = round_.stage.event
    require(event, actor, "draw")
    with change(event, actor, public=round_.status != Round.Status.DRAFT) as step:
        round_ = locked(round_, Round.Status.DRAFT, Round.Status.PUBLISHED)
        slots = {slot.entry_id: slot for slot in round_.slots.filter(entry__in=[one, other])}
        if len(slots) != 2:
            raise Refused([Problem("not-in-this-round", "entry", {"round": round_.number})])
        first, second = slots[one.pk], slots[other.pk]
        played = Board.objects.filter(encounter__in=[first.encounter_id, second.encounter_id])
        if played.exclude(match__version=0).exists():
            raise Refused([Problem("table-has-begun", "entry", {"round": round_.number})])
        stage = round_.stage
        if stage.format != Stage.Format.SWISS and round_.number > 1:
            raise Refused([Problem("swap-only-in-round-1", "round", {"round": round_.number})])
        draw = round_.draws.exclude(state=Draw.State.DISCARDED).get()
        if is_bracket(stage):
            _exchange_lines(draw, one.number, other.number)
        if stage.format == Stage.Format.ROUND_ROBIN:
            _exchange_lots(stage, one, other)
        _exchange(Slot.objects.filter(round__stage=stage, round__number__gte=round_.number), one, other)
        draw.reasons.append({"code": "swapped-by-hand", "values": {"a": one.number, "b": other.number}})
        draw.save(update_fields=["reasons", "pairs"])
        step.record(
            "entries-swapped", round_, {"places": ([one.number, other.number], [other.number, one.number])}
        )


def _exchange(slots, one: Entry, other: Entry) -> None:  # type: ignore[no-untyped-def]
    mine = list(slots.filter(entry=one))
    theirs = list(slots.filter(entry=other))
    slots.filter(pk__in=[slot.pk for slot in mine]).update(entry=None)
    slots.filter(pk__in=[slot.pk for slot in theirs]).update(entry=one)
    slots.filter(pk__in=[slot.pk for slot in mine]).update(entry=other)


def _exchange_lines(draw: Draw, one: int, other: int) -> None:
    """The bracket follows from its lines, so they change with the slots."""
    turned = {one: other, other: one}
    facts = draw.pairs
    facts["lines"] = [turned.get(number, number) for number in facts["lines"]]
    facts["pairs"] = [[turned.get(number, number) for number in pair] for pair in facts["pairs"]]
    facts["byes"] = {
        code: [turned.get(number, number) for number in numbers] for code, numbers in facts["byes"].items()
    }


def _exchange_lots(stage: Stage, one: Entry, other: Entry) -> None:
    rows = {row.entry_id: row for row in StageEntry.objects.filter(stage=stage, entry__in=[one, other])}
    first, second = rows[one.pk], rows[other.pk]
    mine, theirs = (first.group_id, first.lot), (second.group_id, second.lot)
    first.group_id, first.lot = None, None
    first.save(update_fields=["group", "lot"])
    second.group_id, second.lot = mine
    second.save(update_fields=["group", "lot"])
    first.group_id, first.lot = theirs
    first.save(update_fields=["group", "lot"])


def warnings_of_swap(round_: Round, one: Entry, other: Entry) -> list[Problem]:
    """What a swap would bring about: meetings that were before, meetings within a branch."""
    slots = {slot.entry_id: slot for slot in round_.slots.select_related("encounter")}
    if one.pk not in slots or other.pk not in slots:
        return []
    met = {entry.id: entry.met for entry in field_of(round_.stage, round_.number).entries}
    found = []
    for mover, place in ((one, slots[other.pk]), (other, slots[one.pk])):
        opposite = place.encounter.slots.exclude(pk=place.pk).select_related("entry").first()
        if opposite is None or opposite.entry is None or opposite.entry_id in (one.pk, other.pk):
            continue
        values = {"a": mover.number, "b": opposite.entry.number}
        if opposite.entry.number in met.get(mover.number, frozenset()):
            found.append(Problem("swap-rematch", "entry", values, "unlikely"))
        if mover.branch_id and mover.branch_id == opposite.entry.branch_id:
            found.append(Problem("swap-same-branch", "entry", values, "unlikely"))
    return found


def join_bye(round_: Round, entry: Entry, actor: AbstractBaseUser) -> Encounter | None:
    """Let a late entry play at once against the one that has the bye of a drawn round.

    In a round robin it takes the lot that its smallest odd group leaves free; in a bracket a free line, as
    long as nothing has been played. Raises ``Refused`` where nobody has a bye, the round is being played, or
    the entry takes part already.
    """
    event, stage = round_.stage.event, round_.stage
    require(event, actor, "draw")
    with change(event, actor, public=round_.status != Round.Status.DRAFT) as step:
        round_ = locked(round_, Round.Status.DRAFT, Round.Status.PUBLISHED)
        if Slot.objects.filter(round__stage=stage, entry=entry, round__number=round_.number).exists():
            raise Refused([Problem("entry-is-there", "entry")])
        if is_bracket(stage):
            _take_a_line(step, round_, entry, actor)
            encounter = None
        else:
            encounter = _sit_down(step, round_, entry)
        if rules_of(stage).entries_from is not None:
            _enter_last(stage, entry)
        if entry.from_round > round_.number:
            Entry.objects.filter(pk=entry.pk).update(from_round=round_.number)
        draw = round_.draws.exclude(state=Draw.State.DISCARDED).get()
        draw.reasons.append({"code": "joined-the-bye", "values": {"entry": entry.number}})
        draw.save(update_fields=["reasons"])
        step.record("entry-joined-bye", entry, {"round": (None, round_.number)})
    return encounter


def _enter_last(stage: Stage, entry: Entry) -> None:
    """A late entry of a stage that others feed is in it from now on, behind all who came from there."""
    rows = StageEntry.objects.filter(stage=stage)
    last = rows.exclude(entry=entry).aggregate(last=Max("seed"))["last"] or 0
    row, _ = rows.get_or_create(stage=stage, entry=entry)
    row.seed = last + 1
    row.save(update_fields=["seed"])


def _sit_down(step: Change, round_: Round, entry: Entry) -> Encounter:
    stage = round_.stage
    group_play = stage.format == Stage.Format.ROUND_ROBIN
    code = Encounter.Bye.IDLE if group_play else Encounter.Bye.GIVEN
    resting = list(round_.encounters.filter(bye=code).prefetch_related("slots__entry"))
    if group_play:
        size = {group.pk: group.stage_entries.count() for group in stage.groups.all()}
        # Only an odd group has a free lot: with it, everybody else's schedule stays as it is.
        resting = [one for one in resting if size.get(one.group_id or 0, 0) % 2]
        resting.sort(key=lambda one: (size[one.group_id or 0], one.number))
    if not resting:
        raise Refused([Problem("nobody-has-a-bye", "round", {"round": round_.number})])
    encounter = resting[0]
    if group_play:
        StageEntry.objects.update_or_create(
            stage=stage,
            entry=entry,
            defaults={"group": encounter.group, "lot": size[encounter.group_id or 0] + 1},
        )
    encounter.bye = Encounter.Bye.NONE
    encounter.save(update_fields=["bye"])
    encounter.round = round_
    Slot.objects.create(encounter=encounter, round=round_, side="B", entry=entry)
    there = encounter.slots.all()[0].entry
    assert there is not None
    meets = [Meet(round_.number, encounter.number, (there.number, entry.number))]
    if kind_of(stage) == Entry.Kind.SQUAD:
        meets = draw_line_ups(stage, meets, f"late {entry.number}")
    open_boards(step, round_, [encounter], meets)
    return encounter


def _take_a_line(step: Change, round_: Round, entry: Entry, actor: AbstractBaseUser) -> None:
    """Seat a late entry on the first free line: the bracket is laid out anew from its lines."""
    stage = round_.stage
    draw = round_.draws.exclude(state=Draw.State.DISCARDED).get()
    lines = list(draw.pairs.get("lines", []))
    if round_.number > 1 or None not in lines:
        raise Refused([Problem("nobody-has-a-bye", "round", {"round": round_.number})])
    if round_.boards.exclude(match__version=0).exists():
        raise Refused([Problem("round-has-begun", "round", {"round": round_.number})])
    lines[lines.index(None)] = entry.number
    status = round_.status
    numbers = [number for number in lines if number is not None]
    by_number = entries_by_number(stage, numbers, kind_of(stage))
    labels = tuple(draw.pairs.get("labels", ()))
    planned = planned_bracket(
        stage, Lines(tuple(lines), labels), [by_number[one] for one in numbers], by_number, draw.seed
    )
    clear(round_)
    stage.rounds.filter(number__gt=1).delete()
    StageEntry.objects.filter(stage=stage).update(lot=None)
    planned.save(step, round_)
    draw.pairs = planned.facts
    draw.save(update_fields=["pairs"])
    round_.status = status
    round_.save(update_fields=["status"])
