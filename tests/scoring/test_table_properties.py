"""What holds for every tournament, however it went."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import REGISTRY, UNPLAYED, Kind, Result, Settings, load_tiebreaks, rank
from tests.scoring.drawn import KEYS, played, tournaments

PLAN = load_tiebreaks(KEYS)
SUMS = [key for key in KEYS if key not in ("last_round", "lots")]


def lines(table):
    return [(row.rank, row.entry, dict(row.values)) for row in table.rows]


def test_every_tie_break_is_registered_under_the_key_of_the_contract():
    assert set(KEYS) == set(REGISTRY)


@given(tournaments(), st.sampled_from(UNPLAYED), st.randoms(use_true_random=False))
def test_permuting_entries_or_results_changes_nothing(tournament, unplayed, chance: random.Random):
    entries, results = tournament
    settings = Settings(unplayed=unplayed, seed=3)
    before = lines(rank(entries, results, PLAN, settings))
    shuffled_entries, shuffled_results = list(entries), list(results)
    chance.shuffle(shuffled_entries)
    chance.shuffle(shuffled_results)
    assert lines(rank(shuffled_entries, shuffled_results, PLAN, settings)) == before


@given(tournaments())
def test_swapping_the_sides_of_a_match_changes_nothing(tournament):
    entries, results = tournament

    def swapped(result: Result) -> Result:
        if result.b is None:
            return result
        turn = {
            name: None if getattr(result, name) is None else getattr(result, name)[::-1]
            for name in ("points", "difference", "rungs", "card_points", "levels")
        }
        winner = {"a": "b", "b": "a", None: None}[result.winner]
        return Result(result.round, result.b, result.a, result.kind, winner=winner, **turn)

    assert lines(rank(entries, [swapped(result) for result in results], PLAN)) == lines(
        rank(entries, results, PLAN)
    )


@given(tournaments(unplayed=False))
def test_differences_add_up_to_nothing_where_everything_was_played(tournament):
    entries, results = tournament
    table = rank(entries, results, load_tiebreaks(["points", "level_difference"]))
    assert sum(row.values["level_difference"] for row in table.rows) == 0
    assert sum(row.values["points"] for row in table.rows) == 2 * len(results)


@given(tournaments(), st.sampled_from(UNPLAYED))
def test_every_sum_is_the_sum_of_the_parts_that_are_shown_for_it(tournament, unplayed):
    entries, results = tournament
    table = rank(entries, results, load_tiebreaks(SUMS), Settings(unplayed=unplayed))
    for row in table.rows:
        for key in SUMS:
            value = row.values.get(key)
            if value is not None:
                parts = table.explain(row.entry, key)
                assert sum(part.value for part in parts if not part.cut) == value, key
                for part in parts:
                    assert part.side is None or row.entry in (part.side.result.a, part.side.result.b)


@given(tournaments(), st.integers(0, 12), st.integers(0, 12))
def test_adding_a_result_never_changes_what_matches_between_others_brought(tournament, high, low):
    entries, results = tournament
    latest = max((result.round for result in results), default=0) + 1
    more = [*results, played(latest, 1, 2, high, low)]
    plan = load_tiebreaks(["points", "level_difference", "levels_won", "card_points", "wins", "small_points"])
    before, after = rank(entries, results, plan), rank(entries, more, plan)
    for row in before.rows:
        for key in row.values:
            old = [(part.round, part.value) for part in before.explain(row.entry, key)]
            new = [(part.round, part.value) for part in after.explain(row.entry, key)]
            assert new[: len(old)] == old
            if row.entry not in (1, 2):
                assert new == old


@given(tournaments())
def test_ranks_count_the_entries_above_and_lots_leave_nobody_level(tournament):
    entries, results = tournament
    table = rank(entries, results, load_tiebreaks(["points", "level_difference"]))
    for row in table.rows:
        key = (row.values["points"], row.values["level_difference"])
        above = [
            other for other in table.rows if (other.values["points"], other.values["level_difference"]) > key
        ]
        assert row.rank == len(above) + 1
    assert {entry for group in table.unresolved for entry in group} == {
        row.entry for row in table.rows if row.level > 1
    }
    drawn = rank(entries, results, load_tiebreaks(["points", "lots"]), Settings(seed=11))
    assert drawn.unresolved == ()
    assert [row.rank for row in drawn.rows] == list(range(1, len(entries) + 1))


@given(tournaments())
def test_a_pending_match_changes_no_value_of_sums(tournament):
    entries, results = tournament
    plan = load_tiebreaks(["points", "level_difference", "wins", "card_points", "levels_won"])
    pending = [result for result in results if result.kind is not Kind.PENDING]
    assert lines(rank(entries, results, plan)) == lines(rank(entries, pending, plan))
