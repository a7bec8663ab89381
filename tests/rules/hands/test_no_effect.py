"""Keys that another key leaves without effect are refused by name; clauses are quoted where followed."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rules.answers import Refused
from rules.hands import LastTrick, changed, load_rule_set
from rules.shipped import shipped_data, shipped_slugs
from rules.whole import read_rule_set
from rules.wording import clause_wording, reason_lines
from tests.rules.hands.building import EIGHTY, eighty, judged, rules


def complaints(changes: Mapping[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        load_rule_set(changed(EIGHTY, changes))
    return [(problem.code, problem.at) for problem in caught.value.problems]


BANDS = {"table.declarers": {"bands": [[0, 3], [5, 2]]}}
OFFENCE = {"code": "x", "effect": {"hand": "void"}}


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"table.attackers": {"bands": [[80, 0]], "at_threshold": 1}}, "table.attackers.at_threshold"),
        ({"table.attackers": {"bands": [[80, 0]], "round": "up"}}, "table.attackers.round"),
        ({"table.declarers": {"bands": [[0, 3]], "every": 40}}, "table.declarers.every"),
        ({"table.declarers": {"bands": [[0, 3]], "round": "up"}}, "table.declarers.round"),
        ({**BANDS, "table.zero": 4}, "table.zero"),
        ({"ladder.must_play": ["J"], "table.zero": "next_must_play", "table.below_zero": "step"},
         "table.below_zero"),
        ({"bottom.trump_only": True, "bottom.side.per_card": 1}, "bottom.side"),
        ({"ladder.after_target": "next_lap", "ladder.passed_counts": 0}, "ladder.passed_counts"),
        ({"hooks": [{"at": "J", "fall_to": "2", "fall_by": 3}]}, "hooks[0].fall_by"),
        ({"hooks": [{"at": "J", "fall_to": "2", "no_trump": True, "suit": "trump"}]}, "hooks[0].suit"),
        ({"penalties": [{**OFFENCE, "effect": {"hand": "void", "deal": "passes"}}]},
         "penalties[0].effect.deal"),
        ({"penalties": [{**OFFENCE, "effect": {"hand": "void", "points": 20}}]},
         "penalties[0].effect.points"),
    ],
)  # fmt: skip
def test_two_keys_that_say_the_same_thing_are_refused(changes: dict[str, Any], at: str) -> None:
    assert complaints(changes) == [("rule-set-either-or", at)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"table.declarers.at_threshold": 1}, ("rule-set-unknown-key", "table.declarers.at_threshold")),
        ({"ladder.unused": "taken_from_other"}, ("rule-set-no-must-play", "ladder.unused")),
        ({"ladder.lost_at": "last"}, ("rule-set-missing-key", "ladder.below")),
        ({"hooks": [{"at": "J", "card": "Z", "fall_to": "2"}]}, ("rule-set-not-an-option", "hooks[0].card")),
        (
            {"penalties": [{"code": "x", "effect": {"clamp": [0, 200]}}]},
            ("rule-set-missing-key", "penalties[0].effect.points"),
        ),
        (
            {"penalties": [{"code": "x", "effect": {"next_from": "expected_declarer"}}]},
            ("rule-set-missing-key", "penalties[0].effect.deal"),
        ),
        ({"table.declarers.every": "x"}, ("rule-set-wrong-type", "table.declarers.every")),
        ({"ladder.rungs": "2-A"}, ("rule-set-wrong-type", "ladder.rungs")),
        ({"hooks": [{"at": "J", "fall_to": 2}]}, ("rule-set-wrong-type", "hooks[0].fall_to")),
        ({"clauses": {"一": 1}}, ("rule-set-wrong-type", "clauses.一")),
    ],
)
def test_what_is_wrong_is_said_once(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    assert complaints(changes) == [expected]


MAY_LEAVE = {"ladder.must_play": ["J"], "ladder.attackers_may_leave": True}
HOOK = {"at": "J", "fall_to": "2"}
WARNED = {"code": "x", "escalates": ["advice", "warning"], "effect": {"points": 20}}


@pytest.mark.parametrize(
    ("changes", "at", "other"),
    [
        ({"hooked_twice": "game_lost"}, "hooked_twice", "hooks"),
        ({"hooked_twice": "game_void", "hooks": [{"at": "J", "fall_to": "8"}]}, "hooked_twice", "hooks"),
        ({"bottom_cards": 0}, "bottom.per_card", "bottom_cards"),
        ({"bottom_cards": 0, "bottom": {"multiplier": {"single": 2}}}, "bottom.multiplier", "bottom_cards"),
        ({"bottom_cards": 0, "bottom": {"buried_by_attackers": {"lost": "subtract"}}},
         "bottom.buried_by_attackers", "bottom_cards"),
        ({"bottom_cards": 0, "bottom": None, "deal.nobody_bids": "flip_highest"},
         "deal.nobody_bids", "bottom_cards"),
        ({"bottom": {"none": True, "buried_by_attackers": {"held": "once"}}},
         "bottom.buried_by_attackers", "bottom"),
        ({"bottom.multiplier": {"four": 16}}, "bottom.multiplier.four", "decks"),
        ({"bottom.side.multiplier": {"tractor_of_triples": 9}},
         "bottom.side.multiplier.tractor_of_triples", "decks"),
        ({"ladder.pass_target": "any", "ladder.must_play_stops": "declarers"},
         "ladder.must_play_stops", "ladder.must_play"),
        ({"ladder.pass_target": "any", "ladder.attackers_may_leave": True},
         "ladder.attackers_may_leave", "ladder.must_play"),
        ({**MAY_LEAVE, "ladder.must_play_stops": "declarers", "ladder.unused": "taken_from_other"},
         "ladder.unused", "ladder.attackers_may_leave"),
        ({"table.below_zero": "clean_zero_only"}, "table.below_zero", "table.zero"),
        ({"hooks": [{**HOOK, "form": "four"}]}, "hooks[0].form", "decks"),
        ({"hooks": [{**HOOK, "card": "SJ"}], "jokers": False}, "hooks[0].card", "jokers"),
        ({"hooks": [{"at": "5", "fall_to": "J"}]}, "hooks[0].fall_to", "hooks[0].at"),
        ({"hooks": [HOOK, {**HOOK, "form": "pair", "suit": "side"}]}, "hooks[1]", "hooks[0]"),
        ({"hooks": [{**HOOK, "form": "single"}, {**HOOK, "form": "pair"}, HOOK]}, "hooks[2]", "hooks[0]"),
        ({"penalties": [{"code": "x", "effect": {"deal": "passes", "points": 20}}]},
         "penalties[0].effect.points", "penalties[0].effect.deal"),
        ({"penalties": [{"code": "x", "effect": {"hand": "not_played", "points_by_referee": True}}]},
         "penalties[0].effect.points_by_referee", "penalties[0].effect.hand"),
        ({"penalties": [{"code": "x", "effect": {"match": "lost", "game": "lost"}}]},
         "penalties[0].effect.game", "penalties[0].effect.match"),
        ({"penalties": [{"code": "x", "effect": {"game": "lost", "deal": "passes"}}]},
         "penalties[0].effect.deal", "penalties[0].effect.game"),
        ({"penalties": [{"code": "x", "effect": {"match": "disqualified", "hand": "void"}}]},
         "penalties[0].effect.hand", "penalties[0].effect.match"),
        ({"penalties": [{**WARNED, "repeated": {"times": 3, "effect": {"points": 40}}}]},
         "penalties[0].effect", "penalties[0].repeated.times"),
    ],
)  # fmt: skip
def test_key_that_others_leave_without_effect_is_refused_with_what_does_so(
    changes: dict[str, Any], at: str, other: str
) -> None:
    with pytest.raises(Refused) as caught:
        load_rule_set(changed(EIGHTY, changes))
    assert [(problem.code, problem.at, problem.values) for problem in caught.value.problems] == [
        ("rule-set-no-effect", at, {"other": other})
    ]
    assert load_rule_set(changed(EIGHTY, changes), kept=True).slug == "eighty"


@pytest.mark.parametrize(
    "changes",
    [
        {"hooked_twice": "game_lost", "hooks": [HOOK]},
        {"bottom_cards": 0, "bottom": {"none": True, "clause": "一"}},
        {"decks": 4, "bottom.multiplier": {"four": 16}},
        {"hooks": [{**HOOK, "form": "pair"}, HOOK]},
        {"hooks": [{**HOOK, "no_trump": True}, {**HOOK, "suit": "trump"}, {**HOOK, "suit": "side"}]},
        {"penalties": [{**WARNED, "repeated": {"times": 4, "effect": {"points": 40}}}]},
        {"penalties": [{"code": "x", "effect": {"deal": "passes", "points": 20,
                                                "levels_by_points": {"every": 40}}}]},
    ],
)  # fmt: skip
def test_key_that_has_its_effect_is_let_through(changes: dict[str, Any]) -> None:
    assert load_rule_set(changed(EIGHTY, changes)).slug == "eighty"


def test_threshold_beyond_all_points_of_the_decks_is_refused() -> None:
    assert complaints({"table.threshold": 800}) == [("rule-set-out-of-range", "table.threshold")]


def test_repeated_offence_needs_to_say_what_it_costs() -> None:
    again = {"code": "x", "effect": {"points": 20}, "repeated": {"times": 2}}
    assert complaints({"penalties": [again]}) == [("rule-set-missing-key", "penalties[0].repeated.effect")]


def test_zero_may_be_said_twice_if_it_is_said_alike() -> None:
    assert eighty(table__declarers={"bands": [[0, 3], [5, 2]]}, table__zero=3).table.gain(0).levels == 3
    wide = eighty(table__declarers={"bands": [[0, 2], [40, 1]]}, table__zero=4)
    assert [wide.table.gain(points).levels for points in (0, 5)] == [4, 2]


def test_version_that_matches_were_started_with_still_loads() -> None:
    data = changed(EIGHTY, {**BANDS, "table.zero": 4})
    assert load_rule_set(data, kept=True).table.gain(0).levels == 4
    with pytest.raises(Refused):
        load_rule_set(changed(data, {"decks": 9}), kept=True)


def test_fall_below_a_ladder_without_lower_rungs_loses_the_game() -> None:
    hook = {"at": "3", "card": "3", "fall_by": 5}
    rule_set = eighty(ladder__lost_at="below_last", hooks=[hook])
    outcome = judged(rule_set, "3", "5", points=90, last_trick=LastTrick("attackers", 1, 1, True, "3"))
    assert (outcome.levels["A"], outcome.winner) == ("fallen", "B")
    fallen = next(reason for reason in outcome.reasons if reason.code == "fallen-below")
    assert fallen.values["level"] == "2"


class TestWholeRuleSet:
    def test_wrong_card_rules_are_named_with_the_others(self) -> None:
        data = changed(EIGHTY, {"cards": {"throw": {"reading": "sometimes"}}, "table.zero": "x"})
        with pytest.raises(Refused) as caught:
            read_rule_set(data)
        found = [problem.at for problem in caught.value.problems]
        assert found == ["table.zero", "cards.throw.reading"]

    def test_what_both_parts_find_is_said_once(self) -> None:
        with pytest.raises(Refused) as caught:
            read_rule_set(changed(EIGHTY, {"decks": 9}))
        assert [problem.at for problem in caught.value.problems].count("decks") == 1


def clause_numbers(value: Any, path: str = "") -> Iterator[str]:
    """Every clause that a rule set's data refers to."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if path != "clauses" and isinstance(item, str):
                if key == "clause" or key.endswith("_clause") or path == "cards.clauses":
                    yield from item.split("、")
            else:
                yield from clause_numbers(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for item in value:
            yield from clause_numbers(item, path)


class TestClauses:
    @pytest.mark.parametrize("slug", shipped_slugs())
    def test_every_clause_of_a_shipped_rule_set_is_quoted_and_every_quote_is_of_use(self, slug: str) -> None:
        data = shipped_data(slug)
        assert set(clause_numbers(data)) == set(data["clauses"])
        assert all(len(words) > 8 for words in data["clauses"].values())

    def test_reason_that_follows_two_clauses_quotes_both(self) -> None:
        clauses = {"一-15": "如实往上加。", "一-16": "庄家方升1级。"}
        assert clause_wording(clauses, "一-15、一-16") == "如实往上加。……庄家方升1级。"
        assert clause_wording(clauses, "一-15") == "如实往上加。"
        assert clause_wording(clauses, "") == ""

    def test_clause_is_quoted_once_in_an_explanation(self) -> None:
        rule_set = rules("swiss-60min")
        outcome = judged(rule_set, "5", "5", points=130, seat="N")
        lines = reason_lines(outcome.reasons, rule_set.clauses)
        assert [line["clause"] for line in lines] == ["三-6", "三-6", "三-6"]
        assert [bool(line["wording"]) for line in lines] == [True, False, False]
        assert "下家为庄家" in lines[0]["wording"]
