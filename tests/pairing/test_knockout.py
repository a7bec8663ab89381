"""Knock-out: seeds, byes, branches apart, places, and results moving along."""

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from tournament.pairing import best_losers_needed, bracket_from_lines, correction, knockout, places, seat
from tournament.pairing.bracket import Source, seed_lines


def refused(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return [problem.code for problem in caught.value.problems]


def can_meet(lines, branches):
    """Pairs of one branch that can have met by the end of each round, counted pair by pair."""
    counts = []
    width = 2
    while width <= len(lines):
        counts.append(
            sum(
                1
                for one in range(len(lines))
                for other in range(one)
                if lines[one]
                and lines[other]
                and one // width == other // width
                and branches[lines[one] - 1]
                and branches[lines[one] - 1] == branches[lines[other] - 1]
            )
        )
        width *= 2
    return tuple(counts)


def test_seeds_stand_so_that_the_best_meet_last():
    assert seed_lines(4) == [1, 4, 3, 2]
    lines = seed_lines(64)
    for strength in range(1, 7):
        best = 2**strength
        part = 64 // best
        assert sorted(lines.index(seed) // part for seed in range(1, best + 1)) == list(range(best))


@given(size=st.integers(2, 200), seeds=st.integers(0, 8), seed=st.integers(0, 10**6))
def test_a_bracket_of_any_size_has_everybody_once_and_no_bye_meets_a_bye(size, seeds, seed):
    seeds = min(seeds, size)
    bracket = knockout(size, seeds=seeds, seed=seed)
    lines = bracket.lines
    assert sorted(line for line in lines if line is not None) == list(range(1, size + 1))
    assert all(lines[at] is not None or lines[at + 1] is not None for at in range(0, len(lines), 2))
    assert len(bracket.byes) == len(lines) - size
    assert set(range(1, min(seeds, len(bracket.byes)) + 1)) <= set(bracket.byes)
    assert len(bracket.matches) == size - 1
    assert [match.number for match in bracket.matches] == list(range(1, size))
    # Seeds of each strength stand in different parts.
    for strength in range(1, 4):
        best, part = 2**strength, len(lines) // 2**strength
        if part and best <= seeds:
            assert len({lines.index(number) // part for number in range(1, best + 1)}) == best


@pytest.mark.parametrize("case", range(60))
def test_branches_are_kept_apart_as_long_as_any_draw_could(case):
    rng = random.Random(f"separation {case}")
    size = rng.randint(2, 8)
    seeds = min(rng.choice((0, 0, 1, 2, 3, 4)), size)
    branches = [rng.choice(["a", "b", "c", None][: rng.randint(1, 4)]) for _ in range(size)]
    bracket = knockout(size, seeds=seeds, branches=branches, seed=case)
    strengths = seed_lines(len(bracket.lines))
    open_lines = [at for at, strength in enumerate(strengths) if seeds < strength <= size]
    best = None
    for order in permutations(range(seeds + 1, size + 1)):
        lines = [strength if strength <= seeds else None for strength in strengths]
        for at, entry in zip(open_lines, order, strict=True):
            lines[at] = entry
        found = can_meet(lines, branches)
        best = found if best is None or found < best else best
    assert can_meet(bracket.lines, branches) == best == bracket.can_meet


@given(st.integers(2, 128), st.integers(1, 20), st.integers(0, 1000))
def test_without_seeds_every_level_is_as_even_as_can_be(size, count, seed):
    rng = random.Random(seed)
    branches = [f"b{rng.randrange(count)}" for _ in range(size)]
    bracket = knockout(size, branches=branches, seed=seed)
    assert bracket.separated
    assert bracket.can_meet == can_meet(bracket.lines, branches)
    largest = max(branches.count(name) for name in set(branches))
    if largest <= len(bracket.lines) // 2 and largest <= size - len(bracket.byes):
        assert bracket.can_meet[0] == 0


def test_where_branches_must_meet_it_is_said():
    bracket = knockout(8, branches=["x"] * 6 + ["y", "y"], seed=1)
    assert bracket.can_meet[0] == 2
    said = {
        reason.values["round"]: reason.values["pairs"]
        for reason in bracket.reasons
        if "round" in reason.values
    }
    assert said[1] == 2


def test_branches_are_left_to_the_lot_where_the_regulation_says_so():
    branches = ["x", "x", "y", "y"]
    draws = {knockout(4, branches=branches, seed=seed, same_branch="ignore").can_meet for seed in range(40)}
    assert {(0, 2), (2, 2)} == draws


def test_the_same_seed_gives_the_same_draw_and_thirty_seeds_thirty_draws():
    draws = [knockout(32, seed=seed).lines for seed in range(30)]
    assert len(set(draws)) == 30
    assert draws == [knockout(32, seed=seed).lines for seed in range(30)]


def test_every_place_in_an_open_draw_is_about_equally_likely():
    counts = [0] * 8
    for seed in range(800):
        counts[knockout(8, seed=seed).lines.index(1)] += 1
    assert min(counts) > 60
    assert max(counts) < 140


@pytest.mark.parametrize("size, count, seeds", ((1024, 200, 0), (256, 60, 16)))
def test_a_large_bracket_keeps_many_branches_apart(size, count, seeds):
    branches = [f"b{number % count}" for number in range(size)]
    bracket = knockout(size, seeds=seeds, branches=branches, seed=1)
    # Five or six of a branch go into eight parts without two in one of them.
    parts = size // 8
    assert bracket.can_meet == can_meet(bracket.lines, branches)
    assert bracket.can_meet[: parts.bit_length() - 1] == (0,) * (parts.bit_length() - 1)


@pytest.mark.parametrize(
    "places_, played",
    ((2, 7), (4, 8), (8, 12)),
)
def test_places_are_played_out_down_to_the_one_asked_for(places_, played):
    bracket = knockout(8, places=places_)
    assert len(bracket.matches) == played
    shared = [(place.best, place.worst) for place in bracket.places]
    assert (
        shared
        == {
            2: [(1, 1), (2, 2), (3, 4), (3, 4), *[(5, 8)] * 4],
            4: [(1, 1), (2, 2), (3, 3), (4, 4), *[(5, 8)] * 4],
            8: [(place, place) for place in range(1, 9)],
        }[places_]
    )


def test_all_sixteen_places_take_thirty_two_matches():
    bracket = knockout(16, places=16)
    assert len(bracket.matches) == 32
    assert sorted((place.best, place.worst) for place in bracket.places) == [(n, n) for n in range(1, 17)]
    assert bracket.matches[-1].best == 1
    assert bracket.matches[-1].worst == 2


@given(size=st.integers(2, 40), places_=st.sampled_from((2, 4, 8, 16, 32, 64)), seed=st.integers(0, 99))
def test_every_entry_gets_one_place_when_all_is_played(size, places_, seed):
    bracket = knockout(size, places=places_, seed=seed)
    rng = random.Random(seed)
    results = {}
    for match in bracket.matches:
        results[match.number] = rng.choice(seat(bracket, results)[match.number].sides)
    final = places(bracket, results)
    assert sorted(entry for _, _, entry in final) == list(range(1, size + 1))
    assert final[0][:2] == (1, 1)
    assert [best for best, _, _ in final] == sorted(best for best, _, _ in final)
    assert all(best == worst for best, worst, _ in final if worst <= min(places_, size))


def test_a_consolation_is_played_by_the_losers_of_the_first_round():
    bracket = knockout(8, consolation=True, seeds=8)
    extra = [match for match in bracket.matches if match.kind == "consolation"]
    assert len(extra) == 3
    assert {side for match in extra[:2] for side in match.sides} == {Source("loser", n) for n in (1, 2, 3, 4)}
    assert [place.best for place in bracket.places if place.kind == "consolation"][:2] == [1, 2]
    assert not [m for m in knockout(3, consolation=True).matches if m.kind == "consolation"]


FOUR = bracket_from_lines((1, 8, 5, 4, 3, 6, 7, 2), places=4)


def test_a_result_brings_the_winner_to_the_next_match_and_the_loser_to_the_match_for_third():
    seated = seat(FOUR, {1: 1, 2: 4, 3: 3, 4: 2, 5: 1, 6: 3})
    assert seated[5].sides == (1, 4)
    assert seated[7].sides == (4, 2)
    assert seated[8].sides == (1, 3)
    assert seated[8].state == "ready"
    assert places(FOUR, {1: 1, 2: 4, 3: 3, 4: 2, 5: 1, 6: 3, 7: 4, 8: 3})[:4] == [
        (1, 1, 3),
        (2, 2, 1),
        (3, 3, 4),
        (4, 4, 2),
    ]


def test_a_double_forfeit_gives_the_next_a_bye():
    seated = seat(FOUR, {1: None, 2: 4})
    assert seated[5].state == "walkover"
    assert seated[5].winner == 4
    assert seated[8].sides == (4, None)
    assert seated[8].state == "waiting"


def test_two_double_forfeits_leave_a_match_empty_and_the_one_after_has_a_bye():
    seated = seat(FOUR, {1: None, 2: None, 3: 3, 4: 2, 6: 3})
    assert seated[5].state == "empty"
    assert seated[8].state == "walkover"
    assert seated[8].winner == 3
    assert seated[7].state == "walkover"
    assert seated[7].winner == 2
    assert places(FOUR, {1: None, 2: None, 3: 3, 4: 2, 6: 3})[:2] == [(1, 1, 3), (3, 3, 2)]


def test_a_corrected_result_moves_the_right_entry_on():
    moves = correction(FOUR, {1: 1, 2: 4}, 1, 8)
    assert [(move.match, move.side, move.before, move.after) for move in moves] == [(5, 0, 1, 8)]


def test_a_correction_is_refused_once_the_next_match_has_begun():
    assert refused(correction, FOUR, {1: 1, 2: 4}, 1, 8, begun={5}) == ["next-match-begun"]
    assert refused(correction, FOUR, {1: 1, 2: 4, 5: 4}, 1, 8) == ["next-match-begun"]
    with pytest.raises(Refused) as caught:
        correction(FOUR, {1: 1, 2: 4}, 1, 8, begun={5})
    assert dict(caught.value.problems[0].values) == {"match": 1, "next": 5, "entry": 1}


def test_a_correction_of_a_semi_final_moves_both_matches_after_it():
    moves = correction(FOUR, {1: 1, 2: 4, 3: 3, 4: 2, 5: 1}, 5, 4)
    assert [(move.match, move.before, move.after) for move in moves] == [(7, 4, 1), (8, 1, 4)]
    begun = {7}
    assert refused(correction, FOUR, {1: 1, 2: 4, 3: 3, 4: 2, 5: 1}, 5, 4, begun) == ["next-match-begun"]


def test_a_correction_of_a_double_forfeit_takes_the_walkover_back():
    moves = correction(FOUR, {1: None, 2: 4}, 1, 8)
    changes = [(move.match, move.side, move.before, move.after) for move in moves]
    assert changes == [(5, 0, None, 8), (8, 0, 4, None)]
    assert refused(correction, FOUR, {1: None, 2: 4}, 1, 8, begun={8}) == ["next-match-begun"]


def test_the_same_result_again_changes_nothing():
    assert correction(FOUR, {1: 1, 2: 4, 5: 1}, 1, 1) == ()


def test_results_that_cannot_be_are_refused():
    assert refused(seat, FOUR, {5: 1}) == ["match-not-ready"]
    assert refused(seat, FOUR, {1: 2}) == ["winner-not-in-match"]
    assert refused(seat, FOUR, {99: 2}) == ["match-unknown"]
    assert refused(correction, FOUR, {}, 99, 1) == ["match-unknown"]
    assert refused(seat, FOUR, {1: None, 2: 4, 5: 4}) == ["match-not-ready"]


def test_brackets_that_cannot_be_are_refused():
    assert refused(knockout, 1) == ["size-out-of-range"]
    assert refused(knockout, 1025) == ["size-out-of-range"]
    assert refused(knockout, 4, seeds=[1, 1]) == ["seeds-not-entries"]
    assert refused(knockout, 4, seeds=[5], branches=["a"]) == ["seeds-not-entries", "branches-not-size"]
    assert refused(bracket_from_lines, (1, 2, 3)) == ["lines-not-a-power-of-two"]
    assert refused(bracket_from_lines, (1, 2, None, None)) == ["bye-meets-bye"]
    assert refused(bracket_from_lines, (1, 1)) == ["line-twice"]


def test_seeds_may_be_any_entries_best_first():
    bracket = knockout(6, seeds=[4, 2], seed=1)
    assert bracket.lines[0] == 4
    assert bracket.lines[-1] == 2
    assert set(bracket.byes) == {4, 2}
    assert bracket.rounds == 3


def test_best_losers_fill_the_next_round_up():
    assert [best_losers_needed(winners) for winners in (3, 6, 8, 12)] == [1, 2, 0, 4]
