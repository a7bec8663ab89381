"""Traps that other programs fell into: small inputs, and what is right."""

from collections import Counter

import pytest

from rules.answers import Refused
from tournament.pairing import PairingEntry, PairingOptions, pair


def field(size, rounds=(), **more):
    """Entries 1 … size in rank order after these rounds; ``(7,)`` is a bye, ``e3={…}`` sets fields of 3."""
    opponents = {number: set() for number in range(1, size + 1)}
    byes = Counter()
    for pairs in rounds:
        for pair_ in pairs:
            if len(pair_) == 1:
                byes[pair_[0]] += 1
                continue
            one, other = pair_
            opponents[one].add(other)
            opponents[other].add(one)
    return [
        PairingEntry(number, met=frozenset(others), byes=byes[number], **more.get(f"e{number}", {}))
        for number, others in opponents.items()
    ]


def codes(answer):
    return [reason.code for reason in answer.reasons]


def said(answer, code):
    return next(dict(reason.values) for reason in answer.reasons if reason.code == code)


def refused(*args, **kwargs):
    with pytest.raises(Refused) as caught:
        pair(*args, **kwargs)
    return {problem.code: problem for problem in caught.value.problems}


ONE = ((1, 2), (3, 4))
TWO = ((1, 3), (2, 4))


def test_four_entries_play_three_rounds():
    assert pair(field(4, [ONE]), PairingOptions()).pairs == TWO
    assert pair(field(4, [ONE, TWO]), PairingOptions()).pairs == ((1, 4), (2, 3))


def test_the_third_round_of_six_is_not_a_rematch_of_the_last_two():
    rounds = [((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5), (4, 6))]
    answer = pair(field(6, rounds), PairingOptions())
    assert answer.pairs == ((1, 4), (2, 6), (3, 5))
    assert answer.rematch_count == 0
    assert said(answer, "passed-for-the-rest") == {"entry": 2, "opponent": 6, "passed": (3,)}


NINE_GAMES = [
    ((1, 4), (2, 5), (3, 6)),
    ((1, 5), (2, 6), (3, 4)),
    ((1, 6), (2, 4), (3, 5)),
]


@pytest.mark.parametrize("rounds_left", (1, 2))
def test_after_the_nine_games_no_fourth_round_is_without_a_rematch_and_it_is_said(rounds_left):
    answer = pair(field(6, NINE_GAMES), PairingOptions(), rounds_left=rounds_left)
    assert answer.rematch_count == 1
    assert not answer.proven
    assert said(answer, "no-round-without-rematch") == {"rematches": 1}


def test_looking_ahead_the_nine_games_are_not_played():
    answer = pair(field(6, NINE_GAMES[:2]), PairingOptions(), rounds_left=3)
    assert answer.proven
    assert set(answer.pairs) != set(NINE_GAMES[2])


def test_the_sole_lowest_of_seventeen_has_had_the_bye():
    answer = pair(field(17, e17={"points": -1}, rounds=[((17,),)]), PairingOptions())
    assert answer.bye == 16
    assert said(answer, "bye-passed-had-one") == {"entry": 16, "passed": (17,)}
    assert answer.rematch_count == 0


def test_one_asked_for_bye_of_five_makes_the_field_even():
    answer = pair(field(5, e3={"wants_bye": True}), PairingOptions(), rounds_left=5)
    assert dict(answer.byes) == {"asked": (3,)}
    assert answer.bye is None
    assert answer.pairs == ((1, 2), (4, 5))


def test_two_asked_for_byes_that_make_the_field_odd_are_said_with_the_third():
    answer = pair(field(9, e2={"wants_bye": True}, e3={"wants_bye": True}), PairingOptions())
    assert dict(answer.byes) == {"given": (9,), "asked": (2, 3)}
    assert said(answer, "bye-after-asked") == {"entry": 9, "asked": 2}


def test_an_absence_that_makes_the_field_even_leaves_no_bye():
    answer = pair(field(7, e4={"absent": True}), PairingOptions())
    assert dict(answer.byes) == {}
    assert answer.pairs == ((1, 2), (3, 5), (6, 7))


def test_a_branch_of_half_the_field_never_meets_itself():
    entries = [PairingEntry(number, branch="x" if number <= 5 else None) for number in range(1, 11)]
    answer = pair(entries, PairingOptions(same_branch="never"))
    assert answer.pairs == ((1, 6), (2, 7), (3, 8), (4, 9), (5, 10))


def test_a_branch_of_more_than_half_meets_itself_as_seldom_as_possible():
    entries = [PairingEntry(number, branch="x" if number <= 7 else "y") for number in range(1, 11)]
    answer = pair(entries, PairingOptions(same_branch="avoid"))
    assert answer.same_branch_count == 2
    assert answer.pairs == ((1, 2), (3, 4), (5, 8), (6, 9), (7, 10))


def test_a_ban_that_leaves_somebody_over_is_named():
    entries = [PairingEntry(number, branch="x" if number <= 7 else "y") for number in range(1, 11)]
    problem = refused(entries, PairingOptions(same_branch="never"))["never-leaves-over"]
    assert dict(problem.values) == {"branch": "x", "members": 7, "others": 3}


def test_the_pin_that_costs_the_ban_is_named():
    entries = [PairingEntry(number, branch="x" if number <= 3 else None) for number in range(1, 7)]
    problems = refused(entries, PairingOptions(same_branch="never"), pinned=[(4, 5)])
    assert set(problems) == {"never-leaves-over", "pins-leave-over"}


def test_the_absence_that_costs_the_ban_is_named():
    entries = [
        PairingEntry(number, branch="x" if number <= 4 else None, absent=number > 6) for number in range(1, 9)
    ]
    problems = refused(entries, PairingOptions(same_branch="never"))
    assert set(problems) == {"never-leaves-over", "absences-leave-over"}


def test_no_branch_is_no_conflict():
    for nothing in (None, ""):
        entries = [PairingEntry(number, branch=nothing) for number in range(1, 7)]
        for rule in ("avoid", "never"):
            answer = pair(entries, PairingOptions(same_branch=rule))
            assert answer.pairs == ((1, 2), (3, 4), (5, 6))
            assert answer.same_branch_count == 0


def test_re_pairing_keeps_the_bye_and_the_pinned_pair():
    answer = pair(field(7), PairingOptions(), pinned=[(2, None), (7, 1)])
    assert answer.bye == 2
    assert dict(answer.byes) == {"given": (2,)}
    assert answer.pairs == ((1, 7), (3, 4), (5, 6))
    assert codes(answer) == ["bye-kept", "pinned"]


def test_a_late_entry_joins_the_bye():
    before = pair(field(5), PairingOptions())
    pinned = [*before.pairs]
    answer = pair(field(6), PairingOptions(), pinned=pinned)
    assert answer.pairs == ((1, 2), (3, 4), (5, 6))
    assert dict(answer.byes) == {}


def test_thirty_draws_are_not_one_draw_and_the_same_seed_is():
    entries = field(16)
    draws = [pair(entries, PairingOptions(method="lots"), seed=seed).pairs for seed in range(30)]
    assert len(set(draws)) == 30
    assert draws == [pair(entries, PairingOptions(method="lots"), seed=seed).pairs for seed in range(30)]
    worded = pair(entries, PairingOptions(method="lots"), seed="000007")
    assert worded.pairs != pair(entries, PairingOptions(method="lots"), seed="000008").pairs


def test_rematches_are_as_good_as_others_where_the_regulation_allows_them():
    answer = pair(field(4, [ONE]), PairingOptions(rematches="allow"))
    assert answer.pairs == ONE
    assert answer.rematch_count == 2
    assert codes(answer) == ["rematch-allowed", "rematch-allowed"]
    assert answer.proven


def test_the_bye_goes_to_the_lowest_whose_absence_costs_no_rematch():
    # 5 and 4 have the same opponents left: without 5, somebody would meet again.
    rounds = [((1, 2), (3, 4), (5,)), ((1, 3), (2, 4), (5,))]
    entries = [
        PairingEntry(1, met={2, 3}),
        PairingEntry(2, met={1, 4}),
        PairingEntry(3, met={1, 4}),
        PairingEntry(4, met={2, 3}),
        PairingEntry(5, byes=2),
    ]
    assert [entry.met for entry in field(5, rounds)] == [entry.met for entry in entries]
    answer = pair(entries, PairingOptions())
    assert answer.bye == 4
    assert answer.rematch_count == 0


def test_the_bye_is_passed_up_where_the_lowest_must_play():
    entries = [
        PairingEntry(1, met={2}),
        PairingEntry(2, met={1}),
        PairingEntry(3),
    ]
    answer = pair(entries, PairingOptions())
    assert answer.bye == 2
    assert answer.pairs == ((1, 3),)
    assert said(answer, "bye-passed-for-the-rest") == {"entry": 2, "passed": (3,)}


def test_a_second_bye_is_worse_than_a_rematch():
    entries = [PairingEntry(1, met={2}, byes=1), PairingEntry(2, met={1}, byes=1), PairingEntry(3)]
    answer = pair(entries, PairingOptions())
    assert answer.bye == 3
    assert answer.pairs == ((1, 2),)
    assert answer.rematch_count == 1


def test_the_bye_by_lot_falls_on_everybody_sometime():
    options = PairingOptions(bye="lots")
    fallen = {pair(field(5), options, seed=seed).bye for seed in range(60)}
    assert fallen == {1, 2, 3, 4, 5}
    assert said(pair(field(5), options, seed=3), "bye-drawn")["entry"] in fallen


def test_reach_keeps_opponents_near_at_the_price_of_a_meeting_in_the_branch():
    branches = "xxxxxxyyyyyy"
    entries = [PairingEntry(number, branch=branches[number - 1]) for number in range(1, 13)]
    free = pair(entries, PairingOptions(same_branch="avoid"))
    assert free.same_branch_count == 0
    near = pair(entries, PairingOptions(same_branch="avoid", same_branch_reach=2))
    assert near.same_branch_count > 0
    assert all(other - one <= 2 for one, other in near.pairs if branches[one - 1] != branches[other - 1])


def test_nobody_floats_twice_running_where_it_can_be_helped():
    entries = [
        PairingEntry(1, points=2),
        PairingEntry(2, points=2),
        PairingEntry(3, points=2, floated="down"),
        PairingEntry(4, points=0),
        PairingEntry(5, points=0),
        PairingEntry(6, points=0),
    ]
    for method in ("fold", "slide"):
        answer = pair(entries, PairingOptions(method=method))
        (floating,) = [pair_ for pair_ in answer.pairs if pair_[0] <= 3 < pair_[1]]
        assert floating == (2, 4)


def test_fold_and_slide_as_the_names_say():
    assert pair(field(6), PairingOptions(method="fold")).pairs == ((1, 6), (2, 5), (3, 4))
    assert pair(field(6), PairingOptions(method="slide")).pairs == ((1, 4), (2, 5), (3, 6))


def test_balanced_prefers_a_near_opponent_of_the_branch_to_one_too_far():
    entries = [PairingEntry(number, branch="x" if number <= 4 else f"b{number}") for number in range(1, 9)]
    cheap = pair(entries, PairingOptions(method="balanced", same_branch="avoid", same_branch_price=1))
    dear = pair(entries, PairingOptions(method="balanced", same_branch="avoid"))
    assert cheap.pairs == ((1, 2), (3, 4), (5, 6), (7, 8))
    assert cheap.cost == 4 + 2
    assert dear.same_branch_count == 0


@pytest.mark.parametrize(
    "pinned, code",
    (
        ([(1, 9)], "pinned-unknown"),
        ([(1, 2), (2, 3)], "pinned-twice"),
        ([(1, 1)], "pinned-twice"),
        ([(1, 3)], "pinned-absent"),
        ([(1, 4)], "pinned-wants-bye"),
    ),
)
def test_pins_that_contradict_the_field_are_refused(pinned, code):
    entries = field(6, e3={"absent": True}, e4={"wants_bye": True})
    assert code in refused(entries, PairingOptions(), pinned=pinned)


def test_a_pin_within_a_branch_contradicts_never():
    entries = [PairingEntry(number, branch="x" if number < 3 else None) for number in range(1, 7)]
    problem = refused(entries, PairingOptions(same_branch="never"), pinned=[(2, 1)])["pinned-same-branch"]
    assert dict(problem.values) == {"one": 2, "other": 1, "branch": "x"}


def test_a_pinned_rematch_is_said_to_be_by_hand():
    answer = pair(field(4, [ONE]), PairingOptions(), pinned=[(1, 2)])
    assert answer.rematch_count == 2
    assert codes(answer).count("rematch-by-hand") == 1


def test_an_asked_for_bye_can_be_kept():
    answer = pair(field(5, e3={"wants_bye": True}), PairingOptions(), pinned=[(3, None)])
    assert dict(answer.byes) == {"asked": (3,)}


def test_a_field_that_contradicts_itself_is_refused():
    assert "no-entries" in refused([], PairingOptions())
    assert "entry-twice" in refused([PairingEntry(1), PairingEntry(1)], PairingOptions())
    assert "entry-met-itself" in refused([PairingEntry(1, met={1})], PairingOptions())
    assert "method-not-swiss" in refused(field(4), PairingOptions(method="berger"))


def test_a_meeting_that_only_one_side_remembers_counts():
    entries = [PairingEntry(1), PairingEntry(2, met={1}), PairingEntry(3), PairingEntry(4)]
    assert pair(entries, PairingOptions()).pairs == ((1, 3), (2, 4))


def test_a_single_entry_has_the_bye():
    answer = pair([PairingEntry("only")], PairingOptions())
    assert answer.bye == "only"
    assert answer.pairs == ()


@pytest.mark.parametrize("method", ("adjacent", "balanced", "lots"))
@pytest.mark.parametrize("size", (7, 8))
def test_where_looking_ahead_takes_too_long_nothing_is_promised(monkeypatch, method, size):
    monkeypatch.setattr("tournament.pairing.lookahead.TRIES", 1)
    answer = pair(field(size), PairingOptions(method=method), rounds_left=7)
    assert not answer.proven
    assert answer.rematch_count == 0
    assert "not-proven" in codes(answer)
