"""What a full hall costs: how often saving and looking ask the database, whatever the number of tables."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from tests.hall import play, start_round
from tournament.display.kept import counted_revision, kept
from tournament.models import ClockFact
from tournament.officiating import entering, hand_form, timing

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


def test_the_folded_part_of_the_form_is_written_once_and_what_was_typed_there_comes_back(
    client, event, board, round_, referee, monkeypatch
):
    written = []

    def write(*args):
        written.append(args)
        return render_to_string(*args)

    monkeypatch.setattr(hand_form, "render_to_string", write)
    monkeypatch.setattr(hand_form, "_details", {})
    client.force_login(referee)
    address = f"/e/{event.slug}/tables/{board.key}/"
    other = f"/e/{event.slug}/tables/{round_.boards.get(table=2).key}/"
    empty = client.get(address).context["details"]
    assert client.get(other).context["details"] != empty, "it has the names of its own table"
    assert len(written) == 1
    assert "<details>" in empty
    bad = {"action": "hand", "declarer": "A", "tricks": "many", "bottom": "10", "version": 0}
    again = client.post(address, bad).context["details"]
    assert "<details open>" in again
    assert 'value="many"' in again
    assert client.get(address).context["details"] == empty
    assert len(written) == 2, "the second time for what was typed"
    client.cookies["django_language"] = "en"
    assert client.get(address).context["details"] != empty


class TestTheClockOfATable:
    @pytest.fixture
    def address(self, event, board):
        return f"/e/{event.slug}/tables/{board.key}/clock/"

    @staticmethod
    def at(round_, minutes):
        return time_machine.travel(round_.clock_facts.get(kind="start").at + timedelta(minutes=minutes))

    def test_unchanged_it_costs_one_query_and_no_body(self, client, address, referee, count):
        client.force_login(referee)
        mark = client.get(address)["ETag"]
        again, cost = count(lambda: client.get(address, headers={"If-None-Match": mark}))
        assert (again.status_code, again.content, cost) == (304, b"", 1)

    def test_the_page_brings_its_mark_along(self, client, address, referee):
        client.force_login(referee)
        page = client.get(address.removesuffix("clock/"))
        mark = page.context["clock_mark"]
        assert escape(mark) in page.content.decode()
        assert client.get(address, headers={"If-None-Match": mark}).status_code == 304

    def test_a_hand_a_pause_and_another_language_make_it_new(
        self, client, address, event, board, referee, round_, chief
    ):
        client.force_login(referee)
        mark = client.get(address)["ETag"]
        for change in (
            lambda: send_hand(client, event, board, 0),
            lambda: timing.add_fact(round_, chief, "pause"),
            lambda: client.cookies.load({"django_language": "en"}),
        ):
            change()
            fresh = client.get(address, headers={"If-None-Match": mark})
            assert (fresh.status_code, fresh["ETag"] != mark) == (200, True)
            mark = fresh["ETag"]

    def test_what_happens_at_another_table_leaves_it_alone(self, client, address, event, round_, referee):
        client.force_login(referee)
        mark = client.get(address)["ETag"]
        other = round_.boards.get(table=2)
        send_hand(client, event, other, 0)
        ClockFact.objects.create(round=round_, board=other, kind="mark", at=timezone.now(), hand=1)
        assert client.get(address, headers={"If-None-Match": mark}).status_code == 304

    def test_the_reminder_makes_it_new_though_nobody_saved(self, client, address, referee, round_):
        with self.at(round_, 48):
            client.force_login(referee)
            mark = client.get(address)["ETag"]
            assert client.get(address, headers={"If-None-Match": mark}).status_code == 304
        with self.at(round_, 50.01):
            fresh = client.get(address, headers={"If-None-Match": mark})
        assert fresh.status_code == 200
        assert fresh.context["asks"] == "mark"

    def test_after_a_minute_every_phone_hears_the_time_again(self, client, address, referee, round_):
        with self.at(round_, 20):
            client.force_login(referee)
            mark = client.get(address)["ETag"]
        with self.at(round_, 21.5):
            assert client.get(address, headers={"If-None-Match": mark}).status_code == 200

    def test_who_may_not_see_it_is_told_nothing(self, client, address, referee):
        client.force_login(referee)
        mark = client.get(address)["ETag"]
        client.logout()
        for given in ({}, {"If-None-Match": '"guess_99999999999"'}, {"If-None-Match": "*"}):
            assert client.get(address, headers=given).status_code == 302
        assert client.get(address, headers={"If-None-Match": mark}).content == b""


class TestTheBoardOfTheDesk:
    @pytest.fixture
    def address(self, event, round_):
        return f"/e/{event.slug}/desk/"

    def look(self, client, address, mark=""):
        return client.get(address, headers={"HX-Request": "true", "If-None-Match": mark})

    def test_unchanged_it_costs_one_query_and_no_body(self, client, address, chief, count):
        client.force_login(chief)
        mark = self.look(client, address)["ETag"]
        again, cost = count(lambda: self.look(client, address, mark))
        assert (again.status_code, again.content, cost) == (304, b"", 1)

    def test_the_whole_page_is_always_a_fresh_one_and_brings_the_mark_of_its_board(
        self, client, address, chief
    ):
        client.force_login(chief)
        mark = self.look(client, address)["ETag"]
        page = client.get(address, headers={"If-None-Match": mark})
        assert (page.status_code, "ETag" in page.headers) == (200, False)
        assert self.look(client, address, page.context["mark"]).status_code == 304

    def test_a_hand_at_any_table_makes_it_new(self, client, address, event, round_, chief):
        client.force_login(chief)
        mark = self.look(client, address)["ETag"]
        send_hand(client, event, round_.boards.get(table=3), 0)
        assert self.look(client, address, mark).status_code == 200

    def test_a_table_that_is_late_shows_at_its_minute_though_nobody_saved(
        self, client, address, round_, chief
    ):
        start = round_.clock_facts.get(kind="start").at
        with time_machine.travel(start + timedelta(minutes=9)):
            client.force_login(chief)
            shown = self.look(client, address)
            assert shown.context["halls"][0]["late"] == []
        with time_machine.travel(start + timedelta(minutes=10.01)):
            fresh = self.look(client, address, shown["ETag"])
            assert len(fresh.context["halls"][0]["late"]) == 4

    def test_it_asks_the_same_few_questions_for_many_tables(
        self, client, make_event, chief_of, organiser, count
    ):
        costs = []
        for pairs in (8, 40):
            event = make_event(pairs)
            start_round(event, organiser)
            client.force_login(chief_of(event))
            self.look(client, f"/e/{event.slug}/desk/")
            costs.append(count(lambda event=event: self.look(client, f"/e/{event.slug}/desk/"))[1])
        assert costs[0] == costs[1] <= 11


class TestWhatManyLookAt:
    def test_unchanged_the_public_page_costs_one_query(self, client, event, round_, count):
        address = f"/e/{event.slug}/live/"
        mark = client.get(address)["ETag"]
        again, cost = count(lambda: client.get(address, headers={"If-None-Match": mark}))
        assert (again.status_code, again.content, cost) == (304, b"", 1)

    def test_the_clock_of_the_public_page_is_of_this_moment(self, client, event, round_):
        start = round_.clock_facts.get(kind="start").at
        for minutes, shown in ((10, "50:00"), (35, "25:00")):
            with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
                assert shown in client.get(f"/e/{event.slug}/live/").content.decode()

    @pytest.mark.parametrize("part", ["screen/part/", "live/"])
    def test_a_change_is_worked_out_once_for_all(self, client, event, board, organiser, part, count):
        play(board, organiser, [("A", 0)])
        client.get(f"/e/{event.slug}/{part}")
        answer, cost = count(lambda: client.get(f"/e/{event.slug}/{part}"))
        assert (answer.status_code, cost <= 3) == (200, True)

    def test_a_hand_leaves_the_standings_alone_and_a_confirmation_does_not(
        self, client, event, board, organiser, referee
    ):
        before = counted_revision(event)
        version = entering.enter_hand(board, referee, {"declarer": "A", "points": 0}, version=0).version
        version = entering.end_table(board, organiser, version=version).version
        assert counted_revision(event) == before
        entering.confirm(board, organiser, version=version)
        assert counted_revision(event) > before
        assert "+3" in client.get(f"/e/{event.slug}/live/").content.decode()

    def test_changes_that_follow_at_once_are_worked_out_together(self, event, settings):
        settings.REFRESH_SECONDS = 60
        done = []
        for revision in (1, 1, 2, 3):
            event.public_revision = revision
            there = kept("test", event, lambda: done.append(1) or len(done))
            assert (there.revision, there.value) == (1, 1)
        settings.REFRESH_SECONDS = 0
        assert kept("test", event, lambda: "new").value == "new"
        assert kept("test", event, lambda: "newer").value == "new"

    def test_a_viewer_who_has_what_is_kept_is_sent_nothing(self, client, event, board, organiser, settings):
        settings.REFRESH_SECONDS = 60
        mark = client.get(f"/e/{event.slug}/screen/part/")["ETag"]
        play(board, organiser, [("A", 0)])
        again = client.get(f"/e/{event.slug}/screen/part/", headers={"If-None-Match": mark})
        assert (again.status_code, again["ETag"]) == (304, mark)
        settings.REFRESH_SECONDS = 0
        assert client.get(f"/e/{event.slug}/screen/part/", headers={"If-None-Match": mark}).status_code == 200

    def test_while_one_works_it_out_the_others_are_shown_what_was_there(self, event):
        event.public_revision = 1
        kept("busy", event, lambda: "old")
        event.public_revision = 2
        begun, go = threading.Event(), threading.Event()

        def slow():
            begun.set()
            assert go.wait(10)
            return "new"

        worker = threading.Thread(target=lambda: kept("busy", event, slow))
        worker.start()
        assert begun.wait(10)
        assert kept("busy", event, lambda: "twice").value == "old"
        go.set()
        worker.join(10)
        assert kept("busy", event, lambda: "twice").value == "new"
