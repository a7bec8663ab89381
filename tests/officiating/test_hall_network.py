"""In the hall: plain HTTP under the machine's own address, and the browsers that players really have.

Under ``localhost`` a browser offers what it keeps from any other address without https: there it would not
show that a phone in the hall has neither a service worker nor ``crypto.randomUUID``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from scoring.models import Hand
from tests.browser import DESK, PHONE, WALL, scrolls_sideways, sign_in
from tests.hall import play
from tournament.access.hall_addresses import hall_addresses
from tournament.models import Role
from tournament.officiating import entering
from tournament.officiating.steering import steer

browser = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CUT = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource", "ERR_FAILED", "htmx:")
WECHAT = (
    "Mozilla/5.0 (Linux; Android 10; M2006C3LC Build/QP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Version/4.0 Chrome/78.0.3904.62 XWEB/2691 MMWEBSDK/201201 Mobile Safari/537.36"
    " MicroMessenger/8.0.1.1841(0x28000151) NetType/WIFI Language/zh_CN ABI/arm64"
)
# What such a browser lacks.
OLD = """
for (const [owner, names] of [
  [Element.prototype, ["replaceChildren"]], [Document.prototype, ["replaceChildren"]],
  [String.prototype, ["replaceAll", "at"]], [Array.prototype, ["at", "findLast"]],
  [Promise, ["any", "allSettled"]], [Object, ["hasOwn"]], [Crypto.prototype, ["randomUUID"]],
  [Navigator.prototype, ["serviceWorker", "vibrate", "wakeLock", "locks"]],
  [window, ["structuredClone", "AudioContext", "webkitAudioContext", "Notification", "BroadcastChannel"]],
]) for (const name of names) delete owner[name];
"""


SCRIPTS = sorted(Path(settings.BASE_DIR).glob("static/js/*.js"))
NEWER = re.compile(
    r"\?\.[\w\[(]|\?\?|\.replaceAll\(|\.at\(|replaceChildren|structuredClone|randomUUID|serviceWorker"
)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_our_scripts_are_written_for_browsers_some_years_old(path):
    code = re.sub(r"(?m)^\s*//.*$|\s//\s.*$", "", path.read_text(encoding="utf-8"))
    assert NEWER.findall(code) == []


class InTheHall:
    pytestmark = browser

    @pytest.fixture
    def live_server(self, transactional_db):
        """The live server under the address that phones use, not under localhost."""
        addresses = hall_addresses()
        if not addresses:
            pytest.skip("this machine has no address that others reach")
        server = LiveServer(addresses[0])
        yield server
        server.stop()

    @pytest.fixture
    def address(self, event, board):
        return f"/e/{event.slug}/tables/{board.key}/"


def type_hand(page, declarer: str, points: int) -> None:
    page.locator(f"input[name=declarer][value={declarer}]").check()
    for digit in str(points):
        page.locator(f"[data-pad-key='{digit}']").tap()
    page.locator("button[value=hand]").tap()


def hands(board) -> list[tuple[int, str, int]]:
    return list(Hand.objects.filter(match=board.match_id).values_list("number", "declarer", "points"))


class TestPlainHttp(InTheHall):
    def test_a_phone_in_the_hall_lacks_what_localhost_would_have(self, new_page, address):
        page = new_page(PHONE)
        page.goto(address)
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]") == [
            False,
            False,
            False,
        ]

    def test_what_was_typed_before_the_page_was_closed_is_sent_in_order_when_it_is_opened_again(
        self, new_page, live_server, address, board, referee
    ):
        page = new_page(PHONE, allow=CUT)
        sign_in(page, live_server, referee)
        page.goto(address)
        page.context.set_offline(True)
        for number, (declarer, points) in enumerate([("A", 60), ("A", 120), ("B", 0)]):
            type_hand(page, declarer, points)
            page.locator("[data-queue] li").nth(number).wait_for()
        context = page.context
        page.close()
        context.set_offline(False)
        page = context.new_page()
        page.goto(address)
        page.locator(".hands > li").nth(2).wait_for()
        assert hands(board) == [(1, "A", 60), (2, "A", 120), (3, "B", 0)]
        page.reload()
        page.locator(".hands > li").nth(2).wait_for()
        assert page.locator("[data-queue]").is_hidden()
        assert len(hands(board)) == 3

    def test_a_conflict_shows_both_hands_and_asks(
        self, new_page, live_server, address, board, referee, chief
    ):
        page = new_page(PHONE, allow=CUT)
        sign_in(page, live_server, referee)
        page.goto(address)
        page.context.set_offline(True)
        type_hand(page, "A", 120)
        page.locator("[data-queue] li").wait_for()
        entering.enter_hand(board, chief, {"declarer": "A", "points": 60}, version=0)
        page.context.set_offline(False)
        asked = page.locator("[data-queue] li[data-state=asked]")
        asked.wait_for()
        assert "120" in asked.locator("[data-part=hand]").inner_text()
        assert "60" in asked.locator("[data-part=theirs]").inner_text()
        assert hands(board) == [(1, "A", 60)]
        asked.locator("[data-do=another]").tap()
        page.locator(".hands > li").nth(1).wait_for()
        assert hands(board) == [(1, "A", 60), (2, "A", 120)]

    def test_the_screen_and_the_desk_keep_themselves_fresh(
        self, new_page, live_server, event, board, organiser, chief
    ):
        steer(event, chief, "pairings", seconds=120)
        screen, desk = new_page(WALL, touch=False), new_page(DESK)
        screen.goto(f"/e/{event.slug}/screen/")
        sign_in(desk, live_server, chief)
        desk.goto(f"/e/{event.slug}/desk/")
        play(board, organiser, [("A", 0)])
        screen.locator("[data-table='1'] .screen-levels").wait_for()
        desk.locator(".tile-confirmed").wait_for()


class TestInsideAnotherApp(InTheHall):
    """WeChat's own browser: an old kernel, which lacks much and cannot even read htmx."""

    @pytest.fixture
    def page(self, new_page, live_server, referee):
        page = new_page(PHONE, allow=CUT, user_agent=WECHAT)
        page.add_init_script(OLD)
        page.route("**/htmx*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        sign_in(page, live_server, referee)
        return page

    def test_hands_are_typed_kept_and_sent(self, page, address, board):
        page.goto(address)
        type_hand(page, "A", 60)
        page.locator(".hands > li").first.wait_for()
        page.locator("[data-pad-key='5']").wait_for()
        page.context.set_offline(True)
        type_hand(page, "A", 5)
        page.locator("[data-queue] li").wait_for()
        page.context.set_offline(False)
        page.locator(".hands > li").nth(1).wait_for()
        assert hands(board) == [(1, "A", 60), (2, "A", 5)]

    def test_a_player_finds_her_table_and_the_page_stays_fresh(self, page, event, board, organiser):
        entry = board.encounter.slots.get(side="A").entry
        page.goto(f"/e/{event.slug}/")
        page.locator("#id_q").fill(str(entry.number))
        page.locator("form[role=search] button").tap()
        assert page.locator(".my-table b").inner_text() == "1"
        page.goto(f"/e/{event.slug}/")
        assert page.locator(".my-table b").inner_text() == "1"
        play(board, organiser, [("A", 0)])
        page.locator(".my-place a.figure").wait_for(timeout=8000)


class TestLargeText:
    """Text at twice its size: nothing is pushed out of the page, nothing that is to be pressed is cut."""

    pytestmark = browser

    CUT_OFF = """() => [...document.querySelectorAll("button, a.button, .tap, summary, h1, h2, label")]
      .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).overflowX !== "visible")
      .map((one) => one.outerHTML.slice(0, 80))"""

    def look(self, page, path):
        page.goto(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 30
        assert not scrolls_sideways(page), path
        assert page.evaluate(self.CUT_OFF) == [], path

    def test_on_a_phone(self, new_page, live_server, event, board, referee, address):
        page = new_page(PHONE)
        for path in (f"/e/{event.slug}/", f"/e/{event.slug}/me/?q=1", f"/e/{event.slug}/rounds/swiss/1/"):
            self.look(page, path)
        sign_in(page, live_server, referee)
        for path in (f"/e/{event.slug}/tables/", address, f"{address}ruling/"):
            self.look(page, path)

    def test_at_a_desk(self, new_page, live_server, event, round_, member):
        page = new_page(WALL, touch=False)
        sign_in(page, live_server, member(event, Role.CHIEF_REFEREE))
        for path in ("desk/", "duty/", "rulings/", "tables/"):
            self.look(page, f"/e/{event.slug}/{path}")

    @pytest.fixture
    def address(self, event, board):
        return f"/e/{event.slug}/tables/{board.key}/"
