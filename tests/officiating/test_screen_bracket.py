"""A knock-out on the big screen: the bracket fits, and shows who went on."""

from __future__ import annotations

import pytest

from tests.browser import WALL, barriers, scrolls_sideways
from tests.stages.conftest import MATCH, make, play_round  # noqa: F401 — make is a fixture
from tournament.display.screen import bracket_parts
from tournament.models import Screen

pytestmark = pytest.mark.django_db

KNOCKOUT = {
    "format": "knockout",
    "match": {**MATCH, "level_at_time": ["on_deal", "lots"]},
    "pairing": {"seeds": 16},
}


@pytest.fixture
def event(make, organiser):  # noqa: F811 — the fixture above
    event = make(16, [KNOCKOUT])
    play_round(event.stages.get(), organiser)
    Screen.objects.create(event=event, show="standings", seconds=120)
    return event


def test_the_standings_of_a_knock_out_are_its_bracket(client, event):
    html = client.get(f"/e/{event.slug}/screen/part/").content.decode()
    assert 'data-page="bracket"' in html
    assert html.count("bracket-winner") == 8
    assert 'data-page="standings"' not in html


def test_a_large_bracket_is_shown_in_parts_and_its_last_rounds_together():
    rounds = [{"label": f"{size}", "matches": list(range(size))} for size in (32, 16, 8, 4, 2, 1)]
    parts = [[(one["label"], one["matches"]) for one in part] for part in bracket_parts(rounds)]
    assert parts[0] == [("32", [*range(8)]), ("16", [0, 1, 2, 3]), ("8", [0, 1]), ("4", [0])]
    assert parts[3] == [("32", [*range(24, 32)]), ("16", [*range(12, 16)]), ("8", [6, 7]), ("4", [3])]
    assert parts[4] == [("4", [0, 1, 2, 3]), ("2", [0, 1]), ("1", [0])]
    assert len(parts) == 5
    assert [len(part) for part in bracket_parts(rounds[2:])] == [4]
    assert bracket_parts([]) == [[]]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_whole_bracket_is_on_the_wall(new_page, event):
    page = new_page(WALL, touch=False)
    page.goto(f"/e/{event.slug}/screen/")
    for match in page.locator(".bracket-match").all():
        box = match.bounding_box()
        assert box["y"] + box["height"] <= WALL["height"]
        assert box["x"] + box["width"] <= WALL["width"]
    assert not scrolls_sideways(page)
    assert barriers(page) == []
