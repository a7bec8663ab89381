"""Who declares next, from which seat, and what happens when nobody bids."""

import pytest

from rules.hands import HandFacts, Outcome, PenaltyFact, Side, judge, opening, seat_by_bid, seat_from
from tests.rules.hands.building import at, codes, eighty, judged, one, refused, rules


def test_play_runs_counter_clockwise() -> None:
    assert [seat_from("N", steps) for steps in range(5)] == ["N", "W", "S", "E", "N"]


def test_held_deal_goes_to_the_partner_and_lost_deal_to_the_next_seat() -> None:
    for slug in ("swiss-60min", "knockout-3deck"):
        assert judged(rules(slug), "5", "5", points=60, seat="N").next_seat == "S"
        assert judged(rules(slug), "5", "5", points=120, seat="N").next_seat == "W"
        assert judged(rules(slug), "5", "5", points=120, seat="E").next_seat == "N"


def test_seat_may_stay_or_go_to_the_player_before() -> None:
    rule_set = eighty(deal={"held": "same", "lost": "player_before"})
    assert judged(rule_set, "5", "5", points=40, seat="N").next_seat == "N"
    assert judged(rule_set, "5", "5", points=80, seat="N").next_seat == "E"


def test_seat_is_left_to_the_bidding_where_the_rules_say_so() -> None:
    outcome = judged(rules("groups-cross-knockout"), "5", "5", points=75, seat="N")
    assert outcome.next_seat is None
    assert outcome.state.north_south == "A"
    assert judged(rules("groups-cross-knockout"), "5", "5", points=80, seat="N").next_seat == "W"


def test_bidder_of_the_declaring_side_plays_and_others_make_their_next_seat_declarer() -> None:
    assert seat_by_bid("N", Side.A, Side.A) == "N"
    assert seat_by_bid("S", Side.A, Side.A) == "S"
    assert seat_by_bid("E", Side.A, Side.A) == "N"
    assert seat_by_bid("W", Side.A, Side.A) == "S"
    assert seat_by_bid("N", Side.B, Side.A) == "W"


def test_no_seat_is_told_where_none_is_kept() -> None:
    assert judged(rules("swiss-60min"), "5", "5", points=60).next_seat is None


class TestSeatsThatDoNotFollow:
    def test_unknown_seat_is_refused(self) -> None:
        assert one(refused(eighty(), "5", "5", points=40, seat="X")) == ("seat-unknown", "seat")

    def test_declarer_must_sit_where_his_side_sits(self) -> None:
        rule_set = eighty()
        state = judged(rule_set, "5", "5", points=40, seat="N").state
        assert one(refused(rule_set, "", "", state=state, points=40, seat="E")) == (
            "seat-of-the-other-side",
            "seat",
        )

    def test_seat_must_follow_from_the_hand_before(self) -> None:
        rule_set = eighty()
        state = judged(rule_set, "5", "5", points=40, seat="N").state
        problems = refused(rule_set, "", "", state=state, points=40, seat="N")
        assert one(problems) == ("seat-does-not-follow", "seat")
        assert problems[0].values["expected"] == "S"
        assert judged(rule_set, "", "", state=state, points=40, seat="S").next_seat == "N"

    def test_wrong_seat_is_accepted_with_a_reason(self) -> None:
        rule_set = eighty()
        state = judged(rule_set, "5", "5", points=40, seat="N").state
        outcome = judged(rule_set, "", "", state=state, points=40, seat="N", reason="按裁判决定")
        assert outcome.next_seat == "S"

    def test_wrong_declarer_costs_the_deal_and_the_true_declarers_next_seat_plays(self) -> None:
        rule_set = rules("swiss-60min")
        state = judged(rule_set, "5", "5", points=60, seat="N").state
        outcome = judged(
            rule_set, "", "", state=state, seat="N", penalties=(PenaltyFact("wrong-declarer", "declarers"),)
        )
        assert (outcome.hand, outcome.next_declarer) == ("over", "B")
        assert outcome.next_seat == "E"  # the player after south, who should have declared
        assert outcome.gained == {"A": 0, "B": 0}

    def test_another_penalty_does_not_excuse_a_wrong_seat(self) -> None:
        rule_set = rules("swiss-60min")
        state = judged(rule_set, "5", "5", points=60, seat="N").state
        fact = PenaltyFact("wrong-bury", "declarers")
        assert (
            one(refused(rule_set, "", "", state=state, seat="N", penalties=(fact,)))[0]
            == "seat-does-not-follow"
        )


class TestNobodyBids:
    def test_redeal_leaves_everything_as_it_was(self) -> None:
        rule_set = rules("union-squads")
        start = opening(rule_set)
        outcome = judge(rule_set, start, HandFacts("", nobody_bid=True))
        assert isinstance(outcome, Outcome)
        assert outcome.redeal
        assert outcome.state == start
        assert outcome.next_level is None
        assert codes(outcome) == ["nobody-bid-redeal"]

    def test_deal_passes_and_the_attackers_level_is_played(self) -> None:
        outcome = judged(rules("union-squads"), "9", "6", nobody_bid=True, seat="N")
        assert outcome.redeal
        assert (outcome.next_declarer, outcome.next_level, outcome.next_seat) == ("B", "6", "W")
        assert outcome.gained == {"A": 0, "B": 0}

    def test_same_declarers_may_have_to_play_the_attackers_level(self) -> None:
        rule_set = rules("union-squads", deal__nobody_bids="attackers_level")
        outcome = judged(rule_set, "9", "6", nobody_bid=True)
        assert (outcome.next_declarer, outcome.next_level) == ("A", "6")
        assert outcome.levels == {"A": "9", "B": "6"}
        after = judged(rule_set, "", "", state=outcome.state, points=60)
        assert (after.levels["A"], after.next_level) == ("10", "10")

    def test_declarer_need_not_be_named_when_the_hand_is_dealt_again(self) -> None:
        rule_set = rules("union-squads")
        outcome = judge(rule_set, at(rule_set, "9", "6", "B"), HandFacts("", nobody_bid=True))
        assert isinstance(outcome, Outcome)
        assert outcome.next_declarer == "A"

    @pytest.mark.parametrize(
        ("slug", "code"),
        [
            ("knockout-3deck", "nobody-bid-flip-most-frequent"),
            ("groups-cross-knockout", "nobody-bid-flip-highest"),
            ("branch-squads", "nobody-bid-flip-first-non-joker"),
            ("four-deck-rounds", "nobody-bid-no-trump"),
            ("twenty-per-level", "nobody-bid-no-trump"),
        ],
    )
    def test_hand_is_played_with_the_trumps_that_the_rules_find(self, slug: str, code: str) -> None:
        outcome = judged(rules(slug), "5", "5", points=100, nobody_bid=True)
        assert not outcome.redeal
        assert codes(outcome)[0] == code
        assert outcome.reasons[0].clause
        asked = refused(rules(slug), "5", "5", nobody_bid=True)
        assert one(asked) == ("nobody-bid-play-on", "points")
        assert f"nobody-bid-{str(asked[0].values['policy']).replace('_', '-')}" == code

    def test_first_hand_has_a_rule_of_its_own(self) -> None:
        rule_set = rules("union-squads")
        first = judge(rule_set, at(rule_set, "3", "3", None), HandFacts("A", nobody_bid=True))
        later = judge(rule_set, at(rule_set, "3", "3", "A"), HandFacts("A", nobody_bid=True))
        assert isinstance(first, Outcome) and isinstance(later, Outcome)
        assert (codes(first)[0], codes(later)[0]) == ("nobody-bid-redeal", "nobody-bid-deal-passes")


def test_void_hand_changes_nothing() -> None:
    rule_set = eighty()
    before = at(rule_set, "5", "8", "A", seat="N")
    outcome = judged(rule_set, "", "", state=before, void=True)
    assert outcome.state == before
    assert (outcome.hand, outcome.points, outcome.next_seat) == ("void", None, "N")
    assert codes(outcome) == ["hand-void", "next-seat"]
