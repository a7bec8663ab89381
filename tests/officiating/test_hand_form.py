"""The hand form asks for what decides the hand, where the regulation makes it matter, and nowhere else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rules.hands import HandFacts, LastTrick, judge, load_rule_set, state_at
from tournament.officiating.hand_form import HandForm

RULE_SETS = Path(__file__).resolve().parents[2] / "fixtures" / "rulesets"


def rule_set(slug: str):
    return load_rule_set(tomllib.loads((RULE_SETS / f"{slug}.toml").read_text(encoding="utf-8")))


def facts(slug: str, level: str, **typed):
    form = HandForm(rule_set(slug), {"declarer": "A", **typed}, level=level)
    assert form.is_valid(), form.errors
    return form.facts()


def levels_after(slug: str, level: str, told: dict) -> dict[str, str]:
    rules = rule_set(slug)
    kept = {**told}
    if "last_trick" in kept:
        kept["last_trick"] = LastTrick(**kept["last_trick"])
    outcome = judge(rules, state_at(rules, {"A": level, "B": "3"}, declarer="A"), HandFacts(**kept))
    return outcome.levels


def test_far_from_a_hook_nothing_more_is_asked():
    assert "hooked" not in HandForm(rule_set("groups-cross-knockout"), level="10").fields
    assert "hooked" not in HandForm(rule_set("swiss-60min"), level="J").fields


def test_penalty_without_its_side_is_asked_for_and_not_dropped():
    typed = {"declarer": "A", "points": 60, "penalty": "failed-throw", "penalty_cards": 2}
    assert list(HandForm(rule_set("swiss-60min"), typed).errors) == ["penalty_by"]
    assert facts("swiss-60min", "2", **typed, penalty_by="B")["penalties"][0]["by"] == "B"


def test_at_a_hook_the_answer_must_be_given():
    form = HandForm(rule_set("groups-cross-knockout"), {"declarer": "A", "points": 90}, level="J")
    assert not form.is_valid()
    assert list(form.errors) == ["hooked"]


def test_a_hooked_jack_sends_the_declarers_back_to_two():
    """八-二-3: at J, the last trick won by the attackers with a J: back to 2."""
    told = facts("groups-cross-knockout", "J", points=90, hooked="/")
    assert levels_after("groups-cross-knockout", "J", told)["A"] == "2"
    told = facts("groups-cross-knockout", "J", points=90, hooked="no")
    assert "last_trick" not in told
    assert levels_after("groups-cross-knockout", "J", told)["A"] == "J"


def test_at_the_ace_one_ace_and_a_pair_of_aces_are_told_apart():
    """八-二-3: at A, hooked by one A: back to J; by a pair of A: back to 2."""
    one = facts("groups-cross-knockout", "A", points=90, hooked="single/")
    assert levels_after("groups-cross-knockout", "A", one)["A"] == "J"
    two = facts("groups-cross-knockout", "A", points=90, hooked="pair/")
    assert levels_after("groups-cross-knockout", "A", two)["A"] == "2"


def test_trumps_a_side_suit_and_no_trump_are_told_apart_where_they_differ():
    """二: hooked by the J of trumps, or by a J without trumps: back to 2; by a J of a side suit: to 8."""
    for answer, level in (("/trump", "2"), ("/side", "8"), ("/NT", "2")):
        told = facts("twenty-per-level", "J", points=100, hooked=answer)
        assert levels_after("twenty-per-level", "J", told)["A"] == level


def test_the_details_of_the_last_trick_stay_with_a_hook():
    told = facts(
        "groups-cross-knockout", "A", tricks=80, bottom=10, last_trick="2-4", last_trump="yes", hooked="pair/"
    )
    assert told["last_trick"] == {"by": "attackers", "unit": 2, "cards": 4, "trump": True, "rank": "A"}


def test_points_of_a_penalty_are_asked_for_where_the_referee_sets_them():
    told = facts("swiss-60min", "2", points=60, penalty="speech", penalty_by="B", penalty_points=20)
    assert told["penalties"] == [{"code": "speech", "by": "B", "points": 20}]
    assert "penalty_points" not in HandForm(rule_set("groups-cross-knockout")).fields


@pytest.mark.parametrize(
    ("typed", "points"), [("１２０", 120), ("－５", -5), ("−5", -5), ("–5", -5), (" ８０　", 80)]
)
def test_the_digits_of_a_chinese_keyboard_are_digits(typed, points):
    assert facts("swiss-60min", "2", points=typed)["points"] == points


@pytest.mark.django_db
def test_the_page_asks_at_the_level_that_is_played(client, organiser, board, referee):
    from tournament.models import Board
    from tournament.officiating import entering

    match = Board.objects.get(pk=board.pk).match
    data = {**match.rule_set.data, "hooks": [{"at": "3", "card": "3", "fall_to": "2"}]}
    rules = match.rule_set.__class__.objects.create(slug="hooked", number=1, data=data)
    type(match).objects.filter(pk=match.pk).update(rule_set=rules)
    board = Board.objects.select_related("match__rule_set", "round__stage__event").get(pk=board.pk)
    client.force_login(referee)
    page = f"/e/{board.round.stage.event.slug}/tables/{board.key}/"
    assert 'name="hooked"' not in client.get(page).content.decode()
    entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0)
    assert 'name="hooked"' in client.get(page).content.decode()
