"""What the desk says: headlines, cards as they are drawn, and what an offence costs under each rule set."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from rules.shipped import shipped_data, shipped_rule_set, shipped_slugs
from tournament.ruling_desk.asking import ask
from tournament.ruling_desk.faces import faces, with_suits
from tournament.ruling_desk.questions import QUESTIONS
from tournament.ruling_desk.wording import cost_text, headline


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


def costs(slug: str, code: str, cards: int | None = None) -> list[str]:
    offences = shipped_rule_set(slug).penalties.offences
    return [cost_text(line, cards) for (known, _by), line in offences.items() if known == code]


@pytest.mark.parametrize("slug", shipped_slugs())
def test_every_offence_of_every_catalogue_costs_something_in_words(slug):
    for line in shipped_rule_set(slug).penalties.offences.values():
        assert cost_text(line, 1), line.code


@pytest.mark.parametrize(
    ("slug", "code", "cards", "said"),
    [
        # S0, 三-3 and 四-4
        (
            "swiss-60min",
            "failed-throw",
            2,
            ["20 points to the other side (2 cards × 10) · the smallest card is played as a single"],
        ),
        ("swiss-60min", "revoke", None, ["the hand is over · the other side takes the deal"]),
        # S2, 八-四: a revoke costs 20; a false bid the deal and the way to the next must-play level
        ("groups-cross-knockout", "revoke", None, ["20 points to the other side"]),
        (
            "groups-cross-knockout",
            "false-bid",
            None,
            [
                "the hand is not played · the other side takes the deal · "
                "the other side goes to the next must-play level"
            ],
        ),
        # S3, 一-17, 一-18 and 二: by who did it, by the points, after a warning
        (
            "knockout-best-of-three",
            "card-count",
            None,
            [
                "the hand is over · the other side takes the deal",
                "the hand is over · the other side takes the deal · the other side rises by 1",
            ],
        ),
        (
            "knockout-best-of-three",
            "bury-error",
            None,
            ["the hand is over · the other side takes the deal · the other side rises by the points made"],
        ),
        ("knockout-best-of-three", "speech", None, ["first a warning · 80 points to the other side"]),
        ("knockout-best-of-three", "cheating", None, ["disqualified"]),
        ("knockout-best-of-three", "out-of-turn", None, ["a warning"]),
    ],
)
def test_an_offence_costs_what_its_regulation_says(slug, code, cards, said):
    assert costs(slug, code, cards) == said


def test_who_has_to_approve_is_said():
    assert costs("swiss-60min", "revoke-grave")[0].endswith("the organising committee must approve")


@pytest.mark.parametrize(
    ("kind", "answer", "said"),
    [
        ("trick", {"winner": 2}, ("Play 3 wins the trick", "note")),
        ("trick", {"winner": 2, "seat": "S"}, ("South wins the trick", "note")),
        ("bid", {"trump": None, "nobody_bids": None}, ("No trump suit was declared", "note")),
        ("bid", {"trump": "NT", "nobody_bids": None}, ("Trumps: No trump", "note")),
        ("bid", {"trump": "NT", "nobody_bids": "no_trump"}, ("Trumps: No trump", "note")),
        ("bid", {"trump": None, "nobody_bids": "deal_passes"}, ("The cards are dealt again", "note")),
        ("bid", {"trump": None, "nobody_bids": "flip_highest"}, ("The bottom gives the trump suit", "note")),
        ("throw", {"stands": True}, ("The throw stands", "done")),
        ("follow", {"legal": None}, ("This must be played", "note")),
    ],
)
def test_headline_is_the_answer_in_a_word(kind, answer, said):
    assert headline(kind, answer) == said


def test_red_suits_are_red_in_a_sentence_and_nothing_of_it_is_markup():
    assert with_suits("♥5 & <b> ♠5") == '<span class="suit-red">♥</span>5 &amp; &lt;b&gt; ♠5'


def test_jokers_are_drawn_with_their_names_and_suits_stay_text():
    big, little, ace = faces("BJ LJ DA")
    assert (big.rank, big.sign, big.red) == ("Big joker", "", True)
    assert (little.rank, little.red) == ("Little joker", False)
    assert (ace.rank, ace.sign, ace.red) == ("A", "♦\ufe0e", True)


def test_a_fault_of_the_rule_set_is_said_above_the_question():
    form = QUESTIONS["follow"](QueryDict("level=2&trump=S&lead=H4&hand=H5"))
    data = {**shipped_data("swiss-60min"), "decks": "three"}
    page = ask(form, data)
    assert page.given is None
    assert "decks" in page.problems[0]["message"]
    assert not form.errors


def test_a_wrong_bid_names_the_offence_of_the_catalogue_once():
    form = QUESTIONS["bid"](QueryDict("level=2&seat1=N&bid1=S3&seat2=E&bid2=S4&seat3=S&bid3=S2"))
    page = ask(form, shipped_data("groups-cross-knockout"))
    assert page.given is not None
    assert page.given.penalties == [{"code": "false-bid", "offence": "false bid"}]
