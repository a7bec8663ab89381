"""The rounds of a knock-out of which each is drawn anew: who met whom, who rested, who won."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.standings import Result
from tournament.models import Encounter, Stage
from tournament.stages.knockout import redraws, result_of, winner_of


@dataclass(frozen=True, slots=True)
class Met:
    """A match of a round, or a bye (one side): its entries (their numbers), who won (``None`` before that, or
    nobody). ``encounter`` and ``result`` are what it was read from."""

    round: int
    number: int
    sides: tuple[int, ...]
    winner: int | None = None
    encounter: Encounter | None = field(default=None, compare=False)
    result: Result | None = field(default=None, compare=False)

    @property
    def is_bye(self) -> bool:
        """Whether one entry goes on without a match."""
        return len(self.sides) == 1


def rounds_met(stage: Stage) -> list[list[Met]]:
    """The published rounds, first round first, each with its matches in order, then its byes; none where
    the rounds of a stage are not drawn anew."""
    if not redraws(stage):
        return []
    rows = (
        Encounter.objects.filter(round__in=stage.rounds.published())
        .select_related("round")
        .prefetch_related("slots__entry", "boards__match")
        .order_by("round__number", "number")
    )
    rounds: dict[int, list[Met]] = {}
    for encounter in rows:
        sides = tuple(slot.entry.number for slot in encounter.slots.all() if slot.entry is not None)
        if sides and encounter.bye != Encounter.Bye.IDLE:
            rounds.setdefault(encounter.round.number, []).append(_met(stage, encounter, sides))
    return [sorted(row, key=lambda met: (met.is_bye, met.number)) for _number, row in sorted(rounds.items())]


def _met(stage: Stage, encounter: Encounter, sides: tuple[int, ...]) -> Met:
    number, where = encounter.round.number, encounter.number
    if encounter.bye or len(sides) == 1:
        return Met(number, where, sides, sides[0], encounter)
    result = result_of(stage, encounter)
    winner = winner_of(result) if result is not None else None
    return Met(number, where, sides, winner, encounter, result)
