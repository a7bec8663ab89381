"""A page of one event asks the database as often whether there are others beside it or not, and not often."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.hall import finish_round, start_round

pytestmark = pytest.mark.django_db

MOST = 12
PAGES = ["", "home/", "live/", "entries/", "rounds/swiss/1/", "standings/", "tables/", "desk/", "record/",
         "screen/part/", "api/event.json", "settings/", "status/"]  # fmt: skip


def asked(client: Any, address: str) -> int:
    assert client.get(address).status_code == 200, address
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(address)
    return len(queries)


def test_pages_of_one_event_do_not_ask_more_for_the_others(event, make_event, organiser, client):
    finish_round(start_round(event, organiser), organiser)
    start_round(event, organiser)
    client.force_login(organiser)
    alone = {page: asked(client, f"/e/{event.slug}/{page}") for page in PAGES}
    for _ in range(3):
        start_round(make_event(8), organiser)
    among = {page: asked(client, f"/e/{event.slug}/{page}") for page in PAGES}
    assert among == alone
    assert {page: count for page, count in among.items() if count > MOST} == {}


def test_the_list_of_events_asks_the_same_for_one_and_for_many(event, make_event, organiser, client):
    client.force_login(organiser)
    one = asked(client, "/")
    for _ in range(4):
        make_event(2)
    assert asked(client, "/") == one <= MOST
