"""Squads and branches: what their pairs brought, added up. And entries that leave."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from scoring.standings import (
    Entry,
    Kind,
    Result,
    SquadRules,
    add_up,
    annul,
    branch_totals,
    load_squads,
    load_tiebreaks,
    rank,
    withdraw,
)
from tests.scoring.drawn import forfeited, played

SQUADS = {"red": ["r1", "r2"], "blue": ["b1", "b2"], "green": ["g1", "g2"]}
UNION = SquadRules(by_rank=(3, 2, 1), tiebreaks=("small_points",))


def test_the_points_of_the_pairs_add_up_to_the_squad():
    results = [played(1, "r1", "b1", 5, 0), played(1, "r2", "b2", 3, 1), played(2, "b1", "g1", 2, 0)]
    rows = add_up(SQUADS, results, UNION)
    assert [(row.rank, row.squad, row.score, row.points) for row in rows] == [
        (1, "red", 4, 3),
        (2, "blue", 2, 2),
        (3, "green", 0, 1),
    ]
    assert rows[0].pairs == (("r1", 2), ("r2", 2))
    assert rows[1].values == {"points": 2, "small_points": -5 - 2 + 2}


def test_squads_level_on_points_are_separated_by_small_points():
    results = [played(1, "r1", "b1", 5, 0), played(1, "b2", "r2", 3, 1), played(2, "g1", "g2", 1, 0)]
    rows = add_up(SQUADS, results, UNION)
    assert [(row.squad, row.score, row.values["small_points"]) for row in rows] == [
        ("red", 2, 3),
        ("green", 2, 0),
        ("blue", 2, -3),
    ]


def test_squads_that_stay_level_share_the_rank_and_its_points():
    rows = add_up(SQUADS, [played(1, "r1", "g1", 5, 0), played(1, "b1", "g2", 5, 0)], UNION)
    assert [(row.rank, row.squad, row.points, row.level) for row in rows] == [
        (1, "blue", 3, 2),
        (1, "red", 3, 2),
        (3, "green", 1, 1),
    ]


def test_without_points_by_rank_only_the_sum_counts():
    rows = add_up(SQUADS, [played(1, "r1", "b1", 5, 0)], SquadRules())
    assert {row.points for row in rows} == {None}


def test_points_by_rank_may_be_given_in_every_round():
    rules = SquadRules(by_rank=(3, 2, 1), each_round=True)
    results = [
        played(1, "r1", "b1", 12, 0),
        played(1, "r2", "b2", 12, 0),
        played(2, "b1", "g1", 2, 0),
        played(2, "b2", "r1", 2, 1),
        Result(3, "g1", "g2", Kind.PENDING),
    ]
    rows = add_up(SQUADS, results, rules)
    # Round 1: red 3, green 2, blue 1. Round 2: blue 3, red 2 (−1), green 1 (−2).
    assert [(row.rank, row.squad, row.points) for row in rows] == [
        (1, "red", 5),
        (2, "blue", 4),
        (3, "green", 3),
    ]
    even = add_up(SQUADS, [], rules)
    assert [(row.rank, row.points) for row in even] == [(1, 0), (1, 0), (1, 0)]


def test_squads_beyond_the_list_of_points_get_none():
    rows = add_up(SQUADS, [played(1, "r1", "b1", 5, 0)], SquadRules(by_rank=(3,)))
    assert [row.points for row in rows] == [3, 0, 0]


def test_the_table_of_squads_in_a_template_is_read():
    rules = load_squads({"add": "points", "by_rank": [3, 2, 1], "tiebreaks": ["small_points"]})
    assert rules == UNION
    assert load_squads({}) == SquadRules()


@pytest.mark.parametrize(
    ("data", "code", "at"),
    [
        ({"adds": "points"}, "format-unknown-key", "squads.adds"),
        ({"add": "gold"}, "tiebreak-unknown", "squads.add"),
        ({"tiebreaks": ["head_to_head"]}, "tiebreak-unknown", "squads.tiebreaks[0]"),
        ({"tiebreaks": "small_points"}, "tiebreaks-not-a-list", "squads.tiebreaks"),
        ({"by_rank": [3, "two"]}, "format-not-a-list", "squads.by_rank"),
        ({"each_round": 1}, "format-not-an-option", "squads.each_round"),
    ],
)
def test_what_is_wrong_in_it_is_said_at_its_place(data, code, at):
    with pytest.raises(Refused) as refused:
        load_squads(data)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [(code, at)]


def branch_table(results):
    entries = [Entry(number) for number in range(1, 6)]
    return rank(entries, results, load_tiebreaks(["points", "level_difference"]))


BRANCHES = {1: "physics", 2: "physics", 3: "law", 4: "law"}


def test_branches_are_ranked_by_the_sum_of_their_entries():
    results = [played(1, 1, 2, 5, 0), played(1, 3, 5, 4, 0), played(2, 3, 1, 3, 0)]
    rows = branch_totals(branch_table(results), results, BRANCHES)
    assert [(row.rank, row.branch, row.points, row.entries) for row in rows] == [
        (1, "law", 4, 2),
        (2, "physics", 2, 2),
    ]
    assert rows[0].ranks == (1, 3)


def test_fewer_forfeits_then_better_ranks_separate_branches_and_size_may_be_left_out():
    results = [forfeited(1, 1, 3, "b"), played(1, 4, 2, 5, 0), forfeited(2, 1, 5, "both")]
    struck = [*results, Result(3, 4, 5, Kind.FORFEIT, struck=True)]
    rows = branch_totals(branch_table(results), struck, BRANCHES)
    assert [(row.branch, row.points, row.absent) for row in rows] == [("law", 2, 1), ("physics", 2, 1)]
    away = [forfeited(1, 3, 1, "a"), played(1, 4, 5, 5, 0)]
    rows = branch_totals(branch_table(away), away, BRANCHES)
    assert [(row.branch, row.points, row.absent) for row in rows] == [("physics", 2, 0), ("law", 2, 1)]
    best = branch_totals(branch_table(results), results, BRANCHES, best=1)
    assert {row.points for row in best} == {2}


def test_branches_that_stay_level_share_the_rank():
    rows = branch_totals(branch_table([]), [], BRANCHES)
    assert [(row.rank, row.branch) for row in rows] == [(1, "law"), (1, "physics")]


def test_an_entry_without_a_place_brings_its_branch_nothing():
    entries = [Entry(1, placed=False), Entry(3)]
    results = [played(1, 1, 3, 5, 0)]
    table = rank(entries, results, load_tiebreaks(["points"]))
    assert [row.branch for row in branch_totals(table, results, BRANCHES)] == ["law"]


ROUND_ROBIN = [played(n, 1, n + 1, 5, 0) for n in range(1, 8)]


@pytest.mark.parametrize(("played_rounds", "struck"), [(2, True), (3, True), (4, False), (5, False)])
def test_the_share_played_decides_whether_the_results_of_one_who_withdraws_stand(played_rounds, struck):
    """Of seven: after two its results are struck, after five they stand and the rest are forfeits."""
    left = [forfeited(n, 1, n + 1, "a") for n in range(played_rounds + 1, 8)]
    others = [played(1, 3, 4, 2, 1)]
    after, reason = withdraw([*ROUND_ROBIN[:played_rounds], *others], 1, 7, left=left)
    mine = [result for result in after if 1 in (result.a, result.b)]
    assert [result.struck for result in mine] == [struck] * len(mine)
    assert len(mine) == (played_rounds if struck else 7)
    assert not any(result.struck for result in after if 1 not in (result.a, result.b))
    assert reason.code == ("withdrawal-struck" if struck else "withdrawal-stands")
    assert reason.values == {"entry": 1, "played": played_rounds, "scheduled": 7, "share": 0.5}


def test_half_the_schedule_is_not_less_than_half():
    after, _ = withdraw(ROUND_ROBIN[:2], 1, 4)
    assert not any(result.struck for result in after)
    with pytest.raises(ValueError, match="0 matches"):
        withdraw([], 1, 0)


def test_of_one_who_is_struck_every_result_is_listed_and_none_counts():
    after = annul([*ROUND_ROBIN, played(1, 3, 4, 2, 1)], 1)
    assert [result.struck for result in after] == [True] * 7 + [False]


def test_places_of_a_knock_out_part_branches_by_the_places_and_not_by_the_table():
    """Law's best is third in the table and first in the end; the sums are level."""
    results = [played(1, 1, 5, 5, 0), played(1, 3, 5, 4, 0)]
    table = branch_table(results)
    assert [row.branch for row in branch_totals(table, results, BRANCHES)] == ["physics", "law"]
    rows = branch_totals(table, results, BRANCHES, ranks={3: 1, 1: 2, 2: None, 4: None})
    assert [(row.branch, row.ranks[0]) for row in rows] == [("law", 1), ("physics", 2)]


def test_what_each_pair_brought_is_kept_for_every_sum_and_for_every_round():
    results = [played(1, 1, 3, 5, 0), played(2, 2, 3, 1, 4)]
    rules = SquadRules("points", (3, 1), ("small_points",), each_round=True)
    rows = {row.squad: row for row in add_up({"x": [1, 2], "y": [3, 4]}, results, rules)}
    assert rows["x"].brought == {"points": ((1, 2), (2, 0)), "small_points": ((1, 5), (2, -3))}
    assert rows["x"].rounds == ((1, 1, 3), (2, 2, 1))
    assert rows["x"].points == rows["y"].points == 4
