"""Every action of a table's page and of the desk, as the buttons send them."""

from __future__ import annotations

import pytest

from scoring.models import Match
from tournament.models import Board, ClockFact

pytestmark = pytest.mark.django_db


def test_a_match_goes_its_whole_way_through_the_page(client, event, board, chief):
    client.force_login(chief)
    page = f"/e/{event.slug}/tables/{board.key}/"

    def send(action: str, **data):
        version = Match.objects.get(pk=board.match_id).version
        status = client.post(page, {"action": action, "version": version, **data}).status_code
        assert status == 302, action
        return Match.objects.get(pk=board.match_id)

    send("hand", declarer="A", points=60, nonce="1")
    assert send("undo", nonce="2").hands.count() == 0
    send("hand", declarer="A", points=60, nonce="3")
    assert send("end").result["over"]
    assert not send("resume").result["over"]
    send("end")
    send("sign", sides="AB")
    send("confirm")
    assert Board.objects.get(pk=board.pk).confirmed_by == chief
    send("reopen", reason="抄错")
    send("undo", nonce="4")
    send("resume")
    assert send("levels", a="8", b="2", nonce="5").slip["levels"] == {"A": "8", "B": "2"}
    assert send("clear", reason="抄错").kept == ""
    assert send("verdict", verdict="forfeit", against="A", reason="弃权").verdict == "forfeit"
    send("dispute", why="请来一下")
    assert Board.objects.get(pk=board.pk).disputed == "请来一下"
    assert client.post(page, {"action": "dance"}).status_code == 404


def test_the_desk_runs_the_clock(client, event, round_, chief):
    client.force_login(chief)
    page = f"/e/{event.slug}/desk/{round_.key}/"
    for step in ("undo-start", "start", "pause", "resume", "extend", "call", "confirm"):
        assert client.post(page, {"step": step, "minutes": "5"}).status_code == 302
    kinds = list(ClockFact.objects.filter(round=round_).values_list("kind", flat=True))
    assert kinds == ["start", "pause", "resume", "extend", "call"]
    client.post(page, {"step": "close"})
    round_.refresh_from_db()
    assert round_.status == "playing"
    assert client.post(page, {"step": "dance"}).status_code == 404
