"""Lots: anyone can repeat a draw from its seed by the method that docs/pair.md writes down."""

import random
from collections import Counter

import pytest

from rules.answers import Refused
from tournament.pairing import Lots, PairingOptions, draw_order, load_options


@pytest.mark.parametrize("seed", (0, 7, 123456, "000007", "阜阳 2024"))
def test_a_draw_is_repeated_by_the_method_in_words(seed):
    names = list("甲乙丙丁戊己庚辛")
    generator = random.Random(seed)
    by_hand = list(names)
    for place in range(8, 1, -1):
        other = int(generator.random() * place) + 1
        by_hand[place - 1], by_hand[other - 1] = by_hand[other - 1], by_hand[place - 1]
    assert draw_order(names, seed) == by_hand
    assert names == list("甲乙丙丁戊己庚辛")


def test_every_order_is_about_equally_likely():
    orders = Counter("".join(draw_order("abc", seed)) for seed in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 850


def test_one_bag_gives_one_lot_after_another():
    bag = Lots(3)
    assert [bag.below(6) for _ in range(5)] == [
        int(number * 6) for number in (lambda g: [g.random() for _ in range(5)])(random.Random(3))
    ]


def test_options_are_read_from_a_template():
    options = load_options(
        {"method": "round_robin", "first_round": "lots", "same_branch": "avoid", "double": True}
    )
    assert options == PairingOptions(method="berger", first_round="lots", same_branch="avoid", double=True)
    assert load_options({}) == PairingOptions()
    assert load_options({"same_branch_reach": None}).same_branch_reach is None


def test_the_first_round_may_have_its_own_method_and_rule():
    options = load_options({"first_round": "lots", "first_round_same_branch": "never"})
    assert options.for_round(1) == load_options(
        {"method": "lots", "first_round": "lots", "same_branch": "never", "first_round_same_branch": "never"}
    )
    assert options.for_round(2) is options
    assert load_options({"first_round": "order"}).for_round(1).method == "adjacent"


def test_every_wrong_option_is_named_by_its_key():
    with pytest.raises(Refused) as caught:
        load_options(
            {
                "method": "monrad",
                "rematches": ["avoid"],
                "same_branch_reach": 0,
                "same_branch_price": True,
                "double": "yes",
                "colour": 1,
            }
        )
    assert [(problem.code, problem.at) for problem in caught.value.problems] == [
        ("option-unknown-value", "pairing.method"),
        ("option-unknown-value", "pairing.rematches"),
        ("option-not-a-count", "pairing.same_branch_reach"),
        ("option-not-a-count", "pairing.same_branch_price"),
        ("option-not-yes-or-no", "pairing.double"),
        ("option-unknown", "pairing.colour"),
    ]
