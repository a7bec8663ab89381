"""Groups: the snake, lots, seeds, and branches spread over the groups."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from tournament.pairing import bracket_from_lines, cross, groups, lines_from_pairs, qualifiers
from tournament.pairing.groups import group_label


def shared(filled, branches):
    return sum(
        1
        for group in filled
        for one, other in combinations(group, 2)
        if branches[one - 1] and branches[one - 1] == branches[other - 1]
    )


def fewest(size, fixed, room, branches, seeds):
    """Fewest pairs of one branch in one group over all fillings."""
    free = list(range(seeds + 1, size + 1))

    def place(number, filled):
        if number == len(free):
            yield shared(filled, branches)
            return
        for group in range(len(filled)):
            if len(filled[group]) < room[group]:
                filled[group].append(free[number])
                yield from place(number + 1, filled)
                filled[group].pop()

    return min(place(0, [list(group) for group in fixed]))


def test_the_snake_goes_down_and_up():
    assert groups(8, 4).groups == ((1, 8), (2, 7), (3, 6), (4, 5))
    assert groups(13, 4).groups == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5, 12, 13))
    assert groups(13, 4).same_branch == 0


@pytest.mark.parametrize("size, count", ((12, 4), (13, 4), (16, 4), (23, 6), (32, 8), (56, 8)))
@pytest.mark.parametrize("by", ("snake", "lots", "seeds"))
def test_everybody_is_in_one_group_and_sizes_differ_by_one(size, count, by):
    filled = groups(size, count, by=by, seeds=count, seed=3).groups
    assert sorted(entry for group in filled for entry in group) == list(range(1, size + 1))
    sizes = [len(group) for group in filled]
    assert max(sizes) - min(sizes) <= 1
    if by == "lots":
        assert sizes == sorted(sizes, reverse=True)
    if by == "seeds":
        assert [group[0] for group in filled] == list(range(1, count + 1))


@pytest.mark.parametrize("case", range(60))
def test_branches_are_spread_as_well_as_any_filling_could(case):
    rng = random.Random(f"groups {case}")
    count = rng.randint(2, 3)
    size = rng.randint(2 * count, 8)
    seeds = rng.randint(0, min(size, 4)) if case % 2 else 0
    branches = [rng.choice(["a", "b", "c", None][: rng.randint(1, 4)]) for _ in range(size)]
    answer = groups(size, count, by="seeds" if seeds else "lots", seeds=seeds, branches=branches, seed=case)
    fixed = [[entry for entry in group if entry <= seeds] for group in answer.groups]
    room = [len(group) for group in answer.groups]
    assert shared(answer.groups, branches) == fewest(size, fixed, room, branches, seeds)
    assert answer.same_branch == shared(answer.groups, branches)
    assert answer.separated


@given(st.integers(2, 8), st.integers(2, 12), st.integers(0, 999))
def test_by_lots_no_branch_has_two_more_in_one_group_than_in_another(count, each, seed):
    rng = random.Random(seed)
    size = count * each
    branches = [f"b{rng.randrange(1 + seed % 9)}" for _ in range(size)]
    filled = groups(size, count, by="lots", branches=branches, seed=seed).groups
    for name in set(branches):
        members = [sum(branches[entry - 1] == name for entry in group) for group in filled]
        assert max(members) - min(members) <= 1


def test_the_snake_exchanges_within_a_row_to_part_a_branch():
    branches = [None] * 4 + ["x", None, None, None] + [None, None, None, "x"]
    branches[4], branches[11] = "x", "x"
    plain = groups(12, 4, branches=branches, same_branch="ignore")
    assert plain.same_branch == 1
    parted = groups(12, 4, branches=branches)
    assert parted.same_branch == 0
    assert parted.separated
    for row in range(3):
        assert {group[row] for group in parted.groups} == set(range(4 * row + 1, 4 * row + 5))


def test_what_cannot_be_parted_is_said():
    answer = groups(6, 2, by="lots", branches=["x"] * 6)
    assert answer.same_branch == 6
    assert answer.separated
    assert [reason.code for reason in answer.reasons] == ["groups-by-lots", "branch-shares-group"]


def test_a_seeded_flow_finds_the_exchange_that_dealing_misses():
    rng = random.Random("flow")
    for _ in range(40):
        size, count = 12, 4
        branches = [rng.choice("abc") for _ in range(size)]
        answer = groups(size, count, by="seeds", seeds=5, branches=branches, seed=rng.randrange(99))
        fixed = [[entry for entry in group if entry <= 5] for group in answer.groups]
        assert answer.separated
        assert [len(group) for group in fixed] == [1, 1, 1, 2]


def test_groups_that_cannot_be_are_refused():
    for arguments, code in (
        ({"size": 5, "count": 3}, "groups-too-many"),
        ({"size": 8, "count": 2, "branches": ["a"]}, "branches-not-size"),
        ({"size": 8, "count": 2, "by": "colour"}, "option-unknown-value"),
        ({"size": 8, "count": 2, "seeds": 9}, "seeds-not-entries"),
    ):
        with pytest.raises(Refused) as caught:
            groups(**arguments)
        assert [problem.code for problem in caught.value.problems] == [code]


def test_the_same_seed_gives_the_same_groups_and_thirty_seeds_thirty():
    draws = [groups(24, 4, by="lots", seed=seed).groups for seed in range(30)]
    assert len(set(draws)) == 30
    assert draws == [groups(24, 4, by="lots", seed=seed).groups for seed in range(30)]


def test_group_letters_go_on_after_z():
    assert [group_label(number) for number in (0, 3, 25, 26, 27, 52)] == ["A", "D", "Z", "AA", "AB", "BA"]


# Crossing


def test_four_groups_cross_as_the_regulation_writes():
    crossing = cross(qualifiers(4, 2))
    assert crossing.lines == ("A1", "B2", "C1", "D2", "B1", "A2", "D1", "C2")
    assert crossing.lines == lines_from_pairs(["A1-B2", "C1-D2", "B1-A2", "D1-C2"])
    assert crossing.separated


def half_of(lines, label):
    return lines.index(label) * 2 // len(lines)


@pytest.mark.parametrize("count", range(2, 17))
def test_two_of_each_group_stand_in_opposite_halves(count):
    lines = cross(qualifiers(count, 2)).lines
    for number in range(count):
        letter = group_label(number)
        assert half_of(lines, f"{letter}1") != half_of(lines, f"{letter}2")
    for at in range(0, len(lines), 2):
        pair_ = [line for line in lines[at : at + 2] if line]
        assert len({line[0] for line in pair_}) == len(pair_)
        # Nobody but a winner has a bye while a winner plays.
        if len(pair_) == 1 and count > len(lines) - 2 * count:
            assert pair_[0].endswith("1")


@pytest.mark.parametrize(
    "count, ranks, best",
    ((3, 2, "AC"), (6, 2, "ACDF"), (3, 1, "B"), (5, 3, "A"), (12, 2, "ABCDEFGH"), (4, 4, "")),
)
def test_best_thirds_and_any_number_of_qualifiers_keep_a_group_apart(count, ranks, best):
    entered = qualifiers(count, ranks, list(best))
    crossing = cross(entered)
    assert crossing.separated
    assert sorted(line for line in crossing.lines if line) == sorted(str(one) for one in entered)
    bracket_from_lines(crossing.lines, places=8)
    first_round = [crossing.lines[at : at + 2] for at in range(0, len(crossing.lines), 2)]
    assert all(one is None or other is None or one[0] != other[0] for one, other in first_round)


def test_crossing_by_lot_keeps_the_strengths():
    draws = {cross(qualifiers(4, 2), seed=seed).lines for seed in range(20)}
    assert len(draws) > 10
    for lines in draws:
        for at in range(0, 8, 2):
            assert sorted(line[1] for line in lines[at : at + 2]) == ["1", "2"]
        assert all(half_of(lines, f"{letter}1") != half_of(lines, f"{letter}2") for letter in "ABCD")


def test_written_crossings_are_checked():
    assert lines_from_pairs(["A1-", "B1–A2"]) == ("A1", None, "B1", "A2")
    for pairs, code in (
        (["A1"], "cross-not-a-pair"),
        (["A1-B2", "A1-C2"], "cross-twice"),
        (["A1-B2", "B1-A2", "C1-D2"], "lines-not-a-power-of-two"),
        ([], "lines-not-a-power-of-two"),
    ):
        with pytest.raises(Refused) as caught:
            lines_from_pairs(pairs)
        assert [problem.code for problem in caught.value.problems] == [code]
    with pytest.raises(Refused):
        cross(qualifiers(1, 1))
