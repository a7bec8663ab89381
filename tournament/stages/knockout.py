"""A knock-out as its rows have it: the bracket, the winners so far, who sits where, and the places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scoring.results import standing_result
from scoring.standings import Kind, Result, encounter_result, load_encounter
from tournament.models import Draw, Encounter, Round, Stage
from tournament.pairing import Bracket, Seated, bracket_from_lines, places, seat
from tournament.stages.best_losers import best_losers
from tournament.stages.placed import Placed
from tournament.stages.progress import rules_of
from tournament.stages.tables import StageFacts


@dataclass(frozen=True)
class Knockout:
    """A drawn bracket with its results: ``winners`` by match number (``None``: both forfeited).

    ``labels`` say which place of the stage before each line belongs to (empty without one); ``encounters``
    are the rows of the matches, ``results`` the folded result of each confirmed one.
    """

    stage: Stage
    draw: Draw
    bracket: Bracket
    labels: tuple[str | None, ...]
    encounters: dict[int, Encounter]
    results: dict[int, Result] = field(default_factory=dict)

    @property
    def winners(self) -> dict[int, Any]:
        found: dict[int, Any] = {}
        for number, result in self.results.items():
            winner = winner_of(result)
            if winner is not None or result.kind is Kind.DOUBLE_FORFEIT:
                found[number] = winner
        return found

    @cached_property
    def seated(self) -> dict[int, Seated]:
        """Every match as the results have it. Results of matches whose seats are open do not count."""
        known: dict[int, Any] = {}
        for match in self.bracket.matches:
            if match.number in self.winners:
                there = seat(self.bracket, known)[match.number]
                winner = self.winners[match.number]
                if there.state == "ready" and (winner is None or winner in there.sides):
                    known[match.number] = winner
        return seat(self.bracket, known)

    @property
    def known(self) -> dict[int, Any]:
        """The winners of the matches that stand."""
        return {number: one.winner for number, one in self.seated.items() if one.state == "played"}


def winner_of(result: Result) -> Any:
    """The number of the entry that won; ``None`` for a draw or where both lost."""
    return {"a": result.a, "b": result.b}.get(result.winner or "")


def redraws(stage: Stage) -> bool:
    """Whether each round of a knock-out is drawn anew."""
    anew = bool(stage.config.get("pairing", {}).get("redraw")) or rules_of(stage).best_losers
    return stage.format == Stage.Format.KNOCKOUT and anew


def knockout_of(stage: Stage) -> Knockout | None:
    """The bracket of a stage with its results; ``None`` before it is drawn, and where rounds are redrawn."""
    draw = (
        Draw.objects.filter(round__stage=stage, round__number=1).exclude(state=Draw.State.DISCARDED).first()
    )
    if draw is None or "lines" not in draw.pairs:
        return None
    facts = draw.pairs
    bracket = bracket_from_lines(facts["lines"], facts["places"], facts["consolation"])
    last = rules_of(stage).rounds
    numbers = {match.number for match in bracket.matches if last is None or match.round <= last}
    rows = (
        Encounter.objects.filter(round__stage=stage, number__in=numbers)
        .select_related("round")
        .prefetch_related("slots__entry", "boards__match")
    )
    encounters = {encounter.number: encounter for encounter in rows}
    return Knockout(
        stage=stage,
        draw=draw,
        bracket=bracket,
        labels=tuple(facts.get("labels", ())),
        encounters=encounters,
        results=dict(_results(stage, encounters.values())),
    )


def _results(stage: Stage, encounters: Iterable[Encounter]) -> Iterable[tuple[int, Result]]:
    for encounter in encounters:
        result = result_of(stage, encounter)
        if result is not None:
            yield encounter.number, result


def result_of(stage: Stage, encounter: Encounter) -> Result | None:
    """The result of an encounter of which every board is confirmed. Slots and boards must be fetched."""
    boards = list(encounter.boards.all())
    sides = {slot.side: slot.entry.number for slot in encounter.slots.all() if slot.entry is not None}
    if not boards or len(sides) < 2 or any(board.confirmed_at is None for board in boards):
        return None
    number = encounter.round.number
    results = [
        standing_result(board.match, number, sides["A"], sides["B"], str(board.key)) for board in boards
    ]
    if stage.config.get("plays") != "squads":
        return results[0]
    rules = load_encounter(stage.config.get("encounter", {}))
    return encounter_result(number, sides["A"], sides["B"], results, rules, key=str(encounter.key))


def places_of(facts: StageFacts, until: int | None = None) -> list[Placed]:
    """The places of a knock-out as far as they are decided; those still in it first, without a rank.

    ``until``: as far as they were decided after that round.
    """
    found = knockout_of(facts.stage)
    if found is None:
        return ordered(facts, _by_round(facts, until), until)
    found = as_in(found, facts)
    rounds = {match.number: match.round for match in found.bracket.matches}
    known = {
        number: winner for number, winner in found.known.items() if until is None or rounds[number] <= until
    }
    return ordered(facts, places(found.bracket, known), until)


def as_in(found: Knockout, facts: StageFacts) -> Knockout:
    """The bracket with the results of ``facts``, as they are or are supposed to be."""
    known = {
        result.key: result
        for result in facts.results
        if result.b is not None and result.kind is not Kind.PENDING
    }
    results = {}
    for number, encounter in found.encounters.items():
        keys = [str(encounter.key), *(str(board.key) for board in encounter.boards.all())]
        result = next((known[key] for key in keys if key in known), None)
        if result is not None:
            results[number] = result
    return replace(found, results=results)


def ordered(facts: StageFacts, decided: list[tuple[int, int, Any]], until: int | None = None) -> list[Placed]:
    """Decided places in order; undecided entries before them while the stage runs, sharing the top after."""
    level: dict[int, int] = defaultdict(int)
    for best, _worst, _who in decided:
        level[best] += 1
    out = {who for _best, _worst, who in decided}
    lost = {
        number
        for result in facts.results
        if result.kind is Kind.DOUBLE_FORFEIT and (until is None or result.round <= until)
        for number in (result.a, result.b)
    }
    inside = sorted(facts.sat - out - lost)
    done = facts.stage.status == Stage.Status.DONE and (until is None or until >= max(facts.rounds))
    rows = [Placed(1 if done else None, number, len(inside) if done else 1) for number in inside]
    rows += [Placed(best, who, level[best]) for best, _worst, who in sorted(decided)]
    return rows + [Placed(None, number) for number in sorted(lost - out)]


def _by_round(facts: StageFacts, until: int | None = None) -> list[tuple[int, int, Any]]:
    """Where every round is drawn anew: who lost later stands higher, losers of one round share a place.

    A best loser who plays on is not out before it loses again.
    """
    found: list[tuple[int, int, Any]] = []
    last_in: dict[int, int] = defaultdict(int)
    for meeting in facts.meetings:
        for who in meeting.sides.values():
            last_in[who] = max(last_in[who], meeting.round)
    left = len(facts.sat)
    for number in facts.rounds:
        if until is not None and number > until:
            break
        beaten = [
            other
            for result in facts.results
            if result.round == number and result.winner
            for other in (result.a, result.b)
            if other is not None and other != winner_of(result) and last_in[int(str(other))] == number
        ]
        found += [(left - len(beaten) + 1, left, one) for one in beaten]
        left -= len(beaten)
    if left == 1 and found:
        out = {who for _best, _worst, who in found}
        found += [(1, 1, number) for number in facts.sat - out]
    return found


def survivors(stage: Stage, number: int) -> set[int]:
    """Who is still in before round ``number``: the winners and the byes of the round before, and the best
    losers of the first. Raises ``Refused`` where lots have to part those first."""
    alive: set[int] = set()
    lost: list[Result] = []
    rows = (
        Encounter.objects.filter(round__stage=stage, round__number=number - 1)
        .select_related("round")
        .prefetch_related("slots__entry", "boards__match")
    )
    for encounter in rows:
        result = result_of(stage, encounter)
        if encounter.bye:
            alive |= {slot.entry.number for slot in encounter.slots.all() if slot.entry is not None}
        elif result is not None and winner_of(result) is not None:
            alive.add(winner_of(result))
            lost.append(result)
    if number == 2 and rules_of(stage).best_losers:
        alive |= set(best_losers(stage, lost, len(alive)))
    return alive


def begun(encounter: Encounter) -> bool:
    """Whether a match has begun: its clock runs, or something was entered at one of its tables."""
    return encounter.round.status in (Round.Status.PLAYING, Round.Status.CLOSED) or any(
        board.match.version for board in encounter.boards.all()
    )
