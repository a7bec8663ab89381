"""The best losers of a first round go on where the winners are not 4, 8, 16 …"""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Slot
from tournament.officiating import entering, timing
from tournament.plan.outline import outline
from tournament.plan.template import StagePlan
from tournament.stages.drawing import discard_draw, draw_round
from tournament.stages.ranking import ranking_of
from tournament.stages.settling import settle_by_lot, ties_before

from .conftest import MATCH, begin, boards_of, enter, numbers, play_round, play_stage

pytestmark = pytest.mark.django_db
DECIDED = {**MATCH, "level_at_time": ["on_deal", "lots"]}
STAGE = {"key": "ko", "format": "knockout", "match": DECIDED, "best_losers": True}


def players(round_):
    return set(Slot.objects.filter(round=round_, entry__isnull=False).values_list("entry__number", flat=True))


@pytest.mark.parametrize(("size", "second"), [(12, 8), (6, 4), (13, 8), (16, 8), (9, 8)])
def test_the_second_round_is_filled_up_to_a_power_of_two(make, organiser, size, second):
    event = make(size, [STAGE])
    stage = event.stages.get()
    first = play_round(stage, organiser, narrow)
    winners = {min(numbers(board)) for board in boards_of(first)}
    losers = sorted(max(numbers(board)) for board in boards_of(first))
    rested = players(first) - winners - set(losers)
    wanted = second - len(winners | rested)
    assert players(draw_round(stage, organiser).round) == winners | rested | set(losers[:wanted])


def narrow(a: int, b: int) -> int:
    """The lower number wins: by one level where the loser is no. 2, by six where it is no. 7 or more …"""
    lost_by = min(max(a, b) - 1, 60)
    return lost_by if a < b else -lost_by


def test_a_best_loser_can_still_win(make, organiser):
    event = make(6, [STAGE])
    stage = event.stages.get()
    first = play_round(stage, organiser, narrow)
    losers = sorted(max(numbers(board)) for board in boards_of(first))
    back = losers[0]
    play_round(stage, organiser, lambda a, b: 3 if a == back else -3 if b == back else b - a)
    play_stage(stage, organiser, lambda a, b: 3 if a == back else -3 if b == back else b - a)
    rows = ranking_of(stage)
    assert (rows[0].rank, rows[0].number) == (1, back)
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 5]
    assert sorted(row.number for row in rows) == [1, 2, 3, 4, 5, 6]


def test_equal_losers_on_the_line_are_parted_by_lot(make, organiser):
    event = make(6, [STAGE])
    stage = event.stages.get()
    play_round(stage, organiser, lambda a, b: 2 if a < b else -2)
    with pytest.raises(Refused) as refused:
        draw_round(stage, organiser)
    (problem,) = refused.value.problems
    assert (problem.code, problem.values["count"]) == ("tie-among-the-losers", 1)
    (tie,) = ties_before(stage)
    order = settle_by_lot(tie.stage, tie.entries, organiser, seed="3")
    seated = players(draw_round(stage, organiser).round)
    assert order[0] in seated
    assert not {*order[1:]} & seated


def test_who_forfeited_is_no_best_loser(make, organiser):
    event = make(6, [STAGE])
    stage = event.stages.get()
    round_ = begin(stage, organiser)
    boards = boards_of(round_)
    verdict = entering.give_verdict(boards[0], organiser, "forfeit", "A", version=0, reason="未到")
    entering.confirm(boards[0], organiser, version=verdict.version)
    for board in boards[1:]:
        enter(board, organiser, 9 if board == boards[1] else 8)
    timing.close_round(round_, organiser)
    absent = numbers(boards[0])[0]
    draw = draw_round(stage, organiser)
    assert absent not in players(draw.round)
    assert numbers(boards[2])[1] in players(draw.round)
    discard_draw(draw.round, organiser)


def test_the_plan_knows_how_many_meet_in_each_round():
    (found,) = outline([StagePlan("ko", "ko", "knockout", STAGE)], 12, {})
    assert [one.matches for one in found.rounds] == [6, 4, 2, 1]
