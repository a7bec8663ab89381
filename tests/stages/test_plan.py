"""Plans as data: what a stage's table may say, what it comes to, and every choice of every regulation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.answers import Refused
from scoring.matches import load_format
from scoring.standings import load_tiebreaks
from tournament.events.checking import problems_of_plan
from tournament.events.creating import plan_for, templates
from tournament.pairing import load_options
from tournament.plan import load_template, settle
from tournament.plan.outline import check_plan, outline
from tournament.plan.stage_rules import load_stage
from tournament.plan.template import StagePlan


def stage(format_: str, key: str = "one", **config: Any) -> StagePlan:
    return StagePlan(key, key, format_, {"key": key, "format": format_, **config})


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(problem.code, problem.at) for problem in refused.value.problems]


REGULATIONS = (
    "swiss-60min",
    "knockout-3deck",
    "groups-cross-knockout",
    "knockout-best-of-three",
    "union-squads",
    "four-deck-rounds",
    "four-deck-no-bottom",
    "branch-squads",
    "twenty-per-level",
)


def test_every_regulation_has_a_template():
    assert set(REGULATIONS) == set(templates())


@pytest.mark.parametrize("slug", REGULATIONS)
def test_every_answer_to_every_open_question_is_a_plan_that_holds(slug):
    for choice in templates()[slug].choices:
        plans = [plan_for(slug, {choice.id: number}) for number in range(len(choice.options))]
        seen = [(plan.template.data, plan.rule_set) for plan in plans]
        assert all(seen.count(one) == 1 for one in seen), f"{choice.id}: two options are the same"


@pytest.mark.parametrize("slug", REGULATIONS)
def test_what_silence_filled_in_is_marked_as_assumed(slug):
    for choice in templates()[slug].choices:
        assert choice.assumed or choice.clause, choice.id


@pytest.mark.parametrize(
    ("table", "code", "at"),
    [
        ({"speed": 3}, "stage-unknown-key", "stage[0].speed"),
        ({"groups": 0}, "stage-not-a-count", "stage[0].groups"),
        ({"groups": True}, "stage-not-a-count", "stage[0].groups"),
        ({"group_size": 1}, "stage-not-a-count", "stage[0].group_size"),
        ({"plays": "teams"}, "stage-not-an-option", "stage[0].plays"),
        ({"consolation": "yes"}, "stage-not-an-option", "stage[0].consolation"),
        ({"withdrawal_share": 2}, "stage-not-a-share", "stage[0].withdrawal_share"),
        ({"carry": "points"}, "stage-not-a-list", "stage[0].carry"),
        ({"carry": ["luck"]}, "stage-not-an-option", "stage[0].carry"),
        ({"branches": [3]}, "stage-not-an-option", "stage[0].branches"),
        ({"entries_from": "groups"}, "stage-from-nowhere", "stage[0].entries_from"),
        ({"entries_from": {"stage": "later"}}, "stage-from-unknown", "stage[0].entries_from.stage"),
        (
            {"entries_from": {"stage": "x", "ranks": [2, 1]}},
            "stage-ranks-no-range",
            "stage[0].entries_from.ranks",
        ),
        ({"entries_from": {"stage": "x", "best": 1}}, "stage-unknown-key", "stage[0].entries_from.best"),
        ({"later": 3}, "stage-not-a-list", "stage[0].later"),
        ({"later": [{"last": 2}]}, "stage-later-without-match", "stage[0].later[0]"),
        (
            {"later": [{"last": 0, "match": {"best_of": 3}}]},
            "stage-not-a-count",
            "stage[0].later[0].last",
        ),
    ],
)
def test_a_fault_in_a_stage_is_named_at_its_key(table, code, at):
    data = {
        "slug": "x",
        "name": "x",
        "rule_set": "x",
        "stage": [{"key": "one", "format": "swiss", **table}],
    }
    with pytest.raises(Refused) as refused:
        load_template(data)
    assert (code, at) in codes(refused)


def test_a_choice_reaches_into_a_list_by_key_code_or_place():
    template = templates()["groups-cross-knockout"]
    rules = {"hooks": [{"at": "J"}], "penalties": [{"code": "late"}]}
    data = {
        **template.data,
        "choice": [
            {
                "id": "one",
                "ask": "?",
                "options": [
                    {"label": "a", "set": {"rule_set.hooks.0.at": "A", "rule_set.penalties.late.points": 5}},
                    {"label": "b", "set": {"rule_set.hooks.7.at": "A"}},
                    {"label": "c", "set": {"rule_set.penalties.early.points": 5}},
                    {"label": "d", "set": {"name.x.y": 5}},
                ],
            }
        ],
    }
    loaded = load_template(data)
    settled = settle(loaded, rules, {})
    assert settled.rule_set == {"hooks": [{"at": "A"}], "penalties": [{"code": "late", "points": 5}]}
    for number in (1, 2, 3):
        with pytest.raises(Refused) as refused:
            settle(loaded, rules, {"one": number})
        assert codes(refused) == [("path-leads-nowhere", "choices.one")]


def test_the_last_rounds_play_by_their_own_format():
    later = [{"last": 1, "match": {"best_of": 5}}, {"last": 2, "match": {"best_of": 3, "hands": 9}}]
    rules = load_stage({"format": "knockout", "match": {"mercy": 5}, "later": later})
    assert rules.match_in(1, 4) == {"mercy": 5}
    assert rules.match_in(3, 4) == {"mercy": 5, "best_of": 3, "hands": 9}
    assert rules.match_in(4, 4) == {"mercy": 5, "best_of": 5, "hands": 9}
    assert rules.match_in(4, None) == {"mercy": 5}


@pytest.mark.parametrize(("size", "count"), [(3, 1), (8, 4), (16, 4)])
def test_there_are_never_so_many_groups_that_one_has_nobody_to_meet(size, count):
    assert load_stage({"groups": 4}).group_count(size) == count


def test_groups_can_be_given_by_their_size():
    assert load_stage({"group_size": 4}).group_count(18) == 5


def test_the_regulation_with_four_groups_needs_eight_tables_and_ends_with_eight_places():
    template = templates()["groups-cross-knockout"]
    groups, finals = outline(template.stages, 16, template.data["entry"])
    assert (groups.groups, len(groups.rounds), groups.matches, groups.tables) == ((4,) * 4, 3, 24, 8)
    assert (groups.goes_on, finals.entries, finals.comes_from) == (8, 8, "groups")
    assert [one.matches for one in finals.rounds] == [4, 4, 4]
    assert groups.minutes() == 3 * 70
    assert groups.minutes(tables=4) == 6 * 70
    assert finals.minutes() == 3 * 130


def test_squads_of_three_boards_need_three_tables_an_encounter():
    template = templates()["union-squads"]
    (whole,) = outline(template.stages, 9, template.data["entry"])
    assert (whole.entries, whole.squads, whole.matches, whole.tables) == (3, True, 9, 3)
    every = plan_for("union-squads", {"schedule": 1}).template
    (whole,) = outline(every.stages, 9, every.data["entry"])
    assert (len(whole.rounds), whole.matches) == (9, 27)


def test_a_stage_without_a_clock_has_no_length():
    template = templates()["knockout-3deck"]
    (whole,) = outline(template.stages, 13, template.data["entry"])
    assert (whole.matches, len(whole.rounds), whole.rounds[0].byes) == (12, 4, 3)
    assert whole.minutes() is None


def warned(stages: list[StagePlan], pairs: int, **hall: Any) -> set[str]:
    return {problem.code for problem in check_plan(stages, outline(stages, pairs, {}), **hall)}


LOTS = {"match": {"level_at_time": ["lots"], "time": {"minutes": 50}}}


@pytest.mark.parametrize(
    ("stages", "pairs", "hall", "expected"),
    [
        ([stage("knockout", **LOTS)], 8, {}, set()),
        ([stage("knockout", **LOTS)], 7, {}, {"plan-byes"}),
        ([stage("knockout", places=8, **LOTS)], 4, {}, {"plan-places"}),
        ([stage("knockout")], 8, {}, {"plan-no-winner"}),
        ([stage("knockout", match={"level_at_time": ["on_deal"]})], 8, {}, set()),
        ([stage("swiss", rounds=4)], 6, {}, {"plan-many-rounds"}),
        ([stage("swiss", rounds=3)], 8, {}, set()),
        ([stage("swiss", rounds=3)], 1, {}, {"plan-too-few"}),
        ([stage("round_robin", groups=2)], 7, {}, {"plan-uneven-groups", "plan-byes"}),
        ([stage("swiss", rounds=3)], 40, {"tables": 12}, {"plan-tables"}),
        ([stage("swiss", rounds=3, **LOTS)], 8, {"minutes": 120}, {"plan-time"}),
        ([stage("swiss", rounds=3, **LOTS)], 8, {"minutes": 180}, set()),
    ],
)
def test_a_plan_is_checked_before_the_start(stages, pairs, hall, expected):
    assert warned(stages, pairs, **hall) == expected


def test_criteria_that_can_leave_a_tie_on_the_line_are_named():
    finals = stage("knockout", "two", entries_from={"stage": "one", "ranks": [1, 4]}, **LOTS)
    for tiebreaks, expected in (
        (["points"], {"plan-tie-on-the-line"}),
        (["points", "lots"], set()),
        (["points", {"tied": 2, "use": "head_to_head", "else": ["lots"]}], set()),
    ):
        groups = stage("round_robin", standings={"tiebreaks": tiebreaks})
        assert warned([groups, finals], 8) == expected


def test_best_thirds_go_on_only_where_a_group_has_a_third():
    groups = stage("round_robin", groups=3)
    finals = stage("knockout", "two", entries_from={"stage": "one", "ranks": [1, 2], "best_next": 2})
    assert outline([groups, finals], 12, {})[1].entries == 8
    assert outline([groups, finals], 7, {})[1].entries == 7


# What events of unions, universities and companies have asked for, as tables of a template.
REAL: dict[str, dict[str, Any]] = {
    "three rounds of an hour, level: lots, drawn by number, byes to the highest number": {
        "format": "knockout",
        "rounds": 3,
        "pairing": {"redraw": True, "method": "adjacent", "bye": "lowest"},
        "match": {"time": {"minutes": 60}, "level_at_time": ["lots"]},
    },
    "best of three with a limit, leader goes on": {
        "format": "knockout",
        "match": {"best_of": 3, "time": {"minutes": 90}, "open_game": "leader", "level_games": ["lots"]},
    },
    "15 plus or minus the difference, ten at most, a forfeit 18": {
        "format": "swiss",
        "rounds": 3,
        "pairing": {"method": "adjacent", "first_round": "lots"},
        "match": {
            "time": {"minutes": 60},
            "points": {"by": "base", "base": 15, "cap": 10, "forfeit": [18, 0]},
        },
        "standings": {"tiebreaks": ["points", "last_round"]},
    },
    "two groups of four, then the winners meet": {"format": "round_robin", "groups": 2},
    "five hands, the higher level wins": {
        "format": "knockout",
        "match": {"hands": 5, "level_at_time": ["on_deal", "lots"]},
    },
    "eight groups, first two, cross, seven hands": {
        "format": "round_robin",
        "groups": 8,
        "match": {"hands": 7, "level_at_time": ["draw"]},
        "standings": {"tiebreaks": ["points", "small_points"]},
    },
    "no branch against itself, no rematch, 13 plus or minus, a bye is worth nothing": {
        "format": "swiss",
        "rounds": 3,
        "pairing": {"method": "adjacent", "same_branch": "never", "rematches": "avoid"},
        "match": {"time": {"minutes": 45}, "points": {"by": "base", "base": 13, "bye": 0}},
        "standings": {"tiebreaks": ["points", "head_to_head", "wins", "best_round"]},
    },
    "level: who reached the level first": {
        "format": "knockout",
        "match": {"time": {"minutes": 60}, "level_at_time": ["first_to_reach", "on_deal", "lots"]},
    },
    "five levels ahead wins at once, no new deal in the last minutes": {
        "format": "round_robin",
        "match": {"mercy": 5, "time": {"minutes": 50, "no_new_deal_before": 3, "at_time": "stop"}},
    },
    "points by hand, one to three": {
        "format": "swiss",
        "rounds": 4,
        "match": {"hands": 8, "points": {"by": "hands", "hands": [[0, 1], [2, 2], [3, 3]]}},
    },
    "points are carried into the final round robin": {
        "format": "round_robin",
        "entries_from": {"stage": "first", "ranks": [1, 4]},
        "carry": ["points"],
    },
    "progressive less the first round, opponents' points": {
        "format": "swiss",
        "rounds": 5,
        "standings": {"tiebreaks": ["points", "opponents_points_cut1", "progressive_less_first"]},
    },
    "third place and all places to sixteen": {"format": "knockout", "places": 16, "consolation": True},
    "a division of its own branches": {"format": "swiss", "rounds": 3, "branches": ["离退休工作处"]},
    "captains name their pairs in secret": {
        "format": "round_robin",
        "plays": "squads",
        "boards": 3,
        "line_ups": "captains",
        "encounter": {"by": "result", "means": ["boards", "small_points"]},
    },
}


@pytest.mark.parametrize("what", REAL)
def test_what_real_events_ask_is_a_table_of_a_template(what):
    config = REAL[what]
    load_stage(config)
    load_format(config.get("match", {}))
    load_options(config.get("pairing", {}))
    if "standings" in config:
        load_tiebreaks(config["standings"]["tiebreaks"])


def test_no_code_asks_which_regulation_this_is():
    root = Path(__file__).parents[2]
    for path in [*root.glob("tournament/stages/*.py"), *root.glob("tournament/plan/*.py")]:
        text = path.read_text(encoding="utf-8")
        assert not [slug for slug in REGULATIONS if f'"{slug}"' in text], path


@pytest.mark.parametrize(
    ("part", "value", "at"),
    [
        ("later", [{"last": 1, "match": {"best_of": 4}}], "stage.one.later[0].match.best_of"),
        ("match", {"best_of": 2}, "stage.one.match.best_of"),
        ("pairing", {"method": "guess"}, "stage.one.pairing.pairing.method"),
    ],
)
def test_every_engine_is_asked_before_a_plan_is_taken(part, value, at):
    plan = {"stage": [{"key": "one", "format": "knockout", part: value}]}
    assert [problem.at for problem in problems_of_plan(plan)] == [at]


def test_the_prizes_of_a_plan_are_looked_at_too():
    (problem,) = problems_of_plan({"awards": {"ranks": [8, 1]}, "stage": []})
    assert (problem.code, problem.at) == ("award-ranks", "awards.ranks")
