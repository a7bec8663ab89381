"""What a stage's table is made of: open matches, lots that stay the same, those who left, past rounds."""

from __future__ import annotations

import pytest

from scoring.standings import Kind
from tournament.event_file import read_event, write_event
from tournament.events.removing import remove_event
from tournament.models import Adjustment, Entry, Event
from tournament.registration import attendance
from tournament.stages.ranking import ranking
from tournament.stages.standings import standings_of
from tournament.stages.tables import facts_of, pairs_of

from .conftest import MATCH, begin, boards_of, enter, entry, numbers, play_round, play_stage
from .test_squads import event as squads_event  # noqa: F401 - the event of three squads, as a fixture

pytestmark = pytest.mark.django_db

BUCHHOLZ = {"tiebreaks": ["points", "opponents_points"]}


def test_an_open_match_is_no_absence_in_the_opponents_points(make, organiser):
    """FIDE C.07, 16.3: who is absent plays against a dummy with one's own points; who is playing does not."""
    stage = make(4, [{"format": "swiss", "rounds": 3, "standings": BUCHHOLZ}]).stages.get()
    play_round(stage, organiser)
    round_ = begin(stage, organiser)
    first, second = boards_of(round_)
    enter(first, organiser, 2)
    table = facts_of(stage).table()
    open_ = numbers(second)
    for number in open_:
        parts = table.explain(number, "opponents_points")
        assert [part.round for part in parts] == [1]
    assert [result.kind for result in facts_of(stage).results].count(Kind.PENDING) == 1


def test_a_round_of_which_nothing_is_confirmed_is_no_round_of_the_table(make, organiser):
    """Its bye counts with its first result, so that nobody is ahead merely because he rests."""
    stage = make(5, [{"format": "swiss", "rounds": 3}]).stages.get()
    play_round(stage, organiser)
    before = [(line.rank, line.number) for line in standings_of(stage).lines]
    round_ = begin(stage, organiser)
    assert standings_of(stage).until == 1
    assert [(line.rank, line.number) for line in standings_of(stage).lines] == before
    enter(boards_of(round_)[0], organiser, 1)
    assert standings_of(stage).until == 2


LOTS = {"tiebreaks": ["points", "lots"]}


def test_lots_of_a_table_are_the_same_wherever_the_events_file_is_opened(make, organiser):
    event = make(8, [{"format": "swiss", "rounds": 3, "standings": LOTS}])
    before = [(line.rank, line.number) for line in standings_of(event.stages.get()).lines]
    assert [rank for rank, _number in before] == list(range(1, 9))
    file = write_event(event)
    key = event.key
    remove_event(event)
    make(8, [{"format": "swiss", "rounds": 3}])  # takes the row numbers that were free
    read_event(file)
    again = Event.objects.get(key=key).stages.get()
    assert [(line.rank, line.number) for line in standings_of(again).lines] == before


def test_a_seed_of_the_plan_draws_other_lots(make):
    orders = {
        seed: [line.number for line in standings_of(stage).lines]
        for seed in (1, 2, 3)
        for stage in [
            make(8, [{"format": "swiss", "rounds": 3, "standings": {**LOTS, "seed": seed}}]).stages.get()
        ]
    }
    assert len({tuple(order) for order in orders.values()}) > 1


@pytest.mark.parametrize(
    ("said", "struck"), [({}, False), ({"disqualified": "stand"}, False), ({"disqualified": "annul"}, True)]
)
def test_results_of_the_disqualified_stand_or_are_struck_as_the_plan_says(make, organiser, said, struck):
    standings = {"tiebreaks": ["points", "level_difference"], **said}
    event = make(8, [{"format": "swiss", "rounds": 4, "standings": standings}])
    stage = event.stages.get()
    play_round(stage, organiser)
    play_round(stage, organiser)
    attendance.disqualify(entry(event, 2), organiser, "作弊")
    facts = facts_of(stage)
    assert all(result.struck is struck for result in facts.results if 2 in (result.a, result.b))
    assert not any(result.struck for result in facts.results if 2 not in (result.a, result.b))
    assert next(line.rank for line in standings_of(stage).lines if line.number == 2) is None
    round_ = begin(stage, organiser)
    assert 2 not in {number for board in boards_of(round_) for number in numbers(board)}


@pytest.mark.parametrize(("said", "code"), [("stand", "forfeit"), ("annul", "idle")])
def test_who_meets_one_who_was_put_out_of_a_group_wins_or_rests_as_the_plan_says(make, organiser, said, code):
    event = make(4, [{"format": "round_robin", "standings": {**BUCHHOLZ, "disqualified": said}}])
    stage = event.stages.get()
    play_round(stage, organiser)
    attendance.disqualify(entry(event, 3), organiser, "作弊")
    round_ = begin(stage, organiser)
    assert round_.encounters.exclude(bye="").get().bye == code


def test_a_share_of_nothing_lets_the_results_of_all_who_leave_stand(make, organiser):
    event = make(4, [{"format": "round_robin", "withdrawal_share": 0}])
    stage = event.stages.get()
    play_round(stage, organiser)
    attendance.withdraw(entry(event, 3), organiser, "病假")
    round_ = begin(stage, organiser)
    assert round_.encounters.exclude(bye="").get().bye == "forfeit"
    assert not any(result.struck for result in facts_of(stage).results)


def test_a_knock_out_has_its_places_after_every_round(make, organiser):
    stage = make(4, [{"format": "knockout", "match": {**MATCH, "level_at_time": ["lots"]}}]).stages.get()
    play_stage(stage, organiser)
    facts = facts_of(stage)
    after = [[(row.rank, row.number) for row in ranking(facts, None, until)] for until in (1, 2)]
    assert [rank for rank, _number in after[0]] == [None, None, 3, 3]
    assert [rank for rank, _number in after[1]] == [1, 2, 3, 3]
    assert set(after[0][2:]) == set(after[1][2:])


def test_squads_have_a_table_at_every_round_and_movement_since(squads_event, organiser):  # noqa: F811
    stage = squads_event.stages.get()
    play_round(stage, organiser)
    first = [(line.rank, line.number, line.values["points"]) for line in standings_of(stage).lines]
    play_round(stage, organiser, wins=lambda a, b: 6 if a > b else -6)
    play_round(stage, organiser, wins=lambda a, b: 6 if a > b else -6)
    assert [(line.rank, line.number, line.values["points"]) for line in standings_of(stage, 1).lines] == first
    was = {number: rank for rank, number, _points in first}
    for line in standings_of(stage, since=1).lines:
        assert line.moved == was[line.number] - line.rank
    assert any(line.moved for line in standings_of(stage, since=1).lines)


def test_what_the_pairs_bring_adds_up_to_their_squad(squads_event, organiser):  # noqa: F811
    stage = squads_event.stages.get()
    play_stage(stage, organiser)
    facts = facts_of(stage, people=True)
    pairs = pairs_of(facts).table()
    for line in standings_of(stage).lines:
        mine = facts.squads[line.number]
        assert len(mine) == 3
        for key in ("points", "small_points"):
            assert sum(pairs.row(pair).values[key] for pair in mine) == line.values[key]


def test_points_without_a_match_reach_the_pair_that_was_meant_and_not_the_squad_of_its_number(
    squads_event,  # noqa: F811
    organiser,
):
    stage = squads_event.stages.get()
    play_round(stage, organiser)
    before = {line.number: line.values["points"] for line in standings_of(stage).lines}
    pair = squads_event.entries.get(kind=Entry.Kind.PAIR, number=3)
    Adjustment.objects.create(
        event=squads_event, stage=stage, entry=pair, round_number=1, points=-1, reason="迟到", by=organiser
    )
    after = {line.number: line.values["points"] for line in standings_of(stage).lines}
    squad = pair.squad.number
    assert after == {**before, squad: before[squad] - 1}
    assert squad == 3 or after[3] == before[3]
