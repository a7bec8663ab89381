from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.documents.book_of import BOOK, COVER, NOTICE, sections
from tests.documents.reading import all_faults, all_text, fonts_of, read_pdf, squeezed
from tests.documents.samples import BRANCHES, HOSTILE, party
from tournament.documents.books import Cover, Delegation, Section, book_pdf, entries_section, text_section
from tournament.documents.page import write
from tournament.documents.prose import Paragraph, plan_prose
from tournament.documents.typefaces import printed


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def book() -> bytes:
    with translation.override("en"):
        return book_pdf(BOOK, COVER, sections())


def test_contents_name_the_page_on_which_each_section_begins(book):
    pages = read_pdf(book)
    contents = {}
    for piece in pages[1].pieces:
        if piece.text.isdigit():
            title = next(
                p.text for p in pages[1].pieces if abs(p.base - piece.base) < 1 and not p.text.isdigit()
            )
            contents[title] = int(piece.text)
    assert list(contents) == [section.title for section in sections()]
    for title, number in contents.items():
        assert f"Page{number}of{len(pages)}" in squeezed(pages[number - 1].text)
        if title not in {"小组循环表", "淘汰赛对阵图"}:
            assert title in pages[number - 1].text


def test_contents_lead_to_their_pages(book):
    reader = PdfReader(BytesIO(book))
    links = [link.get_object() for link in reader.pages[1]["/Annots"]]
    assert len(links) == len(sections())
    assert all("/Dest" in link or "/A" in link for link in links)


def test_bookmarks_are_the_sections_with_groups_under_them(book):
    outline = PdfReader(BytesIO(book)).outline
    top = [mark.title for mark in outline if not isinstance(mark, list)]
    assert top == [BOOK.title, "Contents", *[section.title for section in sections()]]
    inner = [mark.title for part in outline if isinstance(part, list) for mark in part]
    assert inner[:4] == ["A 组", "B 组", "C 组", "D 组"]


def test_cover_has_event_title_organisers_place_and_date(book):
    text = squeezed(read_pdf(book)[0].text)
    for expected in (BOOK.event, BOOK.title, *COVER.lines, COVER.place, COVER.date):
        assert squeezed(expected) in text


def test_whole_book_stays_in_its_cells_with_all_fonts_embedded(book):
    assert all_faults(book) == []
    assert all(font.embedded for font in fonts_of(book).values())


def test_notice_and_names_are_in_the_book_word_for_word(book):
    text = all_text(book)
    assert all(squeezed(part if isinstance(part, str) else part.text) in text for part in NOTICE)
    for branch in BRANCHES:
        assert branch in text
    assert squeezed(f"{party(0).number}{party(0).names}") in text


def test_long_regulation_runs_on_over_pages_without_losing_a_word():
    section = next(part for part in sections(60) if part.title == "竞赛规程")
    pdf = write(BOOK, section.pages)
    pages = read_pdf(pdf)
    assert len(pages) > 3
    text = all_text(pdf)
    assert all(f"第{number}条" in text for number in range(1, 61))
    assert text.count("打完结束比赛") == sum(number % 4 + 1 for number in range(1, 61))
    assert all_faults(pdf) == []


def test_heading_never_stands_last_on_a_page():
    for clauses in range(20, 40, 4):
        section = next(part for part in sections(clauses) if part.title == "竞赛规程")
        for page in read_pdf(write(BOOK, section.pages)):
            lowest = min((piece for piece in page.pieces if piece.size > 10), key=lambda piece: piece.base)
            assert not (lowest.text.startswith("第") and lowest.text.endswith("条"))


def test_first_line_of_a_paragraph_is_indented_by_two_characters():
    pieces = read_pdf(write(BOOK, plan_prose(BOOK, [Paragraph("一" * 100)])))[0].pieces
    lines = [piece for piece in pieces if set(piece.text) == {"一"}]
    assert lines[0].x0 - lines[1].x0 == pytest.approx(2 * lines[0].size, abs=0.1)


@given(st.lists(HOSTILE, min_size=1, max_size=30))
@settings(max_examples=20)
def test_hostile_paragraphs_stay_on_the_page_and_are_printed_whole(texts):
    pdf = write(BOOK, text_section(BOOK, "通知", [text * 5 for text in texts]).pages)
    assert all_faults(pdf) == []
    text = all_text(pdf)
    for one in texts:
        assert squeezed(printed(one * 5)) in text


def test_branch_without_entries_is_listed():
    pdf = write(BOOK, entries_section(BOOK, "参赛名单", [Delegation("体育部", (), "王老师")]).pages)
    assert "体育部王老师" in all_text(pdf)


def test_many_sections_take_several_pages_of_contents():
    many = [Section(f"第 {n} 部分", text_section(BOOK, f"第 {n} 部分", ["文字。"]).pages) for n in range(60)]
    pdf = book_pdf(BOOK, Cover(), many)
    pages = read_pdf(pdf)
    assert len(pages) == 1 + 3 + 60
    assert "Page64of64" in squeezed(pages[-1].text)
    assert "64" in pages[3].text
    assert all_faults(pdf) == []


def test_long_words_on_the_cover_stay_on_it():
    cover = Cover(tuple("主办：" + "某某大学" * 12 for _ in range(12)), "地点" * 30, "日期" * 20)
    assert all_faults(book_pdf(replace(BOOK, event="某某大学" * 15), cover, [])) == []
