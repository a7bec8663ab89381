"""A knock-out with a fixed bracket: drawn at once, each round set up when the one before is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem, Reason, Refused
from tournament.change import Change
from tournament.models import Encounter, Entry, Round, Slot, Stage
from tournament.pairing import Bracket, bracket_from_lines, knockout
from tournament.pairing.bracket import ENTRY
from tournament.pairing.crossing import Qualifier, cross, lines_from_pairs
from tournament.pairing.crossing import qualifiers as named
from tournament.stages.knockout import knockout_of
from tournament.stages.participants import participants, present, seeds_of
from tournament.stages.planned import Meet, Planned, Side
from tournament.stages.progress import kind_of, options_of, rules_of
from tournament.stages.qualifying import Qualified, entries_by_number, qualified
from tournament.stages.seating import enter, open_boards, round_rows, seat, set_format
from tournament.stages.squads import draw_line_ups


@dataclass(frozen=True)
class Lines:
    """Seats of the first round, top to bottom, by entry number; ``labels`` name the places they stand for."""

    numbers: tuple[int | None, ...]
    labels: tuple[str | None, ...] = ()
    reasons: tuple[Reason, ...] = ()
    same_branch: int = 0


def plan_bracket(stage: Stage, seed: str) -> Planned:
    """Draw the whole bracket. Raises ``Refused`` where the stage before is open, or too few are here."""
    if rules_of(stage).entries_from is not None:
        found = qualified(stage)
        by_number = entries_by_number(stage, [one.number for one in found], kind_of(stage))
        order = [by_number[one.number] for one in found]
        lines = lines_of_qualified(stage, found, order, seed)
    else:
        order = present(participants(stage))
        by_number = {entry.number: entry for entry in order}
        lines = drawn_lines(stage, order, seed, seeds_of(stage) or options_of(stage).seeds)
    return planned_bracket(stage, lines, order, by_number, seed)


def planned_bracket(
    stage: Stage, lines: Lines, order: Sequence[Entry], by_number: Mapping[int, Entry], seed: str
) -> Planned:
    """The bracket of these lines, ready to be saved."""
    rules = rules_of(stage)
    bracket = bracket_from_lines(lines.numbers, rules.places, rules.consolation)
    first = [match for match in bracket.matches if match.round == 1]
    facts: dict[str, Any] = {
        "lines": list(lines.numbers),
        "labels": list(lines.labels),
        "places": rules.places,
        "consolation": rules.consolation,
        "pairs": [[side.of for side in match.sides] for match in first],
        "byes": {"given": list(bracket.byes)} if bracket.byes else {},
        "rematches": 0,
        "same_branch": lines.same_branch,
        "proven": True,
    }
    save = _saver(stage, bracket, order, by_number, seed)
    return Planned("bracket", facts, save, lines.reasons, by_number)


def drawn_lines(stage: Stage, order: Sequence[Entry], seed: str, seeds: int) -> Lines:
    """Lines by lot: seeds on their lines, branches apart."""
    options = options_of(stage)
    branches = [str(entry.branch_id) if entry.branch_id else None for entry in order]
    bracket = knockout(
        len(order),
        seeds=min(seeds, len(order)),
        branches=branches,
        seed=seed,
        same_branch=options.same_branch,
    )
    numbers = tuple(None if line is None else order[int(line) - 1].number for line in bracket.lines)
    met_at_once = bracket.can_meet[0] if bracket.can_meet else 0
    return Lines(numbers, (), bracket.reasons, met_at_once)


def lines_of_qualified(stage: Stage, found: Sequence[Qualified], order: Sequence[Entry], seed: str) -> Lines:
    """The lines of those who come from the stage before: crossed groups, or seeded by their rank."""
    source = rules_of(stage).entries_from
    assert source is not None
    if len(found) < 2:
        raise Refused([Problem("too-few-entries", "entries", {"present": len(found)})])
    by_label = {one.label: one.number for one in found}
    if not found[0].group:
        seeds = options_of(stage).seeds or len(order)
        lines = drawn_lines(stage, order, seed, seeds)
        labels = {one.number: one.label for one in found}
        return Lines(
            lines.numbers,
            tuple(None if one is None else labels[one] for one in lines.numbers),
            lines.reasons,
            lines.same_branch,
        )
    written = lines_from_pairs(source.cross) if source.cross else ()
    if set(filter(None, written)) == set(by_label):
        crossed: tuple[str | None, ...] = written
        reason = Reason("crossed-as-written", "", {"pairs": " ".join(source.cross)})
    else:
        crossed = crossed_lines(found, seed)
        reason = Reason("crossed", "", {"qualifiers": len(found)})
    numbers = tuple(None if label is None else by_label[label] for label in crossed)
    return Lines(numbers, tuple(crossed), (reason,))


def crossed_lines(found: Sequence[Qualified], seed: str) -> tuple[str | None, ...]:
    """Lines for any number of groups and qualifiers; a seed only where the crossing is not the plain one."""
    groups = sorted({one.group for one in found})
    plain = cross([Qualifier(one.group, one.rank) for one in found])
    count = len(groups)
    if set(plain.lines) == {str(one) for one in named(count, 2)} and count & (count - 1) == 0:
        return plain.lines
    return cross([Qualifier(one.group, one.rank) for one in found], seed).lines


def _meets(bracket: Bracket, last: int | None) -> list[Meet]:
    def side(kind: str, of: Any) -> Side:
        return int(of) if kind == ENTRY else (kind, int(of))

    meets = [
        Meet(
            match.round,
            match.number,
            tuple(side(source.kind, source.of) for source in match.sides),
            place=f"{match.kind}:{match.best}-{match.worst}",
        )
        for match in bracket.matches
        if last is None or match.round <= last
    ]
    rest = len(bracket.matches)
    return meets + [
        Meet(1, rest + place, (int(one),), bye=Encounter.Bye.GIVEN)
        for place, one in enumerate(bracket.byes, 1)
    ]


def _saver(
    stage: Stage, bracket: Bracket, order: Sequence[Entry], by_number: Mapping[int, Entry], seed: str
) -> Callable[[Change, Round], None]:
    meets = _meets(bracket, rules_of(stage).rounds)

    def save(step: Change, round_: Round) -> None:
        enter(stage, order, seeded=rules_of(stage).entries_from is not None, groups={})
        rounds = round_rows(stage, {meet.round for meet in meets} | {1})
        rounds[1] = round_
        encounters = seat(step, rounds, meets, by_number)
        for one in rounds.values():
            set_format(one)
        first = [
            (encounter, meet)
            for encounter, meet in zip(encounters, meets, strict=True)
            if meet.round == 1 and not meet.bye
        ]
        _set_up(step, stage, round_, first, seed)

    return save


def plan_next_round(stage: Stage, number: int, seed: str) -> Planned:
    """Set up round ``number`` of a drawn bracket: its seats are known, so only tables are given out.

    One whose opponent's seat stays empty (both forfeited before) has a bye. Raises ``Refused`` where a match
    before is not decided.
    """
    found = knockout_of(stage)
    if found is None:
        raise Refused([Problem("no-bracket", "stage", {"stage": stage.name})])
    matches = [
        one
        for one in found.seated.values()
        if one.match.round == number and one.match.number in found.encounters
    ]
    if not matches:
        raise Refused([Problem("no-round-left", "round", {"rounds": number - 1})])
    waiting = [one.match.number for one in matches if one.state == "waiting"]
    if waiting:
        raise Refused([Problem("match-before-open", "round", {"round": number, "matches": waiting})])
    ready = [one for one in matches if one.state in ("ready", "played")]
    walkovers = [one for one in matches if one.state == "walkover"]
    numbers = [int(str(who)) for one in matches for who in one.sides if who is not None]
    by_number = entries_by_number(stage, numbers, kind_of(stage))

    def save(step: Change, round_: Round) -> None:
        fill([(found.encounters[one.match.number], one.sides) for one in matches], by_number)
        for one in walkovers:
            encounter = found.encounters[one.match.number]
            encounter.bye = Encounter.Bye.FORFEIT
            encounter.save(update_fields=["bye"])
        rows = [
            (found.encounters[one.match.number], Meet(number, one.match.number, tuple(map(_side, one.sides))))
            for one in ready
        ]
        _set_up(step, stage, round_, rows, seed)

    facts = {
        "pairs": [list(one.sides) for one in ready],
        "byes": {"forfeit": [one.winner for one in walkovers]} if walkovers else {},
        "rematches": 0,
        "same_branch": 0,
        "proven": True,
    }
    return Planned("bracket", facts, save, (), by_number)


def _side(who: Any) -> Side:
    return None if who is None else int(who)


def _set_up(
    step: Change, stage: Stage, round_: Round, rows: Sequence[tuple[Encounter, Meet]], seed: str
) -> None:
    encounters, meets = [one for one, _ in rows], [meet for _, meet in rows]
    for encounter in encounters:
        encounter.round = round_
    if kind_of(stage) == Entry.Kind.SQUAD:
        meets = draw_line_ups(stage, meets, seed)
    open_boards(step, round_, encounters, meets)


def fill(
    rows: Sequence[tuple[Encounter, Sequence[Any]]], by_number: Mapping[int, Entry]
) -> list[tuple[Encounter, Slot]]:
    """Seat the sides of encounters (numbers, ``None`` for nobody); returns the slots that changed."""
    changed = []
    for encounter, sides in rows:
        for slot, who in zip(sorted(encounter.slots.all(), key=lambda one: one.side), sides, strict=False):
            now = None if who is None else by_number[int(str(who))]
            if slot.entry_id != (now.pk if now else None):
                slot.entry = now
                changed.append((encounter, slot))
    # Two who exchange seats would sit twice for a moment: all leave before anybody sits down.
    Slot.objects.filter(pk__in=[slot.pk for _, slot in changed]).update(entry=None)
    for _, slot in changed:
        slot.save(update_fields=["entry"])
    return changed
