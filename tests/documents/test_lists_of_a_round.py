"""Pairings and group cross-tables."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.documents.reading import all_faults, all_text, read_pdf, squeezed
from tests.documents.samples import ABOUT, LONG, hostile_parties, party
from tournament.documents.cross_tables import CrossCell, CrossTable, cross_tables
from tournament.documents.pairings import Pairing, by_name_order, pairings_by_name, pairings_by_table
from tournament.documents.typefaces import printed
from tournament.documents.values import Party

PAIRINGS = [Pairing(n + 1, party(2 * n), party(2 * n + 1)) for n in range(40)] + [
    Pairing(None, party(80), None, "轮空")
]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def group(title: str, parties, *, filled: bool = True) -> CrossTable:
    count = len(parties)
    pairs = [(i, j) for i in range(count) for j in range(count) if i != j]
    if not filled:
        return CrossTable(title, tuple(parties), totals=("积分", "级差"), signed=frozenset({1}))
    cells = {(i, j): CrossCell(("J", "8") if i < j else ("8", "J"), 3 if i < j else -3, 2) for i, j in pairs}
    values = {i: (2 * count - i, count - 2 * i) for i in range(count)}
    ranks = {i: i + 1 for i in range(count)}
    return CrossTable(title, tuple(parties), cells, ("积分", "级差"), values, ranks, frozenset({1}))


def test_list_by_table_shows_each_side_once_in_the_order_of_tables():
    pdf = pairings_by_table(ABOUT, PAIRINGS)
    text = all_text(pdf)
    for pairing in PAIRINGS[:-1]:
        assert squeezed(f"{pairing.table}{pairing.a.number}{pairing.a.branch}") in text
        assert squeezed(f"{pairing.b.number}{pairing.b.branch}") in text
    assert all_faults(pdf) == []


def test_bye_has_no_table_and_says_so():
    assert "轮空" in all_text(pairings_by_table(ABOUT, PAIRINGS[-1:]))
    pieces = [piece.text for piece in read_pdf(pairings_by_name(ABOUT, PAIRINGS[-1:]))[0].pieces]
    assert pieces.count("轮空") == 2


def test_list_by_name_has_a_line_for_each_player_with_table_and_opponents():
    pairing = Pairing(7, Party(3, "图书馆", ("张三", "李四")), Party(9, "体育部", ("王五", "赵六")))
    text = all_text(pairings_by_name(ABOUT, [pairing]))
    assert "张三图书馆37A王五赵六" in text
    assert "王五体育部97B张三李四" in text
    assert (
        text.index("李四图书馆")
        < text.index("王五体育部")
        < text.index("张三图书馆")
        < text.index("赵六体育部")
    )


def test_names_are_sorted_by_sound_with_rare_characters_last():
    names = ["张三", "𬱟𠅤", "阿明", "王伟", "王㛃", "王刚", "李四", "陈晨"]
    expected = ["阿明", "陈晨", "李四", "王刚", "王伟", "王㛃", "张三", "𬱟𠅤"]
    assert sorted(names, key=by_name_order) == expected


@given(st.lists(st.tuples(hostile_parties(), hostile_parties()), min_size=1, max_size=6))
@settings(max_examples=20)
def test_hostile_names_stay_in_their_cells(pairs):
    pairings = [Pairing(n, a, b) for n, (a, b) in enumerate(pairs)]
    for pdf in (pairings_by_table(ABOUT, pairings), pairings_by_name(ABOUT, pairings)):
        assert all_faults(pdf) == []
        text = all_text(pdf)
        for sides in pairs:
            for side in sides:
                assert squeezed(printed(side.players[0])) in text


@pytest.mark.parametrize("count", [2, 3, 5, 8, 12, 16])
@pytest.mark.parametrize("filled", [True, False])
def test_cross_table_stays_in_its_cells(count, filled):
    table = group("A 组", [party(n) for n in range(count)], filled=filled)
    assert all_faults(cross_tables(ABOUT, [table])) == []


def test_cross_table_reads_from_the_row_and_ends_with_points_difference_and_rank():
    three = group("A 组", [party(0), party(1), party(2)])
    pieces = read_pdf(cross_tables(ABOUT, [three]))[0].pieces
    lower = [piece.text for piece in pieces]
    assert lower.count("J : 8") == 3
    assert lower.count("8 : J") == 3
    assert lower.count("+3") == 3 + 1  # three wins, and the first entry's total
    assert lower.count("−3") == 3
    ranks = [piece.text for piece in pieces if piece.size == 14 and piece.text.isdigit()]
    assert ranks == ["1", "2", "3"]


def test_empty_cross_table_has_names_and_no_results():
    pdf = cross_tables(ABOUT, [group("A 组", [party(0), party(1)], filled=False)])
    text = all_text(pdf)
    assert squeezed(party(0).names) in text
    assert not any(sign in text for sign in "+−")
    assert "pts" not in text


def test_groups_are_never_split_and_each_has_a_bookmark():
    tables = [group(f"{letter} 组", [party(n) for n in range(5)]) for letter in "ABCDEFGH"]
    pdf = cross_tables(ABOUT, tables)
    pages = read_pdf(pdf)
    assert 1 < len(pages) < 8
    assert [mark.title for mark in PdfReader(BytesIO(pdf)).outline] == [table.title for table in tables]
    for page in pages:
        titles = sum(f"{letter} 组" in page.text for letter in "ABCDEFGH")
        assert len([piece for piece in page.pieces if piece.text == "Rank"]) == titles


def test_wide_group_takes_a_broad_sheet():
    narrow = read_pdf(cross_tables(ABOUT, [group("A 组", [party(n) for n in range(4)])]))[0]
    broad = read_pdf(cross_tables(ABOUT, [group("A 组", [party(n) for n in range(11)])]))[0]
    widest = read_pdf(cross_tables(ABOUT, [group("A 组", [party(n) for n in range(20)])]))[0]
    assert narrow.width < narrow.height
    assert broad.width > broad.height
    assert widest.width > broad.width


@pytest.mark.parametrize("length", range(1, 41, 6))
def test_names_of_any_length_stay_in_their_cross_table(length):
    long = Party(1, LONG[:length], ("W" * length, "一" * length))
    assert all_faults(cross_tables(ABOUT, [group("A" * length, [long] * 6)])) == []


def test_forfeit_is_shown_in_place_of_levels():
    table = replace(
        group("A 组", [party(0), party(1)], filled=False), cells={(0, 1): CrossCell(note="弃权", points=2)}
    )
    assert "弃权2pts" in all_text(cross_tables(ABOUT, [table]))
