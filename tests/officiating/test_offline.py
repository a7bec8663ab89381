"""A phone on bad Wi-Fi: what is typed is kept, sent once, in order; where others saved first, it asks."""

from __future__ import annotations

import json

import pytest

from scoring.models import Hand
from tests.browser import PHONE, sign_in
from tournament.officiating import entering

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OFFLINE = (
    "ERR_INTERNET_DISCONNECTED",
    "Failed to load resource",
    "ERR_FAILED",
    "htmx:sendError",
    "htmx:afterRequest",
)


@pytest.fixture
def address(event, board):
    return f"/e/{event.slug}/tables/{board.key}/"


@pytest.fixture
def at_table(new_page, live_server, address):
    """``at_table(user)``: a phone at table 1 with that user signed in."""

    def open_table(user, **options):
        page = new_page(PHONE, allow=OFFLINE, **options)
        sign_in(page, live_server, user)
        page.goto(address)
        return page

    return open_table


def type_hand(page, declarer: str, points: int) -> None:
    page.locator(f"input[name=declarer][value={declarer}]").check()
    page.locator("[name=points]").fill(str(points))
    page.locator("button[value=hand]").click()


def kept(page):
    return page.locator("[data-queue] li")


def hands(board) -> list[tuple[int, str, int]]:
    return list(Hand.objects.filter(match=board.match_id).values_list("number", "declarer", "points"))


def test_a_hand_is_saved_at_once_where_there_is_a_connection(at_table, referee, board):
    page = at_table(referee)
    type_hand(page, "A", 60)
    page.locator(".hands > li").first.wait_for()
    assert hands(board) == [(1, "A", 60)]
    assert page.locator("[data-queue]").is_hidden()


def test_hands_typed_without_a_connection_are_sent_once_and_in_order(at_table, referee, board):
    page = at_table(referee)
    page.context.set_offline(True)
    type_hand(page, "A", 60)
    kept(page).nth(0).wait_for()
    assert page.locator("[data-next-hand]").inner_text() == "2"
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect(page.locator("[data-queue]")).to_be_in_viewport()
    type_hand(page, "A", 120)
    kept(page).nth(1).wait_for()
    type_hand(page, "B", 0)
    kept(page).nth(2).wait_for()
    assert hands(board) == []
    page.context.set_offline(False)
    page.locator(".hands > li").nth(2).wait_for()
    assert hands(board) == [(1, "A", 60), (2, "A", 120), (3, "B", 0)]
    assert page.locator("[data-queue]").is_hidden()


def test_what_was_not_sent_is_sent_after_the_page_is_opened_again(at_table, referee, board, event):
    """The connection fails, the tab is closed; later the list of tables is opened: the hand is sent."""
    page = at_table(referee)
    page.context.set_offline(True)
    type_hand(page, "A", 60)
    kept(page).nth(0).wait_for()
    page.context.set_offline(False)
    context = page.context
    page.close()
    again = context.new_page()
    again.goto(f"/e/{event.slug}/tables/")
    again.locator("[data-queue]").wait_for(state="hidden")
    for _ in range(50):
        if hands(board):
            break
        again.wait_for_timeout(100)
    assert hands(board) == [(1, "A", 60)]


def test_an_answer_that_was_lost_does_not_double_the_hand(at_table, referee, board, address):
    """The server saved, the answer did not arrive: the phone sends again, and the hand counts once."""
    page = at_table(referee)
    lost = []

    def lose_the_answer(route):
        if (
            route.request.method == "POST"
            and "application/json" in route.request.headers["accept"]
            and not lost
        ):
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route(f"**{address}", lose_the_answer)
    type_hand(page, "A", 60)
    page.locator(".hands > li").first.wait_for()
    assert lost == [200]
    assert hands(board) == [(1, "A", 60)]


def test_where_somebody_else_saved_first_both_are_shown_and_the_same_hand_is_left_out(
    at_table, referee, chief, board
):
    first, second = at_table(referee), at_table(chief)
    second.context.set_offline(True)
    type_hand(second, "A", 60)
    kept(second).nth(0).wait_for()
    type_hand(first, "A", 60)
    first.locator(".hands > li").first.wait_for()
    second.context.set_offline(False)
    asked = second.locator("[data-queue] li[data-state=asked]")
    asked.wait_for()
    assert "60" in asked.locator("[data-part=hand]").inner_text()
    assert "60" in asked.locator("[data-part=theirs]").inner_text()
    asked.locator("[data-do=same]").click()
    second.locator(".hands > li").first.wait_for()
    assert hands(board) == [(1, "A", 60)]


def test_where_mine_is_another_hand_it_is_saved_after_theirs(at_table, referee, chief, board):
    first, second = at_table(referee), at_table(chief)
    second.context.set_offline(True)
    type_hand(second, "A", 120)
    kept(second).nth(0).wait_for()
    type_hand(second, "B", 0)
    kept(second).nth(1).wait_for()
    type_hand(first, "A", 60)
    first.locator(".hands > li").first.wait_for()
    second.context.set_offline(False)
    asked = second.locator("[data-queue] li[data-state=asked]")
    asked.wait_for()
    assert hands(board) == [(1, "A", 60)]
    asked.locator("[data-do=another]").click()
    second.locator(".hands > li").nth(2).wait_for()
    assert hands(board) == [(1, "A", 60), (2, "A", 120), (3, "B", 0)]


def test_a_hand_that_cannot_be_comes_back_into_the_form(at_table, referee, board):
    page = at_table(referee)
    type_hand(page, "A", 33)
    asked = page.locator("[data-queue] li[data-state=asked]")
    asked.wait_for()
    assert "33" in asked.locator("[data-part=answer]").inner_text()
    asked.locator("[data-do=edit]").click()
    page.locator("[data-queue]").wait_for(state="hidden")
    assert page.locator("[name=points]").input_value() == "33"
    page.locator("[name=points]").fill("35")
    page.locator("button[value=hand]").click()
    page.locator(".hands > li").first.wait_for()
    assert hands(board) == [(1, "A", 35)]


def refused_second_hand(page) -> None:
    """Hand 1 is saved; hand 2 is refused, because the other side has the deal."""
    type_hand(page, "A", 60)
    page.locator(".hands > li").first.wait_for()
    type_hand(page, "B", 40)
    page.locator("[data-queue] li[data-state=asked]").wait_for()


def test_a_refused_hand_does_not_count_as_the_next_one(at_table, referee, board):
    page = at_table(referee)
    refused_second_hand(page)
    assert page.locator("[data-next-hand]").inner_text() == "2"
    page.reload()
    page.locator("[data-queue] li[data-state=asked]").wait_for()
    assert page.locator("[data-next-hand]").inner_text() == "2"
    assert hands(board) == [(1, "A", 60)]


def test_a_refused_hand_is_warned_about_once_and_not_called_unsent(at_table, referee, board):
    page = at_table(referee)
    refused_second_hand(page)
    page.wait_for_timeout(600)  # the judgement of what was typed would have come by now
    warning = page.locator("[data-queue] [data-part=answer]").inner_text()
    assert warning
    sentence = warning.split("。")[0]
    assert page.locator("body").inner_text().count(sentence) == 1
    assert page.locator("[data-queue] [data-when=asked]").is_visible()
    assert page.locator("[data-queue] [data-when=waiting]").is_hidden()


def test_a_hand_taken_back_into_the_form_keeps_its_place_before_those_behind_it(at_table, referee, board):
    page = at_table(referee)
    page.context.set_offline(True)
    type_hand(page, "A", 33)
    kept(page).nth(0).wait_for()
    type_hand(page, "A", 120)
    kept(page).nth(1).wait_for()
    page.context.set_offline(False)
    asked = page.locator("[data-queue] li[data-state=asked]")
    asked.wait_for()
    asked.locator("[data-do=edit]").click()
    page.wait_for_function("() => document.querySelector('[name=points]').value === '33'")
    page.locator("[name=points]").fill("60")
    page.locator("button[value=hand]").click()
    page.locator(".hands > li").nth(1).wait_for()
    assert hands(board) == [(1, "A", 60), (2, "A", 120)]


def test_after_a_conflict_the_page_shows_what_the_others_saved_and_keeps_what_is_typed(
    at_table, referee, chief, board
):
    first, second = at_table(referee), at_table(chief)
    second.context.set_offline(True)
    type_hand(second, "A", 60)
    kept(second).nth(0).wait_for()
    second.locator("input[name=declarer][value=B]").check()
    second.locator("[name=points]").fill("85")
    type_hand(first, "A", 0)
    first.locator(".hands > li").first.wait_for()
    second.context.set_offline(False)
    second.locator(".hands > li").first.wait_for()
    second.locator("[data-queue] li[data-state=asked]").wait_for()
    assert second.locator(".levels").inner_text() == first.locator(".levels").inner_text()
    assert second.locator("[data-next-hand]").inner_text() == "2"
    assert second.locator("[name=points]").input_value() == "85"
    assert second.locator("input[name=declarer][value=B]").is_checked()
    assert hands(board) == [(1, "A", 0)]


def test_full_width_digits_are_judged_and_saved_as_digits(at_table, referee, board):
    page = at_table(referee)
    page.locator("input[name=declarer][value=A]").check()
    page.locator("[name=points]").fill("60")
    page.locator("#judgement .figure").wait_for()
    before = page.locator("#judgement").inner_text()
    page.locator("[name=points]").fill("１２０")
    assert page.locator("[name=points]").input_value() == "120"
    page.wait_for_function(
        "before => { const now = document.querySelector('#judgement').innerText;"
        " return now.trim() && now !== before }",
        arg=before,
    )
    page.locator("button[value=hand]").click()
    page.locator(".hands > li").first.wait_for()
    assert hands(board) == [(1, "A", 120)]


def test_no_judgement_stands_beside_a_number_that_is_none(at_table, referee, board):
    page = at_table(referee)
    page.locator("input[name=declarer][value=A]").check()
    page.locator("[name=points]").fill("60")
    page.locator("#judgement .figure").wait_for()
    page.locator("[name=points]").fill("12o")
    page.wait_for_timeout(500)
    assert page.locator("#judgement").inner_text() == ""
    page.locator("[name=points]").fill("－５")
    assert page.locator("[name=points]").input_value() == "-5"
    page.wait_for_function("() => document.querySelector('#judgement').innerText.trim()")


def test_who_was_signed_out_signs_in_and_loses_nothing(at_table, referee, board, live_server):
    page = at_table(referee)
    page.context.clear_cookies(name="sessionid")
    type_hand(page, "A", 60)
    page.locator("[data-sign-in-link]").wait_for()
    assert hands(board) == []
    sign_in(page, live_server, referee)
    page.reload()
    page.locator(".hands > li").first.wait_for()
    assert hands(board) == [(1, "A", 60)]


def test_another_referee_on_the_same_phone_sends_nothing_of_the_first(
    at_table, referee, chief, board, live_server, address
):
    page = at_table(referee)
    page.context.set_offline(True)
    type_hand(page, "A", 60)
    kept(page).nth(0).wait_for()
    page.context.clear_cookies()
    sign_in(page, live_server, chief)
    page.context.set_offline(False)
    page.goto(address)
    page.wait_for_timeout(700)
    assert hands(board) == []
    assert page.locator("[data-queue]").is_hidden()


def test_the_form_works_without_scripts(at_table, referee, board):
    page = at_table(referee, java_script_enabled=False)
    type_hand(page, "A", 60)
    page.locator(".hands > li").first.wait_for()
    assert hands(board) == [(1, "A", 60)]


class TestTheAnswerToAPhone:
    def send(self, client, address, **data):
        data = {"action": "hand", "declarer": "A", "points": 60, "version": 0, "nonce": "n1", **data}
        response = client.post(address, data, headers={"Accept": "application/json"})
        return response.status_code, json.loads(response.content)

    def test_it_tells_the_new_version_once(self, client, referee, address, board):
        client.force_login(referee)
        assert self.send(client, address) == (200, {"ok": True, "problems": [], "version": 1, "again": False})
        assert self.send(client, address) == (200, {"ok": True, "problems": [], "version": 1, "again": True})
        assert hands(board) == [(1, "A", 60)]

    def test_it_tells_what_somebody_else_saved(self, client, referee, chief, address, board):
        entering.enter_hand(board, chief, {"declarer": "A", "points": 0}, version=0)
        client.force_login(referee)
        status, told = self.send(client, address)
        assert (status, told["ok"], told["version"]) == (409, False, 1)
        assert told["problems"][0]["code"] == "changed-meanwhile"
        assert "0" in told["theirs"]

    def test_it_tells_what_is_wrong_and_what_is_merely_unlikely(self, client, referee, address, board):
        client.force_login(referee)
        status, told = self.send(client, address, points=42)
        assert (status, told["unlikely"]) == (422, False)
        status, told = self.send(client, address, points=700, nonce="n2")
        assert (status, told["unlikely"]) == (422, True)
        assert self.send(client, address, points=700, nonce="n2", sure=1)[0] == 200
        status, told = self.send(client, address, points="many", nonce="n3")
        assert (status, told["problems"][0]["at"]) == (422, "points")

    def test_it_tells_who_is_signed_out_where_to_sign_in(self, client, address, event):
        status, told = self.send(client, address)
        assert status == 401
        assert told["sign_in"].startswith(f"/e/{event.slug}/pin/?next=")
