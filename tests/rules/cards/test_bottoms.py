"""The bottom from the cards themselves."""

from __future__ import annotations

import json

import pytest

from rules.answers import Refused
from rules.cards import bottom, read_form
from rules.hands import load_rule_set
from rules.management.commands.ruling import rule
from tests.rules.cards.tables import cards, document, order


def ruled(
    slug: str, bottom_cards: str, last_trick: str, form: str = "", level: str = "2", trump: str | None = "S"
):
    multiplier = load_rule_set(document(slug)).bottom.multiplier
    named = read_form(form) if form else None
    return bottom(order(slug, level, trump), cards(bottom_cards), cards(last_trick), multiplier, named)


WORDS = [
    # slug, last trick, multiplier. The level is 2, spades are trumps.
    ("swiss-60min", "H5", 3),
    ("swiss-60min", "S5", 3),
    ("swiss-60min", "H55", 6),
    ("swiss-60min", "H555", 9),
    ("swiss-60min", "H4455", 12),
    ("swiss-60min", "H444555", 18),
    ("swiss-60min", "H44556677", 24),
    ("swiss-60min", "H444555666", 27),
    ("swiss-60min", "H4455 H99 HJ", 12),  # only the highest form, once
    ("knockout-3deck", "S5", 3),
    ("knockout-3deck", "S55", 6),
    ("knockout-3deck", "S555", 9),
    ("knockout-3deck", "S4455", 12),
    ("knockout-3deck", "S444555", 18),
    ("knockout-3deck", "S445566", 24),
    ("knockout-3deck", "H55", 0),  # trumps only
    ("groups-cross-knockout", "S5", 2),
    ("groups-cross-knockout", "S55", 4),
    ("groups-cross-knockout", "S5566", 8),
    ("groups-cross-knockout", "S556677", 8),
    ("knockout-best-of-three", "S5", 2),
    ("knockout-best-of-three", "S55", 4),
    ("knockout-best-of-three", "S5566", 8),
    ("knockout-best-of-three", "H5", 1),
    ("knockout-best-of-three", "H55", 2),
    ("knockout-best-of-three", "H5566", 4),
    ("knockout-best-of-three", "H556677", 6),
    ("twenty-per-level", "H5", 2),
    ("twenty-per-level", "H55 HA", 4),  # any pair in the play
    ("twenty-per-level", "H5566", 8),
    ("twenty-per-level", "H556677", 12),
]


@pytest.mark.parametrize(("slug", "last_trick", "multiplier"), WORDS)
def test_the_multiplier_follows_from_the_cards(slug, last_trick, multiplier):
    ruling = ruled(slug, "C5 CK C10 C3", last_trick)
    assert (ruling.card_points, ruling.multiplier, ruling.points) == (25, multiplier, 25 * multiplier)


def test_the_facts_for_judging_name_form_suit_and_highest_card():
    ruling = ruled("groups-cross-knockout", "C5", "S5566 BJ")
    assert (ruling.unit, ruling.cards, ruling.trump, ruling.rank, ruling.suit) == (2, 4, True, "6", "S")
    joker = ruled("groups-cross-knockout", "C5", "小王")
    assert (joker.unit, joker.cards, joker.trump, joker.rank, joker.suit) == (1, 1, True, "SJ", None)
    assert ruled("groups-cross-knockout", "C5", "大王").rank == "BJ"
    level = ruled("groups-cross-knockout", "C5", "HJ", level="J")
    assert (level.trump, level.rank, level.suit) == (True, "J", "H")


def test_the_led_form_counts_where_the_winning_cards_could_be_more():
    """Two singles were thrown, the ruff happened to be a pair."""
    assert ruled("swiss-60min", "CK", "S33").multiplier == 6
    assert ruled("swiss-60min", "CK", "S33", form="1,1").multiplier == 3


@pytest.mark.parametrize(
    ("slug", "bottom_cards", "last_trick", "code", "at"),
    [
        ("swiss-60min", "C3456789", "H5", "bottom-too-large", "cards"),
        ("four-deck-rounds", "C3", "H5", "no-bottom", "cards"),
        ("swiss-60min", "C3", "H5 C5", "lead-of-two-suits", "last_trick"),
        ("swiss-60min", "C3", "", "play-empty", "last_trick"),
        ("swiss-60min", "C555", "C5", "too-many-copies", "last_trick"),
    ],
)
def test_what_cannot_be_a_bottom_is_refused(slug, bottom_cards, last_trick, code, at):
    with pytest.raises(Refused) as refused:
        ruled(slug, bottom_cards, last_trick)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [(code, at)]


@pytest.mark.parametrize("slug", ["four-deck-rounds", "four-deck-no-bottom"])
@pytest.mark.parametrize("cards", ["", "S5"])
def test_a_rule_set_without_a_bottom_says_so_and_the_next_line_is_answered(slug, cards):
    line = {
        "ruleset": slug,
        "level": "3",
        "trump": "S",
        "question": "bottom",
        "cards": cards,
        "last_trick": "S5",
    }
    answers = [rule(json.dumps(one)) for one in (line, line)]
    assert [answer["problems"][0]["code"] for answer in answers] == ["no-bottom", "no-bottom"]
