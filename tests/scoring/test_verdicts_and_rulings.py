"""Matches that are not played out, and what is ruled on them. Each has its own code; none is "0–0"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.hands import PenaltyFact, with_changes
from scoring.matches import (
    Ended,
    Ruling,
    Verdict,
    load_format,
    overruled,
    play,
    result_from_levels,
    verdict_result,
)
from scoring.standings import Kind, as_result
from tests.scoring.regulations import SWISS, hand, match_format, rule_set

RULES = rule_set("swiss-60min")
PLAYED = [hand("A", 0), hand("A", 30)]


@pytest.mark.parametrize("code", ["forfeit", "late", "withdrawn", "disqualified", "lost_by_ruling"])
def test_who_loses_by_verdict_gives_the_points_of_a_forfeit_unless_set_apart(code):
    match = verdict_result(SWISS, Verdict(code, "A", "一-1"))
    assert (match.over, match.how, match.winner, match.points) == (True, code, "B", (0, 2))
    assert match.levels is None and match.differences == (0, 0)
    assert (match.because[0].code, match.because[0].clause) == (f"verdict-{code.replace('_', '-')}", "一-1")
    apart = load_format({"points": {"win": 3, "loss": 1, code: [7, -1]}, "differences": {code: [5, -5]}})
    match = verdict_result(apart, Verdict(code, "B"))
    assert (match.points, match.differences) == ((7, -1), (5, -5))


def test_a_double_forfeit_is_lost_by_both():
    match = verdict_result(SWISS, Verdict("forfeit", "both"))
    assert (match.winner, match.points, match.drawn) == (None, (0, 0), False)
    assert as_result(match, 1, 1, 2).kind is Kind.DOUBLE_FORFEIT
    worth = load_format({"points": {"win": 2, "both_forfeit": -1}})
    assert verdict_result(worth, Verdict("late", "both")).points == (-1, -1)


@pytest.mark.parametrize(
    ("code", "kind"), [("bye", Kind.BYE), ("asked_bye", Kind.ASKED_BYE), ("free", Kind.FREE)]
)
def test_the_three_kinds_of_bye_have_codes_and_worths_of_their_own(code, kind):
    match = verdict_result(SWISS, Verdict(code))
    assert (match.how, match.points) == (code, (2, 0))
    assert as_result(match, 1, 1).kind is kind
    apart = load_format({"points": {"win": 2, code: 1.5}, "differences": {code: "average"}})
    match = verdict_result(apart, Verdict(code))
    assert (match.points, match.differences) == ((1.5, 0), ("average", 0))


def test_a_match_not_played_is_not_a_draw():
    match = verdict_result(SWISS, Verdict("not_played"))
    assert (match.over, match.points, match.drawn) == (False, None, False)
    assert as_result(match, 1, 1, 2).kind is Kind.PENDING
    with pytest.raises(ValueError, match="never open"):
        as_result(match, 1, 1)


def test_an_annulled_match_counts_for_neither():
    match = verdict_result(SWISS, Verdict("annulled"))
    assert (match.over, match.points, match.differences) == (True, (0, 0), (0, 0))
    assert as_result(match, 1, 1, 2).kind is Kind.ANNULLED


def test_a_verdict_without_the_side_that_it_is_against_is_a_programming_error():
    with pytest.raises(ValueError, match="forfeit"):
        verdict_result(SWISS, Verdict("forfeit"))


def test_a_verdict_over_a_match_in_play_keeps_its_hands_visible():
    match = play(RULES, SWISS, PLAYED, verdict=Verdict("withdrawn", "A"))
    assert (match.winner, match.points, match.differences) == ("B", (0, 2), (0, 0))
    assert (match.levels, len(match.steps)) == ({"A": "7", "B": "2"}, 2)
    unplayed = play(RULES, SWISS, [], verdict=Verdict("late", "A"))
    assert unplayed.levels is None
    waiting = play(RULES, SWISS, PLAYED, verdict=Verdict("not_played"))
    assert (waiting.over, waiting.card_points) == (False, None)


def test_a_match_lost_by_ruling_keeps_its_levels():
    ruling = Ruling("A", "match_lost", after=2, clause="四-4")
    match = play(RULES, SWISS, PLAYED, rulings=[ruling])
    assert (match.over, match.how, match.winner, match.points) == (True, "lost_by_ruling", "B", (0, 2))
    assert (match.difference, match.differences) == (5, (5, -5))
    result = as_result(match, 1, 1, 2)
    assert (result.kind, result.winner, result.levels) == (Kind.PLAYED, "b", ("7", "2"))


def test_what_a_ruling_is_worth_in_differences_can_be_set():
    format_ = load_format({"differences": {"lost_by_ruling": ["maximum", 0]}})
    match = play(RULES, format_, PLAYED, rulings=[Ruling("A", "match_lost", after=2)])
    assert match.differences == (0, "maximum")


def test_a_disqualified_side_gives_the_other_five_levels_and_the_match():
    ruling = Ruling("A", "disqualified", after=2, others=5)
    match = play(RULES, SWISS, PLAYED, rulings=[ruling])
    assert (match.how, match.winner, match.levels) == ("disqualified", "B", {"A": "7", "B": "7"})
    assert match.points == (0, 2)


def test_a_grave_revoke_in_a_hand_disqualifies_with_five_levels_once_approved():
    offence = {"by": "A", "code": "revoke-grave"}
    waiting = [hand("A", 0), hand("A", 30, penalties=(PenaltyFact(**offence),))]
    assert not play(RULES, SWISS, waiting).over
    approved = [hand("A", 0), hand("A", None, penalties=(PenaltyFact(**offence, approved=True),))]
    match = play(RULES, SWISS, approved)
    assert (match.over, match.how, match.winner) == (True, "disqualified", "B")
    assert (match.levels, match.points) == ({"A": "5", "B": "7"}, (0, 2))


def test_a_level_penalty_moves_a_side_down_and_never_below_the_ladder():
    down = play(RULES, SWISS, PLAYED, rulings=[Ruling("A", "levels", after=1, value=-2)])
    assert [step.levels["A"] for step in down.steps] == ["5", "5"]
    floor = play(RULES, SWISS, [], rulings=[Ruling("A", "levels", after=0, value=-9)])
    assert floor.levels["A"] == "2"


def test_levels_given_by_ruling_can_win_the_game():
    rules = rule_set("groups-cross-knockout")
    won = play(rules, load_format({}), [hand("A", 70)], rulings=[Ruling("A", "levels", after=1, value=12)])
    assert (won.over, won.how, won.winner) == (True, "game", "A")
    fallen = rule_set("twenty-per-level")
    lost = play(fallen, load_format({}), [hand("A", 60)], rulings=[Ruling("A", "levels", after=1, value=-40)])
    assert (lost.over, lost.winner) == (True, "B")


def test_a_game_lost_by_ruling_is_one_game_of_three():
    format_ = match_format(best_of=3)
    match = play(
        rule_set("groups-cross-knockout"),
        format_,
        [hand("A", 70)],
        rulings=[Ruling("A", "game_lost", after=1)],
    )
    assert not match.over
    assert [(game.winner, game.how) for game in match.games] == [("B", "ruling"), (None, "")]
    assert match.levels == {"A": "2", "B": "2"}


def test_a_ruling_that_waits_for_approval_changes_nothing_and_says_so():
    ruling = Ruling("A", "disqualified", after=2, approved=False)
    match = play(RULES, SWISS, PLAYED, rulings=[ruling], ended=Ended())
    assert (match.winner, match.how) == ("A", "time")
    assert match.because[0].code == "ruling-waits"


def test_a_ruling_after_the_end_is_a_problem():
    rulings = [Ruling("A", "match_lost", after=1), Ruling("B", "match_lost", after=1)]
    match = play(RULES, SWISS, PLAYED[:1], rulings=rulings)
    assert match.winner == "B"
    assert [problem.code for problem in match.problems] == ["ruling-after-end"]


def test_a_game_lost_by_signals_in_a_hand_ends_it():
    rules = rule_set("groups-cross-knockout")
    match = play(rules, load_format({}), [hand("A", None, penalties=(PenaltyFact("signals", "A"),))])
    assert (match.over, match.winner, match.games[0].how) == (True, "B", "ruling")


def test_a_game_that_a_second_hook_makes_void_begins_anew():
    rules = with_changes(rule_set("groups-cross-knockout"), {"hooked_twice": "game_void"})
    from rules.hands import LastTrick

    hook = {"last_trick": LastTrick("attackers", 1, 1, True, "J"), "tricks": 100, "bottom": 0}
    twice = [hand("A", 0), hand("A", 100, **hook)]
    # B takes the deal and rises by two; A wins it back, goes to J and is hooked again.
    twice += [hand("B", 80), hand("A", 0), hand("A", 100, **hook)]
    match = play(rules, load_format({}), twice)
    assert [step.levels["A"] for step in match.steps] == ["J", "2", "2", "J", "2"]
    assert (match.over, match.levels, match.next_declarer) == (False, {"A": "2", "B": "2"}, None)
    assert not match.problems


def test_a_side_disqualified_before_any_hand_has_not_played_the_match():
    match = verdict_result(SWISS, Verdict("disqualified", "A"))
    assert as_result(match, 1, 1, 2).kind is Kind.FORFEIT
    unplayed = play(RULES, SWISS, [], rulings=[Ruling("A", "match_lost", after=0)])
    assert (unplayed.over, unplayed.winner, unplayed.difference) == (True, "B", 0)


def test_a_match_lost_between_two_games_keeps_the_games_played():
    format_ = match_format(best_of=3)
    rules = rule_set("groups-cross-knockout")
    match = play(rules, format_, [hand("A", 0)] * 3, rulings=[Ruling("A", "match_lost", after=3)])
    assert (match.how, match.winner) == ("lost_by_ruling", "B")
    assert [game.winner for game in match.games] == ["A"]


@pytest.mark.parametrize(
    ("effect", "how"), [("match_lost", "lost_by_ruling"), ("disqualified", "disqualified")]
)
def test_what_comes_to_light_after_the_last_hand_takes_the_match_from_its_winner(effect, how):
    """The match is over at hand 1 by the lead of three; the ruling takes it, the levels stay as played."""
    format_ = load_format({"mercy": 3, "points": {"win": 2, "disqualified": [3, -1]}})
    ruling = Ruling("A", effect, after=1, clause="四-5")
    match = play(RULES, format_, PLAYED[:1], rulings=[ruling])
    assert (match.how, match.winner, match.levels) == (how, "B", {"A": "5", "B": "2"})
    assert match.points == ((-1, 3) if effect == "disqualified" else (0, 2))
    assert match.problems == ()
    waiting = play(RULES, format_, PLAYED[:1], rulings=[replace(ruling, approved=False)])
    assert (waiting.how, waiting.winner) == ("mercy", "A")
    assert waiting.because[-1].code == "ruling-waits"


@pytest.mark.parametrize(
    ("effect", "how"), [("match_lost", "lost_by_ruling"), ("disqualified", "disqualified")]
)
def test_a_slip_bears_a_ruling_that_needs_no_hands(effect, how):
    slip = result_from_levels(RULES, SWISS, "8", "2")
    ruling = Ruling("A", effect, after=0)
    lost = overruled(slip, SWISS, [ruling])
    assert (lost.how, lost.winner, lost.points, lost.difference) == (how, "B", (0, 2), 6)
    assert overruled(slip, SWISS, [Ruling("A", "levels", after=0, value=-2)]) == slip
    waiting = overruled(slip, SWISS, [replace(ruling, approved=False)])
    assert (waiting.winner, waiting.because[-1].code) == ("A", "ruling-waits")
    twice = overruled(slip, SWISS, [ruling, Ruling("B", effect, after=0)])
    assert (twice.winner, [problem.code for problem in twice.problems]) == ("B", ["ruling-after-end"])
    worth = load_format({"points": {"win": 2}, "differences": {how: [4, -4]}})
    assert overruled(slip, worth, [ruling]).differences == (-4, 4)
