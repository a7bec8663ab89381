"""Who wins a trick."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.answers import Refused
from rules.cards import Card, Shape, read_form, trick
from rules.cards.cards import BIG_JOKER, LITTLE_JOKER
from tests.rules.cards import naive
from tests.rules.cards.tables import cards, order

WORDS = [
    # slug, level, trump, plays, winner
    ("swiss-60min", "2", "S", ["H9", "HK", "HA", "H3"], 2),
    ("swiss-60min", "2", "S", ["H9", "CK", "D2", "S3"], 2),  # the level card is above the small trump
    ("swiss-60min", "2", "S", ["HA", "S3", "S4", "C2"], 3),
    ("swiss-60min", "2", "S", ["D2", "C2", "H2", "SA"], 0),  # equal level cards: the first
    ("swiss-60min", "2", "S", ["SA", "C2", "H2", "S2"], 3),
    ("swiss-60min", "2", "S", ["HA", "HA", "HA", "H3"], 0),
    # S4a, 五: 其他三个花色的X先出为大; 2 is a permanent trump, equal in the other three suits
    ("union-squads", "5", "H", ["HA", "S2", "C2", "D2"], 1),
    ("union-squads", "5", "H", ["C2", "S5", "C5", "H2"], 1),
    ("union-squads", "5", "H", ["C2", "S5", "C5", "H5"], 3),
    # 5, 6: 主牌中任何一张一对牌都比任何一张一对副牌大
    ("union-squads", "5", "H", ["SAA", "H33", "SKK", "S44"], 1),
    # S3: level cards of other suits by suit
    ("knockout-best-of-three", "5", "C", ["D5", "H5", "S5", "C6"], 2),
    # a pair is not beaten by two singles, nor ruffed by them
    ("groups-cross-knockout", "2", "S", ["H33", "HA HK", "S3 S4", "BJ LJ"], 0),
    ("groups-cross-knockout", "2", "S", ["H33", "HA HK", "S33", "S44"], 3),
    ("groups-cross-knockout", "2", "S", ["H3344", "H99KK", "S3366", "SA S5 S4 BJ"], 0),
    ("groups-cross-knockout", "2", "S", ["H3344", "S3344", "H5566", "S6677"], 3),
    # S0, 三-2-3: 444555 beats 334455; not the other way, not in trumps on a side suit, not for longer runs
    ("swiss-60min", "2", "S", ["H334455", "H666777", "C333444", "D334455"], 1),
    ("swiss-60min", "2", "S", ["HJJQQKK", "H333444", "H555666", "C334455"], 2),
    ("swiss-60min", "2", "S", ["HJJQQKK", "H555666", "H333444", "C334455"], 1),
    ("swiss-60min", "2", "S", ["HJJQQKK", "H333444", "S334455", "S667788"], 3),
    ("swiss-60min", "2", "S", ["H333444", "HJJQQKK", "S334455", "H555666"], 3),
    ("knockout-3deck", "2", "S", ["H334455", "H666777", "C333444", "D334455"], 0),
    # throws: a ruff must hold the whole form; over-ruffs by the highest form in the order
    ("swiss-60min", "2", "S", ["HAAK", "S334", "S3 S6 S5", "S445"], 3),
    ("swiss-60min", "2", "S", ["HAAK", "S44A", "S553", "H3 H4 H5"], 2),
    ("swiss-60min", "2", "S", ["HKKAA HQ", "S3344 S5", "S5566 S3", "SAAKQJ"], 2),
    ("swiss-60min", "2", "S", ["HA HK", "S3 SA", "S4 SK", "S22"], 3),
    ("swiss-60min", "2", "S", ["HAAAK", "S333A", "S55 SKK", "S4446"], 3),
]


@pytest.mark.parametrize(("slug", "level", "trump", "plays", "winner"), WORDS)
def test_the_trick_goes_to_whom_the_regulation_says(slug, level, trump, plays, winner):
    assert trick(order(slug, level, trump), [cards(play) for play in plays]).winner == winner


def test_a_special_form_does_not_ruff_unless_the_rule_set_says_so():
    plays = [cards("H334455"), cards("S666777")]
    assert trick(order("swiss-60min"), plays).winner == 0
    assert trick(order("swiss-60min", beats_when_ruffing=True), plays).winner == 1


def test_equal_highest_forms_leave_the_first_unless_the_next_form_decides():
    plays = [cards("HAAK"), cards("S22 S3"), cards("D22 S5"), cards("C22 S7")]
    assert trick(order("swiss-60min"), plays).winner == 1
    plays = [cards("HAAK"), cards("D22 S3"), cards("C22 S5")]
    assert trick(order("swiss-60min"), plays).winner == 1
    assert trick(order("swiss-60min", overruff="next_form"), plays).winner == 2


def test_a_named_form_is_what_a_ruff_must_match():
    plays = [cards("HAAAKK"), cards("S333 S55")]
    assert trick(order("swiss-60min"), plays).winner == 0
    assert trick(order("swiss-60min"), plays, read_form("3,2")).winner == 1


def test_the_points_of_the_trick_are_counted():
    assert trick(order("swiss-60min"), [cards("H5"), cards("HK"), cards("H10"), cards("C3")]).points == 25


@pytest.mark.parametrize(
    ("plays", "code", "at"),
    [
        (["H33", "H4", "H55", "H66"], "play-count-differs", "plays[1]"),
        ([], "plays-not-four", "plays"),
        (["H3"] * 5, "plays-not-four", "plays"),
        (["", ""], "play-empty", "plays[0]"),
        (["H3 C3", "H4 H5"], "lead-of-two-suits", "plays[0]"),
        (["HA", "HA", "HA", "HA"], "too-many-copies", "plays[3]"),
    ],
)
def test_what_is_no_trick_is_refused(plays, code, at):
    with pytest.raises(Refused) as refused:
        trick(order("swiss-60min"), [cards(play) for play in plays])
    assert (code, at) in [(problem.code, problem.at) for problem in refused.value.problems]


ONE_SUIT = ("3", "4", "5", "6")


def played(counts, suit: str) -> list[Card]:
    return [Card(suit, rank) for rank, number in zip(ONE_SUIT, counts, strict=True) for _ in range(number)]


@pytest.mark.parametrize(
    "led", [((2, 1),), ((2, 2),), ((3, 1),), ((2, 1), (1, 1)), ((2, 2), (1, 1)), ((2, 1), (2, 1))]
)
def test_ruffs_win_exactly_if_they_hold_the_form_and_the_highest_part_decides(led):
    """Every pair of ruffs of a small deck against the definition, enumerated independently."""
    situation = order("swiss-60min", beats=frozenset())
    ranks = ["8", "9", "10", "J", "Q", "K", "A"]
    lead = []
    for unit, length in led:
        lead += [Card("H", rank) for rank in ranks[:length] for _ in range(unit)]
        del ranks[: length + 1]
    form = tuple(Shape(*shape) for shape in led)
    ruffs = [counts for counts in product(range(4), repeat=4) if sum(counts) == len(lead)]
    tops = {ruff: naive.best_top(ruff, led) for ruff in ruffs}
    for ruff in ruffs:
        assert (trick(situation, [lead, played(ruff, "S")], form).winner == 1) is (tops[ruff] is not None)
    good = [ruff for ruff in ruffs if tops[ruff] is not None][::3]
    for first, second in permutations(good, 2):
        if any(a + b > 3 for a, b in zip(first, second, strict=True)):
            continue
        plays = [lead, played(first, "S"), played(second, "S")]
        assert trick(situation, plays, form).winner == (2 if tops[second] > tops[first] else 1)


small_deck = [
    *(Card(suit, rank) for suit in "SHC" for rank in ("2", "3", "4", "5")),
    BIG_JOKER,
    LITTLE_JOKER,
]  # fmt: skip


@given(
    plays=st.lists(st.sampled_from(small_deck), min_size=8, max_size=8).map(
        lambda drawn: [drawn[index : index + 2] for index in range(0, 8, 2)]
    )
)
def test_winning_is_transitive_and_does_not_depend_on_the_order_of_the_followers(plays):
    situation = order("four-deck-no-bottom", level="2", trump="S")
    flat = [card for play in plays for card in play]
    assume(all(flat.count(card) <= 4 for card in flat))
    assume(len({situation.group(card) for card in plays[0]}) == 1)
    lead, *followers = plays
    winner = plays[trick(situation, plays).winner]
    for reordered in permutations(followers):
        again = [lead, *reordered]
        other = again[trick(situation, again).winner]
        # Between two of them each time: whoever won among all wins, or comes first among equals.
        assert (
            other is winner
            or trick(situation, [lead, winner, other]).winner
            == trick(situation, [lead, other, winner]).winner
            == 1
        )
    for loser in followers:
        if winner is not lead and loser is not winner:
            assert trick(situation, [lead, winner, loser]).winner == 1
