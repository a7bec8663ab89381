"""The engine's answer equals the true optimum, found by trying every pairing."""

import random

import pytest

from rules.answers import Refused
from tests.pairing.oracle import (
    all_pairings,
    best,
    completable,
    inside_groups,
    key_of,
    random_entries,
    random_options,
)
from tournament.pairing import PairingEntry, PairingOptions, pair

METHODS = ("adjacent", "balanced", "fold", "slide", "lots")


def places_of(entries, answer):
    numbers = {entry.id: place for place, entry in enumerate(entries)}
    pairs = tuple((numbers[a], numbers[b]) for a, b in answer.pairs)
    return pairs, None if answer.bye is None else numbers[answer.bye]


def check(entries, options, rounds_left=1):
    """One state: refused exactly where nothing is possible, otherwise as good as the best of all pairings."""
    wanted = best(entries, options, rounds_left)
    if wanted is None:
        with pytest.raises(Refused):
            pair(entries, options, rounds_left=rounds_left)
        return
    pairs, bye = places_of(entries, pair(entries, options, rounds_left=rounds_left, seed=5))
    assert key_of(entries, options, pairs, bye, rounds_left) == wanted[0]
    assert bye == wanted[1]
    if options.method == "adjacent":
        assert pairs == wanted[2]
    if options.method in ("fold", "slide"):
        check_inside(entries, options, pairs)


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


@pytest.mark.parametrize("method", METHODS)
def test_no_pairing_of_a_random_state_is_better(method):
    rng = random.Random(f"optimum {method}")
    for _ in range(480):
        check(random_entries(rng, rng.randint(1, 8)), random_options(rng, method))


@pytest.mark.parametrize("method", METHODS)
def test_no_pairing_of_ten_is_better(method):
    rng = random.Random(f"ten {method}")
    for _ in range(20):
        check(random_entries(rng, rng.choice((9, 10))), random_options(rng, method))


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
