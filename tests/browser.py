"""A real browser for the tests: Debian's Chromium, driven by Playwright, as a player's or an organiser's.

Every page fails its test when a script fails, when the console shows an error, or when a request leaves the
live server: that is how we know that no page needs anything from elsewhere.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
WALL = {"width": 1920, "height": 1080}

NewPage = Callable[..., Any]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One Chromium for the whole run. ``CHROMIUM`` names another one than the machine's own."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("there is no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Any, live_server: Any, transactional_db: None) -> Iterator[NewPage]:
    """Opens pages: ``page = new_page()``, ``new_page(PHONE)``, ``new_page(DESK, java_script_enabled=False)``.

    Each page has a context of its own, so that two of them are two people. ``page.goto("/…")`` takes
    addresses of the live server. ``allow`` names parts of console errors that the test expects (a page
    that answers 404 on purpose makes one).
    """
    contexts: list[Any] = []
    faults: list[str] = []

    def open_page(
        viewport: dict[str, int] | None = None,
        *,
        touch: bool | None = None,
        allow: tuple[str, ...] = (),
        **options: Any,
    ) -> Any:
        viewport = viewport or DESK
        phone = viewport["width"] < 768 if touch is None else touch
        options = {"locale": "zh-CN", "timezone_id": "Asia/Shanghai", **options}
        context = chromium.new_context(
            viewport=viewport, has_touch=phone, is_mobile=phone, base_url=live_server.url, **options
        )
        contexts.append(context)
        page = context.new_page()
        home = urlsplit(live_server.url).netloc

        def on_request(request: Any) -> None:
            address = urlsplit(request.url)
            if address.scheme in {"http", "https", "ws", "wss"} and address.netloc != home:
                faults.append(f"a request left the server: {request.url}")

        def on_console(message: Any) -> None:
            if message.type == "error" and not any(part in message.text for part in allow):
                faults.append(f"the console says on {page.url}: {message.text}")

        page.on("request", on_request)
        page.on("console", on_console)
        page.on("pageerror", lambda error: faults.append(f"a script failed on {page.url}: {error}"))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(new_page: NewPage) -> Any:
    """One page at a desk (1280 × 800)."""
    return new_page(DESK)


@pytest.fixture
def phone(new_page: NewPage) -> Any:
    """One page on a small phone (360 × 740, touch)."""
    return new_page(PHONE)


def barriers(page: Any) -> list[str]:
    """What axe-core finds serious or critical on a page: the rule, the element, what is wrong with it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{page.url} {one['id']}: {node['target']} {node['failureSummary'].splitlines()[1].strip()}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def scrolls_sideways(page: Any) -> bool:
    """Whether the page itself, not a table in it, is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def sign_in(page: Any, live_server: Any, user: Any) -> None:
    """Give the page the session of ``user`` without the sign-in form."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    page.context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
                "url": live_server.url,
            }
        ]
    )
