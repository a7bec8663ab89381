"""A phone that cannot send tells with its next poll how many hands wait on it."""

from __future__ import annotations

import pytest

from tests.browser import PHONE, sign_in
from tests.hall import start_round
from tournament.models import Board, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_phone_says_with_its_poll_what_waits_on_it(new_page, live_server, event, organiser, member):
    board: Board = start_round(event, organiser).boards.get(table=1)
    page = new_page(PHONE, allow=("Failed to load resource", "ERR_FAILED"))
    sign_in(page, live_server, member(event, Role.REFEREE))
    page.goto(f"/e/{event.slug}/tables/{board.key}/")
    page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("input[name=declarer][value=A]").check()
    page.locator("[name=points]").fill("60")
    page.locator("button[value=hand]").click()
    page.locator("[data-queue] li").first.wait_for()
    with page.expect_request(lambda request: request.headers.get("x-unsent") == "1", timeout=60_000):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
