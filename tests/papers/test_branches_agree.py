"""What branches brought is added up once: the page, the paper, the workbook and the prize say the same."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.papers.test_every_paper import paper, text
from tests.stages.conftest import boards_of, numbers, play_round
from tests.stages.conftest import make as make_stages
from tournament.documents.awards import load_awards
from tournament.documents.papers_awards import honours_of
from tournament.models import Event
from tournament.officiating import entering, timing
from tournament.stages.drawing import draw_round, publish_round

pytestmark = pytest.mark.django_db

make = make_stages  # the fixture by its own name


@pytest.fixture
def level_on_points(played: Any, organiser: Any) -> Event:
    """Two branches meet at two tables and each wins one, 分会1 at the table and 分会2 by a forfeit."""
    event: Event = played("swiss-60min", 4, stages=0, branches=2)
    round_ = publish_round(draw_round(event.stages.get(), organiser, seed="7").round, organiser)
    timing.start_round(round_, organiser)
    for table, board in enumerate(round_.boards.order_by("table"), 1):
        slots = board.encounter.slots.select_related("entry__branch")
        sides = {slot.entry.branch.name: slot.side for slot in slots}
        assert set(sides) == {"分会1", "分会2"}
        if table == 1:
            levels = ("8", "2") if sides["分会1"] == "A" else ("2", "8")
            saved = entering.enter_levels(board, organiser, *levels, version=0, on_deal="A")
        else:
            saved = entering.give_verdict(
                board, organiser, "forfeit", sides["分会1"], version=0, reason="未到"
            )
        entering.confirm(board, organiser, version=saved.version)
    return Event.objects.select_related("rule_set").get(pk=event.pk)


def test_branches_level_on_points_are_parted_alike_on_page_paper_and_workbook(
    level_on_points: Event, client: Any, organiser: Any
):
    """2 points each; 分会1 forfeited a match, so 分会2 is first: pairs, points, forfeits."""
    client.force_login(organiser)
    page = client.get(f"/e/{level_on_points.slug}/standings/swiss/branches/").content.decode()
    cells = [
        [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)]
        for row in page.split("<tr>")
    ]
    rows = [row[:5] for row in cells if row]
    assert rows == [["1", "分会2", "2", "2", "0"], ["2", "分会1", "2", "2", "1"]]

    printed = text(paper(level_on_points, "branches"))
    assert printed.index("分会2") < printed.index("分会1")
    assert "1*" not in printed
    assert "编号" not in printed

    book = load_workbook(io.BytesIO(paper(level_on_points, "results").content))
    sheet = book["分工会总分"]
    found = [
        (row[0], row[1], *row[-4:-1])
        for row in sheet.iter_rows(values_only=True)
        if row[1] in ("分会1", "分会2")
    ]
    assert found == [(1, "分会2", 2, 2, 0), (2, "分会1", 2, 2, 1)]


@pytest.mark.parametrize("by", ["points", "entries"])
def test_best_organiser_is_the_branch_that_its_page_has_first(level_on_points: Event, by: str):
    rules = load_awards({"ranks": [1, 1], "organisers": {"name": "优秀组织奖", "count": 1, "by": by}})
    found = honours_of(level_on_points, rules)
    assert [one.party.branch for one in found.honours if one.prize == "优秀组织奖"] == ["分会2"]
    assert found.notes == ()


def test_best_organiser_of_an_event_with_divisions_is_found_from_all_of_them(make: Any, organiser: Any):
    """Six pairs in one division, four in the other: 分会1 wins all three matches there, 分会2 both here."""
    stages = [
        {"key": key, "format": "swiss", "rounds": 1, "division": name}
        for key, name in (("a", "在职组"), ("b", "退休组"))
    ]
    event = make(
        10,
        stages,
        branches=2,
        entry={"players": 2, "divisions": [{"name": "在职组"}, {"name": "退休组"}]},
        awards={"organisers": {"name": "优秀组织奖", "count": 1, "by": "points"}},
    )
    event.entries.filter(number__lte=6).update(division="在职组")
    event.entries.filter(number__gt=6).update(division="退休组")
    first, second = event.stages.all()
    for stage, odd in ((first, 3), (second, -3)):
        for board in boards_of(play_round(stage, organiser, lambda a, b, odd=odd: odd if a % 2 else -odd)):
            assert sum(numbers(board)) % 2, "two pairs of one branch met"
    event.refresh_from_db()
    assert [one.party.branch for one in honours_of(event).honours if one.prize == "优秀组织奖"] == ["分会1"]
