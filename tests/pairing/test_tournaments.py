"""Whole tournaments: what must hold in every round, whatever the results."""

import random
from dataclasses import replace

import pytest

from tests.pairing.oracle import all_pairings, completable, met
from tests.pairing.tournaments import Simulated, sound
from tournament.pairing import PairingOptions

METHODS = ("adjacent", "balanced", "fold", "slide", "lots")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16))
def test_a_small_field_plays_everybody_without_a_rematch_or_a_second_bye(size, method):
    rounds = size - 1 + size % 2
    simulated = Simulated.of(size, f"{method} {size}")
    for left in range(rounds, 0, -1):
        entries = list(simulated.entries)
        answer = simulated.play(PairingOptions(method=method), left, seed=left)
        assert not list(sound(entries, answer))
        assert answer.proven
        assert answer.rematch_count == 0
    assert len(simulated.meetings) == len(set(simulated.meetings)) == size * (size - 1) // 2
    assert all(entry.byes == size % 2 for entry in simulated.entries)


@pytest.mark.parametrize("method", METHODS)
def test_the_promise_holds_from_any_number_of_rounds(method):
    for number in range(12):
        rng = random.Random(f"promise {method} {number}")
        size = rng.randint(4, 12)
        rounds = rng.randint(2, size - 1 + size % 2)
        simulated = Simulated.of(size, f"{method} {number}", branches=rng.randint(0, 4))
        options = PairingOptions(method=method, same_branch=rng.choice(("ignore", "avoid")))
        for left in range(rounds, 0, -1):
            answer = simulated.play(options, left, seed=number)
            assert answer.proven
            assert answer.rematch_count == 0


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", (17, 31, 60, 101))
def test_fields_of_twice_the_rounds_never_need_a_rematch(size, method):
    rounds = (size + size % 2) // 2
    simulated = Simulated.of(size, f"safe {method} {size}")
    for left in range(min(rounds, 9), 0, -1):
        entries = list(simulated.entries)
        answer = simulated.play(PairingOptions(method=method), left, seed=left)
        assert not list(sound(entries, answer))
        assert answer.proven
        assert answer.rematch_count == 0
    assert max(entry.byes for entry in simulated.entries) <= 1


@pytest.mark.parametrize("size", (20, 33, 48))
def test_a_crowded_schedule_says_that_nothing_is_promised(size):
    simulated = Simulated.of(size, f"crowded {size}")
    answer = simulated.play(PairingOptions(), size - 1)
    assert not answer.proven
    codes = [reason.code for reason in answer.reasons]
    assert "not-proven" in codes
    assert "round-robin-offered" in codes


@pytest.mark.parametrize("number", range(8))
def test_withdrawals_and_late_entries_leave_every_round_sound(number):
    rng = random.Random(f"changes {number}")
    size = rng.randint(4, 60)
    simulated = Simulated.of(size, f"changes {number}", branches=rng.randint(0, 6))
    options = PairingOptions(
        method=rng.choice(METHODS), same_branch=rng.choice(("ignore", "avoid")), same_branch_price=500
    )
    rounds = rng.randint(3, 9)
    for left in range(rounds, 0, -1):
        for chance, change in ((0.3, simulated.withdraw), (0.3, simulated.late)):
            if rng.random() < chance and len(simulated.entries) > 3:
                change()
        simulated.entries = [
            replace(entry, wants_bye=rng.random() < 0.05, absent=rng.random() < 0.05)
            for entry in simulated.entries
        ]
        entries = list(simulated.entries)
        answer = simulated.play(options, left, seed=number)
        assert not list(sound(entries, answer))
        bye = answer.bye
        if bye is not None:
            had = {entry.id: entry.byes for entry in entries}
            free = [entry for entry in entries if not entry.absent and not entry.wants_bye]
            assert had[bye] == min(entry.byes for entry in free)


def test_more_rounds_than_opponents_are_said_at_once():
    simulated = Simulated.of(4, "broken")
    for left in (3, 2):
        assert simulated.play(PairingOptions(), left).proven
    answer = simulated.play(PairingOptions(), 2)
    assert not answer.proven
    said = {reason.code: dict(reason.values) for reason in answer.reasons}
    assert said["rounds-left-cannot-complete"] == {"rounds_left": 2, "possible": 1}


def test_a_withdrawal_that_breaks_the_promise_is_said_at_once():
    broken = 0
    for number in range(40):
        simulated = Simulated.of(8, f"withdrawals {number}")
        for left in (5, 4):
            assert simulated.play(PairingOptions(), left).proven
        simulated.withdraw()
        simulated.withdraw()
        entries = simulated.entries
        kept = any(
            completable(entries, pairs, None, 2)
            for pairs in all_pairings(range(6))
            if not any(met(entries, *pair_) for pair_ in pairs)
        )
        answer = simulated.play(PairingOptions(), 3)
        assert answer.proven == kept
        broken += not kept
        said = [reason.code for reason in answer.reasons]
        assert ("rounds-left-cannot-complete" in said or "no-round-without-rematch" in said) == (not kept)
    assert 0 < broken < 40


@pytest.mark.slow
@pytest.mark.parametrize("size", (100, 200))
def test_a_large_field_goes_through_many_rounds_without_a_rematch(size):
    simulated = Simulated.of(size, f"long {size}")
    for left in range(size // 2, 0, -1):
        answer = simulated.play(PairingOptions(), left)
        assert answer.rematch_count == 0
