"""The event file: out and in again is the same event, and a damaged file changes nothing."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.answers import Refused
from tests.event_file.rich import changed, rich_event
from tournament.change import broken_link
from tournament.documents.papers_awards import layout_of
from tournament.event_file import read_event, write_event
from tournament.event_file.schema import PATH, schema, text
from tournament.event_file.tables import FIELDS_LEFT_OUT, ROWS_LEFT_OUT, TABLES, fields_of
from tournament.events.removing import remove_event
from tournament.models import Audit, Event, Membership, Screen
from tournament.stages.standings import standings_of
from tournament.wording import words

pytestmark = pytest.mark.django_db


@cache
def text_of_one() -> str:
    """The file of the example, made once: the event itself is not here any more."""
    event = rich_event()
    text = write_event(event)
    remove_event(event)
    return text


@pytest.fixture
def gone(db: None) -> dict[str, Any]:
    """The file of an event that is not here."""
    document: dict[str, Any] = json.loads(text_of_one())
    return document


@pytest.fixture
def played(db: None) -> Event:
    return read_event(text_of_one())


def ranks(event: Event) -> list[tuple[int | None, int]]:
    return [(line.rank, line.number) for line in standings_of(event.stages.first()).lines]


def refused(text: str) -> Any:
    """The problem for which a file is refused; nothing of it is kept, and it is said in words."""
    with pytest.raises(Refused) as raised:
        read_event(text)
    assert not Event.objects.exists()
    problem = raised.value.problems[0]
    said = words(problem)
    assert said["message"] and said["fix"]
    assert "%(" not in said["message"]
    return problem


def test_an_event_goes_out_and_comes_in_the_same():
    event = rich_event()
    text, before = write_event(event), ranks(event)
    assert all(json.loads(text)["rows"].values()), "a table of the file has no row in the example"
    remove_event(event)
    again = read_event(text)
    assert write_event(again) == text
    assert ranks(again) == before
    assert broken_link(again) is None
    assert layout_of(again).title == "荣誉证书"
    assert again.screen.notice == "请入座"
    member = again.memberships.get(role="referee")
    assert member.branch.event == again
    board = again.rulings.get().board
    assert (board.seated, board.signed, board.signed_version, board.referee) == ("AB", "A", 1, member.user)


def test_every_row_and_every_field_is_written_or_left_out_with_a_reason():
    """A model or a field that is new is in the file by itself or fails here until it is named."""
    ours = {model for app in ("tournament", "scoring") for model in apps.get_app_config(app).get_models()}
    written = {table.model for table in TABLES} | {Event}
    assert {model.__name__ for model in ours - written} == set(ROWS_LEFT_OUT)
    assert {model.__name__ for model in written - ours} == set()
    lacking = {
        f"{model.__name__}.{field.name}"
        for model in written
        for field in set(model._meta.concrete_fields) - set(fields_of(model))
        if not field.primary_key and field.related_model is not Event
    }
    assert lacking == set(FIELDS_LEFT_OUT) - {"Event.rehearsal_of"}
    assert [field for model in ours for field in model._meta.many_to_many] == []
    assert all(len(reason) > 20 for reason in (*ROWS_LEFT_OUT.values(), *FIELDS_LEFT_OUT.values()))


def test_every_foreign_key_of_a_row_points_to_a_table_before_it_or_to_its_own():
    before: set[type[models.Model]] = set()
    for table in TABLES:
        before.add(table.model)
        for field in fields_of(table.model):
            if field.is_relation and field.related_model._meta.app_label in ("tournament", "scoring"):
                assert field.related_model in before, f"{table.name}.{field.name}"


def test_the_file_is_what_its_schema_says_and_the_docs_hold_that_schema(played: Event):
    assert PATH.read_text(encoding="utf-8") == text(), "run manage.py write_event_schema"
    Draft202012Validator.check_schema(schema())
    assert list(Draft202012Validator(schema()).iter_errors(json.loads(write_event(played)))) == []


def test_the_schema_is_compared_and_written_by_its_command(capsys: Any):
    call_command("write_event_schema", "--check")
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_pins_are_not_in_the_file(played: Event):
    Membership.objects.filter(event=played).update(pin_digest=None)
    played.memberships.filter(role="referee").update(pin_digest="secret-digest")
    assert "secret-digest" not in write_event(played)
    assert "pin_digest" not in write_event(played)


def test_a_file_of_the_version_before_is_still_read(gone: dict[str, Any]):
    gone["version"] = 1
    for name in ("Screen", "Paper", "Upload"):
        del gone["rows"][name]
    for name in ("regulation", "public_names", "retention_days", "people_wiped_at"):
        del gone["event"][name]
    for row in gone["rows"]["Entry"]:
        del row["division"], row["eligibility"], row["joint_branch"]
    again = read_event(json.dumps(gone))
    assert not Screen.objects.exists()
    assert again.retention_days is None
    assert {(one.division, one.eligibility) for one in again.entries.all()} == {("", "open")}


def test_an_event_that_is_here_is_not_brought_in_twice(played: Event):
    with pytest.raises(Refused) as raised:
        read_event(write_event(played))
    assert raised.value.problems[0].code == "event-is-here"
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "file-is-no-event"),
        ("[]", "file-is-no-event"),
        ("{", "file-is-no-event"),
        ('{"format": "other"}', "file-is-no-event"),
        ("[" * 100000, "file-is-no-event"),
        ('{"format": "jicha-event", "version": NaN}', "file-is-no-event"),
        (f'{{"format": "jicha-event", "version": {"9" * 5000}}}', "file-is-no-event"),
        ('{"format": "jicha-event", "version": 99}', "file-of-another-version"),
        ('{"format": "jicha-event", "version": true}', "file-of-another-version"),
        ('{"format": "jicha-event", "version": "2"}', "file-of-another-version"),
        ('{"format": "jicha-event", "version": 2, "event": 3}', "file-lacks"),
        ('{"format": "jicha-event", "version": 2, "event": {}}', "file-lacks"),
        ('{"format": "jicha-event", "version": 2, "evil": {}}', "file-has-unknown"),
    ],
)
def test_what_is_no_event_file_is_said(db: None, text: str, expected: str):
    assert refused(text).code == expected


@pytest.mark.parametrize(
    ("path", "value", "code", "at"),
    [
        ("rows.Screen", None, "file-lacks", "rows.Screen"),
        ("rows.Secrets", [], "file-has-unknown", "rows.Secrets"),
        ("rows.Entry.2", 7, "file-row-is-wrong", "rows.Entry[2]"),
        ("rows.Entry.2.evil", 7, "file-has-unknown", "rows.Entry[2].evil"),
        ("rows.Entry.2.number", "7", "file-row-is-wrong", "rows.Entry[2].number"),
        ("rows.Entry.2.number", True, "file-row-is-wrong", "rows.Entry[2].number"),
        ("rows.Entry.2.number", -1, "file-row-is-wrong", "rows.Entry[2].number"),
        ("rows.Entry.2.number", 10**30, "file-row-is-wrong", "rows.Entry[2].number"),
        ("rows.Entry.2.number", 1, "file-row-clashes", "rows.Entry[2]"),
        ("rows.Entry.2.status", "king", "file-row-is-wrong", "rows.Entry[2].status"),
        ("rows.Entry.2.label", "长" * 121, "file-row-is-wrong", "rows.Entry[2].label"),
        ("rows.Entry.2.label", None, "file-row-is-wrong", "rows.Entry[2].label"),
        ("rows.Entry.2.label", "a\x00b", "file-has-odd-character", "rows.Entry[2].label"),
        ("rows.Entry.2.label", "a\ud800b", "file-has-odd-character", "rows.Entry[2].label"),
        ("rows.Entry.2.key", "no key", "file-row-is-wrong", "rows.Entry[2].key"),
        ("rows.Entry.2.branch", "Branch/999", "file-row-points-nowhere", "rows.Entry[2].branch"),
        ("rows.Entry.2.branch", "Person/0", "file-row-points-nowhere", "rows.Entry[2].branch"),
        ("rows.Entry.2.branch", ["Branch/0"], "file-row-points-nowhere", "rows.Entry[2].branch"),
        ("rows.Entry.2.squad", "Entry/999", "file-row-points-nowhere", "rows.Entry[2].squad"),
        ("rows.Player.0.person", None, "file-row-points-nowhere", "rows.Player[0].person"),
        ("rows.Membership.0.user", "nobody", "file-row-points-nowhere", "rows.Membership[0].user"),
        ("rows.Match.0.rule_set", "0" * 64, "file-row-points-nowhere", "rows.Match[0].rule_set"),
        ("rows.Match.0.format", None, "file-row-is-wrong", "rows.Match[0].format"),
        ("rows.Board.0.match", "Match/1", "file-row-clashes", "rows.Board[1]"),
        ("rows.Round.0.published_at", "yesterday", "file-row-is-wrong", "rows.Round[0].published_at"),
        ("rows.Adjustment.0.points", 3, "file-row-is-wrong", "rows.Adjustment[0].points"),
        ("rows.Adjustment.0.points", "1e99", "file-row-is-wrong", "rows.Adjustment[0].points"),
        ("rows.Paper.0.content", "§", "file-row-is-wrong", "rows.Paper[0].content"),
        ("rows.Stage.0.config", [], "file-row-is-wrong", "rows.Stage[0].config"),
        (
            "rows.Stage.0.config.standings",
            {"tiebreaks": ["points", "points"]},
            "tiebreak-twice",
            "rows.Stage[0].config.standings.tiebreaks[1]",
        ),
        (
            "rows.Stage.0.config.standings",
            ["points"],
            "format-not-a-table",
            "rows.Stage[0].config.standings",
        ),
        ("rows.Audit.5.reason", "altered", "record-does-not-fit", "rows.Audit"),
        ("event.plan", 3, "file-row-is-wrong", "event.plan"),
        ("event.starts_on", "2026-02-30", "file-row-is-wrong", "event.starts_on"),
        ("event.key", 3, "file-row-is-wrong", "event.key"),
        ("event.slug", None, "file-row-is-wrong", "event.slug"),
        ("event.slug", "../../x", "file-row-is-wrong", "event.slug"),
        ("users.0", "", "file-row-is-wrong", "users[0]"),
        ("users.0", 3, "file-row-is-wrong", "users[0]"),
        ("rule_sets.0", 3, "file-lacks", "rule_sets[0]"),
        ("rule_sets.0.data.name", "altered", "file-rule-set-altered", "rule_sets[0]"),
    ],
)
def test_a_damaged_file_is_refused_at_its_place_and_nothing_is_kept(
    gone: dict[str, Any], path: str, value: Any, code: str, at: str
):
    problem = refused(json.dumps(changed(gone, path, value)))
    assert (problem.code, problem.at) == (code, at)


@pytest.mark.parametrize("table", ["Match", "Encounter", "Entry"])
def test_a_file_with_rows_that_point_nowhere_is_refused(gone: dict[str, Any], table: str):
    gone["rows"][table].pop()
    assert refused(json.dumps(gone)).code == "file-row-points-nowhere"


def test_a_board_in_another_round_than_its_encounter_is_refused(gone: dict[str, Any]):
    gone["rows"]["Board"][0] |= {"table": None, "round": "Round/2"}
    assert refused(json.dumps(gone)).at == "rows.Board"


def test_a_result_that_does_not_follow_from_its_hands_is_brought_in_with_a_doubt(
    gone: dict[str, Any], tmp_path: Path, capsys: Any
):
    path = tmp_path / "event.json"
    path.write_text(json.dumps(gone), encoding="utf-8")
    call_command("import_event", str(path))
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["doubts"]) == (True, [])
    remove_event(Event.objects.get())
    gone["rows"]["Match"][0]["result"]["points"] = [99, 0]
    path.write_text(json.dumps(gone), encoding="utf-8")
    call_command("import_event", str(path))
    said = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in said["doubts"]] == ["result-differs"]


def test_a_file_that_lacks_a_field_is_refused(gone: dict[str, Any]):
    del gone["rows"]["Board"][0]["signed"]
    problem = refused(json.dumps(gone))
    assert (problem.code, problem.at) == ("file-lacks", "rows.Board[0].signed")


def test_a_plan_as_deep_as_a_well_is_refused(gone: dict[str, Any]):
    deep: Any = 1
    for _floor in range(400):
        deep = [deep]
    gone["event"]["choices"] = {"a": deep}
    assert refused(json.dumps(gone)).code == "file-is-no-event"


# What is checked on reading, or says with other fields together what a row is.
BOUND = {
    "Event": {"plan", "slug", "key", "audit_seq", "audit_head", "choices"},
    "Match": {"kept", "slip", "verdict", "verdict_side", "format"},
    "Hand": {"declarer", "points"},
    "Stage": {"config"},
    "Slot": {"side"},
    "Board": {"two_people"},
    "Person": {"wiped_at"},
    "Paper": {"content", "kind"},
    "Upload": {"accepted_at"},
    "Entry": {"kind"},
    "ClockFact": {"kind"},
    "Hall": {"first_table", "last_table"},
    "Session": {"starts_at", "ends_at"},
    "RoundDate": {"play_by"},
    "Appointment": {"kind", "at", "asked_by"},
}
WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="㛃䶮𬱟𠅤\u0001\n"), max_size=20
)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def free_fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The fields of a row that may say anything: neither in a constraint nor bound to others."""
    tied = {"key", *BOUND.get(model.__name__, ())}
    for constraint in model._meta.constraints:
        tied |= set(getattr(constraint, "fields", ()))
    return [
        field
        for field in fields_of(model)
        if not field.is_relation and not field.unique and field.name not in tied
    ]


def value_of(field: models.Field[Any, Any]) -> st.SearchStrategy[Any]:
    made: st.SearchStrategy[Any]
    if isinstance(field, models.JSONField):
        return ANY_JSON if field.null else ANY_JSON.filter(lambda value: value is not None)
    if field.choices:
        made = st.sampled_from([key for key, _label in field.flatchoices])
    elif isinstance(field, models.BooleanField):
        made = st.booleans()
    elif isinstance(field, models.IntegerField):
        made = st.integers(0 if "Positive" in type(field).__name__ else -32768, 32767)
    elif isinstance(field, models.DecimalField):
        made = st.integers(-(10**5), 10**5).map(lambda cents: Decimal(cents) / 100)
    elif isinstance(field, models.DateTimeField):
        made = st.integers(0, 10**16).map(
            lambda n: datetime(1990, 1, 1, tzinfo=UTC) + timedelta(microseconds=n)
        )
    elif isinstance(field, models.DateField):
        made = st.dates(date(1990, 1, 1), date(2100, 1, 1))
    elif isinstance(field, models.UUIDField):
        made = st.uuids().map(lambda one: UUID(str(one)))
    elif isinstance(field, models.SlugField):
        made = st.from_regex(r"\A[a-z0-9-]{1,30}\Z")
    else:
        made = WORDS.map(lambda text: text[: field.max_length])
    return st.none() | made if field.null else made


@settings(max_examples=3, phases=[Phase.generate])
@given(data=st.data())
def test_whatever_its_rows_say_an_event_comes_back_the_same(data: st.DataObject):
    """A row of every table says anything in every free field; fields that are new are tried by themselves."""
    for left in Event.objects.all():  # by an example that failed
        remove_event(left)
    event = read_event(text_of_one())
    for table in TABLES:
        if table.model is not Audit:
            row = table.rows(event).order_by("pk").last()
            _say(table.model, row.pk, data)
    _say(Event, event.pk, data)
    text = write_event(Event.objects.get())
    remove_event(Event.objects.get())
    assert write_event(read_event(text)) == text


def _say(model: type[models.Model], number: int, data: st.DataObject) -> None:
    values = {field.name: data.draw(value_of(field), label=field.name) for field in free_fields(model)}
    model._base_manager.filter(pk=number).update(**values)
