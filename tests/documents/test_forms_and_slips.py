from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.documents.reading import all_faults, all_text, read_pdf, squeezed
from tests.documents.samples import ABOUT, BRANCHES, HOSTILE, NAMES
from tournament.documents.forms import (
    TEXT,
    Block,
    Fact,
    FormSheet,
    appeal,
    forms_pdf,
    leaders_meeting,
    receipt,
)
from tournament.documents.slips import Badge, SeatSlip, badges, seat_slips
from tournament.documents.typefaces import printed

FORM = replace(ABOUT, title="记录", stage="")


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def ruled_lines(page) -> int:
    return sum(y1 == y2 and x2 - x1 > 500 for x1, y1, x2, y2 in page.rules)


def test_leaders_meeting_has_what_was_announced_and_room_for_questions_and_presence():
    form = leaders_meeting(
        "教工之家", "11 月 29 日 15:00", [("规程", "每轮六十分钟。"), ("分组", "八个小组。")]
    )
    pages = read_pdf(forms_pdf([(FORM, form)]))
    assert len(pages) == 1
    text = squeezed(pages[0].text)
    for expected in (
        "教工之家",
        "11月29日15:00",
        "规程",
        "每轮六十分钟。",
        "八个小组。",
        "Questions",
        "Present",
        "Minutes",
    ):
        assert expected in text
    assert ruled_lines(pages[0]) == 16


def test_appeal_has_ruling_clause_room_for_reasons_and_four_signatures_on_one_page():
    form = appeal("第 2 轮", "12", "张三 李四 — 王五 赵六", "甩牌失败，罚 20 分。", "三-3")
    pages = read_pdf(forms_pdf([(FORM, form)]))
    assert len(pages) == 1
    text = squeezed(pages[0].text)
    for expected in (
        "第2轮",
        "张三李四—王五赵六",
        "甩牌失败，罚20分。",
        "三-3",
        "Appellant",
        "Jury",
        "Referee",
        "Time",
    ):
        assert expected in text
    assert ruled_lines(pages[0]) == 16


def test_receipt_lists_and_counts_the_entries():
    form = receipt("图书馆", "王老师", "13800000000", ["1 张三 李四", "2 王五 赵六"], "2026-11-20 10:00")
    pieces = [piece.text for piece in read_pdf(forms_pdf([(FORM, form)]))[0].pieces]
    assert {"1 张三 李四", "2 王五 赵六", "2", "13800000000"} <= set(pieces)
    assert all_faults(forms_pdf([(FORM, receipt("图书馆", "", "", [], ""))])) == []


def test_each_form_begins_on_its_own_page_with_a_bookmark():
    parts = [(replace(FORM, title=title), FormSheet((Fact("a", "b"),))) for title in ("一", "二")]
    reader = PdfReader(BytesIO(forms_pdf(parts)))
    assert [mark.title for mark in reader.outline] == ["一", "二"]
    assert len(reader.pages) == 2


@given(st.lists(st.tuples(HOSTILE, HOSTILE), max_size=8), st.lists(HOSTILE, max_size=6), st.integers(0, 30))
@settings(max_examples=20)
def test_form_of_any_length_stays_on_its_pages(facts, blocks, lines):
    form = FormSheet(
        tuple(Fact(title, text) for title, text in facts),
        tuple(Block(text, text * 6, lines) for text in blocks),
        ("Referee", "Jury", "Time"),
    )
    pdf = forms_pdf([(FORM, form)])
    assert all_faults(pdf) == []
    pages = read_pdf(pdf)
    assert sum(map(ruled_lines, pages)) == lines * len(blocks)
    # A text may go on overleaf: the heading that stands between is not part of it.
    body = [piece.text for page in pages for piece in page.pieces if abs(piece.size - TEXT) < 0.01]
    text = squeezed("".join(piece for piece in body if piece != FORM.event))
    assert all(squeezed(printed(block * 6)) in text for block in blocks)


def test_block_title_never_stands_last_on_a_page():
    blocks = tuple(Block(f"标题{n}", "文字。" * 40, 2) for n in range(20))
    for page in read_pdf(forms_pdf([(FORM, FormSheet((), blocks))])):
        lowest = min((piece for piece in page.pieces if piece.size > 10), key=lambda piece: piece.base)
        assert not lowest.text.startswith("标题")


@pytest.mark.parametrize("count", [1, 40, 41, 256])
def test_every_seat_slip_is_printed_once(count):
    slips = [SeatSlip(n // 4 + 1, "ABCD"[n % 4]) for n in range(count)]
    pdf = seat_slips(ABOUT, slips)
    pages = read_pdf(pdf)
    assert len(pages) == -(-count // 40)
    drawn = [piece.text for page in pages for piece in page.pieces if piece.size > 20]
    assert drawn == [str(slip.main) for slip in slips]
    assert all_faults(pdf) == []


def test_badge_shows_name_branch_office_and_number():
    people = [Badge(NAMES[n % 8], BRANCHES[n % 4], "选手", n + 1) for n in range(23)]
    pdf = badges(ABOUT, people)
    pages = read_pdf(pdf)
    assert len(pages) == 3
    text = all_text(pdf)
    for badge in people:
        assert squeezed(f"{badge.name}{badge.branch}选手·No.{badge.number}") in text
    assert all_faults(pdf) == []


@given(st.lists(st.tuples(HOSTILE, HOSTILE, HOSTILE), min_size=1, max_size=10), HOSTILE)
@settings(max_examples=20)
def test_hostile_names_stay_on_their_badges_and_slips(people, event):
    about = replace(ABOUT, event=event)
    pdf = badges(about, [Badge(name, branch, office) for name, branch, office in people])
    assert all_faults(pdf) == []
    assert all(squeezed(printed(name)) in all_text(pdf) for name, _branch, _office in people)
    assert all_faults(seat_slips(about, [SeatSlip(name, under) for name, under, _office in people])) == []
