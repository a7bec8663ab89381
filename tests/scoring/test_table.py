"""How a table is split, what it keeps, and what it refuses."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from scoring.standings import Entry, Kind, Result, Settings, as_of, changes, history, load_tiebreaks, rank
from tests.scoring.drawn import forfeited, played


def table_of(results, tiebreaks, entries=range(1, 5), **settings):
    made = [entry if isinstance(entry, Entry) else Entry(entry) for entry in entries]
    return rank(made, results, load_tiebreaks(tiebreaks), Settings(**settings))


def order(table):
    return [row.entry for row in table.rows]


def test_eight_to_two_is_plus_six_and_three_to_six_is_minus_three():
    results = [played(1, 1, 2, 6, 0), played(2, 1, 3, 1, 4)]
    table = table_of(results, ["points", "level_difference"])
    assert [part.value for part in table.explain(1, "level_difference")] == [6, -3]
    assert table.row(1).values["level_difference"] == 3


def test_points_come_before_level_difference_and_that_before_the_last_round():
    results = [
        played(1, 1, 2, 5, 3),
        played(1, 3, 4, 6, 4),
        played(2, 1, 3, 4, 4),
        played(2, 2, 4, 8, 8),
    ]
    assert table_of(results, ["points", "level_difference"]).unresolved == ((1, 3), (2, 4))
    table = table_of(results, ["points", "level_difference", "last_round"])
    assert order(table) == [3, 1, 4, 2]
    assert table.unresolved == ()


def test_last_round_goes_back_round_by_round():
    results = [
        played(1, 1, 2, 5, 4),
        played(1, 3, 4, 6, 5),
        played(2, 1, 3, 8, 8),
        played(2, 2, 4, 9, 9),
    ]
    table = table_of(results, ["points", "level_difference", "last_round"])
    assert order(table) == [3, 1, 4, 2]
    assert table.shown(3, "last_round") == ["10", "8"]
    assert table.unresolved == ()


def test_last_round_compares_points_where_there_are_no_levels():
    results = [
        Result(1, 1, 2, points=(25, 1), winner="a"),
        Result(1, 3, 4, points=(14, 12), winner="a"),
        Result(2, 1, 3, points=(1, 12)),
        Result(2, 2, 4, points=(25, 14), winner="a"),
    ]
    table = table_of(results, ["points", "last_round"])
    assert [(row.entry, row.values["points"]) for row in table.rows] == [(2, 26), (4, 26), (3, 26), (1, 26)]
    assert table.shown(3, "last_round") == [12, 14]


def test_a_round_without_a_level_counts_as_the_start_in_last_round():
    results = [played(1, 1, 2, 5, 1), Result(1, 3, kind=Kind.BYE, points=(2, 0), difference=(4, 0))]
    table = table_of(results, ["points", "last_round"], [1, 2, 3])
    assert order(table) == [1, 3, 2]
    assert table.shown(3, "last_round") == [None]


def test_two_level_entries_are_separated_head_to_head_and_three_by_level_difference():
    plan = ["points", {"tied": 2, "use": "head_to_head", "else": "level_difference"}]
    two = [
        played(1, 1, 2, 1, 0),
        played(2, 2, 3, 9, 0),
        played(3, 1, 3, 0, 2),
        played(4, 2, 4, 9, 0),
        played(4, 1, 4, 1, 0),
    ]
    table = table_of(two, plan)
    assert order(table)[:2] == [1, 2]
    assert table.row(1).values["level_difference"] < table.row(2).values["level_difference"]
    assert table.tied_with(1, "head_to_head") == (1, 2)
    three = [played(1, 1, 2, 1, 0), played(2, 2, 3, 9, 0), played(3, 3, 1, 3, 0)]
    table = table_of(three, plan, [1, 2, 3])
    assert order(table) == [2, 1, 3]
    assert "head_to_head" not in table.row(1).values


def test_the_form_of_the_templates_says_the_same():
    plan = [
        "points",
        {"key": "head_to_head", "when_tied": 2},
        {"key": "level_difference_tied", "more_than": 2},
    ]
    three = [
        played(1, 1, 2, 1, 0),
        played(2, 2, 3, 9, 0),
        played(3, 3, 1, 3, 0),
        played(4, 1, 4, 12, 0),
        played(4, 2, 4, 1, 0),
        played(4, 3, 4, 1, 0),
    ]
    table = table_of(three, plan)
    assert order(table) == [2, 1, 3, 4]
    assert [table.row(entry).values["level_difference_tied"] for entry in (2, 1, 3)] == [8, -2, -6]


def test_head_to_head_separates_nobody_where_not_all_of_the_tied_have_met():
    results = [played(1, 1, 2, 5, 0), played(1, 3, 4, 5, 0)]
    table = table_of(results, ["points", "head_to_head"])
    assert table.row(1).values["head_to_head"] is None
    assert table.unresolved == ((1, 3), (2, 4))
    circle = [played(1, 1, 2, 5, 0), played(2, 2, 3, 5, 0), played(2, 1, 4, 0, 1), played(3, 3, 4, 4, 0)]
    loose = table_of(circle, ["points", {"key": "head_to_head", "incomplete": "use"}])
    assert loose.unresolved == ((1, 2, 3, 4),)
    assert loose.row(1).values["head_to_head"] == 2


def test_a_forfeit_counts_head_to_head_only_if_the_tie_break_says_so():
    results = [forfeited(1, 1, 2, "b"), played(2, 2, 3, 9, 0), played(2, 1, 4, 0, 5)]
    counted = table_of(results, ["points", {"key": "head_to_head", "incomplete": "use"}])
    assert counted.row(1).values["head_to_head"] == 2
    ignored = table_of(
        results, ["points", {"key": "head_to_head", "forfeits": "ignore", "incomplete": "use"}]
    )
    assert ignored.row(1).values["head_to_head"] == 0
    assert ignored.tiebreak("head_to_head").chosen["forfeits"] == "ignore"


def test_those_still_level_after_a_split_start_again_where_the_list_says_restart():
    plan = [
        "points",
        {"more_than": 2, "use": "level_difference_tied", "else": "head_to_head", "restart": True},
    ]
    triple = [
        played(1, 1, 2, 2, 0),
        played(2, 2, 3, 2, 1),
        played(3, 3, 1, 1, 0),
    ]
    # differences among the tied: 1: +2−1 = +1, 2: −2+1 = −1, 3: −1+1 = 0
    assert order(table_of(triple, plan, [1, 2, 3])) == [1, 3, 2]
    again = [
        played(1, 1, 2, 3, 0),
        played(2, 2, 3, 2, 0),
        played(3, 3, 1, 1, 0),
    ]
    # 1: +3−1 = +2, 2: −3+2 = −1, 3: −2+1 = −1; then 2 has beaten 3
    table = table_of(again, plan, [1, 2, 3])
    assert order(table) == [1, 2, 3]
    assert table.tied_with(2, "head_to_head") == (2, 3)
    without = [plan[0], {key: value for key, value in plan[1].items() if key != "restart"}]
    assert table_of(again, without, [1, 2, 3]).unresolved == ((2, 3),)


def test_unresolved_entries_share_the_rank_and_the_next_rank_is_skipped():
    results = [played(1, 1, 2, 5, 0), played(1, 3, 4, 5, 0)]
    table = table_of(results, ["points", "level_difference"])
    assert [row.rank for row in table.rows] == [1, 1, 3, 3]
    assert [row.level for row in table.rows] == [2, 2, 2, 2]


def test_a_tie_on_a_qualifying_line_is_named():
    results = [played(1, 1, 2, 5, 0), played(1, 3, 4, 5, 0)]
    table = table_of(results, ["points"])
    assert table.tie_across(1) == (1, 3)
    assert table.tie_across(2) == ()
    assert table.tie_across(3) == (2, 4)
    assert table.tie_across(4) == ()


def test_lots_resolve_every_tie_and_the_same_seed_draws_the_same():
    entries = range(1, 30)
    first = table_of([], ["points", "lots"], entries, seed=7)
    assert first.unresolved == ()
    assert order(first) == order(table_of([], ["points", "lots"], entries, seed=7))
    others = {tuple(order(table_of([], ["points", "lots"], entries, seed=seed))) for seed in range(30)}
    assert len(others) == 30


def test_one_who_keeps_no_place_stands_below_without_a_rank_and_still_counts_for_the_others():
    results = [played(1, 1, 2, 9, 0), played(2, 3, 1, 5, 0)]
    table = table_of(results, ["points", "opponents_points"], [Entry(1, placed=False), 2, 3])
    assert [(row.rank, row.entry) for row in table.rows] == [(1, 3), (2, 2), (None, 1)]
    assert table.row(3).values["points"] == 2
    assert [part.value for part in table.explain(2, "opponents_points") if part.side] == [2]


def test_values_carried_over_from_an_earlier_stage_are_added_and_shown():
    results = [played(1, 1, 2, 1, 0)]
    entries = [1, Entry(2, carried={"points": 3, "level_difference": 4, "wins": 1})]
    table = table_of(results, ["points", "level_difference", "wins"], entries)
    assert [(row.entry, row.values["points"]) for row in table.rows] == [(2, 3), (1, 2)]
    assert [part.value for part in table.explain(2, "level_difference")] == [4, -1]
    assert table.row(2).values == {"points": 3, "level_difference": 3, "wins": 1}
    assert sum(part.value for part in table.explain(2, "points")) == 3
    assert [part.value for part in table.explain(2, "wins")] == [1]


def test_a_penalty_without_a_match_is_a_line_of_its_own():
    results = [
        played(1, 1, 2, 5, 0),
        Result(1, 1, kind=Kind.ADJUSTMENT, points=(-1, 0), difference=(-2, 0), note="late slip"),
    ]
    table = table_of(results, ["points", "level_difference", "opponents_points", "last_round"], [1, 2])
    assert table.row(1).values["points"] == 1
    assert [(part.value, part.side.result.note) for part in table.explain(1, "points")] == [
        (2, ""),
        (-1, "late slip"),
    ]
    assert [part.value for part in table.explain(1, "level_difference")] == [5, -2]
    assert table.rounds == (1,)


def test_a_match_not_played_is_no_result_at_all():
    results = [played(1, 1, 2, 5, 0), Result(1, 3, 4, Kind.PENDING)]
    table = table_of(results, ["points", "wins", "opponents_points", "sonneborn_berger"])
    assert table.row(3).values == {"points": 0, "wins": 0, "opponents_points": 0, "sonneborn_berger": 0}
    assert table.explain(3, "points") == ()


def test_a_struck_result_is_listed_by_its_owner_but_counts_for_nobody():
    struck = Result(1, 1, 2, points=(2, 0), winner="a", difference=(5, -5), struck=True)
    table = table_of([struck], ["points", "level_difference"], [1, 2])
    assert table.unresolved == ((1, 2),)
    assert table.explain(1, "points") == ()


def test_a_double_forfeit_is_lost_by_both_and_an_annulled_match_counts_for_neither():
    results = [forfeited(1, 1, 2, "both"), Result(1, 3, 4, Kind.ANNULLED)]
    table = table_of(results, ["points", "wins", "opponents_points"])
    assert {row.values["points"] for row in table.rows} == {0}
    assert table.explain(3, "opponents_points") == ()


def test_byes_and_forfeits_count_as_wins_unless_set_otherwise():
    results = [
        forfeited(1, 1, 2, "b"),
        Result(1, 3, kind=Kind.BYE, points=(2, 0)),
        Result(1, 4, kind=Kind.ASKED_BYE, points=(1, 0)),
    ]
    counted = table_of(results, ["wins"])
    assert [counted.row(entry).values["wins"] for entry in (1, 2, 3, 4)] == [1, 0, 1, 0]
    ignored = table_of(results, [{"key": "wins", "unplayed": "ignore"}])
    assert {row.values["wins"] for row in ignored.rows} == {0}


def test_an_average_difference_is_that_of_the_entrys_own_played_matches():
    results = [
        played(1, 1, 2, 6, 0),
        played(2, 1, 3, 0, 3),
        Result(3, 1, 2, Kind.FORFEIT, points=(2, 0), winner="a", difference=("average", 0)),
    ]
    table = table_of(results, ["level_difference", "small_points"], [1, 2, 3])
    assert table.row(1).values == {"level_difference": 4.5, "small_points": 4.5}
    lone = table_of(
        [Result(1, 1, kind=Kind.BYE, points=(2, 0), difference=("average", 0))], ["level_difference"], [1]
    )
    assert lone.row(1).values["level_difference"] == 0


def test_a_maximum_difference_is_the_greatest_of_its_round():
    results = [
        played(1, 1, 2, 6, 0),
        played(2, 1, 2, 9, 0),
        Result(1, 3, kind=Kind.BYE, points=(2, 0), difference=("maximum", 0)),
    ]
    assert table_of(results, ["level_difference"], [1, 2, 3]).row(3).values["level_difference"] == 6


def test_a_match_may_have_small_points_of_its_own():
    results = [Result(1, 1, 2, points=(2, 0), winner="a", difference=(3, -3), small=(40, 25))]
    table = table_of(results, ["small_points", "level_difference"], [1, 2])
    assert [row.values["small_points"] for row in table.rows] == [40, 25]


def test_progressive_points_count_early_points_more_often():
    results = [played(1, 1, 2, 5, 0), played(2, 1, 3, 5, 0), played(3, 1, 4, 0, 5)]
    table = table_of(results, ["progressive", "progressive_less_first"])
    assert table.row(1).values == {"progressive": 2 + 4 + 4, "progressive_less_first": 4 + 4}
    parts = table.explain(1, "progressive_less_first")
    assert [(part.value, part.cut) for part in parts] == [(2, True), (4, False), (4, False)]


def test_the_best_round_and_the_next_best():
    results = [
        Result(1, 1, 2, points=(25, 1)),
        Result(2, 1, 2, points=(10, 16)),
        Result(3, 1, 2, points=(3, 21)),
    ]
    table = table_of(results, ["best_round"], [1, 2])
    assert [row.values["best_round"] for row in table.rows] == [25, 21]
    assert [(part.round, part.value) for part in table.explain(1, "best_round")] == [(1, 25)]
    following = table_of(results, [{"key": "best_round", "then": "next"}], [1, 2, 3])
    assert following.row(1).values["best_round"] == (25, 10, 3)
    assert following.row(3).values["best_round"] == (0, 0, 0)
    assert following.explain(1, "best_round") == ()
    assert table_of([], ["best_round"], [1]).explain(1, "best_round") == ()
    levels = table_of([played(1, 1, 2, 7, 3)], [{"key": "best_round", "by": "levels"}], [1, 2])
    assert levels.row(1).values["best_round"] == 7
    lead = table_of([played(1, 1, 2, 7, 3)], [{"key": "last_round", "by": "difference"}], [1, 2])
    assert lead.shown(2, "last_round") == [-4]


def test_sonneborn_berger_adds_opponents_beaten_and_half_of_those_drawn_with():
    results = [played(1, 1, 2, 5, 0), played(2, 1, 3, 4, 4), played(2, 2, 4, 9, 0)]
    table = table_of(results, ["sonneborn_berger"], unplayed="nothing")
    assert table.row(1).values["sonneborn_berger"] == 2 * 1 + 1 * 0.5
    assert [(part.score, part.share) for part in table.explain(1, "sonneborn_berger")] == [(2, 1), (1, 0.5)]


def test_the_median_leaves_out_the_lowest_and_the_highest_opponent():
    results = [
        played(1, 1, 2, 5, 0),
        played(2, 1, 3, 5, 0),
        played(3, 1, 4, 5, 0),
        played(1, 3, 4, 5, 0),
        played(2, 2, 4, 0, 5),
        played(3, 2, 3, 0, 5),
    ]
    # points: 1: 6, 3: 4, 4: 2, 2: 0
    table = table_of(results, ["opponents_points_median", "opponents_points_cut1", "opponents_points"])
    assert table.row(1).values == {
        "opponents_points_median": 2,
        "opponents_points_cut1": 6,
        "opponents_points": 6,
    }
    cut = [part.value for part in table.explain(1, "opponents_points_median") if part.cut]
    assert sorted(cut) == [0, 4]


def test_a_bye_asked_for_at_the_end_counts_as_a_draw_for_the_opponents():
    """FIDE C.07, article 16.3: after the last available round, asked-for byes count as draws."""
    results = [
        played(1, 1, 2, 5, 0),
        Result(2, 1, kind=Kind.ASKED_BYE, points=(0, 0)),
        played(2, 2, 3, 5, 0),
    ]
    table = table_of(results, ["opponents_points"], [1, 2, 3])
    assert [part.value for part in table.explain(2, "opponents_points")] == [2 + 1, 0]
    # A match after it shows that the entry was there again: the bye counts as it was given.
    results.append(played(3, 1, 3, 0, 5))
    table = table_of(results, ["opponents_points"], [1, 2, 3])
    assert next(part.value for part in table.explain(2, "opponents_points") if part.round == 1) == 2


def test_a_forfeit_at_the_end_stays_what_it_was_given():
    results = [played(1, 1, 2, 5, 0), forfeited(2, 1, 3, "a"), played(2, 2, 4, 5, 0)]
    table = table_of(results, ["opponents_points"])
    assert [part.value for part in table.explain(2, "opponents_points")] == [2, 0]


def test_an_entrys_own_voluntary_unplayed_round_is_cut_first():
    """FIDE C.07, article 16.5."""
    results = [
        played(1, 1, 2, 5, 0),
        Result(2, 1, kind=Kind.ASKED_BYE, points=(1, 0)),
        played(2, 2, 3, 5, 0),
        played(3, 1, 3, 5, 0),
        Result(3, 2, kind=Kind.BYE, points=(0, 0)),
    ]
    table = table_of(results, ["opponents_points_cut1"], [1, 2, 3])
    parts = table.explain(1, "opponents_points_cut1")
    assert [(part.round, part.value, part.cut) for part in parts] == [
        (1, 2, False),
        (2, 5, True),
        (3, 0, False),
    ]


def test_every_past_round_has_its_table_and_shows_movement_since():
    results = [played(1, 1, 2, 5, 0), played(1, 3, 4, 4, 0), played(2, 1, 3, 0, 9), played(2, 2, 4, 9, 0)]
    plan = load_tiebreaks(["points", "level_difference"])
    entries = [Entry(number) for number in range(1, 5)]
    tables = history(entries, results, plan)
    assert [row.entry for row in tables[1].rows] == [1, 3, 4, 2]
    assert [row.entry for row in tables[2].rows] == [3, 2, 1, 4]
    assert tables[2].movement_since(tables[1]) == {3: 1, 2: 2, 1: -2, 4: -1}
    fewer = rank(entries[:3], [], plan)
    assert tables[1].movement_since(fewer)[4] is None
    assert as_of(results, 1) == results[:2]


def test_entries_named_by_texts_and_numbers_are_listed_in_a_settled_order():
    table = table_of([], ["points"], ["b", 10, 9, "a"])
    assert order(table) == [9, 10, "a", "b"]


def test_an_empty_field_has_an_empty_table():
    assert table_of([], ["points"], []).rows == ()


@pytest.mark.parametrize(
    ("entries", "results", "code", "at"),
    [
        ([1, 1], [], "entry-twice", "entries[1]"),
        ([1], [Result(1, 1, 2)], "entry-unknown", "results[0].b"),
        ([1], [Result(1, 9, 1)], "entry-unknown", "results[0].a"),
        ([1], [Result(1, 1, 1)], "entry-against-itself", "results[0]"),
        ([1], [Result(1, 1)], "opponent-missing", "results[0].b"),
    ],
)
def test_results_that_name_nobody_are_refused_at_their_place(entries, results, code, at):
    with pytest.raises(Refused) as refused:
        table_of(results, ["points"], entries)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [(code, at)]


def test_an_unknown_way_to_count_unplayed_rounds_is_refused():
    with pytest.raises(Refused) as refused:
        table_of([], ["points"], unplayed="guess")
    assert refused.value.problems[0].code == "unplayed-unknown"


def test_a_difference_that_is_settled_later_counts_round_by_round_too():
    results = [
        played(1, 1, 2, 6, 0),
        Result(1, 1, kind=Kind.ADJUSTMENT, difference=(-3, 0)),
        Result(2, 1, 2, Kind.FORFEIT, points=(2, 0), winner="a", difference=("average", 0)),
        Result(3, 2, kind=Kind.BYE, points=(2, 0), difference=("maximum", 0)),
    ]
    table = table_of(results, [{"key": "last_round", "by": "difference"}, "level_difference"], [1, 2])
    assert table.row(1).values == {"last_round": (0, 6, 6), "level_difference": 9}
    assert table.row(2).values == {"last_round": (0, 0, -6), "level_difference": -6}


def test_an_adjustment_in_a_round_without_matches_changes_the_sum_and_no_round():
    results = [played(1, 1, 2, 6, 0), Result(9, 2, kind=Kind.ADJUSTMENT, points=(-1, 0), difference=(-1, 0))]
    table = table_of(results, ["points", "progressive", "last_round"], [1, 2])
    assert table.row(2).values == {"points": -1, "progressive": 0, "last_round": (0,)}


def test_what_a_corrected_result_changes_in_the_table_is_listed():
    results = [played(1, 1, 2, 5, 0), played(1, 3, 4, 4, 0)]
    corrected = [played(1, 1, 2, 3, 0), results[1]]
    plan = ["points", "level_difference"]
    before, after = table_of(results, plan), table_of(corrected, plan)
    assert [(change.entry, change.rank, dict(change.values)) for change in changes(before, after)] == [
        (3, (2, 1), {}),
        (1, (1, 2), {"level_difference": (5, 3)}),
        (2, (4, 3), {"level_difference": (-5, -3)}),
        (4, (3, 4), {}),
    ]
    assert changes(before, before) == ()
