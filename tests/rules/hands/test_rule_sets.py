"""Rule sets: those that are shipped, and the error that names the key when one is wrong."""

import doctest
from typing import Any

import pytest

import rules.hands as rules_hands
from rules.answers import Refused
from rules.hands import JUMP, Change, RuleSet, changed, differences, load_rule_set, opening
from rules.shipped import shipped_data, shipped_rule_set, shipped_slugs
from rules.wording import problem_text
from tests.rules.hands.building import EIGHTY, dotted, eighty, rules


def errors(data: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        load_rule_set(data)
    for problem in caught.value.problems:
        words = problem_text(problem)
        assert words["message"] and words["fix"] and "%(" not in words["message"]
    return [(problem.code, problem.at) for problem in caught.value.problems]


def errors_with(**changes: Any) -> list[tuple[str, str]]:
    return errors(changed(EIGHTY, dotted(changes)))


def test_every_regulation_has_its_rule_set() -> None:
    assert set(shipped_slugs()) == {
        "branch-squads",
        "cards-two-deck-base",
        "cards-two-deck-plain",
        "four-deck-no-bottom",
        "four-deck-rounds",
        "groups-cross-knockout",
        "knockout-3deck",
        "knockout-best-of-three",
        "swiss-60min",
        "twenty-per-level",
        "union-squads",
    }


@pytest.mark.parametrize("slug", shipped_slugs())
def test_shipped_rule_set_loads_under_its_own_slug(slug: str) -> None:
    rule_set = shipped_rule_set(slug)
    assert rule_set.slug == slug
    assert rule_set.hand_cards * 4 + rule_set.bottom_cards == rule_set.decks * 54
    assert rule_set.data == shipped_data(slug)
    assert opening(rule_set).a == rule_set.ladder.parse(rule_set.data["ladder"]["start"])


@pytest.mark.parametrize("slug", shipped_slugs())
def test_what_is_assumed_names_a_key_that_rules(slug: str) -> None:
    for path in rules(slug).assumed:
        top = path.split(".")[0]
        assert top in {"table", "ladder", "bottom", "bottom_cards", "deal"}


def test_example_of_the_room_works_as_it_is_written() -> None:
    failed, tried = doctest.testmod(rules_hands)
    assert tried > 0
    assert failed == 0


def test_unknown_slug_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        shipped_rule_set("no-such")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"slug": None}, ("rule-set-missing-key", "slug")),
        ({"slug": 3}, ("rule-set-wrong-type", "slug")),
        ({"decks": None}, ("rule-set-missing-key", "decks")),
        ({"decks": 9}, ("rule-set-out-of-range", "decks")),
        ({"decks": "two"}, ("rule-set-wrong-type", "decks")),
        ({"decks": True}, ("rule-set-wrong-type", "decks")),
        ({"bottom_cards": 7}, ("rule-set-uneven-hands", "bottom_cards")),
        ({"bottem": 8}, ("rule-set-unknown-key", "bottem")),
        ({"jokers": "yes"}, ("rule-set-wrong-type", "jokers")),
        ({"cards": []}, ("rule-set-wrong-type", "cards")),
        ({"labels": "盘"}, ("rule-set-wrong-type", "labels")),
        ({"assumed": "table"}, ("rule-set-wrong-type", "assumed")),
        ({"assumed": [1]}, ("rule-set-wrong-type", "assumed[0]")),
        ({"ladder": 5}, ("rule-set-wrong-type", "ladder")),
        ({"ladder": {"rungs": []}}, ("rule-set-missing-key", "ladder.rungs")),
        ({"ladder__rungs": ["2", "2", "A"]}, ("rule-set-twice", "ladder.rungs")),
        ({"ladder__rungs": ["2", "", "A"]}, ("rule-set-bad-rung", "ladder.rungs[1]")),
        ({"ladder__start": "1"}, ("rule-set-unknown-rung", "ladder.start")),
        ({"ladder__target": "X"}, ("rule-set-unknown-rung", "ladder.target")),
        ({"ladder__must_play": ["J", "X"]}, ("rule-set-unknown-rung", "ladder.must_play[1]")),
        ({"ladder__after_target": "stop"}, ("rule-set-not-an-option", "ladder.after_target")),
        ({"ladder__step": 2}, ("rule-set-unknown-key", "ladder.step")),
        ({"table__threshold": None}, ("rule-set-missing-key", "table.threshold")),
        ({"table__threshold": 82}, ("rule-set-not-points", "table.threshold")),
        ({"table__declarers": {}}, ("rule-set-missing-key", "table.declarers.every")),
        ({"table__declarers": {"bands": [[10, 3]]}}, ("rule-set-band-gap", "table.declarers.bands[0]")),
        ({"table__declarers": {"bands": [[5, 3]]}}, ("rule-set-band-gap", "table.declarers.bands[0]")),
        (
            {"table__declarers": {"bands": [[0, 3], [5, 2], [7, 1]]}},
            ("rule-set-band-start", "table.declarers.bands[2]"),
        ),
        (
            {"table__declarers": {"bands": [[0, 3], [80, 1]]}},
            ("rule-set-band-start", "table.declarers.bands[1]"),
        ),
        (
            {"table__declarers": {"bands": [[0, 3], [0, 1]]}},
            ("rule-set-band-order", "table.declarers.bands[1]"),
        ),
        (
            {"table__declarers": {"bands": [[0, 2], [40, 3]]}},
            ("rule-set-band-levels", "table.declarers.bands[1]"),
        ),
        ({"table__declarers": {"bands": [[0]]}}, ("rule-set-wrong-type", "table.declarers.bands[0]")),
        ({"table__declarers": {"bands": 3}}, ("rule-set-wrong-type", "table.declarers.bands")),
        (
            {"table__attackers": {"bands": [[85, 0]]}},
            ("rule-set-band-gap", "table.attackers.bands[0]"),
        ),
        (
            {"table__attackers": {"bands": [[80, 0], [121, 1]]}},
            ("rule-set-band-start", "table.attackers.bands[1]"),
        ),
        (
            {"table__attackers": {"bands": [[80, 1], [80, 2]]}},
            ("rule-set-band-order", "table.attackers.bands[1]"),
        ),
        (
            {"table__attackers": {"bands": [[80, 1], [120, 0]]}},
            ("rule-set-band-levels", "table.attackers.bands[1]"),
        ),
        ({"table__zero": -1}, ("rule-set-out-of-range", "table.zero")),
        ({"table__zero": "a lot"}, ("rule-set-wrong-type", "table.zero")),
        ({"table__zero": {"plus": 1}}, ("rule-set-unknown-key", "table.zero.plus")),
        ({"table__clamp": [0, 203]}, ("rule-set-wrong-type", "table.clamp")),
        (
            {"table__below_zero": "step", "table__declarers": {"bands": [[0, 1]]}},
            ("rule-set-missing-key", "table.declarers.every"),
        ),
        ({"deal__held": "anybody"}, ("rule-set-not-an-option", "deal.held")),
        ({"deal__nobody_bids_first": "deal_passes"}, ("rule-set-not-an-option", "deal.nobody_bids_first")),
        ({"bottom": {}}, ("rule-set-missing-key", "bottom.multiplier.single")),
        ({"bottom": {"multiplier": {"single": 2}}}, ("rule-set-missing-key", "bottom.multiplier.pair")),
        ({"bottom__power": 2}, ("rule-set-either-or", "bottom.power")),
        ({"bottom__multiplier": {"pairs": 2}}, ("rule-set-unknown-key", "bottom.multiplier.pairs")),
        ({"bottom__multiplier": {"pair": {}}}, ("rule-set-missing-key", "bottom.multiplier.pair.per_card")),
        ({"bottom__side": {"trebled": 1}}, ("rule-set-unknown-key", "bottom.side.trebled")),
        ({"hooks": {}}, ("rule-set-wrong-type", "hooks")),
        ({"hooks": [{"at": "J"}]}, ("rule-set-missing-key", "hooks[0].fall_to")),
        ({"hooks": [{"fall_to": "2"}]}, ("rule-set-missing-key", "hooks[0].at")),
        ({"hooks": [{"at": "X", "fall_to": "2"}]}, ("rule-set-unknown-rung", "hooks[0].at")),
        ({"hooks": [{"at": "J", "fall_to": "1"}]}, ("rule-set-unknown-rung", "hooks[0].fall_to")),
        ({"penalties": "none"}, ("rule-set-wrong-type", "penalties")),
        ({"penalties": [{"effect": {}}]}, ("rule-set-missing-key", "penalties[0].code")),
        ({"penalties": [{"code": "a"}]}, ("rule-set-missing-key", "penalties[0].effect")),
        (
            {"penalties": [{"code": "a", "effect": {"fine": 5}}]},
            ("rule-set-unknown-key", "penalties[0].effect.fine"),
        ),
        (
            {"penalties": [{"code": "a", "effect": {"points_per_card": 10}}]},
            ("rule-set-missing-key", "penalties[0].effect.cards"),
        ),
        (
            {"penalties": [{"code": "a", "effect": {"cards": "thrown"}}]},
            ("rule-set-missing-key", "penalties[0].effect.points_per_card"),
        ),
        (
            {"penalties": [{"code": "a", "effect": {}}, {"code": "a", "effect": {}}]},
            ("rule-set-twice", "penalties[1].code"),
        ),
        ({"penalties": [{"code": "ruling", "effect": {}}]}, ("rule-set-twice", "penalties[0].code")),
    ],
)
def test_wrong_key_is_named(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    assert expected in errors_with(**changes)


@pytest.mark.parametrize("key", ["table__zero", "penalties"])
def test_jump_to_a_must_play_rung_needs_one(key: str) -> None:
    value: Any = "next_must_play"
    if key == "penalties":
        value = [{"code": "a", "effect": {"levels_to": "next_must_play"}}]
    found = errors_with(ladder__pass_target="any", **{key: value})
    assert [code for code, _ in found] == ["rule-set-no-must-play"]


def test_all_problems_are_found_at_once() -> None:
    found = errors_with(decks=0, ladder__start="1", table__threshold=81)
    assert {at for _, at in found} == {"decks", "ladder.start", "table.threshold"}


def test_rule_set_that_is_no_table_is_refused() -> None:
    assert ("rule-set-wrong-type", "") in errors([])


def test_other_rooms_keep_their_tables() -> None:
    rule_set = eighty(cards={"tractor": "strict"}, labels={"hand": "盘"}, note="x")
    assert rule_set.data["cards"] == {"tractor": "strict"}
    assert rule_set.labels == {"hand": "盘"}


class TestChanges:
    """What a template's choice sets."""

    def test_source_is_left_alone(self) -> None:
        data = shipped_data("swiss-60min")
        changed(data, {"ladder.start": "5"})
        assert data["ladder"]["start"] == "2"

    def test_penalty_is_found_by_its_code(self) -> None:
        data = changed(shipped_data("swiss-60min"), {"penalties.wrong-bury.effect.levels": 1})
        penalty = load_rule_set(data).penalties.find("wrong-bury", "declarers")
        assert penalty is not None
        assert penalty.penalty.levels == 1

    def test_item_is_found_by_its_place(self) -> None:
        data = changed(shipped_data("groups-cross-knockout"), {"hooks[1].fall_to": "2"})
        assert load_rule_set(data).hooks[1].fall_to == "2"

    def test_key_can_be_taken_out_and_put_in(self) -> None:
        data = changed({"a": {"b": 1}}, {"a.b": None, "c.d": [1]})
        assert data == {"a": {}, "c": {"d": [1]}}

    @pytest.mark.parametrize("path", ["penalties.no-such.effect", "penalties.0", "slug.x", "hooks.9.at"])
    def test_path_to_nowhere_is_refused(self, path: str) -> None:
        with pytest.raises(Refused) as caught:
            changed({"slug": "x", "penalties": [{"code": "a"}], "hooks": []}, {path: 1})
        assert caught.value.problems[0].code == "rule-set-no-such-item"
        assert caught.value.problems[0].at == path


class TestDifferences:
    """What sets an edited rule set apart from the one that it came from."""

    def test_equal_rule_sets_have_none(self) -> None:
        data = shipped_data("groups-cross-knockout")
        assert differences(data, changed(data, {})) == ()

    def test_each_changed_key_is_named_with_both_values(self) -> None:
        data = shipped_data("swiss-60min")
        changes = {
            "table.attackers.bands": [[120, 1]],
            "ladder.target": "A",
            "table.zero": None,
            "penalties.wrong-bury.effect.levels": 1,
        }
        assert sorted(differences(data, changed(data, changes)), key=lambda change: change.path) == [
            Change("ladder.target", None, "A"),
            Change("penalties.wrong-bury.effect.levels", 0, 1),
            Change("table.attackers.bands", [[120, 0]], [[120, 1]]),
            Change("table.zero", 3, None),
        ]

    def test_items_without_a_code_are_named_by_their_place(self) -> None:
        data = shipped_data("groups-cross-knockout")
        found = differences(data, changed(data, {"hooks[1].fall_to": "2"}))
        assert found == (Change("hooks[1].fall_to", "J", "2"),)

    def test_offence_of_either_side_is_told_apart(self) -> None:
        data = shipped_data("knockout-3deck")
        both = differences(data, changed(data, {"penalties.card-count.clause": "x"}))
        assert [change.path for change in both] == [
            "penalties.card-count@declarers.clause",
            "penalties.card-count@attackers.clause",
        ]
        one_side = differences(data, changed(data, {"penalties.card-count@attackers.clause": "x"}))
        assert [change.path for change in one_side] == ["penalties.card-count@attackers.clause"]

    def test_differences_made_as_changes_lead_from_one_to_the_other(self) -> None:
        for slug in shipped_slugs():
            before, after = shipped_data("swiss-60min"), shipped_data(slug)
            found = [
                change for change in differences(before, after) if not change.path.startswith("penalties")
            ]
            target = {**after, "penalties": before["penalties"]}
            made = changed(before, {change.path: change.after for change in found})
            assert differences(made, target) == ()

    def test_new_item_is_a_difference(self) -> None:
        hook = {"at": "J", "fall_to": "2"}
        assert differences({}, {"hooks": [hook]}) == (Change("hooks", None, [hook]),)
        assert differences({"hooks": [hook]}, {"hooks": [hook, hook]}) == (Change("hooks[1]", None, hook),)


class TestRuleSet:
    def test_equal_data_are_equal_rule_sets(self) -> None:
        assert eighty() == eighty()
        assert hash(eighty()) == hash(eighty())
        assert eighty() != eighty(decks=3, bottom_cards=6)
        assert eighty() != "eighty"
        assert repr(eighty()) == "<RuleSet eighty>"

    def test_clause_comes_from_the_nearest_table(self) -> None:
        rule_set = rules("swiss-60min")
        assert rule_set.clause("table", "attackers") == "三-6"
        assert rule_set.clause("deal", "lost") == "三-6"
        assert rule_set.clause("deal", "first") == "三-1"
        assert rule_set.clause("ladder", "must_play") == ""
        assert rule_set.clause("slug", "deeper") == ""

    def test_total_follows_from_the_decks(self) -> None:
        assert [eighty(decks=n, bottom_cards=8 if n % 2 == 0 else 6).total_points for n in range(1, 9)] == [
            100 * n for n in range(1, 9)
        ]

    def test_decks_without_jokers_are_dealt(self) -> None:
        assert eighty(jokers=False).hand_cards == 24


class TestTable:
    """The picture of the level table."""

    def test_ruler_is_drawn_from_zero_to_the_total(self) -> None:
        ruler = rules("swiss-60min").table.ruler()
        assert [(band.low, band.high, band.attackers, band.levels) for band in ruler] == [
            (0, 0, False, 3),
            (5, 55, False, 2),
            (60, 115, False, 1),
            (120, 175, True, 0),
            (180, 235, True, 1),
            (240, 295, True, 2),
            (300, 300, True, 3),
        ]

    def test_jump_is_a_band_of_its_own(self) -> None:
        assert rules("groups-cross-knockout").table.ruler(0, 10)[0].levels == JUMP

    @pytest.mark.parametrize("slug", shipped_slugs())
    def test_each_total_lies_in_the_band_that_is_said(self, slug: str) -> None:
        table = rules(slug).table
        for points in range(-100, table.total + 105, 5):
            gain = table.gain(points)
            assert gain.low is None or gain.low <= points
            assert gain.high is None or points <= gain.high
            for edge in (gain.low, gain.high):
                assert edge is None or table.gain(edge)[:2] == gain[:2]

    @pytest.mark.parametrize("how", ["up", "down"])
    def test_bands_of_a_step_are_said_right_both_ways_of_rounding(self, how: str) -> None:
        table = eighty(
            table__declarers={"every": 15, "round": how}, table__attackers={"every": 15, "round": how}
        ).table
        for points in range(5, 205, 5):
            gain = table.gain(points)
            assert gain.low is not None and gain.high is not None
            assert gain.low <= points <= gain.high
            assert table.gain(gain.low)[:2] == gain[:2] == table.gain(gain.high)[:2]


def test_bands_after_the_last_one_stay_or_go_on() -> None:
    bands = [[80, 0], [120, 1], [160, 2]]
    stays = eighty(table__attackers={"bands": bands}).table
    assert [stays.gain(points).levels for points in (115, 120, 155, 160, 400)] == [0, 1, 1, 2, 2]
    assert stays.gain(400).high is None
    goes_on: RuleSet = eighty(table__attackers={"bands": bands, "every": 40})
    assert goes_on.table.gain(240).levels == 4
