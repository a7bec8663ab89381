"""Answers of an open-source engine for the same game, where the rules are the same.

The values (who wins, what is legal) are facts from the tests and discussions of rbtying/shengji: cards in,
answer out.
"""

from __future__ import annotations

import pytest

from rules.cards import Order, follow, read_card_rules, throw, trick, write_cards, write_form
from tests.rules.cards.tables import cards

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
