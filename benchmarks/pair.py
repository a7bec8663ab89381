"""How fast and how right is pairing?

    python benchmarks/pair.py                 speed: seconds of processor time, median of five (JSON)
    python benchmarks/pair.py --states 10000  so many states of every method and option, against all pairings
    python benchmarks/pair.py --tournaments   whole tournaments of 2 to 200 entries, with withdrawals

Processor time, so that other work on the machine does not count. Where networkx's dense matching ends within
a minute it runs on the same field beside it.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import networkx

from benchmarks.pair_states import after, even_branches, one_large_branch
from tests.pairing import test_optimum
from tests.pairing.tournaments import Simulated, sound
from tournament.pairing import PairingEntry, PairingOptions, knockout, pair
from tournament.pairing.balanced import BalancedCost
from tournament.pairing.field import Field
from tournament.pairing.near import cheapest


def median(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of processor time, the median of several runs."""
    took = []
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return round(statistics.median(took), 4)


def by_networkx(entries: list[PairingEntry], options: PairingOptions) -> tuple[float, int]:
    """Seconds and cost of the same balanced pairing by networkx on the complete graph."""
    cost = BalancedCost(Field(entries, options), options.same_branch_price)
    size = len(entries)
    graph = networkx.Graph()
    edges = {(a, b): cost(a, b) or 0 for a in range(size) for b in range(a + 1, size)}
    dearest = max(edges.values())
    graph.add_weighted_edges_from((a, b, dearest - price) for (a, b), price in edges.items())
    start = time.process_time()
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    took = time.process_time() - start
    return round(took, 2), sum(edges[min(pair_), max(pair_)] for pair_ in found)


def speed() -> None:
    """The figures of the speed table."""
    report: dict[str, Any] = {}
    for size in (1_000, 10_000, 100_000):
        entries = after(8, size)
        report[f"adjacent, round 9, {size}"] = median(lambda field=entries: pair(field, PairingOptions()))
    avoid = PairingOptions(same_branch="avoid")
    for count in (50, 25, 10):
        entries = after(8, 10_000, even_branches(count))
        report[f"adjacent avoid, {count} branches, 10000"] = median(lambda field=entries: pair(field, avoid))
    for size in (1_000, 10_000):
        entries = after(8, size, one_large_branch(50))
        name = f"adjacent avoid, half in one branch, {size}"
        report[name] = median(lambda field=entries: pair(field, avoid), 1)
    balanced = PairingOptions(method="balanced", same_branch="avoid")
    for size in (64, 128, 256):
        entries = after(5, size, even_branches(20))
        ours = pair(entries, balanced)
        seconds, cost = by_networkx(entries, balanced)
        assert ours.cost == cost
        report[f"balanced, {size}"] = {
            "ours": median(lambda field=entries: pair(field, balanced)),
            "networkx, dense": seconds,
        }
    for size in (1_000, 10_000):
        for name, branch in (
            ("20 branches", even_branches(20)),
            ("half in one branch", one_large_branch(50)),
        ):
            if size == 10_000 and name != "20 branches":
                continue
            entries = after(8, size, branch)
            report[f"balanced, {name}, {size}, proven"] = median(
                lambda field=entries: pair(field, balanced), 3
            )
            price = BalancedCost(Field(entries, balanced), balanced.same_branch_price)
            proof = cheapest(range(size), price, price.floor)
            assert proof is not None
            assert sum(proof.prices.values()) + sum(z for z, _ in proof.odd_sets) == 2 * proof.cost
    branches = [f"b{number % 200}" for number in range(1024)]
    report["bracket of 1024, 200 branches"] = median(lambda: knockout(1024, branches=branches, seed=1))
    print(json.dumps(report, indent=2))


def states(count: int) -> None:
    """Each method with each option on ``count`` random states of up to ten entries, against all pairings."""
    for case in test_optimum.CASES:
        rng = random.Random(f"benchmark {case.name}")
        start = time.process_time()
        test_optimum.check_states(case, count, (1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10), rng)
        print(f"{case.name}: {count} states right, {time.process_time() - start:.0f} s", flush=True)


def tournaments() -> None:
    """N from 2 to 200 over up to N - 1 rounds, results by lot; every third with changes to the field."""
    rematches = dead = played = changes = promised = 0
    for size in range(2, 201):
        rng = random.Random(f"tournament {size}")
        rounds = size - 1 + size % 2 if size <= 16 else rng.randint(1, size - 1)
        simulated = Simulated.of(size, f"tournament {size}", branches=rng.randint(0, 12))
        methods = test_optimum.METHODS if size <= 60 else ("adjacent", "adjacent", "lots", "balanced")
        options = PairingOptions(method=rng.choice(methods), same_branch=rng.choice(("ignore", "avoid")))
        changing = size % 3 == 0
        for left in range(rounds, 0, -1):
            if changing and rng.random() < 0.2 and len(simulated.entries) > 4:
                rng.choice((simulated.withdraw, simulated.late))()
                changes += 1
            entries = list(simulated.entries)
            answer = simulated.play(options, left, seed=left)
            assert not list(sound(entries, answer)), size
            promised += answer.proven
            played += 1
            rematches += answer.rematch_count
            if answer.rematch_count:
                dead += 1
                assert size > 16 or changing
    report = {
        "tournaments": 199,
        "rounds": played,
        "withdrawals and late entries": changes,
        "rounds with the promise": promised,
        "rounds with a rematch": dead,
        "rematches": rematches,
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--states", type=int)
    parser.add_argument("--tournaments", action="store_true")
    arguments = parser.parse_args()
    if arguments.states:
        states(arguments.states)
    elif arguments.tournaments:
        tournaments()
    else:
        speed()
