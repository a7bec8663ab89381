"""What cannot have happened is refused, and what only looks odd is not."""

from typing import Any

import pytest

from rules.hands import HandFacts, LastTrick, Outcome, PenaltyFact, Side, judge
from tests.rules.hands.building import at, codes, eighty, judged, one, refused, rules

KING = LastTrick("attackers", 1, 1, True, "K")
KINGS = LastTrick("attackers", 2, 2, True, "K")


class TestTheLastTrickHoldsPoints:
    @pytest.mark.parametrize(
        ("trick", "facts", "at_"),
        [
            (KING, {"tricks": 5, "bottom": 0}, "tricks"),
            (KINGS, {"tricks": 15, "bottom": 0}, "tricks"),
            (KING._replace(rank="5"), {"tricks": 0, "bottom": 0}, "tricks"),
            (KING, {"points": 5}, "points"),
            (KING, {"points": 0}, "points"),
        ],
    )
    def test_attackers_who_won_it_have_at_least_its_points(
        self, trick: LastTrick, facts: dict[str, Any], at_: str
    ) -> None:
        problems = refused(eighty(), "7", "7", last_trick=trick, **facts)
        assert one(problems) == ("last-trick-points-attackers", at_)

    @pytest.mark.parametrize(
        ("facts", "at_"),
        [
            ({"tricks": 200, "bottom": 0}, "tricks"),
            ({"tricks": 180, "bottom": 15}, "tricks"),
            ({"points": 200}, "points"),
            ({"points": 185, "bottom": 10}, "points"),
        ],
    )
    def test_attackers_who_lost_it_do_not_have_its_points(self, facts: dict[str, Any], at_: str) -> None:
        trick = KING._replace(by="declarers")
        assert one(refused(eighty(), "7", "7", last_trick=trick, **facts)) == (
            "last-trick-points-declarers",
            at_,
        )

    def test_its_exact_points_are_enough(self) -> None:
        assert judged(eighty(), "7", "7", tricks=20, bottom=0, last_trick=KINGS).points == 20
        lost = KING._replace(by="declarers")
        assert judged(eighty(), "7", "7", tricks=180, bottom=10, last_trick=lost).points == 180
        assert judged(eighty(), "7", "7", points=190, last_trick=lost).points == 190

    def test_penalties_come_on_top(self) -> None:
        rule_set = rules("swiss-60min")
        failed = (PenaltyFact("failed-throw", "declarers", cards=1),)
        lost = KING._replace(by="declarers")
        assert judged(rule_set, "7", "7", points=300, last_trick=lost, penalties=failed).points == 300
        problems = refused(rule_set, "7", "7", points=305, last_trick=lost, penalties=failed)
        assert one(problems) == ("last-trick-points-declarers", "points")


class TestMoreThanTheDecksHold:
    def test_only_a_bottom_that_was_won_explains_it(self) -> None:
        lost = LastTrick("declarers", 1, 1)
        assert one(refused(eighty(), "7", "7", points=205, last_trick=lost)) == (
            "points-out-of-range",
            "points",
        )
        assert judged(eighty(), "7", "7", points=205).points == 205

    def test_an_empty_bottom_explains_nothing(self) -> None:
        problems = refused(eighty(), "7", "7", points=205, bottom=0)
        assert one(problems) == ("points-out-of-range", "points")
        assert problems[0].values["high"] == 200

    def test_a_penalty_explains_its_own_points(self) -> None:
        rule_set = rules("swiss-60min")
        lost = LastTrick("declarers", 1, 1)
        thrown = (PenaltyFact("failed-throw", "declarers", cards=2),)
        assert judged(rule_set, "7", "7", points=320, last_trick=lost, penalties=thrown).points == 320
        problems = refused(rule_set, "7", "7", points=325, last_trick=lost, penalties=thrown)
        assert one(problems) == ("points-out-of-range", "points")

    def test_penalties_that_are_contained_set_the_least_there_can_be(self) -> None:
        thrown = (PenaltyFact("failed-throw", "declarers", cards=2),)
        problems = refused(rules("swiss-60min"), "7", "7", points=15, penalties=thrown)
        assert one(problems) == ("points-out-of-range", "points")
        assert judged(rules("swiss-60min"), "7", "7", points=20, penalties=thrown).points == 20


class TestLimitsOfAPenalty:
    SPEECH = (PenaltyFact("speech", "declarers", times=2),)

    def test_total_given_with_the_penalty_is_held_within_its_limits(self) -> None:
        outcome = judged(rules("knockout-best-of-three"), "5", "5", points=280, penalties=self.SPEECH)
        assert outcome.points == 200
        assert outcome.gained == {"A": 0, "B": 3}
        clamped = next(reason for reason in outcome.reasons if reason.code == "points-clamped")
        assert (clamped.clause, clamped.values["from"], clamped.values["to"]) == ("二-3", 280, 200)

    def test_total_below_zero_is_held_at_zero(self) -> None:
        by_attackers = (PenaltyFact("speech", "attackers", times=2),)
        outcome = judged(rules("knockout-best-of-three"), "5", "5", points=-20, penalties=by_attackers)
        assert outcome.points == 0

    def test_first_offence_is_a_warning_and_has_no_limits(self) -> None:
        warned = (PenaltyFact("speech", "declarers", times=1),)
        outcome = judged(rules("knockout-best-of-three"), "5", "5", points=280, penalties=warned)
        assert outcome.points == 280

    def test_limits_can_bring_a_high_total_down_to_what_the_referee_wrote(self) -> None:
        trick = LastTrick("attackers", 2, 8, True)
        facts = {"points": 200, "bottom": 80, "last_trick": trick, "penalties": self.SPEECH}
        assert judged(rules("knockout-best-of-three"), "5", "5", **facts).points == 200


class TestTrumpsAndSideSuits:
    def test_level_card_cannot_win_as_a_side_suit(self) -> None:
        trick = LastTrick("attackers", 2, 4, False, "7")
        problems = refused(rules("knockout-best-of-three"), "7", "7", tricks=90, bottom=5, last_trick=trick)
        assert one(problems) == ("rank-always-trump", "last_trick.trump")

    @pytest.mark.parametrize("rank", ["BJ", "SJ", "2"])
    def test_neither_can_any_other_permanent_trump(self, rank: str) -> None:
        trick = LastTrick("attackers", 1, 1, False, rank)
        problems = refused(rules("union-squads"), "7", "7", points=90, last_trick=trick)
        assert one(problems) == ("rank-always-trump", "last_trick.trump")

    def test_tractor_of_a_side_suit_has_no_more_ranks_than_the_suit(self) -> None:
        rule_set = eighty(bottom_cards=0, decks=4, bottom=None)
        long = LastTrick("attackers", 2, 26, False)
        assert one(refused(rule_set, "7", "7", tricks=90, bottom=0, last_trick=long)) == (
            "tractor-too-long",
            "last_trick.cards",
        )
        other_suit = long._replace(trump=None, suit="H")
        problems = refused(rule_set, "7", "7", points=90, last_trick=other_suit, trump_suit="S")
        assert one(problems) == ("tractor-too-long", "last_trick.cards")
        assert judged(rule_set, "7", "7", points=90, last_trick=long._replace(cards=24)).points == 90

    @pytest.mark.parametrize(("rank", "fits"), [("3", False), ("4", True), ("8", True), ("A", True)])
    def test_tractor_of_a_side_suit_has_ranks_enough_below_its_highest_card(
        self, rank: str, fits: bool
    ) -> None:
        # Level 2: below the 3 there is nothing, below the 4 the 3.
        trick = LastTrick("attackers", 2, 4, False, rank)
        facts: dict[str, Any] = {"tricks": 90, "bottom": 0, "last_trick": trick}
        if fits:
            assert judged(eighty(), "2", "2", **facts).points == 90
        else:
            assert one(refused(eighty(), "2", "2", **facts)) == ("tractor-too-low", "last_trick.rank")

    def test_level_and_permanent_trumps_are_no_ranks_of_a_side_suit_for_a_tractor_to_run_through(
        self,
    ) -> None:
        trick = LastTrick("attackers", 2, 6, False, "5")
        fixed = eighty(permanent_trumps=["2"])
        assert one(refused(fixed, "4", "2", tricks=90, bottom=0, last_trick=trick)) == (
            "tractor-too-low",
            "last_trick.rank",
        )
        assert judged(fixed, "6", "2", tricks=90, bottom=0, last_trick=trick).points == 90

    def test_hook_may_tell_the_level_cards_apart_without_a_suit(self) -> None:
        rule_set = rules("twenty-per-level")
        side = LastTrick("attackers", 1, 1, False, "J")
        assert judged(rule_set, "J", "5", points=90, last_trick=side).levels["A"] == "8"
        real = side._replace(trump=True)
        assert judged(rule_set, "J", "5", points=90, last_trick=real).levels["A"] == "2"

    def test_hook_by_a_suit_needs_to_know_which_is_trumps(self) -> None:
        rule_set = rules("twenty-per-level")
        heart = LastTrick("attackers", 1, 1, True, "J", "H")
        assert one(refused(rule_set, "J", "5", points=90, last_trick=heart)) == (
            "trump-suit-missing",
            "trump_suit",
        )
        assert judged(rule_set, "J", "5", points=90, last_trick=heart, trump_suit="S").levels["A"] == "8"

    def test_side_card_of_the_trump_suit_is_a_contradiction(self) -> None:
        spade = LastTrick("attackers", 1, 1, False, "J", "S")
        problems = refused(rules("twenty-per-level"), "J", "5", points=90, last_trick=spade, trump_suit="S")
        assert one(problems) == ("trump-contradicts", "last_trick.trump")


class TestBottomsThatTakePointsOff:
    def test_total_below_zero_from_the_bottom_needs_no_second_look(self) -> None:
        rule_set = rules("twenty-per-level")
        lost = LastTrick("declarers", 1, 1, True)
        outcome = judged(rule_set, "5", "5", tricks=10, bottom=20, last_trick=lost, buried_by="attackers")
        assert (outcome.points, outcome.warnings) == (-30, ())
        total = judged(rule_set, "5", "5", points=-30, buried_by="attackers")
        assert total.warnings == ()

    def test_total_below_zero_from_nowhere_does(self) -> None:
        outcome = judged(eighty(), "5", "5", points=-30)
        assert [warning.code for warning in outcome.warnings] == ["points-negative"]

    def test_an_empty_bottom_is_won_by_any_form(self) -> None:
        outcome = judged(eighty(), "5", "5", tricks=85, bottom=0, last_trick=LastTrick("attackers"))
        assert (outcome.points, codes(outcome)[0]) == (85, "bottom-empty")


class TestHandsCutShort:
    BURY = (PenaltyFact("bury-error", "declarers"),)

    def test_bury_error_found_before_the_last_trick_counts_the_tricks(self) -> None:
        outcome = judged(rules("knockout-best-of-three"), "5", "5", tricks=80, penalties=self.BURY)
        assert (outcome.hand, outcome.gained, outcome.next_declarer) == ("over", {"A": 0, "B": 2}, Side.B)

    def test_a_hand_played_to_the_end_still_needs_its_last_trick(self) -> None:
        problems = refused(rules("knockout-best-of-three"), "5", "5", tricks=80)
        assert one(problems) == ("last-trick-missing", "last_trick")


class TestMinutes:
    @pytest.mark.parametrize("minutes", [-1, -0.5, float("inf")])
    def test_a_hand_takes_no_such_time(self, minutes: float) -> None:
        assert one(refused(eighty(), "5", "5", points=40, minutes=minutes)) == (
            "minutes-out-of-range",
            "minutes",
        )
        assert one(refused(eighty(), "5", "5", void=True, minutes=minutes)) == (
            "minutes-out-of-range",
            "minutes",
        )


class TestSweptHands:
    def test_points_of_the_bottom_make_no_clean_sweep(self) -> None:
        rule_set = eighty()
        trick = LastTrick("attackers", 2, 2, True)
        facts = {"tricks": 140, "bottom": 20, "last_trick": trick}
        first = judged(rule_set, "5", "5", **facts)
        assert (first.points, first.state.swept) == (220, None)

    def test_all_points_from_tricks_do(self) -> None:
        rule_set = eighty()
        trick = LastTrick("attackers", 1, 1, True)
        first = judged(rule_set, "5", "5", tricks=190, bottom=10, last_trick=trick)
        assert first.state.swept is Side.B
        second = judge(rule_set, first.state, HandFacts("B", 0))
        assert isinstance(second, Outcome)
        assert [warning.code for warning in second.warnings] == ["all-points-twice"]


class TestSeatsOfHandsDealtAgain:
    def test_void_hand_keeps_the_declarers_seat(self) -> None:
        outcome = judged(rules("swiss-60min"), "5", "5", seat="N", void=True)
        assert (outcome.next_seat, outcome.state.seat) == ("N", "N")

    def test_hand_that_a_penalty_voids_keeps_it_too(self) -> None:
        wrong = (PenaltyFact("wrong-draw", "attackers"),)
        outcome = judged(rules("swiss-60min"), "5", "5", seat="W", penalties=wrong)
        assert (outcome.hand, outcome.next_seat) == ("void", "W")

    def test_redeal_keeps_it_and_a_deal_that_passes_moves_on(self) -> None:
        again = judged(rules("swiss-60min"), "5", "5", seat="N", nobody_bid=True)
        assert (again.hand, again.next_declarer, again.next_seat) == ("redeal", Side.A, "N")
        passes = judged(rules("union-squads"), "9", "6", seat="N", nobody_bid=True)
        assert (passes.next_declarer, passes.next_seat) == (Side.B, "W")
        same = rules("union-squads", deal__nobody_bids="attackers_level")
        replayed = judged(same, "9", "6", seat="N", nobody_bid=True)
        assert (replayed.next_declarer, replayed.next_level, replayed.next_seat) == (Side.A, "6", "N")

    def test_first_hand_dealt_again_has_no_declarer_and_no_seat(self) -> None:
        rule_set = rules("swiss-60min")
        outcome = judge(rule_set, at(rule_set, "2", "2", None), HandFacts("A", seat="N", void=True))
        assert isinstance(outcome, Outcome)
        assert (outcome.next_declarer, outcome.next_seat) == (None, None)

    def test_wrong_player_does_not_keep_a_seat_that_is_not_his(self) -> None:
        rule_set = rules("swiss-60min")
        state = at(rule_set, "5", "5", "A", seat="N")
        outcome = judged(rule_set, "", "", state=state, seat="S", void=True, reason="坐错")
        assert outcome.next_seat == "N"

    def test_seat_that_does_not_exist_is_refused_though_nobody_declared(self) -> None:
        rule_set = rules("swiss-60min")
        answer = judge(rule_set, at(rule_set, "5", "5"), HandFacts("", seat="X", void=True))
        assert not isinstance(answer, Outcome)
        assert one(answer) == ("seat-unknown", "seat")
