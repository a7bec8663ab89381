"""The catalogue of offences."""

from typing import Any

import pytest

from rules.hands import HandFacts, LastTrick, PenaltyFact, judge, opening, with_changes
from rules.shipped import shipped_rule_set, shipped_slugs
from tests.rules.hands.building import at, codes, eighty, judged, one, refused, rules

KEPT = LastTrick("declarers", 1, 1, True)


def offence(effect: dict[str, Any], **keys: Any) -> Any:
    return eighty(penalties=[{"code": "x", "clause": "9", "effect": effect, **keys}])


def by(side: str, **more: Any) -> tuple[PenaltyFact, ...]:
    return (PenaltyFact("x", side, **more),)


def test_unintended_wrong_draw_voids_the_hand() -> None:
    outcome = judged(rules("swiss-60min"), "5", "6", points=80, penalties=(PenaltyFact("wrong-draw", "A"),))
    assert (outcome.hand, outcome.levels) == ("void", {"A": "5", "B": "6"})
    assert outcome.next_declarer == "A"


def test_revoke_loses_the_hand_for_either_side() -> None:
    for who, declares in (("declarers", "B"), ("attackers", "A")):
        outcome = judged(rules("swiss-60min"), "5", "6", penalties=(PenaltyFact("revoke", who),))
        assert (outcome.hand, outcome.next_declarer) == ("over", declares)
        assert outcome.gained == {"A": 0, "B": 0}


def test_disqualification_waits_for_the_committee() -> None:
    rule_set = rules("swiss-60min")
    fact = PenaltyFact("revoke-grave", "attackers")
    waits = judged(rule_set, "5", "6", points=60, penalties=(fact,))
    assert waits.winner is None
    assert waits.levels == {"A": "6", "B": "6"}
    assert [(effect.code, effect.side, effect.values["approve"]) for effect in waits.effects] == [
        ("approval-needed", "B", "committee")
    ]
    approved = judged(rule_set, "5", "6", penalties=(fact._replace(approved=True),))
    assert approved.levels == {"A": "10", "B": "6"}
    assert approved.winner == "A"
    assert [effect.code for effect in approved.effects] == ["disqualified"]


def test_talk_is_advised_against_then_warned_then_costs_points() -> None:
    rule_set = rules("swiss-60min")
    fact = PenaltyFact("speech", "declarers", points=20)
    state = at(rule_set, "2", "2")
    seen = []
    for _ in range(3):
        outcome = judged(rule_set, "", "", state=state, tricks=60, last_trick=KEPT, penalties=(fact,))
        seen.append(([effect.code for effect in outcome.effects], outcome.points))
        state = outcome.state
    assert seen == [(["advice"], 60), (["warning"], 60), ([], 80)]


def test_escalation_is_counted_for_each_side_alone() -> None:
    rule_set = rules("swiss-60min")
    state = at(rule_set, "2", "2")
    for side in ("A", "B"):
        outcome = judged(rule_set, "", "", state=state, points=60, penalties=(PenaltyFact("speech", side),))
        assert [(effect.code, effect.side) for effect in outcome.effects] == [("advice", side)]
        state = outcome.state
    assert state.offended("A", "speech") == state.offended("B", "speech") == 1
    assert state.offended("A", "peeping") == 0


def test_repeated_noise_loses_the_match() -> None:
    fact = PenaltyFact("noise", "B", times=3)
    outcome = judged(rules("knockout-3deck"), "5", "6", penalties=(fact,))
    assert [(effect.code, effect.side) for effect in outcome.effects] == [("match-lost", "B")]
    assert outcome.winner == "A"


def test_signals_lose_the_game() -> None:
    outcome = judged(rules("groups-cross-knockout"), "5", "6", penalties=(PenaltyFact("signals", "A"),))
    assert [effect.code for effect in outcome.effects] == ["game-lost"]
    assert outcome.winner == "B"


def test_cheating_disqualifies() -> None:
    for slug in ("knockout-3deck", "knockout-best-of-three"):
        outcome = judged(rules(slug), "5", "6", penalties=(PenaltyFact("cheating", "A"),))
        assert [effect.code for effect in outcome.effects] == ["disqualified"]


class TestStraightToAMustPlayLevel:
    FACT = (PenaltyFact("hidden-by-partner", "declarers"),)
    SLUG = "groups-cross-knockout"

    def test_it_goes_to_the_other_side(self) -> None:
        outcome = judged(rules(self.SLUG), "9", "5", penalties=self.FACT)
        assert outcome.levels == {"A": "9", "B": "J"}
        assert (outcome.hand, outcome.next_declarer) == ("over", "B")

    def test_attackers_who_stand_on_it_play_it(self) -> None:
        assert judged(rules(self.SLUG), "9", "J", penalties=self.FACT).levels["B"] == "J"

    def test_declarers_go_on_to_the_next(self) -> None:
        fact = (PenaltyFact("false-bid", "attackers"),)
        outcome = judged(rules(self.SLUG), "J", "5", penalties=fact)
        assert (outcome.hand, outcome.levels["A"], outcome.next_declarer) == ("not_played", "A", "A")
        assert judged(rules(self.SLUG), "A", "5", penalties=fact).winner == "A"

    def test_offender_may_be_sent_back_instead(self) -> None:
        path = "penalties.hidden-by-partner.effect.levels_to"
        rule_set = with_changes(rules(self.SLUG), {path: "previous_must_play"})
        outcome = judged(rule_set, "K", "5", penalties=self.FACT)
        assert outcome.levels == {"A": "J", "B": "5"}
        assert judged(rule_set, "9", "5", penalties=self.FACT).levels["A"] == "2"


@pytest.mark.parametrize(
    ("code", "effect_points"),
    [("failed-throw", 30), ("out-of-turn", 30), ("wrong-card", 30), ("revoke", 20), ("bury-count", 80)],
)
def test_points_of_the_ten_points_regulation(code: str, effect_points: int) -> None:
    rule_set = rules("groups-cross-knockout")
    fact = PenaltyFact(code, "declarers", 3)
    outcome = judged(rule_set, "5", "5", tricks=40, last_trick=KEPT, penalties=(fact,))
    assert outcome.points == 40 + effect_points


def test_third_regulation_counts_cards_taken_back_or_thrown() -> None:
    rule_set = rules("knockout-best-of-three")
    fact = PenaltyFact("failed-throw", "attackers", 3)
    outcome = judged(rule_set, "5", "5", tricks=70, last_trick=KEPT, penalties=(fact,))
    assert outcome.points == 40
    assert outcome.reasons[0].values["counts"] == "taken_back"
    thrown = with_changes(rule_set, {"penalties.failed-throw.effect.cards": "thrown"})
    outcome = judged(thrown, "5", "5", tricks=70, last_trick=KEPT, penalties=(fact,))
    assert outcome.reasons[0].values["counts"] == "thrown"
    free = with_changes(rule_set, {"penalties.failed-throw.effect": {"play": "smallest_forced"}})
    outcome = judged(free, "5", "5", tricks=70, last_trick=KEPT, penalties=(fact,))
    assert outcome.points == 70
    assert [effect.code for effect in outcome.effects] == ["play"]


def test_limits_hold_only_the_total_with_that_penalty() -> None:
    rule_set = rules("knockout-best-of-three")
    fact = (PenaltyFact("speech", "declarers", times=2),)
    assert judged(rule_set, "5", "5", tricks=160, last_trick=KEPT, penalties=fact).points == 200
    assert judged(rule_set, "5", "5", points=240).points == 240
    every = rules("knockout-best-of-three", table__clamp=[0, 200])
    assert judged(every, "5", "5", points=240).points == 200
    assert "points-clamped" in codes(judged(every, "5", "5", points=240))
    assert judged(every, "5", "5", points=-10).points == 0


def test_zero_after_penalties_is_a_shut_out_or_only_a_clean_zero() -> None:
    facts: dict[str, Any] = {
        "tricks": 20,
        "last_trick": KEPT,
        "penalties": (PenaltyFact("wrong-card", "attackers", 2),),
    }
    assert judged(rules("swiss-60min"), "5", "5", **facts).gained_a == 3
    clean = rules("swiss-60min", table__below_zero="clean_zero_only")
    assert judged(clean, "5", "5", **facts).gained_a == 2
    assert judged(clean, "5", "5", **{**facts, "tricks": 0}).gained_a == 3
    assert judged(clean, "5", "5", points=0).gained_a == 3
    told = {"points": 0, "penalties": facts["penalties"]}
    assert judged(clean, "5", "5", **told).gained_a == 2


def test_wrong_bid_is_told_and_the_hand_goes_on() -> None:
    outcome = judged(
        rules("four-deck-rounds"), "5", "5", points=80, penalties=(PenaltyFact("wrong-bid", "B"),)
    )
    assert [(effect.code, effect.values["play"]) for effect in outcome.effects] == [
        ("play", "opponents_name_trump")
    ]
    assert outcome.gained_a == 1


class TestWhatAnOffenceNeeds:
    @pytest.mark.parametrize(
        ("effect", "fact", "expected"),
        [
            (
                {"points_per_card": 10, "cards": "wrong"},
                PenaltyFact("x", "A"),
                ("cards-missing", "penalties[0].cards"),
            ),
            (
                {"points_per_card": 10, "cards": "wrong"},
                PenaltyFact("x", "A", 26),
                ("cards-out-of-range", "penalties[0].cards"),
            ),
            (
                {"points_by_referee": True},
                PenaltyFact("x", "A"),
                ("penalty-points-missing", "penalties[0].points"),
            ),
            (
                {"points_by_referee": True},
                PenaltyFact("x", "A", points=7),
                ("points-not-multiple-of-five", "penalties[0].points"),
            ),
            (
                {"points_by_referee": True},
                PenaltyFact("x", "A", points=205),
                ("points-out-of-range", "penalties[0].points"),
            ),
            ({}, PenaltyFact("y", "A"), ("penalty-unknown", "penalties[0].code")),
            ({}, PenaltyFact("x", "C"), ("side-unknown", "penalties[0].by")),
            (
                {"deal": "passes", "levels_by_points": {"every": 40}},
                PenaltyFact("x", "A"),
                ("points-missing", "points"),
            ),
        ],
    )
    def test_missing_or_impossible_is_refused(
        self, effect: dict[str, Any], fact: PenaltyFact, expected: tuple[str, str]
    ) -> None:
        facts = {} if expected[0] == "points-missing" else {"points": 80}
        assert one(refused(offence(effect), "5", "5", penalties=(fact,), **facts)) == expected

    def test_offence_may_be_known_for_one_side_only(self) -> None:
        rule_set = offence({"points": 20}, by="declarers")
        assert judged(rule_set, "5", "5", points=80, penalties=by("A")).points == 80
        assert one(refused(rule_set, "5", "5", points=80, penalties=by("attackers")))[0] == "penalty-unknown"

    def test_two_sides_cannot_both_be_given_the_hand(self) -> None:
        problems = refused(offence({"deal": "passes"}), "5", "5", penalties=(*by("A"), *by("B")))
        assert one(problems) == ("penalties-contradict", "penalties")
        outcome = judged(offence({"deal": "passes", "levels": 1}), "5", "5", penalties=(*by("A"), *by("A")))
        assert outcome.gained == {"A": 0, "B": 2}


class TestLevels:
    def test_levels_for_the_opponents_come_on_top_of_a_hand_that_is_played(self) -> None:
        outcome = judged(offence({"levels": 1}), "5", "5", points=75, penalties=by("attackers"))
        assert outcome.gained == {"A": 2, "B": 0}
        outcome = judged(offence({"levels": 1}), "5", "5", points=75, penalties=by("declarers"))
        assert outcome.gained == {"A": 1, "B": 1}

    def test_attackers_given_levels_stay_on_a_must_play_rung(self) -> None:
        assert judged(offence({"levels": 2}), "5", "A", points=75, penalties=by("A")).levels["B"] == "A"

    def test_opponents_of_a_disqualified_side_are_not_held_by_it(self) -> None:
        rule_set = offence({"match": "disqualified", "levels": 5})
        assert judged(rule_set, "5", "A", penalties=by("A")).levels["B"] == "passed"

    def test_offender_falls_after_the_hand(self) -> None:
        outcome = judged(offence({"offender_levels": -3}), "5", "5", points=75, penalties=by("A"))
        assert outcome.levels["A"] == "3"
        assert (
            judged(offence({"offender_levels": -9}), "5", "5", points=75, penalties=by("A")).levels["A"]
            == "2"
        )

    def test_game_that_is_won_is_not_changed_by_a_penalty_after_it(self) -> None:
        outcome = judged(offence({"offender_levels": -3}), "A", "5", points=75, penalties=by("A"))
        assert (outcome.winner, outcome.levels["A"]) == ("A", "passed")

    def test_hand_that_is_over_leaves_the_deal_where_it_was_unless_it_passes(self) -> None:
        outcome = judged(offence({"hand": "over"}), "5", "5", penalties=by("A"))
        assert (outcome.hand, outcome.next_declarer) == ("over", "A")


class TestAgreedRuling:
    """A ruling in free words with its effect, which every rule set knows."""

    @pytest.mark.parametrize("slug", shipped_slugs())
    def test_effect_is_said_in_the_terms_of_the_rule_set(self, slug: str) -> None:
        fact = PenaltyFact("ruling", "declarers", text="双方同意", effect={"deal": "passes", "levels": 1})
        outcome = judged(rules(slug), "4", "4", penalties=(fact,))
        assert (outcome.next_declarer, outcome.levels["B"]) == ("B", "5")

    def test_ruling_without_effect_is_only_told(self) -> None:
        fact = PenaltyFact("ruling", "declarers", text="口头提醒")
        assert judged(eighty(), "5", "5", points=75, penalties=(fact,)).gained_a == 1

    def test_words_are_asked_for(self) -> None:
        problems = refused(eighty(), "5", "5", points=75, penalties=(PenaltyFact("ruling", "A"),))
        assert one(problems) == ("ruling-without-words", "penalties[0].text")

    def test_wrong_effect_names_the_key(self) -> None:
        fact = PenaltyFact("ruling", "A", text="x", effect={"fine": 5})
        assert one(refused(eighty(), "5", "5", points=75, penalties=(fact,))) == (
            "rule-set-unknown-key",
            "penalties[0].effect.fine",
        )


@pytest.mark.parametrize("slug", shipped_slugs())
def test_every_offence_of_a_shipped_rule_set_can_be_ruled_on(slug: str) -> None:
    rule_set = rules(slug)
    for (code, role), line in rule_set.penalties.offences.items():
        fact = PenaltyFact(code, role or "declarers", 2, 20, times=9, approved=True)
        outcome = judged(rule_set, "5", "6", points=80, penalties=(fact,))
        assert line.clause
        assert not any(effect.code == "approval-needed" for effect in outcome.effects)


@pytest.mark.parametrize("times", [-5, -1, 0, 101, 10**30])
def test_a_number_of_times_that_cannot_be_is_said_at_its_place(times):
    rule_set = shipped_rule_set("knockout-3deck")
    facts = HandFacts("A", points=80, penalties=(PenaltyFact("noise", "B", times=times),))
    problems = judge(rule_set, opening(rule_set), facts)
    assert isinstance(problems, tuple)
    assert [(one.code, one.at) for one in problems] == [("points-out-of-range", "penalties[0].times")]
