"""At the reminder and at time each table says where it stands; the regulation makes the last hand of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from rules.hands import load_rule_set
from scoring.models import Match
from tournament.officiating import entering, timing
from tournament.officiating.dealing import next_deal
from tournament.officiating.notices import give_due_notices

pytestmark = pytest.mark.django_db

NAMES = {"A": "甲", "B": "乙"}


@pytest.fixture
def at_table(client, event, board, referee, round_):
    """``at_table(policy)``: one hand played at a table whose regulation ends matches by that policy."""

    def begin(policy: str, **more: int) -> str:
        for format_of in (round_.stage, round_):
            data = format_of.config["match"] if format_of is round_.stage else dict(round_.match_format)
            data["time"] = {"minutes": 60, "reminder": 10, "at_time": policy, **more}
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


@pytest.mark.parametrize(("state", "last"), [("playing", 2), ("none", 1)])
def test_in_the_last_three_minutes_no_hand_begins(client, at_table, board, referee, round_, state, last):
    """Some events let no hand begin in the last minutes: the one in play then is the last."""
    page = at_table("finish_hand", no_new_deal_before=3)
    client.force_login(referee)
    data = {"action": "last", "hand": 2, "state": state, "version": 1}
    with later(round_, 55):
        client.force_login(referee)
        assert not client.get(page).context["asks"]
        assert client.post(page, data).status_code == 422
    with later(round_, 57.1):
        shown = client.get(page)
        assert shown.context["asks"] == "last"
        assert shown.context["clock"].no_more_deals
        assert client.post(page, {**data, "hand": 9}).status_code == 422
        assert client.post(page, data).status_code == 302
        assert not client.get(page).context["asks"]
    result = Match.objects.get(pk=board.match_id).result
    assert (result["last_hand"], result["over"]) == (last, last == 1)
    if last == 2:
        with later(round_, 62):
            entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=2)
        assert Match.objects.get(pk=board.match_id).result["over"]


def test_where_play_stops_at_time_the_last_minutes_ask_nothing(client, at_table, referee, round_):
    page = at_table("stop", no_new_deal_before=3)
    with later(round_, 58):
        client.force_login(referee)
        assert not client.get(page).context["asks"]


def test_the_page_says_how_many_hands_are_played(client, at_table, board, referee):
    page = at_table("finish_hand")
    client.force_login(referee)
    assert client.get(page).context["of_hands"] == 0
    match = Match.objects.get(pk=board.match_id)
    match.format = {**match.format, "hands": 3}
    match.save(update_fields=["format"])
    shown = client.get(page)
    assert shown.context["of_hands"] == 3
    assert "3" in shown.content.decode().split("data-next-hand")[1].split("</small>")[0]
    for version in (1, 2):
        entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=version)
    assert Match.objects.get(pk=board.match_id).result["over"]


class TestCallingTime:
    def test_the_desk_calls_time_and_takes_it_back_by_extending(self, client, event, round_, board, chief):
        client.force_login(chief)
        step = f"/e/{event.slug}/desk/{round_.key}/"
        with later(round_, 30):
            client.force_login(chief)
            assert 'value="call"' in client.get(f"/e/{event.slug}/desk/").content.decode()
            client.post(step, {"step": "call"})
        with later(round_, 31):
            clock = timing.reading_of(round_)
            assert (clock.over, clock.called) == (True, True)
            assert 'value="call"' not in client.get(f"/e/{event.slug}/desk/").content.decode()
            assert give_due_notices(timezone.now()) == 1
            client.post(step, {"step": "extend", "minutes": "5"})
            assert timing.reading_of(round_).deadline == start_of(round_) + timedelta(minutes=65)

    def test_tables_are_asked_at_once(self, client, at_table, referee, round_, chief):
        page = at_table("finish_hand")
        with later(round_, 30):
            timing.add_fact(round_, chief, "call")
            client.force_login(referee)
            assert client.get(page).context["asks"] == "begun"


def test_the_clock_of_one_table_is_paused_and_put_off_alone(client, event, board, round_, referee, chief):
    page = f"/e/{event.slug}/tables/{board.key}/"
    client.force_login(chief)
    assert 'value="pause"' in client.get(page).content.decode()
    for action, state in (("pause", "paused"), ("go-on", "running"), ("extend", "running")):
        assert client.post(page, {"action": action, "minutes": "7"}).status_code == 302
        assert timing.reading_of(round_, board).state == state
        assert timing.reading_of(round_).state == "running"
    own, others = timing.reading_of(round_, board), timing.reading_of(round_)
    assert timedelta(minutes=7) <= own.deadline - others.deadline < timedelta(minutes=8)
    client.force_login(referee)
    assert 'value="pause"' not in client.get(page).content.decode()
    assert client.post(page, {"action": "pause"}).status_code == 403


class TestLateFinish:
    """Some events punish a late finish (and an early start) with nothing for both."""

    def test_a_table_that_plays_on_and_on_is_shown_at_the_desk(self, client, event, at_table, round_, chief):
        at_table("finish_hand")
        desk = f"/e/{event.slug}/desk/"
        for minutes, shown in ((60, []), (69, []), (70.1, [1])):
            with later(round_, minutes):
                client.force_login(chief)
                late = client.get(desk).context["halls"][0]["overrun"]
                assert [one.line.board.table for one in late] == shown

    @pytest.mark.parametrize(
        ("what", "verdict", "winner"), [("overrun", "lost_by_ruling", None), ("stop", "", "A")]
    )
    def test_the_chief_referee_decides_what_becomes_of_it(
        self, client, event, at_table, round_, board, chief, what, verdict, winner
    ):
        at_table("finish_hand")
        address = f"/e/{event.slug}/desk/late/{board.key}/"
        with later(round_, 65):
            client.force_login(chief)
            if what == "overrun":
                client.post(address, {"what": what, "version": 1})
                assert Match.objects.get(pk=board.match_id).version == 1
        with later(round_, 71):
            client.post(address, {"what": what, "version": 1})
        match = Match.objects.get(pk=board.match_id)
        assert (match.verdict, match.result["over"], match.result["winner"]) == (verdict, True, winner)

    def test_a_match_that_is_over_is_not_struck_for_a_late_finish(
        self, client, event, at_table, round_, board, chief
    ):
        at_table("finish_hand")
        address = f"/e/{event.slug}/desk/late/{board.key}/"
        with later(round_, 71):
            client.force_login(chief)
            client.post(address, {"what": "stop", "version": 1})
            client.post(address, {"what": "overrun", "version": 2})
        match = Match.objects.get(pk=board.match_id)
        assert (match.verdict, match.result["winner"], match.version) == ("", "A", 2)

    def test_an_early_start_can_cost_both_the_match_before_the_clock_runs(
        self, event, round_, board, organiser
    ):
        timing.undo_start(round_, organiser)
        entering.give_verdict(board, organiser, "lost_by_ruling", "both", version=0, reason="提前开打")
        assert Match.objects.get(pk=board.match_id).result["winner"] is None


def start_of(round_):
    return round_.clock_facts.get(kind="start").at


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
