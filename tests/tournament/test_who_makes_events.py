"""A PIN opens tables and makes no events. What is printed for phones can be opened by phones."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from tournament.access import hall_addresses
from tournament.access.hall_addresses import address_for_phones
from tournament.access.pins import add_referee
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee(client, event, organiser):
    _membership, pin = add_referee(event, organiser, "裁判甲")
    client.post(f"/e/{event.slug}/pin/", {"pin": pin})
    return client


@pytest.mark.parametrize("address", ["/new/", "/new/swiss-60min/"])
def test_a_pin_makes_no_event(referee, address):
    before = Event.objects.count()
    assert referee.get(address).status_code == 403
    assert referee.post(address, {"name": "x"}).status_code == 403
    assert Event.objects.count() == before


def test_a_pin_s_made_up_user_name_is_never_shown(referee, event):
    page = referee.get(f"/e/{event.slug}/tables/").content.decode()
    assert "pin-" not in page


def test_an_account_makes_events(client, organiser):
    client.force_login(organiser)
    assert client.get("/new/swiss-60min/").status_code == 200


@pytest.mark.parametrize(
    ("host", "hall", "expected"),
    [
        ("127.0.0.1:8000", ["192.168.1.20"], "http://192.168.1.20:8000"),
        ("localhost:8000", ["192.168.1.20", "10.0.0.5"], "http://192.168.1.20:8000"),
        ("localhost", ["192.168.1.20"], "http://192.168.1.20"),
        ("127.0.0.1:8000", [], "http://127.0.0.1:8000"),
        ("10.0.0.5:8000", ["192.168.1.20"], "http://10.0.0.5:8000"),
        ("jicha.example", ["192.168.1.20"], "http://jicha.example"),
    ],
)
def test_what_is_printed_for_phones_can_be_opened_by_phones(monkeypatch, host, hall, expected):
    monkeypatch.setattr(hall_addresses, "hall_addresses", lambda: hall)
    assert address_for_phones(RequestFactory().get("/", headers={"host": host})) == expected
