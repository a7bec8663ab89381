"""Squads: encounters of several boards at once, line-ups by lot or by captains, own pairs never meeting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.answers import Problem, Refused

from .exact import least
from .lots import Lots
from .round_robin import round_robin
from .values import EntryId, Seed


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two squads (numbers from 1, home first) and who meets whom on each board."""

    home: int
    away: int
    boards: tuple[tuple[EntryId, EntryId], ...] = ()


@dataclass(frozen=True, slots=True)
class SquadRound:
    """The encounters of one round, and the squads that are idle in it."""

    encounters: tuple[Encounter, ...]
    idle: tuple[int, ...] = ()


def squad_round_robin(
    squads: Sequence[Sequence[EntryId]],
    *,
    boards: int | None = None,
    double: bool = False,
    every_pair: bool = False,
    seed: Seed = 0,
) -> tuple[SquadRound, ...]:
    """A round robin of squads, given as the pairs of each; an odd number leaves one squad idle in each round.

    By lot (``seed``) ``boards`` pairs of either squad meet in an encounter (default: as many as the smaller
    squad has). ``every_pair`` plays each encounter over as many rounds as the larger squad has pairs, until
    every pair has met every pair of the other squad; in a squad that is one short, a pair is free in each of
    them. ``double`` plays all again with sides exchanged and new lots. Raises ``Refused``.
    """
    problems = []
    if len(squads) < 2:
        problems.append(Problem("squads-too-few", "squads", {"squads": len(squads)}))
    named = [pair for squad in squads for pair in squad]
    if len(set(named)) < len(named):
        problems.append(Problem("pair-in-two-squads", "squads"))
    for number, squad in enumerate(squads, start=1):
        if len(squad) < (boards or 1):
            values = {"squad": number, "pairs": len(squad), "boards": boards or 1}
            problems.append(Problem("squad-too-small", f"squads[{number - 1}]", values))
    if problems:
        raise Refused(problems)
    lots = Lots(seed)
    met: set[frozenset[EntryId]] = set()
    rounds: list[SquadRound] = []
    for pairs in round_robin(len(squads), double):
        busy = {number for pair in pairs for number in pair}
        idle = tuple(number for number in range(1, len(squads) + 1) if number not in busy)
        if not every_pair:
            drawn = [
                Encounter(home, away, draw_boards(squads[home - 1], squads[away - 1], boards, lots, met))
                for home, away in pairs
            ]
            met |= {frozenset(board) for encounter in drawn for board in encounter.boards}
            rounds.append(SquadRound(tuple(drawn), idle))
            continue
        longest = max(len(squads[number - 1]) for pair in pairs for number in pair)
        turns = [every_meeting(squads[h - 1], squads[a - 1], longest, lots) for h, a in pairs]
        for turn in range(longest):
            shown = tuple(
                Encounter(home, away, boards_[turn])
                for (home, away), boards_ in zip(pairs, turns, strict=True)
            )
            rounds.append(SquadRound(shown, idle))
    return tuple(rounds)


def draw_boards(
    home: Sequence[EntryId],
    away: Sequence[EntryId],
    boards: int | None,
    lots: Lots,
    met: set[frozenset[EntryId]] | frozenset[frozenset[EntryId]] = frozenset(),
) -> tuple[tuple[EntryId, EntryId], ...]:
    """Who meets whom in one encounter by lot; as few pairs as can be that have met before.

    Both sides are drawn. Each home pair in turn takes the first of the away pairs left, in drawn order, that
    leaves no more old meetings to the others than there must be.
    """
    count = boards or min(len(home), len(away))
    left, right = lots.order(home)[:count], lots.order(away)[:count]

    def old(one: int, other: int) -> int | None:
        if one >= count or other < count:
            return None
        return int(frozenset((left[one], right[other - count])) in met)

    seats = list(range(2 * count))
    chosen: list[tuple[EntryId, EntryId]] = []
    while seats:
        whole = least(seats, old)
        assert whole is not None, "both sides have as many pairs as boards"
        one = seats[0]
        for other in seats[len(seats) // 2 :]:
            rest = [seat for seat in seats if seat not in (one, other)]
            found = least(rest, old)
            if found is not None and found[0] + (old(one, other) or 0) == whole[0]:
                break
        chosen.append((left[one], right[other - count]))
        seats = rest
    return tuple(chosen)


def every_meeting(
    home: Sequence[EntryId], away: Sequence[EntryId], rounds: int, lots: Lots
) -> list[tuple[tuple[EntryId, EntryId], ...]]:
    """The rounds in which every pair of one squad meets every pair of the other once."""
    width = max(len(home), len(away))
    left = [*lots.order(home), *[None] * (width - len(home))]
    right = [*lots.order(away), *[None] * (width - len(away))]
    found: list[tuple[tuple[EntryId, EntryId], ...]] = []
    for turn in range(rounds):
        turned = [right[(place + turn) % width] if turn < width else None for place in range(width)]
        found.append(
            tuple((a, b) for a, b in zip(left, turned, strict=True) if a is not None and b is not None)
        )
    return found


@dataclass(frozen=True, slots=True)
class LineUp:
    """What one captain has handed in: the pairs of the squad in the order of the boards."""

    squad: int
    pairs: tuple[EntryId, ...]


def check_line_up(line_up: LineUp, squad: Sequence[EntryId], boards: int) -> None:
    """Raises ``Refused`` unless ``line_up`` names ``boards`` different pairs of its own squad."""
    problems = []
    if len(line_up.pairs) != boards:
        values = {"named": len(line_up.pairs), "boards": boards}
        problems.append(Problem("line-up-wrong-length", "pairs", values))
    for place, pair in enumerate(line_up.pairs):
        if pair not in squad:
            problems.append(Problem("line-up-not-of-squad", f"pairs[{place}]", {"pair": pair}))
        elif pair in line_up.pairs[:place]:
            problems.append(Problem("line-up-twice", f"pairs[{place}]", {"pair": pair}))
    if problems:
        raise Refused(problems)


def reveal(home: LineUp | None, away: LineUp | None) -> tuple[tuple[EntryId, EntryId], ...] | None:
    """The boards once both captains have handed in; ``None`` until then, so that neither sees the other's."""
    if home is None or away is None:
        return None
    return tuple(zip(home.pairs, away.pairs, strict=True))
