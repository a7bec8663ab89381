"""At the reminder and at time each table says where it stands; the regulation makes the last hand of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from rules.hands import load_rule_set
from scoring.models import Match
from tournament.officiating import entering
from tournament.officiating.dealing import next_deal

pytestmark = pytest.mark.django_db

NAMES = {"A": "甲", "B": "乙"}


@pytest.fixture
def at_table(client, event, board, referee, round_):
    """``at_table(policy)``: one hand played at a table whose regulation ends matches by that policy."""

    def begin(policy: str) -> str:
        for format_of in (round_.stage, round_):
            data = format_of.config["match"] if format_of is round_.stage else dict(round_.match_format)
            data["time"] = {"minutes": 60, "reminder": 10, "at_time": policy}
            if format_of is round_.stage:
                format_of.save(update_fields=["config"])
        if round_.match:
            round_.match = {**round_.match, "time": data["time"]}
            round_.save(update_fields=["match"])
        match = Match.objects.get(pk=board.match_id)
        match.format = {**match.format, "time": data["time"]}
        match.save(update_fields=["format"])
        entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0)
        return f"/e/{event.slug}/tables/{board.key}/"

    return begin


def later(round_, minutes):
    return time_machine.travel(round_.clock_facts.get(kind="start").at + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("policy", "asked_at", "action", "state", "last"),
    [
        # 一-2: the hand in play at the reminder is finished, and one more is played.
        ("one_more_after_reminder", 50, "mark", "playing", 3),
        ("one_more_after_reminder", 50, "mark", "none", 2),
        # The hand that has begun is finished.
        ("finish_hand", 60, "time", "playing", 2),
        ("finish_hand", 60, "time", "none", 1),
        # 时间到未摸完牌即算比赛结束: only a hand that is drawn completely is finished.
        ("finish_if_drawn", 60, "time", "playing", 2),
        ("finish_if_drawn", 60, "time", "dealing", 1),
        ("finish_if_drawn", 60, "time", "none", 1),
    ],
)
def test_the_state_of_the_table_decides_which_hand_is_the_last(
    client, at_table, board, referee, round_, policy, asked_at, action, state, last
):
    page = at_table(policy)
    with later(round_, asked_at - 1):
        client.force_login(referee)
        assert not client.get(page).context["asks"]
    with later(round_, asked_at + 0.1):
        shown = client.get(page)
        assert shown.context["asks"] == {"mark": "mark"}.get(
            action, "dealt" if policy == "finish_if_drawn" else "begun"
        )
        data = {"action": action, "hand": 2, "state": state, "version": 1}
        assert client.post(page, data).status_code == 302
        assert not client.get(page).context["asks"]
    result = Match.objects.get(pk=board.match_id).result
    assert (result["last_hand"], result["over"]) == (last, last == 1)


def test_nothing_is_marked_before_the_reminder(client, at_table, board, referee):
    page = at_table("one_more_after_reminder")
    client.force_login(referee)
    data = {"action": "mark", "hand": 2, "state": "playing", "version": 1}
    assert client.post(page, data).status_code == 422
    assert Match.objects.get(pk=board.match_id).ended is None


def test_an_old_page_marks_nothing(client, at_table, board, referee, round_):
    page = at_table("one_more_after_reminder")
    with later(round_, 51):
        client.force_login(referee)
        data = {"action": "mark", "hand": 1, "state": "playing", "version": 0}
        assert client.post(page, data).status_code == 409
        assert not board.clock_facts.exists()
        assert client.post(page, {**data, "hand": 2, "version": 1}).status_code == 302


def deal(**rules: str):
    return load_rule_set(
        {
            "slug": "plain",
            "decks": 2,
            "bottom_cards": 8,
            "ladder": {"rungs": ["2", "3", "4", "5"]},
            "table": {
                "threshold": 80,
                "declarers": {"every": 40, "round": "up"},
                "attackers": {"every": 40},
            },
            "bottom": {"per_card": 2},
            "deal": rules,
        }
    )


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ({"shuffles": "winners", "cuts": "losers"}, ["甲", "乙"]),
        ({"shuffles": "attackers", "cuts": "declarers"}, ["乙", "甲"]),
        ({"cuts": "losers"}, ["乙"]),
        ({}, []),
    ],
)
def test_who_shuffles_and_cuts_follows_from_who_won_the_hand_before(rules, names):
    told = next_deal(deal(**rules), "A", NAMES)
    assert [next(name for name in NAMES.values() if name in sentence) for sentence in told] == names


def test_nobody_is_told_to_shuffle_before_the_first_hand():
    assert next_deal(deal(shuffles="winners"), None, NAMES) == []


def test_the_declarer_and_the_player_before_are_named_by_their_places():
    told = next_deal(deal(shuffles="declarer", cuts="player_before_declarer"), "B", NAMES)
    assert len(set(told)) == 2
    assert not any(name in sentence for name in NAMES.values() for sentence in told)
