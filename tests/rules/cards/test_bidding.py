"""Declaring trumps, by the words of each regulation."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from rules.cards import BidMade, bid
from rules.hands import load_rule_set
from rules.hands.deal import REDEALS
from tests.rules.cards.tables import cards, document, rules, slugs


def made(*bids: str) -> list[BidMade]:
    """Bids written as ``N S2``; ``N! S2`` was laid face up, ``N+ S2`` after the bottom had been taken."""
    result = []
    for text in bids:
        seat, _, laid = text.partition(" ")
        result.append(BidMade(seat[0], cards(laid), exposed="!" in seat, after_bottom="+" in seat))
    return result


def ruled(slug: str, *bids: str, level: str = "2", first_hand: bool = True, **given):
    return bid(rules(slug), level, made(*bids), first_hand, **given)


FIRST_HANDS = [
    # slug, level, bids, declarer, trump, the invalid bids
    ("swiss-60min", "2", ["N S2", "E C22"], "E", "C", []),
    # S0, 三-1: 多盖少; 不能以同等数量主实施反否决, 只有三连张时才可以
    ("swiss-60min", "2", ["N S2", "E C22", "N S22"], "E", "C", [2]),
    ("swiss-60min", "2", ["N S2", "E C22", "N S222"], "N", "S", []),
    ("swiss-60min", "2", ["N S2", "E C2"], "N", "S", [1]),
    # 不得自反, 可以加固
    ("swiss-60min", "2", ["N S2", "N C22"], "N", "S", [1]),
    ("swiss-60min", "2", ["N S2", "N S2", "E C22"], "N", "S", [2]),
    ("swiss-60min", "2", ["N S2", "N S22", "E C22"], "N", "S", [2]),
    ("swiss-60min", "2", ["N S2", "N S22", "E C222"], "E", "C", []),
    ("swiss-60min", "2", ["N S2", "S C22"], "S", "C", []),
    ("swiss-60min", "2", ["N S3"], None, None, [0]),
    ("swiss-60min", "2", ["N S2 C2", "E H2"], "E", "H", [0]),
    ("swiss-60min", "2", ["N BJ BJ", "E H2"], "E", "H", [0]),
    ("swiss-60min", "2", [], None, None, []),
    # S3, 一-6: 一对2可以反, 一对小王、一对大王也可以反; 原先的一方可以用一对黑桃2反过来
    ("knockout-best-of-three", "2", ["N S2", "E C22"], "E", "C", []),
    ("knockout-best-of-three", "2", ["N S2", "E C22", "N S22"], "N", "S", []),
    ("knockout-best-of-three", "2", ["N S2", "E C22", "W D22"], "E", "C", [2]),
    ("knockout-best-of-three", "2", ["N S2", "E C22", "N D22"], "E", "C", [2]),
    ("knockout-best-of-three", "2", ["N S2", "E C22", "S 小王小王"], "S", "NT", []),
    ("knockout-best-of-three", "2", ["N 小王小王", "E 大王大王"], "E", "NT", []),
    ("knockout-best-of-three", "2", ["N 大王大王", "E 小王小王"], "N", "NT", [1]),
    ("knockout-best-of-three", "2", ["N 大王", "E D2"], "E", "D", [0]),
    # S4g, 一-5: 原先的一方不可以用一对黑桃2反回来
    ("cards-two-deck-base", "2", ["N S2", "E C22", "N S22"], "E", "C", [2]),
    ("cards-two-deck-base", "2", ["N S2", "E C22", "W 大王大王"], "W", "NT", []),
    # S4f, 二-6: not with an equal pair, but with three; jokers do not bid
    ("branch-squads", "A", ["N SA", "E CAA", "N SAA"], "E", "C", [2]),
    ("branch-squads", "A", ["N SA", "E CAA", "N SAAA"], "N", "S", []),
    ("branch-squads", "A", ["N SA", "E 大王大王"], "N", "S", [1]),
    # S2, 八-一-6: 有对就可以反, 只到没人反为止; 亮过主的牌不能再次亮主
    ("groups-cross-knockout", "2", ["N S2", "E H22", "S D22", "W C22"], "W", "C", []),
    ("groups-cross-knockout", "2", ["N S2", "E H2"], "N", "S", [1]),
    ("groups-cross-knockout", "2", ["N S2", "E H22", "N S22"], "E", "H", [2]),
    ("groups-cross-knockout", "2", ["N S2", "N S2"], "N", "S", [1]),
    ("groups-cross-knockout", "2", ["N 大王大王"], None, None, [0]),
    # S4a, 六: 第一盘打3点叫牌必须带红心2; 2张反1张
    ("union-squads", "3", ["N S3 H2", "E C33 H2"], "E", "C", []),
    ("union-squads", "3", ["N S3", "E C3 H2"], "E", "C", [0]),
    # who has shown the 2 of hearts need not show another: neither to reinforce, nor to come back
    ("union-squads", "3", ["N H2", "E C3 H2"], "E", "C", [0]),
    ("union-squads", "3", ["N H3 H2", "N H3"], "N", "H", []),
    ("union-squads", "3", ["N H3 H2", "N H33 H2", "E C33 H2"], "N", "H", [2]),
    ("union-squads", "3", ["N S3 H2", "E C33 H2", "N S333"], "N", "S", []),
    ("union-squads", "3", ["N S3 H2", "S S3", "E C33 H2"], "E", "C", [1]),
    ("union-squads", "3", ["N S3 H2 H2", "E C3 H2"], "E", "C", [0]),
    # S4e, 二-1: 叫牌必须带一张（且只一张）小王; both partners may reinforce
    ("four-deck-no-bottom", "3", ["N S3 小王", "E C33 小王"], "E", "C", []),
    ("four-deck-no-bottom", "3", ["N S3 小王小王", "E C3 小王"], "E", "C", [0]),
    ("four-deck-no-bottom", "3", ["N S3 小王", "S S3 小王", "E C33 小王"], "S", "S", [2]),
    # 加固方法：1加1、2加2……余类推，双方均可自由加固: without a joker of one's own
    ("four-deck-no-bottom", "3", ["N S3 小王", "S S3", "E C33 小王"], "S", "S", [2]),
    ("four-deck-no-bottom", "3", ["N S33 小王", "N S33", "E C333 小王"], "N", "S", [2]),
    ("four-deck-no-bottom", "3", ["N S3 小王", "S S33", "E C333 小王"], "S", "S", [2]),
    ("four-deck-no-bottom", "3", ["N S3 小王", "S S3", "N S33 小王", "E C333 小王"], "N", "S", [3]),
    ("four-deck-no-bottom", "3", ["N S3 小王", "W S3 小王"], "N", "S", [1]),
    ("four-deck-no-bottom", "3", ["N S3 小王", "E C33"], "N", "S", [1]),
    # S1, 一-1: single, two, three
    ("knockout-3deck", "10", ["N S10", "E C1010", "S D101010"], "S", "D", []),
    ("knockout-3deck", "10", ["N S10", "E C10"], "N", "S", [1]),
]


@pytest.mark.parametrize(("slug", "level", "bids", "declarer", "trump", "invalid"), FIRST_HANDS)
def test_the_first_hand_is_declared_as_the_regulation_says(slug, level, bids, declarer, trump, invalid):
    ruling = ruled(slug, *bids, level=level)
    assert (ruling.declarer, ruling.trump) == (declarer, trump)
    assert [wrong.bid for wrong in ruling.invalid] == invalid


def test_in_later_hands_the_suit_changes_but_not_the_deal():
    ruling = ruled("swiss-60min", "E C22", first_hand=False, on_deal="N")
    assert (ruling.declarer, ruling.trump) == ("N", "C")
    assert ruled("swiss-60min", "E C22", first_hand=False).declarer is None
    assert ruled("union-squads", "E C33", level="3", first_hand=False, on_deal="N").trump == "C"


@pytest.mark.parametrize(
    ("bids", "declarer"),
    [(["N S2"], "N"), (["S S2"], "S"), (["E S2"], "N"), (["W S2"], "S"), (["N S2", "S C22"], "S")],
)
def test_own_bid_own_deal_and_an_attackers_bid_gives_it_to_the_next_seat(bids, declarer):
    """自放自打, 上放下打; play runs counter-clockwise, N, W, S, E."""
    ruling = ruled("groups-cross-knockout", *bids, first_hand=False, on_deal="N")
    assert ruling.declarer == declarer


def test_a_pair_may_bid_again_after_the_bottom_where_reburying_is_played():
    """炒底: 对方块6即可炒底; 亮出2张大王, 再次炒底, 此时为无主."""
    ruling = ruled("groups-cross-knockout", "N S6", "E+ D66", "W+ 大王大王", level="6")
    assert (ruling.declarer, ruling.trump, ruling.buried_by) == ("N", "NT", "W")
    single = ruled("groups-cross-knockout", "N S6", "E+ D6", level="6")
    assert [wrong.reason.code for wrong in single.invalid] == ["bid-not-a-pair"]
    again = ruled("groups-cross-knockout", "N D6", "N+ D66", level="6")
    assert [wrong.reason.code for wrong in again.invalid] == ["bid-shown-before"]
    never = ruled("swiss-60min", "N S2", "E+ D22")
    assert [wrong.reason.code for wrong in never.invalid] == ["bid-after-bottom"]


def test_jokers_rebury_only_where_nobody_bid_if_the_rule_set_says_so():
    """在无人亮主的情况下，打无主，对王可以抄底."""
    assert ruled("twenty-per-level", "E+ 小王小王").trump == "NT"
    assert ruled("twenty-per-level", "N S2", "E+ 小王小王").trump == "S"
    assert ruled("twenty-per-level", "N S22", "E+ D22").trump == "S"
    assert ruled("twenty-per-level", "N S2", "E+ D22").trump == "D"


def test_a_wrong_face_down_bid_lets_the_other_side_name_trumps():
    """当亮明所打的牌点出现点数或花色错误时，非违规方可以由任一家指定任一花色做主牌."""
    ruling = ruled("four-deck-rounds", "N S3 D8", "E C3 C4 D8", level="3", drawn=cards("D8")[0])
    assert set(ruling.trump_named_by) == {"N", "S"}
    assert ruling.trump is None
    assert [wrong.costs for wrong in ruling.invalid] == ["wrong-bid"]


def test_only_whoever_holds_the_drawn_card_may_bid_in_the_first_hand():
    drawn = cards("D8")[0]
    ruling = ruled("four-deck-rounds", "N S3", "E C33 D8", level="3", drawn=drawn)
    assert ruling.declarer == "E"
    assert [wrong.reason.code for wrong in ruling.invalid] == ["bid-without-companion"]
    later = ruled("four-deck-rounds", "N S3", level="3", first_hand=False, on_deal="W", drawn=drawn)
    assert (later.declarer, later.trump) == ("W", "S")


def test_a_bid_laid_face_up_closes_its_suit_to_the_side():
    """一旦亮出，则本队不能再叫此花式."""
    ruling = ruled("four-deck-rounds", "N! S4", "S S44", "E C44", level="4", first_hand=False, on_deal="N")
    assert [wrong.reason.code for wrong in ruling.invalid] == ["bid-exposed", "bid-suit-closed"]
    assert ruling.trump == "C"
    free = ruled("union-squads", "N! S4", "S S44", level="4", first_hand=False, on_deal="N")
    assert free.trump == "S"


def test_a_false_bid_names_its_offence_where_the_catalogue_has_one():
    ruling = ruled("groups-cross-knockout", "N S3", "E S2", "W C2")
    assert [(wrong.bid, wrong.costs) for wrong in ruling.invalid] == [(0, "false-bid"), (2, "")]


def test_other_readings_are_settings():
    base = rules("swiss-60min")
    bids = made("N S2", "S C22")
    side = base._replace(bid=base.bid._replace(not_over="side"))
    assert bid(side, "2", bids, True).declarer == "N"
    first = base._replace(bid=base.bid._replace(first_hand="first"))
    assert (bid(first, "2", bids, True).declarer, bid(first, "2", bids, True).trump) == ("N", "C")
    strict = base._replace(bid=base.bid._replace(reinforce="none"))
    assert [wrong.reason.code for wrong in bid(strict, "2", made("N S2", "N S2"), True).invalid] == [
        "bid-no-reinforcing"
    ]


@pytest.mark.parametrize(
    ("bids", "given", "code", "at"),
    [
        (["X S2"], {}, "seat-unknown", "bids[0].seat"),
        (["N "], {}, "play-empty", "bids[0].cards"),
        (["N S222", "E S2"], {}, "too-many-copies", "bids"),
        (["N S2"], {"on_deal": "Q"}, "seat-unknown", "declarer"),
    ],
)
def test_what_cannot_be_a_bid_is_refused(bids, given, code, at):
    with pytest.raises(Refused) as refused:
        ruled("swiss-60min", *bids, **given)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [(code, at)]


def test_reinforcing_beyond_the_decks_is_no_bid():
    ruling = ruled("swiss-60min", "N S22", "N S22")
    assert [wrong.reason.code for wrong in ruling.invalid] == ["bid-not-more"]


NOBODY = [
    # slug, first hand, what is done, by which clause, who has the deal (North had it), trumps
    # S4a, 六: 如果没有人叫牌，则重新摸牌; 后续盘: 庄家被判憋死，重新起牌
    ("union-squads", True, "redeal", "六", None, None),
    ("union-squads", False, "deal_passes", "六", None, None),
    # S2, 八-一-8: the bottom is turned; 闲家翻到最大则上放下打, 庄家翻到最大则自放自打
    ("groups-cross-knockout", True, "flip_highest", "八-一-8", None, None),
    ("groups-cross-knockout", False, "flip_highest", "八-一-8", None, None),
    # S4b, 三-4: 则该盘没有花色主牌，只有固定主
    ("four-deck-rounds", False, "no_trump", "三-4", "N", "NT"),
    ("four-deck-rounds", True, "no_trump", "三-4", None, "NT"),
    # S1, 一-1: 以底牌花色数量多的花色作为主牌; 反主不反庄
    ("knockout-3deck", False, "flip_most_frequent", "一-1", "N", None),
    # S4f, 二-6: 以六张底牌中第一张的牌花色作为主牌，大王小王顺延
    ("branch-squads", False, "flip_first_non_joker", "二-6", "N", None),
    # S4i, 二: 在无人亮主的情况下，打无主
    ("twenty-per-level", False, "no_trump", "二", "N", "NT"),
]


@pytest.mark.parametrize(("slug", "first_hand", "policy", "clause", "declarer", "trump"), NOBODY)
def test_where_nobody_bids_the_rule_set_says_what_happens(slug, first_hand, policy, clause, declarer, trump):
    ruling = ruled(slug, level="3", first_hand=first_hand, on_deal=None if first_hand else "N")
    assert (ruling.nobody_bids, ruling.declarer, ruling.trump) == (policy, declarer, trump)
    said = [reason for reason in ruling.because if reason.code.startswith("nobody-bids-")]
    assert [(reason.code, reason.clause) for reason in said] == [
        (f"nobody-bids-{policy.replace('_', '-')}", clause)
    ]


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("first_hand", [True, False])
def test_the_judge_does_the_same_where_nobody_bids(slug, first_hand):
    """Who has the deal after the bidding is who the judge says; a new deal has nobody yet."""
    rule_set = load_rule_set(document(slug))
    ruling = ruled(slug, level="3", first_hand=first_hand, on_deal=None if first_hand else "N")
    assert ruling.nobody_bids == rule_set.deal.no_bid(first_hand)
    if ruling.nobody_bids in REDEALS:
        assert ruling.declarer is None


def test_wrong_bids_leave_a_deal_without_bids():
    ruling = ruled("swiss-60min", "N S3")
    assert ruling.nobody_bids == "redeal"
    assert [wrong.bid for wrong in ruling.invalid] == [0]


def test_a_missing_drawn_card_voids_the_bid_and_nothing_else():
    """三-3: 必须亮出抓牌前所抽的牌方有叫牌的资格; 三-5 punishes points and suits only."""
    drawn = cards("D8")[0]
    ruling = ruled("four-deck-rounds", "N S3", "E C3 D8", level="3", drawn=drawn)
    assert (ruling.declarer, ruling.trump, ruling.trump_named_by) == ("E", "C", ())
    assert [(wrong.bid, wrong.costs) for wrong in ruling.invalid] == [(0, "")]


def test_a_card_that_was_drawn_and_is_not_told_is_said_to_be_taken_as_shown():
    ruling = ruled("four-deck-rounds", "N S3", level="3")
    assert ruling.trump == "S"
    assert "bid-drawn-card-not-given" in [reason.code for reason in ruling.because]


TURNED = [
    # slug, level, first hand, cards turned from West on, declarer, trump (or the suits to choose from)
    # S2, 八-一-8: 如果底牌有级牌则以该级牌的花色为主牌; 翻到级牌的一方为庄家
    ("groups-cross-knockout", "2", True, "SA HK D2 C2", "E", "D"),
    # 如无级牌则最大的一张副牌的花色为主牌; 最先拿到最大副牌的一方为庄家 (jokers are no side cards)
    ("groups-cross-knockout", "2", True, "BJ H9 CK DK S3", "E", "C"),
    ("groups-cross-knockout", "A", True, "SK HA C3", "S", "H"),
    # 如果庄家翻到最大则自放自打; 即闲家翻到最大则上放下打, 闲家下家的为庄家 (North has the deal)
    ("groups-cross-knockout", "7", False, "S3 HA", "S", "H"),
    ("groups-cross-knockout", "7", False, "SA H3", "S", "S"),
    ("groups-cross-knockout", "7", False, "S3 H4 CA", "N", "C"),
    # S1, 一-1: 以底牌花色数量多的花色作为主牌, 几种花色数量相同时, 由庄家定其中一种花色
    ("knockout-3deck", "3", False, "SA H4 H5 C9 BJ", "N", "H"),
    ("knockout-3deck", "3", False, "SA SK H4 H5 C9 BJ", "N", "SH"),
    # S4f, 二-6: 如遇第一张牌是大王或小王就顺延第二张或第三张牌花色
    ("branch-squads", "A", False, "BJ LJ C9 HA HA H5", "N", "C"),
]


@pytest.mark.parametrize(("slug", "level", "first_hand", "turned", "declarer", "trump"), TURNED)
def test_where_nobody_bids_the_cards_that_are_turned_up_give_the_trump_suit(
    slug, level, first_hand, turned, declarer, trump
):
    ruling = ruled(
        slug,
        level=level,
        first_hand=first_hand,
        on_deal=None if first_hand else "N",
        turned=cards(turned),
        turned_by="W",
    )
    assert ruling.declarer == declarer
    if len(trump) == 1:
        assert (ruling.trump, ruling.trump_among) == (trump, ())
    else:
        assert (ruling.trump, ruling.trump_among) == (None, tuple(trump))


@pytest.mark.parametrize("first_hand", [True, False])
def test_turned_cards_give_the_trump_suit_even_where_it_is_not_said_who_turned_them(first_hand):
    ruling = ruled(
        "groups-cross-knockout",
        first_hand=first_hand,
        on_deal=None if first_hand else "N",
        turned=cards("SA D2"),
    )
    assert (ruling.trump, ruling.declarer) == ("D", None)


def test_jokers_that_are_turned_up_give_no_suit():
    ruling = ruled("groups-cross-knockout", turned=cards("BJ LJ"), turned_by="N")
    assert (ruling.trump, ruling.declarer) == (None, None)
    assert "turned-only-jokers" in [reason.code for reason in ruling.because]


@pytest.mark.parametrize(
    ("slug", "bids"), [("groups-cross-knockout", ["N S2"]), ("twenty-per-level", []), ("swiss-60min", [])]
)
def test_cards_are_not_turned_up_where_somebody_bid_or_the_rules_have_another_way(slug, bids):
    told, untold = ruled(slug, *bids, turned=cards("HA")), ruled(slug, *bids)
    assert (told.trump, told.declarer) == (untold.trump, untold.declarer)
    assert "turned-does-not-matter" in [reason.code for reason in told.because]


@pytest.mark.parametrize(
    ("slug", "turned", "code"),
    [
        ("branch-squads", "S3456789", "bottom-too-large"),
        ("groups-cross-knockout", "H999", "too-many-copies"),
    ],
)
def test_turned_cards_must_be_able_to_be_a_bottom(slug, turned, code):
    with pytest.raises(Refused) as refused:
        ruled(slug, turned=cards(turned))
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [(code, "turned")]


def test_a_joker_is_not_turned_up_where_there_are_none():
    without = rules("groups-cross-knockout")._replace(jokers=False)
    with pytest.raises(Refused) as refused:
        bid(without, "2", [], True, turned=cards("BJ"))
    assert [problem.code for problem in refused.value.problems] == ["card-not-in-deck"]


@pytest.mark.parametrize("late", ["W+ 小王小王", "E+ D22"])
@pytest.mark.parametrize("first_hand", [True, False])
def test_a_bottom_that_was_turned_up_is_not_buried_anew(late, first_hand):
    """八-一-8: 以该级牌的花色为主牌，停止炒底."""
    ruling = ruled(
        "groups-cross-knockout",
        late,
        first_hand=first_hand,
        on_deal=None if first_hand else "N",
        turned=cards("S3 HA"),
        turned_by="N",
    )
    assert [wrong.reason.code for wrong in ruling.invalid] == ["bid-bottom-was-turned"]
    assert (ruling.trump, ruling.nobody_bids, ruling.buried_by) == ("H", "flip_highest", None)
