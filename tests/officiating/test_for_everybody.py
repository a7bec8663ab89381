"""Every page of every role can be used by everybody: axe-core finds nothing serious, and large text fits."""

from __future__ import annotations

import re

import pytest

from tests.browser import DESK, PHONE, WALL, barriers, scrolls_sideways, sign_in
from tests.hall import finish_round, play, start_round
from tournament.access.permissions import addresses
from tournament.models import Role
from tournament.officiating import decisions, entering
from tournament.officiating.decisions import Finding
from tournament.officiating.steering import steer
from tournament.registration.links import make_link

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Answers that are no page of their own: files, and parts that a page fetches.
NO_PAGES = re.compile(r"\.(xlsx|json)$|/papers/(<|orders/)|/live/$|/part/$|/clock/$|/redraw/$|/preview/$")


@pytest.fixture
def day(event, organiser, referee):
    """The second round of a day: a table that plays, one that is over, one confirmed, one that calls."""
    finish_round(start_round(event, organiser), organiser)
    round_ = start_round(event, organiser)
    tables = {board.table: board for board in round_.boards.select_related("match__rule_set")}
    hand = {"declarer": "A", "points": 60}
    entering.enter_hand(tables[1], referee, hand, version=0)
    ruling = decisions.make_ruling(
        tables[1], referee, Finding(side="B", offence="revoke-grave", hand=1), version=1
    )
    entering.enter_levels(tables[2], referee, "8", "2", version=0)
    play(tables[3], organiser, [("A", 0)])
    entering.dispute(tables[4], referee, "请来一下")
    return {"event": event, "round": round_, "tables": tables, "ruling": ruling}


def concrete(route: str, day) -> str | None:
    """The address of that day for a route; ``None`` where the day has nothing of the kind."""
    key = day["ruling"].key if "/rulings/<" in route else day["tables"][1].key
    if "<uuid:key>" in route and not re.search("/(tables|rulings|match)/", route):
        return None
    values = {
        "<slug:event>": day["event"].slug,
        "<slug:stage>": "swiss",
        "<int:number>": "2" if "/rounds/" in route else "1",
        "<uuid:key>": str(key),
    }
    for part, value in values.items():
        route = route.replace(part, value)
    return None if "<" in route else route


@pytest.fixture
def in_the_way(new_page, live_server, client, day):
    """``in_the_way(PHONE, user, actions, more)``: what axe-core finds, and what does not fit a phone or a
    wall, for somebody with these rights on every page that they open, and on ``more``; without a user for who
    is not signed in."""

    def look(size, user, actions, more=()):
        page = new_page(size, touch=size is PHONE)
        if user is not None:
            client.force_login(user)
            sign_in(page, live_server, user)
        found = [route for route, action in addresses() if action in actions and not NO_PAGES.search(route)]
        paths = {path for path in (concrete(route, day) for route in found) if path is not None}
        faults: list[str] = []
        seen = 0
        for path in sorted(paths | set(more)):
            answer = client.get(path)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                page.goto(path)
                faults += barriers(page)
                for other in (WALL,) if path.endswith("/screen/") else (WALL, PHONE):
                    page.set_viewport_size(other)
                    if scrolls_sideways(page):
                        faults.append(f"{path} is wider than {other['width']}")
                page.set_viewport_size(size)
                seen += 1
        assert seen
        return faults

    return look


def test_what_is_in_the_way_is_found(new_page):
    page = new_page(DESK)
    page.set_content(
        '<html lang="zh"><title>x</title><main><input><p style="color: #bbb">看不清楚的字</p></main>'
    )
    assert {fault.split()[1] for fault in barriers(page)} == {"label:", "color-contrast:"}


def test_nothing_is_in_a_player_s_way(in_the_way, day):
    base = f"/e/{day['event'].slug}"
    more = [f"{base}/me/?q=甲", f"{base}/me/?q=1", "/", "/sign-in/", "/rulings/"]
    assert in_the_way(PHONE, None, ("public",), more) == []


def test_nothing_is_in_the_organiser_s_way(in_the_way, day, organiser):
    link = make_link(day["event"].branches.first(), organiser)
    actions = ("see_event", "see_people", "manage_event", "manage_entries", "check_in", "draw", "print")
    more = ["/", "/new/", "/new/swiss-60min/", link if link.startswith("/") else f"/b/{link}/"]
    assert in_the_way(WALL, organiser, actions, more) == []


def test_nothing_is_in_the_way_at_the_desk(in_the_way, day, chief):
    actions = ("draw", "run_clock", "see_record", "see_rulings", "correct_result", "forfeit", "rule")
    assert in_the_way(WALL, chief, actions) == []


def test_nothing_is_in_the_way_at_the_tables(in_the_way, day, referee):
    """At a table that plays, one that is over, one confirmed, and one that calls."""
    base = f"/e/{day['event'].slug}/tables"
    tables = [f"{base}/{board.key}/" for board in day["tables"].values()]
    assert in_the_way(PHONE, referee, ("enter_result", "rule"), tables) == []


@pytest.mark.parametrize("role", [Role.JURY, Role.COMMITTEE])
def test_nothing_is_in_the_way_of_those_who_decide(in_the_way, day, member, role):
    assert in_the_way(WALL, member(day["event"], role), ("see_rulings",)) == []


def test_nothing_is_in_the_way_on_the_big_screen(new_page, day, chief):
    page = new_page(WALL, touch=False)
    found = []
    for show in ("pairings", "names", "standings", "clock", "notice"):
        steer(day["event"], chief, show, notice="午饭")
        page.goto(f"/e/{day['event'].slug}/screen/")
        found += barriers(page)
    assert found == []
