"""The editor as an organiser uses it, on a desk and on a phone."""

from __future__ import annotations

import re

import pytest

from tests.browser import DESK, PHONE, scrolls_sideways, sign_in
from tests.hall import finish_round, play, start_round
from tournament.officiating import timing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def window(request, new_page):
    return new_page(request.param)


def test_editing_redraws_the_ruler_and_answers_the_hand_tried(window, live_server, event, organiser):
    """The step of the attackers set from 60 to 90: from 210 on +1, so 185 points bring the deal alone."""
    sign_in(window, live_server, organiser)
    window.goto(f"/e/{event.slug}/rules/edit/")
    picture = window.locator("#rule-picture")
    assert "180–235" in picture.inner_text()
    window.fill("#id_try-points", "185")
    window.locator("#try-answer .figure").wait_for()
    assert "B 3" in window.locator("#try-answer .figure").inner_text()
    window.fill("#id_attackers_every", "90")
    window.locator("#rule-picture td", has_text="210–295").wait_for()
    assert picture.locator("rect").count() == 6
    window.locator("#try-answer .figure", has_text="B 2").wait_for()
    assert "table.attackers.every" in window.locator("#rule-differences").inner_text()
    assert window.input_value("#id_attackers_every") == "90"
    assert not scrolls_sideways(window)


def test_answer_to_the_hand_tried_is_seen_beside_the_form_without_scrolling(
    page, live_server, event, organiser
):
    sign_in(page, live_server, organiser)
    page.goto(f"/e/{event.slug}/rules/edit/")
    page.fill("#id_try-points", "185")
    answer = page.locator("#try-answer .figure")
    answer.wait_for()
    box = answer.bounding_box()
    assert box["y"] + box["height"] < DESK["height"]
    assert page.locator("#try-answer li").first.bounding_box()["y"] < DESK["height"]
    assert not page.locator("button[value=redraw]").is_visible()


def test_a_mistake_is_told_beside_the_picture_while_she_types(page, live_server, event, organiser):
    sign_in(page, live_server, organiser)
    page.goto(f"/e/{event.slug}/rules/edit/")
    page.fill("#id_threshold", "123")
    page.locator("#rule-problems a[href='#id_threshold']").wait_for()
    page.fill("#id_threshold", "120")
    page.locator("#rule-problems section").wait_for(state="detached")


def test_without_script_the_buttons_do_the_same(new_page, live_server, event, organiser):
    page = new_page(DESK, java_script_enabled=False)
    sign_in(page, live_server, organiser)
    page.goto(f"/e/{event.slug}/rules/edit/")
    page.fill("#id_attackers_every", "90")
    page.click("button[value=redraw]")
    assert "210–295" in page.inner_text("#rule-picture")
    page.click("button[value=save]")
    page.wait_for_url(re.compile(r"/rules/$"))
    assert "210–295" in page.inner_text("#rule-picture")
    page.goto(f"/e/{event.slug}/rules/")
    page.fill("#id_try-points", "0")
    page.click("#try button")
    assert "A 5" in page.inner_text("#try-answer .figure")


def test_no_page_of_the_table_is_wider_than_its_window(window, live_server, event, organiser):
    first = start_round(event, organiser)
    play(first.boards.get(table=1), organiser, [("A", 35), ("A", 185), ("B", 0)])
    for board in first.boards.exclude(table=1):
        play(board, organiser, [("B", 300)])
    timing.close_round(first, organiser)
    finish_round(start_round(event, organiser), organiser)
    board = first.boards.get(table=1)
    for path in (
        "rules/",
        "standings/",
        "standings/swiss/?round=1",
        "standings/swiss/1/",
        "standings/swiss/chart/?entry=1",
        f"match/{board.key}/",
    ):
        window.goto(f"/e/{event.slug}/{path}")
        assert not scrolls_sideways(window), path
