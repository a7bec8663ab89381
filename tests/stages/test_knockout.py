"""Knock-out: byes, places, double forfeits, corrections, and formats of the last rounds."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from scoring.models import Match
from tests.hall import proposed
from tournament.models import Board, Encounter, Round, Slot, Stage
from tournament.officiating import entering, timing
from tournament.officiating.departed import departed_tables, give_departed_verdict
from tournament.officiating.selectors import hall
from tournament.registration.attendance import disqualify, withdraw
from tournament.registration.registering import add_entry
from tournament.stages.changing import join_bye, swap
from tournament.stages.drawing import discard_draw, draw_round, publish_round, take_back_round
from tournament.stages.knockout import knockout_of
from tournament.stages.progress import rounds_of
from tournament.stages.ranking import ranking_of
from tournament.stages.standings import standings_of

from .conftest import MATCH, begin, boards_of, enter, entry, lower_wins, numbers, play_round, play_stage

pytestmark = pytest.mark.django_db

DECIDED = {**MATCH, "level_at_time": ["on_deal", "lots"]}


def knockout(**config):
    return {"format": "knockout", "match": DECIDED, "pairing": {"same_branch": "avoid"}, **config}


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def seeded(make, organiser, size, **config):
    """An event whose pairs stand on their lines by number: 1 is the best."""
    pairing = {"seeds": size}
    return make(size, [knockout(pairing=pairing, **config)])


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11, 16])
def test_the_best_wins_and_everybody_else_loses_once(make, organiser, size):
    stage = make(size, [knockout()]).stages.get()
    play_stage(stage, organiser)
    assert rounds_of(stage) == (size - 1).bit_length()
    assert stage.status == Stage.Status.DONE
    played = [board for round_ in stage.rounds.all() for board in boards_of(round_)]
    assert sorted(max(numbers(board)) for board in played) == list(range(2, size + 1))
    rows = ranking_of(stage)
    assert (rows[0].rank, rows[0].number) == (1, 1)
    assert {row.number for row in rows} == set(range(1, size + 1))


def test_losers_of_one_round_share_a_place(make, organiser):
    stage = seeded(make, organiser, 8).stages.get()
    play_stage(stage, organiser)
    assert [(row.rank, row.number) for row in ranking_of(stage)] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (3, 4),
        (5, 5),
        (5, 6),
        (5, 7),
        (5, 8),
    ]
    assert [line.tied for line in standings_of(stage).lines] == [False, False, *[True] * 6]


@pytest.mark.parametrize(("size", "places"), [(4, 4), (8, 8), (7, 8), (16, 16)])
def test_all_places_are_played_out_where_the_regulation_wants_them(make, organiser, size, places):
    stage = seeded(make, organiser, size, places=places).stages.get()
    play_stage(stage, organiser)
    assert [(row.rank, row.number) for row in ranking_of(stage)] == [(n, n) for n in range(1, size + 1)]


def test_losers_of_the_first_round_play_a_consolation(make, organiser):
    stage = seeded(make, organiser, 8, consolation=True).stages.get()
    play_stage(stage, organiser)
    matches = Encounter.objects.filter(round__stage=stage, place__startswith="consolation")
    played = {numbers(board) for one in matches for board in one.boards.all()}
    assert {frozenset(pair) for pair in played} == {frozenset({5, 8}), frozenset({6, 7}), frozenset({5, 6})}


def test_byes_go_to_the_seeds_and_are_shown_as_byes(make, organiser):
    stage = seeded(make, organiser, 5).stages.get()
    draw = draw_round(stage, organiser, seed="2")
    byes = draw.round.slots.filter(encounter__bye=Encounter.Bye.GIVEN)
    assert sorted(byes.values_list("entry__number", flat=True)) == [1, 2, 3]
    assert draw.round.boards.count() == 1
    second = Slot.objects.filter(round__stage=stage, round__number=2, entry__isnull=False)
    assert sorted(second.values_list("entry__number", flat=True)) == [1, 2, 3]


def test_a_double_forfeit_gives_the_next_opponent_a_bye(make, organiser):
    stage = seeded(make, organiser, 4).stages.get()
    round_ = begin(stage, organiser)
    for board in boards_of(round_):
        if set(numbers(board)) == {2, 3}:
            saved = entering.give_verdict(board, organiser, "forfeit", "both", version=0, reason="都没来")
            entering.confirm(board, organiser, version=saved.version)
        else:
            enter(board, organiser, lower_wins(*numbers(board)))
    timing.close_round(round_, organiser)
    final = publish_round(draw_round(stage, organiser).round, organiser)
    assert final.boards.count() == 0
    encounter = final.encounters.get()
    assert encounter.bye == Encounter.Bye.FORFEIT
    timing.close_round(final, organiser)
    assert ranking_of(stage)[0].number == 1
    assert [row.rank for row in ranking_of(stage) if row.number in (2, 3)] == [None, None]


def test_a_match_without_a_winner_is_not_confirmed(make, organiser):
    stage = make(4, [knockout(match=MATCH)]).stages.get()
    board = boards_of(begin(stage, organiser))[0]
    with pytest.raises(Refused) as refused:
        enter(board, organiser, 0)
    assert codes(refused) == ["needs-a-winner"]


def test_a_winner_takes_the_next_seat_as_soon_as_the_result_is_confirmed(make, organiser):
    stage = seeded(make, organiser, 4).stages.get()
    board = boards_of(begin(stage, organiser))[0]
    enter(board, organiser, lower_wins(*numbers(board)))
    seats = Slot.objects.filter(round__stage=stage, round__number=2, entry__isnull=False)
    assert [slot.entry.number for slot in seats] == [min(numbers(board))]


def correct(board, organiser, difference):
    entering.reopen(board, organiser, "看错了")
    board.refresh_from_db()
    board.match.refresh_from_db()
    entering.clear_result(board, organiser, version=board.match.version, reason="看错了")
    return enter(board, organiser, difference)


def test_a_corrected_result_moves_the_right_entry_on(make, organiser):
    stage = seeded(make, organiser, 4, places=4).stages.get()
    first = play_round(stage, organiser)
    draw = draw_round(stage, organiser)
    assert {frozenset(numbers(board)) for board in boards_of(draw.round)} == {
        frozenset({1, 2}),
        frozenset({3, 4}),
    }
    board = next(board for board in boards_of(first) if 4 in numbers(board))
    correct(board, organiser, -lower_wins(*numbers(board)))
    assert {frozenset(numbers(board)) for board in boards_of(draw.round)} == {
        frozenset({4, 2}),
        frozenset({3, 1}),
    }


def test_a_result_stands_once_the_next_match_has_begun(make, organiser):
    stage = seeded(make, organiser, 4).stages.get()
    first = play_round(stage, organiser)
    begin(stage, organiser)
    with pytest.raises(Refused) as refused:
        entering.reopen(boards_of(first)[0], organiser, "看错了")
    assert codes(refused) == ["depending-match-begun"]
    board = boards_of(first)[0]
    assert board.confirmed_at is not None


def test_a_round_does_not_start_while_a_result_that_it_depends_on_is_open(make, organiser):
    stage = seeded(make, organiser, 4).stages.get()
    first = play_round(stage, organiser)
    final = publish_round(draw_round(stage, organiser).round, organiser)
    board = boards_of(first)[0]
    entering.reopen(board, organiser, "看错了")
    with pytest.raises(Refused) as refused:
        timing.start_round(final, organiser)
    assert codes(refused) == ["results-missing"]
    board.match.refresh_from_db()
    entering.confirm(board, organiser, version=board.match.version)
    timing.start_round(final, organiser)
    assert Round.objects.get(pk=final.pk).status == Round.Status.PLAYING


def test_semi_finals_and_final_are_best_of_three(make, organiser):
    later = [{"last": 2, "match": {"best_of": 3}}]
    stage = seeded(make, organiser, 8, later=later).stages.get()
    draw_round(stage, organiser)
    assert [one.match_format.get("best_of", 1) for one in stage.rounds.all()] == [1, 3, 3]
    assert set(Match.objects.values_list("format__best_of", flat=True)) == {1} or not Match.objects.filter(
        format__best_of=3
    )
    publish_round(stage.rounds.get(number=1), organiser)
    first = stage.rounds.get(number=1)
    timing.start_round(first, organiser)
    for board in boards_of(first):
        enter(board, organiser, lower_wins(*numbers(board)))
    timing.close_round(first, organiser)
    draw = draw_round(stage, organiser)
    assert {board.match.format["best_of"] for board in boards_of(draw.round)} == {3}


def test_three_rounds_and_no_more_leave_the_survivors_level(make, organiser):
    stage = seeded(make, organiser, 16, rounds=3).stages.get()
    play_stage(stage, organiser)
    assert stage.status == Stage.Status.DONE
    rows = ranking_of(stage)
    assert [(row.rank, row.number, row.level) for row in rows[:2]] == [(1, 1, 2), (1, 2, 2)]


def test_every_round_can_be_drawn_anew(make, organiser):
    pairing = {"redraw": True, "method": "adjacent", "bye": "lowest"}
    stage = make(7, [knockout(pairing=pairing)]).stages.get()
    first = begin(stage, organiser)
    bye = first.slots.get(encounter__bye=Encounter.Bye.GIVEN).entry.number
    assert bye == 7
    for board in boards_of(first):
        enter(board, organiser, lower_wins(*numbers(board)))
    timing.close_round(first, organiser)
    second = begin(stage, organiser)
    assert sorted(n for board in boards_of(second) for n in numbers(board)) == [1, 3, 5, 7]
    for board in boards_of(second):
        enter(board, organiser, lower_wins(*numbers(board)))
    timing.close_round(second, organiser)
    play_round(stage, organiser)
    stage.refresh_from_db()
    assert stage.status == Stage.Status.DONE
    assert [(row.rank, row.number) for row in ranking_of(stage)][:4] == [(1, 1), (2, 5), (3, 3), (3, 7)]


def test_two_change_lines_by_hand_and_the_winner_goes_on_from_the_new_line(make, organiser):
    event = seeded(make, organiser, 4)
    stage = event.stages.get()
    draw = draw_round(stage, organiser)
    swap(draw.round, entry(event, 3), entry(event, 4), organiser)
    assert {frozenset(numbers(board)) for board in boards_of(draw.round)} == {
        frozenset({1, 3}),
        frozenset({2, 4}),
    }
    found = knockout_of(stage)
    assert found is not None
    assert set(found.bracket.lines[:2]) == {1, 3}
    publish_round(draw.round, organiser)
    timing.start_round(draw.round, organiser)
    for board in boards_of(draw.round):
        enter(board, organiser, -lower_wins(*numbers(board)))
    timing.close_round(draw.round, organiser)
    final = draw_round(stage, organiser)
    assert set(numbers(boards_of(final.round)[0])) == {3, 4}


def test_places_of_a_later_round_cannot_be_changed_by_hand(make, organiser):
    event = seeded(make, organiser, 4, places=4)
    stage = event.stages.get()
    play_round(stage, organiser)
    draw = draw_round(stage, organiser)
    with pytest.raises(Refused) as refused:
        swap(draw.round, entry(event, 1), entry(event, 3), organiser)
    assert codes(refused) == ["swap-only-in-round-1"]


def test_a_late_entry_takes_a_free_line(make, organiser):
    event = seeded(make, organiser, 5)
    stage = event.stages.get()
    round_ = publish_round(draw_round(stage, organiser).round, organiser)
    late = add_entry(event, organiser, proposed(6, "分会6"))
    join_bye(round_, late, organiser)
    round_.refresh_from_db()
    assert round_.status == Round.Status.PUBLISHED
    assert round_.boards.count() == 2
    assert round_.encounters.filter(bye=Encounter.Bye.GIVEN).count() == 2
    timing.start_round(round_, organiser)
    for board in boards_of(round_):
        enter(board, organiser, lower_wins(*numbers(board)))
    timing.close_round(round_, organiser)
    play_round(stage, organiser)
    play_round(stage, organiser)
    assert {row.number for row in ranking_of(stage)} == {1, 2, 3, 4, 5, 6}


def test_a_discarded_bracket_leaves_nothing_and_a_later_draft_only_its_tables(make, organiser):
    stage = seeded(make, organiser, 8).stages.get()
    draw = draw_round(stage, organiser)
    discard_draw(draw.round, organiser)
    assert not Encounter.objects.exists()
    assert not Match.objects.exists()
    stage.refresh_from_db()
    play_round(stage, organiser)
    second = draw_round(stage, organiser)
    discard_draw(second.round, organiser)
    assert second.round.encounters.count() == 2
    assert second.round.boards.count() == 0
    again = draw_round(stage, organiser)
    assert again.attempt == 2
    assert again.round.boards.count() == 2


def test_a_bracket_can_be_taken_back_until_it_is_played(make, organiser):
    stage = seeded(make, organiser, 8).stages.get()
    round_ = publish_round(draw_round(stage, organiser).round, organiser)
    take_back_round(round_, organiser)
    discard_draw(round_, organiser)
    assert not Encounter.objects.exists()


def test_the_same_branch_meets_as_late_as_can_be(make, organiser):
    event = make(16, [knockout()], branches=8)
    draw = draw_round(event.stages.get(), organiser, seed="9")
    lines = draw.pairs["lines"]
    branch = {one.number: one.branch_id for one in event.entries.all()}
    upper = [branch[number] for number in lines[:8]]
    assert len(set(upper)) == 8


def test_a_bracket_is_read_in_as_many_queries_for_sixteen_as_for_four(
    make, organiser, django_assert_max_num_queries
):
    for size in (4, 16):
        stage = seeded(make, organiser, size).stages.get()
        play_round(stage, organiser)
        with django_assert_max_num_queries(13):
            standings_of(stage)


@pytest.mark.parametrize("leave", [withdraw, disqualify])
def test_one_who_left_gives_the_opponent_the_walkover_that_the_desk_proposes(make, organiser, leave):
    event = make(4, [knockout()])
    stage = event.stages.get()
    first = play_round(stage, organiser)
    gone = min(numbers(boards_of(first)[0]))
    leave(entry(event, gone), organiser, "离开")
    final = begin(stage, organiser)
    (line,) = departed_tables(hall(final))
    board = Board.objects.get(pk=line.line.board.pk)
    opponent = next(one for one in numbers(board) if one != gone)
    saved = give_departed_verdict(board, organiser, version=0)
    entering.confirm(board, organiser, version=saved.version)
    timing.close_round(final, organiser)
    assert ranking_of(stage)[0].number == opponent
