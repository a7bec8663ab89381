"""Following suit, by the words of each regulation."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from rules.cards import Card, Order, follow, packing, read_card_rules, read_form, write_cards, write_form
from rules.cards.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS
from tests.rules.cards.tables import cards, order, slugs

OWED = [
    # slug, lead, hand, what is owed. The level is 2, spades are trumps.
    # S0, 三-2-4: a–g for a lead of 3+3
    ("swiss-60min", "H444555", "H777888J", "3+3"),
    ("swiss-60min", "H444555", "H777999J", "3,3"),
    ("swiss-60min", "H444555", "H777 H99JQK", "3,2"),
    ("swiss-60min", "H444555", "H777 H9JQKA", "3"),
    ("swiss-60min", "H444555", "H7788JQK", "2+2"),
    ("swiss-60min", "H444555", "H7799JQK", "2,2"),
    ("swiss-60min", "H444555", "H779JQKA", "2"),
    ("swiss-60min", "H444555", "H6789JQK", ""),
    ("swiss-60min", "H444555", "H7799JJK", "2,2"),
    # S0: a triple is not spared by a lead of pairs, nor a pair by a lead of triples
    ("swiss-60min", "H44", "H777 H9", "2"),
    ("swiss-60min", "H444", "H777 H9", "3"),
    ("swiss-60min", "H444", "H77 H9J", "2"),
    # S0, 2: triples need not follow a tractor …
    ("swiss-60min", "H4455", "H777888 HJJKK", "2,2"),
    # … unless a: there are not enough pairs
    ("swiss-60min", "H4455", "H777 HJJK", "2,2"),
    ("swiss-60min", "H4455", "H777 H9JK", "2"),
    # … or b: a triple and a pair make a tractor
    ("swiss-60min", "H4455", "H777 H88 HJJKK", "2+2"),
    ("swiss-60min", "H4455", "H7788 HJJ", "2+2"),
    # S1, 一-7: a tractor goes before two triples
    ("knockout-3deck", "H444555", "H777888J", "3+3"),
    ("knockout-3deck", "H444555", "H777999 HQQKK", "2+2"),
    ("knockout-3deck", "H444555", "H777999 HQQA", "3,3"),
    ("knockout-3deck", "H444555", "H777 H99JQK", "3,2"),
    ("knockout-3deck", "H444555", "H777 H9JQKA", "3"),
    ("knockout-3deck", "H444555", "H7799JQK", "2,2"),
    ("knockout-3deck", "H444555", "H779JQKA", "2"),
    ("knockout-3deck", "H444555", "H6789JQK", ""),
    ("knockout-3deck", "H444", "H77 H9J", "2"),
    # S2, 八-二-1 and S3, 一-17: a tractor if there is one, else pairs
    ("groups-cross-knockout", "H4455", "H7788JQ", "2+2"),
    ("groups-cross-knockout", "H4455", "H7799JQ", "2,2"),
    ("groups-cross-knockout", "H4455", "H779JQ", "2"),
    ("groups-cross-knockout", "H445566", "H7788JJQ", "2+2,2"),
    ("groups-cross-knockout", "H4455", "H778899", "2+2"),
    ("groups-cross-knockout", "H44", "H789", ""),
    ("knockout-best-of-three", "H4455", "H7788JQ", "2+2"),
    # a throw of a pair and singles asks for the pair
    ("groups-cross-knockout", "HAAK", "H779J", "2"),
    ("groups-cross-knockout", "HAAKKJ", "H7788 H99", "2+2"),
    # S4b, 四: four, tractor, pairs; no triple is asked for
    ("four-deck-rounds", "H4444", "H7777 H9", "4"),
    ("four-deck-rounds", "H4444", "H777 H9J", "2"),
    ("four-deck-rounds", "H4444", "H7788 H999", "2+2"),
    ("four-deck-rounds", "H4444", "H77 H99 HJ", "2,2"),
    ("four-deck-rounds", "H444", "H777 H9", "3"),
    ("four-deck-rounds", "H444", "H77 H9J", "2"),
    ("four-deck-rounds", "H33334444", "H77778888 H9", "4+4"),
    ("four-deck-rounds", "H33334444", "H777888 HJJQ", "3+3,2"),
    ("four-deck-rounds", "H33334444", "H777999 HQQKK", "2+2,2,2"),
    ("four-deck-rounds", "H333444", "H777888 H9", "3+3"),
    ("four-deck-rounds", "H333444", "H777999 HJQ", "2,2"),
    ("four-deck-rounds", "H333444", "H7788 HJJQ", "2+2,2"),
    # S4e, 四: a tractor or a four must follow a tractor
    ("four-deck-no-bottom", "H4455", "H7777 H99 HJJ", "2+2"),
    ("four-deck-no-bottom", "H4455", "H999 H77 HJ", "2,2"),
    ("four-deck-no-bottom", "H44", "H789", ""),
]


@pytest.mark.parametrize(("slug", "lead", "hand", "form"), OWED)
def test_what_is_owed_is_what_the_regulation_lists(slug, lead, hand, form):
    ruling = follow(order(slug), cards(lead), cards(hand))
    assert ruling.duty.rule == ("form" if form else "suit")
    assert write_form(ruling.duty.form) == form


PLAYS = [
    # slug, lead, hand, play, legal
    ("swiss-60min", "H4455", "H777888 HJJKK", "HJJKK", True),
    ("swiss-60min", "H4455", "H777888 HJJKK", "H7788", True),
    ("swiss-60min", "H4455", "H777888 HJJKK", "H77 HJJ", True),
    ("swiss-60min", "H4455", "H777888 HJJKK", "H777J", False),
    ("swiss-60min", "H4455", "H777 H88 HJJKK", "HJJKK", False),
    ("swiss-60min", "H4455", "H777 H88 HJJKK", "H7788", True),
    ("swiss-60min", "H4455", "H777 HJJK", "HJJ H77", True),
    ("swiss-60min", "H4455", "H777 HJJK", "HJJ H7K", False),
    # S0, 三-2-3: 相连两套三张牌可以战胜相连三对牌: whoever holds it may play it, whatever pairs he has
    ("swiss-60min", "H334455", "H666777 H99 HJJ HKK", "H666777", True),
    ("swiss-60min", "H334455", "H666777 HJJQQKK", "H666777", True),
    ("swiss-60min", "H334455", "H666777 H99 HJJ HKK", "H666 H77 H9", False),
    ("swiss-60min", "H334455", "H666888 H99 HJJ HKK", "H666888", False),
    ("swiss-60min", "H33445566", "H888999 HJJ HKK HAA HQ", "H888999 HJJ", False),  # 不可类推
    ("swiss-60min", "H3344", "H666777 H99 HJJ", "H6667", False),
    ("knockout-3deck", "H334455", "H666777 HJJQQKK", "H666777", False),
    ("swiss-60min", "H444", "H77 H9J", "H779", True),
    ("swiss-60min", "H444", "H77 H9J", "H79J", False),
    ("knockout-3deck", "H444555", "H777999 HQQKK", "H777999", False),
    ("knockout-3deck", "H444555", "H777999 HQQKK", "HQQKK H77", True),
    ("four-deck-no-bottom", "H4455", "H7777 H99 HJJ", "H7777", True),
    ("four-deck-no-bottom", "H4455", "H7777 H99 HJJ", "H99JJ", False),
    ("groups-cross-knockout", "H44", "H77 H9", "H79", False),
    ("groups-cross-knockout", "H44", "H77 H9", "H77", True),
    ("groups-cross-knockout", "H44", "H7 S3 C9", "H7 C9", True),
    ("groups-cross-knockout", "H44", "H7 S3 C9", "S3 C9", False),
    ("groups-cross-knockout", "H44", "S33 C9", "S3 C9", True),
    ("groups-cross-knockout", "H4", "H2 H7", "H2", False),  # the level card is a trump
    ("groups-cross-knockout", "S4", "H2 H7", "H2", True),
    ("groups-cross-knockout", "S4", "H2 H7", "H7", False),
    ("groups-cross-knockout", "H44", "H77 H9", "H7", False),
]


@pytest.mark.parametrize(("slug", "lead", "hand", "play", "legal"), PLAYS)
def test_a_play_is_legal_if_it_pays_what_is_owed(slug, lead, hand, play, legal):
    assert follow(order(slug), cards(lead), cards(hand), cards(play)).legal is legal


def test_whoever_has_none_of_the_suit_may_play_anything_and_is_shown_the_ruff():
    ruling = follow(order("groups-cross-knockout"), cards("H44"), cards("S33 C9 CK"))
    assert ruling.duty.rule == "free"
    assert "S3 S3" in [write_cards(play) for play in ruling.plays]


def test_whoever_has_too_few_of_the_suit_plays_them_all():
    ruling = follow(order("groups-cross-knockout"), cards("H4455"), cards("H7 H9 S3 CK C4"))
    assert ruling.duty.rule == "all-of-suit"
    assert all({Card("H", "7"), Card("H", "9")} <= set(play) for play in ruling.plays)
    assert len(ruling.plays) == 3


def test_how_far_larger_sets_must_be_broken_is_a_setting():
    hand, lead = cards("H777888 HJJKK"), cards("H4455")
    assert write_form(follow(order("swiss-60min", break_for_run="any"), lead, hand).duty.form) == "2+2"
    assert write_form(follow(order("swiss-60min", break_for_run="never"), lead, hand).duty.form) == "2,2"
    whole = order("swiss-60min", break_for_unit=False)
    assert follow(whole, cards("H44"), cards("H777 H9")).duty.rule == "suit"
    never = order("swiss-60min", break_for_run="never")
    assert write_form(follow(never, lead, cards("H777 H88 HJJ")).duty.form) == "2,2"
    assert write_form(follow(never, lead, cards("H777 H88 H99")).duty.form) == "2+2"


ONE_DECK = [
    # with one deck there are only singles: any card of the suit follows
    ("HA", "H3 H7 C9", "H3", True),
    ("HA", "H3 H7 C9", "C9", False),
    ("HAKQ", "H3 H7 C9 S4", "H37 C9", True),
    ("HAKQ", "H3 H7 C9 S4", "H3 C9 S4", False),
    ("HAKQ", "H3 H7 H8 H9", "H379", True),
    ("S5", "D2 H7", "D2", True),  # the level card is a trump
]


@pytest.mark.parametrize(("lead", "hand", "play", "legal"), ONE_DECK)
def test_one_deck_without_jokers_knows_only_suits(lead, hand, play, legal):
    one = Order(read_card_rules({"decks": 1, "jokers": False}), "2", "S")
    ruling = follow(one, cards(lead), cards(hand), cards(play))
    assert ruling.legal is legal
    assert ruling.duty.rule in ("suit", "all-of-suit")


@pytest.mark.parametrize(
    ("special", "hand", "legal"),
    [
        ("always", "H666777 HJJQQKK", True),
        ("without_led_form", "H666777 HJJQQKK", False),
        ("without_led_form", "H666777 H99 HJJ HKK", True),
        ("never", "H666777 H99 HJJ HKK", False),
    ],
)
def test_whether_a_special_form_answers_is_a_setting(special, hand, legal):
    situation = order("swiss-60min", special_follows=special)
    ruling = follow(situation, cards("H334455"), cards(hand), cards("H666777"))
    assert ruling.legal is legal
    assert bool(ruling.duty.instead) is legal
    shown = {write_cards(sorted(play)) for play in ruling.plays}
    assert (write_cards(cards("H666777")) in shown) is legal
    assert len(ruling.plays) <= 3


def test_a_leader_may_name_another_reading_of_his_throw():
    """444 55 is a tractor and a single, or a triple and a pair."""
    situation, lead, hand = order("swiss-60min"), cards("HAAAKK"), cards("H777 H99J")
    assert write_form(follow(situation, lead, hand).duty.form) == "2,2"
    named = follow(situation, lead, hand, lead_form=read_form("3,2"))
    assert write_form(named.duty.form) == "3,2"


@pytest.mark.parametrize(
    ("lead", "hand", "play", "code", "at"),
    [
        ("H44", "H7", None, "hand-too-short", "hand"),
        ("H44", "H77", "H79", "card-not-in-hand", "play"),
        ("H4 C4", "H77", None, "lead-of-two-suits", "lead"),
        ("", "H77", None, "play-empty", "lead"),
        ("H444", "H777", None, "too-many-copies", "lead"),
    ],
)
def test_what_cannot_be_on_a_table_is_refused(lead, hand, play, code, at):
    with pytest.raises(Refused) as refused:
        follow(
            order("groups-cross-knockout"), cards(lead), cards(hand), None if play is None else cards(play)
        )
    assert (code, at) in [(problem.code, problem.at) for problem in refused.value.problems]


def test_a_form_that_the_lead_is_not_is_refused():
    with pytest.raises(Refused) as refused:
        follow(order("swiss-60min"), cards("HAAAKK"), cards("H77789"), lead_form=read_form("2+2+2"))
    assert refused.value.problems[0].code == "not-this-form"


def test_work_is_bounded_where_much_is_led_and_it_only_just_does_not_fit(monkeypatch):
    """Thirty trumps led, in sets of all sizes, against a hand of forty: places visited, not time."""
    lead = "S44 S5555 S8 SQQQ SAAA H222 C222 D3333 S33 小王小王 大王大王大王大王"
    hand = "S44 S66667777 S88 S999 S10 SJJJJ SQ SKKK H2 D2222 S2 H3333 C3333 S33 小王小王"
    visited = 0
    step = packing._Packing._from_row

    def counted(*given):
        nonlocal visited
        visited += 1
        return step(*given)

    monkeypatch.setattr(packing._Packing, "_from_row", counted)
    situation = order("four-deck-rounds", level="3")
    assert follow(situation, cards(lead), cards(hand)).plays
    assert 0 < visited < 5_000


def deals(decks: int):
    deck = [Card(suit, rank) for suit in SUITS for rank in RANKS] + [BIG_JOKER, LITTLE_JOKER]
    return st.permutations(deck * decks)


@given(slug=st.sampled_from(slugs()), data=st.data())
def test_every_play_that_is_shown_is_legal_and_there_is_always_one(slug, data):
    situation = order(
        slug, level=data.draw(st.sampled_from(RANKS)), trump=data.draw(st.sampled_from([*SUITS, None]))
    )
    deck = data.draw(deals(situation.rules.decks))
    leader, hand = deck[:30], deck[30:56]
    group = situation.group(leader[0])
    suit = [card for card in leader if situation.group(card) == group]
    lead = suit[: data.draw(st.integers(1, len(suit)))]
    ruling = follow(situation, lead, hand)
    assert ruling.plays
    for play in ruling.plays:
        assert follow(situation, lead, hand, play).legal
        assert not Counter(play) - Counter(hand)
