"""Answers of open-source engines for the same game, where the rules are the same.

The values (who wins, what is legal) are facts: cards in, answer out. They come from the tests and discussions
of rbtying/shengji, and for two decks from the follow table of another app and the rules of jerryyyu/shengji.
"""

from __future__ import annotations

import pytest

from rules.cards import Order, follow, read_card_rules, throw, trick, write_cards, write_form
from tests.rules.cards.tables import cards
from tests.rules.cards.tables import order as order_of

SHIELDED = {"break_for_run": "never", "break_for_unit": False}  # longer tuples protected


def situation(
    level: str, trump: str, decks: int = 8, follow: dict | None = None, overruff: str = "highest_form"
):
    table = {"follow": follow or {}, "trick": {"overruff": overruff}}
    return Order(read_card_rules({"decks": decks, "cards": table}), level, trump)


TRICKS = [
    # level, trump, plays, over-ruffs decided by, winner
    ("4", "S", ["S2", "S5", "S3", "S5"], "highest_form", 1),
    ("4", "S", ["S2", "S4", "S3", "S5"], "highest_form", 1),
    ("4", "S", ["S22", "S3 S4", "S55", "S3 S5"], "highest_form", 2),
    ("4", "S", ["S2233", "S6677", "S2 S555", "S6666"], "highest_form", 1),
    ("4", "S", ["H8872", "H2 S222", "S22 S3 S4", "S4444"], "every_part", 2),
    ("8", "H", ["CAA CQQ C1010", "S88 H99 H33", "H88 HKK H1010", "LJ LJ H88 HKK"], "highest_form", 3),
    ("8", "H", ["CAA CQQ C1010", "S88 H99 H33", "H88 HKK H1010", "LJ LJ H88 HKK"], "every_part", 3),
    ("4", "S", ["SQQKKA", "S2 S33 S5 H3", "SAA H333", "C33333"], "highest_form", 0),
    ("4", "H", ["SQQKKA", "H2233 HA", "SAA S333", "S33333"], "highest_form", 1),
    ("K", "S", ["C4 C6", "S2 S3", "S3 S4", "S2 BJ"], "every_part", 2),
    ("K", "S", ["C4 C6", "S2 S3", "S3 S4", "S2 BJ"], "highest_form", 3),
    ("6", "S", ["HA HK", "S2 S4", "S3 S5"], "highest_form", 2),
    # a pair thrown with a single: three of a kind is no higher than a pair
    ("6", "S", ["HAA HK", "S333", "S447"], "highest_form", 2),
    ("6", "S", ["HAA HK", "S447", "S333"], "highest_form", 1),
    ("2", "S", ["H10", "S2", "S3", "LJ"], "highest_form", 3),
]


@pytest.mark.parametrize(("level", "trump", "plays", "overruff", "winner"), TRICKS)
def test_the_same_play_wins_the_trick(level, trump, plays, overruff, winner):
    order = situation(level, trump, overruff=overruff)
    assert trick(order, [cards(play) for play in plays]).winner == winner


FOLLOWS = [
    # level, trump, lead, hand, play, how sets are spared, legal
    ("4", "S", "S33", "S2233 S55", "S22", {}, True),
    ("4", "S", "S33", "S2233 S55", "S2 S3", {}, False),
    ("4", "S", "S33", "S2233 S55", "S2 S33", {}, False),
    ("4", "S", "S33", "S222 S3 S5", "S3 S5", {}, False),
    ("4", "S", "S33", "S222 S3 S5", "S3 S5", SHIELDED, True),
    ("4", "S", "S333", "S2233 S55", "S22 S5", {}, True),
    ("4", "S", "S333", "S2233 S55", "S2 S3 S5", {}, False),
    ("4", "S", "S2233", "S2222 S33 S55", "S2222", {}, False),
    ("4", "S", "S2233", "S2222 S33 S55", "S2233", {}, True),
    ("4", "S", "S2233", "S2222 S33 S55", "S3355", {}, True),
    ("4", "S", "S2233", "S2222 S33 S55", "S2222", SHIELDED, False),
    ("4", "S", "S2233", "S2222 S33 S55", "S2233", SHIELDED, True),
    ("4", "S", "S2233", "S2222 S33 S55", "S3355", SHIELDED, True),
    ("4", "S", "S2233", "S2222 S3 S55", "S2222", {}, True),
    ("4", "S", "S2233", "S2222 S3 S55", "S22 S55", {}, True),
    ("4", "S", "S2233", "S2222 S3 S55", "S22 S5 S3", {}, False),
    ("4", "S", "S2233", "S2222 S3 S55", "S2222", SHIELDED, True),
    ("4", "S", "S2233", "S2222 S3 S55", "S22 S55", SHIELDED, True),
    ("4", "S", "S22 S3", "S222 S5", "S222", {}, True),
    ("4", "S", "S22 S3", "S222 S5", "S22 S5", {}, True),
    ("4", "S", "S22 S3", "S222 S5", "S222", SHIELDED, True),
    ("4", "S", "S22 S3", "S222 S5", "S22 S5", SHIELDED, True),
    ("4", "S", "S333", "S2222 S5 S6 S7 S8", "S6 S7 S8", {}, False),
    ("4", "S", "S333", "S2222 S5 S6 S7 S8", "S6 S7 S8", SHIELDED, True),
    ("4", "S", "S333", "S2222 S55 S6 S7 S8", "S55 S6", {}, False),
    ("4", "S", "S333", "S2222 S55 S6 S7 S8", "S55 S6", SHIELDED, True),
    ("4", "S", "S333", "S2222 S55 S6 S7 S8", "S6 S7 S8", SHIELDED, False),
    ("4", "S", "S6677", "S222333 S5678", "S5678", {}, False),
    ("4", "S", "S6677", "S222333 S5678", "S5678", SHIELDED, True),
    ("4", "H", "S8899 SK", "S3 S5 S10 SJ SQ S6 S888", "S3 S5 S10 SJ SQ", {}, False),
    ("4", "H", "S8899 SK", "S3 S5 S10 SJ SQ S6 S888", "S3 S6 S888", {}, True),
    ("4", "H", "S8899 SK", "S3 S5 S10 SJ SQ S6 S888", "S3 S5 S10 SJ SQ", SHIELDED, True),
    ("K", "S", "S778899", "S4 S10 SA HK DK CK SKK", "S4 S10 SA HK DK CK", {}, False),
    ("K", "S", "S778899", "S4 S10 SA HK DK CK SKK", "S4 S10 SA HK SKK", {}, True),
    ("K", "S", "S778899", "S2 S6 SJ SQ HK CK C10 LJ", "S2 S6 SJ SQ HK CK", {}, True),
    ("K", "S", "S778899", "C4 C6 C7 S33 BJ C5 C8", "C4 C6 C7 S33 BJ", {}, True),
    # a pair held as such must be played, whether a triple is spared or not
    ("2", "S", "HAAKK", "H333 H1010 H7", "H333 H7", {}, False),
    ("2", "S", "HAAKK", "H333 H1010 H7", "H333 H7", SHIELDED, False),
    ("2", "S", "HAAKK", "H777 H8 H9 H1010", "H77 H1010", {}, True),
    ("2", "S", "HAAKK", "H777 H8 H9 H1010", "H8 H9 H1010", {}, False),
    ("2", "S", "HAAKK", "H777 H8 H9 H1010", "H8 H9 H1010", SHIELDED, True),
    ("2", "S", "HAAKK", "H777 H8 H9 H1010", "H77 H1010", SHIELDED, True),
    ("2", "S", "HAAKK", "H777 H8 H9 H1010", "H777 H8", SHIELDED, False),
]


@pytest.mark.parametrize(("level", "trump", "lead", "hand", "play", "spared", "legal"), FOLLOWS)
def test_the_same_plays_are_legal(level, trump, lead, hand, play, spared, legal):
    order = situation(level, trump, follow=spared)
    ruling = follow(order, cards(lead), cards(hand), cards(play))
    assert ruling.legal is legal
    assert all(follow(order, cards(lead), cards(hand), shown).legal for shown in ruling.plays)


OWED = [
    # after a run of triples: triples first, then pairs (the order asked for in a discussion of the engine)
    ("H555666", "HAAA HQQQ H3", "3,3"),
    ("H555666", "HAAA HQQ H3 H4", "3,2"),
    ("H555666", "HAAA H3 H7 H8 H9", "3"),
    ("H555666", "HAAKK H3 H4 H7", "2+2"),
    ("H555666", "HAA HQQ H3 H4 H7", "2,2"),
    ("H555666", "HAAA HJJQQ H3 H4", "3,2"),
]


@pytest.mark.parametrize(("lead", "hand", "form"), OWED)
def test_the_same_is_owed_to_a_run_of_triples(lead, hand, form):
    assert write_form(follow(situation("2", "S"), cards(lead), cards(hand)).duty.form) == form


def test_the_same_throw_fails_with_the_same_card_forced():
    order = situation("4", "S")
    ruling = throw(order, cards("H8872"), [cards("H2 S222"), cards("S22 S3 S4"), cards("S444 H3")])
    assert not ruling.stands
    assert write_cards(ruling.forced) == "H2"
    assert len(ruling.lead) == 3


def test_a_higher_pair_does_not_stop_a_throw_of_a_tractor():
    order = situation("4", "S")
    ruling = throw(order, cards("SQQKKA"), [cards("S2 S33 S5 H3"), cards("SAA H333"), cards("C33333")])
    assert ruling.stands


def test_the_same_part_is_forced_when_a_small_pair_was_thrown_with_an_ace():
    ruling = throw(situation("2", "S"), cards("HA H55"), [cards("H66")])
    assert write_cards(ruling.forced) == "H5 H5"


TWO_DECKS = [
    # level, trump, lead, hand, play, legal: values of a table of follows of another engine, for two decks
    ("2", "S", "H33", "H77 C8", "H7", False),
    ("2", "S", "H33", "H77 H8 C9", "H77", True),
    ("2", "S", "H33", "H77 H8 C9", "H7 C9", False),
    ("2", "S", "H33", "H7 C8 D9", "H7 C8", True),
    ("2", "S", "H33", "H7 C8 D9", "C8 D9", False),
    ("2", "S", "HKK", "HQ HJ H10 SA", "HQ HJ", True),
    ("2", "H", "D44", "CAA D77", "CAA", False),
    ("2", "H", "D44", "CAA S7 H8", "CAA", True),
    ("2", "H", "H55", "BJ BJ HA HK SQ", "BJ BJ", True),
    ("2", "H", "H55", "BJ BJ HA HK SQ", "HA HK", False),
    ("2", "H", "H55", "S22 HA HK CQ", "S22", True),
    ("2", "H", "H55", "S22 HA HK CQ", "HA HK", False),
    ("2", "H", "H55", "BJ HA S2 CK", "BJ HA", True),
    ("2", "H", "H55", "BJ HA SK CQ", "SK CQ", False),
    ("2", "H", "H55", "LJ LJ BJ HA SK", "LJ LJ", True),
    ("2", "H", "H55", "LJ LJ BJ HA SK", "BJ HA", False),
    ("2", "H", "S2", "C2 HA DK", "HA", True),
    ("2", "H", "S2", "C2 HA DK", "DK", False),
    ("5", "H", "D3344", "DAA D8 D77 D6 C2", "D8 D77 D6", False),
    ("5", "H", "D3344", "DAA D77 D8 D6 C2", "DAA D77", True),
    ("5", "H", "D3344", "DAA D8 D6 C2", "DAA D8 D6", True),
    ("5", "H", "H3344", "HAA H8 H77 H6 C2", "H8 H77 H6", False),
    ("2", "S", "H7788", "H99 SAA CKK DQ DJ", "H9 SA CK DQ", False),
    ("2", "S", "H7788", "H99 H6 H5 H4 SA CK", "H9 H6 H5 H4", False),
    ("2", "S", "S4455", "S66 S7 S8 D9 C10", "S6 S7 S8 D9", False),
    ("2", "S", "H3344", "H77 H88 C9", "H7788", True),
    ("2", "S", "H3344", "H66 H99 C10", "H66 H99", True),
    ("2", "S", "H334455", "H77 H8 H9 H10 HJ C7", "H77 H8 H9 H10 HJ", True),
    ("2", "S", "H3344", "H7 H8 C9 D10", "C9 D10 H7 H8", True),
    ("2", "H", "S7788", "S99 S10 SJ HK", "S99 HK S10", False),
    ("2", "H", "S7788", "H99 C10 DJ HK", "H99 C10 DJ", True),
    ("2", "H", "H5566", "BJ BJ LJ LJ HAA DK", "BJ BJ LJ LJ", True),
    ("2", "H", "H5566", "BJ BJ LJ LJ HAA DK", "BJ BJ HAA", False),
    ("2", "H", "H5566", "H22 S22 C22 DK", "H22 S22", True),
    ("2", "H", "H5566", "H22 S22 C22 DK", "S22 C22", False),
    ("7", "H", "H3344", "H55 H66 H99 DK", "H5566", True),
    ("7", "H", "H3344", "H55 H66 H99 DK", "H6699", False),
    ("2", "H", "H5566", "H3344 CAA DK", "H33 CAA", False),
]


@pytest.mark.parametrize(("level", "trump", "lead", "hand", "play", "legal"), TWO_DECKS)
def test_the_same_follows_are_legal_with_two_decks(level, trump, lead, hand, play, legal):
    order = situation(level, trump, decks=2)
    assert follow(order, cards(lead), cards(hand), cards(play)).legal is legal


DIFFERENT = [
    # What another engine asks less than the regulations do, by whose words there is a tractor to be followed.
    # lead, hand, play, legal there
    ("H334455", "H7788 H10 HQQ", "H77 HQQ H8 H10", True),  # no tractor of the led length: any pairs
    ("HAA HKK HJ", "H7788 H10 HQQ", "H77 HQQ H10", True),  # a tractor within a throw: any pairs
]


@pytest.mark.parametrize(("lead", "hand", "play", "elsewhere"), DIFFERENT)
@pytest.mark.parametrize("slug", ["groups-cross-knockout", "knockout-best-of-three", "knockout-3deck"])
def test_a_shorter_tractor_must_be_followed_whatever_other_engines_say(slug, lead, hand, play, elsewhere):
    """如果首家出牌中包含拖拉机，则其它方如果有同花色的拖拉机，必须出拖拉机."""
    ruling = follow(order_of(slug), cards(lead), cards(hand), cards(play))
    assert ruling.legal is not elsewhere


@pytest.mark.parametrize(
    ("thrown", "shown", "forced"),
    [
        ("HA H55", "H66", "H5 H5"),
        ("HA HK H9", "HQ", "H9"),
        ("HKK HQ", "HA", "HQ"),
        ("HJJ H9 HA", "HQQ H10", "H9"),
    ],
)
def test_the_same_beaten_part_is_forced(thrown, shown, forced):
    ruling = throw(situation("2", "S", decks=2), cards(thrown), [cards(shown)])
    assert not ruling.stands
    assert write_cards(ruling.forced) == forced


def test_between_a_low_pair_and_a_higher_single_the_lower_cards_are_forced():
    """Another engine forces a beaten single before a beaten pair; 小牌 are the lower cards here."""
    ruling = throw(situation("2", "S", decks=2), cards("H33 H5"), [cards("H44 H6")])
    assert write_cards(ruling.forced) == "H3 H3"
