"""From stage to stage: who goes on, crossed groups, ties on the line, carry-over, corrections."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Audit, Encounter, Slot, Stage
from tournament.officiating import entering, timing
from tournament.registration import attendance
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.progress import current_stage
from tournament.stages.qualifying import qualified
from tournament.stages.ranking import ranking_of
from tournament.stages.settling import settle_by_lot, settle_by_ruling, ties_before
from tournament.stages.stage_form import StageForm
from tournament.stages.standings import standings_of

from .conftest import MATCH, begin, boards_of, enter, entry, lower_wins, numbers, play_round, play_stage

pytestmark = pytest.mark.django_db

DECIDED = {**MATCH, "level_at_time": ["on_deal", "lots"]}
CROSS = ["A1-B2", "C1-D2", "B1-A2", "D1-C2"]


def groups(count=4, **config):
    pairing = {"method": "berger", "groups_by": "snake"}
    return {"key": "groups", "format": "round_robin", "groups": count, "pairing": pairing, **config}


def knockout(**source):
    return {
        "key": "ko",
        "format": "knockout",
        "match": DECIDED,
        "places": 8,
        "entries_from": {"stage": "groups", "ranks": [1, 2], **source},
    }


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def two_stages(event):
    return event.stages.get(slug="groups"), event.stages.get(slug="ko")


@pytest.mark.parametrize("size", [12, 13, 16, 23, 32])
def test_groups_cross_into_a_bracket_where_one_group_meets_itself_last(make, organiser, size):
    event = make(size, [groups(), knockout(cross=CROSS)])
    first, second = two_stages(event)
    play_stage(first, organiser)
    draw = draw_round(second, organiser)
    assert draw.pairs["labels"] == ["A1", "B2", "C1", "D2", "B1", "A2", "D1", "C2"]
    halves = (draw.pairs["labels"][:4], draw.pairs["labels"][4:])
    assert all(len({label[0] for label in half}) == 4 for half in halves)
    assert sorted(draw.pairs["lines"]) == list(range(1, 9))
    publish_round(draw.round, organiser)
    timing.start_round(draw.round, organiser)
    for board in boards_of(draw.round):
        enter(board, organiser, lower_wins(*numbers(board)))
    timing.close_round(draw.round, organiser)
    play_stage(second, organiser)
    assert sorted(row.rank for row in ranking_of(second)) == list(range(1, 9))


def test_three_groups_send_two_each_and_the_two_best_thirds(make, organiser):
    event = make(12, [groups(3), knockout(best_next=2)])
    first, second = two_stages(event)

    def wins(a: int, b: int) -> int:
        return 6 if a < b else -6 if 12 not in (a, b) else -3

    play_stage(first, organiser, wins)
    thirds = {label: ranking_of(first, label)[2].number for label in "ABC"}
    draw = draw_round(second, organiser)
    entered = {number for number in draw.pairs["lines"] if number is not None}
    assert len(entered) == 8
    assert len(entered & set(thirds.values())) == 2


def test_a_stage_waits_for_the_one_before(make, organiser):
    event = make(8, [groups(2), knockout()])
    first, second = two_stages(event)
    play_round(first, organiser)
    with pytest.raises(Refused) as refused:
        draw_round(second, organiser)
    assert codes(refused) == ["stage-before-not-finished"]
    assert current_stage(list(event.stages.all())) == first


def all_level(a: int, b: int) -> int:
    """In a group 1, 4, 5, 8 the first three beat each other in a ring, by the same difference."""
    ring = {(1, 4): 3, (4, 5): 3, (5, 1): 3, (1, 8): 3, (4, 8): 3, (5, 8): 3}
    return ring.get((a, b)) or -ring.get((b, a), 0) or lower_wins(a, b)


@pytest.fixture
def tied(make, organiser):
    event = make(8, [groups(2), knockout()])
    first, _second = two_stages(event)
    play_stage(first, organiser, all_level)
    return event


def test_a_tie_on_the_line_blocks_advancing_and_is_named(tied, organiser):
    first, second = two_stages(tied)
    with pytest.raises(Refused) as refused:
        draw_round(second, organiser)
    (problem,) = refused.value.problems
    assert problem.code == "tie-on-the-line"
    assert problem.values["entries"] == [1, 4, 5]
    assert (problem.values["group"], problem.values["rank"]) == ("A", 1)
    assert [tie.entries for tie in ties_before(second)] == [[1, 4, 5]]
    assert standings_of(first).unresolved == [[1, 4, 5]]


def test_lots_settle_a_tie_and_their_seed_is_on_the_record(tied, organiser):
    first, second = two_stages(tied)
    order = settle_by_lot(first, [1, 4, 5], organiser, seed="77")
    assert sorted(order) == [1, 4, 5]
    assert [one.number for one in qualified(second) if one.group == "A"] == order[:2]
    assert [(row.rank, row.number) for row in ranking_of(first, "A")][:3] == list(enumerate(order, 1))
    assert "77" in Audit.objects.get(action="tie-settled").reason
    assert ties_before(second) == []
    assert standings_of(first).unresolved == []
    assert draw_round(second, organiser).pairs["labels"] == ["A1", "B2", "B1", "A2"]


def test_a_ruling_settles_a_tie_with_its_reason(tied, organiser):
    first, second = two_stages(tied)
    with pytest.raises(Refused) as refused:
        settle_by_ruling(first, [5, 1, 4], organiser, " ")
    assert codes(refused) == ["needs-reason"]
    settle_by_ruling(first, [5, 1, 4], organiser, "加赛一副")
    assert [one.number for one in qualified(second) if one.group == "A"] == [5, 1]
    with pytest.raises(Refused) as refused:
        settle_by_ruling(first, [5, 5], organiser, "加赛一副")
    assert codes(refused) == ["not-tied"]


def test_one_who_left_makes_room_for_the_next_of_its_group(make, organiser):
    event = make(8, [groups(2), knockout()])
    first, second = two_stages(event)
    play_stage(first, organiser)
    attendance.withdraw(entry(event, 4), organiser, "病假")
    assert [(one.label, one.number) for one in qualified(second)] == [
        ("A1", 1),
        ("B1", 2),
        ("A2", 5),
        ("B2", 3),
    ]


def reopen_and_correct(board, organiser, difference):
    entering.reopen(board, organiser, "看错了")
    board.refresh_from_db()
    board.match.refresh_from_db()
    entering.clear_result(board, organiser, version=board.match.version, reason="看错了")
    enter(board, organiser, difference)


def board_between(stage, a, b):
    return next(
        board for round_ in stage.rounds.all() for board in boards_of(round_) if set(numbers(board)) == {a, b}
    )


def test_a_corrected_group_result_moves_the_seat_in_the_bracket(make, organiser):
    event = make(8, [groups(2), knockout()])
    first, second = two_stages(event)
    play_stage(first, organiser)
    draw = draw_round(second, organiser)
    assert draw.pairs["lines"] == [1, 3, 2, 4]
    board = board_between(first, 1, 4)
    reopen_and_correct(board, organiser, -6 if numbers(board) == (1, 4) else 6)
    first.refresh_from_db()
    assert first.status == Stage.Status.RUNNING
    timing.close_round(board.round, organiser)
    draw.refresh_from_db()
    assert draw.pairs["lines"] == [4, 3, 2, 1]
    seats = Slot.objects.filter(round=draw.round).order_by("encounter__number", "side")
    assert list(seats.values_list("entry__number", flat=True)) == [4, 3, 2, 1]
    assert [row.entry.number for row in second.stage_entries.order_by("seed")] == [4, 2, 1, 3]


def test_a_group_result_stands_once_a_match_that_depends_on_it_has_begun(make, organiser):
    event = make(8, [groups(2), knockout()])
    first, second = two_stages(event)
    play_stage(first, organiser)
    begin(second, organiser)
    with pytest.raises(Refused) as refused:
        entering.reopen(board_between(first, 1, 4), organiser, "看错了")
    assert set(codes(refused)) == {"depending-match-begun"}


def test_a_published_swiss_round_stands_whatever_is_corrected(make, organiser):
    event = make(8, [{"format": "swiss", "rounds": 3}])
    stage = event.stages.get()
    round_ = play_round(stage, organiser)
    second = begin(stage, organiser)
    before = [numbers(board) for board in boards_of(second)]
    board = boards_of(round_)[0]
    reopen_and_correct(board, organiser, -lower_wins(*numbers(board)))
    assert [numbers(one) for one in boards_of(second)] == before


def test_points_are_carried_into_the_next_stage(make, organiser):
    final = {
        "key": "ko",
        "format": "round_robin",
        "entries_from": {"stage": "groups", "ranks": [1, 2]},
        "carry": ["points", "level_difference"],
    }
    event = make(8, [groups(2), final])
    first, second = two_stages(event)
    play_stage(first, organiser)
    earned = {line.number: line.values["points"] for line in standings_of(first).lines}
    play_stage(second, organiser)
    for line in standings_of(second).lines:
        assert line.values["points"] == earned[line.number] + 2 * sum(
            line.number < other for other in (1, 2, 3, 4)
        )


def test_the_first_four_of_a_swiss_play_for_the_title_seeded_by_their_rank(make, organiser):
    swiss = {"key": "groups", "format": "swiss", "rounds": 3, "pairing": {"first_round": "order"}}
    final = knockout()
    final["entries_from"] = {"stage": "groups", "ranks": [1, 4]}
    event = make(8, [swiss, final])
    first, second = two_stages(event)
    play_stage(first, organiser)
    ranks = [row.number for row in ranking_of(first)][:4]
    draw = draw_round(second, organiser)
    assert draw.pairs["lines"] == [ranks[0], ranks[3], ranks[2], ranks[1]]
    assert draw.pairs["labels"] == ["1", "4", "3", "2"]


def test_a_second_final_is_played_by_those_who_stayed_behind(make, organiser):
    ranks = {"ko": [1, 2], "plate": [3, 4]}
    finals = []
    for key, (low, high) in ranks.items():
        one = knockout()
        one.update(key=key, entries_from={"stage": "groups", "ranks": [low, high]}, places=4)
        finals.append(one)
    event = make(8, [groups(2), *finals])
    play_stage(event.stages.get(slug="groups"), organiser)
    plate = event.stages.get(slug="plate")
    assert sorted(draw_round(plate, organiser).pairs["lines"]) == [5, 6, 7, 8]
    assert sorted(draw_round(event.stages.get(slug="ko"), organiser).pairs["lines"]) == [1, 2, 3, 4]


def test_divisions_are_drawn_and_ranked_side_by_side(make, organiser):
    stages = [
        {"key": "serving", "format": "swiss", "rounds": 1, "branches": ["分会1", "分会2"]},
        {"key": "retired", "format": "round_robin", "branches": ["分会3"]},
    ]
    event = make(9, stages, branches=3)
    serving, retired = event.stages.get(slug="serving"), event.stages.get(slug="retired")
    play_stage(serving, organiser)
    play_stage(retired, organiser)
    assert {line.number for line in standings_of(serving).lines} == {1, 2, 4, 5, 7, 8}
    assert [line.number for line in standings_of(retired).lines] == [3, 6, 9]


def test_a_stage_ends_with_its_last_round_and_goes_on_when_one_is_opened_again(make, organiser):
    event = make(4, [{"format": "swiss", "rounds": 1}])
    stage = event.stages.get()
    round_ = play_round(stage, organiser)
    stage.refresh_from_db()
    assert stage.status == Stage.Status.DONE
    entering.reopen(boards_of(round_)[0], organiser, "看错了")
    stage.refresh_from_db()
    assert stage.status == Stage.Status.RUNNING
    assert Encounter.objects.count() == 2


def test_a_best_of_seven_stays_one_when_its_stage_is_saved(make):
    event = make(8, [knockout()])
    stage = event.stages.get()
    stage.config = {**stage.config, "match": {**stage.config["match"], "best_of": 7}}
    field = StageForm(stage)["best_of"]
    assert field.initial in [value for value, _label in field.field.choices]


def test_a_guest_who_is_absent_is_not_let_in(make, organiser):
    event = make(8, [groups(2), knockout(also=[8])])
    play_stage(event.stages.get(slug="groups"), organiser)
    guest = event.entries.get(number=8)
    assert 8 in [one.number for one in qualified(event.stages.get(slug="ko"))]
    guest.status = "absent"
    guest.save(update_fields=["status"])
    assert 8 not in [one.number for one in qualified(event.stages.get(slug="ko"))]
