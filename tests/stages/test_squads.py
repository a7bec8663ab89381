"""Squads: formed from branches, boards by lot or by captains, added up or encounter by encounter."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.answers import Refused
from scoring.standings import Kind
from tournament.models import Entry, Lineup, Slot
from tournament.officiating import timing
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.progress import rounds_of
from tournament.stages.ranking import ranking_of
from tournament.stages.squads import dissolve_squads, form_squads, hand_in_line_up, line_ups_open
from tournament.stages.standings import RANK_POINTS, standings_of
from tournament.stages.tables import facts_of

from .conftest import MATCH, boards_of, enter, lower_wins, play_round, play_stage

pytestmark = pytest.mark.django_db

ONE_POINT = {
    **MATCH,
    "level_at_time": ["on_deal", "lots"],
    "points": {"win": 1, "loss": 0, "forfeit": [1, 0]},
}
ADDED = {"add": "points", "by_rank": [3, 2, 1], "tiebreaks": ["small_points"]}


def three_squads(**config):
    return {
        "format": "round_robin",
        "plays": "squads",
        "boards": 3,
        "squads": ADDED,
        "match": ONE_POINT,
        "standings": {"tiebreaks": ["points", "small_points"]},
        **config,
    }


def by_result(**config):
    found = three_squads(encounter={"by": "result", "win": 2, "draw": 1, "loss": 0}, **config)
    del found["squads"]
    return found


@pytest.fixture
def event(make, organiser):
    event = make(9, [three_squads()], branches=3, entry={"squads": {"count": 3, "pairs": 3}})
    form_squads(event, organiser)
    return event


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def seats(round_):
    """(table, pair of A, pair of B) of every board."""
    found = []
    for board in boards_of(round_):
        pairs = dict(
            Lineup.objects.filter(slot__encounter=board.encounter, board=board.number).values_list(
                "slot__side", "pair__number"
            )
        )
        found.append((board.table, pairs["A"], pairs["B"]))
    return found


def test_squads_are_formed_from_the_pairs_of_each_branch(event):
    squads = event.entries.filter(kind=Entry.Kind.SQUAD).order_by("number")
    assert [squad.label for squad in squads] == ["分会1", "分会2", "分会3"]
    assert [sorted(squad.pairs.values_list("number", flat=True)) for squad in squads] == [
        [1, 4, 7],
        [2, 5, 8],
        [3, 6, 9],
    ]


def test_branches_with_too_few_pairs_are_joined(make, organiser):
    event = make(7, [three_squads(boards=2)], branches=3, entry={"squads": {"least": 3}})
    assert [squad.label for squad in form_squads(event, organiser)] == ["分会1", "分会2、分会3"]


def test_squads_are_formed_once_and_dissolved_only_before_the_draw(event, organiser):
    with pytest.raises(Refused) as refused:
        form_squads(event, organiser)
    assert codes(refused) == ["squads-are-formed"]
    dissolve_squads(event, organiser)
    assert not event.entries.filter(kind=Entry.Kind.SQUAD).exists()
    form_squads(event, organiser)
    draw_round(event.stages.get(), organiser)
    with pytest.raises(Refused) as refused:
        dissolve_squads(event, organiser)
    assert codes(refused) == ["event-has-begun"]


def test_nothing_is_drawn_before_squads_are_formed(make, organiser):
    event = make(9, [three_squads()], branches=3)
    with pytest.raises(Refused) as refused:
        draw_round(event.stages.get(), organiser)
    assert codes(refused) == ["squads-not-formed"]


def test_a_squad_with_too_many_or_too_few_pairs_is_named(make, organiser):
    event = make(5, [three_squads()], branches=2, entry={"squads": {"pairs": 3, "most": 3, "least": 2}})
    assert len(form_squads(event, organiser)) == 2
    other = make(8, [three_squads()], branches=2, entry={"squads": {"least": 1, "most": 3}})
    with pytest.raises(Refused) as refused:
        form_squads(other, organiser)
    assert codes(refused) == ["squad-too-large", "squad-too-large"]


def test_three_squads_meet_in_three_rounds_on_three_boards_and_one_rests(event, organiser):
    stage = event.stages.get()
    met = Counter()
    for number in (1, 2, 3):
        round_ = play_round(stage, organiser, seed=str(number))
        found = seats(round_)
        assert [table for table, _, _ in found] == [1, 2, 3]
        assert len({pair for _, a, b in found for pair in (a, b)}) == 6
        assert all((a - b) % 3 for _, a, b in found)
        met.update(frozenset((a, b)) for _, a, b in found)
        assert round_.encounters.filter(bye="idle").count() == 1
    assert rounds_of(stage) == 3
    assert set(met.values()) == {1}


def test_pairs_add_up_to_their_squad_and_ranks_are_worth_three_two_one(event, organiser):
    """一: 小队胜得一分；大队按总分得 3、2、1 分，总分一样计算小分。"""
    stage = event.stages.get()
    play_stage(stage, organiser)
    lines = standings_of(stage).lines
    assert [(line.rank, line.number, line.values[RANK_POINTS]) for line in lines] == [
        (1, 1, 3),
        (2, 2, 2),
        (3, 3, 1),
    ]
    assert [line.values["points"] for line in lines] == [6, 3, 0]
    assert sum(line.values["small_points"] for line in lines) == 0
    assert [row.number for row in ranking_of(stage)] == [1, 2, 3]


def test_an_encounter_is_won_by_the_boards(make, organiser):
    event = make(9, [by_result()], branches=3)
    form_squads(event, organiser)
    stage = event.stages.get()
    play_stage(stage, organiser)
    assert [(row.rank, row.number) for row in ranking_of(stage)] == [(1, 1), (2, 2), (3, 3)]
    facts = facts_of(stage)
    assert len(facts.boards) == 9
    assert (
        sorted(result.points for result in facts.results) == [(0, 2), (2, 0), (2, 0)]
        or len(facts.results) == 3
    )


def test_an_encounter_counts_only_when_all_its_boards_are_confirmed(event, organiser):
    stage = event.stages.get()
    round_ = publish_round(draw_round(stage, organiser).round, organiser)
    timing.start_round(round_, organiser)
    for board in boards_of(round_)[:2]:
        enter(board, organiser, 2)
    waiting = [result for result in facts_of(stage).results if result.b is not None]
    assert [(result.kind, result.points) for result in waiting] == [(Kind.PENDING, (0, 0))]
    enter(boards_of(round_)[2], organiser, 2)
    assert len([result for result in facts_of(stage).results if result.b is not None]) == 1


def test_every_pair_can_meet_every_pair_of_the_other_squads(make, organiser):
    event = make(9, [three_squads(every_pair=True)], branches=3)
    form_squads(event, organiser)
    stage = event.stages.get()
    met = Counter()
    draw = draw_round(stage, organiser, seed="1")
    assert rounds_of(stage) == 9
    publish_round(draw.round, organiser)
    timing.start_round(draw.round, organiser)
    for board in boards_of(draw.round):
        enter(board, organiser, 1)
    timing.close_round(draw.round, organiser)
    met.update(frozenset((a, b)) for _, a, b in seats(draw.round))
    for _ in range(8):
        met.update(frozenset((a, b)) for _, a, b in seats(play_round(stage, organiser)))
    assert len(met) == 27
    assert set(met.values()) == {1}


def test_captains_hand_in_line_ups_that_nobody_sees_before_both_are_in(make, organiser):
    event = make(6, [by_result(line_ups="captains")], branches=2)
    form_squads(event, organiser)
    stage = event.stages.get()
    round_ = publish_round(draw_round(stage, organiser).round, organiser)
    home, away = Slot.objects.filter(round=round_).select_related("round__stage__event", "entry")
    assert round_.boards.count() == 3
    with pytest.raises(Refused) as refused:
        hand_in_line_up(home, [1, 2, 3], organiser)
    assert codes(refused) == [
        "line-up-not-of-squad",
        "line-up-not-of-squad",
    ] or "line-up-not-of-squad" in codes(refused)
    own = sorted(home.entry.pairs.values_list("number", flat=True))
    theirs = sorted(away.entry.pairs.values_list("number", flat=True))
    assert hand_in_line_up(home, own, organiser) is False
    assert not line_ups_open(home.encounter_id)
    assert hand_in_line_up(away, theirs[::-1], organiser) is True
    assert [(a, b) for _, a, b in seats(round_)] == list(zip(own, theirs[::-1], strict=True))
    timing.start_round(round_, organiser)
    home.refresh_from_db()
    home.round.refresh_from_db()
    with pytest.raises(Refused) as refused:
        hand_in_line_up(home, own, organiser)
    assert codes(refused) == ["round-has-begun"]


def test_squads_go_from_groups_into_a_knockout(make, organiser):
    first = by_result(key="groups", groups=2, pairing={"groups_by": "snake"})
    final = by_result(
        key="ko",
        entries_from={"stage": "groups", "ranks": [1, 2]},
        places=4,
    )
    final["format"] = "knockout"
    final["encounter"] = {"by": "result", "means": ["boards", "small_points", "card_points"]}
    event = make(12, [first, final], branches=4)
    form_squads(event, organiser)
    play_stage(event.stages.get(slug="groups"), organiser)
    last = event.stages.get(slug="ko")
    play_stage(last, organiser)
    assert [(row.rank, row.number) for row in ranking_of(last)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    lines = standings_of(last).lines
    assert [line.entry.label for line in lines] == ["分会1", "分会2", "分会3", "分会4"]
    assert lower_wins(1, 2) > 0
