"""The organiser settles the prizes on a page that shows who would be given what."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given

from tests.papers.test_awards import TABLES
from tournament.display.record import ACTIONS, described
from tournament.documents.awards import load_awards
from tournament.documents.awards_form import AwardsForm
from tournament.documents.papers_awards import awards_of, honours_of
from tournament.models import Audit, Event, Role

TABLE = {
    "ranks": [1, 4],
    "titles": ["冠军", "亚军", "季军"],
    "thirds": 2,
    "classes": [
        {"name": "一等奖", "percent": 10},
        {"name": "二等奖", "count": 2},
        {"name": "三等奖", "ranks": [8, 12]},
    ],
    "merit": {"name": "优胜奖", "count": 4},
    "souvenir": {"name": "纪念奖"},
    "organisers": {"name": "优秀组织奖", "count": 2, "by": "points"},
}


def typed(awards: dict[str, Any]) -> dict[str, Any]:
    """What a browser sends for a table that is shown and not touched."""
    form = AwardsForm(awards)
    sent: dict[str, Any] = {}
    for part in (form, *form.rows):
        for name in part.fields:
            value = part.get_initial_for_field(part.fields[name], name)
            if value not in (None, False, ""):
                sent[part.add_prefix(name)] = "on" if value is True else str(value)
    return sent


def read(sent: dict[str, Any]) -> dict[str, Any]:
    form = AwardsForm({}, sent)
    assert form.is_valid(), list(form.faults())
    return form.awards()


def test_a_table_of_everything_is_shown_and_read_back_the_same():
    assert read(typed(TABLE)) == TABLE


@given(TABLES)
def test_any_table_is_shown_and_read_back_with_the_same_meaning(awards: dict[str, Any]):
    assert load_awards(read(typed(awards))) == load_awards(awards)


@pytest.mark.parametrize(
    ("by", "size", "expected"),
    [
        ("count", "4", {"count": 4}),
        ("percent", "12.5", {"percent": 12.5}),
        ("percent", "15%", {"percent": 15}),
        ("percent", "15％", {"percent": 15}),
        ("ranks", "4-8", {"ranks": [4, 8]}),
        ("ranks", "4—8", {"ranks": [4, 8]}),
        ("ranks", "4 至 8", {"ranks": [4, 8]}),
        ("ranks", "5", {"ranks": [5, 5]}),
    ],
)
def test_a_size_is_read_as_people_write_it(by: str, size: str, expected: dict[str, Any]):
    sent = {"class0-name": "一等奖", "class0-by": by, "class0-size": size}
    assert read(sent)["classes"] == [{"name": "一等奖", **expected}]


@pytest.mark.parametrize(
    "sent",
    [
        {"class0-name": "一等奖", "class0-by": "count", "class0-size": "many"},
        {"class0-name": "一等奖", "class0-by": "count", "class0-size": ""},
        {"class0-name": "一等奖", "class0-by": "count", "class0-size": "1.5"},
        {"class0-name": "一等奖", "class0-by": "ranks", "class0-size": "4–"},
        {"class0-name": "", "class0-by": "count", "class0-size": "4"},
        {"last": "-1"},
        {"merit": "优胜奖", "merit_count": "0"},
    ],
)
def test_what_cannot_be_read_is_said(sent: dict[str, Any]):
    form = AwardsForm({}, sent)
    assert not form.is_valid()
    assert list(form.faults())


@pytest.fixture
def desk(client: Any, swiss: Event, member: Any) -> Any:
    client.force_login(member(swiss, Role.ORGANISER))
    return client


@pytest.mark.django_db
def test_preview_shows_who_would_be_given_what_and_saves_nothing(desk: Any, swiss: Event):
    url = f"/e/{swiss.slug}/papers/prizes/preview/"
    sent = {"last": "1", "titles": "盟主", "souvenir": "纪念奖"}
    page = desk.post(url, sent).content.decode()
    winner = honours_of(swiss).honours[0].party.names
    assert re.search(rf"盟主</td><td>{re.escape(winner)}", page)
    assert page.count("纪念奖") == 8
    swiss.refresh_from_db()
    assert awards_of(swiss) == {"ranks": [1, 8]}


@pytest.mark.django_db
def test_preview_before_anybody_played_is_of_the_places_there_will_be(client: Any, played: Any, member: Any):
    event = played("swiss-60min", 20, stages=0)
    client.force_login(member(event, Role.ORGANISER))
    sent = {"class0-name": "一等奖", "class0-by": "percent", "class0-size": "10", "organisers": "优秀组织奖"}
    page = client.post(f"/e/{event.slug}/papers/prizes/preview/", sent).content.decode()
    assert page.count("<td> 一等奖</td>") == 2
    assert page.count("优秀组织奖") == 1
    assert "prizes" in client.get(f"/e/{event.slug}/papers/").content.decode()


@pytest.mark.django_db
def test_preview_keeps_the_saved_prizes_until_what_is_typed_fits(desk: Any, swiss: Event):
    sent = {"class0-name": "一等奖", "class0-by": "ranks", "class0-size": "9-3"}
    page = desk.post(f"/e/{swiss.slug}/papers/prizes/preview/", sent).content.decode()
    assert "errors" in page
    assert honours_of(swiss).honours[0].party.names in page


@pytest.mark.django_db
def test_saved_prizes_are_in_the_list_the_record_and_the_certificates(desk: Any, swiss: Event):
    url = f"/e/{swiss.slug}/papers/prizes/"
    page = desk.get(url)
    sent = typed({"ranks": [1, 1], "titles": ["盟主"]})
    answer = desk.post(url, {**sent, "base": page.context["base"], "action": "save"})
    assert answer.status_code == 302
    swiss.refresh_from_db()
    assert [one.prize for one in honours_of(swiss).honours] == ["盟主"]
    row = Audit.objects.filter(event=swiss).latest("seq")
    assert row.action == "awards-changed"
    said = described(swiss, [row])[0]
    assert "盟主" in said["after"] and "titles" not in said["after"]


@pytest.mark.django_db
def test_prizes_that_somebody_else_saved_meanwhile_are_not_overwritten(desk: Any, swiss: Event):
    url = f"/e/{swiss.slug}/papers/prizes/"
    base = desk.get(url).context["base"]
    first = {**typed({"ranks": [1, 1]}), "base": base, "action": "save"}
    assert desk.post(url, first).status_code == 302
    second = desk.post(url, {**typed({"ranks": [1, 5]}), "base": base, "action": "save"})
    assert second.status_code == 409
    swiss.refresh_from_db()
    assert awards_of(swiss) == {"ranks": [1, 1]}


@pytest.mark.django_db
def test_a_table_with_faults_is_shown_again_with_the_fault_at_its_field(desk: Any, swiss: Event):
    url = f"/e/{swiss.slug}/papers/prizes/"
    sent = {"class1-name": "二等奖", "class1-by": "percent", "class1-size": "120", "action": "save"}
    page = desk.post(url, sent)
    assert page.status_code == 422
    assert page.context["form"].rows[1].errors["size"]
    desk.post(url, {"first": "5", "last": "3", "action": "save"})
    swiss.refresh_from_db()
    assert "classes" not in awards_of(swiss)


@pytest.mark.django_db
def test_only_the_organiser_settles_the_prizes(client: Any, swiss: Event, member: Any):
    client.force_login(member(swiss, Role.CHIEF_REFEREE))
    assert client.get(f"/e/{swiss.slug}/papers/prizes/").status_code == 403


@pytest.mark.django_db
def test_record_names_the_questions_and_answers_of_the_regulation(swiss: Event):
    row = Audit.objects.get(event=swiss, action="event-created")
    said = described(swiss, [row])[0]["after"]
    assert "闲家得 120–175 分，上台时升几级？" in said
    assert "at-120" not in said


def test_everything_that_is_recorded_has_its_words():
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(settings.BASE_DIR / "tournament").rglob("*.py")
    )
    recorded = set(re.findall(r'\.record\(\s*"([a-z-]+)"', source))
    assert {"round-drawn", "layout-saved"} <= recorded
    assert recorded - set(ACTIONS) == set()
