"""Hooks: who falls, how far, and when nobody does."""

from typing import Any

from rules.hands import LastTrick, RuleSet, with_changes
from tests.rules.hands.building import at, codes, eighty, judged, one, refused, rules

J = LastTrick("attackers", 1, 1, rank="J")
ACE = LastTrick("attackers", 1, 1, rank="A")
FUYANG = "groups-cross-knockout"


def hook(**keys: Any) -> RuleSet:
    return eighty(hooks=[{"at": "J", "card": "J", "fall_to": "2", **keys}])


def test_hooked_side_falls_and_keeps_the_deal_below_the_threshold() -> None:
    outcome = judged(rules(FUYANG), "J", "5", points=70, last_trick=J)
    assert outcome.levels == {"A": "2", "B": "5"}
    assert (outcome.next_declarer, outcome.next_level) == ("A", "2")
    assert outcome.gained == {"A": -9, "B": 0}
    assert "hook-keeps-deal" in codes(outcome)


def test_hooked_side_may_fall_first_and_then_add_what_it_held() -> None:
    rule_set = with_changes(rules(FUYANG), {"hooks.0.below_threshold": "fall_then_add"})
    outcome = judged(rule_set, "J", "5", points=60, last_trick=J)
    assert (outcome.levels["A"], outcome.next_declarer) == ("4", "A")


def test_hooked_side_may_lose_the_deal_below_the_threshold() -> None:
    outcome = judged(hook(below_threshold="fall_lose_deal"), "J", "5", points=60, last_trick=J)
    assert (outcome.levels, outcome.next_declarer) == ({"A": "2", "B": "5"}, "B")


def test_hook_needs_the_threshold_where_the_rules_say_so() -> None:
    outcome = judged(
        rules("twenty-per-level"), "J", "5", points=75, last_trick=J._replace(suit="S"), trump_suit="S"
    )
    assert outcome.levels["A"] == "Q"
    assert "hook-below-threshold" in codes(outcome)


def test_single_ace_drops_to_jack_and_a_pair_to_two() -> None:
    single = judged(rules(FUYANG), "A", "5", points=80, last_trick=ACE)
    assert single.levels["A"] == "J"
    pair = judged(rules(FUYANG), "A", "5", points=80, last_trick=ACE._replace(unit=2, cards=2))
    assert pair.levels["A"] == "2"


def test_pair_of_jacks_hooks_like_a_single_one_unless_the_rules_say_single() -> None:
    pair = J._replace(unit=2, cards=2)
    assert judged(rules(FUYANG), "J", "5", points=80, last_trick=pair).levels["A"] == "2"
    single_trump = with_changes(rules(FUYANG), {"hooks.0.form": "single", "hooks.0.suit": "trump"})
    assert judged(single_trump, "J", "5", points=80, last_trick=pair).levels["A"] == "J"
    real = J._replace(suit="S")
    assert judged(single_trump, "J", "5", points=80, last_trick=real, trump_suit="S").levels["A"] == "2"
    other = J._replace(suit="H")
    assert judged(single_trump, "J", "5", points=80, last_trick=other, trump_suit="S").levels["A"] == "J"


def test_only_the_level_being_played_is_hooked() -> None:
    assert judged(rules(FUYANG), "10", "5", points=80, last_trick=J).levels["A"] == "10"
    assert judged(rules(FUYANG), "J", "5", points=80, last_trick=ACE).levels["A"] == "J"


def test_nobody_is_hooked_when_the_declarers_win_the_last_trick() -> None:
    kept = J._replace(by="declarers")
    assert judged(rules(FUYANG), "J", "5", points=80, last_trick=kept).levels["A"] == "J"


def test_trump_flag_tells_the_suit_where_no_suit_is_given() -> None:
    rule_set = rules("twenty-per-level")
    assert judged(rule_set, "J", "5", points=80, last_trick=J._replace(trump=True)).levels["A"] == "2"
    assert judged(rule_set, "J", "5", points=80, last_trick=J._replace(trump=False)).levels["A"] == "8"


def test_any_jack_hooks_without_trumps() -> None:
    rule_set = rules("twenty-per-level")
    trick = J._replace(suit="H")
    assert judged(rule_set, "J", "5", points=80, last_trick=trick, trump_suit="NT").levels["A"] == "2"
    assert judged(rule_set, "J", "5", points=80, last_trick=trick, nobody_bid=True).levels["A"] == "2"
    assert judged(rule_set, "J", "5", points=80, last_trick=trick, trump_suit="S").levels["A"] == "8"


def test_hook_may_drop_by_a_number_of_levels() -> None:
    rule_set = eighty(hooks=[{"at": "J", "fall_by": 3}])
    assert judged(rule_set, "J", "5", points=80, last_trick=J).levels["A"] == "8"


def test_hook_may_set_what_the_attackers_gain() -> None:
    outcome = judged(hook(attackers_gain=2), "J", "5", points=80, last_trick=J)
    assert outcome.levels["B"] == "7"
    assert "hook-attackers-gain" in codes(outcome)


def test_hooks_to_the_start_are_counted_and_others_are_not() -> None:
    assert judged(rules(FUYANG), "J", "5", points=80, last_trick=J).state.hooked("A") == 1
    assert judged(rules(FUYANG), "A", "5", points=80, last_trick=ACE).state.hooked("A") == 0
    assert judged(rules(FUYANG), "5", "J", "B", points=80, last_trick=J).state.hooked("B") == 1


def test_side_hooked_twice_loses_the_game_even_below_the_threshold() -> None:
    rule_set = rules(FUYANG)
    state = at(rule_set, "5", "J", "B", hooked={"A": 0, "B": 1})
    outcome = judged(rule_set, "", "", "B", state=state, points=40, last_trick=J)
    assert outcome.winner == "A"
    assert outcome.next_declarer is None
    assert [(effect.code, effect.side, effect.clause) for effect in outcome.effects] == [
        ("game-lost", "B", "八-二-3")
    ]


def test_third_hook_is_nothing_special_where_the_rules_are_silent() -> None:
    rule_set = hook()
    state = at(rule_set, "J", "5", hooked={"A": 4, "B": 0})
    assert judged(rule_set, "", "", state=state, points=80, last_trick=J).winner is None


def test_levels_that_attackers_cannot_use_are_taken_off_after_the_fall() -> None:
    # Attackers stand on 2, which has to be declared first: two levels go to waste.
    rule_set = rules("twenty-per-level")
    trump = judged(rule_set, "J", "2", points=120, last_trick=J._replace(suit="S"), trump_suit="S")
    assert trump.levels == {"A": "-3", "B": "2"}
    side = judged(rule_set, "J", "2", points=120, last_trick=J._replace(suit="H"), trump_suit="S")
    assert side.levels == {"A": "6", "B": "2"}


def test_what_decides_a_hook_has_to_be_known() -> None:
    suit = refused(rules("twenty-per-level"), "J", "5", points=80, last_trick=J, trump_suit="S")
    assert one(suit) == ("trump-missing", "last_trick.trump")
    form = refused(rules(FUYANG), "A", "5", points=80, last_trick=LastTrick("attackers", rank="A"))
    assert one(form) == ("form-missing", "last_trick.unit")
    assert (
        judged(rules(FUYANG), "J", "5", points=80, last_trick=LastTrick("attackers", rank="J")).gained_a == -9
    )


def test_nobody_is_hooked_below_the_first_rung() -> None:
    rule_set = rules("twenty-per-level")
    outcome = judged(rule_set, "-J", "5", points=80, last_trick=J._replace(suit="S"), trump_suit="S")
    assert outcome.levels == {"A": "-J", "B": "5"}
