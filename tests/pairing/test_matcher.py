"""Exact matching: the answer and its certificate, against another library and against trying everything."""

import random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.tournaments import Simulated
from tournament.pairing import PairingEntry, PairingOptions
from tournament.pairing.balanced import BalancedCost
from tournament.pairing.exact import least
from tournament.pairing.field import Field
from tournament.pairing.matcher import Matcher
from tournament.pairing.near import cheapest
from tournament.pairing.nesting import Nesting
from tournament.pairing.witness import alternating_path


def matched(size, edges):
    adjacency = [[] for _ in range(size)]
    for (one, other), cost in edges.items():
        adjacency[one].append((other, 2 * cost))
        adjacency[other].append((one, 2 * cost))
    matcher = Matcher(adjacency)
    return matcher, matcher.solve()


def by_networkx(size, edges):
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    dearest = max(edges.values(), default=0)
    for (one, other), cost in edges.items():
        graph.add_edge(one, other, weight=dearest - cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < size:
        return None
    return sum(edges[tuple(sorted(pair))] for pair in found)


def check(size, edges):
    matcher, complete = matched(size, edges)
    wanted = by_networkx(size, edges)
    assert complete == (wanted is not None)
    if not complete:
        return
    assert all(matcher.mate[matcher.mate[vertex]] == vertex for vertex in range(size))
    total = sum(edges[tuple(sorted((v, m)))] for v, m in enumerate(matcher.mate) if v < m)
    assert total == wanted
    # The certificate: no meeting costs less than its prices, and the prices add up to the whole.
    nesting = Nesting(matcher)
    for (one, other), cost in edges.items():
        assert 2 * cost >= matcher.level[one] + matcher.level[other] - nesting.shared(one, other)
    assert all(price >= 0 for price in matcher.price.values())
    assert sum(matcher.prices()) + sum(matcher.price.values()) == 2 * total


@pytest.mark.parametrize("seed", range(12))
def test_the_matcher_agrees_with_another_library_and_proves_it(seed):
    rng = random.Random(seed)
    for _ in range(60):
        size = 2 * rng.randint(1, 8)
        dearest = rng.choice((1, 3, 10, 100))
        share = rng.choice((0.3, 0.5, 0.8, 1))
        check(
            size,
            {
                (one, other): rng.randint(0, dearest)
                for one in range(size)
                for other in range(one + 1, size)
                if rng.random() < share
            },
        )
    size = 40
    check(
        size,
        {
            (one, other): rng.randint(0, 9)
            for one in range(size)
            for other in range(one + 1, size)
            if rng.random() < 0.15
        },
    )


def field_of(size, rounds, branches, seed):
    simulated = Simulated.of(size, f"{seed} {size}", branches)
    for left in range(rounds, 0, -1):
        simulated.play(PairingOptions(), left)
    return simulated.entries


def proves(proven, vertices, cost):
    """The certificate holds for every meeting of the whole field, looked at one by one."""
    assert sorted(v for pair in proven.pairs for v in pair) == list(vertices)
    assert sum(cost(*pair) for pair in proven.pairs) == proven.cost
    assert sum(proven.prices.values()) + sum(price for price, _ in proven.odd_sets) == 2 * proven.cost
    around = {vertex: [] for vertex in vertices}
    for number, (price, members) in enumerate(proven.odd_sets):
        assert price > 0
        assert len(members) % 2 == 1
        for vertex in members:
            around[vertex].append(number)
    for one in vertices:
        for other in vertices:
            if other <= one:
                continue
            price = cost(one, other)
            if price is None:
                continue
            if 2 * price >= proven.prices[one] + proven.prices[other] + sum(
                proven.odd_sets[number][0] for number in {*around[one]} ^ {*around[other]}
            ):
                continue
            raise AssertionError(f"{one} and {other} would be cheaper")


@pytest.mark.parametrize("size, branches", ((60, 0), (100, 8), (120, 2)))
def test_balanced_is_proven_against_every_meeting_of_the_field(size, branches):
    field = Field(
        field_of(size, 5, branches, "proof"), PairingOptions(method="balanced", same_branch="avoid")
    )
    cost = BalancedCost(field, 16_000)
    proven = cheapest(range(size), cost, cost.floor)
    proves(proven, range(size), cost)
    assert proven.cost == least(range(size), cost)[0]


@pytest.mark.parametrize("share", (0.5, 0.6))
def test_balanced_is_proven_where_one_branch_holds_half_of_the_field(share):
    rng = random.Random("half")
    entries = [
        PairingEntry(
            number, branch="x" if rng.random() < share else f"b{number % 5}", points=(300 - number) // 40
        )
        for number in range(300)
    ]
    field = Field(entries, PairingOptions(method="balanced", same_branch="avoid"))
    cost = BalancedCost(field, 16_000)
    proves(cheapest(range(300), cost, cost.floor), range(300), cost)


def test_balanced_finds_far_opponents_where_branches_are_banned():
    entries = [PairingEntry(number, branch="x" if number < 60 else "y") for number in range(120)]
    field = Field(entries, PairingOptions(method="balanced", same_branch="never"))
    cost = BalancedCost(field, 16_000)
    proven = cheapest(range(120), cost, cost.floor)
    proves(proven, range(120), cost)
    assert min(other - one for one, other in proven.pairs) >= 1
    crowded = [PairingEntry(number, branch="x" if number < 70 else "y") for number in range(120)]
    cost = BalancedCost(Field(crowded, PairingOptions(method="balanced", same_branch="never")), 16_000)
    assert cheapest(range(120), cost, cost.floor) is None


def test_points_finer_than_halves_are_compared_exactly():
    entries = [PairingEntry("a", points=1.25), PairingEntry("b", points=1), PairingEntry("c", points=0.5)]
    cost = BalancedCost(Field(entries, PairingOptions(method="balanced")), 16_000)
    assert cost.scale == 4
    assert cost(0, 1) == 4 * (1000 * 0.5**2 + 1)
    assert cost(0, 2) == 4 * (1000 * 1.5**2 + 4)


@given(st.integers(0, 10**6))
def test_an_augmenting_path_is_found_exactly_where_one_exists(seed):
    rng = random.Random(seed)
    size = 2 * rng.randint(2, 6)
    met = {number: set() for number in range(size)}
    for one in range(size):
        for other in range(one):
            if rng.random() < 0.5:
                met[one].add(other)
                met[other].add(one)
    field = Field([PairingEntry(n, met=frozenset(m)) for n, m in met.items()], PairingOptions())
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from((a, b) for a in range(size) for b in range(a) if b not in met[a])
    largest = networkx.max_weight_matching(graph, maxcardinality=True)
    mate = {}
    pairs = sorted(tuple(sorted(pair)) for pair in largest)
    dropped = pairs[1:] if rng.random() < 0.5 else pairs
    for one, other in dropped:
        mate[one], mate[other] = other, one
    single = [vertex for vertex in range(size) if vertex not in mate]
    grown = 0
    for start in single:
        if start in mate:
            continue
        goals = [vertex for vertex in single if vertex not in mate and vertex != start]
        path = alternating_path(field, range(size), mate, start, goals)
        if path is not None:
            grown += 1
            for one, other in zip(path[::2], path[1::2], strict=True):
                assert field.cost(one, other) == 0
                mate[one], mate[other] = other, one
    assert len(mate) == 2 * len(largest)
    assert grown == len(pairs) - len(dropped)


def test_an_odd_number_has_no_complete_pairing():
    assert least([0, 1, 2], lambda one, other: 1) is None
    assert least([], lambda one, other: 1) == (0, [])
    assert least([0, 1], lambda one, other: None) is None
