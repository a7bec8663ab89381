from dataclasses import replace
from decimal import Decimal
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.documents.reading import all_faults, all_text, read_pdf, squeezed
from tests.documents.samples import ABOUT, LONG, hostile_parties, party
from tournament.documents.standings import (
    RoundResult,
    Standings,
    StandingsRow,
    plain,
    standings_book,
    standings_pdf,
)
from tournament.documents.typefaces import printed
from tournament.documents.values import Party


def standings(entries: int, rounds: int = 4, **changes) -> Standings:
    """Invented results: entry n gains n modulo 9 levels in each round, the last sits out the first round."""
    rows = []
    for n in range(entries):
        results = tuple(
            RoundResult(2, 0, note="轮空")
            if n == entries - 1 and r == 0
            else RoundResult((n + r) % 3, (n + r) % 9 - 4)
            for r in range(rounds)
        )
        totals = (sum(x.points for x in results), sum(x.difference for x in results))
        rows.append(StandingsRow(n + 1, party(n), results, totals, tied=n in {2, 3}))
    made = Standings(
        tuple(f"第 {r + 1} 轮" for r in range(rounds)),
        ("总分", "总级差"),
        tuple(rows),
        signed=frozenset({1}),
        sums=("points", "difference"),
        notes=("先比总分，再比总级差，再从最后一轮起逐轮比较级数。",),
    )
    return replace(made, **changes)


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def test_every_entry_round_and_total_is_printed():
    table = standings(32)
    text = all_text(standings_pdf(ABOUT, table))
    for row in table.rows:
        assert squeezed(row.party.branch + row.party.names) in text
    row = table.rows[5]
    line = [f"{plain(r.points)}{r.difference:+d}".replace("+0", "0").replace("-", "−") for r in row.rounds]
    assert squeezed("".join(line)) in text


def test_difference_carries_its_sign_and_points_do_not():
    row = StandingsRow(1, party(1), (RoundResult(2, 6), RoundResult(0, -3)), (2, 3))
    table = standings(0, 2, rows=(row,))
    pieces = [piece.text for piece in read_pdf(standings_pdf(ABOUT, table))[0].pieces]
    assert {"+6", "−3", "+3", "2", "0"} <= set(pieces)


def test_unresolved_tie_is_marked_and_explained():
    text = all_text(standings_pdf(ABOUT, standings(6)))
    assert "3*" in text
    assert "4*" in text
    assert "*Leveloneverycount" in text
    rows = tuple(replace(row, tied=False) for row in standings(6).rows)
    assert "*" not in all_text(standings_pdf(ABOUT, standings(6, rows=rows)))


def test_bye_is_shown_in_place_of_a_difference():
    assert "2轮空" in all_text(standings_pdf(ABOUT, standings(3, 1)))


def test_heading_event_and_page_number_stand_on_every_page():
    pages = read_pdf(standings_pdf(ABOUT, standings(150)))
    assert len(pages) > 3
    for number, page in enumerate(pages, start=1):
        text = squeezed(page.text)
        for expected in (
            "Rank",
            "Branch",
            "第4轮",
            "总级差",
            squeezed(ABOUT.event),
            f"Page{number}of{len(pages)}",
        ):
            assert expected in text


def test_ranks_run_on_over_the_pages_without_a_gap():
    pages = read_pdf(standings_pdf(ABOUT, standings(150)))
    ranks = [
        int(piece.text.rstrip("*"))
        for page in pages
        for piece in page.pieces
        if piece.x0 < 62 and piece.text.rstrip("*").isdigit()
    ]
    assert ranks == list(range(1, 151))


def test_few_rounds_are_upright_and_many_are_broad():
    few = read_pdf(standings_pdf(ABOUT, standings(10, 1)))[0]
    many = read_pdf(standings_pdf(ABOUT, standings(10, 8)))[0]
    assert few.height > few.width
    assert many.width > many.height


@pytest.mark.parametrize(("entries", "rounds"), [(0, 4), (1, 1), (32, 4), (60, 7), (200, 3), (12, 12)])
def test_table_stays_in_its_cells(entries, rounds):
    assert all_faults(standings_pdf(ABOUT, standings(entries, rounds))) == []
    with translation.override("zh-hans"):
        assert all_faults(standings_pdf(ABOUT, standings(entries, rounds))) == []


@given(st.lists(hostile_parties(), min_size=1, max_size=12), st.integers(0, 9))
@settings(max_examples=25)
def test_hostile_names_stay_in_their_cells_and_are_printed_whole(parties, rounds):
    table = standings(len(parties), rounds)
    rows = tuple(replace(row, party=p) for row, p in zip(table.rows, parties, strict=True))
    pdf = standings_pdf(ABOUT, replace(table, rows=rows))
    assert all_faults(pdf) == []
    text = all_text(pdf)
    for one in parties:
        for name in one.texts:
            assert squeezed(printed(name)) in text


@pytest.mark.parametrize("length", range(1, 41, 3))
def test_names_of_any_length_stay_in_their_cells(length):
    long = Party(1, LONG[:length], ("W" * length, "一" * length))
    rows = tuple(replace(row, party=long) for row in standings(8).rows)
    assert all_faults(standings_pdf(ABOUT, standings(8, rows=rows))) == []


def test_many_notes_follow_the_table_and_stay_on_the_page():
    pdf = standings_pdf(ABOUT, standings(30, notes=tuple("很长的说明。" * 30 for _ in range(5))))
    assert all_faults(pdf) == []
    assert all_text(pdf).count("很长的说明。") == 150


def test_book_of_several_tables_has_a_bookmark_for_each():
    parts = [(replace(ABOUT, stage=f"{name}组"), standings(40)) for name in "甲乙丙"]
    reader = PdfReader(BytesIO(standings_book(parts)))
    assert [mark.title for mark in reader.outline] == [f"{name}组 · {ABOUT.title}" for name in "甲乙丙"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, "2"),
        (Decimal("1.50"), "1.5"),
        (0, "0"),
        (-3, "−3"),
        (100, "100"),
        (2.5, "2.5"),
        (None, ""),
        ("J", "J"),
    ],
)
def test_number_is_printed_without_needless_zeros(value, expected):
    assert plain(value) == expected
