"""The ladder: what levels are called, where one stops, how far they lie apart."""

import pytest

from rules.answers import Refused
from rules.hands import Ladder, check_levels, load_rule_set
from tests.rules.hands.building import EIGHTY, eighty, judged, one, rules


def ladder(**keys: object) -> Ladder:
    return load_rule_set({**EIGHTY, "ladder": {**EIGHTY["ladder"], **keys}}).ladder


@pytest.mark.parametrize(
    "rungs",
    [
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
        ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
        ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
        ["5", "10", "K"],
        ["2", "5", "10", "J", "Q", "K", "A"],
        ["Q", "K", "A", "小王"],
        ["K", "A", "扛旗"],
    ],
)
def test_any_list_of_rungs_is_climbed_one_by_one(rungs: list[str]) -> None:
    steps = ladder(rungs=rungs)
    assert [steps.label(position) for position in range(len(rungs))] == rungs
    assert steps.label(len(rungs)) == "passed"
    assert steps.difference("passed", rungs[0]) == len(rungs)


def test_levels_lie_as_far_apart_as_the_regulation_says() -> None:
    steps = rules("swiss-60min").ladder
    assert steps.difference("8", "2") == 6
    assert steps.difference("3", "6") == -3


def test_second_lap_goes_on_counting() -> None:
    steps = rules("swiss-60min").ladder
    assert steps.parse("5@2") == 16
    assert steps.label(16) == "5@2"
    assert steps.difference("2@2", "A") == 1
    assert not steps.known("passed")


@pytest.mark.parametrize("level", ["5@1", "5@02", "5@", "@2", "5@x", "1", "", "-3", "Passed", "5@9999"])
def test_level_that_the_ladder_has_not_is_refused(level: str) -> None:
    steps = rules("swiss-60min").ladder
    assert not steps.known(level)
    with pytest.raises(Refused) as caught:
        steps.parse(level)
    assert caught.value.problems[0].code == "level-unknown"


def test_level_that_is_no_text_is_unknown() -> None:
    assert not rules("swiss-60min").ladder.known(5)  # type: ignore[arg-type]


def test_laps_are_unknown_where_the_game_ends_at_the_target() -> None:
    assert not rules("knockout-3deck").ladder.known("5@2")


def test_mirrored_rungs_lie_below_the_first() -> None:
    steps = rules("twenty-per-level").ladder
    assert steps.label(-1) == "-2"
    assert steps.label(-13) == "-A"
    assert steps.label(-14) == "fallen"
    assert steps.difference("7", "-3") == 7
    assert steps.labels()[:2] == ("fallen", "-A")
    assert steps.labels()[-1] == "passed"


def test_card_of_a_mirrored_rung_is_the_level_card() -> None:
    steps = rules("twenty-per-level").ladder
    assert steps.rung(steps.parse("-3")) == "3"
    assert steps.rung(steps.parse("passed")) == "passed"
    assert rules("swiss-60min").ladder.rung(16) == "5"


def test_nobody_jumps_over_a_must_play_rung() -> None:
    steps = ladder(must_play=["J"])
    assert steps.rise(steps.parse("10"), 3, True) == (steps.parse("J"), 2)
    assert steps.rise(steps.parse("10"), 3, False) == (steps.parse("J"), 2)
    assert steps.rise(steps.parse("10"), 1, True) == (steps.parse("J"), 0)


def test_must_play_may_bind_one_side_only() -> None:
    only = ladder(must_play=["J"], must_play_stops="declarers")
    assert only.rise(only.parse("10"), 3, True)[0] == only.parse("J")
    assert only.rise(only.parse("10"), 3, False)[0] == only.parse("K")
    other = ladder(must_play=["J"], must_play_stops="attackers")
    assert other.rise(other.parse("10"), 3, True)[0] == other.parse("K")


def test_attackers_leave_a_must_play_rung_only_by_declaring_it() -> None:
    steps = ladder(must_play=["J"])
    assert steps.rise(steps.parse("J"), 2, False) == (steps.parse("J"), 2)
    assert steps.rise(steps.parse("J"), 2, True) == (steps.parse("K"), 0)
    free = ladder(must_play=["J"], attackers_may_leave=True)
    assert free.rise(free.parse("J"), 2, False) == (free.parse("K"), 0)


def test_last_rung_has_to_be_declared_to_be_passed() -> None:
    steps = ladder()
    assert steps.rise(steps.parse("K"), 3, True) == (steps.parse("A"), 2)
    assert steps.rise(steps.parse("A"), 1, False) == (steps.parse("A"), 1)
    assert steps.label(steps.rise(steps.parse("A"), 1, True)[0]) == "passed"


def test_last_rung_may_be_passed_by_anybody_where_the_rules_say_so() -> None:
    steps = ladder(pass_target="any")
    assert steps.label(steps.rise(steps.parse("K"), 3, False)[0]) == "passed"
    assert steps.rise(steps.parse("passed"), 2, True)[0] == steps.parse("passed")


def test_target_below_the_last_rung_ends_the_ladder_there() -> None:
    steps = ladder(target="10")
    assert steps.rungs[-1] == "10"
    assert not steps.known("J")
    assert steps.has_won(steps.parse("passed"))


def test_straight_to_the_next_must_play_rung() -> None:
    steps = ladder(must_play=["J"])
    assert steps.to_must_play(steps.parse("5"), True) == steps.parse("J")
    assert steps.to_must_play(steps.parse("J"), True) == steps.parse("A")
    assert steps.to_must_play(steps.parse("A"), True) == steps.parse("passed")
    assert steps.to_must_play(steps.parse("J"), False) == steps.parse("J")


def test_straight_to_a_must_play_rung_of_the_next_lap() -> None:
    steps = ladder(must_play=["5"], after_target="next_lap")
    assert steps.label(steps.to_must_play(steps.parse("9"), True)) == "5@2"


def test_back_to_the_must_play_rung_before() -> None:
    steps = ladder(must_play=["5", "J"])
    assert steps.back_to_must_play(steps.parse("K")) == steps.parse("J")
    assert steps.back_to_must_play(steps.parse("J")) == steps.parse("5")
    assert steps.back_to_must_play(steps.parse("4")) == steps.parse("2")
    assert steps.back_to_must_play(steps.parse("2")) == steps.parse("2")


def test_nobody_falls_below_the_lowest_rung() -> None:
    steps = ladder()
    assert steps.fall(steps.parse("4"), 9) == steps.parse("2")
    mirrored = ladder(below=["-2", "-A"])
    assert mirrored.label(mirrored.fall(mirrored.parse("4"), 9)) == "-A"
    assert not mirrored.has_lost(mirrored.parse("-A"))


def test_game_is_lost_below_the_last_mirrored_rung_or_on_it() -> None:
    below = ladder(below="mirror", lost_at="below_last")
    assert not below.has_lost(below.parse("-A"))
    assert below.has_lost(below.parse("fallen"))
    on_it = ladder(below="mirror", lost_at="last")
    assert on_it.has_lost(on_it.parse("-A"))
    assert not on_it.known("fallen")


def test_hook_drops_within_the_lap() -> None:
    steps = ladder(after_target="next_lap")
    assert steps.label(steps.fall_to(steps.parse("J@2"), "2")) == "2@2"
    assert steps.label(steps.fall_to(steps.parse("4"), "8")) == "4"
    mirrored = ladder(below="mirror")
    assert mirrored.label(mirrored.fall_to(mirrored.parse("-5"), "2")) == "-5"


def test_side_that_falls_under_minus_a_loses_the_game() -> None:
    outcome = judged(rules("twenty-per-level"), "-K", "2", points=180)
    assert outcome.levels == {"A": "fallen", "B": "2"}
    assert outcome.winner == "B"
    assert outcome.next_declarer is None
    assert outcome.next_level is None
    assert outcome.reasons[-1].code == "fallen-below"
    on_it = judged(rules("twenty-per-level", ladder__lost_at="last"), "-K", "2", points=180)
    assert (on_it.levels["A"], on_it.winner, on_it.reasons[-1].code) == ("-A", "B", "fallen-to")


def test_new_lap_is_said() -> None:
    outcome = judged(rules("swiss-60min"), "K", "5", points=0)
    assert outcome.levels["A"] == "3@2"
    assert "lap-begun" in [reason.code for reason in outcome.reasons]
    assert outcome.next_level == "3@2"


class TestFinalLevels:
    """Levels from a paper slip."""

    def test_ordinary_levels_are_accepted(self) -> None:
        assert check_levels(rules("knockout-3deck"), "passed", "10") == ()
        assert check_levels(rules("twenty-per-level"), "-3", "7") == ()

    def test_unknown_level_names_its_side(self) -> None:
        assert one(check_levels(rules("knockout-3deck"), "5", "5@2")) == ("level-unknown", "levels.B")

    def test_both_sides_cannot_have_passed_or_fallen(self) -> None:
        assert one(check_levels(rules("knockout-3deck"), "passed", "passed")) == ("both-passed", "levels")
        assert one(check_levels(rules("twenty-per-level"), "fallen", "fallen")) == ("both-fallen", "levels")

    def test_levels_that_never_moved_ask_for_a_second_look(self) -> None:
        problems = check_levels(rules("knockout-3deck"), "2", "2")
        assert one(problems) == ("nobody-rose", "levels")
        assert problems[0].severity == "unlikely"

    def test_level_below_the_start_is_unlikely_where_nothing_makes_fall(self) -> None:
        start_at_three = eighty(ladder__start="3")
        problems = check_levels(start_at_three, "5", "2")
        assert one(problems) == ("level-below-start", "levels.B")
        assert problems[0].severity == "unlikely"
        falls = eighty(ladder__start="3", penalties=[{"code": "x", "effect": {"offender_levels": -1}}])
        assert check_levels(falls, "5", "2") == ()
