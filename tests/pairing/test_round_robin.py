"""Round robin: the published tables, any size, and what a withdrawal does."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.pairing import drawn_round_robin, round_robin, withdrawal_effect

BERGER = json.loads((Path(__file__).parents[1] / "data" / "berger.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("size", sorted(BERGER["tables"], key=int))
def test_the_published_tables_are_met(size):
    published = tuple(tuple(map(tuple, pairs)) for pairs in BERGER["tables"][size])
    assert round_robin(int(size)) == published


@given(size=st.integers(2, 60), double=st.booleans())
def test_everybody_meets_everybody_at_any_size(size, double):
    rounds = round_robin(size, double)
    meetings = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert set(meetings.values()) == {2 if double else 1}
    assert len(meetings) == size * (size - 1) // 2
    for pairs in rounds:
        seated = [number for pair in pairs for number in pair]
        assert len(seated) == len(set(seated)) == size - size % 2


@given(size=st.integers(2, 60))
def test_home_and_away_differ_by_one_at_most(size):
    home = Counter(first for pairs in round_robin(size) for first, _ in pairs)
    games = size - 1
    assert all(games // 2 <= home[number] <= (games + 1) // 2 for number in range(1, size + 1))


@given(size=st.integers(2, 30))
def test_a_double_round_robin_turns_the_sides_round(size):
    rounds = round_robin(size, double=True)
    half = len(rounds) // 2
    assert rounds[half:] == tuple(tuple((away, home) for home, away in pairs) for pairs in rounds[:half])


def test_numbers_are_taken_in_order_or_drawn():
    names = ["张三", "李四", "王五", "赵六"]
    assert drawn_round_robin(names)[0] == (("张三", "赵六"), ("李四", "王五"))
    draws = {drawn_round_robin(names, seed=seed) for seed in range(300)}
    assert len(draws) == 24
    assert drawn_round_robin(names, seed=3) == drawn_round_robin(names, seed=3)


def test_one_entry_has_nobody_to_meet():
    assert round_robin(1) == ((),)


@pytest.mark.parametrize(
    "played, matches, share, effect",
    (
        (2, 7, Fraction(1, 2), "strike"),
        (5, 7, Fraction(1, 2), "forfeit"),
        (3, 6, Fraction(1, 2), "forfeit"),
        (3, 7, Fraction(1, 2), "strike"),
        (5, 7, Fraction(3, 4), "strike"),
    ),
)
def test_the_share_of_the_schedule_decides_what_a_withdrawal_does(played, matches, share, effect):
    assert withdrawal_effect(played, matches, share) == effect
