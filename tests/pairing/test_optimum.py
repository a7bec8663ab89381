"""The engine's answer equals the true optimum, found by trying every pairing."""

import random
from dataclasses import replace

import pytest

from rules.answers import Refused
from tests.pairing.oracle import (
    all_pairings,
    best,
    cases,
    completable,
    drawn,
    inside_groups,
    key_of,
    random_entries,
    random_pins,
)
from tournament.pairing import PairingEntry, PairingOptions, pair

METHODS = ("adjacent", "balanced", "fold", "slide", "lots")
CASES = list(cases())


def places_of(entries, answer):
    numbers = {entry.id: place for place, entry in enumerate(entries)}
    pairs = tuple((numbers[a], numbers[b]) for a, b in answer.pairs)
    return pairs, None if answer.bye is None else numbers[answer.bye]


def check(entries, options, rounds_left=1, *, seed=5, pinned=()):
    """One state: refused exactly where nothing is possible, otherwise as good as the best of all pairings."""
    wanted = best(entries, options, rounds_left, seed, pinned)
    by_hand = [(entries[a].id, entries[b].id) for a, b in pinned]
    if wanted is None:
        with pytest.raises(Refused):
            pair(entries, options, rounds_left=rounds_left, seed=seed, pinned=by_hand)
        return
    answer = pair(entries, options, rounds_left=rounds_left, seed=seed, pinned=by_hand)
    pairs, bye = places_of(entries, answer)
    assert bye == wanted.bye
    if options.method in ("adjacent", "lots"):
        assert pairs == wanted.pairs
        return
    assert set(pinned) <= set(pairs)
    chosen = tuple(sorted(set(pairs) - set(pinned)))
    free = sorted({place for pair_ in chosen for place in pair_} | ({bye} - {None}))
    resting = drawn(free[::-1], f"bye {seed}") if options.bye == "lots" else free[::-1]
    key = key_of(entries, options, chosen, bye, rounds_left, resting=resting, pinned=pinned)
    assert key == wanted.key
    if options.method in ("fold", "slide") and not options.lookahead:
        check_inside(entries, options, chosen)


def check_inside(entries, options, pairs):
    """Those who stay in their group are folded (or slid) as near to the ideal as any pairing of them is."""
    inner = [pair_ for pair_ in pairs if entries[pair_[0]].points == entries[pair_[1]].points]
    staying = sorted(place for pair_ in inner for place in pair_)
    chosen = [entries[place] for place in staying]
    if not chosen:
        return

    def key(candidate):
        law = key_of(chosen, options, candidate, None)
        if law is None or any(chosen[a].points != chosen[b].points for a, b in candidate):
            return None
        return law[1], law[4], inside_groups(chosen, options.method, candidate)

    keys = [key(candidate) for candidate in all_pairings(range(len(chosen)))]
    numbers = {place: number for number, place in enumerate(staying)}
    assert key(tuple((numbers[a], numbers[b]) for a, b in inner)) == min(k for k in keys if k is not None)


def check_states(case, count, sizes, rng):
    """So many random states of ``case``, held against all pairings."""
    for number in range(count):
        size = rng.choice(SMALL if case.ahead else sizes)
        entries = random_entries(rng, size)
        rounds_left = 1
        if case.ahead:
            # Nobody is absent: the rounds left are those of all who are in the field now.
            entries = [replace(entry, absent=False, wants_bye=False) for entry in entries]
            rounds_left = rng.randint(1, 3)
        pinned = random_pins(rng, entries, case.options) if case.pins else ()
        try:
            check(entries, case.options, rounds_left, seed=number, pinned=pinned)
        except AssertionError as wrong:
            raise AssertionError(f"{case.name}: {entries} {rounds_left} {pinned}") from wrong


SMALL = (2, 3, 4, 5, 6)
SIZES = (1, 2, 3, 4, 5, 5, 6, 6, 7, 8)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_pairing_of_500_random_states_is_better(case):
    check_states(case, 500, SIZES, random.Random(case.name))


@pytest.mark.parametrize("method", METHODS)
def test_no_pairing_of_ten_is_better(method):
    rng = random.Random(f"ten {method}")
    for case in CASES:
        if case.options.method == method and not case.ahead:
            check_states(case, 2, (9, 10), rng)


@pytest.mark.parametrize("method", ("adjacent", "balanced"))
def test_the_best_pairing_that_leaves_the_rounds_left_completable_is_found(method):
    rng = random.Random(f"ahead {method}")
    for _ in range(12):
        size = rng.choice((4, 5, 6))
        rounds = size - 1 + size % 2
        entries = [PairingEntry(number, branch=rng.choice("AB")) for number in range(size)]
        options = PairingOptions(method=method, same_branch=rng.choice(("ignore", "avoid")))
        for left in range(rounds, 0, -1):
            check(entries, options, left)
            answer = pair(entries, options, rounds_left=left)
            assert answer.proven
            entries = played(entries, answer, rng)


def played(entries, answer, rng):
    """The entries after a round with results drawn by lot, in the order of their points."""
    against = {}
    for one, other in answer.pairs:
        against[one], against[other] = other, one
    after = []
    for entry in entries:
        won = entry.id not in against or rng.random() < 0.5
        after.append(
            PairingEntry(
                entry.id,
                branch=entry.branch,
                points=entry.points + (2 if won else 0),
                met=entry.met | ({against[entry.id]} if entry.id in against else set()),
                byes=entry.byes + (entry.id not in against),
            )
        )
    return sorted(after, key=lambda entry: -entry.points)


def test_the_oracle_knows_a_dead_end():
    groups = {1: {4, 5, 6}, 2: {4, 5, 6}, 3: {4, 5, 6}, 4: {1, 2, 3}, 5: {1, 2, 3}, 6: {1, 2, 3}}
    entries = [PairingEntry(number, met=frozenset(others)) for number, others in groups.items()]
    assert not completable(entries, (), None, 1)


def test_looking_ahead_knows_who_must_have_the_byes_to_come():
    # 3, 4 and 5 have rested: after this round's bye there is one left without, and its turn comes next.
    entries = [
        PairingEntry(1, branch="A", points=3, met={4, 5}),
        PairingEntry(2, points=2),
        PairingEntry(3, points=0.5, met={4}, byes=1),
        PairingEntry(4, branch="A", points=0.5, met={1, 3}, byes=1),
        PairingEntry(5, points=0.5, met={1}, byes=1),
    ]
    for method in METHODS:
        for rounds_left in (2, 3, 4):
            check(entries, PairingOptions(method=method, same_branch="avoid"), rounds_left)
