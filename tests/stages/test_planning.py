"""The page of the plan, and stages whose format is decided on the day."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Audit, Role, Stage
from tournament.plan.reforming import as_format
from tournament.plan.stage_rules import load_stage
from tournament.stages.drawing import discard_draw, draw_round
from tournament.stages.planning import outline_of, picture_of
from tournament.stages.progress import rounds_of
from tournament.stages.ranking import ranking_of
from tournament.stages.replanning import add_stage, change_stage, divide, may_divide, remove_stage

from .conftest import MATCH, play_stage
from .test_chains import groups, knockout

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make):
    return make(8, [groups(2), knockout()])


def codes(refused):
    return [one.code for one in refused.value.problems]


def test_the_plan_is_a_picture_of_stages_with_who_goes_on(client, event, organiser):
    client.force_login(organiser)
    said = client.get(f"/e/{event.slug}/plan/").content.decode()
    assert "<svg" in said
    picture = picture_of(outline_of(event, 8))
    assert [box.title for box in picture.boxes] == ["groups", "ko"]
    (arrow,) = picture.arrows
    assert "4" in arrow.label
    assert arrow.y1 < arrow.y2


def test_stages_side_by_side_stand_beside_each_other(make):
    event = make(
        4, [{"key": "a", "format": "swiss", "rounds": 2}, {"key": "b", "format": "swiss", "rounds": 2}]
    )
    first, second = picture_of(outline_of(event, 4)).boxes
    assert first.y == second.y
    assert first.x < second.x


def test_the_plan_can_be_reckoned_for_any_number_and_hall(client, event, organiser):
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/"
    few = client.get(address, {"pairs": 8, "tables": 0}).context
    many = client.get(address, {"pairs": 40, "tables": 5, "minutes": 60}).context
    assert len(many["warnings"]) > len(few["warnings"])
    assert many["outline"][0]["stage"].entries == 40
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
    assert codes(refused) == ["stage-has-begun"]
    discard_draw(draw.round, organiser)
    assert change_stage(changed, organiser, {"later": None}).config.get("later") is None


def test_a_change_that_does_not_hold_is_refused(event, organiser):
    last = event.stages.get(slug="ko")
    for change in (
        {"places": 0},
        {"match.best_of": 2},
        {"pairing.method": "guess"},
        {"entries_from.stage": "ko"},
        {"division": "退休组"},
        {"later": [{"last": 1, "match": {"best_of": 4}}]},
    ):
        with pytest.raises(Refused):
            change_stage(last, organiser, change)
    last.refresh_from_db()
    event.refresh_from_db()
    assert last.config["places"] == 8
    assert "stage" not in event.plan or all("guess" not in str(one) for one in event.plan["stage"])


def test_groups_become_a_knockout_on_the_day_and_are_played(make, organiser):
    event = make(8, [groups(2)])
    stage = change_stage(event.stages.get(), organiser, {"format": "knockout", "places": 4})
    assert stage.format == "knockout"
    assert "groups" not in stage.config
    assert not {"draw"} & {*stage.config["match"]["level_at_time"]}
    assert event.stages.get().format == "knockout"
    play_stage(stage, organiser)
    assert rounds_of(stage) == 3
    assert ranking_of(stage)[0].rank == 1


@pytest.mark.parametrize("wanted", ["swiss", "round_robin", "knockout"])
@pytest.mark.parametrize(
    "config",
    [
        groups(4, tables="balanced", pairing={"groups_by": "lots", "double": True, "same_branch": "avoid"}),
        {"format": "swiss", "rounds": 4, "pairing": {"first_round": "lots", "rematches": "allow"}},
        {"format": "knockout", "places": 8, "consolation": True, "pairing": {"redraw": True}},
    ],
)
def test_a_table_in_another_format_keeps_what_fits_and_holds(config, wanted):
    found = as_format({"match": MATCH, **config}, wanted)
    rules = load_stage(found)
    assert rules.format == wanted
    assert found["match"]["time"] == MATCH["time"]
    if config["format"] != wanted:
        assert not {"tables", "consolation"} & {*found}
        assert not {"first_round", "double", "redraw", "rematches"} & {*found["pairing"]}
    again = found["pairing"].get("same_branch")
    assert again == config["pairing"].get("same_branch")


def test_a_final_is_added_on_the_day_and_taken_out_again(event, organiser):
    before = event.stages.get(slug="groups")
    stage = add_stage(event, organiser, name="安慰赛", format_="knockout", after=before, ranks=[3, 4])
    play_stage(before, organiser)
    assert sorted(draw_round(stage, organiser).pairs["lines"]) == [5, 6, 7, 8]
    with pytest.raises(Refused) as refused:
        remove_stage(stage, organiser)
    assert codes(refused) == ["stage-has-begun"]
    other = add_stage(event, organiser, name="循环", format_="swiss", after=before, ranks=[3, 4])
    remove_stage(other, organiser)
    event.refresh_from_db()
    assert [one["key"] for one in event.plan["stage"]] == ["groups", "ko", stage.slug]
    with pytest.raises(Refused) as refused:
        add_stage(event, organiser, name=" ", format_="swiss", after=before, ranks=[1, 2])
    assert codes(refused) == ["needs-name"]


def test_a_stage_that_feeds_another_or_is_the_last_stays(event, organiser):
    with pytest.raises(Refused) as refused:
        remove_stage(event.stages.get(slug="groups"), organiser)
    assert codes(refused) == ["stage-feeds-another"]
    remove_stage(event.stages.get(slug="ko"), organiser)
    with pytest.raises(Refused) as refused:
        remove_stage(event.stages.get(), organiser)
    assert codes(refused) == ["stage-is-the-last"]


def test_each_division_can_have_the_stages_for_itself(client, make, organiser):
    entry = {"players": 2, "divisions": [{"name": "在职组"}, {"name": "退休组"}]}
    event = make(12, [groups(2), knockout()], entry=entry)
    event.entries.filter(number__lte=6).update(division="在职组")
    event.entries.filter(number__gt=6).update(division="退休组")
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/"
    assert 'name="divide"' in client.get(address).content.decode()
    client.post(address, {"divide": "1"})
    assert 'name="divide"' not in client.get(address).content.decode()
    names = [one.name for one in event.stages.all()]
    assert names == ["在职组 · groups", "退休组 · groups", "在职组 · ko", "退休组 · ko"]
    play_stage(event.stages.get(slug="groups-2"), organiser)
    lines = draw_round(event.stages.get(slug="ko-2"), organiser).pairs["lines"]
    assert set(lines) <= set(range(7, 13))
    assert event.stages.get(slug="ko-1").status == Stage.Status.WAITING
    with pytest.raises(Refused) as refused:
        divide(event, organiser)
    assert codes(refused) == ["nothing-to-divide"]
    assert not may_divide(event)


def fields(client, address):
    """What a form shows, as it would be sent back untouched."""
    form = client.get(address).context["form"]
    found = {}
    for field in form:
        value = field.value()
        if value is not False:
            found[field.html_name] = "" if value is None else value
    return found


def test_the_page_changes_a_stage_by_its_form(client, event, organiser, member):
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/ko/"
    untouched = fields(client, address)
    before = event.stages.get(slug="ko").config
    client.post(address, untouched)
    last = event.stages.get(slug="ko")
    assert last.config == before
    wanted = {"name": "决赛阶段", "places": 4, "minutes": "", "last_best_of_three": 2, "last": 1}
    said = client.post(address, {**untouched, **wanted}, follow=True).content.decode()
    last.refresh_from_db()
    assert last.name == "决赛阶段" in said
    assert last.config["places"] == 4
    assert last.config["later"] == [{"last": 2, "match": {"best_of": 3}}]
    assert last.config["entries_from"]["ranks"] == [1, 1]
    assert "time" not in last.config["match"]
    assert client.post(address, {**untouched, "places": 3}).status_code == 422
    assert client.post(address, {**untouched, "first": 2, "last": 1}).status_code == 422
    last.refresh_from_db()
    assert last.config["places"] == 4
    client.force_login(member(event, Role.VIEWER))
    assert "plan/ko" not in client.get(f"/e/{event.slug}/plan/").content.decode()
    assert client.get(address).status_code == 403
    assert client.post(address, untouched).status_code == 403
    assert client.post(f"/e/{event.slug}/plan/", {"remove": "ko"}).status_code == 403


def test_the_picture_changes_while_she_edits_and_nothing_is_saved(client, event, organiser):
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/ko/"
    typed = {**fields(client, address), "last": 1}
    answer = client.post(address, {**typed, "picture": "1"})
    assert [one["stage"].entries for one in answer.context["outline"]] == [8, 2]
    assert "<form" not in answer.content.decode()
    assert [one["stage"].entries for one in client.get(address).context["outline"]] == [8, 4]


def test_the_other_format_brings_its_own_fields(client, event, organiser):
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/groups/"
    typed = fields(client, address)
    said = client.post(address, {**typed, "format": "swiss"}, follow=True)
    assert "rounds" in said.context["form"].fields
    assert "groups" not in said.context["form"].fields
    client.post(address, {**fields(client, address), "rounds": 2, "method": "balanced", "best_of": "3"})
    stage = event.stages.get(slug="groups")
    assert (stage.config["rounds"], stage.config["pairing"]["method"]) == (2, "balanced")
    assert stage.config["match"]["best_of"] == 3


def test_stages_are_added_and_taken_out_on_the_page(client, event, organiser):
    client.force_login(organiser)
    address = f"/e/{event.slug}/plan/"
    typed = {"name": "安慰赛", "after": "groups", "first": 3, "last": 4, "format": "knockout"}
    said = client.post(address, typed, follow=True)
    assert said.context["form"].initial["name"] == "安慰赛"
    added = event.stages.get(name="安慰赛")
    client.post(address, {"remove": added.slug})
    assert event.stages.count() == 2
    client.post(address, {**typed, "after": "nowhere"})
    client.post(address, {"remove": "groups"})
    assert event.stages.count() == 2
    assert client.post(address, {"remove": "nothing"}).status_code == 404


def test_a_stage_that_has_begun_has_no_form(client, event, organiser):
    client.force_login(organiser)
    draw_round(event.stages.get(slug="groups"), organiser)
    address = f"/e/{event.slug}/plan/groups/"
    assert client.get(address).status_code == 302
    assert client.post(address, {"name": "x"}).status_code == 302


def test_a_new_event_sees_its_plan_before_it_is_made(client, organiser):
    address = "/new/groups-cross-knockout/plan/"
    assert client.get(address).status_code == 302
    client.force_login(organiser)
    answer = client.get(address, {"expected": "23", "tables": "3"})
    assert [one["stage"].entries for one in answer.context["outline"]] == [23, 8]
    assert "<svg" in answer.content.decode()
    assert answer.context["warnings"]
    assert client.get(address, {"choice-rounding": "99"}).context["problems"]
    assert client.get("/new/nothing/plan/").status_code == 404
    assert (
        'hx-get="/new/groups-cross-knockout/plan/"'
        in client.get("/new/groups-cross-knockout/").content.decode()
    )
