"""Where a regulation can be read in two ways: one reading is the default, the other a parameter away.

Those that the worked vectors cover are not repeated here.
"""

from typing import Any

import pytest

from rules.hands import LastTrick, PenaltyFact, with_changes
from rules.shipped import shipped_slugs
from rules.wording import reason_text
from tests.rules.hands.building import judged, rules


def multiplier(slug: str, unit: int, cards: int, changes: dict[str, Any], trump: bool = True) -> int:
    rule_set = with_changes(rules(slug), changes)
    trick = LastTrick("attackers", unit, cards, trump)
    points = judged(rule_set, "3", "3", tricks=0, bottom=10, last_trick=trick).points
    assert points is not None
    return points // 10


PER_CARD: dict[str, Any] = {"bottom.multiplier": {}}
PROSE: dict[str, Any] = {"bottom.multiplier": {}, "bottom.per_card": None, "bottom.power": 2}


@pytest.mark.parametrize(
    ("unit", "cards", "table", "per_card", "prose"),
    [
        (1, 1, 3, 3, 2),
        (2, 2, 6, 6, 4),
        (2, 4, 12, 12, 16),
        (2, 6, 24, 18, 64),
        (2, 8, 48, 24, 256),
        (3, 3, 9, 9, 8),
        (3, 6, 18, 18, 64),
        (3, 9, 27, 27, 512),
    ],
)
def test_bottom_of_the_three_deck_knockout(
    unit: int, cards: int, table: int, per_card: int, prose: int
) -> None:
    assert multiplier("knockout-3deck", unit, cards, {}) == table
    assert multiplier("knockout-3deck", unit, cards, PER_CARD) == per_card
    assert multiplier("knockout-3deck", unit, cards, PROSE) == prose


def test_bottom_of_the_squads_is_three_a_card_or_none() -> None:
    assert multiplier("union-squads", 2, 4, {}) == 12
    assert multiplier("union-squads", 2, 4, {"bottom.per_card": 0}) == 0


def test_past_a_comes_the_next_lap_or_the_end() -> None:
    assert judged(rules("swiss-60min"), "A", "5", points=60).levels["A"] == "2@2"
    ends = rules("swiss-60min", ladder__target="A", ladder__after_target="game_won")
    outcome = judged(ends, "A", "5", points=60)
    assert (outcome.levels["A"], outcome.winner) == ("passed", "A")


@pytest.mark.parametrize(
    "slug",
    [
        "knockout-3deck",
        "groups-cross-knockout",
        "knockout-best-of-three",
        "union-squads",
        "four-deck-rounds",
        "four-deck-no-bottom",
        "twenty-per-level",
    ],
)
def test_last_rung_must_be_declared_to_be_passed(slug: str) -> None:
    rule_set = rules(slug)
    last = rule_set.ladder.rungs[-1]
    points = rule_set.table.threshold + 90
    assert judged(rule_set, "5", last, points=points).levels["B"] == last
    assert judged(rule_set, "5", last, points=points).next_declarer == "B"
    assert judged(rule_set, last, "5", points=rule_set.table.threshold - 5).winner == "A"
    if last not in rule_set.data["ladder"].get("must_play", ()):
        free = with_changes(rule_set, {"ladder.pass_target": "any"})
        assert judged(free, "5", last, points=points).levels["B"] == "passed"


def test_squads_play_to_k_and_a_is_no_level() -> None:
    ladder = rules("union-squads").ladder
    assert (ladder.rungs[0], ladder.rungs[-1], len(ladder.rungs)) == ("3", "K", 11)
    assert not ladder.known("A") and not ladder.known("2")


def test_passing_a_counts_one_beyond_or_nothing() -> None:
    assert rules("groups-cross-knockout").ladder.difference("passed", "10") == 5
    assert rules("groups-cross-knockout", ladder__passed_counts=0).ladder.difference("passed", "10") == 4


def test_unit_squads_begin_at_a_or_at_two() -> None:
    ladder = rules("branch-squads").ladder
    assert ladder.label(ladder.start) == "A"
    assert ladder.difference("2", "A") == 1
    plain = rules("branch-squads", ladder={"rungs": ["2", "3", "4"], "start": "2"}).ladder
    assert plain.label(plain.start) == "2"


def test_zero_gives_four_levels_or_five() -> None:
    gains = [judged(rules("twenty-per-level"), "3", "3", points=p).gained_a for p in (0, 5, 20, 40, 60)]
    assert gains == [4, 4, 3, 2, 1]
    assert judged(rules("twenty-per-level", table__zero=5), "3", "3", points=0).gained_a == 5


def test_unused_levels_are_taken_off_the_declarers_only() -> None:
    rule_set = rules("twenty-per-level")
    assert judged(rule_set, "7", "10", points=140).levels == {"A": "5", "B": "J"}
    assert judged(rule_set, "10", "7", points=20).levels == {"A": "J", "B": "7"}
    lost = rules("twenty-per-level", ladder__unused="lost")
    assert judged(lost, "7", "10", points=140).levels == {"A": "7", "B": "J"}


def test_levels_left_over_at_the_last_rung_are_taken_off_only_where_it_is_named_as_must_play() -> None:
    rule_set = rules("twenty-per-level")
    assert judged(rule_set, "7", "A", points=140).levels == {"A": "7", "B": "A"}
    named = with_changes(rule_set, {"ladder.must_play": ["2", "J", "A"]})
    assert judged(named, "7", "A", points=140).levels == {"A": "4", "B": "A"}


def test_declarers_may_pass_a_must_play_rung_and_attackers_on_it_may_not() -> None:
    rule_set = rules("groups-cross-knockout")
    assert judged(rule_set, "J", "5", points=65).levels["A"] == "K"
    assert judged(rule_set, "5", "J", points=110).levels["B"] == "J"


def test_bottom_needs_trumps_or_any_winning_trick() -> None:
    assert multiplier("knockout-3deck", 1, 1, {}, trump=False) == 0
    assert multiplier("knockout-3deck", 1, 1, {"bottom.trump_only": False}, trump=False) == 3


def test_bottom_counts_alike_in_trumps_and_side_suits_where_the_rules_say_so() -> None:
    assert multiplier("swiss-60min", 2, 2, {}, trump=False) == 6


def test_two_acts_with_the_bottom_cost_differently() -> None:
    rule_set = rules("groups-cross-knockout")
    kept = LastTrick("declarers", 1, 1, True)
    buried = judged(
        rule_set, "5", "5", tricks=10, last_trick=kept, penalties=(PenaltyFact("bury-count", "declarers"),)
    )
    assert buried.points == 90
    drew = judged(rule_set, "5", "5", penalties=(PenaltyFact("wrong-bottom-draw", "declarers"),))
    assert (drew.next_declarer, drew.gained) == ("B", {"A": 0, "B": 0})


def test_wrong_card_is_ten_points_a_card_at_once_and_the_deal_later() -> None:
    rule_set = rules("knockout-best-of-three")
    kept = LastTrick("declarers", 1, 1, True)
    fact = PenaltyFact("wrong-card", "declarers", 2)
    assert judged(rule_set, "5", "5", tricks=10, last_trick=kept, penalties=(fact,)).points == 30
    later = judged(rule_set, "5", "5", penalties=(PenaltyFact("wrong-card-late", "declarers"),))
    assert later.next_declarer == "B"


def test_cap_of_three_levels_binds_both_sides_of_the_squads() -> None:
    rule_set = rules("union-squads")
    assert judged(rule_set, "3", "3", points=480).gained_b == 3
    free = with_changes(rule_set, {"table.attackers.cap": None})
    assert judged(free, "3", "3", points=480).gained_b == 6


@pytest.mark.parametrize(
    ("slug", "change", "facts"),
    [
        ("swiss-60min", {"table.attackers.bands": [[120, 1]]}, {"points": 180}),
        ("swiss-60min", {"table.attackers.every": 30}, {"points": 180}),
        ("swiss-60min", {"table.threshold": 60, "table.declarers.bands": [[0, 3], [5, 1]],
                         "table.attackers.bands": [[60, 0]]}, {"points": 60}),
        ("swiss-60min", {"table.zero": 5}, {"points": 0}),
        ("swiss-60min", {"bottom.per_card": 2},
         {"tricks": 100, "bottom": 20, "last_trick": LastTrick("attackers", 2, 2, True)}),
        ("swiss-60min", {"penalties.wrong-card.effect.points_per_card": 20},
         {"tricks": 100, "last_trick": LastTrick("declarers", 1, 1, True),
          "penalties": (PenaltyFact("wrong-card", "declarers", 2),)}),
        ("knockout-best-of-three", {"penalties.bury-error.effect.levels_by_points.every": 20},
         {"points": 60, "penalties": (PenaltyFact("bury-error", "declarers"),)}),
        ("groups-cross-knockout", {"hooks.0.fall_to": "8"},
         {"points": 90, "last_trick": LastTrick("attackers", 1, 1, True, "J")}),
        ("groups-cross-knockout", {"ladder.must_play": ["Q", "A"]}, {"points": 0}),
        ("union-squads", {"table.attackers.cap": 1}, {"points": 300}),
    ],
)  # fmt: skip
def test_changed_parameter_changes_outcome_and_explanation(
    slug: str, change: dict[str, Any], facts: dict[str, Any]
) -> None:
    before = judged(rules(slug), "J", "5", **facts)
    after = judged(with_changes(rules(slug), change), "J", "5", **facts)
    assert (before.levels, before.points) != (after.levels, after.points)
    assert [reason_text(reason) for reason in before.reasons] != [
        reason_text(reason) for reason in after.reasons
    ]


@pytest.mark.parametrize("slug", shipped_slugs())
def test_explanation_cites_the_clause_that_the_rule_set_names(slug: str) -> None:
    rule_set = with_changes(rules(slug), {"table.clause": "§7", "table.attackers.clause": "§8"})
    held = judged(rule_set, "5", "5", points=5)
    assert held.reasons[0].clause == "§7"
    taken = judged(rule_set, "5", "5", points=rule_set.table.threshold)
    assert taken.reasons[0].clause == "§8"


@pytest.mark.parametrize(
    ("factor", "expected"),
    [({"per_card": 3}, 12), ({"power": 3}, 81), ({"doubling": 5}, 10), (7, 7)],
)
def test_multiplier_of_a_form_can_be_reckoned_in_each_way(factor: Any, expected: int) -> None:
    assert multiplier("swiss-60min", 2, 4, {"bottom.multiplier": {"tractor": factor}}) == expected
    assert multiplier("swiss-60min", 2, 4, {"bottom.multiplier": {"tractor_of_pairs": factor}}) == expected
    assert multiplier("swiss-60min", 2, 2, {"bottom.multiplier": {"tractor": factor}}) == 6
