from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from rules.answers import Refused
from tests.documents.reading import all_faults, all_text, read_pdf, squeezed
from tests.documents.samples import ABOUT, HOSTILE, LONG, hostile_parties, party
from tournament.documents.certificates import (
    Certificate,
    CertificateLayout,
    certificates_pdf,
    check_layout,
    standard_layout,
)
from tournament.documents.table_cards import TableCard, table_cards
from tournament.documents.typefaces import printed
from tournament.documents.values import Party
from tournament.documents.wording import problem_words

HONOUR = Certificate("第一名", ("张三", "𬱟𠅤"), "图书馆分工会", "二〇二六年十一月三十日", "某某大学工会")


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def test_card_shows_number_and_names_on_both_sides():
    page = read_pdf(table_cards(ABOUT, [TableCard(12, "第 2 轮", (party(0), party(1)))]))[0]
    for turned in (False, True):
        side = [piece for piece in page.pieces if piece.turned is turned]
        texts = [piece.text for piece in side]
        assert max(side, key=lambda piece: piece.size).text == "12"
        for name in (*party(0).players, *party(1).players):
            assert name in texts
    upright = [piece for piece in page.pieces if not piece.turned]
    upside_down = [piece for piece in page.pieces if piece.turned]
    assert max(piece.y1 for piece in upright) < page.height / 2 < min(piece.y0 for piece in upside_down)


def test_number_on_a_card_is_larger_than_a_hand():
    for table in (1, 12, 128):
        pieces = read_pdf(table_cards(ABOUT, [TableCard(table)]))[0].pieces
        assert max(piece.size for piece in pieces) >= 150


def test_each_card_has_a_sheet_and_a_bookmark():
    reader = PdfReader(BytesIO(table_cards(ABOUT, [TableCard(n) for n in (1, 2, 3)])))
    assert [mark.title for mark in reader.outline] == ["Table 1", "Table 2", "Table 3"]


@given(hostile_parties(), hostile_parties(), HOSTILE)
@settings(max_examples=20)
def test_hostile_names_stay_on_their_card(a, b, stage):
    pdf = table_cards(ABOUT, [TableCard(7, stage, (a, b))])
    assert all_faults(pdf) == []
    assert all_text(pdf).count(squeezed(printed(a.players[0]))) >= 2


@pytest.mark.parametrize("length", range(1, 41, 6))
def test_names_of_any_length_stay_on_their_card(length):
    long = Party(1, LONG[:length], ("W" * length, "一" * length))
    assert all_faults(table_cards(ABOUT, [TableCard(100, "第 2 轮", (long, long))])) == []


def test_certificate_names_both_players_branch_event_award_organiser_and_date():
    text = all_text(certificates_pdf(ABOUT, [HONOUR]))
    for expected in (*HONOUR.names, HONOUR.branch, ABOUT.event, HONOUR.award, HONOUR.organiser, HONOUR.date):
        assert squeezed(expected) in text


def test_certificate_for_a_branch_alone_leaves_no_gap():
    pieces = [
        p.text
        for p in read_pdf(certificates_pdf(ABOUT, [Certificate("优秀组织奖", branch="图书馆")]))[0].pieces
    ]
    assert "图书馆:" in pieces


def test_printed_paper_gets_words_only():
    page = read_pdf(certificates_pdf(ABOUT, [HONOUR], replace(standard_layout(), border=False, title="")))[0]
    assert page.rules == []
    assert not any(suit in page.text for suit in "♠♥♦♣")
    assert len(read_pdf(certificates_pdf(ABOUT, [HONOUR]))[0].rules) == 8


def test_words_stand_where_the_organiser_puts_them():
    for at in (20.0, 60.0):
        layout = replace(standard_layout(), title_at=at)
        page = read_pdf(certificates_pdf(ABOUT, [HONOUR], layout))[0]
        title = max(page.pieces, key=lambda piece: piece.size)
        from_top = (page.height - title.y1) / 72 * 25.4
        assert from_top == pytest.approx(at, abs=6)


@pytest.mark.parametrize("sheet", ["A4", "A4-landscape", "A3", "A3-landscape"])
def test_certificate_stays_on_every_sheet(sheet):
    layout = replace(standard_layout(), sheet=sheet)
    assert all_faults(certificates_pdf(ABOUT, [HONOUR], layout)) == []


@given(st.tuples(HOSTILE, HOSTILE), HOSTILE, HOSTILE, HOSTILE)
@settings(max_examples=20)
def test_hostile_words_stay_on_the_certificate(names, branch, award, event):
    certificate = replace(HONOUR, names=names, branch=branch, award=award)
    pdf = certificates_pdf(replace(ABOUT, event=event), [certificate])
    assert all_faults(pdf) == []
    assert squeezed(printed(award)) in all_text(pdf)


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ({"sheet": "B5"}, "certificate-sheet", "sheet"),
        ({"body": "{award} {salary}"}, "certificate-field", "body"),
        ({"body": "{award.__class__}"}, "certificate-field", "body"),
        ({"title": "{"}, "certificate-field", "title"),
        ({"signed_at": 209.0}, "certificate-place", "signed_at"),
        ({"title_at": -1.0}, "certificate-place", "title_at"),
        ({"side": 140.0}, "certificate-side", "side"),
    ],
)
def test_layout_that_cannot_be_printed_is_refused_in_words(change, code, at):
    layout = replace(standard_layout(), **change)
    assert [(problem.code, problem.at) for problem in check_layout(layout)] == [(code, at)]
    with pytest.raises(Refused) as caught:
        certificates_pdf(ABOUT, [HONOUR], layout)
    words = problem_words(caught.value.problems[0])
    assert words["message"].endswith(".")
    assert words["fix"].endswith(".")


def test_layout_without_sentences_prints_only_the_border_and_closing():
    assert check_layout(CertificateLayout()) == []
    text = all_text(certificates_pdf(ABOUT, [HONOUR], CertificateLayout()))
    assert text == squeezed("♠♥♦♣" + HONOUR.organiser + HONOUR.date)
