"""What many poll is written once for all who are shown the same."""

from __future__ import annotations

import re
import threading
import time
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.template.base import Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.hall import finish_round, start_round
from tournament.display import parts
from tournament.display.parts import Part
from tournament.models import Event, Slot
from tournament.officiating import entering

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


def test_the_screen_s_page_knows_its_mark_so_that_its_first_look_changes_nothing(played, client):
    page = client.get(f"/e/{played.slug}/screen/").content.decode()
    mark = unescape(re.search(r'data-screen="[^"]*" data-mark="([^"]*)"', page)[1])
    again = client.get(f"/e/{played.slug}/screen/part/", headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_no_event_is_not_found(db, client, part):
    assert client.get(f"/e/nowhere/{part}").status_code == 404


class TestMyCard:
    """A player's own card: other tables' hands do not make it anew."""

    HAND = {"declarer": "A", "points": 60}

    @pytest.fixture
    def address(self, played):
        return f"/e/{played.slug}/me/?q=1"

    @pytest.fixture
    def tables(self, played):
        """My table of the round in play, and another one."""
        playing = Slot.objects.filter(round__stage__event=played, round__number=2)
        mine = playing.get(entry__number=1).encounter.boards.get()
        others = playing.exclude(encounter=mine.encounter_id)
        return {"mine": mine, "other": others.first().encounter.boards.get()}

    def look(self, address, mark=""):
        headers = {"HX-Request": "true", **({"If-None-Match": mark} if mark else {})}
        return Client().get(address, headers=headers)

    def test_a_hand_at_another_table_leaves_it_as_it_is(self, address, tables, organiser, written):
        mark = self.look(address)["ETag"]
        entering.enter_hand(tables["other"], organiser, self.HAND, version=0)
        written.clear()
        with CaptureQueriesContext(connection) as queries:
            again = self.look(address, mark)
        assert (again.status_code, again.content, written) == (304, b"", [])
        assert len(queries) <= 4

    def test_a_hand_at_my_table_makes_it_anew(self, address, tables, organiser):
        mark = self.look(address)["ETag"]
        entering.enter_hand(tables["mine"], organiser, self.HAND, version=0)
        again = self.look(address, mark)
        assert (again.status_code, again["ETag"] != mark) == (200, True)

    def test_a_result_that_counts_anywhere_makes_it_anew(self, address, tables, organiser):
        mark = self.look(address)["ETag"]
        saved = entering.enter_levels(tables["other"], organiser, "8", "2", version=0)
        assert self.look(address, mark).status_code == 304
        entering.confirm(tables["other"], organiser, version=saved.version)
        assert self.look(address, mark).status_code == 200

    def test_a_confirmation_at_my_table_is_seen(self, address, tables, organiser):
        saved = entering.enter_levels(tables["mine"], organiser, "8", "2", version=0)
        before = self.look(address)
        entering.confirm(tables["mine"], organiser, version=saved.version)
        assert self.look(address, before["ETag"]).content != before.content

    def test_the_page_around_it_knows_its_mark(self, played, address, client):
        client.get(address)
        page = client.get(f"/e/{played.slug}/").content.decode()
        mark = unescape(re.search(r'/me/\?q=1"[^>]* data-mark="([^"]*)"', page)[1])
        assert self.look(address, mark).status_code == 304

    def test_another_way_of_calling_people_makes_it_anew(self, played, address):
        mark = self.look(address)["ETag"]
        Event.objects.filter(pk=played.pk).update(public_names="number")
        assert self.look(address, mark).status_code == 200

    def test_nobody_has_no_card(self, played):
        assert self.look(f"/e/{played.slug}/me/?q=999", '"x"').status_code == 404
        assert self.look("/e/nowhere/me/?q=1", '"x"').status_code == 404


def test_while_one_writes_a_part_the_others_are_shown_the_one_before(settings):
    settings.REFRESH_SECONDS = 60
    place = ("part", str(uuid4()), "zh-hans", "full")
    parts._put(place, Part(b"before", '"1"', revision=1, known_at=time.monotonic() - 100))
    begun, go_on, event = threading.Event(), threading.Event(), Event(public_revision=2)
    made = []

    def write(event):
        begun.set()
        go_on.wait(10)
        made.append(Part(b"after", '"2"', revision=2, known_at=time.monotonic()))
        return made[-1]

    writer = threading.Thread(target=lambda: parts._written(place, event, write))
    writer.start()
    assert begun.wait(10)
    assert parts._written(place, event, write).body == b"before"
    go_on.set()
    writer.join()
    assert parts._written(place, event, write).body == b"after"
    assert len(made) == 1
