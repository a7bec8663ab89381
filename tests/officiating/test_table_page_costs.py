"""What a table's page asks the database: each phone opens it again after every hand."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournament.officiating import entering

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("hands", [0, 4])
def test_the_page_asks_at_most_ten_times_and_nothing_twice(client, event, board, referee, hands):
    for version in range(hands):
        entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=version, sure=True)
        board.refresh_from_db()
    client.force_login(referee)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/e/{event.slug}/tables/{board.key}/").status_code == 200
    asked = [one["sql"] for one in queries]
    assert len(asked) == len(set(asked)) <= 10
