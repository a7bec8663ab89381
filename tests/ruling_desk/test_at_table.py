"""The desk at a table: who may open it, what it knows of the match, and a fault that becomes a penalty."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.models import Match
from tournament.models import Audit, Event, Role, Ruling
from tournament.officiating import entering

pytestmark = pytest.mark.django_db

FAILED = {"question": "throw", "level": "2", "trump": "S", "play": "H55 HK", "shown": "HJ", "ask": "1"}
"""Three cards thrown, a pair of them beaten: 三-3 costs 10 for each of the two."""


@pytest.fixture(autouse=True)
def in_english(client: Any) -> Any:
    client.cookies["django_language"] = "en"
    with translation.override("en"):
        yield


def address(board: Any, **asked: Any) -> str:
    found = reverse("ruling-desk-table", args=[board.round.stage.event.slug, board.key])
    return f"{found}?{urlencode(asked)}" if asked else found


def make_penalty(client: Any, board: Any, **posted: Any) -> Any:
    version = Match.objects.get(pk=board.match_id).version
    said = {"side": "A", "hand": "1", "offence": "failed-throw", "version": version, **posted}
    return client.post(address(board, **FAILED), said)


@pytest.mark.parametrize("role", list(Role))
def test_who_enters_results_may_ask_and_nobody_else(client, event, board, member, role):
    client.force_login(member(event, role))
    allowed = role in (Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE)
    assert client.get(address(board)).status_code == (200 if allowed else 403)


def test_a_stranger_is_asked_for_the_pin_and_comes_back_to_the_question(client, event, board):
    page = client.get(address(board, **FAILED))
    assert page.status_code == 302
    assert page["Location"].startswith(f"/e/{event.slug}/pin/")
    assert "question%3Dthrow" in page["Location"]


def test_a_table_of_another_event_is_not_found(client, event, board, make_event, referee):
    other = make_event(0)
    client.force_login(referee)
    from tournament.models import Membership

    Membership.objects.create(event=other, user=referee, role=Role.REFEREE)
    assert client.get(f"/e/{other.slug}/tables/{board.key}/rulings/").status_code == 404


def test_level_is_that_of_the_hand_in_question(client, board, referee):
    client.force_login(referee)
    assert client.get(address(board)).context["form"]["level"].value() == "2"
    # 0 points: up three levels (三-6)
    entering.enter_hand(board, referee, {"declarer": "A", "points": 0}, version=0, sure=True)
    page = client.get(address(board))
    assert page.context["form"]["level"].value() == "5"
    assert page.context["state"].choices == [2, 1]
    assert client.get(address(board, hand=1)).context["form"]["level"].value() == "2"
    assert client.get(address(board, hand=9)).context["state"].hand == 2


def test_trump_suit_is_the_one_that_was_said_of_the_hand_before(client, board, referee):
    client.force_login(referee)
    assert client.get(address(board)).context["form"]["trump"].value() in (None, "")
    make_penalty(client, board)  # spades, on the hand in play
    assert client.get(address(board)).context["form"]["trump"].value() == "S"
    facts = {"declarer": "A", "points": 60, "trump_suit": "H"}
    version = Match.objects.get(pk=board.match_id).version
    entering.enter_hand(board, referee, facts, version=version, sure=True)
    assert client.get(address(board, hand=1)).context["form"]["trump"].value() == "H"
    assert client.get(address(board)).context["form"]["trump"].value() in (None, "")


def test_what_the_bids_made_trumps_is_kept_for_the_next_question(client, board, referee):
    client.force_login(referee)
    said = {"question": "bid", "level": "2", "seat1": "N", "bid1": "D2", "ask": "1"}
    page = client.get(address(board, **said))
    follow = next(one["url"] for one in page.context["questions"] if "question=follow" in one["url"])
    assert "trump=D" in follow


def test_after_the_end_questions_are_about_the_hands_that_were_played(client, board, referee, organiser):
    entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0, sure=True)
    entering.end_table(board, organiser, version=1)
    client.force_login(referee)
    assert client.get(address(board)).context["state"].choices == [1]


def test_failed_throw_becomes_a_penalty_on_the_hand_with_one_tap(client, board, referee):
    entering.enter_hand(board, referee, {"declarer": "A", "points": 130}, version=0, sure=True)
    client.force_login(referee)
    page = client.get(address(board, side="A", **FAILED))
    text = page.content.decode()
    assert "20 points to the other side (2 cards × 10)" in text
    assert page.context["offences"][0]["clause"] == "三-3"
    before = Match.objects.get(pk=board.match_id).result["levels"]
    assert before == {"A": "2", "B": "2"}  # 130 of 120: the deal alone
    done = make_penalty(client, board, hand="1")
    assert done.status_code == 302
    row = Ruling.objects.get()
    assert (row.by, row.board, row.hand, row.offence, row.clause) == (
        referee,
        board,
        1,
        "failed-throw",
        "三-3",
    )
    assert row.facts["penalty"] == {"code": "failed-throw", "by": "A", "cards": 2}
    assert row.facts["asked"]["play"] == "H55 HK"
    assert row.decision.startswith("♥5 ♥5 does not stand against ♥J.")
    assert row.appeal == ""
    assert Audit.objects.filter(event=board.round.stage.event, action="ruling-made").count() == 1
    assert Match.objects.get(pk=board.match_id).result["card_points"] == [0, 150]


def test_log_says_who_when_which_hand_and_whether_it_was_appealed(client, board, referee):
    client.force_login(referee)
    make_penalty(client, board)
    page = client.get(address(board))
    text = page.content.decode()
    row = Ruling.objects.get()
    assert [line["row"] for line in page.context["log"]] == [row]
    for words in (referee.get_username(), "hand 1", "Throw · level 2 ♠", "not appealed", "in force"):
        assert words in text
    assert reverse("ruling", args=[board.round.stage.event.slug, row.key]) in text


def test_pressing_twice_counts_once(client, board, referee):
    entering.enter_hand(board, referee, {"declarer": "A", "points": 100}, version=0, sure=True)
    client.force_login(referee)
    make_penalty(client, board, version=1)
    again = make_penalty(client, board, version=1)
    assert again.status_code == 422
    assert "Somebody else saved first" in again.content.decode()
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"side": ""}, "does not say who offended"),
        ({"offence": "cheating"}, "know no offence"),
        ({"hand": ""}, "belongs to a hand"),
        ({"hand": "7"}, "belongs to a hand"),
        ({"version": "x"}, "Somebody else saved first"),
    ],
)
def test_a_penalty_that_says_too_little_is_refused_in_words(client, board, referee, posted, said):
    client.force_login(referee)
    page = make_penalty(client, board, **posted)
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not Ruling.objects.exists()


def confirmed(board, referee, chief) -> None:
    """The table has played one hand, was ended, and its result is confirmed."""
    entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0, sure=True)
    entering.end_table(board, chief, version=1)
    entering.confirm(board, chief, version=Match.objects.get(pk=board.match_id).version)


def test_on_a_confirmed_result_the_referee_is_sent_to_the_chief(client, event, board, member, referee):
    confirmed(board, referee, member(event, Role.CHIEF_REFEREE))
    client.force_login(referee)
    page = client.get(address(board, **FAILED))
    text = page.content.decode()
    assert "is confirmed." in text
    assert "The chief referee can open it again, with a reason." in text
    assert 'name="offence"' not in text
    assert 'value="reopen"' not in text
    assert "20 points to the other side" in text
    assert client.post(address(board, **FAILED), {"do": "reopen", "reason": "x"}).status_code == 403
    assert make_penalty(client, board).status_code == 422
    assert not Ruling.objects.exists()


def test_the_chief_referee_opens_a_confirmed_result_from_the_answer_and_rules(
    client, event, board, member, referee
):
    chief = member(event, Role.CHIEF_REFEREE)
    confirmed(board, referee, chief)
    client.force_login(chief)
    assert 'value="reopen"' in client.get(address(board, **FAILED)).content.decode()
    assert client.post(address(board, **FAILED), {"do": "reopen", "reason": " "}).status_code == 422
    opened = client.post(address(board, **FAILED), {"do": "reopen", "reason": "the throw was missed"})
    assert (opened.status_code, opened["Location"]) == (302, address(board, **FAILED))
    assert Audit.objects.filter(action="result-reopened").count() == 1
    page = client.get(opened["Location"])
    assert 'name="offence"' in page.content.decode()
    assert make_penalty(client, board, side="B").status_code == 302
    assert Match.objects.get(pk=board.match_id).result["card_points"] == [0, 40]


def test_a_slip_without_hands_bears_no_penalty_and_says_so(client, event, board, member, referee):
    chief = member(event, Role.CHIEF_REFEREE)
    entering.enter_levels(board, chief, "5", "3", on_deal="A", version=0)
    client.force_login(chief)
    page = client.get(address(board, **FAILED))
    assert "No penalty can be made here now" in page.content.decode()
    assert 'name="offence"' not in page.content.decode()


def test_an_answer_without_a_fault_makes_no_penalty(client, board, referee):
    client.force_login(referee)
    stands = {**FAILED, "shown": "H3"}
    page = client.get(address(board, **stands))
    assert page.context["offences"] == []
    refused = client.post(address(board, **stands), {"side": "A", "hand": "1", "offence": "failed-throw"})
    assert refused.status_code == 422
    assert not Ruling.objects.exists()


def test_an_unreadable_question_makes_no_penalty(client, board, referee):
    client.force_login(referee)
    refused = client.post(
        address(board, **{**FAILED, "play": "Hx"}), {"side": "A", "offence": "failed-throw"}
    )
    assert refused.status_code == 422
    assert not Ruling.objects.exists()


def test_organiser_sees_what_it_costs_and_what_is_assumed_but_makes_no_ruling(client, board, organiser):
    client.force_login(organiser)
    page = client.get(address(board, **FAILED))
    text = page.content.decode()
    assert 'name="offence"' not in text
    assert "What it may cost" in text
    assert "whether trumps may be thrown" in page.context["assumed"]
    assert make_penalty(client, board).status_code == 403
    assert not Ruling.objects.exists()


def test_a_wrong_bid_can_become_the_penalty_that_the_catalogue_names(client, board, referee):
    client.force_login(referee)
    said = {
        "question": "bid",
        "level": "2",
        "seat1": "N",
        "bid1": "S3",
        "seat2": "E",
        "bid2": "S2",
        "ask": "1",
    }
    page = client.get(address(board, **said))
    assert page.context["given"].values["invalid"][0]["costs"] is None  # this regulation fines no bid
    assert page.context["offences"] == []


def test_bottom_fills_in_the_hand_form(client, event: Event, board, referee):
    client.force_login(referee)
    said = {"question": "bottom", "level": "2", "trump": "S", "ask": "1"}
    page = client.get(address(board, cards="H5 HK C5 C3", last_trick="S55", tricks="65", **said))
    url = page.context["hand_url"]
    assert url == (
        f"/e/{event.slug}/tables/{board.key}/?bottom=20&last_trick=2-2&last_trump=yes&tricks=65#hand"
    )
    form = client.get(url).context["form"]
    assert {name: form[name].value() for name in ("tricks", "bottom", "last_trick", "last_trump")} == {
        "tricks": "65",
        "bottom": "20",
        "last_trick": "2-2",
        "last_trump": "yes",
    }
    assert form.is_detailed


@pytest.mark.parametrize(("won", "form"), [("S3344556677", "2-10"), ("S333444555666", "3-12")])
def test_a_last_trick_as_long_as_a_hand_can_hold_it_fills_in_the_hand_form(client, board, referee, won, form):
    client.force_login(referee)
    said = {"question": "bottom", "level": "2", "trump": "S", "ask": "1"}
    page = client.get(address(board, cards="H5", last_trick=won, tricks="65", **said))
    filled = client.get(page.context["hand_url"]).context["form"]
    assert filled["last_trick"].value() == form
    assert form in dict(filled.fields["last_trick"].choices)


def test_table_leads_to_the_desk_and_says_what_is_ruled_on_the_hand_in_play(client, event, board, referee):
    client.force_login(referee)
    make_penalty(client, board)
    make_penalty(client, board)
    text = client.get(reverse("table", args=[event.slug, board.key])).content.decode()
    assert address(board) in text
    assert text.count("A penalty was ruled for this hand") == 1


def test_a_page_with_a_long_log_costs_no_more_queries(client, board, referee, django_assert_max_num_queries):
    client.force_login(referee)
    for _number in range(4):
        make_penalty(client, board)
    with django_assert_max_num_queries(24):
        assert len(client.get(address(board)).context["log"]) == 4
