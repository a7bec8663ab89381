"""The desk on a referee's phone, with and without script."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests.browser import DESK, PHONE, NewPage, scrolls_sideways, sign_in
from tournament.models import Ruling

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAILED = {"question": "throw", "level": "2", "trump": "S", "play": "H55 HK", "shown": "HJ", "ask": "1"}


def desk_of(board: Any) -> str:
    return reverse("ruling-desk-table", args=[board.round.stage.event.slug, board.key])


def tap_cards(page: Any, *cards: str) -> None:
    """Tap cards on the pad: a suit's sign before the rank where it changes."""
    for card in cards:
        pad = page.locator("[data-card-pad]")
        if card[0] in "SHCD":
            pad.locator(f"[data-card-suit={card[0]}]").tap()
            pad.locator(f"[data-card-rank='{card[1:]}']").tap()
        else:
            pad.locator(f"[data-card-text='{card}']").tap()


def test_a_failed_throw_is_tapped_answered_and_made_a_penalty(phone, live_server, board, referee):
    sign_in(phone, live_server, referee)
    phone.goto(desk_of(board) + "?question=throw")
    phone.locator("label.tap:has(input[name=trump][value=S])").tap()
    phone.locator("#id_play").tap()
    tap_cards(phone, "H5", "H5", "HK")
    assert phone.locator("#id_play").input_value() == "♥5 ♥5 ♥K"
    phone.locator("[data-card-do=next]").tap()
    tap_cards(phone, "HA", "HJ")
    phone.locator("[data-card-do=back]").tap()
    phone.locator("[data-card-do=back]").tap()
    tap_cards(phone, "HJ")
    assert phone.locator("#id_shown").input_value() == "♥J"
    phone.locator("label.tap:has(input[name=side][value=A])").tap()
    phone.locator("button[name=ask]").tap()
    phone.wait_for_selector("#answer")
    assert phone.locator("#verdict").inner_text()
    assert "20" in phone.locator("#answer").inner_text()
    assert phone.locator("#verdict").evaluate("one => one.getBoundingClientRect().bottom") < 740
    assert not scrolls_sideways(phone)
    phone.locator("button[name=offence][value=failed-throw]").tap()
    phone.wait_for_selector("#log")
    row = Ruling.objects.get()
    assert (row.hand, row.facts["side"], row.by) == (1, "A", referee)
    assert phone.locator("#log").is_visible()


@pytest.mark.parametrize("question", ["bid", "follow", "throw", "trick", "bottom"])
def test_no_question_scrolls_sideways_and_what_is_tapped_is_big(phone, live_server, board, referee, question):
    sign_in(phone, live_server, referee)
    for path in ("/rulings/", desk_of(board)):
        phone.goto(f"{path}?question={question}")
        assert not scrolls_sideways(phone)
        small = phone.evaluate(
            """[...document.querySelectorAll(
                 '.card-pad button, main .tap, .questions a, main select, [data-cards], .form-end button')]
               .filter(key => key.offsetParent)
               .filter(key => {
                 const box = key.getBoundingClientRect();
                 return box.height < 47.5 || box.width < 44;
               })
               .map(key => key.outerHTML)"""
        )
        assert small == []


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, PHONE, DESK], ids=lambda size: size["width"])
def test_answer_and_penalty_fit_every_width(new_page: NewPage, live_server, board, referee, size):
    page = new_page(size)
    sign_in(page, live_server, referee)
    page.goto(f"{desk_of(board)}?{urlencode(FAILED)}")
    assert page.locator("#penalty").is_visible()
    assert not scrolls_sideways(page)


def test_cards_are_typed_and_answered_without_script(new_page: NewPage):
    page = new_page(PHONE, java_script_enabled=False)
    page.goto("/rulings/?question=follow&ruleset=knockout-best-of-three&level=2&trump=S")
    assert not page.locator("[data-card-pad]").is_visible()
    page.fill("#id_lead", "H44")
    page.fill("#id_hand", "H77 H9 梅花3")
    page.fill("#id_play", "H7 H9")
    page.click("button[name=ask]")
    shown = page.locator("#answer > .playing-cards").first.locator(".playing-card").all_inner_texts()
    assert ["".join(one.split()).replace("\ufe0e", "") for one in shown] == ["7♥", "7♥"]
    assert "一-17" in page.locator("#answer").inner_text()


def test_the_wrong_sign_is_pointed_at(new_page: NewPage):
    phone = new_page(PHONE, allow=("422",))
    phone.goto("/rulings/?question=follow&level=2&trump=S&lead=H44&hand=H77+Hx9&ask=1")
    assert phone.locator(".pointed mark").inner_text() == "x"
    assert phone.locator("#id_hand").get_attribute("aria-invalid") == "true"
    pad = phone.locator("[data-card-pad]").bounding_box()
    assert pad["y"] > phone.locator("#id_hand").bounding_box()["y"]


def test_the_keyboard_can_be_had_and_the_cards_come_back(phone):
    phone.goto("/rulings/?question=trick")
    field = phone.locator("#id_play1")
    assert field.get_attribute("inputmode") == "none"
    field.tap()
    before = phone.locator("[data-card-do=type]").inner_text()
    phone.locator("[data-card-do=type]").tap()
    assert field.get_attribute("inputmode") == "text"
    field.press_sequentially("H5566")
    assert phone.locator("[data-card-count=id_play1]").inner_text().endswith("4")
    assert phone.locator("[data-card-do=type]").inner_text() != before
    phone.locator("[data-card-do=type]").tap()
    assert field.get_attribute("inputmode") == "none"
    phone.locator("[data-card-do=clear]").tap()
    tap_cards(phone, "大王", "D10")
    assert field.input_value() == "大王 ♦10"
