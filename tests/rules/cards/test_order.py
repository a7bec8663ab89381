"""The order of cards and their neighbours, as each regulation has them."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from rules.cards import Card, Order, Shape, combine, write_cards
from tests.rules.cards.tables import cards, order, rules, slugs


def line(situation, group: str) -> list[str]:
    """The places of a group from high to low, equal cards together."""
    return [write_cards(place.cards) for place in reversed(situation.lines[group].places)]


def is_tractor(situation, text: str) -> bool:
    played = cards(text)
    return [part.shape for part in combine(situation, played)] == [Shape(2, len(played) // 2)]


def test_trumps_are_jokers_then_level_cards_then_the_trump_suit():
    assert line(order("groups-cross-knockout", level="8", trump="H"), "T") == [
        "BJ", "LJ", "H8", "S8 C8 D8",
        "HA", "HK", "HQ", "HJ", "H10", "H9", "H7", "H6", "H5", "H4", "H3", "H2",
    ]  # fmt: skip


def test_a_side_suit_has_no_level_card():
    assert line(order("groups-cross-knockout", level="8", trump="H"), "S") == [
        "SA", "SK", "SQ", "SJ", "S10", "S9", "S7", "S6", "S5", "S4", "S3", "S2",
    ]  # fmt: skip


def test_permanent_trumps_stand_between_level_cards_and_the_ace():
    """大王，小王，主牌X，其他花色的X，2是固定主，主牌A、K、Q至3."""
    places = line(order("union-squads", level="9", trump="H"), "T")
    assert places[:7] == ["BJ", "LJ", "H9", "S9 C9 D9", "H2", "S2 C2 D2", "HA"]
    assert places[-1] == "H3"


def test_without_a_trump_suit_only_jokers_level_cards_and_permanent_trumps_are_trumps():
    assert line(order("groups-cross-knockout", level="8", trump=None), "T") == ["BJ", "LJ", "S8 H8 C8 D8"]
    assert line(order("four-deck-rounds", level="8", trump=None), "T") == [
        "BJ", "LJ", "S8 H8 C8 D8", "S2 H2 C2 D2",
    ]  # fmt: skip


def test_when_the_level_is_the_permanent_rank_it_is_level_only():
    assert line(order("union-squads", level="2", trump="H"), "T")[:5] == ["BJ", "LJ", "H2", "S2 C2 D2", "HA"]


def test_the_level_cards_of_other_suits_may_be_ordered_by_suit():
    """副牌花色按黑桃、红桃、梅花、方块大小排列."""
    assert line(order("knockout-best-of-three", level="5", trump="C"), "T")[:6] == [
        "BJ", "LJ", "C5", "S5", "H5", "D5",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("trump", ["S", "H", "C", "D", None])
def test_every_card_has_its_place_in_exactly_one_group(slug, trump):
    situation = order(slug, level="7", trump=trump)
    places = [card for group in situation.lines.values() for place in group.places for card in place.cards]
    assert len(places) == len(set(places)) == 54


TRACTORS = [
    # slug, level, trump, cards, is it a tractor
    ("groups-cross-knockout", "8", "S", "H7799", True),  # 打8, 主副牌中7799属空心连对
    ("groups-cross-knockout", "8", "S", "S7799", True),
    ("groups-cross-knockout", "8", "S", "H6677", True),
    ("groups-cross-knockout", "8", "S", "H66 H99", False),
    ("groups-cross-knockout", "8", "S", "BJ BJ LJ LJ", True),
    ("groups-cross-knockout", "8", "S", "S88 H88", False),  # 主8和副8
    ("groups-cross-knockout", "8", "S", "H88 SAA", False),  # 副8和主A
    ("groups-cross-knockout", "8", "S", "LJ LJ S88", False),  # 其余均不算
    ("groups-cross-knockout", "8", "S", "H22 HAA", False),  # 2 is lowest
    ("knockout-best-of-three", "10", "S", "HJJ H99", True),  # 主副牌都可以隔拖
    ("knockout-best-of-three", "10", "S", "SJJ S99", True),
    ("knockout-best-of-three", "10", "S", "BJ BJ LJ LJ", True),
    ("knockout-best-of-three", "10", "S", "LJ LJ S10 S10", True),
    ("knockout-best-of-three", "10", "S", "S10 S10 H10 H10", True),
    ("knockout-best-of-three", "10", "S", "H10 H10 C10 C10", True),
    ("knockout-best-of-three", "10", "S", "H10 H10 D10 D10", False),
    ("knockout-best-of-three", "10", "S", "D10 D10 SAA", False),
    ("knockout-3deck", "2", "S", "BJ BJ LJ LJ", True),
    ("knockout-3deck", "2", "S", "LJ LJ S22", True),
    ("knockout-3deck", "2", "S", "S22 H22", True),
    ("knockout-3deck", "2", "S", "C22 H22", False),  # 两对副2不是
    ("knockout-3deck", "2", "S", "H22 SAA", False),
    ("cards-two-deck-plain", "6", "C", "C55 C77", True),
    ("cards-two-deck-plain", "6", "C", "BJ BJ LJ LJ", True),
    ("cards-two-deck-plain", "6", "C", "C66 H66", True),
    ("cards-two-deck-plain", "6", "C", "H66 CAA", True),
    ("cards-two-deck-plain", "6", "C", "C778899", True),
    ("four-deck-no-bottom", "4", "S", "H33 H55", True),  # 打4时，副牌3与5也算连牌
    ("four-deck-no-bottom", "4", "S", "S33 S55", True),
    ("four-deck-no-bottom", "4", "S", "S22 H22", False),  # 主2副2不能相连
    ("four-deck-no-bottom", "4", "S", "S22 SAA SKK", False),  # 22AAKK
    ("four-deck-no-bottom", "4", "S", "SAA SKK SQQ", True),
    ("swiss-60min", "2", "S", "H22 SAA", True),  # 按照大小顺序依次排列
    ("swiss-60min", "2", "S", "S22 H22", True),
    ("swiss-60min", "2", "S", "HAA H33", False),  # 头尾不闭合
    ("swiss-60min", "8", None, "LJ LJ H88", True),
    ("knockout-3deck", "8", None, "LJ LJ H88", False),
]


@pytest.mark.parametrize(("slug", "level", "trump", "text", "expected"), TRACTORS)
def test_neighbours_are_those_of_the_regulation(slug, level, trump, text, expected):
    assert is_tractor(order(slug, level=level, trump=trump), text) is expected


def test_the_gap_of_the_level_card_is_a_setting():
    assert not is_tractor(order("swiss-60min", level="8", across_level=False), "H7799")
    assert is_tractor(order("swiss-60min", level="8"), "H7799")


def test_a_run_of_triples_with_a_permanent_two_is_none():
    """222AAAKKK 这样的组合不能作为拖拉机, AAAKKKQQQ 可以."""
    situation = order("four-deck-no-bottom", level="4")
    assert [part.shape for part in combine(situation, cards("S222AAAKKK"))] == [Shape(3, 2), Shape(3)]
    assert [part.shape for part in combine(situation, cards("SAAAKKKQQQ"))] == [Shape(3, 3)]


def test_a_level_that_is_no_rank_and_a_trump_that_is_no_suit_are_both_named():
    with pytest.raises(Refused) as refused:
        Order(rules("swiss-60min"), "1", "X")
    assert [problem.at for problem in refused.value.problems] == ["level", "trump"]


def test_a_rung_without_a_rank_has_no_level_cards():
    assert line(Order(rules("knockout-3deck"), None, "S"), "T")[:4] == ["BJ", "LJ", "SA", "SK"]


def test_more_copies_than_decks_are_refused_where_the_extra_one_lies():
    with pytest.raises(Refused) as refused:
        order("groups-cross-knockout").check({"lead": cards("HK HK"), "hand": cards("HK SA")})
    (problem,) = refused.value.problems
    assert (problem.code, problem.at) == ("too-many-copies", "hand")
    assert problem.values == {"card": "HK", "copies": 3, "decks": 2}


def test_a_joker_is_refused_where_decks_have_none():
    with pytest.raises(Refused) as refused:
        order("groups-cross-knockout", jokers=False).check({"hand": cards("BJ")})
    assert refused.value.problems[0].code == "card-not-in-deck"


def test_cards_are_shown_with_trumps_first_and_high_to_low():
    situation = order("groups-cross-knockout", level="8", trump="H")
    assert write_cards(situation.high_to_low(cards("S3 H9 S8 BJ CA SA H8"))) == "BJ H8 S8 H9 SA S3 CA"


def test_a_card_knows_what_it_counts():
    assert [Card("H", rank).points for rank in ("5", "10", "K", "A")] == [5, 10, 10, 0]
