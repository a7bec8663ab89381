"""The event file: out and in again is the same event, and a damaged file changes nothing."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model

from rules.answers import Refused
from tournament.change import broken_link
from tournament.event_file import read_event, write_event
from tournament.event_file.tables import LEFT_BEHIND, TABLES
from tournament.events.removing import remove_event
from tournament.models import Event
from tournament.rehearsal.playing import Rehearsal, start_rehearsal
from tournament.stages.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db):
    actor = get_user_model().objects.create_user("organiser")
    event = start_rehearsal("swiss-60min", actor)
    Rehearsal("swiss-60min", actor, entries=6, seed=3).play(event)
    event.refresh_from_db()
    return event


def ranks(event: Event) -> list[tuple[int | None, int]]:
    return [(line.rank, line.number) for line in standings_of(event.stages.first()).lines]


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.problems[0].code


def test_an_event_goes_out_and_comes_in_the_same(played):
    text, before = write_event(played), ranks(played)
    remove_event(played)
    again = read_event(text)
    assert write_event(again) == text
    assert ranks(again) == before
    assert broken_link(again) is None


def test_a_file_from_before_there_were_divisions_is_still_read(played):
    document = json.loads(write_event(played))
    remove_event(played)
    for name in ("regulation", "public_names", "retention_days", "people_wiped_at"):
        del document["event"][name]
    for row in document["rows"]["Entry"]:
        del row["division"], row["eligibility"], row["joint_branch"]
    again = read_event(json.dumps(document))
    assert again.retention_days is None
    assert {(one.division, one.eligibility) for one in again.entries.all()} == {("", "open")}


def test_every_row_of_an_event_is_in_the_file_or_left_behind_on_purpose():
    known = {table.name for table in TABLES} | LEFT_BEHIND | {"Event"}
    ours = {
        model.__name__ for app in ("tournament", "scoring") for model in apps.get_app_config(app).get_models()
    }
    assert ours <= known


def test_pins_are_not_in_the_file(played):
    assert "pin_digest" not in write_event(played)


def test_an_event_that_is_here_is_not_brought_in_twice(played):
    with pytest.raises(Refused) as refused:
        read_event(write_event(played))
    assert code(refused) == "event-is-here"
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "file-is-no-event"),
        ("[]", "file-is-no-event"),
        ("{", "file-is-no-event"),
        ('{"format": "other"}', "file-is-no-event"),
        ('{"format": "jicha-event", "version": 99}', "file-of-another-version"),
        ('{"format": "jicha-event", "version": 1, "event": 3}', "file-is-damaged"),
        ("[" * 100000, "file-is-no-event"),
    ],
)
def test_what_is_no_event_file_is_said(db, text, expected):
    with pytest.raises(Refused) as refused:
        read_event(text)
    assert code(refused) == expected


def test_a_file_whose_record_was_altered_is_refused_and_nothing_is_kept(played):
    document = json.loads(write_event(played))
    remove_event(played)
    document["rows"]["Audit"][5]["reason"] = "altered"
    with pytest.raises(Refused) as refused:
        read_event(json.dumps(document))
    assert code(refused) == "record-does-not-fit"
    assert not Event.objects.exists()


@pytest.mark.parametrize("table", ["Match", "Encounter", "Entry"])
def test_a_file_with_rows_that_point_nowhere_is_refused(played, table):
    document = json.loads(write_event(played))
    remove_event(played)
    document["rows"][table].pop(0)
    with pytest.raises(Refused) as refused:
        read_event(json.dumps(document))
    assert code(refused) == "file-is-damaged"
    assert not Event.objects.exists()
