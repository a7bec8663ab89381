"""The big screen: readable from the far end, fresh within two seconds, cheap for two hundred viewers."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.answers import Refused
from tests.browser import WALL, scrolls_sideways, sign_in
from tests.hall import finish_round, play, start_round
from tournament.officiating.notices import give_due_notices
from tournament.officiating.steering import screen_of, steer

pytestmark = pytest.mark.django_db

FOUR_K = {"width": 3840, "height": 2160}
LOST = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")


@pytest.fixture
def address(event, round_):
    return f"/e/{event.slug}/screen/"


def pages_of(client, address) -> list[str]:
    html = client.get(f"{address}part/").content.decode()
    return [part.split('"')[0] for part in html.split('data-page="')[1:]]


class TestOneRequest:
    def test_unchanged_it_costs_one_query_and_no_body(self, client, address):
        mark = client.get(f"{address}part/")["ETag"]
        with CaptureQueriesContext(connection) as queries:
            again = client.get(f"{address}part/", headers={"If-None-Match": mark})
        assert (again.status_code, again.content) == (304, b"")
        assert len(queries) == 1

    def test_a_change_is_worked_out_once_for_all_viewers(self, client, address, board, organiser):
        play(board, organiser, [("A", 0)])
        client.get(f"{address}part/")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{address}part/").status_code == 200
        assert len(queries) <= 3

    def test_a_result_makes_it_new(self, client, address, board, organiser):
        mark = client.get(f"{address}part/")["ETag"]
        play(board, organiser, [("A", 0)])
        fresh = client.get(f"{address}part/", headers={"If-None-Match": mark})
        assert fresh.status_code == 200
        assert "5 : 2" in fresh.content.decode()

    def test_the_clock_is_of_this_moment_though_the_pages_are_kept(self, client, address, round_):
        start = round_.clock_facts.get(kind="start").at
        for minutes, shown in ((10, "50:00"), (35, "25:00")):
            with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
                assert shown in client.get(f"{address}part/").content.decode()

    def test_a_notice_of_the_clock_is_on_it(self, client, address, round_):
        assert "data-notice" not in client.get(f"{address}part/").content.decode()
        give_due_notices(round_.clock_facts.get(kind="start").at + timedelta(minutes=50))
        assert 'data-tone="reminder"' in client.get(f"{address}part/").content.decode()


class TestSteering:
    def test_everything_comes_in_turn_until_the_desk_says_otherwise(self, client, event, address, chief):
        assert pages_of(client, address) == ["pairings", "names", "standings"]
        for show, expected in (
            ("names", ["names"]),
            ("standings", ["standings"]),
            ("clock", ["clock"]),
            ("pairings", ["pairings"]),
        ):
            steer(event, chief, show)
            assert pages_of(client, address) == [expected[0]]
        steer(event, chief, "rotate", notice="13:30 开始第 2 轮", seconds=8)
        assert pages_of(client, address) == ["notice", "pairings", "names", "standings"]
        assert "13:30 开始第 2 轮" in client.get(f"{address}part/").content.decode()

    def test_the_desk_steers_by_its_form(self, client, event, address, chief):
        client.force_login(chief)
        answer = client.post(
            f"/e/{event.slug}/desk/screen/", {"show": "notice", "notice": "午饭", "seconds": "20"}
        )
        assert answer.status_code == 302
        assert (screen_of(event).show, screen_of(event).seconds) == ("notice", 20)
        client.post(f"/e/{event.slug}/desk/screen/", {"show": "dance", "seconds": "20"})
        assert screen_of(event).show == "notice"

    def test_only_who_runs_the_clock_steers(self, event, referee):
        with pytest.raises(PermissionDenied):
            steer(event, referee, "clock")

    @pytest.mark.parametrize(("show", "seconds"), [("dance", 10), ("clock", 1), ("clock", 121)])
    def test_what_the_screen_cannot_do_is_refused(self, event, chief, show, seconds):
        with pytest.raises(Refused):
            steer(event, chief, show, seconds=seconds)

    def test_before_the_first_round_it_says_what_will_come(self, client, make_event):
        event = make_event(4)
        assert pages_of(client, f"/e/{event.slug}/screen/") == ["clock"]

    def test_many_tables_make_several_pages(self, client, make_event, organiser):
        event = make_event(40)
        start_round(event, organiser)
        kinds = pages_of(client, f"/e/{event.slug}/screen/")
        assert (kinds.count("pairings"), kinds.count("names")) == (2, 3)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
class TestInTheHall:
    @pytest.fixture
    def full(self, make_event, organiser):
        """24 pairs, 12 tables: a full page."""
        event = make_event(24)
        finish_round(start_round(event, organiser), organiser)
        return event, start_round(event, organiser)

    @pytest.mark.parametrize("size", [WALL, FOUR_K])
    def test_clock_and_table_numbers_are_read_from_the_far_end(self, new_page, full, chief_of, size):
        event, _round = full
        page = new_page(size, touch=False)
        for show in ("pairings", "names"):
            steer(event, chief_of(event), show, seconds=120)
            page.goto(f"/e/{event.slug}/screen/")
            least = size["height"] * 0.08
            assert page.locator(".clock-time").bounding_box()["height"] >= least
            numbers = page.locator("[data-page]:not([hidden]) .screen-number")
            assert numbers.count() >= 12
            for at in range(numbers.count()):
                box = numbers.nth(at).bounding_box()
                assert box["height"] >= least
                assert box["y"] + box["height"] <= size["height"]
            assert not scrolls_sideways(page)

    def test_standings_fit_the_screen(self, new_page, full, chief_of):
        event, _round = full
        steer(event, chief_of(event), "standings", seconds=120)
        page = new_page(WALL, touch=False)
        page.goto(f"/e/{event.slug}/screen/")
        rows = page.locator("[data-page]:not([hidden]) tbody tr")
        assert rows.count() == 8
        last = rows.last.bounding_box()
        assert last["y"] + last["height"] <= WALL["height"]

    def test_a_result_appears_by_itself(self, new_page, event, address, board, organiser, chief):
        steer(event, chief, "pairings", seconds=120)
        page = new_page(WALL, touch=False)
        page.goto(address)
        page.wait_for_timeout(300)
        play(board, organiser, [("A", 0)])
        page.locator("[data-table='1'] .screen-levels").wait_for(timeout=5000)

    def test_after_a_lost_connection_it_goes_on_by_itself(
        self, new_page, event, address, board, organiser, chief
    ):
        steer(event, chief, "pairings", seconds=120)
        page = new_page(WALL, touch=False, allow=LOST)
        page.goto(address)
        page.context.set_offline(True)
        page.locator("[data-lost]").wait_for(timeout=10000)
        play(board, organiser, [("A", 0)])
        page.context.set_offline(False)
        page.locator("[data-table='1'] .screen-levels").wait_for(timeout=10000)
        page.locator("[data-lost]").wait_for(state="hidden", timeout=10000)

    def test_it_turns_its_pages(self, new_page, event, address, chief):
        steer(event, chief, "rotate", seconds=3)
        page = new_page(WALL, touch=False)
        page.goto(address)
        for kind in ("pairings", "names", "standings"):
            page.locator(f"[data-page={kind}]:not([hidden])").wait_for(timeout=10000)
            assert page.locator("[data-page]:visible").count() == 1

    def test_a_notice_sounds_once_on_screen_and_desk(
        self, new_page, live_server, event, address, round_, chief
    ):
        screen, desk = new_page(WALL, touch=False), new_page()
        screen.goto(address)
        sign_in(desk, live_server, chief)
        desk.goto(f"/e/{event.slug}/desk/")
        start = round_.clock_facts.get(kind="start").at
        with time_machine.travel(start + timedelta(minutes=50)):
            give_due_notices(start + timedelta(minutes=50))
            for page in (screen, desk):
                page.locator("html[data-sounded=reminder]").wait_for(state="attached", timeout=10000)
        screen.reload()
        screen.locator("[data-notice]").wait_for()
        assert screen.evaluate("document.documentElement.dataset.sounded") is None
