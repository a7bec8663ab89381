"""The page of the plan, and stages whose format is decided on the day."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Audit, Role
from tournament.stages.drawing import discard_draw, draw_round
from tournament.stages.planning import change_stage, outline_of, picture_of

from .conftest import play_stage
from .test_chains import groups, knockout

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make):
    return make(8, [groups(2), knockout()])


def test_the_plan_is_a_picture_of_stages_with_who_goes_on(client, event, organiser):
    client.force_login(organiser)
    said = client.get(f"/e/{event.slug}/plan/").content.decode()
    assert "<svg" in said
    picture = picture_of(outline_of(event, 8))
    assert [box.title for box in picture.boxes] == ["groups", "ko"]
    (arrow,) = picture.arrows
    assert "4" in arrow.label
    assert arrow.x1 < arrow.x2


def test_stages_side_by_side_stand_one_below_the_other(make):
    event = make(
        4, [{"key": "a", "format": "swiss", "rounds": 2}, {"key": "b", "format": "swiss", "rounds": 2}]
    )
    first, second = picture_of(outline_of(event, 4)).boxes
    assert first.x == second.x
    assert first.y < second.y


def test_the_plan_can_be_reckoned_for_any_number_and_hall(client, event, organiser):
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/"
    few = client.get(address, {"pairs": 8, "tables": 0}).content.decode()
    many = client.get(address, {"pairs": 40, "tables": 5, "minutes": 60}).content.decode()
    assert many.count("<li>") > few.count("<li>")
    assert client.get(address, {"pairs": "x"}).status_code == 200


def test_the_finals_can_be_changed_until_they_are_drawn(event, organiser):
    play_stage(event.stages.get(slug="groups"), organiser)
    last = event.stages.get(slug="ko")
    changes = {"places": 2, "later": [{"last": 1, "match": {"best_of": 3}}], "match.time.minutes": 90}
    changed = change_stage(last, organiser, changes)
    assert (changed.config["places"], changed.config["match"]["time"]["minutes"]) == (2, 90)
    assert Audit.objects.get(action="stage-changed").changes["places"] == [8, 2]
    draw = draw_round(changed, organiser)
    assert [one.match_format.get("best_of", 1) for one in changed.rounds.all()] == [1, 3]
    with pytest.raises(Refused) as refused:
        change_stage(changed, organiser, {"places": 4})
    assert refused.value.problems[0].code == "stage-has-begun"
    discard_draw(draw.round, organiser)
    assert change_stage(changed, organiser, {"later": None}).config.get("later") is None


def test_a_change_that_does_not_hold_is_refused(event, organiser):
    last = event.stages.get(slug="ko")
    for change in ({"places": 0}, {"match.best_of": 2}, {"pairing.method": "guess"}):
        with pytest.raises(Refused):
            change_stage(last, organiser, change)
    last.refresh_from_db()
    assert last.config["places"] == 8


def test_the_page_changes_a_stage_by_its_form(client, event, organiser, member):
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/"
    last = event.stages.get(slug="ko")
    client.post(address, {"stage": "ko", "ko-places": 4, "ko-minutes": "", "ko-last": 2})
    last.refresh_from_db()
    assert last.config["places"] == 4
    assert last.config["later"] == [{"last": 2, "match": {"best_of": 3}}]
    assert "time" not in last.config["match"]
    client.post(address, {"stage": "ko", "ko-places": 0, "ko-minutes": 5, "ko-last": 2})
    client.post(address, {"stage": "groups", "groups-groups": 1, "groups-minutes": 50})
    last.refresh_from_db()
    assert last.config["places"] == 4
    assert event.stages.get(slug="groups").config["groups"] == 1
    client.force_login(member(event, Role.VIEWER))
    assert "ko-places" not in client.get(address).content.decode()
    assert client.post(address, {"stage": "ko", "ko-places": 2, "ko-last": 0}).status_code == 403
