"""The draw on the wall in a real browser: closed places open one by one; without a script all are open."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from tests.browser import WALL, sign_in
from tests.hall import proposed
from tournament.events.creating import create_event
from tournament.registration import hand_draw
from tournament.registration.registering import register
from tournament.stages.drawing import draw_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def held():
    organiser = get_user_model().objects.create_user("organiser", password="a-long-password-1")
    event = create_event(organiser, "swiss-60min", "测试赛")
    register(event, organiser, [proposed(number, f"分会{number}") for number in range(1, 5)])
    return event, organiser


def shows(page, count):
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(page.locator(".wall-name:visible")).to_have_count(count)


def test_places_open_one_after_the_other_by_key_and_button(held, new_page, live_server):
    event, organiser = held
    draw_round(event.stages.get(), organiser)
    page = new_page(WALL)
    sign_in(page, live_server, organiser)
    page.goto(f"/e/{event.slug}/draw/wall/")
    shows(page, 0)
    page.keyboard.press("ArrowRight")
    shows(page, 1)
    page.locator("[data-wall-next]").click()
    shows(page, 2)
    page.locator("[data-wall-all]").click()
    shows(page, 4)
    page.locator("[data-wall-again]").click()
    shows(page, 0)


def test_without_a_script_all_is_open(held, new_page, live_server):
    event, organiser = held
    draw_round(event.stages.get(), organiser)
    page = new_page(WALL, java_script_enabled=False)
    sign_in(page, live_server, organiser)
    page.goto(f"/e/{event.slug}/draw/wall/")
    shows(page, 4)


def test_a_lot_that_is_typed_in_comes_up_by_itself(held, new_page, live_server):
    event, organiser = held
    page = new_page(WALL)
    sign_in(page, live_server, organiser)
    page.goto(f"/e/{event.slug}/draw/wall/")
    assert page.get_by_text("甲3 / 乙3").count() == 0
    hand_draw.type_lots(event.stages.get(), organiser, {3: 1})
    page.get_by_text("甲3 / 乙3").wait_for(timeout=15000)


def test_lots_that_everybody_saw_are_not_covered_again_when_the_draft_is_made(held, new_page, live_server):
    event, organiser = held
    page = new_page(WALL)
    sign_in(page, live_server, organiser)
    page.goto(f"/e/{event.slug}/draw/wall/")
    hand_draw.type_lots(event.stages.get(), organiser, {1: 4, 2: 3, 3: 2, 4: 1})
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(page.locator("[data-wall-word]")).to_have_text("都抽完了。")
    hand_draw.draft_from_lots(event.stages.get(), organiser)
    expect(page.locator("[data-wall-next]")).to_be_visible()
    shows(page, 4)
