"""A match from its hands: which hand is the last, and who has won then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.matches import Ended, changes, play, result_from_levels
from tests.scoring.regulations import GROUPS, ROUNDS, SWISS, UNION, hand, match_format, rule_set

SWISS_RULES = rule_set("swiss-60min")
# A rises by 3, by 2, by 1; then B takes the deal and rises by 1.
OPENING = [hand("A", 0), hand("A", 30), hand("A", 90), hand("A", 130), hand("B", 110)]


def codes(problems):
    return [(problem.code, problem.at) for problem in problems]


def test_a_match_in_play_tells_who_declares_next_at_which_level():
    match = play(SWISS_RULES, SWISS, OPENING[:4])
    assert (match.over, match.how, match.points, match.winner) == (False, "open", None, None)
    assert match.levels == {"A": "8", "B": "2"}
    assert (match.next_declarer, match.next_level) == ("B", "2")
    assert [step.levels["A"] for step in match.steps] == ["5", "7", "8", "8"]
    assert [step.gained for step in match.steps] == [(3, 0), (2, 0), (1, 0), (0, 0)]


def test_nothing_played_yet_is_no_result():
    match = play(SWISS_RULES, SWISS, [])
    assert (match.over, match.levels, match.points) == (False, {"A": "2", "B": "2"}, None)
    assert match.next_declarer is None


def test_the_hand_in_play_at_the_reminder_is_finished_and_one_more_is_played():
    ended = Ended(marked=4)
    waiting = play(SWISS_RULES, SWISS, OPENING[:4], ended=ended)
    assert (waiting.over, waiting.last_hand) == (False, 5)
    match = play(SWISS_RULES, SWISS, OPENING, ended=ended)
    assert (match.over, match.how, match.winner, match.finished) == (True, "time", "A", False)
    assert (match.levels, match.difference, match.points) == ({"A": "8", "B": "3"}, 5, (2, 0))
    assert [reason.code for reason in match.because] == ["ended-by-time", "leads"]


def test_at_a_reminder_between_two_hands_one_more_is_played():
    match = play(SWISS_RULES, SWISS, OPENING[:4], ended=Ended(marked=4, marked_begun=False))
    assert (match.over, match.last_hand) == (True, 4)


def test_a_hand_after_the_last_one_is_a_problem_and_does_not_count():
    match = play(SWISS_RULES, SWISS, OPENING, ended=Ended(marked=3))
    assert codes(match.problems) == [("hand-after-time", "hands[4]")]
    assert (match.over, match.levels) == (True, {"A": "8", "B": "2"})


@pytest.mark.parametrize(
    ("at_time", "ended", "last"),
    [
        ("finish_hand", Ended(hand=4, drawn=False), 4),
        ("finish_hand", Ended(hand=4, begun=False), 3),
        ("finish_if_drawn", Ended(hand=4), 4),
        ("finish_if_drawn", Ended(hand=4, drawn=False), 3),
        ("finish_if_drawn", Ended(hand=4, begun=False), 3),
        ("stop", Ended(hand=4), 3),
        ("stop", Ended(hand=4, last=4), 4),
    ],
)
def test_what_becomes_of_the_hand_in_play_at_time(at_time, ended, last):
    format_ = match_format(time={"minutes": 60, "at_time": at_time})
    for count in range(last):
        assert not play(SWISS_RULES, format_, OPENING[:count], ended=ended).over
    match = play(SWISS_RULES, format_, OPENING[:last], ended=ended)
    assert (match.over, match.last_hand) == (True, last)
    more = play(SWISS_RULES, format_, OPENING[: last + 1], ended=ended)
    assert codes(more.problems) == [("hand-after-time", f"hands[{last}]")]


@pytest.mark.parametrize("at_time", ["finish_hand", "one_more_after_reminder"])
def test_a_table_closed_by_the_referee_stands_as_it_is(at_time):
    format_ = match_format(time={"minutes": 60, "reminder": 10, "at_time": at_time})
    match = play(SWISS_RULES, format_, OPENING[:3], ended=Ended())
    assert (match.over, match.difference, match.last_hand) == (True, 6, None)


LEVEL = [
    hand("A", 60),
    hand("A", 120),
    hand("B", 60),
]  # 3:2, then B takes the deal and rises: 3:3, B on the deal


def test_a_level_match_is_a_draw_where_the_regulation_says_so():
    match = play(SWISS_RULES, SWISS, LEVEL, ended=Ended(last=3))
    assert (match.over, match.winner, match.drawn, match.points) == (True, None, True, (1, 1))


def test_a_level_match_goes_to_the_side_on_the_deal():
    match = play(rule_set("union-squads"), UNION, LEVEL, ended=Ended(last=3))
    assert (match.levels, match.winner, match.points) == ({"A": "4", "B": "4"}, "B", (0, 1))
    assert match.because[-1].code == "level-on-deal"


def test_a_level_match_goes_to_the_side_that_reached_the_level_first():
    format_ = match_format(level_at_time=["first_to_reach", "draw"])
    match = play(SWISS_RULES, format_, LEVEL, ended=Ended())
    assert (match.winner, match.because[-1].code) == ("A", "level-first-to-reach")
    unmoved = play(SWISS_RULES, format_, [hand("A", 120)], ended=Ended())
    assert (unmoved.winner, unmoved.because[-1].code) == (None, "level-draw")
    alone = match_format(level_at_time=["first_to_reach"])
    stuck = play(SWISS_RULES, alone, [hand("A", 120)], ended=Ended())
    assert not stuck.over
    assert codes(stuck.problems) == [("match-undecided", "level_at_time")]


def test_a_level_match_goes_to_more_card_points():
    format_ = match_format(level_at_time=["card_points", "draw"])
    match = play(SWISS_RULES, format_, LEVEL, ended=Ended())
    # B made 60 and 120 as attackers, A 60.
    assert (match.card_points, match.winner) == ((60, 180), "B")


def test_a_level_match_is_decided_by_one_more_hand():
    format_ = match_format(time={"minutes": 60, "at_time": "finish_hand"}, level_at_time=["one_more_hand"])
    ended = Ended(hand=3)
    waiting = play(SWISS_RULES, format_, LEVEL, ended=ended)
    assert (waiting.over, waiting.next_declarer, waiting.next_level) == (False, "B", "3")
    assert waiting.because[-1].code == "level-one-more-hand"
    still = play(SWISS_RULES, format_, [*LEVEL, hand("B", 120)], ended=ended)
    assert not still.over
    decided = play(SWISS_RULES, format_, [*LEVEL, hand("B", 60)], ended=ended)
    assert (decided.over, decided.winner) == (True, "B")
    beyond = play(SWISS_RULES, format_, [*LEVEL, hand("B", 60), hand("B", 60)], ended=ended)
    assert codes(beyond.problems) == [("hand-after-time", "hands[4]")]
    assert (beyond.over, beyond.winner) == (True, "B")


def test_lots_are_drawn_by_the_seed_and_recorded():
    format_ = match_format(level_at_time=["lots"])
    drawn = {seed: play(SWISS_RULES, format_, LEVEL, ended=Ended(), seed=seed) for seed in range(40)}
    assert {match.winner for match in drawn.values()} == {"A", "B"}
    for seed, match in drawn.items():
        assert match.because[-1].values == {"side": match.winner, "seed": seed}
        assert match == play(SWISS_RULES, format_, LEVEL, ended=Ended(), seed=seed)


def test_a_finished_win_and_an_unfinished_one_are_worth_different_points():
    rules = rule_set("groups-cross-knockout")
    unfinished = play(rules, GROUPS, [hand("A", 70), hand("A", 70)], ended=Ended(hand=2))
    assert (unfinished.points, unfinished.finished) == ((2, 1), False)
    # Nought points carry the declarers straight to J, to A, and past it.
    finished = play(rules, GROUPS, [hand("A", 0), hand("A", 0), hand("A", 0)])
    assert (finished.over, finished.how, finished.points) == (True, "game", (3, 1))
    assert (finished.levels, finished.difference) == ({"A": "passed", "B": "2"}, 13)


def test_a_hand_after_the_game_is_won_is_a_problem():
    rules = rule_set("groups-cross-knockout")
    match = play(rules, GROUPS, [hand("A", 0)] * 4)
    assert codes(match.problems) == [("hand-after-end", "hands[3]")]
    assert match.points == (3, 1)


def test_the_level_difference_itself_is_the_score():
    rules = rule_set("four-deck-rounds")
    match = play(rules, ROUNDS, [hand("A", 0), hand("A", 300)], ended=Ended(hand=2))
    assert match.points == (match.difference, -match.difference)
    assert match.difference == 3 - match.heights[1]


def test_a_fixed_number_of_hands_ends_the_match_as_finished():
    format_ = match_format(hands=5, points={"win": 3, "draw": 1, "loss": 0, "unfinished_win": 2})
    match = play(SWISS_RULES, format_, OPENING)
    assert (match.over, match.how, match.finished, match.points) == (True, "hands", True, (3, 0))
    assert not play(SWISS_RULES, format_, OPENING[:4]).over
    more = play(SWISS_RULES, format_, [*OPENING, hand("B", 100)])
    assert codes(more.problems) == [("hand-after-last", "hands[5]")]
    assert more.points == (3, 0)


def test_a_hand_that_is_dealt_again_is_none_of_the_fixed_number():
    format_ = match_format(hands=2)
    void = hand("A", None, void=True)
    match = play(SWISS_RULES, format_, [hand("A", 0), void, hand("A", 30)])
    assert (match.over, match.difference) == (True, 5)
    assert [step.counted for step in match.steps] == [True, False, True]


def test_a_lead_of_five_levels_wins_at_once():
    format_ = match_format(time={"minutes": 60}, mercy=5, points={"win": 2, "loss": 0, "unfinished_win": 1})
    match = play(SWISS_RULES, format_, OPENING[:2])
    assert (match.over, match.how, match.winner, match.points) == (True, "mercy", "A", (2, 0))
    assert not play(SWISS_RULES, format_, OPENING[:1]).over
    later = play(SWISS_RULES, format_, OPENING[:3])
    assert codes(later.problems) == [("hand-after-end", "hands[2]")]


def test_points_by_the_level_that_was_reached():
    format_ = match_format(points={"by": "levels", "levels": [["5", 1], ["8", 2], ["J", 3]]})
    match = play(SWISS_RULES, format_, OPENING[:4], ended=Ended())
    assert (match.levels, match.points) == ({"A": "8", "B": "2"}, (2, 0))


def test_points_for_every_hand_by_the_levels_gained_in_it():
    format_ = match_format(hands=5, points={"by": "hands", "hands": [[1, 1], [2, 2], [3, 3]]})
    assert play(SWISS_RULES, format_, OPENING).points == (3 + 2 + 1, 0 + 1)


def test_a_hand_that_cannot_be_stops_the_replay_where_it_stands():
    match = play(SWISS_RULES, SWISS, [OPENING[0], hand("A", 33), OPENING[2]])
    assert codes(match.problems) == [("points-not-multiple-of-five", "hands[1].points")]
    assert (len(match.steps), match.levels) == (1, {"A": "5", "B": "2"})


def test_a_corrected_hand_replays_the_match_and_the_changes_are_listed():
    before = play(SWISS_RULES, SWISS, OPENING, ended=Ended(marked=4))
    corrected = [OPENING[0], hand("A", 130), hand("B", 0), hand("B", 0), hand("B", 0)]
    after = play(SWISS_RULES, SWISS, corrected, ended=Ended(marked=4))
    found = {change.what: (change.before, change.after) for change in changes(before, after)}
    assert found["winner"] == ("A", "B")
    assert found["points"] == ((2, 0), (0, 2))
    assert found["levels"][1] == {"A": "5", "B": "J"}
    assert set(found) >= {"hand 2", "hand 3", "hand 4", "hand 5"}
    assert "hand 1" not in found
    shorter = play(SWISS_RULES, SWISS, OPENING[:3])
    removed = {change.what: (change.before, change.after) for change in changes(before, shorter)}
    assert removed["over"] == (True, False)
    assert removed["hand 5"] == ({"A": "8", "B": "3"}, None)
    assert changes(before, before) == ()


def test_a_removed_hand_that_others_depend_on_shows_where_the_rest_does_not_follow():
    match = play(SWISS_RULES, SWISS, [*OPENING[:3], OPENING[4]])
    assert codes(match.problems) == [("declarer-does-not-follow", "hands[3].declarer")]


@st.composite
def hands(draw):
    """Hands that follow from each other."""
    found, declarer = [], draw(st.sampled_from("AB"))
    for _ in range(draw(st.integers(1, 12))):
        points = 5 * draw(st.integers(0, 60))
        found.append(hand(declarer, points))
        if points >= 120:
            declarer = "B" if declarer == "A" else "A"
    return found


@given(hands())
def test_recomputing_gives_what_was_stored_and_the_slip_says_the_same(played):
    match = play(SWISS_RULES, SWISS, played, ended=Ended())
    assert match == play(SWISS_RULES, SWISS, list(played), ended=Ended())
    assert not match.problems
    slip = result_from_levels(SWISS_RULES, SWISS, match.levels["A"], match.levels["B"])
    for name in ("winner", "points", "difference", "differences", "levels", "heights", "small"):
        assert getattr(slip, name) == getattr(match, name), name


@given(hands())
def test_swapping_the_sides_swaps_the_result(played):
    other = {"A": "B", "B": "A"}
    mirrored = [hand(other[record.facts.declarer], record.facts.points) for record in played]
    match = play(SWISS_RULES, SWISS, played, ended=Ended())
    turned = play(SWISS_RULES, SWISS, mirrored, ended=Ended())
    assert turned.difference == -match.difference
    assert turned.points == match.points[::-1]
    assert turned.winner == {"A": "B", "B": "A", None: None}[match.winner]


@given(hands(), st.integers(1, 12))
def test_every_prefix_of_a_match_shows_the_same_steps(played, cut):
    whole = play(SWISS_RULES, SWISS, played)
    part = play(SWISS_RULES, SWISS, played[:cut])
    assert whole.steps[: len(part.steps)] == part.steps
