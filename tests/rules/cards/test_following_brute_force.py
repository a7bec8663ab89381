"""The engine's legal follows against the definition, enumerated independently, on small decks."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import Card, Shape, combine
from rules.cards.following import duty_of, fault_of, legal_plays
from tests.rules.cards import naive
from tests.rules.cards.tables import order

SUIT_RANKS = ("3", "4", "5", "6")


def cards_of(counts: naive.Counts, suit: str = "H") -> list[Card]:
    return [Card(suit, rank) for rank, held in zip(SUIT_RANKS, counts, strict=True) for _ in range(held)]


def lead_of(led: tuple[naive.Shape, ...]) -> list[Card]:
    """A lead of exactly these shapes, of ranks that the hand cannot hold, each apart from the next."""
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    lead: list[Card] = []
    for unit, length in led:
        lead += [Card("H", rank) for rank in ranks[:length] for _ in range(unit)]
        del ranks[: length + 1]
    return lead


def check(
    situation,
    hand_counts: naive.Counts,
    led: tuple[naive.Shape, ...],
    with_unit: bool,
    lists: naive.Lists | None = None,
    special: tuple[naive.Shape, ...] = (),
) -> None:
    """``special`` are shapes that may be played in place of what is owed."""
    lead, hand = lead_of(led), cards_of(hand_counts)
    form = tuple(Shape(*shape) for shape in led)
    parts = combine(situation, lead, form)
    duty = duty_of(situation, parts, lead, hand)
    asked = len(lead)
    if len(hand) <= asked:
        assert duty.rule in ("free", "all-of-suit")
        return
    assert tuple(sorted(duty.form, reverse=True)) == naive.owed(hand_counts, led, with_unit, lists)
    expected = naive.legal(hand_counts, led, with_unit, lists)
    if duty.form:
        expected |= {
            play
            for play in naive.plays(hand_counts, asked)
            if any(naive.can_lay(play, (shape,)) for shape in special)
        }
    found = {
        play
        for play in naive.plays(hand_counts, asked)
        if fault_of(situation, duty, hand, cards_of(play)) is None
    }
    assert found == expected
    for play in legal_plays(situation, parts, duty, hand):
        assert tuple(play.count(Card("H", rank)) for rank in SUIT_RANKS) in expected


TWO_DECK_PARTS = [(2, 1), (2, 2), (2, 3)]
TWO_DECK_LEADS = [
    *((part,) for part in TWO_DECK_PARTS),
    ((1, 1),),
    ((2, 1), (1, 1)),
    ((2, 1), (2, 1)),
    ((2, 2), (1, 1)),
    ((2, 2), (2, 1)),
    ((2, 1), (2, 1), (1, 1)),
]


@pytest.mark.parametrize("led", TWO_DECK_LEADS)
def test_with_two_decks_exactly_the_plays_of_the_definition_are_legal(led):
    situation = order("groups-cross-knockout")
    for hand in product(range(3), repeat=len(SUIT_RANKS)):
        check(situation, hand, led, with_unit=False)


THREE_DECK_LEADS = [
    ((3, 1),),
    ((2, 2),),
    ((3, 2),),
    ((2, 3),),
    ((3, 1), (2, 1)),
    ((2, 1), (2, 1)),
    ((3, 1), (1, 1)),
]


@pytest.mark.parametrize("led", THREE_DECK_LEADS)
def test_with_three_decks_exactly_the_plays_of_the_definition_are_legal(led):
    situation = order("union-squads", level="2")
    for hand in product(range(4), repeat=len(SUIT_RANKS)):
        if sum(hand) <= 9 or hand in ((3, 3, 3, 3), (3, 3, 2, 2)):
            check(situation, hand, led, with_unit=False)


@pytest.mark.parametrize("led", [((2, 2),), ((2, 3),), ((2, 2), (1, 1)), ((2, 1), (2, 1))])
def test_where_triples_need_not_be_broken_for_a_tractor_the_definition_says_when_they_must(led):
    situation = order("swiss-60min")
    for hand in product(range(4), repeat=len(SUIT_RANKS)):
        if sum(hand) <= 9 or hand in ((3, 3, 3, 3), (3, 3, 2, 2)):
            special = ((3, 2),) if led == ((2, 3),) else ()
            check(situation, hand, led, with_unit=True, special=special)


shapes = st.one_of(
    st.tuples(st.integers(2, 4), st.integers(1, 2)), st.tuples(st.just(2), st.just(3)), st.just((1, 1))
)


def highest_first(parts: list[naive.Shape]) -> tuple[naive.Shape, ...]:
    """More cards are higher, then larger units: the order in which the parts of a lead ask for theirs."""
    return tuple(sorted(parts, key=lambda part: (part[0] * part[1], part[0]), reverse=True))


@given(
    hand=st.tuples(*[st.integers(0, 4)] * len(SUIT_RANKS)),
    led=st.lists(shapes, min_size=1, max_size=2).map(highest_first),
)
def test_with_four_decks_any_hand_and_lead_agree_with_the_definition(hand, led):
    if sum(length + 1 for _, length in led) <= 8:
        check(
            order("four-deck-rounds", level="2", follow_lists={}, follow_runs={}), hand, led, with_unit=False
        )


SINGLE_RUNS = {  # 一-7: 444555, then a tractor and any two, two triples, a triple and a pair …
    (3, 2): [
        ((3, 2),),
        ((2, 2),),
        ((3, 1), (3, 1)),
        ((3, 1), (2, 1)),
        ((3, 1),),
        ((2, 1), (2, 1)),
        ((2, 1),),
        (),
    ]
}
FOUR_DECKS = {  # 四-2 to 四-4
    (4, 1): [((4, 1),), ((2, 2),), ((2, 1), (2, 1)), ((2, 1),), ()],
    (3, 1): [((3, 1),), ((2, 1),), ()],
    (3, 2): [((3, 2),), *naive.ladder((2, 3))],
    (4, 2): [((4, 2),), ((3, 2), (2, 1)), *naive.ladder((2, 4))],
}


@given(
    hand=st.tuples(*[st.integers(0, 3)] * len(SUIT_RANKS)),
    led=st.sampled_from([((3, 2),), ((3, 2), (2, 1)), ((3, 2), (3, 1))]),
)
def test_a_regulations_own_list_for_runs_of_triples_is_followed_to_the_letter(hand, led):
    check(order("knockout-3deck", level="2"), hand, led, with_unit=False, lists=SINGLE_RUNS)


@given(
    hand=st.tuples(*[st.integers(0, 4)] * len(SUIT_RANKS)),
    led=st.sampled_from([((4, 1),), ((3, 1),), ((3, 2),), ((4, 2),), ((4, 1), (2, 1)), ((3, 2), (2, 1))]),
)
def test_the_lists_for_four_decks_are_followed_to_the_letter(hand, led):
    check(order("four-deck-rounds", level="2"), hand, led, with_unit=False, lists=FOUR_DECKS)


def test_the_list_that_the_swiss_regulation_gives_is_the_general_one():
    """三-2-4, a to g: what the general ladder makes of a run of two triples."""
    own = [step.form for step in order("swiss-60min").rules.follow_lists[Shape(3, 2)]]
    assert [*own, ()] == [tuple(Shape(*shape) for shape in form) for form in naive.ladder((3, 2))]


@pytest.mark.parametrize("led", [((2, 1),), ((3, 1),), ((2, 2),), ((2, 1), (2, 1)), ((3, 1), (2, 1))])
def test_where_triples_are_spared_the_definition_says_which_plays_are_legal(led):
    situation = order("union-squads", level="2", break_for_unit=False)
    lead = lead_of(led)
    parts = combine(situation, lead, tuple(Shape(*shape) for shape in led))
    for counts in product(range(4), repeat=len(SUIT_RANKS)):
        hand = cards_of(counts)
        if not len(lead) < len(hand) <= 9:
            continue
        duty = duty_of(situation, parts, lead, hand)
        found = {
            play
            for play in naive.plays(counts, len(lead))
            if fault_of(situation, duty, hand, cards_of(play)) is None
        }
        assert found == naive.legal_when_sparing(counts, led), counts
        for play in legal_plays(situation, parts, duty, hand):
            assert fault_of(situation, duty, hand, play) is None


def test_trumps_with_level_cards_and_jokers_agree_with_the_definition_on_every_small_hand():
    """A line with three equal level cards in the middle: a tractor may run over any one of them."""
    situation = order("knockout-3deck", decks=2, units=(1, 2), runs=(2,))
    line = [Card("S", "A"), Card("S", "2"), Card("J", "L"), Card("J", "B")]
    sides = [Card("H", "2"), Card("C", "2")]
    lead = [Card("S", rank) for rank in ("5", "5", "6", "6")]
    parts = combine(situation, lead)
    for counts in product(range(3), repeat=len(line)):
        for side in combinations_with_replacement(sides, 2):
            held = [card for card, n in zip(line, counts, strict=True) for _ in range(n)] + list(side)
            if len(held) <= 4:
                continue
            duty = duty_of(situation, parts, lead, held)
            pairs = [card for card in {*line, *sides} if held.count(card) == 2]
            linked = [
                (low, high)
                for low in pairs
                for high in pairs
                if (low in sides and high == Card("S", "2"))
                or (low == Card("S", "2") and high == Card("J", "L"))
                or (low == Card("J", "L") and high == Card("J", "B"))
            ]
            expected = (Shape(2, 2),) if linked else (Shape(2),) * min(2, len(pairs))
            assert duty.form == expected, held
