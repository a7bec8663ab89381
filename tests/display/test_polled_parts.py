"""What many poll is written once for all who are shown the same."""

from __future__ import annotations

import pytest
from django.db import connection
from django.template.base import Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.hall import finish_round, start_round
from tournament.models import Event

pytestmark = pytest.mark.django_db

PARTS = ["live/", "screen/part/"]


@pytest.fixture
def played(event, organiser):
    """An event with standings to be shown, in the middle of its second round."""
    finish_round(start_round(event, organiser), organiser)
    start_round(event, organiser)
    return event


@pytest.fixture
def written(monkeypatch):
    """The names of the templates that are rendered from now on."""
    names = []
    render = Template.render

    def counted(self, context):
        names.append(self.name)
        return render(self, context)

    monkeypatch.setattr(Template, "render", counted)
    return names


@pytest.mark.parametrize("part", PARTS)
def test_the_second_viewer_of_a_change_costs_one_question_and_renders_nothing(
    played, part, written, settings
):
    settings.REFRESH_SECONDS = 60
    address = f"/e/{played.slug}/{part}"
    first = Client().get(address)
    assert written
    written.clear()
    with CaptureQueriesContext(connection) as queries:
        second = Client().get(address, headers={"If-None-Match": '"an older one"'})
    assert (second.status_code, second.content, second["ETag"]) == (200, first.content, first["ETag"])
    assert (len(queries), written) == (1, [])


@pytest.mark.parametrize("part", PARTS)
def test_a_member_s_poll_renders_nothing_either(played, part, written, settings, organiser, client):
    settings.REFRESH_SECONDS = 60
    client.force_login(organiser)
    first = client.get(f"/e/{played.slug}/{part}")
    written.clear()
    assert client.get(f"/e/{played.slug}/{part}").content == first.content
    assert written == []


@pytest.mark.parametrize("part", PARTS)
def test_names_that_a_member_sees_in_full_are_not_handed_to_strangers(
    played, part, settings, organiser, client
):
    settings.REFRESH_SECONDS = 60
    Event.objects.filter(pk=played.pk).update(public_names="number")
    client.force_login(organiser)
    assert "甲1" in client.get(f"/e/{played.slug}/{part}").content.decode()
    stranger = Client().get(f"/e/{played.slug}/{part}").content.decode()
    assert "甲1" not in stranger
    assert "甲1" in client.get(f"/e/{played.slug}/{part}").content.decode()


@pytest.mark.parametrize("part", PARTS)
def test_what_is_kept_of_an_event_that_was_hidden_since_is_not_handed_out(played, part, settings, client):
    settings.REFRESH_SECONDS = 60
    assert client.get(f"/e/{played.slug}/{part}").status_code == 200
    Event.objects.filter(pk=played.pk).update(is_public=False)
    assert client.get(f"/e/{played.slug}/{part}").status_code != 200


@pytest.mark.parametrize("part", PARTS)
def test_each_language_has_its_own(played, part, settings):
    settings.REFRESH_SECONDS = 60
    address = f"/e/{played.slug}/{part}"
    there = {
        tongue: Client().get(address, headers={"Accept-Language": tongue}).content
        for tongue in ("zh-hans", "en")
    }
    assert there["zh-hans"] != there["en"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_no_event_is_not_found(db, client, part):
    assert client.get(f"/e/nowhere/{part}").status_code == 404
