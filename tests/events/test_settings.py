"""The particulars of an event can be changed and are recorded; an event goes only by its organiser's word."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from rules.answers import Refused
from scoring.models import Match
from tests.hall import start_round
from tournament.change import broken_link
from tournament.events.creating import create_event
from tournament.events.removing import remove_by_word
from tournament.events.settings_page import change_settings
from tournament.models import Audit, Entry, Event, Role, Stage
from tournament.stages.drawing import draw_round

pytestmark = pytest.mark.django_db


def typed(event, **changed):
    told = {
        "name": event.name,
        "organisation": event.organisation,
        "venue": event.venue,
        "starts_on": "",
        "tables": event.tables,
        "notice": event.notice,
        "is_public": "on",
        "public_names": "full",
    }
    return {**told, **changed}


class TestSettings:
    def test_the_organiser_changes_the_particulars_and_each_is_recorded(self, client, event, organiser):
        client.force_login(organiser)
        answer = client.post(
            f"/e/{event.slug}/settings/",
            typed(
                event, name="春季赛", venue="体育馆", starts_on="2026-05-01", tables="12", notice="请带证件"
            ),
        )
        assert answer.status_code == 302
        event.refresh_from_db()
        assert (event.name, event.venue, event.tables, event.notice) == ("春季赛", "体育馆", 12, "请带证件")
        assert str(event.starts_on) == "2026-05-01"
        row = Audit.objects.get(action="event-changed")
        assert set(row.changes) == {"name", "venue", "starts_on", "tables", "notice"}
        assert row.changes["tables"] == [0, 12]
        assert broken_link(event) is None

    def test_what_is_not_public_is_not_shown_to_anybody(self, client, event, organiser):
        client.force_login(organiser)
        told = typed(event)
        del told["is_public"]
        client.post(f"/e/{event.slug}/settings/", told)
        client.logout()
        assert client.get(f"/e/{event.slug}/").status_code == 302

    def test_an_event_without_a_name_is_refused_and_the_head_keeps_the_name(self, client, event, organiser):
        client.force_login(organiser)
        answer = client.post(f"/e/{event.slug}/settings/", typed(event, name=" ", tables="100000"))
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"name", "tables"}
        event.refresh_from_db()
        assert event.name == "测试赛"

    def test_saving_the_same_again_records_nothing(self, client, event, organiser):
        client.force_login(organiser)
        client.post(f"/e/{event.slug}/settings/", typed(event))
        assert not Audit.objects.filter(action="event-changed").exists()

    def test_a_rehearsal_is_never_made_public(self, client, event, organiser):
        copy = create_event(organiser, "swiss-60min", "演练", rehearsal_of=event)
        client.force_login(organiser)
        client.post(f"/e/{copy.slug}/settings/", typed(copy, venue="食堂"))
        copy.refresh_from_db()
        assert (copy.venue, copy.is_public) == ("食堂", False)

    def test_nobody_but_the_organiser_changes_them(self, event, member):
        with pytest.raises(PermissionDenied):
            change_settings(event, member(event, Role.CHIEF_REFEREE), {"venue": "食堂"})

    def test_the_home_page_leads_there(self, client, event, organiser, member):
        client.force_login(organiser)
        assert f"/e/{event.slug}/settings/" in client.get(f"/e/{event.slug}/home/").content.decode()
        client.force_login(member(event, Role.CHIEF_REFEREE))
        assert f"/e/{event.slug}/settings/" not in client.get(f"/e/{event.slug}/home/").content.decode()


class TestRemoval:
    def test_it_goes_with_everything_once_its_name_is_typed(self, client, event, organiser):
        draw_round(event.stages.get(), organiser)
        client.force_login(organiser)
        address = f"/e/{event.slug}/settings/remove/"
        assert event.name in client.get(address).content.decode()
        assert client.post(address, {"name": "测试"}).status_code == 422
        assert Event.objects.filter(pk=event.pk).exists()
        assert client.post(address, {"name": " 测试赛 "}).status_code == 302
        for model in (Event, Entry, Stage, Match, Audit):
            assert not model.objects.exists(), model

    def test_a_public_event_with_a_published_round_stays_and_it_is_said_what_to_do(
        self, client, event, organiser
    ):
        start_round(event, organiser)
        client.force_login(organiser)
        address = f"/e/{event.slug}/settings/remove/"
        page = client.get(address).content.decode()
        assert 'name="name"' not in page
        assert f"/e/{event.slug}/settings/" in page
        assert client.post(address, {"name": event.name}).status_code == 422
        assert Event.objects.filter(pk=event.pk).exists()

    def test_a_hidden_event_goes_even_when_it_is_being_played(self, make_event, organiser):
        event = make_event(8, hidden=True)
        start_round(event, organiser)
        remove_by_word(event, organiser, event.name)
        assert not Event.objects.exists()
        assert not Match.objects.exists()

    def test_a_rehearsal_goes_alone(self, event, organiser):
        copy = create_event(organiser, "swiss-60min", "演练", rehearsal_of=event)
        remove_by_word(copy, organiser, "演练")
        assert list(Event.objects.all()) == [event]

    def test_nobody_but_the_organiser_removes_it(self, event, member):
        with pytest.raises(PermissionDenied):
            remove_by_word(event, member(event, Role.COMMITTEE), event.name)

    def test_another_name_is_refused(self, event, organiser):
        with pytest.raises(Refused) as refused:
            remove_by_word(event, organiser, "")
        assert [one.code for one in refused.value.problems] == ["name-differs"]
