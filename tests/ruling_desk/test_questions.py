"""Every question of the desk on its page, by the worked examples of the regulations."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from rules.cards.assumptions import TOUCHES, Touched, assumed_of_cards
from rules.cards_assumed import ASSUMED
from rules.shipped import shipped_data, shipped_slugs

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


def answered(client: Any, question: str, **asked: str) -> Any:
    """The page that answers a question, in English; rules of the four-round regulation, level 2, spades."""
    client.cookies["django_language"] = "en"
    said = {"ruleset": "swiss-60min", "level": "2", "trump": "S", "question": question, "ask": "1"}
    return client.get("/rulings/", {**said, **asked})


EXAMPLES = [
    # S3, 一-18: a pair held back: two cards wrong
    (
        "follow",
        {"ruleset": "knockout-best-of-three", "lead": "H44", "hand": "H77 H9 C3", "play": "H7 H9"},
        ["Not legal", "Cards at fault: 2.", "This would be legal", "♥7 ♥9 does not hold a pair of cards"],
    ),
    # S0, 三-2-4: 334455 led is followed by what there is of the suit
    (
        "follow",
        {"lead": "H334455", "hand": "H6677 H8899 C3", "play": "H667788"},
        ["Legal", "三-2-4"],
    ),
    # S0, 三-3: 10 for each card that is lower, pairs in full; one single is forced
    (
        "throw",
        {"play": "H55 HK", "shown": "HJ"},
        ["The throw fails", "20 points to the other side", "This must be led instead", "三-3"],
    ),
    ("throw", {"play": "HAA HK", "other1": "HK H3", "other2": "HQQ"}, ["The throw stands"]),
    # S0, 三-4: 444555 (3+3) wins over 334455 (2+2+2)
    (
        "trick",
        {"play1": "H334455", "play2": "H666777", "play3": "C333444", "play4": "D334455", "leader": "N"},
        ["West wins the trick", "三-4"],
    ),
    # S0, 三-5: three times the points for each card of the winning form
    ("bottom", {"cards": "H5 HK C5 C3", "last_trick": "S55"}, ["120 points", "20 × 6 = 120", "三-5"]),
    # S0, 三-1: more covers fewer; the last bid of the first hand takes the deal
    (
        "bid",
        {"seat1": "N", "bid1": "S2", "seat2": "E", "bid2": "C2 C2"},
        ["Trumps: ♣", "East takes the deal by the bid", "三-1"],
    ),
]


@pytest.mark.parametrize(("question", "asked", "said"), EXAMPLES)
def test_question_is_answered_in_a_sentence_with_its_clause(client, question, asked, said):
    page = answered(client, question, **asked)
    text = strip_tags(page.content.decode())
    assert page.status_code == 200
    for words in said:
        assert words in text


def test_what_must_be_played_is_said_before_anything_is_played(client):
    page = answered(client, "follow", lead="H44", hand="H77 H9 C3")
    assert page.context["given"].word == "This must be played"
    assert [[card.name for card in cards] for cards in page.context["given"].plays] == [["♥7", "♥7"]]


def test_winning_play_of_a_trick_is_marked_in_a_word(client):
    page = answered(client, "trick", play1="H5", play2="H9", play3="S3", play4="HA")
    assert [row.wins for row in page.context["given"].played] == [False, False, True, False]


def test_a_trick_with_a_gap_blames_the_field_that_was_filled_in(client):
    page = answered(client, "trick", play1="H5", play3="H9", play4="HX")
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["play4"]
    assert page.context["form"].fields["play4"].pointed == ("H", "X", "")


@pytest.mark.parametrize(
    ("question", "asked", "field", "pointed"),
    [
        ("follow", {"lead": "H44", "hand": "H77 Hx"}, "hand", ("H77 H", "x", "")),
        ("follow", {"lead": "5", "hand": "H77"}, "lead", ("", "5", "")),
        ("throw", {"play": "HA HK", "other2": "HQQ 王"}, "other2", ("HQQ ", "王", "")),
        ("bottom", {"cards": "H5 S", "last_trick": "S55"}, "cards", ("H5 ", "S", "")),
        ("bid", {"seat3": "N", "bid3": "S2 !"}, "bid3", ("S2 ", "!", "")),
    ],
)
def test_unreadable_cards_are_pointed_at_by_their_sign(client, question, asked, field, pointed):
    page = answered(client, question, **asked)
    assert page.status_code == 422
    assert page.context["form"].fields[field].pointed == pointed
    assert f"{pointed[0]}<mark>{pointed[1]}</mark>" in page.content.decode()
    assert page.context["given"] is None


def test_cards_of_another_hand_are_blamed_on_their_field(client):
    page = answered(client, "follow", lead="H44", hand="H77 H9", play="HAA")
    assert "play" in page.context["form"].errors


@pytest.mark.parametrize(
    ("question", "asked", "fields"),
    [
        ("follow", {}, {"lead", "hand"}),
        ("follow", {"trump": "X", "level": "1"}, {"lead", "hand", "trump", "level"}),
        ("throw", {"play": "HAA HK"}, {"shown"}),
        ("throw", {"play": "HAA HK", "shown": "HA", "other1": "HA"}, {"shown"}),
        ("bottom", {}, {"cards", "last_trick"}),
        ("bid", {"bid2": "S2"}, {"bid2"}),
        ("follow", {"lead": "H4" * 300, "hand": "H5"}, {"lead"}),
    ],
)
def test_what_is_missing_is_said_at_its_field(client, question, asked, fields):
    page = answered(client, question, **asked)
    assert page.status_code == 422
    assert set(page.context["form"].errors) == fields


def test_later_bids_keep_the_deal_with_who_has_it(client):
    page = answered(client, "bid", declarer="N", seat1="E", bid1="C2")
    assert page.context["given"].values["declarer"] == "N"


def test_bids_are_asked_for_as_the_regulation_makes_them(client):
    face_down = answered(
        client, "bid", ruleset="four-deck-rounds", level="4", seat1="E", bid1="C4", open1="on"
    )
    assert "bids are made face down" in face_down.content.decode()
    assert 'name="drawn"' in face_down.content.decode()
    late = answered(
        client,
        "bid",
        ruleset="groups-cross-knockout",
        level="4",
        seat1="E",
        bid1="C4",
        seat2="S",
        bid2="D44",
        late2="on",
    )
    assert late.context["given"].values["buried_by"] == "S"
    assert 'name="open1"' not in late.content.decode()


def test_choosing_another_question_keeps_rules_level_and_trump(client):
    page = client.get("/rulings/", {"ruleset": "knockout-3deck", "level": "7", "trump": "H"})
    ways = {one["url"] for one in page.context["questions"]}
    assert "?ruleset=knockout-3deck&level=7&trump=H&question=bottom" in ways


def test_an_address_fills_the_form_in_without_asking(client):
    page = client.get("/rulings/", {"question": "throw", "play": "HAA"})
    assert page.status_code == 200
    assert page.context["given"] is None
    assert 'value="HAA"' in page.content.decode()


@pytest.mark.parametrize("asked", [{"ruleset": "nothing"}, {"question": "poker"}, {"level": "17"}])
def test_an_unknown_address_shows_an_empty_desk(client, asked):
    assert client.get("/rulings/", asked).status_code == 200


EASY = {
    "follow": {"lead": "H6", "hand": "H7 C9"},
    "throw": {"play": "HA HK", "shown": "H9"},
    "trick": {"play1": "H5", "play2": "HJ"},
    "bottom": {"cards": "H5", "last_trick": "H9"},
    "bid": {"seat1": "N", "bid1": "S4"},
}


@pytest.mark.parametrize("slug", shipped_slugs())
def test_every_rule_set_can_be_asked_every_question_on_its_page(client, slug):
    for question in answered(client, "bid", ruleset=slug, level="4").context["questions"]:
        key = question["url"].rpartition("=")[2]
        page = answered(client, key, ruleset=slug, level="4", **EASY[key])
        assert page.status_code == 200
        assert page.context["given"].sentence
        assert page.context["question"] == key


def test_nobody_is_asked_about_a_bottom_that_is_not_buried(client):
    page = answered(client, "bottom", ruleset="four-deck-no-bottom", level="4")
    assert page.context["question"] == "follow"
    assert [one["url"] for one in page.context["questions"] if "question=bottom" in one["url"]] == []


def test_where_nobody_bid_the_fields_are_left_empty_and_the_answer_says_what_happens(client):
    page = answered(client, "bid", ruleset="union-squads", level="9", declarer="N")
    assert page.status_code == 200
    given = page.context["given"]
    assert given.word == "The cards are dealt again"
    assert given.sentence.startswith("Nobody has bid: the side on the deal loses it.")
    assert given.clauses == ["六"]


@pytest.mark.parametrize("slug", shipped_slugs())
def test_whatever_a_rule_set_assumes_has_its_words(slug):
    data = shipped_data(slug)
    assert {key for kind in TOUCHES for key in Touched(kind).assumed(data)} <= set(ASSUMED)
    assert set(assumed_of_cards(data)) <= set(ASSUMED)


def test_an_answer_says_what_it_rests_on_without_the_regulation(client):
    page = answered(client, "throw", play="S55 SK", shown="SA")
    assert page.context["given"].assumed == ["whether trumps may be thrown"]
    assert "The regulation does not say" in page.content.decode()
    settled = answered(client, "follow", ruleset="knockout-best-of-three", lead="H44", hand="H77 H9")
    assert settled.context["given"].assumed == []
    assert "The regulation does not say" not in settled.content.decode()


def test_nothing_can_be_sent_to_the_desk_without_a_table(client):
    assert client.post("/rulings/", {"question": "throw"}).status_code == 405


def test_the_bottom_that_was_turned_up_is_entered_where_the_regulation_turns_it(client):
    page = answered(
        client, "bid", ruleset="groups-cross-knockout", level="7", declarer="N", turned="S3 HA", turned_by="N"
    )
    given = page.context["given"]
    assert (given.word, given.values["declarer"]) == ("Trumps: ♥\ufe0e", "S")
    assert 'name="turned"' in page.content.decode()
    assert 'name="turned"' not in answered(client, "bid", seat1="N", bid1="S2").content.decode()


def test_too_many_turned_cards_are_blamed_on_their_field(client):
    page = answered(client, "bid", ruleset="groups-cross-knockout", turned="S3456789 H34")
    assert list(page.context["form"].errors) == ["turned"]


def test_where_suits_are_equal_the_declarer_is_said_to_choose(client):
    page = answered(client, "bid", ruleset="knockout-3deck", level="7", declarer="N", turned="S3 HA")
    assert page.context["given"].word == "The declarer chooses trumps"


def test_the_rules_that_were_chosen_last_are_chosen_again(client):
    client.get("/rulings/", {"ruleset": "knockout-3deck"})
    assert client.get("/rulings/", {"question": "throw"}).context["rule_set"] == "knockout-3deck"
    assert client.get("/rulings/", {"ruleset": "swiss-60min"}).context["rule_set"] == "swiss-60min"
    client.get("/rulings/", {"ruleset": "nothing"})
    assert client.get("/rulings/").context["rule_set"] == "swiss-60min"
