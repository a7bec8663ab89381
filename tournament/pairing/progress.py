"""How a knock-out goes on: results move entries along the bracket, and a correction moves the right one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.answers import Problem, Refused

from .bracket import ENTRY, WINNER, Bracket, BracketMatch, Source
from .values import EntryId

WAITING, READY, WALKOVER, EMPTY, PLAYED = "waiting", "ready", "walkover", "empty", "played"
NOBODY = None


@dataclass(frozen=True, slots=True)
class Seated:
    """One match as results have it: who sits (``None``: nobody, or not known yet), and what becomes of it.

    ``state``: ``waiting`` for a result, ``ready`` to be played, ``played``, ``walkover`` (one side has
    nobody: the other has a bye), ``empty`` (neither side has anybody). ``winner`` and ``loser`` as far as
    they are known.
    """

    match: BracketMatch
    sides: tuple[EntryId | None, EntryId | None]
    state: str
    winner: EntryId | None = None
    loser: EntryId | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A seat that a correction changes: in ``match``, on ``side`` (0 or 1), ``before`` gives way to
    ``after``."""

    match: int
    side: int
    before: EntryId | None
    after: EntryId | None


@dataclass(frozen=True, slots=True)
class _Known:
    """What a source has come to: decided or not, and who it is."""

    decided: bool
    who: EntryId | None = None


def seat(bracket: Bracket, results: Mapping[int, EntryId | None]) -> dict[int, Seated]:
    """Every match with the entries that ``results`` (match number: winner, ``None`` a double forfeit) bring
    it.

    A double forfeit sends nobody on, so the next opponent has a bye; where nobody comes from either side the
    match is empty, and the one after it has a bye. Raises ``Refused`` for a result of a match that is not
    ready, or whose winner does not sit in it.
    """
    problems: list[Problem] = []
    known: dict[Source, _Known] = {}
    seated: dict[int, Seated] = {}
    for match in bracket.matches:
        sides = [_of(source, known) for source in match.sides]
        entries = (sides[0].who, sides[1].who)
        at = f"results[{match.number}]"
        given = match.number in results
        winner, loser, decided = NOBODY, NOBODY, False
        if not all(side.decided for side in sides):
            state = WAITING
        elif None in entries:
            state = EMPTY if entries == (None, None) else WALKOVER
            winner, decided = entries[0] if entries[0] is not None else entries[1], True
        elif not given:
            state = READY
        else:
            state, decided = PLAYED, True
            winner = results[match.number]
            if winner is not None and winner not in entries:
                problems.append(Problem("winner-not-in-match", at, {"match": match.number, "winner": winner}))
            elif winner is not None:
                loser = entries[1] if winner == entries[0] else entries[0]
        if given and state != PLAYED:
            problems.append(Problem("match-not-ready", at, {"match": match.number, "state": state}))
        known[Source(WINNER, match.number)] = _Known(decided, winner)
        known[Source("loser", match.number)] = _Known(decided, loser)
        seated[match.number] = Seated(match, entries, state, winner, loser)
    unknown = set(results) - set(seated)
    problems += [
        Problem("match-unknown", f"results[{number}]", {"match": number}) for number in sorted(unknown)
    ]
    if problems:
        raise Refused(problems)
    return seated


def _of(source: Source, known: Mapping[Source, _Known]) -> _Known:
    return _Known(True, source.of) if source.kind == ENTRY else known[source]


def places(bracket: Bracket, results: Mapping[int, EntryId | None]) -> list[tuple[int, int, EntryId]]:
    """Final places as far as they are decided: (best, worst, entry), best first; consolations left aside."""
    seated = seat(bracket, results)
    found = []
    for place in bracket.places:
        if place.kind != "main":
            continue
        source = place.source
        if source.kind == ENTRY:
            who: EntryId | None = source.of
        else:
            match = seated[int(source.of)]
            who = match.winner if source.kind == WINNER else match.loser
        if who is not None:
            found.append((place.best, place.worst, who))
    return found


def correction(
    bracket: Bracket,
    results: Mapping[int, EntryId | None],
    match: int,
    winner: EntryId | None,
    begun: Collection[int] = (),
) -> tuple[Move, ...]:
    """What changes when the result of ``match`` becomes ``winner`` (``None``: double forfeit), to be shown
    first.

    Raises ``Refused`` where an entry would have to leave a match that has begun (``begun``) or has its
    result: one ``next_match_begun`` for each, naming the match and the entry.
    """
    before = seat(bracket, results)
    if match not in before:
        raise Refused([Problem("match-unknown", f"results[{match}]", {"match": match})])
    kept: dict[int, EntryId | None] = {**results, match: winner}
    seat(bracket, {number: result for number, result in kept.items() if number <= match})
    moves: list[Move] = []
    problems: list[Problem] = []
    touched = {match}
    for later in bracket.matches:
        fed = [source.kind != ENTRY and source.of in touched for source in later.sides]
        if not any(fed):
            continue
        touched.add(later.number)
        earlier = {number: result for number, result in kept.items() if number < later.number}
        old, new = before[later.number].sides, seat(bracket, earlier)[later.number].sides
        for side in (0, 1):
            if not fed[side] or old[side] == new[side]:
                continue
            if later.number in begun or later.number in results:
                values = {"match": match, "next": later.number, "entry": old[side]}
                problems.append(Problem("next-match-begun", f"matches[{later.number}]", values))
                kept.pop(later.number, None)
            moves.append(Move(later.number, side, old[side], new[side]))
    if problems:
        raise Refused(problems)
    return tuple(moves)
