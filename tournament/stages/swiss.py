"""A round that is paired by the standings, or by lot: Swiss, and a knock-out that is drawn anew each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.answers import Problem, Refused
from tournament.change import Change
from tournament.models import Entry, Round, Stage
from tournament.pairing import Pairing, load_options, pair
from tournament.pairing.options import SWISS_METHODS
from tournament.stages.field import Field, field_of
from tournament.stages.knockout import redraws, survivors
from tournament.stages.planned import Meet, Planned
from tournament.stages.progress import kind_of, rules_of
from tournament.stages.seating import enter, open_boards, seat, set_format
from tournament.stages.squads import draw_line_ups
from tournament.stages.stale import standings_in
from tournament.stages.tables import StageFacts

Pins = Sequence[tuple[int, int]]


def plan_swiss(
    stage: Stage, number: int, seed: str, pinned: Pins = (), *, facts: StageFacts | None = None
) -> Planned:
    """Pair round ``number``. Raises ``Refused`` where too few are here, or no pairing can keep the bans.

    ``facts`` are those of the stage where they are known, or supposed to be others.
    """
    options = load_options(stage.config.get("pairing", {}))
    only = survivors(stage, number) if redraws(stage) and number > 1 else None
    field = field_of(stage, number, only=only, facts=facts)
    if len(field.present) < 2:
        raise Refused([Problem("too-few-entries", "entries", {"present": len(field.present)})])
    method = options.first_round if number == 1 and options.first_round else options.method
    options = options.for_round(number)
    if redraws(stage):
        method = method if method in SWISS_METHODS else "lots"
        again = "avoid" if rules_of(stage).best_losers else "allow"
        options = replace(options, rematches=again, lookahead=False)
    if method == "order":
        method = "adjacent"
    if method == "lots" and number == 1 and "bye" not in stage.config.get("pairing", {}):
        # Nobody has a rank yet, so no rank can say who rests.
        options = replace(options, bye="lots")
    rounds = stage.config.get("rounds")
    pairing = pair(
        field.entries,
        replace(options, method=method),
        rounds_left=max(1, int(rounds) - number + 1) if rounds else 1,
        seed=seed,
        pinned=list(pinned),
    )
    facts = _as_facts(pairing)
    if number > 1 and only is None and method != "lots":
        facts["standings"] = standings_in(field)
    return Planned(method, facts, _saver(stage, number, seed, pairing, field), pairing.reasons)


def _saver(
    stage: Stage, number: int, seed: str, pairing: Pairing, field: Field
) -> Callable[[Change, Round], None]:
    meets = [Meet(number, place, (int(a), int(b))) for place, (a, b) in enumerate(pairing.pairs, 1)]
    if kind_of(stage) == Entry.Kind.SQUAD:
        meets = draw_line_ups(stage, meets, seed)
    byes = [(code, int(one)) for code, entries in pairing.byes.items() for one in entries]
    rest = [
        Meet(number, place, (entry,), bye=code) for place, (code, entry) in enumerate(byes, len(meets) + 1)
    ]

    def save(step: Change, round_: Round) -> None:
        fed = rules_of(stage).entries_from is not None
        if number == 1 and (fed or redraws(stage)):
            enter(stage, [field.by_number[int(one.id)] for one in field.present], seeded=fed, groups={})
        set_format(round_)
        encounters = seat(step, {number: round_}, [*meets, *rest], field.by_number)
        open_boards(step, round_, encounters[: len(meets)], meets)

    return save


def _as_facts(pairing: Pairing) -> dict[str, object]:
    return {
        "pairs": [list(pair_) for pair_ in pairing.pairs],
        "byes": {code: list(entries) for code, entries in pairing.byes.items()},
        "rematches": pairing.rematch_count,
        "same_branch": pairing.same_branch_count,
        "proven": pairing.proven,
    }
