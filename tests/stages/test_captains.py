"""Captains hand in their line-ups by a private link, in secret until both are in."""

from __future__ import annotations

import pytest

from tournament.models import Audit, Lineup, Link, Role, Slot
from tournament.officiating import timing
from tournament.registration.attendance import withdraw
from tournament.stages.captains import calls_of, link_for
from tournament.stages.drawing import discard_draw, draw_round, publish_round, take_back_round
from tournament.stages.squads import form_squads, line_ups_open

from .conftest import entry, play_round
from .test_squads import by_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make, organiser):
    event = make(8, [by_result(line_ups="captains")], branches=2)
    form_squads(event, organiser)
    return event


@pytest.fixture
def round_(event, organiser):
    return publish_round(draw_round(event.stages.get(), organiser).round, organiser)


def squads(event):
    return event.entries.filter(kind="squad").order_by("number")


def pairs(squad, count=3):
    return list(squad.pairs.order_by("number").values_list("number", flat=True))[:count]


def send(client, token, squad, numbers, **more):
    slot = Slot.objects.get(entry=squad, **more)
    boards = {f"board{place}": number for place, number in enumerate(numbers, 1)}
    return client.post(f"/captain/{token}/", {"slot": slot.pk, **boards}, follow=True)


def test_a_captain_sees_the_other_line_up_only_when_both_are_in(client, event, organiser, round_):
    one, other = squads(event)
    tokens = {squad.pk: link_for(squad, organiser) for squad in (one, other)}
    assert send(client, tokens[one.pk], one, pairs(one)).status_code == 200
    (call,) = calls_of(other)
    assert (call.mine, call.theirs) == ([], [])
    names = entry(event, pairs(one)[0]).names
    assert names not in client.get(f"/captain/{tokens[other.pk]}/").content.decode()
    assert not line_ups_open(call.slot.encounter_id)
    said = send(client, tokens[other.pk], other, pairs(other)[::-1]).content.decode()
    assert names in said
    (call,) = calls_of(other)
    assert [pair.number for pair in call.theirs] == pairs(one)
    assert [pair.number for pair in call.mine] == pairs(other)[::-1]


def test_a_line_up_can_be_changed_until_both_are_in(client, event, organiser, round_):
    one, other = squads(event)
    mine, theirs = link_for(one, organiser), link_for(other, organiser)
    send(client, mine, one, pairs(one))
    send(client, mine, one, pairs(one)[::-1])
    assert [pair.number for pair in calls_of(one)[0].mine] == pairs(one)[::-1]
    send(client, theirs, other, pairs(other))
    assert send(client, mine, one, pairs(one)).status_code == 422
    assert [pair.number for pair in calls_of(one)[0].mine] == pairs(one)[::-1]


def test_what_does_not_hold_is_said_and_kept_on_the_page(client, event, organiser, round_):
    one, other = squads(event)
    token = link_for(one, organiser)
    wrong = [pairs(one)[0], pairs(one)[0], pairs(other)[0]]
    answer = send(client, token, one, wrong)
    assert answer.status_code == 422
    assert len(answer.context["problems"]) >= 2
    assert [row["chosen"] for row in answer.context["calls"][0]["rows"]] == wrong
    withdraw(entry(event, pairs(one)[0]), organiser, "身体不适")
    assert send(client, token, one, pairs(one)).status_code == 422
    assert not Lineup.objects.exists()


def test_nobody_hands_in_for_another_squad(client, event, organiser, round_):
    one, other = squads(event)
    assert send(client, link_for(one, organiser), other, pairs(other)).status_code == 404
    assert not Lineup.objects.exists()


def test_a_new_link_takes_the_place_of_the_old_and_a_closed_one_opens_nothing(client, event, organiser):
    one, other = squads(event)
    old, new = link_for(one, organiser), link_for(one, organiser)
    theirs = link_for(other, organiser)
    assert client.get(f"/captain/{old}/").status_code == 404
    assert client.get(f"/captain/{new}/").status_code == 200
    assert new not in str(Link.objects.values_list("token_hash", flat=True))
    client.force_login(organiser)
    client.post(f"/e/{event.slug}/captains/{one.number}/", {"close": "1"})
    assert client.get(f"/captain/{new}/").status_code == 404
    assert client.get(f"/captain/{theirs}/").status_code == 200
    assert Audit.objects.filter(event=event, action="link-revoked").count() == 1


def test_the_organiser_gives_the_link_from_the_page_of_the_draw(client, event, organiser, member, round_):
    client.force_login(organiser)
    (one, _other) = squads(event)
    address = f"/e/{event.slug}/captains/{one.number}/"
    assert address in client.get(f"/e/{event.slug}/draw/").content.decode()
    said = client.post(address).content.decode()
    assert "/captain/" in said
    assert "<svg" in said
    assert 'name="close"' in client.get(f"/e/{event.slug}/draw/").content.decode()
    assert client.get(address).status_code == 405
    client.force_login(member(event, Role.REFEREE))
    assert client.post(address).status_code == 403


def test_only_rounds_that_everybody_sees_are_asked_for(client, event, organiser, round_):
    one, _other = squads(event)
    token = link_for(one, organiser)
    draft = take_back_round(round_, organiser)
    assert calls_of(one) == []
    assert send(client, token, one, pairs(one), round=draft).status_code == 404
    discard_draw(draft, organiser)
    assert client.get(f"/captain/{token}/").status_code == 200


def test_after_the_start_nothing_is_handed_in(client, event, organiser, round_):
    one, other = squads(event)
    token = link_for(one, organiser)
    send(client, token, one, pairs(one))
    send(client, link_for(other, organiser), other, pairs(other))
    timing.start_round(round_, organiser)
    assert send(client, token, one, pairs(one)[::-1]).status_code == 422
    said = client.get(f"/captain/{token}/")
    assert said.context["calls"][0]["open"] is False
    assert entry(event, pairs(other)[0]).names in said.content.decode()


def test_guessing_is_slowed_down(client, event):
    answers = [client.get(f"/captain/guess-{number}/").status_code for number in range(14)]
    assert answers[0] == 404
    assert answers[-1] == 429


def test_a_discarded_later_round_of_a_bracket_leaves_no_line_up(make, organiser):
    stage = by_result(key="ko", places=2)
    stage.update(format="knockout", encounter={"by": "result", "means": ["boards", "small_points"]})
    event = make(12, [stage], branches=4)
    form_squads(event, organiser)
    ko = event.stages.get()
    play_round(ko, organiser)
    draw = draw_round(ko, organiser)
    assert Lineup.objects.filter(slot__round=draw.round).count() == 6
    discard_draw(draw.round, organiser)
    assert Lineup.objects.filter(slot__round=draw.round).count() == 0
    assert Lineup.objects.exists()
