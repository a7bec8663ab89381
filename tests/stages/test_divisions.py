"""Divisions side by side: each with its own stages, entries and tables."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Board, Entry
from tournament.plan.outline import check_plan, outline
from tournament.plan.stage_rules import load_stage
from tournament.plan.template import StagePlan, load_template
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.participants import participants
from tournament.stages.planning import outline_of
from tournament.stages.ranking import ranking_of
from tournament.stages.squads import form_squads

from .conftest import play_stage

pytestmark = pytest.mark.django_db
NAMES = ("在职组", "退休组")


def swiss(key: str, division: str) -> dict:
    return {"key": key, "format": "swiss", "rounds": 2, "division": division}


@pytest.fixture
def event(make):
    """Sixteen pairs: the first ten in service, the others retired."""
    entry = {"players": 2, "divisions": [{"name": name} for name in NAMES]}
    event = make(16, [swiss("a", NAMES[0]), swiss("b", NAMES[1])], entry=entry)
    event.entries.filter(number__lte=10).update(division=NAMES[0])
    event.entries.filter(number__gt=10).update(division=NAMES[1])
    return event


def test_each_division_plays_its_own_stage(event, organiser):
    a, b = event.stages.all()
    assert [one.number for one in participants(a)] == list(range(1, 11))
    assert [one.number for one in participants(b)] == list(range(11, 17))
    play_stage(b, organiser)
    assert {row.number for row in ranking_of(b)} == set(range(11, 17))
    assert a.rounds.count() == 0


def test_an_entry_without_a_division_plays_in_none(event):
    event.entries.filter(number=16).update(division="")
    assert 16 not in [one.number for one in participants(event.stages.get(slug="b"))]


def test_stages_played_side_by_side_never_share_a_table(event, organiser):
    a, b = event.stages.all()
    publish_round(draw_round(a, organiser).round, organiser)
    publish_round(draw_round(b, organiser).round, organiser)
    tables = list(Board.objects.values_list("table", flat=True))
    assert sorted(tables) == list(range(1, 9))


def test_a_stage_that_follows_begins_at_table_one_again(event, organiser):
    a, b = event.stages.all()
    play_stage(a, organiser)
    round_ = draw_round(b, organiser).round
    assert sorted(round_.boards.values_list("table", flat=True)) == [1, 2, 3]


def test_the_plan_knows_how_large_each_division_is(event):
    a, b = outline_of(event, 16)
    assert (a.entries, b.entries) == (10, 6)
    a, b = outline_of(event, 20)
    assert (a.entries, b.entries) == (10, 10)
    assert Entry.objects.filter(division=NAMES[1]).count() == 6


def test_divisions_need_their_tables_together_and_no_more_time():
    minutes = {"match": {"time": {"minutes": 50, "at_time": "finish_hand"}}}
    stages = [
        StagePlan(key, key, "swiss", {**swiss(key, name), **minutes})
        for key, name in zip("ab", NAMES, strict=True)
    ]
    entry = {"divisions": [{"name": name} for name in NAMES]}
    found = outline(stages, 16, entry)
    codes = {one.code for one in check_plan(stages, found, tables=6, minutes=200)}
    assert "plan-tables-abreast" in codes
    assert "plan-time" in codes
    codes = {one.code for one in check_plan(stages, found, tables=8, minutes=120)}
    assert not codes & {"plan-tables-abreast", "plan-time"}


def test_a_stage_of_a_division_that_the_event_has_not_is_refused():
    data = {
        "slug": "x",
        "name": "x",
        "rule_set": "x",
        "entry": {"divisions": [{"name": name} for name in NAMES]},
        "stage": [swiss("a", NAMES[0]), swiss("b", "青年组")],
    }
    with pytest.raises(Refused) as refused:
        load_template(data)
    (problem,) = refused.value.problems
    assert (problem.code, problem.at) == ("stage-division-unknown", "stage[1].division")
    assert load_stage(swiss("a", NAMES[0])).division == NAMES[0]


def test_each_division_has_squads_of_its_own(make, organiser):
    event = make(12, [swiss("a", NAMES[0])], branches=2, entry={"squads": {"least": 3}})
    event.entries.filter(number__lte=6).update(division=NAMES[0])
    event.entries.filter(number__gt=6).update(division=NAMES[1])
    found = form_squads(event, organiser)
    assert [(one.division, one.pairs.count()) for one in found] == [
        (NAMES[0], 3),
        (NAMES[0], 3),
        (NAMES[1], 3),
        (NAMES[1], 3),
    ]
    assert {
        pair.division for one in found for pair in one.pairs.all() if pair.division != one.division
    } == set()
