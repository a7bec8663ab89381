"""What a full hall costs: how often saving and looking ask the database, whatever the number of tables."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

pytestmark = pytest.mark.django_db


@pytest.fixture
def count(client):
    """``count(request)``: the answer of a request, and how many statements it cost."""

    def ask(send):
        with CaptureQueriesContext(connection) as queries:
            answer = send()
        return answer, len(queries)

    return ask


def send_hand(client, event, board, version):
    return client.post(
        f"/e/{event.slug}/tables/{board.key}/",
        {"action": "hand", "declarer": "A", "points": 60, "version": version, "nonce": f"n{version}"},
        headers={"Accept": "application/json"},
    )


def test_a_hand_is_saved_with_few_statements_however_many_came_before(client, event, board, referee, count):
    client.force_login(referee)
    costs = []
    for version in range(4):
        answer, cost = count(lambda version=version: send_hand(client, event, board, version))
        assert answer.status_code == 200
        costs.append(cost)
    assert costs[1] == costs[3] <= 17
