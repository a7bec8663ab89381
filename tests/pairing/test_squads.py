"""Squads: encounters of boards, line-ups by lot or by captains, and tables."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from tournament.pairing import (
    LineUp,
    balanced_tables,
    check_line_up,
    reveal,
    round_robin,
    squad_round_robin,
)

THREE = [["a1", "a2", "a3"], ["b1", "b2", "b3"], ["c1", "c2", "c3"]]


def refused(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return [problem.code for problem in caught.value.problems]


def boards_of(rounds):
    return [board for round_ in rounds for encounter in round_.encounters for board in encounter.boards]


def test_three_squads_play_three_rounds_with_one_idle_in_each():
    rounds = squad_round_robin(THREE, seed=1)
    assert len(rounds) == 3
    assert sorted(round_.idle for round_ in rounds) == [(1,), (2,), (3,)]
    for round_ in rounds:
        (encounter,) = round_.encounters
        assert len(encounter.boards) == 3
        seated = [pair for board in encounter.boards for pair in board]
        wanted = THREE[encounter.home - 1] + THREE[encounter.away - 1]
        assert sorted(seated) == sorted(wanted)


@given(st.lists(st.integers(1, 5), min_size=2, max_size=7), st.booleans(), st.integers(0, 99))
def test_pairs_of_one_squad_never_meet(sizes, double, seed):
    squads = [[f"{number}.{pair}" for pair in range(size)] for number, size in enumerate(sizes)]
    for every in (False, True):
        for home, away in boards_of(squad_round_robin(squads, double=double, every_pair=every, seed=seed)):
            assert home.split(".")[0] != away.split(".")[0]


@given(st.lists(st.integers(1, 5), min_size=2, max_size=6), st.integers(0, 99))
def test_every_pair_meets_every_pair_of_the_other_squads_where_asked(sizes, seed):
    squads = [[f"{number}.{pair}" for pair in range(size)] for number, size in enumerate(sizes)]
    rounds = squad_round_robin(squads, every_pair=True, seed=seed)
    meetings = Counter(frozenset(board) for board in boards_of(rounds))
    wanted = sum(sizes) * (sum(sizes) - 1) // 2 - sum(size * (size - 1) // 2 for size in sizes)
    assert len(meetings) == wanted
    assert set(meetings.values()) == {1}
    for round_ in rounds:
        seated = [pair for board in boards_of([round_]) for pair in board]
        assert len(seated) == len(set(seated))


def test_home_and_away_turn_round_in_the_second_half_with_new_opponents():
    rounds = squad_round_robin(THREE, double=True, seed=5)
    first, second = rounds[:3], rounds[3:]
    assert [(e.home, e.away) for r in first for e in r.encounters] == [
        (e.away, e.home) for r in second for e in r.encounters
    ]
    met = {frozenset(board) for board in boards_of(first)}
    assert not met & {frozenset(board) for board in boards_of(second)}


def test_line_ups_by_lot_differ_from_seed_to_seed():
    draws = {tuple(boards_of(squad_round_robin(THREE, seed=seed))) for seed in range(30)}
    assert len(draws) == 30


def test_fewer_boards_than_pairs_leave_pairs_out():
    rounds = squad_round_robin([["a1", "a2", "a3"], ["b1", "b2"]], boards=2, seed=1)
    assert [len(encounter.boards) for round_ in rounds for encounter in round_.encounters] == [2]


def test_squads_that_cannot_be_are_refused():
    assert refused(squad_round_robin, [["a"]]) == ["squads-too-few"]
    assert refused(squad_round_robin, [["a"], ["a"]]) == ["pair-in-two-squads"]
    assert refused(squad_round_robin, [["a", "b"], ["c"]], boards=2) == ["squad-too-small"]
    assert refused(squad_round_robin, [["a", "b"], []]) == ["squad-too-small"]


def test_a_line_up_names_one_pair_of_the_squad_for_each_board():
    check_line_up(LineUp(1, ("a2", "a1", "a3")), THREE[0], 3)
    assert refused(check_line_up, LineUp(1, ("a1", "a2")), THREE[0], 3) == ["line-up-wrong-length"]
    assert refused(check_line_up, LineUp(1, ("a1", "a1", "b1")), THREE[0], 3) == [
        "line-up-twice",
        "line-up-not-of-squad",
    ]


def test_neither_captain_sees_the_other_line_up_before_both_are_in():
    home, away = LineUp(1, ("a1", "a2")), LineUp(2, ("b2", "b1"))
    assert reveal(home, None) is None
    assert reveal(None, away) is None
    assert reveal(home, away) == (("a1", "b2"), ("a2", "b1"))


@pytest.mark.parametrize("size", (4, 5, 6, 8, 10, 12, 16))
def test_nobody_keeps_one_table_in_a_round_robin(size):
    rounds = round_robin(size)
    tables = balanced_tables(rounds)
    visits = Counter()
    for pairs, row in zip(rounds, tables, strict=True):
        assert sorted(row) == list(range(1, len(pairs) + 1))
        visits.update((entry, table) for pair, table in zip(pairs, row, strict=True) for entry in pair)
    assert max(visits.values()) <= 3
    plain = Counter(
        (entry, table) for pairs in rounds for table, pair in enumerate(pairs, start=1) for entry in pair
    )
    uneven, plainly = (sum(count**2 for count in c.values()) for c in (visits, plain))
    assert uneven < plainly if size > 5 else uneven <= plainly


def test_tables_sat_at_before_count():
    assert balanced_tables([[("a", "b"), ("c", "d")]], {("a", 1): 1}) == ((2, 1),)
    assert balanced_tables([[("a", "b"), ("c", "d")]], {("a", 2): 1}) == ((1, 2),)
