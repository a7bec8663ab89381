"""The style guide in a real browser: narrow, wide, dark, printed, without script, with a wrong clock."""

import datetime as dt
import io
import unicodedata
from typing import Any

import pypdf
import pytest
from django.contrib.auth import get_user_model

from tests.browser import DESK, PHONE, WALL, NewPage, scrolls_sideways, sign_in

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "viewport", [{"width": 320, "height": 640}, PHONE, DESK, WALL], ids=lambda size: size["width"]
)
def test_no_page_scrolls_sideways(new_page: NewPage, viewport: dict[str, int]) -> None:
    page = new_page(viewport)
    page.goto("/styleguide/")
    assert not scrolls_sideways(page)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=lambda size: size["width"])
def test_text_of_twice_the_size_still_fits(new_page: NewPage, viewport: dict[str, int]) -> None:
    page = new_page(viewport)
    page.goto("/styleguide/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not scrolls_sideways(page)


def test_what_is_pressed_on_a_phone_is_big_enough(phone: Any) -> None:
    phone.goto("/styleguide/")
    small = phone.evaluate(
        """[...document.querySelectorAll(
             '.tap, .pad button, .button:not(.button-small), .thumb button, .tabs a')]
           .filter(key => key.getBoundingClientRect().height < 48 || key.getBoundingClientRect().width < 44)
           .map(key => key.textContent.trim())"""
    )
    assert small == []


def test_page_is_complete_without_script(new_page: NewPage) -> None:
    page = new_page(PHONE, java_script_enabled=False)
    page.goto("/styleguide/")
    assert page.locator(".clock-time").first.inner_text() == "47:12"
    assert page.locator("#id_pad_points").is_visible()
    assert page.locator("#id_pad_points").get_attribute("inputmode") == "numeric"
    assert not page.locator(".pad").is_visible()


def test_pad_types_and_takes_back(phone: Any) -> None:
    phone.goto("/styleguide/")
    field = phone.locator("#id_pad_points")
    assert field.get_attribute("inputmode") == "none"
    for key in ("1", "0", "5", "退格" if phone.get_by_text("退格").count() else "Back"):
        phone.locator(".pad").get_by_text(key, exact=True).tap()
    assert field.input_value() == "10"
    phone.locator('[data-pad-key="clear"]').tap()
    assert field.input_value() == ""
    for _ in range(5):
        phone.locator('[data-pad-key="9"]').tap()
    assert field.input_value() == "999"


def test_clock_is_right_on_a_phone_whose_own_clock_is_wrong(phone: Any) -> None:
    phone.clock.install(time=dt.datetime(2031, 5, 6, 7, 8, tzinfo=dt.UTC))
    phone.goto("/styleguide/")
    clock = phone.locator(".clock-time").first
    minutes, seconds = map(int, clock.inner_text().split(":"))
    assert 47 * 60 + 7 <= minutes * 60 + seconds <= 47 * 60 + 12
    phone.clock.run_for(30_000)
    minutes, seconds = map(int, clock.inner_text().split(":"))
    assert 46 * 60 + 36 <= minutes * 60 + seconds <= 46 * 60 + 43


def test_clock_stops_at_nothing_and_says_so(phone: Any) -> None:
    phone.clock.install()
    phone.goto("/styleguide/")
    word = phone.locator(".clock-word").first
    before = word.inner_text()
    phone.clock.run_for("48:00")
    assert phone.locator(".clock-time").first.inner_text() == "00:00"
    assert word.inner_text() != before


def test_paused_clock_stands_still(phone: Any) -> None:
    phone.clock.install()
    phone.goto("/styleguide/")
    phone.clock.run_for("01:00")
    assert phone.locator(".clock-paused .clock-time").inner_text() == "08:40"


def test_language_can_be_switched_on_every_page(page: Any) -> None:
    page.goto("/styleguide/")
    assert page.locator("html").get_attribute("lang") == "zh-hans"
    page.get_by_role("button", name="English").click()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_text("Back, change nothing").is_visible()
    page.get_by_role("button", name="简体中文").click()
    assert page.locator("html").get_attribute("lang") == "zh-hans"


def test_first_key_leads_past_the_head(page: Any) -> None:
    page.goto("/styleguide/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    assert skip.evaluate("link => link === document.activeElement && link.getBoundingClientRect().top >= 0")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_every_focus_can_be_seen(page: Any) -> None:
    page.goto("/styleguide/")
    unseen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """(() => {
                 const at = document.activeElement;
                 const card = at.closest('.choice, .tap') || at;
                 return getComputedStyle(card).outlineStyle !== 'none' || at.outerHTML.slice(0, 120);
               })()"""
        )
        if seen is not True:
            unseen.append(seen)
    assert unseen == []


def test_every_field_has_a_name_and_every_error_is_tied_to_its_field(page: Any) -> None:
    page.goto("/styleguide/")
    nameless = page.evaluate(
        """[...document.querySelectorAll('input:not([type=hidden]), select, textarea, progress')]
           .filter(field => !field.labels || field.labels.length === 0).map(field => field.outerHTML)"""
    )
    assert nameless == []
    wrong = page.locator("input[aria-invalid=true]")
    assert wrong.count() == 2
    for index in range(2):
        described = wrong.nth(index).get_attribute("aria-describedby").split()
        assert any(page.locator(f"#{name}.errors").count() for name in described)


def test_ids_are_unique(page: Any) -> None:
    page.goto("/styleguide/")
    twice = page.evaluate(
        """(() => { const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
                    return ids.filter((id, at) => ids.indexOf(id) !== at); })()"""
    )
    assert twice == []


def test_sorted_column_says_so(page: Any) -> None:
    page.goto("/styleguide/")
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    page.locator("th[aria-sort] a").click()
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"


def test_keys_go_from_table_to_table_and_can_be_turned_off(page: Any) -> None:
    page.goto("/styleguide/")
    focus = "document.activeElement.closest('.tile')?.querySelector('.tile-number')?.lastChild.textContent"
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("k")
    assert page.evaluate(focus) == "2"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "minutes"
    page.keyboard.type("/j")
    assert page.locator("#minutes").input_value() == "/j"
    page.locator("[data-keys-switch]").click()
    page.keyboard.press("j")
    assert page.evaluate(focus) is None


def test_htmx_works_under_the_policy(page: Any) -> None:
    page.goto("/styleguide/")
    assert page.evaluate("htmx.config.allowEval") is False
    assert page.evaluate("document.querySelectorAll('style, [style]').length") == 0
    page.evaluate("htmx.ajax('GET', '/styleguide/', {target: '.empty', select: '.clock'})")
    page.wait_for_selector(".empty .clock-time")


def test_big_screen_shows_the_same_at_twice_the_size(new_page: NewPage) -> None:
    shares = []
    for viewport in (WALL, {"width": 3840, "height": 2160}):
        page = new_page(viewport)
        page.goto("/styleguide/?screen")
        assert not scrolls_sideways(page)
        box = page.locator(".clock-time").bounding_box()
        shares.append(box["height"] / viewport["height"])
        page.evaluate("document.fonts.ready")
        faces = page.evaluate("[...document.fonts].map(font => font.status)")
        assert faces == ["loaded", "loaded"], "rare names need the font that we bring"
    assert shares[0] == pytest.approx(shares[1], rel=0.02)
    assert shares[0] > 0.15


def test_print_is_a4_numbered_and_without_navigation(page: Any) -> None:
    page.goto("/styleguide/")
    reader = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    width, height = reader.pages[0].mediabox[2:]
    assert (round(float(width)), round(float(height))) == (595, 842)
    first, last = reader.pages[0].extract_text(), reader.pages[-1].extract_text()
    assert f"1 / {len(reader.pages)}" in first
    assert f"{len(reader.pages)} / {len(reader.pages)}" in last
    assert "2026" in first
    assert "English" not in first
    # Some fonts name 工 by its radical ⼯ in the text of a PDF.
    head = "".join(unicodedata.normalize("NFKC", last).split())
    assert "级差" in head or "Jicha" in head
    assert "2026年教职工升级比赛" in head, "the event stands on every sheet"


def test_focus_stays_on_its_table_when_the_board_is_polled(page: Any) -> None:
    page.goto("/styleguide/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    here = page.evaluate("document.activeElement.id")
    assert here.startswith("to-")
    page.evaluate("document.querySelector('.hall').dataset.old = 'old'")
    page.evaluate("htmx.ajax('GET', '/styleguide/', {target: '.hall', select: '.hall', swap: 'outerHTML'})")
    page.wait_for_selector(".hall:not([data-old])")
    assert page.evaluate("document.activeElement.id") == here


def test_polled_clock_goes_on_counting(phone: Any) -> None:
    phone.clock.install()
    phone.goto("/styleguide/")
    phone.evaluate("document.querySelector('.clock').id = 'old'")
    phone.evaluate(
        "htmx.ajax('GET', '/styleguide/', {target: '.clock', select: '.clock', swap: 'outerHTML'})"
    )
    phone.wait_for_selector(".clock:not(#old)")
    before = phone.locator(".clock-time").first.inner_text()
    phone.clock.run_for(10_000)
    assert phone.locator(".clock-time").first.inner_text() < before


def test_head_says_who_is_signed_in_and_lets_go(page: Any, live_server: Any) -> None:
    teacher = get_user_model().objects.create_user("zhang", first_name="张老师")
    sign_in(page, live_server, teacher)
    page.goto("/styleguide/")
    head = page.locator(".masthead-tools")
    assert "张老师" in head.inner_text()
    head.locator("form[action*='sign-out'] button").click()
    page.goto("/styleguide/")
    assert "张老师" not in head.inner_text()
    assert head.locator("a[href*='sign-in']").is_visible()


def test_pad_and_save_button_of_a_table_share_one_phone_screen(phone: Any) -> None:
    phone.goto("/styleguide/")
    pad = phone.locator(".pad").bounding_box()
    bar = phone.locator(".thumb").bounding_box()
    assert pad["height"] + bar["height"] < 740 / 2, "half the screen is left for the levels and the last hand"
