"""What arithmetic allows: the impossible is refused at its place, the unlikely asks for a second look."""

from dataclasses import replace
from typing import Any

import pytest

from rules.hands import HandFacts, LastTrick, Outcome, PenaltyFact, Side, judge, opening
from rules.hands.judging import judge_at_length
from tests.rules.hands.building import at, codes, eighty, judged, one, refused, rules

WON = LastTrick("attackers", 1, 1, True)
KEPT = LastTrick("declarers", 1, 1, True)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"points": 83}, ("points-not-multiple-of-five", "points")),
        ({"points": 4000}, ("points-out-of-range", "points")),
        ({"points": -205}, ("points-out-of-range", "points")),
        ({}, ("points-missing", "points")),
        ({"tricks": 81, "last_trick": KEPT}, ("points-not-multiple-of-five", "tricks")),
        ({"tricks": 205, "last_trick": KEPT}, ("points-out-of-range", "tricks")),
        ({"tricks": -5, "last_trick": KEPT}, ("points-out-of-range", "tricks")),
        ({"tricks": 80, "bottom": 85, "last_trick": WON}, ("points-out-of-range", "bottom")),
        ({"tricks": 80, "bottom": 12, "last_trick": WON}, ("points-not-multiple-of-five", "bottom")),
        ({"tricks": 185, "bottom": 20, "last_trick": WON}, ("tricks-and-bottom-exceed-total", "tricks")),
        ({"tricks": 80}, ("last-trick-missing", "last_trick")),
        ({"tricks": 80, "last_trick": WON}, ("bottom-missing", "bottom")),
        (
            {"tricks": 80, "bottom": 5, "last_trick": LastTrick("attackers")},
            ("form-missing", "last_trick.unit"),
        ),
        ({"points": 80, "last_trick": LastTrick("nobody")}, ("side-unknown", "last_trick.by")),
        ({"points": 80, "last_trick": WON._replace(unit=3)}, ("form-needs-more-decks", "last_trick.unit")),
        ({"points": 80, "last_trick": WON._replace(unit=5)}, ("form-unknown", "last_trick.unit")),
        ({"points": 80, "last_trick": WON._replace(unit=2, cards=3)}, ("form-cards", "last_trick.cards")),
        ({"points": 80, "last_trick": WON._replace(cards=2)}, ("form-cards", "last_trick.cards")),
        ({"points": 80, "last_trick": WON._replace(unit=2, cards=26)}, ("form-cards", "last_trick.cards")),
        ({"points": 80, "last_trick": WON._replace(rank="1")}, ("rank-unknown", "last_trick.rank")),
        ({"points": 80, "last_trick": WON._replace(suit="X")}, ("suit-unknown", "last_trick.suit")),
        ({"points": 80, "trump_suit": "X"}, ("suit-unknown", "trump_suit")),
        ({"points": 80, "buried_by": "C"}, ("side-unknown", "buried_by")),
        (
            {"points": 90, "tricks": 75, "bottom": 5, "last_trick": WON},
            ("points-do-not-add-up", "points"),
        ),
        ({"points": 30, "bottom": 20, "last_trick": WON}, ("points-do-not-fit-bottom", "points")),
        ({"points": 190, "bottom": 20, "last_trick": KEPT}, ("points-do-not-fit-bottom", "points")),
        (
            {"points": 60, "bottom": 20, "last_trick": LastTrick("attackers")},
            ("form-missing", "last_trick.unit"),
        ),
    ],
)
def test_impossible_is_refused_at_its_place(facts: dict[str, Any], expected: tuple[str, str]) -> None:
    assert one(refused(eighty(), "5", "5", **facts)) == expected


def test_what_adds_up_is_accepted() -> None:
    outcome = judged(eighty(), "5", "5", points=85, tricks=75, bottom=5, last_trick=WON)
    assert outcome.points == 85
    assert judged(eighty(), "5", "5", points=115, bottom=20, last_trick=WON).points == 115


def test_bottom_points_need_a_bottom() -> None:
    assert one(refused(rules("four-deck-rounds"), "5", "5", points=80, bottom=5)) == ("no-bottom", "bottom")
    assert judged(rules("four-deck-rounds"), "5", "5", tricks=80, bottom=0).points == 80


def test_without_a_bottom_the_last_trick_need_not_be_known() -> None:
    assert judged(rules("four-deck-rounds"), "5", "5", tricks=165).points == 165


@pytest.mark.parametrize(
    ("trick", "trump_suit"),
    [
        (WON._replace(rank="9", suit="H", trump=True), "S"),
        (WON._replace(rank="9", suit="S", trump=False), "S"),
        (WON._replace(rank="9", trump=True), "NT"),
        (WON._replace(rank="9", suit="H", trump=True), "NT"),
    ],
)
def test_trumps_that_cannot_be_trumps_are_refused(trick: LastTrick, trump_suit: str) -> None:
    problems = refused(eighty(), "5", "5", points=80, last_trick=trick, trump_suit=trump_suit)
    assert one(problems) == ("trump-contradicts", "last_trick.trump")


@pytest.mark.parametrize(
    ("trick", "trump_suit"),
    [
        (WON._replace(rank="BJ"), "S"),
        (WON._replace(rank="9", suit="S"), "S"),
        (WON._replace(rank="9"), "S"),
        (WON._replace(rank="5", suit="H"), "S"),
        (WON._replace(rank="9", suit="H", trump=False), "NT"),
        (WON._replace(rank="9", suit="H", trump=None), "S"),
    ],
)
def test_trumps_that_can_be_trumps_are_accepted(trick: LastTrick, trump_suit: str) -> None:
    assert judged(eighty(), "5", "5", points=80, last_trick=trick, trump_suit=trump_suit).points == 80


def test_permanent_trump_is_trumps_in_every_suit() -> None:
    trick = WON._replace(rank="2", suit="H", trump=True)
    outcome = judged(rules("union-squads"), "5", "5", points=80, last_trick=trick, trump_suit="S")
    assert outcome.points == 80


def test_jokers_cannot_win_where_there_are_none() -> None:
    problems = refused(eighty(jokers=False), "5", "5", points=80, last_trick=WON._replace(rank="BJ"))
    assert one(problems) == ("rank-unknown", "last_trick.rank")


def test_trumps_must_be_known_where_it_matters() -> None:
    unknown = LastTrick("attackers", 1, 1)
    problems = refused(rules("knockout-3deck"), "5", "5", tricks=80, bottom=10, last_trick=unknown)
    assert one(problems) == ("trump-missing", "last_trick.trump")
    joker = unknown._replace(rank="BJ")
    assert judged(rules("knockout-3deck"), "5", "5", tricks=80, bottom=10, last_trick=joker).points == 110
    assert judged(rules("swiss-60min"), "5", "5", tricks=80, bottom=10, last_trick=unknown).points == 110


class TestTheHandBefore:
    def test_declarer_must_follow_from_it(self) -> None:
        rule_set = eighty()
        before = judged(rule_set, "5", "5", points=80)
        problems = refused(rule_set, "", "", "A", state=before.state, points=40)
        assert one(problems) == ("declarer-does-not-follow", "declarer")
        assert problems[0].values == {"given": "A", "expected": "B"}

    def test_contradiction_is_accepted_with_a_reason(self) -> None:
        rule_set = eighty()
        before = judged(rule_set, "5", "5", points=80)
        outcome = judged(rule_set, "", "", "A", state=before.state, points=40, reason="裁判长同意")
        assert outcome.levels == {"A": "6", "B": "5"}
        assert outcome.reasons[0].code == "accepted-with-reason"

    def test_anybody_may_declare_the_first_hand(self) -> None:
        rule_set = eighty()
        for side in Side:
            assert judged(rule_set, "", "", side, state=opening(rule_set), points=40).next_declarer == side

    def test_levels_that_are_said_must_follow_from_it(self) -> None:
        facts: dict[str, Any] = {"points": 40, "levels": {"A": "5", "B": "6"}}
        assert one(refused(eighty(), "5", "5", **facts)) == ("levels-do-not-follow", "levels.B")
        assert judged(eighty(), "5", "5", points=40, levels={"A": "5", "B": "5"}).gained_a == 1
        assert judged(eighty(), "5", "5", points=40, levels={"A": "5"}).gained_a == 1

    def test_no_hand_comes_after_the_end(self) -> None:
        rule_set = eighty()
        outcome = judged(rule_set, "A", "5", points=40)
        assert outcome.winner == "A"
        assert one(refused(rule_set, "", "", state=outcome.state, points=40)) == ("game-over", "")
        assert one(refused(rule_set, "passed", "5", points=40)) == ("game-over", "")
        assert one(refused(rule_set, "5", "passed", points=40)) == ("game-over", "")

    @pytest.mark.parametrize("declarer", ["", "C", "a"])
    def test_declarer_must_be_a_side(self, declarer: str) -> None:
        rule_set = eighty()
        problems = judge(rule_set, opening(rule_set), HandFacts(declarer, 40))
        assert not isinstance(problems, Outcome)
        assert one(problems) == ("declarer-unknown", "declarer")


class TestUnlikely:
    @staticmethod
    def warned(outcome: Outcome) -> list[tuple[str, str]]:
        assert all(problem.severity == "unlikely" for problem in outcome.warnings)
        return [(problem.code, problem.at) for problem in outcome.warnings]

    @pytest.mark.parametrize("points", [0, 200])
    def test_all_points_to_one_side_twice_running(self, points: int) -> None:
        rule_set = eighty()
        first = judged(rule_set, "2", "2", points=points)
        assert self.warned(first) == []
        declarer = first.next_declarer
        assert declarer is not None
        second = judged(rule_set, "", "", declarer, state=first.state, points=0)
        assert self.warned(second) == [("all-points-twice", "points")]

    def test_all_points_to_different_sides_are_nothing_special(self) -> None:
        rule_set = eighty()
        first = judged(rule_set, "2", "2", points=200)
        second = judged(rule_set, "", "", "B", state=first.state, points=200)
        assert self.warned(second) == []

    def test_hand_of_one_minute(self) -> None:
        assert self.warned(judged(eighty(), "2", "2", points=40, minutes=1)) == [
            ("hand-very-quick", "minutes")
        ]
        assert self.warned(judged(eighty(), "2", "2", points=40, minutes=6)) == []

    def test_negative_total_without_a_penalty(self) -> None:
        assert self.warned(judged(eighty(), "2", "2", points=-20)) == [("points-negative", "points")]

    def test_total_far_above_the_decks(self) -> None:
        assert self.warned(judged(eighty(), "2", "2", points=405)) == [("points-very-high", "points")]
        assert self.warned(judged(eighty(), "2", "2", points=400)) == []


class TestTotalsWithPenalties:
    def test_listed_penalties_widen_what_a_total_can_be(self) -> None:
        rule_set = rules("swiss-60min")
        fact = PenaltyFact("wrong-card", "attackers", 2)
        outcome = judged(rule_set, "5", "5", points=-20, penalties=(fact,))
        assert outcome.points == -20
        assert outcome.warnings == ()
        assert one(refused(rule_set, "5", "5", points=-25, penalties=(fact,))) == (
            "points-out-of-range",
            "points",
        )

    def test_points_given_are_after_penalties(self) -> None:
        fact = PenaltyFact("wrong-card", "declarers", 2)
        assert judged(rules("swiss-60min"), "5", "5", points=100, penalties=(fact,)).points == 100

    def test_points_counted_are_before_penalties(self) -> None:
        fact = PenaltyFact("wrong-card", "declarers", 2)
        outcome = judged(rules("swiss-60min"), "5", "5", tricks=100, last_trick=KEPT, penalties=(fact,))
        assert outcome.points == 120
        assert outcome.next_declarer == "B"

    def test_lost_bottom_may_take_a_total_below_zero(self) -> None:
        outcome = judged(
            rules("twenty-per-level"), "5", "5", tricks=10, bottom=20, buried_by="attackers", last_trick=KEPT
        )
        assert outcome.points == -30
        assert judged(rules("twenty-per-level"), "5", "5", points=-300).points == -300


class TestBottomThatAttackersBuried:
    FACTS: dict[str, Any] = {"tricks": 40, "bottom": 20, "buried_by": "B", "last_trick": WON}

    def test_counts_as_won_by_default(self) -> None:
        assert judged(eighty(), "5", "5", **self.FACTS).points == 80

    def test_counts_once_or_nothing_where_the_rules_say_so(self) -> None:
        once = eighty(bottom__buried_by_attackers={"held": "once"})
        outcome = judged(once, "5", "5", **self.FACTS)
        assert (outcome.points, codes(outcome)[0]) == (60, "bottom-once")
        nothing = eighty(bottom__buried_by_attackers={"held": "nothing"})
        outcome = judged(nothing, "5", "5", **self.FACTS)
        assert (outcome.points, codes(outcome)[0]) == (40, "bottom-own")

    def test_lost_bottom_is_subtracted_only_where_the_rules_say_so(self) -> None:
        facts = {**self.FACTS, "last_trick": KEPT}
        assert judged(eighty(), "5", "5", **facts).points == 40
        subtracts = eighty(bottom__buried_by_attackers={"lost": "subtract"})
        assert judged(subtracts, "5", "5", **facts).points == 0


def test_bottom_may_be_worth_nothing_at_all() -> None:
    rule_set = eighty(bottom={"none": True})
    assert judged(rule_set, "5", "5", tricks=70, last_trick=WON, bottom=20).points == 70
    assert judged(eighty(bottom={"per_card": 0, "multiplier": {}}), "5", "5", tricks=70).points == 70


def test_trump_only_bottom_counts_nothing_from_a_side_suit() -> None:
    trick = LastTrick("attackers", 2, 2, False)
    outcome = judged(rules("knockout-3deck"), "5", "5", tricks=70, bottom=20, last_trick=trick)
    assert (outcome.points, codes(outcome)[0]) == (70, "bottom-not-trump")
    both = rules("knockout-3deck", bottom__trump_only=False)
    assert judged(both, "5", "5", tricks=70, bottom=20, last_trick=trick).points == 190


def test_level_card_of_a_side_suit_wins_as_trumps() -> None:
    trick = LastTrick("attackers", 1, 1, None, "5", "H")
    outcome = judged(
        rules("knockout-best-of-three"), "5", "5", tricks=5, bottom=10, last_trick=trick, trump_suit="S"
    )
    assert outcome.points == 25


class TestTheQuickWay:
    """The commonest hand goes a shorter way; the answers are the same, with reasons and without."""

    @pytest.mark.parametrize(
        ("slug", "a", "b", "facts"),
        [
            ("swiss-60min", "5", "6", {"points": 60}),
            ("swiss-60min", "5", "6", {"points": 83}),
            ("swiss-60min", "5", "6", {"points": 0}),
            ("swiss-60min", "5", "6", {"points": 60, "seat": "N"}),
            ("swiss-60min", "5", "6", {}),
            ("knockout-3deck", "A", "6", {"points": 60}),
            ("twenty-per-level", "6", "2", {"points": 120}),
            ("union-squads", "9", "6", {"nobody_bid": True}),
        ],
    )
    def test_answers_are_those_of_the_long_way(
        self, slug: str, a: str, b: str, facts: dict[str, Any]
    ) -> None:
        rule_set = rules(slug)
        for state in (at(rule_set, a, b, None), at(rule_set, a, b), at(rule_set, a, b, "B")):
            for declarer in ("A", "B", "C"):
                hand = HandFacts(declarer, **facts)
                long = judge_at_length(rule_set, state, hand)
                assert judge(rule_set, state, hand) == long
                quick = judge(rule_set, state, hand, explain=False)
                assert quick == (replace(long, reasons=()) if isinstance(long, Outcome) else long)

    def test_total_outside_the_limits_is_held_there(self) -> None:
        rule_set = eighty(table__clamp=[50, 150])
        outcome = judge(rule_set, at(rule_set, "5", "5"), HandFacts("A", 30), explain=False)
        assert isinstance(outcome, Outcome)
        assert outcome.points == 50

    def test_level_that_is_not_the_declarers_own_goes_the_long_way(self) -> None:
        rule_set = eighty()
        state = at(rule_set, "5", "5")._replace(playing=0)
        outcome = judge(rule_set, state, HandFacts("A", 40), explain=False)
        assert isinstance(outcome, Outcome)
        assert outcome.state.playing is None

    def test_finished_game_is_refused_both_ways(self) -> None:
        rule_set = eighty()
        answer = judge(rule_set, at(rule_set, "passed", "5"), HandFacts("A", 40), explain=False)
        assert not isinstance(answer, Outcome)
        assert one(answer) == ("game-over", "")
