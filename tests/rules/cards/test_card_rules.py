"""The ``[cards]`` table: what is read, what is refused, and at which key."""

from __future__ import annotations

import re

import pytest

from rules.answers import Refused
from rules.cards import Shape, read_card_rules
from tests.rules.cards.tables import RULE_SETS, document, rules, slugs


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_set_says_what_it_needs_about_cards(slug):
    assert "cards" in document(slug)
    read = rules(slug)
    assert read.decks == document(slug)["decks"]
    assert read.throw_reading in ("absolute", "per_form")


def test_a_rule_set_without_the_table_plays_by_the_customary_rules():
    read = read_card_rules({"decks": 3})
    assert (read.units, read.runs) == ((1, 2, 3), (2, 3))
    assert read.throw_reading == "per_form"
    assert read.across_level
    assert ("trump_level", "side_level") in read.links
    assert read.clause("follow") == ""


def test_one_deck_has_no_pairs():
    assert read_card_rules({"decks": 1}).units == (1,)


def test_what_a_failed_throw_costs_is_read_from_the_catalogue_of_offences():
    assert rules("swiss-60min").throw_cost[:4] == (10, "beaten", 0, "smallest_single")
    assert rules("groups-cross-knockout").throw_cost[:4] == (10, "thrown", 0, "smallest_part")
    assert rules("knockout-3deck").throw_cost[:4] == (0, "", 20, "smallest_part")
    assert rules("knockout-best-of-three").throw_cost[:4] == (10, "taken_back", 0, "smallest_part")
    assert rules("four-deck-rounds").throw_cost[:4] == (0, "", 0, "smallest_part")


def test_priority_lists_are_read_by_shape_or_for_runs_of_any_length():
    read = rules("four-deck-rounds")
    assert read.follow_lists[Shape(4)][1].pairs
    assert read.follow_runs[4][1].same_run_of == 3
    assert read.follow_runs[4][1].form == (Shape(2),)


@pytest.mark.parametrize(
    ("table", "at"),
    [
        ({"unit": [1]}, "cards.unit"),
        ({"units": [1, 9]}, "cards.units"),
        ({"units": "many"}, "cards.units"),
        ({"units": [True]}, "cards.units"),
        ({"links": ["big_joker/ace"]}, "cards.links[0]"),
        ({"links": ["little_joker/big_joker"]}, "cards.links[0]"),
        ({"side_levels": ["S", "S"]}, "cards.side_levels[1]"),
        ({"form_order": ["size"]}, "cards.form_order[0]"),
        ({"across_level": "yes"}, "cards.across_level"),
        ({"follow": {"break_for_run": "sometimes"}}, "cards.follow.break_for_run"),
        ({"follow": {"special": "sometimes"}}, "cards.follow.special"),
        ({"follow": {"lists": {"3+2": ["3"]}}}, "cards.follow.lists.3+2"),
        ({"follow": {"lists": {"3+3": ["3,3,3"]}}}, "cards.follow.lists.3+3[0]"),
        ({"follow": {"lists": {"3+3": ["x"]}}}, "cards.follow.lists.3+3[0]"),
        ({"follow": {"lists": {"3+3": "3,3"}}}, "cards.follow.lists.3+3"),
        ({"throw": {"reading": "loose"}}, "cards.throw.reading"),
        ({"trick": {"beats": ["3+3"]}}, "cards.trick.beats[0]"),
        ({"trick": {"beats": ["3+3>2+2"]}}, "cards.trick.beats[0]"),
        ({"bid": {"covers": "any"}}, "cards.bid.covers"),
        ({"bid": {"first_with": "two"}}, "cards.bid.first_with"),
        ({"bid": {"first_with": "H2 H3"}}, "cards.bid.first_with"),
        ({"bid": {"jokers_from": 9}}, "cards.bid.jokers_from"),
        ({"clauses": {"draw": "1"}}, "cards.clauses.draw"),
        ("none", "cards"),
    ],
)
def test_a_mistake_is_named_at_its_key(table, at):
    with pytest.raises(Refused) as refused:
        read_card_rules({"decks": 3, "cards": table})
    assert at in [problem.at for problem in refused.value.problems]


@pytest.mark.parametrize(
    "penalties", ["none", ["none"], [{"code": "failed-throw", "effect": "dear"}], [{"code": 1}]]
)
def test_an_unreadable_catalogue_costs_nothing_here(penalties):
    assert read_card_rules({"decks": 3, "penalties": penalties}).throw_cost[:3] == (0, "", 0)


def test_the_document_names_every_key_and_no_other():
    text = (RULE_SETS.parent.parent / "docs" / "ruling.md").read_text(encoding="utf-8")
    written = set(re.findall(r"^\| `([a-z_.]+)` \|", text, flags=re.MULTILINE)) - {"rule"}
    known = set()
    for table in ("", "follow", "throw", "trick", "bid"):
        bad = {"nonsense": 1}
        with pytest.raises(Refused) as refused:
            read_card_rules({"decks": 2, "cards": {table: bad} if table else bad})
        (problem,) = refused.value.problems
        keys = str(problem.values["known"]).split(", ")
        known |= {f"{table}.{key}" if table else key for key in keys}
    assert written == known - {"follow", "throw", "trick", "bid", "assumed"}


def test_a_reading_takes_effect_by_its_parameter_alone():
    changed = {**document("swiss-60min")}
    changed["cards"] = {**changed["cards"], "throw": {"reading": "per_form"}}
    assert read_card_rules(changed).throw_reading == "per_form"
