"""Who is given what: the regulations' own words as tables of places and prizes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from tournament.documents.awards import BranchSum, Ranked, award, load_awards
from tournament.documents.papers_awards import honours_of


def order(*ranks: int | None) -> list[Ranked]:
    """Entries 1, 2, 3 … with these ranks."""
    return [Ranked(rank, number) for number, rank in enumerate(ranks, 1)]


def prizes(data: dict[str, Any], ranks: list[Ranked], **more: Any) -> list[tuple[str, int | None]]:
    return [(one.prize, one.rank) for one in award(load_awards(data), ranks, **more).entries]


def test_first_eight_places_are_honoured_by_their_number():
    found = award(load_awards({"ranks": [1, 8]}), order(*range(1, 13)))
    assert [(one.rank, one.entry) for one in found.entries] == [(place, place) for place in range(1, 9)]


def test_champion_runner_up_two_thirds_four_merit_prizes_and_a_souvenir_for_the_rest():
    """3-… 三: 设冠、亚军各一名，季军两名及优胜奖四名和纪念奖."""
    data = {
        "ranks": [1, 3],
        "titles": ["冠军", "亚军", "季军"],
        "merit": {"name": "优胜奖", "count": 4},
        "souvenir": {"name": "纪念奖"},
    }
    knockout = order(1, 2, 3, 3, 5, 5, 5, 5, *[9] * 8)
    found = award(load_awards(data), knockout)
    names = [one.prize for one in found.entries]
    assert names == ["冠军", "亚军", "季军", "季军", *["优胜奖"] * 4, *["纪念奖"] * 8]
    assert found.reasons == ()


def test_fourth_is_a_third_where_there_are_two_thirds():
    data = {"ranks": [1, 4], "titles": ["冠军", "亚军", "季军"], "thirds": 2}
    assert [name for name, _rank in prizes(data, order(1, 2, 3, 4, 5))] == ["冠军", "亚军", "季军", "季军"]


def test_classes_by_count_follow_each_other():
    data = {
        "classes": [
            {"name": "一等奖", "count": 1},
            {"name": "二等奖", "count": 2},
            {"name": "三等奖", "count": 3},
        ]
    }
    names = [name for name, _rank in prizes(data, order(*range(1, 11)))]
    assert names == ["一等奖", "二等奖", "二等奖", "三等奖", "三等奖", "三等奖"]


@pytest.mark.parametrize(
    ("entries", "percent", "expected"),
    [(20, 10, 2), (24, 10, 2), (25, 10, 3), (26, 10, 3), (4, 10, 1), (32, 15, 5), (30, 15, 5), (10, 100, 10)],
)
def test_share_is_rounded_to_the_nearest_with_at_least_one(entries: int, percent: int, expected: int):
    data = {"classes": [{"name": "一等奖", "percent": percent}]}
    assert len(prizes(data, order(*range(1, entries + 1)))) == expected


def test_share_is_of_all_who_play_also_of_those_without_a_rank():
    data = {"classes": [{"name": "一等奖", "percent": 25}]}
    assert len(prizes(data, order(*range(1, 9)), playing=range(1, 17))) == 4


def test_bands_are_ranks_however_many_share_them():
    data = {"classes": [{"name": "一等奖", "ranks": [1, 5]}, {"name": "二等奖", "ranks": [6, 10]}]}
    found = prizes(data, order(1, 2, 3, 4, 5, 5, 7, 8, 9, 10, 11))
    assert [name for name, _rank in found] == ["一等奖"] * 6 + ["二等奖"] * 4


def test_those_who_are_level_are_not_parted_by_the_edge_and_the_list_says_so():
    data = {"classes": [{"name": "一等奖", "count": 2}, {"name": "二等奖", "count": 2}]}
    found = award(load_awards(data), order(1, 2, 2, 4, 5, 6))
    assert [one.prize for one in found.entries] == ["一等奖"] * 3 + ["二等奖"] * 2
    assert [(one.code, one.values["prize"], one.values["count"]) for one in found.reasons] == [
        ("award-shared-edge", "一等奖", 3)
    ]


def test_merit_without_a_count_is_for_all_who_have_a_rank_and_no_prize():
    data = {"ranks": [1, 3], "merit": {"name": "优胜奖"}}
    assert [name for name, _rank in prizes(data, order(1, 2, 3, 4, 5, None))] == [
        "",
        "",
        "",
        "优胜奖",
        "优胜奖",
    ]


def test_souvenir_is_for_everybody_who_played_and_has_nothing():
    data = {"ranks": [1, 1], "souvenir": {"name": "纪念奖"}}
    found = award(load_awards(data), order(1, 2, None), playing=[1, 2, 3, 4])
    assert [one.entry for one in found.entries if one.prize == "纪念奖"] == [2, 3, 4]


def test_best_organisers_are_the_branches_with_most_entries_and_equals_are_not_parted():
    branches = [
        BranchSum("机关", 2, 9),
        BranchSum("后勤", 4, 5),
        BranchSum("图书馆", 2, 8),
        BranchSum("医院", 0, 0),
    ]
    data: dict[str, Any] = {"organisers": {"name": "优秀组织奖", "count": 2}}
    found = award(load_awards(data), [], branches=branches)
    assert [one.entry for one in found.branches] == ["后勤", "图书馆", "机关"]
    assert [one.code for one in found.reasons] == ["award-shared-edge"]
    data["organisers"]["by"] = "points"
    assert [one.entry for one in award(load_awards(data), [], branches=branches).branches] == [
        "机关",
        "图书馆",
    ]


@pytest.mark.parametrize(
    ("data", "at"),
    [
        ({"prizes": 3}, "awards.prizes"),
        ({"ranks": [3, 1]}, "awards.ranks"),
        ({"ranks": 8}, "awards.ranks"),
        ({"ranks": [True, 8]}, "awards.ranks"),
        ({"titles": "冠军"}, "awards.titles"),
        ({"thirds": 3}, "awards.thirds"),
        ({"thirds": True}, "awards.thirds"),
        ({"classes": {"name": "一等奖"}}, "awards.classes"),
        ({"classes": [{"count": 3}]}, "awards.classes[0]"),
        ({"classes": [{"name": "一等奖"}]}, "awards.classes[0]"),
        ({"classes": [{"name": "一等奖", "count": 1, "percent": 5}]}, "awards.classes[0]"),
        ({"classes": [{"name": "一等奖", "count": 0}]}, "awards.classes[0].count"),
        ({"classes": [{"name": "一等奖", "percent": 101}]}, "awards.classes[0].percent"),
        ({"merit": {"count": 4}}, "awards.merit"),
        ({"souvenir": "纪念奖"}, "awards.souvenir"),
        ({"organisers": {"name": "优秀组织奖", "by": "age"}}, "awards.organisers.by"),
    ],
)
def test_a_fault_in_the_table_is_named_at_its_key(data: dict[str, Any], at: str):
    with pytest.raises(Refused) as refused:
        load_awards(data)
    assert at in [problem.at for problem in refused.value.problems]


TABLES = st.fixed_dictionaries(
    {},
    optional={
        "ranks": st.integers(1, 8).map(lambda last: [1, last]),
        "thirds": st.sampled_from([1, 2]),
        "classes": st.lists(
            st.one_of(
                st.integers(1, 6).map(lambda count: {"name": "类", "count": count}),
                st.integers(1, 60).map(lambda percent: {"name": "类", "percent": percent}),
            ),
            max_size=4,
        ),
        "merit": st.integers(1, 5).map(lambda count: {"name": "优胜奖", "count": count}),
        "souvenir": st.just({"name": "纪念奖"}),
    },
)


@given(TABLES, st.lists(st.booleans(), max_size=30))
def test_nobody_has_two_prizes_equals_have_the_same_and_the_better_never_the_worse(
    data: Any, shares: list[bool]
):
    ranks: list[int] = []
    for place, level in enumerate(shares, 1):
        ranks.append(ranks[-1] if level and ranks else place)
    found = award(load_awards(data), order(*ranks)).entries
    entries = [one.entry for one in found]
    assert len(entries) == len(set(entries))
    assert entries == sorted(entries)
    prize_of = {one.entry: one.prize for one in found}
    by_rank: dict[int, set[str | None]] = {}
    for entry, rank in enumerate(ranks, 1):
        by_rank.setdefault(rank, set()).add(prize_of.get(entry))
    assert all(len(names) == 1 for names in by_rank.values())
    if "souvenir" in data:
        assert len(entries) == len(ranks)


@pytest.mark.django_db
def test_award_list_of_an_event_is_its_final_order(played: Any):
    from tournament.stages.standings import standings_of

    event = played("swiss-60min", 9, rounds=None)
    event.plan["awards"] = {
        "ranks": [1, 3],
        "souvenir": {"name": "纪念奖"},
        "organisers": {"name": "优秀组织奖"},
    }
    lines = standings_of(event.stages.get()).lines
    found = honours_of(event).honours
    top = [line.number for line in lines if (line.rank or 99) <= 3]
    assert [one.party.number for one in found][: len(top)] == top
    assert len([one for one in found if one.prize == "纪念奖"]) == 9 - len(top)
    assert [one.party.branch for one in found if one.prize == "优秀组织奖"]
    assert all(len(one.people) == 2 for one in found if one.party.number)
