"""Every paper of an event comes out, with what the database says on it, and keeps to its page."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation
from django.utils.translation import gettext
from openpyxl import load_workbook
from PIL import Image
from pypdf import PdfReader

from rules.answers import Refused
from tests.documents.reading import all_faults, all_text
from tests.papers.conftest import play_round
from tournament.documents.papers import DAY, KINDS, make
from tournament.documents.papers_books import schedule_of
from tournament.documents.papers_stages import cross_tables_of
from tournament.documents.papers_values import PDF, PNG, XLSX, ZIP, Asked, Made
from tournament.models import Event, Hall, RoundDate, Session
from tournament.pairing.round_robin import round_robin
from tournament.registration.attendance import withdraw
from tournament.stages.drawing import discard_draw, draw_round, publish_round
from tournament.stages.standings import standings_of
from tournament.stages.tables import facts_of

PRINTED_AT = re.compile(r"\d{1,2}:\d\d")

pytestmark = pytest.mark.django_db


def asked_for(event: Event, key: str, **options: str) -> Asked:
    kind = KINDS[key]
    stages = [stage for stage in event.stages.all() if kind.fits(stage)]
    stage = stages[-1] if stages else None
    rounds = stage.rounds.published().select_related("stage").order_by("number") if stage else []
    round_ = rounds.last() if rounds else None
    if round_ is not None:
        round_.stage.event = event
    if stage is not None:
        stage.event = event
    return Asked(
        event,
        "http://10.0.0.5:8000",
        stage if kind.of != "event" else None,
        round_ if kind.of == "round" else None,
        options,
    )


def paper(event: Event, key: str, **options: str) -> Made:
    return make(KINDS[key], asked_for(event, key, **options))


def text(made: Made) -> str:
    return all_text(made.content)


def opens(made: Made, *, faultless: bool = True) -> None:
    if made.content_type == PDF:
        assert PdfReader(io.BytesIO(made.content)).pages
        assert not faultless or all_faults(made.content) == []
    elif made.content_type == PNG:
        assert Image.open(io.BytesIO(made.content)).width >= 1000
    elif made.content_type == ZIP:
        names = zipfile.ZipFile(io.BytesIO(made.content)).namelist()
        assert len(names) > 1
        assert all(name.endswith(".png") for name in names)
    else:
        assert made.content_type == XLSX
        assert load_workbook(io.BytesIO(made.content)).sheetnames


def test_every_paper_has_its_place_in_the_day_once():
    keys = [key for _title, part in DAY for key in part]
    assert sorted(keys) == sorted(KINDS)


@pytest.mark.parametrize(
    ("template", "pairs", "stages"),
    [
        ("swiss-60min", 7, 1),
        ("groups-cross-knockout", 16, 2),
        ("knockout-3deck", 9, 1),
        ("union-squads", 9, 1),
    ],
)
def test_every_paper_of_a_finished_event_comes_out_whole(played: Any, template: str, pairs: int, stages: int):
    clock = {"clock": 1} if template == "knockout-3deck" else None
    event = played(
        template, pairs, rounds=None, stages=stages, chosen=clock, branches=3 if "squads" in template else 0
    )
    for key, kind in KINDS.items():
        if kind.of != "event" and not any(kind.fits(stage) for stage in event.stages.all()):
            continue
        for variant in kind.variants:
            made = paper(event, key, **variant.options)
            assert "/" not in made.name, key
            opens(made, faultless=key == "results-book")


def test_before_the_draw_only_what_is_there_can_be_printed(played: Any):
    event = played("swiss-60min", 8, stages=0)
    for key in (
        "programme",
        "receipts",
        "leaders-meeting",
        "lots",
        "badges",
        "tables",
        "blank-sheets",
        "appeal",
    ):
        opens(paper(event, key))
    for key in ("standings", "results", "results-book", "awards", "certificates"):
        with pytest.raises(Refused) as refused:
            paper(event, key)
        assert [problem.code for problem in refused.value.problems] == ["nothing-to-print"]


def test_pairings_name_every_pair_and_say_who_has_a_bye(swiss: Event):
    said = text(paper(swiss, "pairings"))
    for number in range(1, 10):
        assert f"甲{number}" in said
    assert "轮空" in said


def test_result_slip_shows_what_is_confirmed(swiss: Event):
    board = swiss.stages.get().rounds.get(number=2).boards.order_by("table").first()
    levels = board.match.result["levels"]
    said = text(paper(swiss, "result-slips"))
    assert levels["A"] in said
    assert levels["B"] in said


def test_draw_record_has_the_seed_and_the_draws_before(swiss: Event):
    said = text(paper(swiss, "draw-record"))
    draw = swiss.stages.get().rounds.get(number=2).draws.get()
    assert draw.seed in said
    assert "裁判长" in said or "Chief" in said


def test_programme_has_the_cover_the_entries_and_the_schedule(swiss: Event):
    made = paper(swiss, "programme")
    said = text(made)
    assert "校工会" in said
    assert "工会活动中心" in said
    for number in range(1, 10):
        assert f"乙{number}" in said
    assert len(PdfReader(io.BytesIO(made.content)).outline) >= 5


def test_bracket_of_crossed_groups_stands_on_paper_before_the_groups_are_played(played: Any):
    event = played("groups-cross-knockout", 16, rounds=1)
    said = text(paper(event, "bracket"))
    assert "A1" in said
    assert "B2" in said


def test_cross_table_for_the_wall_has_no_result(played: Any):
    event = played("groups-cross-knockout", 16, rounds=None)
    assert "甲1" in text(paper(event, "cross-tables", empty="1"))
    filled = PdfReader(io.BytesIO(paper(event, "cross-tables").content))
    empty = PdfReader(io.BytesIO(paper(event, "cross-tables", empty="1").content))
    assert len(filled.pages) == len(empty.pages)
    assert len(text(paper(event, "cross-tables"))) > len(text(paper(event, "cross-tables", empty="1"))) + 100


def test_cross_table_shows_what_was_given_for_a_match_with_one_who_has_left(played: Any, organiser: Any):
    """Four pairs; one leaves after two rounds, so its last opponent is given the third without play."""
    event = played("groups-cross-knockout", 16, rounds=2)
    stage = event.stages.get(position=1)
    group, numbers = next(iter(facts_of(stage).groups.items()))
    home, away = round_robin(4)[2][0]
    gone, stays = numbers[home - 1], numbers[away - 1]
    withdraw(event.entries.get(number=gone, kind="pair"), organiser, "生病")
    play_round(draw_round(stage, organiser, seed="7").round, organiser)
    table = next(one for one in cross_tables_of(stage) if group in one.title)
    given = table.cells[away - 1, home - 1]
    assert (given.note, given.points) == ("对手缺席", 3)
    assert (home - 1, away - 1) not in table.cells
    line = next(one for one in standings_of(stage).lines if one.number == stays)
    row = [cell.points for (own, _other), cell in table.cells.items() if own == away - 1]
    assert sum(row) == line.values["points"]


def test_workbook_has_a_sheet_for_each_stage_and_round_and_no_phone(played: Any):
    event = played("groups-cross-knockout", 16, rounds=1, stages=2)
    event.people.update(phone="19900001234")
    book = load_workbook(io.BytesIO(paper(event, "results").content))
    stages = list(event.stages.all())
    for stage in stages:
        for round_ in stage.rounds.published():
            assert any(name.startswith(stage.name) and str(round_.number) in name for name in book.sheetnames)
    cells = [str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not any("19900001234" in cell for cell in cells)


def test_a_draft_is_on_no_paper(swiss: Event, organiser: Any):
    before = [text(paper(swiss, key)) for key in ("programme", "standings", "results-book")]
    sheets = load_workbook(io.BytesIO(paper(swiss, "results").content)).sheetnames
    draw_round(swiss.stages.get(), organiser, seed="90817263")
    after = [text(paper(swiss, key)) for key in ("programme", "standings", "results-book")]
    assert [PRINTED_AT.sub("", one) for one in after] == [PRINTED_AT.sub("", one) for one in before]
    assert load_workbook(io.BytesIO(paper(swiss, "results").content)).sheetnames == sheets
    draft = swiss.stages.get().rounds.select_related("stage").get(number=3)
    with pytest.raises(Refused):
        make(KINDS["draw-record"], Asked(swiss, stage=draft.stage, round=draft))


def test_schedule_prints_the_planned_hours_and_hall_or_the_day_of_the_event(played: Any):
    event = played("swiss-60min", 8, rounds=1, venue="工会活动中心", starts_on=date(2026, 11, 30))
    stage = event.stages.get()
    hall = Hall.objects.create(event=event, name="二楼大厅", address="北门", first_table=1, last_table=9)
    starts = datetime(2026, 12, 5, 9, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
    session = Session.objects.create(
        event=event, starts_at=starts, ends_at=starts + timedelta(hours=2), hall=hall
    )
    RoundDate.objects.create(stage=stage, number=2, session=session)
    RoundDate.objects.create(stage=stage, number=3, play_by=starts + timedelta(days=7))
    first, second, third, fourth = schedule_of(event)
    assert first.when == fourth.when == "11月30日"
    tables = gettext("tables %(first)d–%(last)d") % {"first": 1, "last": 4}
    assert first.where == f"工会活动中心 {tables}"
    assert second.when.startswith("12月5日") and second.when.endswith("09:30–11:30")
    assert second.where == "二楼大厅 北门"
    assert "12月12日" in third.when
    assert "09:30–11:30" in text(paper(event, "programme"))


def test_programme_prints_the_regulation_as_the_organiser_wrote_it(swiss: Event):
    swiss.regulation = "一、参赛资格\n在职会员均可报名。"
    assert "在职会员均可报名。" in text(paper(swiss, "programme"))


def test_certificate_of_an_event_without_an_organiser_leaves_room_for_the_stamp(played: Any):
    event = played("swiss-60min", 4, rounds=1)
    assert event.organisation == ""
    said = text(paper(event, "certificates"))
    pages = len(PdfReader(io.BytesIO(paper(event, "certificates").content)).pages)
    assert said.count(event.name) == pages  # in the sentence, and not as who gives it


def test_reason_for_discarding_a_draw_is_in_its_record(played: Any, organiser: Any):
    event = played("swiss-60min", 6, stages=0)
    stage = event.stages.get()
    discard_draw(draw_round(stage, organiser, seed="1").round, organiser, "漏报一对选手")
    publish_round(draw_round(stage, organiser, seed="2").round, organiser)
    assert "漏报一对选手" in text(paper(event, "draw-record"))


@pytest.mark.parametrize(("language", "said"), [("zh-hans", "zh-CN"), ("en", "en")])
def test_paper_says_its_title_its_language_and_its_parts_to_whoever_opens_it(
    swiss: Event, language: str, said: str
):
    with translation.override(language):
        made = paper(swiss, "results-book")
        title = gettext("Results book")
    reader = PdfReader(io.BytesIO(made.content))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == said
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata.title == f"{swiss.name} · {title}"
    assert reader.metadata.author == swiss.name
    assert next(mark.title for mark in reader.outline if not isinstance(mark, list)) == title
    # What is selected and searched is the text itself, read without this product's help.
    words = "".join("".join(page.extract_text().split()) for page in reader.pages)
    assert all(f"甲{number}" in words for number in range(1, 10))


def test_squads_are_listed_with_all_who_played_and_have_no_branch_totals(played: Any):
    event = played("union-squads", 9, rounds=None, branches=3)
    listed = text(paper(event, "awards"))
    assert all(f"甲{number}" in listed and f"乙{number}" in listed for number in range(1, 10))
    assert not KINDS["branches"].fits(event.stages.get())
