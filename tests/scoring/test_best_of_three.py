"""Several games: won by two, or decided when time cuts one short."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from scoring.matches import Ended, load_format, play, result_from_levels
from scoring.matches.ending import OpenGame, decide
from scoring.matches.result import Game
from tests.scoring.regulations import BEST_OF_THREE, hand, match_format, rule_set

RULES = rule_set("groups-cross-knockout")
GAME_A = [hand("A", 0)] * 3  # straight to J, to A, and past it
GAME_B = [hand("B", 0)] * 3


def closed(*winners, difference=3):
    return tuple(
        Game(
            n, {"A": "passed", "B": "J"}, difference if side == "A" else -difference, side, "target", (40, 60)
        )
        for n, side in enumerate(winners, start=1)
    )


def test_two_games_win_the_match():
    match = play(RULES, BEST_OF_THREE, [*GAME_A, *GAME_B, *GAME_A])
    assert (match.over, match.how, match.winner, match.finished) == (True, "games", "A", True)
    assert [game.winner for game in match.games] == ["A", "B", "A"]
    assert match.difference == 13
    assert [step.game for step in match.steps] == [1] * 3 + [2] * 3 + [3] * 3
    straight = play(RULES, BEST_OF_THREE, [*GAME_B, *GAME_B])
    assert (straight.over, straight.winner, len(straight.games)) == (True, "B", 2)


def test_after_a_game_both_begin_at_the_start_again():
    match = play(RULES, BEST_OF_THREE, [*GAME_A, hand("B", 70)])
    assert match.levels == {"A": "2", "B": "3"}
    assert not match.over


def test_time_in_the_first_game_gives_the_match_to_its_leader():
    match = play(RULES, BEST_OF_THREE, [hand("A", 70)], ended=Ended(hand=1))
    assert (match.over, match.winner, match.how) == (True, "A", "time")
    assert [reason.code for reason in match.because][1:] == ["open-game-leader", "leads"]


def test_time_in_the_second_game_gives_the_match_to_the_winner_of_the_first_whoever_leads():
    match = play(RULES, BEST_OF_THREE, [*GAME_A, hand("B", 0), hand("B", 0)], ended=Ended(hand=5))
    assert match.games[-1].difference == -12
    assert (match.winner, match.because[-1].code) == ("A", "games-lead")


def test_at_one_game_each_small_points_of_both_games_decide():
    # Game 1 to A at passed:2 (+13), game 2 to B at passed:3 (−12).
    second = [hand("A", 70), hand("A", 80), *GAME_B]
    match = play(RULES, BEST_OF_THREE, [*GAME_A, *second], ended=Ended(hand=9, begun=False))
    assert (match.over, match.winner, match.difference) == (True, "A", 1)
    assert match.because[-1].code == "games-level-small-points"


def test_time_in_the_third_game_gives_the_match_to_its_leader():
    match = play(RULES, BEST_OF_THREE, [*GAME_A, *GAME_B, hand("B", 70)], ended=Ended(hand=7))
    assert match.winner == "B"


def test_an_open_game_that_is_level_goes_to_the_side_on_the_deal():
    match = play(RULES, BEST_OF_THREE, [*GAME_A, *GAME_B, hand("A", 80)], ended=Ended(hand=7))
    assert match.games[-1].difference == 0
    assert (match.winner, match.because[-1].code) == ("B", "level-on-deal")


def test_games_and_small_points_level_are_decided_by_lots_and_said():
    match = play(RULES, BEST_OF_THREE, [*GAME_A, *GAME_B], ended=Ended(hand=7, begun=False), seed=5)
    assert (match.over, match.because[-1].code) == (True, "games-level-lots")
    assert match.because[-1].values["seed"] == 5


def test_the_leader_of_an_open_game_may_be_credited_with_it():
    format_ = match_format(best_of=3, open_game="leader", level_games=["small_points", "draw"])
    assert decide(format_, closed("A"), OpenGame(2), 0).winner == "A"
    evened = decide(format_, closed("A"), OpenGame(-2), 0)
    assert (evened.winner, evened.because[-1].code) == ("A", "games-level-small-points")
    assert decide(format_, closed("A"), OpenGame(-3), 0).because[-1].code == "games-level-draw"
    waits = match_format(best_of=3, open_game="leader", level_at_time=["one_more_hand"])
    assert decide(waits, closed("A"), OpenGame(0), 0).waiting


def test_an_open_game_may_be_ignored():
    format_ = match_format(best_of=3, open_game="ignore", level_games=["card_points", "lots"])
    assert decide(format_, closed("A"), OpenGame(-9), 0).winner == "A"
    decided = decide(format_, closed("A", "B"), OpenGame(-9, card_points=(90, 5)), 0)
    assert (decided.winner, decided.because[-1].code) == ("A", "games-level-card-points")
    bare = match_format(best_of=3, open_game="ignore", level_games=["card_points"])
    undecided = decide(bare, closed("A", "B"), OpenGame(1, card_points=(0, 0)), 0)
    assert (undecided.winner, undecided.stuck) == ("B", False)
    assert decide(bare, (), None, 0).stuck


def test_a_slip_of_three_games():
    match = result_from_levels(
        RULES, BEST_OF_THREE, "8", "5", games=[("passed", "J"), ("9", "passed")], finished=False
    )
    assert (match.over, match.winner, match.finished) == (True, "A", False)
    assert [game.winner for game in match.games] == ["A", "B", None]
    assert match.difference == (13 - 9) + (7 - 13) + 3


def test_a_slip_on_which_the_second_game_is_open_goes_to_the_winner_of_the_first():
    match = result_from_levels(RULES, BEST_OF_THREE, "3", "K", games=[("passed", "J")])
    assert (match.winner, match.because[-1].code) == ("A", "games-lead")


def test_a_third_game_that_has_not_begun_leaves_it_to_small_points():
    match = result_from_levels(RULES, BEST_OF_THREE, "2", "2", games=[("passed", "J"), ("9", "passed")])
    assert (match.winner, match.because[-1].code) == ("B", "games-level-small-points")


@pytest.mark.parametrize(
    ("games", "last", "code", "at"),
    [
        ([("passed", "J"), ("passed", "J")], ("3", "2"), "game-after-end", "games[2]"),
        ([("9", "J")], ("3", "2"), "game-not-won", "games[0]"),
        ([], ("11", "2"), "level-unknown", "levels.A"),
        ([], ("passed", "passed"), "both-passed", "levels"),
    ],
)
def test_a_slip_that_cannot_be_is_refused(games, last, code, at):
    with pytest.raises(Refused) as refused:
        result_from_levels(RULES, BEST_OF_THREE, *last, games=games)
    assert (code, at) in [(problem.code, problem.at) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("means", "given", "winner", "problem"),
    [
        (["on_deal"], {}, None, "on-deal-missing"),
        (["on_deal"], {"on_deal": "B"}, "B", None),
        (["first_to_reach", "on_deal"], {"on_deal": "B"}, None, "first-to-reach-missing"),
        (["first_to_reach"], {"first": "A"}, "A", None),
        (["card_points", "on_deal"], {"card_points": (100, 100)}, None, "on-deal-missing"),
        (["card_points", "on_deal"], {"card_points": (100, 105)}, "B", None),
        (["card_points"], {"card_points": (100, 100)}, None, "match-undecided"),
        (["card_points"], {}, None, "card-points-missing"),
        (["one_more_hand"], {}, None, "one-more-hand"),
    ],
)
def test_a_level_slip_asks_for_the_fact_that_decides_it(means, given, winner, problem):
    format_ = match_format(time={"minutes": 60}, level_at_time=means)
    match = result_from_levels(RULES, format_, "9", "9", **given)
    assert (match.over, match.winner) == (winner is not None, winner)
    assert [found.code for found in match.problems] == ([problem] if problem else [])


def test_a_level_slip_with_lots_before_nothing_else_is_decided():
    format_ = match_format(time={"minutes": 60}, level_at_time=["lots"])
    assert result_from_levels(RULES, format_, "9", "9").winner in ("A", "B")


def test_a_slip_without_anybody_past_the_target_is_doubted_where_there_is_no_clock():
    match = result_from_levels(RULES, load_format({}), "9", "4")
    assert [(found.code, found.severity) for found in match.problems] == [("target-not-reached", "unlikely")]
    assert not match.finished
    assert result_from_levels(RULES, load_format({}), "9", "4", finished=True).problems == ()
    endless = result_from_levels(rule_set("swiss-60min"), load_format({}), "9", "4")
    assert (endless.problems, endless.finished) == ((), True)


def test_points_counted_hand_by_hand_cannot_come_from_a_slip():
    format_ = match_format(points={"by": "hands", "hands": [[1, 1]]})
    with pytest.raises(Refused) as refused:
        result_from_levels(RULES, format_, "9", "4")
    assert refused.value.problems[0].code == "hands-needed"
