"""Encounters, slots, tables and matches: how a drawn round gets its rows, and how it loses them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, islice

from scoring.models import Match
from tournament.change import Change
from tournament.models import (
    Board,
    Encounter,
    Entry,
    Group,
    Lineup,
    Round,
    RoundDate,
    Slot,
    Stage,
    StageEntry,
)
from tournament.stages.planned import Meet
from tournament.stages.progress import rounds_of, rules_of
from tournament.stages.seeds import fresh_seed


def seat(
    step: Change,
    rounds: Mapping[int, Round],
    meets: Sequence[Meet],
    by_number: Mapping[int, Entry],
    groups: Mapping[str, Group] | None = None,
) -> list[Encounter]:
    """Give ``meets`` their encounters and slots in ``rounds`` (by number)."""
    encounters = Encounter.objects.bulk_create(
        Encounter(
            round=rounds[meet.round],
            number=meet.number,
            bye=meet.bye,
            place=meet.place,
            group=(groups or {}).get(meet.group),
        )
        for meet in meets
    )
    of_number = {encounter.number: encounter for encounter in encounters}
    Slot.objects.bulk_create(
        Slot(
            encounter=encounter,
            round=encounter.round,
            side=letter,
            entry=by_number[side] if isinstance(side, int) else None,
            feeder=of_number[side[1]] if isinstance(side, tuple) else None,
            takes=side[0] if isinstance(side, tuple) else "",
        )
        for encounter, meet in zip(encounters, meets, strict=True)
        for letter, side in zip("AB", meet.sides, strict=False)
    )
    return encounters


def open_boards(
    step: Change,
    round_: Round,
    encounters: Sequence[Encounter],
    meets: Sequence[Meet] = (),
) -> None:
    """Set up the tables of ``encounters`` in this order, each with a match of the round's format.

    ``meets`` (in the same order) bring the pairs of squads and tables of their own; without them tables are
    numbered from the first that is free.
    """
    stage, event = round_.stage, step.event
    boards = rules_of(stage).boards or 1 if stage.config.get("plays") == "squads" else 1
    wanted = list(meets) or [None] * len(encounters)
    seats = [
        (encounter, number, meet)
        for encounter, meet in zip(encounters, wanted, strict=True)
        for number in range(1, (len(meet.boards) if meet is not None and meet.boards else boards) + 1)
    ]
    matches = Match.objects.bulk_create(
        Match(rule_set=event.rule_set, format=round_.match_format, seed=fresh_seed()) for _ in seats
    )
    tables = _tables(round_, [meet.table if meet is not None else 0 for _, _, meet in seats])
    Board.objects.bulk_create(
        Board(
            encounter=encounter,
            round=round_,
            number=number,
            table=table,
            match=match,
            two_people=bool(stage.config.get("two_people", False)),
        )
        for (encounter, number, _), match, table in zip(seats, matches, tables, strict=True)
    )
    line_up(encounters, meets)


def _tables(round_: Round, wanted: Sequence[int]) -> list[int]:
    """A table for each seat: the next that is free, or the ``wanted``-th of those that are."""
    free = _free_tables(round_)
    if not any(wanted):
        return list(islice(free, len(wanted)))
    hall = list(islice(free, max(wanted)))
    return [hall[number - 1] for number in wanted]


def line_up(encounters: Sequence[Encounter], meets: Sequence[Meet]) -> None:
    """Note which pair of a squad sits at which board."""
    drawn = [
        (encounter, meet.boards) for encounter, meet in zip(encounters, meets, strict=False) if meet.boards
    ]
    if not drawn:
        return
    slots: dict[int, dict[str, Slot]] = defaultdict(dict)
    for slot in Slot.objects.filter(encounter__in=[encounter for encounter, _ in drawn]):
        slots[slot.encounter_id][slot.side] = slot
    numbers = [pair for _, boards in drawn for board in boards for pair in board]
    pairs = {
        pair.number: pair
        for pair in Entry.objects.filter(
            event=drawn[0][0].round.stage.event_id, kind=Entry.Kind.PAIR, number__in=numbers
        )
    }
    Lineup.objects.bulk_create(
        Lineup(slot=slots[encounter.pk][letter], board=number, pair=pairs[pair])
        for encounter, boards in drawn
        for number, board in enumerate(boards, 1)
        for letter, pair in zip("AB", board, strict=True)
    )


def _free_tables(round_: Round) -> Iterator[int]:
    """Tables that nobody sits at: neither in this round nor in one of a stage that is played beside it."""
    busy = Board.objects.filter(round__stage__event=round_.stage.event_id, table__isnull=False)
    beside = busy.filter(round__status__in=[Round.Status.DRAFT, Round.Status.PUBLISHED, Round.Status.PLAYING])
    taken = set(round_.boards.exclude(table=None).values_list("table", flat=True))
    taken |= set(beside.exclude(round__stage=round_.stage).values_list("table", flat=True))
    first = _tables_of_hall(round_)
    return (
        number
        for number in chain(first, (one for one in count(1) if one not in first))
        if number not in taken
    )


def _tables_of_hall(round_: Round) -> range:
    """The tables of the hall in which the calendar puts this round; none where it names no hall."""
    dated = RoundDate.objects.filter(stage=round_.stage, number=round_.number, session__hall__isnull=False)
    found = dated.values_list("session__hall__first_table", "session__hall__last_table").first()
    return range(found[0], found[1] + 1) if found is not None else range(0)


def round_rows(stage: Stage, numbers: Iterable[int]) -> dict[int, Round]:
    """The rows of these rounds, made where they are missing, with the match format of each."""
    wanted = sorted(set(numbers))
    found = {one.number: one for one in stage.rounds.filter(number__in=wanted)}
    missing = [Round(stage=stage, number=number) for number in wanted if number not in found]
    for one in Round.objects.bulk_create(missing):
        found[one.number] = one
    for one in found.values():
        one.stage = stage
    return found


def set_format(round_: Round) -> None:
    """A round near the end of its stage may have a match format of its own."""
    rules = rules_of(round_.stage)
    if rules.later:
        round_.match = rules.match_in(round_.number, rounds_of(round_.stage))
        round_.save(update_fields=["match"])


def clear_boards(round_: Round) -> None:
    """Take the tables of a round away, and who was to sit at them; its encounters stay."""
    Lineup.objects.filter(slot__round=round_).delete()
    matches = list(round_.boards.values_list("match_id", flat=True))
    round_.boards.all().delete()
    Match.objects.filter(pk__in=matches).delete()


def clear(round_: Round) -> None:
    """Take everything of a drawn round away; the round itself stays, not drawn."""
    clear_boards(round_)
    round_.encounters.all().delete()
    round_.status = Round.Status.EMPTY
    round_.save(update_fields=["status"])


def clear_places(stage: Stage) -> None:
    """Take groups and lots away with their draw; asked-for byes and the organiser's seeds stay."""
    rows = StageEntry.objects.filter(stage=stage)
    rows.update(lot=None, settled=None)
    rows.update(group=None)
    stage.groups.all().delete()
    if rules_of(stage).entries_from is not None:
        rows.update(seed=None)
    rows.filter(seed=None, asked_byes=[]).delete()


def enter(
    stage: Stage, entries: Sequence[Entry], *, seeded: bool, groups: Mapping[int, tuple[Group, int]]
) -> None:
    """Note who is in a stage: ``groups`` gives group and lot by entry number; ``seeded`` keeps the order."""
    there = {row.entry_id: row for row in StageEntry.objects.filter(stage=stage)}
    new = []
    for place, entry in enumerate(entries, 1):
        row = there.get(entry.pk) or StageEntry(stage=stage, entry=entry)
        if seeded:
            row.seed = place
        row.group, row.lot = groups.get(entry.number, (None, place if not groups else None))
        if row.pk is None:
            new.append(row)
        else:
            row.save()
    StageEntry.objects.bulk_create(new)
