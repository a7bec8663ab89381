"""Round robin in one group or several: who meets whom, who rests, who leaves and who comes late."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from rules.answers import Refused
from tests.hall import proposed
from tournament.models import Encounter, Group, Slot, Stage, StageEntry
from tournament.officiating import timing
from tournament.registration import attendance
from tournament.registration.registering import add_entry
from tournament.stages.changing import join_bye, swap
from tournament.stages.drawing import discard_draw, draw_round, publish_round
from tournament.stages.progress import groups_of, rounds_of
from tournament.stages.ranking import ranking_of
from tournament.stages.standings import standings_of
from tournament.stages.tables import facts_of

from .conftest import begin, boards_of, enter, entry, numbers, play_round, play_stage

pytestmark = pytest.mark.django_db


def four_groups(**config):
    pairing = {"method": "berger", "groups_by": "lots", "same_branch": "avoid"}
    return {"format": "round_robin", "groups": 4, "pairing": pairing, **config}


def meetings(stage):
    """Every meeting of a stage as a set of two numbers."""
    sides: dict[int, set[int]] = {}
    for encounter, number in Slot.objects.filter(round__stage=stage, encounter__bye="").values_list(
        "encounter", "entry__number"
    ):
        sides.setdefault(encounter, set()).add(number)
    return [frozenset(pair) for pair in sides.values()]


@pytest.mark.parametrize("size", [8, 13, 16, 18])
def test_everybody_meets_everybody_of_his_group_once_and_nobody_else(make, organiser, size):
    stage = make(size, [four_groups()]).stages.get()
    play_stage(stage, organiser)
    members = [[row.entry.number for row in rows] for rows in groups_of(stage).values()]
    sizes = sorted(len(group) for group in members)
    assert sizes[-1] - sizes[0] <= 1
    expected = {frozenset(pair) for group in members for pair in itertools.combinations(group, 2)}
    assert Counter(meetings(stage)) == Counter(expected)
    assert stage.status == Stage.Status.DONE


def test_groups_keep_a_branch_apart_and_share_the_numbering_of_tables(make, organiser):
    stage = make(16, [four_groups()], branches=4).stages.get()
    draw = draw_round(stage, organiser, seed="3")
    branch = {one.number: one.branch_id for one in stage.event.entries.all()}
    for group in draw.pairs["groups"].values():
        assert len({branch[number] for number in group}) == 4
    tables = list(draw.round.boards.order_by("table").values_list("table", flat=True))
    assert tables == list(range(1, 9))


def test_the_same_seed_draws_the_same_groups_and_a_discarded_draw_leaves_none(make, organiser):
    stage = make(12, [four_groups()]).stages.get()
    first = draw_round(stage, organiser, seed="11")
    groups = first.pairs["groups"]
    discard_draw(first.round, organiser)
    assert not Group.objects.exists()
    assert not StageEntry.objects.exists()
    stage.refresh_from_db()
    assert draw_round(stage, organiser, seed="11").pairs["groups"] == groups


def test_a_rest_in_an_odd_group_is_no_result(make, organiser):
    stage = make(5, [{"format": "round_robin"}]).stages.get()
    play_stage(stage, organiser)
    rests = Slot.objects.filter(round__stage=stage, encounter__bye=Encounter.Bye.IDLE)
    assert sorted(rests.values_list("entry__number", flat=True)) == [1, 2, 3, 4, 5]
    points = {row.entry: row.values["points"] for row in facts_of(stage).table().rows}
    assert points == {1: 8, 2: 6, 3: 4, 4: 2, 5: 0}


def test_a_double_round_robin_meets_again_with_sides_exchanged(make, organiser):
    pairing = {"method": "berger", "double": True}
    stage = make(4, [{"format": "round_robin", "pairing": pairing}]).stages.get()
    play_stage(stage, organiser)
    assert rounds_of(stage) == 6
    seats = Counter()
    for round_ in stage.rounds.all():
        seats.update(numbers(board) for board in boards_of(round_))
    assert set(seats.values()) == {1}
    assert len(seats) == 12


def test_each_group_is_ranked_for_itself(make, organiser):
    stage = make(8, [{"format": "round_robin", "groups": 2, "pairing": {"groups_by": "snake"}}]).stages.get()
    play_stage(stage, organiser)
    assert [(row.rank, row.number) for row in ranking_of(stage, "A")] == [(1, 1), (2, 4), (3, 5), (4, 8)]
    assert [(row.rank, row.number) for row in ranking_of(stage, "B")] == [(1, 2), (2, 3), (3, 6), (4, 7)]
    shown = standings_of(stage)
    assert shown.groups == ["A", "B"]
    assert [(line.group, line.rank, line.number) for line in shown.lines[3:5]] == [("A", 4, 8), ("B", 1, 2)]
    assert [line.number for line in standings_of(stage, group="B").lines] == [2, 3, 6, 7]


def test_who_left_before_half_his_matches_leaves_no_results_and_his_opponents_rest(make, organiser):
    event = make(5, [{"format": "round_robin"}])
    stage = event.stages.get()
    play_round(stage, organiser)
    played = {number for pair in meetings(stage) for number in pair}
    gone = max(played)
    attendance.withdraw(entry(event, gone), organiser, "病假")
    play_stage(stage, organiser)
    for result in facts_of(stage).results:
        assert result.struck == (gone in (result.a, result.b))
    rests = Slot.objects.filter(round__stage=stage, encounter__bye=Encounter.Bye.FORFEIT)
    assert not rests.exists()


def test_who_left_after_half_his_matches_loses_the_rest_without_play(make, organiser):
    event = make(4, [{"format": "round_robin"}])
    stage = event.stages.get()
    for _ in range(2):
        play_round(stage, organiser)
    attendance.withdraw(entry(event, 4), organiser, "病假")
    play_round(stage, organiser)
    facts = facts_of(stage)
    assert not any(result.struck for result in facts.results)
    walkover = stage.rounds.get(number=3).encounters.get(bye=Encounter.Bye.FORFEIT)
    lucky = walkover.slots.get().entry.number
    assert facts.table().row(lucky).values["points"] == 2 * (4 - lucky)


def test_a_late_entry_takes_the_free_lot_of_an_odd_group(make, organiser):
    event = make(7, [{"format": "round_robin", "groups": 2}])
    stage = event.stages.get()
    round_ = publish_round(draw_round(stage, organiser, seed="5").round, organiser)
    late = add_entry(event, organiser, proposed(8, "分会8"))
    joined = join_bye(round_, late, organiser)
    assert joined is not None
    assert joined.boards.count() == 1
    with pytest.raises(Refused) as refused:
        join_bye(round_, add_entry(event, organiser, proposed(9, "分会9")), organiser)
    assert refused.value.problems[0].code == "nobody-has-a-bye"
    timing.start_round(round_, organiser)
    for board in boards_of(round_):
        enter(board, organiser, 2)
    timing.close_round(round_, organiser)
    for _ in range(2):
        play_round(stage, organiser)
    members = [[row.entry.number for row in rows] for rows in groups_of(stage).values()]
    assert [len(group) for group in members] == [4, 4]
    expected = {frozenset(pair) for group in members for pair in itertools.combinations(group, 2)}
    assert Counter(meetings(stage)) == Counter(expected)


def test_two_change_groups_by_hand_before_anything_is_played(make, organiser):
    event = make(8, [{"format": "round_robin", "groups": 2, "pairing": {"groups_by": "snake"}}])
    stage = event.stages.get()
    draw = draw_round(stage, organiser, seed="5")
    swap(draw.round, entry(event, 1), entry(event, 2), organiser)
    publish_round(draw.round, organiser)
    members = {label: {row.entry.number for row in rows} for label, rows in groups_of(stage).items()}
    assert members == {"A": {2, 4, 5, 8}, "B": {1, 3, 6, 7}}
    timing.start_round(draw.round, organiser)
    for board in boards_of(draw.round):
        enter(board, organiser, 1)
    timing.close_round(draw.round, organiser)
    for _ in range(2):
        play_round(stage, organiser)
    expected = {frozenset(pair) for group in members.values() for pair in itertools.combinations(group, 2)}
    assert Counter(meetings(stage)) == Counter(expected)


def test_balanced_tables_let_nobody_keep_one_table(make, organiser):
    plain, balanced = (
        make(8, [{"format": "round_robin", "tables": how}]).stages.get() for how in ("order", "balanced")
    )
    most = []
    for stage in (plain, balanced):
        play_stage(stage, organiser)
        visits = Counter(
            Slot.objects.filter(round__stage=stage).values_list("entry__number", "encounter__boards__table")
        )
        most.append(max(visits.values()))
    assert most[1] < most[0]


def test_a_draw_is_refused_when_all_rounds_are_drawn(make, organiser):
    stage = make(4, [{"format": "round_robin"}]).stages.get()
    play_stage(stage, organiser)
    with pytest.raises(Refused) as refused:
        draw_round(stage, organiser)
    assert refused.value.problems[0].code == "no-round-left"


def test_a_stage_is_read_in_as_many_queries_for_forty_pairs_as_for_eight(
    make, organiser, django_assert_max_num_queries
):
    for size in (8, 40):
        stage = make(size, [four_groups()]).stages.get()
        begin(stage, organiser)
        with django_assert_max_num_queries(9):
            standings_of(stage)
