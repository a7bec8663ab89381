"""Seeds: set by hand before the draw, or from the stage before."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Role, StageEntry
from tournament.stages.drawing import discard_draw, draw_round
from tournament.stages.seeding import seeds_in, set_seeds

from .conftest import play_stage
from .test_chains import DECIDED, groups, knockout

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make):
    return make(8, [{"key": "ko", "format": "knockout", "match": DECIDED}])


def codes(refused):
    return [one.code for one in refused.value.problems]


def test_seeds_set_by_hand_stand_on_their_lines(event, organiser):
    stage = event.stages.get()
    set_seeds(stage, organiser, [7, 3])
    assert [one.number for one in seeds_in(stage)] == [7, 3]
    lines = draw_round(stage, organiser).pairs["lines"]
    assert (lines[0], lines[-1]) == (7, 3)


def test_seeds_set_by_hand_count_before_those_of_the_regulation(make, organiser):
    event = make(8, [{"key": "ko", "format": "knockout", "match": DECIDED, "pairing": {"seeds": 2}}])
    stage = event.stages.get()
    draw = draw_round(stage, organiser)
    assert (draw.pairs["lines"][0], draw.pairs["lines"][-1]) == (1, 2)
    discard_draw(draw.round, organiser)
    set_seeds(stage, organiser, [6])
    draws = [draw_round(stage, organiser, seed=str(n)) for n in (1,)]
    assert draws[0].pairs["lines"][0] == 6
    reason = next(one for one in draws[0].reasons if one["code"] == "bracket-seeds")
    assert len(reason["values"]["seeds"]) == 1


def test_groups_by_seeds_have_one_seed_each(make, organiser):
    event = make(8, [groups(2, pairing={"groups_by": "seeds"})])
    stage = event.stages.get()
    set_seeds(stage, organiser, [8, 7])
    found = draw_round(stage, organiser).pairs["groups"]
    assert {label: numbers[0] for label, numbers in found.items()} == {"A": 8, "B": 7}


def test_seeds_that_cannot_be_are_refused(make, event, organiser):
    stage = event.stages.get()
    for numbers, code in (([1, 99], "seeds-not-in-stage"), ([1, 1], "seeded-twice")):
        with pytest.raises(Refused) as refused:
            set_seeds(stage, organiser, numbers)
        assert codes(refused) == [code]
    draw_round(stage, organiser)
    with pytest.raises(Refused) as refused:
        set_seeds(stage, organiser, [1])
    assert codes(refused) == ["stage-has-begun"]
    chain = make(8, [groups(2), knockout()])
    with pytest.raises(Refused) as refused:
        set_seeds(chain.stages.get(slug="ko"), organiser, [1])
    assert codes(refused) == ["seeds-from-before"]


def test_no_seeds_leave_nothing_behind(event, organiser):
    stage = event.stages.get()
    set_seeds(stage, organiser, [7, 3])
    set_seeds(stage, organiser, [])
    assert not StageEntry.objects.filter(stage=stage).exists()


def test_the_page_sets_them_and_shows_them(client, event, organiser, member):
    client.force_login(organiser)
    address = f"/e/{event.slug}/seeds/"
    assert client.get(address).context["typed"] == ""
    answer = client.post(address, {"stage": "ko", "seeds": "5, 2"}, follow=True)
    assert answer.context["typed"] == "5, 2"
    assert [one.number for one in answer.context["seeds"]] == [5, 2]
    refused = client.post(address, {"stage": "ko", "seeds": "5, 5"})
    assert (refused.status_code, refused.context["typed"]) == (422, "5, 5")
    draw_round(event.stages.get(), organiser)
    assert 'name="seeds"' not in client.get(address).content.decode()
    client.force_login(member(event, Role.REFEREE))
    assert client.get(address).status_code == 403


def test_the_page_shows_the_seeds_from_the_stage_before(client, make, organiser):
    event = make(8, [groups(2), knockout()])
    client.force_login(organiser)
    address = f"/e/{event.slug}/seeds/"
    assert client.get(address, {"stage": "ko"}).context["waits_for"]
    play_stage(event.stages.get(slug="groups"), organiser)
    shown = client.get(address, {"stage": "ko"})
    assert [one.number for one in shown.context["seeds"]] == [1, 2, 4, 3]
    assert 'name="seeds"' not in shown.content.decode()
