"""Personal data goes on request and when its time is over; the record's chain stays valid."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from rules.answers import Refused
from tests.hall import finish_round, start_round
from tournament.change import broken_link
from tournament.jobs.running import run
from tournament.models import Audit, EntryRequest, Job, Paper, Person, Role, Upload
from tournament.registration import links, registering, wiping
from tournament.registration.editing import change_entry, shown
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.tasks import ask_for_wiping
from tournament.stages.standings import standings_of

pytestmark = pytest.mark.django_db
PHONES = ("19900000001", "19900000002")
STAFF = "A20051234"


@pytest.fixture
def told(make_event, organiser):
    """An event in which somebody has told everything: in the form, on the branch's page, in a request."""
    event = make_event(4)
    registering.register(
        event,
        organiser,
        [
            ProposedEntry(
                "化学系",
                contact="钱联系",
                contact_phone=PHONES[1],
                players=(
                    ProposedPlayer("欧阳询", PHONES[0], STAFF, "male", "对芒果过敏"),
                    ProposedPlayer("褚遂良"),
                ),
            )
        ],
    )
    branch = event.branches.get(name="化学系")
    branch.chair, branch.referee = "欧阳询", "褚遂良"
    branch.save()
    links.ask(branch, "欧阳询换成别人")
    kept = registering.keep_upload(event, organiser, "欧阳询.csv", "单位,队员1\n化学系,欧阳询".encode())
    registering.correct(kept, organiser, {"欧阳询!A2": "欧阳询"})
    Paper.objects.create(
        event=event,
        kind="list",
        name="名单",
        content_type="text/plain",
        content="欧阳询 19900000001".encode(),
        event_revision=1,
        by=organiser,
    )
    entry = event.entries.get(branch=branch)
    wanted = shown(entry)
    change_entry(entry, organiser, type(wanted)(wanted.branch, wanted.people, label="一队"), version=0)
    return event


def everything_kept() -> str:
    """All rows of all our tables as one text."""
    rows = []
    for model in apps.get_app_config("tournament").get_models():
        for row in model._default_manager.values():
            rows += [
                bytes(value).decode("utf-8", "replace")
                if isinstance(value, bytes | memoryview)
                else str(value)
                for value in row.values()
            ]
    return "\n".join(rows)


def test_everything_is_there_before(told):
    text = everything_kept()
    for secret in ("欧阳询", *PHONES, STAFF, "对芒果过敏", "钱联系"):
        assert secret in text


def test_one_person_is_wiped_everywhere_on_request(told, organiser):
    finish_round(start_round(told, organiser), organiser)
    before = [(line.rank, line.number) for line in standings_of(told.stages.get()).lines]
    count = wiping.wipe_people(told, organiser, Person.objects.filter(name="欧阳询"))
    assert count == 1
    text = everything_kept()
    for secret in ("欧阳询", PHONES[0], STAFF, "对芒果过敏"):
        assert secret not in text
    assert "褚遂良" in text
    assert broken_link(told) is None
    assert [(line.rank, line.number) for line in standings_of(told.stages.get()).lines] == before


def test_the_record_says_which_fields_of_whom_were_wiped(told, organiser):
    person = Person.objects.get(name="欧阳询")
    wiping.wipe_people(told, organiser, [person])
    row = Audit.objects.get(action="person-wiped")
    assert row.target_key == str(person.key)
    assert set(row.changes) == {"name", "phone", "staff_number", "sex", "note"}
    assert {tuple(value) for value in row.changes.values()} == {("…", "…")}


def test_after_the_event_numbers_and_contacts_go_and_names_stay(told, organiser):
    done = wiping.wipe_event(told, organiser)
    text = everything_kept()
    for secret in (*PHONES, STAFF, "对芒果过敏", "钱联系"):
        assert secret not in text
    assert Person.objects.filter(name="欧阳询").exists()
    assert (done.people, done.branches) == (10, 1)
    assert not Paper.objects.exists() and not Upload.objects.exists()
    assert EntryRequest.objects.get().text == ""
    assert broken_link(told) is None


def test_names_go_too_where_that_is_wanted(told, organiser):
    wiping.wipe_event(told, organiser, names=True)
    assert "欧阳询" not in everything_kept()
    assert set(Person.objects.values_list("name", flat=True)) == {wiping.WIPED_NAME}


def test_only_organisers_wipe(told, member):
    with pytest.raises(PermissionDenied):
        wiping.wipe_event(told, member(told, Role.CHIEF_REFEREE))


def test_a_wiped_person_may_tell_a_number_again(told, organiser):
    wiping.wipe_event(told, organiser)
    entry = told.entries.get(branch__name="化学系")
    people = (("欧阳询", PHONES[0]), ("褚遂良", ""))
    wanted = type(shown(entry))("化学系", people, label="一队")
    change_entry(entry, organiser, wanted, version=entry.version)
    assert Person.objects.get(name="欧阳询").phone == PHONES[0]


@pytest.mark.parametrize("days", [0, 5000])
def test_a_time_of_keeping_has_its_limits(told, organiser, days):
    with pytest.raises(Refused) as refused:
        wiping.set_retention(told, organiser, days)
    assert refused.value.problems[0].code == "retention-out-of-range"


class TestByItself:
    @pytest.fixture
    def over(self, told, organiser):
        told.starts_on = timezone.localdate() - timedelta(days=31)
        told.save(update_fields=["starts_on"])
        wiping.set_retention(told, organiser, 30)
        return told

    def test_a_job_wipes_when_the_time_is_over(self, over):
        assert ask_for_wiping(timezone.now()) == 1
        assert run(Job.objects.get(kind="wipe-people").key)
        assert not Person.objects.exclude(phone="").exists()
        assert Audit.objects.get(action="people-wiped").actor is None
        assert broken_link(over) is None

    def test_it_is_asked_for_once(self, over):
        ask_for_wiping(timezone.now())
        assert ask_for_wiping(timezone.now()) == 0
        run(Job.objects.get(kind="wipe-people").key)
        assert ask_for_wiping(timezone.now()) == 0
        assert Job.objects.count() == 1

    def test_a_round_that_was_published_later_puts_it_off(self, over, organiser):
        start_round(over, organiser)
        assert wiping.due_on(over) == timezone.localdate() + timedelta(days=30)
        assert ask_for_wiping(timezone.now()) == 0

    def test_on_the_last_day_all_is_there_still(self, over):
        over.starts_on = timezone.localdate() - timedelta(days=30)
        over.save(update_fields=["starts_on"])
        assert ask_for_wiping(timezone.now()) == 0

    def test_without_a_time_or_a_day_nothing_happens(self, over, organiser):
        wiping.set_retention(over, organiser, None)
        assert ask_for_wiping(timezone.now()) == 0
        wiping.set_retention(over, organiser, 1)
        over.starts_on = None
        over.save(update_fields=["starts_on"])
        assert ask_for_wiping(timezone.now()) == 0

    def test_a_job_that_comes_too_early_wipes_nothing(self, over, organiser):
        ask_for_wiping(timezone.now())
        wiping.set_retention(over, organiser, 300)
        run(Job.objects.get(kind="wipe-people").key)
        assert Person.objects.filter(phone=PHONES[0]).exists()


class TestThePage:
    def address(self, event):
        return f"/e/{event.slug}/personal-data/"

    def test_it_says_until_when_and_saves_the_days(self, told, organiser, client):
        client.force_login(organiser)
        told.starts_on = date(2026, 3, 1)
        told.save(update_fields=["starts_on"])
        client.post(self.address(told), {"retention": "1", "days": "30"})
        told.refresh_from_db()
        assert told.retention_days == 30
        assert "2026年3月31日" in client.get(self.address(told)).content.decode()
        assert client.post(self.address(told), {"retention": "1", "days": "-3"}).status_code == 422

    def test_a_person_is_found_asked_about_and_wiped(self, told, organiser, client):
        client.force_login(organiser)
        person = Person.objects.get(name="欧阳询")
        assert str(person.key) in client.get(self.address(told), {"q": "欧阳"}).content.decode()
        typed = {"people": "1", "person": str(person.key)}
        asked = client.post(self.address(told), typed)
        assert 'name="sure"' in asked.content.decode()
        assert Person.objects.filter(name="欧阳询").exists()
        client.post(self.address(told), {**typed, "sure": "1"})
        assert not Person.objects.filter(name="欧阳询").exists()

    def test_everybody_is_wiped_only_after_the_question(self, told, organiser, client):
        client.force_login(organiser)
        client.post(self.address(told), {"everybody": "1"})
        assert Person.objects.filter(phone=PHONES[0]).exists()
        client.post(self.address(told), {"everybody": "1", "sure": "1"})
        assert not Person.objects.exclude(phone="").exists()

    def test_a_key_that_is_none_wipes_nobody(self, told, organiser, client):
        client.force_login(organiser)
        answer = client.post(self.address(told), {"people": "1", "person": "x", "sure": "1"})
        assert answer.status_code == 422
