"""A draw on the spot: the chairs draw numbers from a bowl, the numbers are typed in, the draft follows.

Lot ``k`` is a place: in groups they are dealt round (1 → A1, 2 → B1, …), in a bracket the lines from top to
bottom that nobody skips, in a round of lots table ``(k + 1) // 2``, first side or second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Reason, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Draw, Encounter, Entry, Round, Stage
from tournament.pairing.bracket import seed_lines, width_for
from tournament.pairing.groups import group_label
from tournament.stages.brackets import Lines, planned_bracket
from tournament.stages.drawing import keep_draw, refuse_if_not_ready
from tournament.stages.grouped import plan_group_round
from tournament.stages.knockout import redraws
from tournament.stages.participants import participants, present
from tournament.stages.planned import Meet, Planned
from tournament.stages.progress import kind_of, next_number, options_of, rules_of
from tournament.stages.qualifying import qualified
from tournament.stages.seating import enter, open_boards, seat, set_format
from tournament.stages.squads import draw_line_ups

METHOD = "on-the-spot"
Lots = Mapping[int, int]


@dataclass(frozen=True)
class Bowl:
    """The state of a draw on the spot: who draws, the lot of each so far, and what each lot means."""

    stage: Stage
    entries: tuple[Entry, ...]
    lots: dict[int, int]

    @property
    def left(self) -> list[int]:
        """The lots that are still in the bowl."""
        drawn = set(self.lots.values())
        return [lot for lot in range(1, len(self.entries) + 1) if lot not in drawn]

    @property
    def waiting(self) -> list[Entry]:
        """Who has not drawn yet."""
        return [one for one in self.entries if one.number not in self.lots]


def bowl_of(stage: Stage) -> Bowl:
    """The draw on the spot of a stage's first round. Raises ``Refused`` where less than two are here."""
    entries = present(participants(stage))
    numbers = {one.number for one in entries}
    lots = {int(number): int(lot) for number, lot in stage.hand_lots.items()}
    return Bowl(
        stage,
        tuple(sorted(entries, key=lambda one: one.number)),
        {number: lot for number, lot in lots.items() if number in numbers and lot <= len(entries)},
    )


def place_of(stage: Stage, lot: int, count: int) -> tuple[str, int]:
    """What a lot of ``count`` means: the group and the place in it; ``""`` and the line of the bracket (from
    1); or ``""`` and the table with its side, counted on (2 × table − 1 for the first side)."""
    if stage.format == Stage.Format.ROUND_ROBIN:
        groups = rules_of(stage).group_count(count)
        return group_label((lot - 1) % groups), (lot - 1) // groups + 1
    if stage.format == Stage.Format.KNOCKOUT and not redraws(stage):
        return "", lines_of(count)[lot - 1] + 1
    return "", lot


def lines_of(count: int) -> list[int]:
    """The lines of a bracket that are given out, top to bottom, from 0; the others are byes, spread out."""
    return [line for line, seed in enumerate(seed_lines(width_for(count))) if seed <= count]


def type_lots(stage: Stage, actor: AbstractBaseUser, typed: Mapping[int, int | None]) -> Bowl:
    """Note lots as they are drawn: ``{number of the entry: lot}``, ``None`` puts one back into the bowl.

    Refused for a lot that is not in the bowl, for somebody who does not draw, and once a round is drawn.
    """
    require(stage.event, actor, "draw")
    with change(stage.event, actor, public=False) as step:
        stage.refresh_from_db(fields=["hand_lots", "status"])
        refuse_if_not_ready(stage, next_number(stage))
        _refuse_later_rounds(stage)
        bowl = bowl_of(stage)
        numbers = {one.number for one in bowl.entries}
        lots = {number: lot for number, lot in bowl.lots.items() if number not in typed}
        problems = []
        for number, lot in typed.items():
            if number not in numbers:
                problems.append(Problem("draws-no-lot", "number", {"number": number}))
            elif lot is not None and not 1 <= lot <= len(numbers):
                problems.append(Problem("no-such-lot", "lot", {"lot": lot, "most": len(numbers)}))
            elif lot is not None and lot in lots.values():
                holder = next(one for one, drawn in lots.items() if drawn == lot)
                problems.append(Problem("lot-is-drawn", "lot", {"lot": lot, "number": holder}))
            elif lot is not None:
                lots[number] = lot
        if problems:
            raise Refused(problems)
        before = {str(number): bowl.lots.get(number) for number in typed}
        stage.hand_lots = {str(number): lot for number, lot in sorted(lots.items())}
        stage.save(update_fields=["hand_lots"])
        after = {str(number): lots.get(number) for number in typed}
        step.record("lots-typed", stage, {"lots": (before, after)})
    return bowl_of(stage)


def empty_bowl(stage: Stage, actor: AbstractBaseUser) -> None:
    """Put all lots back, for drawing anew."""
    require(stage.event, actor, "draw")
    with change(stage.event, actor, public=False) as step:
        step.record("lots-typed", stage, {"lots": (stage.hand_lots, {})})
        stage.hand_lots = {}
        stage.save(update_fields=["hand_lots"])


def draft_from_lots(stage: Stage, actor: AbstractBaseUser) -> Draw:
    """Make the draft of the first round from the lots. Refused while somebody has not drawn."""
    event = stage.event
    require(event, actor, "draw")
    event.refresh_from_db()
    revision = event.revision
    stage.refresh_from_db()
    refuse_if_not_ready(stage, next_number(stage))
    _refuse_later_rounds(stage)
    bowl = bowl_of(stage)
    if bowl.waiting:
        numbers = ", ".join(str(one.number) for one in bowl.waiting[:20])
        raise Refused([Problem("lots-missing", "lots", {"numbers": numbers})])
    planned = planned_by_hand(bowl)
    with change(event, actor, expected=revision, public=False) as step:
        return keep_draw(step, stage, 1, "", planned, actor)


def _refuse_later_rounds(stage: Stage) -> None:
    number = next_number(stage)
    if number != 1:
        raise Refused([Problem("lots-only-in-round-1", "round", {"round": number})])


def planned_by_hand(bowl: Bowl) -> Planned:
    """The first round that follows from a bowl that is empty."""
    stage = bowl.stage
    order = sorted(bowl.entries, key=lambda one: bowl.lots[one.number])
    by_number = {one.number: one for one in order}
    if stage.format == Stage.Format.ROUND_ROBIN:
        groups: dict[str, list[int]] = defaultdict(list)
        for lot, one in enumerate(order, 1):
            groups[place_of(stage, lot, len(order))[0]].append(one.number)
        planned = plan_group_round(stage, 1, "", {label: tuple(rows) for label, rows in groups.items()})
    elif stage.format == Stage.Format.KNOCKOUT and not redraws(stage):
        planned = _bracket(stage, order, by_number)
    else:
        planned = _tables(stage, order, by_number)
    facts = {
        **planned.facts,
        "lots": {str(number): lot for number, lot in bowl.lots.items()},
        "proven": False,
    }
    reason = Reason("drawn-on-the-spot", "", {"entries": len(order)})
    return Planned(METHOD, facts, planned.save, (reason,), by_number)


def _bracket(stage: Stage, order: Sequence[Entry], by_number: Mapping[int, Entry]) -> Planned:
    lines: list[int | None] = [None] * width_for(len(order))
    for line, one in zip(lines_of(len(order)), order, strict=True):
        lines[line] = one.number
    labels: dict[int, str] = {}
    if rules_of(stage).entries_from is not None:
        labels = {one.number: one.label for one in qualified(stage)}
        order = [by_number[number] for number in labels]
    meetings = [(lines[top], lines[top + 1]) for top in range(0, len(lines), 2)]
    within = sum(
        a is not None and b is not None and _of_one_branch(by_number[a], by_number[b]) for a, b in meetings
    )
    named = tuple(labels.get(one or 0) for one in lines) if labels else ()
    return planned_bracket(stage, Lines(tuple(lines), named, (), within), order, by_number, "")


def _tables(stage: Stage, order: Sequence[Entry], by_number: Mapping[int, Entry]) -> Planned:
    """Round 1 by lot: 1 meets 2 at table 1, 3 meets 4 at table 2; who is left over has the bye."""
    pairs = [(order[top].number, order[top + 1].number) for top in range(0, len(order) - 1, 2)]
    meets = [Meet(1, place, pair, table=place) for place, pair in enumerate(pairs, 1)]
    if kind_of(stage) == Entry.Kind.SQUAD:
        # Squads have several boards: their tables follow one another.
        meets = draw_line_ups(stage, [Meet(1, meet.number, meet.sides) for meet in meets], "")
    rest = [
        Meet(1, len(meets) + 1, (one.number,), bye=Encounter.Bye.GIVEN) for one in order[2 * len(pairs) :]
    ]

    def save(step: Change, round_: Round) -> None:
        fed = rules_of(stage).entries_from is not None
        if fed or redraws(stage):
            enter(stage, order, seeded=fed, groups={})
        set_format(round_)
        encounters = seat(step, {1: round_}, [*meets, *rest], by_number)
        open_boards(step, round_, encounters[: len(meets)], meets)

    facts = {
        "pairs": [list(pair) for pair in pairs],
        "byes": {"given": [one.sides[0] for one in rest]} if rest else {},
        "rematches": 0,
        "same_branch": sum(_of_one_branch(by_number[a], by_number[b]) for a, b in pairs),
    }
    return Planned(METHOD, facts, save, (), by_number)


def _of_one_branch(one: Entry, other: Entry) -> bool:
    return one.branch_id is not None and one.branch_id == other.branch_id


def too_near(bowl: Bowl) -> list[Problem]:
    """Pairs of one branch whom the lots so far put into one group, one first match, or (two of a branch) one
    half of the bracket. Nothing where the regulation expressly asks for no avoidance."""
    stage, count = bowl.stage, len(bowl.entries)
    if options_of(stage).same_branch == "ignore":
        return []
    branches: dict[int, list[Entry]] = defaultdict(list)
    for one in bowl.entries:
        if one.branch_id is not None and one.number in bowl.lots:
            branches[one.branch_id].append(one)
    found = []
    for rows in branches.values():
        for one, other in combinations(rows, 2):
            code = _nearness(stage, bowl.lots[one.number], bowl.lots[other.number], count, len(rows))
            if code:
                values = {"a": one.number, "b": other.number, "branch": str(one.branch)}
                found.append(Problem(code, "lots", values, "unlikely"))
    return found


def _nearness(stage: Stage, one: int, other: int, count: int, of_branch: int) -> str:
    (group, place), (group_b, place_b) = place_of(stage, one, count), place_of(stage, other, count)
    if group:
        groups = rules_of(stage).group_count(count)
        return "lots-in-one-group" if group == group_b and groups > 1 else ""
    if (place - 1) // 2 == (place_b - 1) // 2:
        return "lots-meet-at-once"
    if stage.format == Stage.Format.KNOCKOUT and not redraws(stage) and of_branch == 2:
        half = width_for(count) // 2
        return "lots-in-one-half" if (place - 1) // half == (place_b - 1) // half else ""
    return ""
