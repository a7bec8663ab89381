"""Throws: by the words of the regulations, and against every other hand of a small deck."""

from __future__ import annotations

from itertools import product

import pytest

from rules.answers import Refused
from rules.cards import Card, combine, read_form, throw, write_cards
from tests.rules.cards.tables import cards, order

WORDS = [
    # slug, level, trump, thrown, others, stands, beaten, points, forced
    # S0, 三-3: absolutely highest; 10 for each card that is lower, pairs counted in full; one single forced
    ("swiss-60min", "2", "S", "H55 HK", ["HJ"], False, "H5 H5", 20, "H5"),
    ("swiss-60min", "2", "S", "H55 HK", ["H9"], False, "H5 H5", 20, "H5"),
    ("swiss-60min", "2", "S", "HAA HK", ["HA H3", "HQQ", ""], False, "HK", 10, "HK"),
    ("swiss-60min", "2", "S", "H555 HA", ["H6", "", ""], False, "H5 H5 H5", 30, "H5"),
    ("swiss-60min", "2", "S", "HAA HK", ["HK H3", "HQQ", ""], True, "", 0, ""),
    ("swiss-60min", "2", "S", "H55 HK", ["S3 CA", "D9", ""], True, "", 0, ""),
    ("swiss-60min", "2", "S", "H5566 HA", ["H6", "", ""], False, "H5 H5", 20, "H5"),
    # whoever of the three holds the highest card: H6 H6 are lower than the HQ of the second of them
    ("swiss-60min", "2", "S", "H5566 HK", ["H6", "HQ", ""], False, "H6 H6 H5 H5", 40, "H5"),
    # S2, 八-二-2 and 八-四-1: form against form; 10 for each card thrown
    ("groups-cross-knockout", "2", "S", "H55 HA", ["HJ HQ", "HK", ""], True, "", 0, ""),
    ("groups-cross-knockout", "2", "S", "H55 HA", ["HJJ", "HK", ""], False, "H5 H5", 30, "H5 H5"),
    ("groups-cross-knockout", "2", "S", "HQQ HK", ["HA", "", ""], False, "HK", 30, "HK"),
    (
        "groups-cross-knockout",
        "2",
        "S",
        "H5566 HA",
        ["H7788", "", ""],
        False,
        "H6 H6 H5 H5",
        50,
        "H6 H6 H5 H5",
    ),
    ("groups-cross-knockout", "2", "S", "H5566 HA", ["H77 H99", "", ""], True, "", 0, ""),
    # S1, 一-7: flat 20
    ("knockout-3deck", "2", "S", "HAA HQ", ["HK", "", ""], False, "HQ", 20, "HQ"),
    # S3, 一-18: 10 for each card taken back
    ("knockout-best-of-three", "2", "S", "HAA HQ H9", ["HK", "", ""], False, "HQ H9", 30, "H9"),
    # S4c, 二-4: 梅花10、J、Q while A, K are gone and each is highest; K with JJ while AA and QQ are gone
    ("cards-two-deck-plain", "2", "S", "C10 CJ CQ", ["C9", "C77", "C8"], True, "", 0, ""),
    ("cards-two-deck-plain", "2", "S", "CK CJJ", ["CQ", "C1010", "CK"], True, "", 0, ""),
    ("cards-two-deck-plain", "2", "S", "CK CJJ", ["CQQ", "", ""], False, "CJ CJ", 0, "CJ CJ"),
    ("cards-two-deck-plain", "2", "S", "SA SK", ["S3", "", ""], False, "", 0, "SK"),  # trumps are not thrown
]


@pytest.mark.parametrize(
    ("slug", "level", "trump", "thrown", "others", "stands", "beaten", "points", "forced"), WORDS
)
def test_a_throw_stands_or_falls_as_the_regulation_says(
    slug, level, trump, thrown, others, stands, beaten, points, forced
):
    ruling = throw(order(slug, level, trump), cards(thrown), [cards(hand) for hand in others])
    assert ruling.stands is stands
    assert write_cards(ruling.beaten) == beaten
    assert ruling.points == points
    assert write_cards(ruling.forced) == forced


def test_one_combination_alone_is_no_throw_and_is_never_challenged():
    ruling = throw(order("swiss-60min"), cards("H5566"), [cards("H7788")])
    assert ruling.stands
    assert ruling.because[-1].code == "throw-of-one-part"


def test_the_strict_reading_lets_a_throw_fall_to_an_equal_card():
    thrown, others = cards("HAA HK"), [cards("HK")]
    assert throw(order("groups-cross-knockout"), thrown, others).stands
    assert not throw(order("groups-cross-knockout", throw_reading="per_form_strict"), thrown, others).stands


def test_a_named_form_decides_what_is_compared():
    thrown, others = cards("HAAAKK"), [cards("HQQQ")]
    situation = order("knockout-3deck")
    assert throw(situation, thrown, others).stands
    thrown, others = cards("H888 H99"), [cards("H1010")]
    assert throw(situation, thrown, others).beaten == cards("H8")
    assert write_cards(throw(situation, thrown, others, read_form("3,2")).beaten) == "H9 H9"


def test_the_hand_that_beats_it_is_named_and_the_shown_card_with_it():
    ruling = throw(order("swiss-60min"), cards("H55 HK"), [cards("C3"), cards("HJ H3"), cards("HQ")])
    assert ruling.by == 1
    assert {"part": "H5 H5", "beaten_by": "HJ"} in [reason.values for reason in ruling.because]


def test_thrown_cards_of_two_suits_are_refused():
    with pytest.raises(Refused) as refused:
        throw(order("swiss-60min"), cards("HA CA"), [])
    assert refused.value.problems[0].at == "play"


RANKS = ("2", "3", "4", "5")


def held(counts) -> list[Card]:
    return [Card("H", rank) for rank, number in zip(RANKS, counts, strict=False) for _ in range(number)]


def beats_somewhere(counts, shape, top: int) -> bool:
    """Whether a hand holds a combination of this shape with its highest rank above ``top``."""
    unit, length = shape
    return any(
        high > top and all(counts[row] >= unit for row in range(high - length + 1, high + 1))
        for high in range(length - 1, len(counts))
    )


@pytest.mark.parametrize(("decks", "ranks"), [(2, 4), (3, 3)])
def test_a_throw_stands_exactly_when_no_other_hand_beats_a_part(decks, ranks):
    slug = "groups-cross-knockout" if decks == 2 else "knockout-3deck"
    situation = order(slug, level="A")
    for thrown in product(range(decks + 1), repeat=ranks):
        parts = combine(situation, held(thrown)) if any(thrown) else ()
        if len(parts) < 2:
            continue
        for other in product(*(range(decks - number + 1) for number in thrown)):
            expected = not any(beats_somewhere(other, tuple(part.shape), part.top) for part in parts)
            ruling = throw(situation, held(thrown), [held(other)])
            assert ruling.stands is expected, (thrown, other)
            assert ruling.stands or ruling.forced


@pytest.mark.parametrize(("decks", "ranks"), [(2, 4), (3, 3)])
def test_if_absolute_it_stands_exactly_when_no_card_is_higher_than_its_lowest(decks, ranks):
    situation = order("swiss-60min", level="A", decks=decks)
    for thrown in product(range(decks + 1), repeat=ranks):
        lowest = next((row for row, number in enumerate(thrown) if number), None)
        if lowest is None or len(combine(situation, held(thrown))) < 2:
            continue
        for other in product(*(range(decks - number + 1) for number in thrown)):
            highest = max((row for row, number in enumerate(other) if number), default=-1)
            ruling = throw(situation, held(thrown), [held(other)])
            assert ruling.stands is (highest <= lowest)
            below = sum(number for row, number in enumerate(thrown) if row < highest)
            assert len(ruling.beaten) == below
            assert ruling.points == 10 * below


def test_who_beats_a_throw_is_the_first_in_play_who_beats_any_part_of_it():
    ruling = throw(
        order("groups-cross-knockout", "2", "S"), cards("HQQ HJ"), [cards("HK"), cards("HAA"), cards("")]
    )
    assert write_cards(ruling.beaten) == "HQ HQ HJ"
    assert ruling.by == 0
