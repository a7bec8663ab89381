"""The page that an organiser sends around; and how players are called on public pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.hall import start_round
from tournament.access.permissions import addresses as known_addresses
from tournament.events.settings_page import change_settings
from tournament.models import Role
from tournament.naming import surname_only
from tournament.registration import links

pytestmark = pytest.mark.django_db


@pytest.fixture
def about(event, client):
    person = event.people.get(name="甲1")
    person.name, person.phone = "欧阳询", "19912345678"
    person.save()
    return lambda: client.get(f"/e/{event.slug}/about/").content.decode()


def test_it_shows_notice_regulation_deadline_pairs_and_programme(event, organiser, about):
    change_settings(
        event, organiser, {"notice": "自带水杯。", "regulation": "第一条 每单位二对。", "venue": "工会活动室"}
    )
    links.set_deadline(event, organiser, timezone.now() + timedelta(days=3))
    page = about()
    for text in (
        "自带水杯。",
        "第一条 每单位二对。",
        "工会活动室",
        "欧阳询 / 乙1",
        "分会1",
        event.stages.get().name,
    ):
        assert text in page
    assert "19912345678" not in page


def test_text_of_an_organiser_is_text(event, organiser, about):
    change_settings(event, organiser, {"notice": "<script>alert(1)</script>"})
    assert "<script>alert" not in about()


def test_a_withdrawn_pair_and_a_reserve_are_not_listed(event, about):
    event.entries.filter(number=1).update(status="withdrawn")
    event.entries.filter(number=2).update(status="reserve")
    page = about()
    assert "欧阳询" not in page and "甲2" not in page and "甲3" in page


def test_pairs_are_listed_by_division(event, about):
    event.plan["entry"]["divisions"] = [{"name": "退休组"}, {"name": "在职组"}]
    event.save(update_fields=["plan"])
    event.entries.filter(number__lte=4).update(division="在职组")
    event.entries.filter(number__gt=4).update(division="退休组")
    page = about()
    assert page.index("退休组") < page.index("在职组")


def test_a_hidden_event_is_hidden_here_too(event, organiser, client):
    change_settings(event, organiser, {"is_public": False})
    assert client.get(f"/e/{event.slug}/about/").status_code == 302


@pytest.mark.parametrize(
    ("how", "seen", "hidden"),
    [("surname", "欧阳某 / 乙某", "欧阳询"), ("number", "分会1", "欧阳"), ("full", "欧阳询 / 乙1", "欧阳某")],
)
def test_names_are_shown_as_the_organiser_chooses(event, organiser, about, how, seen, hidden):
    change_settings(event, organiser, {"public_names": how})
    page = about()
    assert seen in page and hidden not in page


@pytest.mark.parametrize("how", ["surname", "number"])
def test_no_public_page_shows_a_full_name_where_that_is_not_wanted(event, organiser, client, about, how):
    change_settings(event, organiser, {"public_names": how})
    start_round(event, organiser)
    slug, stage = event.slug, event.stages.get().slug
    given = {"<slug:event>": slug, "<slug:stage>": stage, "<int:number>": "1"}
    addresses = [f"/e/{slug}/me/?q=1"]
    for route, right in known_addresses():
        for hole, value in given.items():
            route = route.replace(hole, value)
        if right == "public" and "<" not in route:
            addresses.append(route)
    seen = {}
    for address in addresses:
        answer = client.get(address)
        seen[address] = answer.status_code
        assert "欧阳询" not in answer.content.decode("utf-8", "replace"), address
    assert list(seen.values()).count(200) > 10


def test_members_see_full_names(event, organiser, client, member, about):
    change_settings(event, organiser, {"public_names": "number"})
    client.force_login(member(event, Role.REFEREE))
    assert "欧阳询 / 乙1" in about()


def test_only_a_whole_name_finds_somebody_where_names_are_not_shown(event, organiser, client, about):
    change_settings(event, organiser, {"public_names": "surname"})
    address = f"/e/{event.slug}/me/"
    assert "欧阳某" not in client.get(address, {"q": "欧阳"}).content.decode()
    assert "欧阳某" in client.get(address, {"q": "欧阳询"}).content.decode()


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("张三", "张某"),
        ("欧阳修", "欧阳某"),
        ("欧阳", "欧某"),
        ("Anna Berg", "A."),
        ("＊＊", "＊＊"),
        ("", ""),
    ],
)
def test_a_surname_may_have_two_characters(name, called):
    assert surname_only(name) == called
