"""How cards are written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from rules.cards import Card, points_of, read_cards, read_form, write_cards, write_form
from rules.cards.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS
from rules.cards.shapes import read_shape

ANY_CARD = st.one_of(
    st.builds(Card, st.sampled_from(SUITS), st.sampled_from(RANKS)),
    st.sampled_from([BIG_JOKER, LITTLE_JOKER]),
)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("SA", "SA"),
        ("♠A", "SA"),
        ("黑桃A", "SA"),
        ("HK HK", "HK HK"),
        ("hk,hk", "HK HK"),
        ("红心10、方片T", "H10 D10"),
        ("♥️5", "H5"),
        ("H5566", "H5 H5 H6 H6"),
        ("C10JQ", "C10 CJ CQ"),
        ("梅花7", "C7"),
        ("BJ", "BJ"),
        ("大王 小王", "BJ LJ"),
        ("大鬼小鬼", "BJ LJ"),
        ("大王SA", "BJ SA"),
        ("SJ", "SJ"),
        ("♠ A", "SA"),
        ("ＨＫ　Ｈ５", "HK H5"),
        ("7H", "H7"),
        ("10h 9h", "H10 H9"),
        ("5566♥", "H5 H5 H6 H6"),
        ("7H8H", "H7 H8"),
        ("JS JH", "SJ HJ"),
        ("10J♥️ 3♦️", "H10 HJ D3"),
        ("RJ LJ", "BJ LJ"),
        ("dw xw", "BJ LJ"),
        ("大王7H", "BJ H7"),
        ("梅花对7、梅花对8", "C7 C7 C8 C8"),
        ("一对小王 对红桃5", "LJ LJ H5 H5"),
        ("对5H", "H5 H5"),
        ("H5/H6|H7.", "H5 H6 H7"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_a_card_may_be_written_in_several_ways(text, written):
    assert write_cards(read_cards(text)) == written


def test_sj_is_the_jack_of_spades_and_not_a_joker():
    assert read_cards("SJ") == (Card("S", "J"),)
    assert read_cards("LJ") == (LITTLE_JOKER,)


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("HK X5", "card-unreadable", 4),
        ("H1", "card-unreadable", 2),
        ("HK 5", "card-without-suit", 4),
        ("A", "card-without-suit", 1),
        ("HK S", "card-without-rank", 4),
        ("S H5", "card-without-rank", 1),
        ("S BJ", "card-without-rank", 1),
        ("BJ 5", "card-without-suit", 4),
        ("♠A 王", "card-unreadable", 4),
        ("H5\x00", "card-unreadable", 3),
        ("7H8", "card-without-suit", 3),
        ("5", "card-without-suit", 1),
        ("7 H", "card-without-suit", 1),
        ("KDW", "card-without-suit", 1),
        ("HH5", "card-without-rank", 1),
        ("H5 对", "card-without-rank", 4),
        ("对对H5", "card-without-rank", 1),
        ("S 对大王", "card-without-rank", 1),
        ("对红桃梅花5", "card-without-rank", 2),
        ("RJ BJ", "joker-ambiguous", 4),
    ],
)
def test_a_mistake_is_pointed_at_by_its_character(text, code, position):
    with pytest.raises(Refused) as refused:
        read_cards(text, "hand")
    (problem,) = refused.value.problems
    assert (problem.code, problem.at) == (code, f"hand:{position}")
    assert problem.values["position"] == position
    assert problem.values["found"] == text[position - 1]


@given(st.lists(ANY_CARD))
def test_what_is_written_is_read_back(cards):
    assert list(read_cards(write_cards(cards))) == cards


@given(st.text())
def test_any_text_is_read_or_refused_with_a_place_in_it(text):
    try:
        read_cards(text)
    except Refused as refused:
        assert 1 <= refused.problems[0].values["position"] <= len(text)


def test_a_five_counts_five_and_tens_and_kings_count_ten():
    assert points_of(read_cards("H5 H10 HK")) == 25
    assert points_of(read_cards("H2346789JQA BJ LJ")) == 0


@pytest.mark.parametrize("text", ["1", "2", "3+3", "2+2+2,2,1", "2,2,2", "4+4,3"])
def test_a_form_is_written_with_plus_signs_and_commas(text):
    assert write_form(read_form(text)) == text


def test_more_than_three_equal_shapes_are_counted():
    assert write_form(read_form("2,1,1,1,1")) == "2,1×4"


@pytest.mark.parametrize("text", ["3+2", "5", "0", "1+1", "x", "", "2+", "+".join(["2"] * 30)])
def test_three_dragging_two_and_other_nonsense_is_no_shape(text):
    with pytest.raises(ValueError, match=r".*"):
        read_shape(text)
