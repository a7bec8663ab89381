"""How many taps a hand costs on a phone, on our own number pad: four on average."""

from __future__ import annotations

import pytest

from scoring.models import Hand
from tests.browser import PHONE, WALL, scrolls_sideways, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A match as one is played: who declares, and what the attackers made.
MATCH = [("A", 60), ("A", 35), ("A", 125), ("B", 80), ("B", 0), ("B", 155), ("A", 45), ("A", 110), ("A", 5)]


def test_a_hand_takes_four_taps_on_average(new_page, live_server, event, board, referee):
    page = new_page(PHONE)
    sign_in(page, live_server, referee)
    page.goto(f"/e/{event.slug}/tables/{board.key}/")
    taps = 0
    for number, (declarer, points) in enumerate(MATCH, 1):
        side = page.locator(f"input[name=declarer][value={declarer}]")
        if not side.is_checked():
            side.check()
            taps += 1
        for digit in str(points):
            page.locator(f"[data-pad-key='{digit}']").tap()
            taps += 1
        page.locator("button[value=hand]").tap()
        taps += 1
        page.locator(".hands > li").nth(number - 1).wait_for()
    assert list(Hand.objects.values_list("declarer", "points")) == MATCH
    assert taps / len(MATCH) <= 4
    assert not scrolls_sideways(page)


def test_at_a_desk_a_hand_is_typed_without_a_mouse(new_page, live_server, event, board, referee):
    """1 or 2 says who declares where nobody knows yet; then the points; Enter saves and goes on."""
    page = new_page(WALL, touch=False)
    sign_in(page, live_server, referee)
    page.goto(f"/e/{event.slug}/tables/{board.key}/")
    strokes = 0
    for number, (declarer, points) in enumerate(MATCH, 1):
        side = page.locator(f"input[name=declarer][value={declarer}]")
        who = [] if side.is_checked() else [str("AB".index(declarer) + 1)]
        for key in [*who, *str(points), "Enter"]:
            page.keyboard.press(key)
            strokes += 1
        page.locator(".hands > li").nth(number - 1).wait_for()
        page.wait_for_load_state()
    assert list(Hand.objects.values_list("declarer", "points")) == MATCH
    assert strokes / len(MATCH) <= 4


def test_what_is_tapped_is_large_enough_for_a_thumb(new_page, live_server, event, board, referee):
    page = new_page(PHONE)
    sign_in(page, live_server, referee)
    page.goto(f"/e/{event.slug}/tables/{board.key}/")
    for target in (*page.locator("[data-pad-key]").all(), page.locator("button[value=hand]")):
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 44


def test_the_stopwatch_counts_a_play_and_a_bury(new_page, live_server, event, board, referee):
    page = new_page(PHONE)
    sign_in(page, live_server, referee)
    page.clock.install()
    page.goto(f"/e/{event.slug}/tables/{board.key}/")
    watch = page.locator("[data-stopwatch]")
    watch.locator("[data-seconds='120']").tap()
    assert watch.locator("output").inner_text() == "2:00"
    page.clock.run_for(90_500)
    assert watch.locator("output").inner_text() == "0:30"
    watch.locator("[data-seconds='60']").tap()
    assert watch.locator("output").inner_text() == "1:00"
    page.clock.run_for(61_000)
    assert watch.locator("output").inner_text() == watch.get_attribute("data-over")
