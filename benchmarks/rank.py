"""How fast is ranking? 10,000 entries × 9 rounds with five tie-breaks, beside sorting the same rows.

    python benchmarks/rank.py [ENTRIES] [ROUNDS]

Prints JSON: seconds of one core (median of five runs; processor time, so that other work on the machine does
not count), the same for a tenth of the entries, and the ratio to the bare sort.
"""

from __future__ import annotations

import gc
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.standings import Entry, Plan, Result, Settings, load_tiebreaks, rank

TIEBREAKS = ["points", "level_difference", "opponents_points_cut1", "sonneborn_berger", "last_round"]


def tournament(size: int, rounds: int) -> tuple[list[Entry], list[Result]]:
    """Random pairs in every round; one match in fifty is a forfeit."""
    chance = random.Random(7)
    results = []
    order = list(range(size))
    for round_ in range(1, rounds + 1):
        chance.shuffle(order)
        for a, b in zip(order[::2], order[1::2], strict=False):
            high, low = chance.randrange(13), chance.randrange(13)
            winner = "a" if high > low else "b" if low > high else None
            points = (1, 1) if winner is None else (2, 0) if winner == "a" else (0, 2)
            results.append(
                Result(
                    round_,
                    a,
                    b,
                    points=points,
                    winner=winner,
                    difference=(high - low, low - high),
                    rungs=(high, low),
                )
            )
    return [Entry(number) for number in range(size)], results


def median(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of processor time, the median of several runs."""
    took = []
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return statistics.median(took)


def measure(size: int, rounds: int, plan: Plan) -> tuple[float, float, int]:
    """Seconds of ranking and of a bare sort of the same rows, and the number of results."""
    entries, results = tournament(size, rounds)
    table = rank(entries, results, plan, Settings())
    rows = [tuple(row.values.values()) for row in table.rows]
    random.Random(3).shuffle(rows)
    return median(lambda: rank(entries, results, plan)), median(lambda: sorted(rows)), len(results)


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    plan = load_tiebreaks(TIEBREAKS)
    seconds, sorting, results = measure(size, rounds, plan)
    tenth, _, fewer = measure(max(2, size // 10), rounds, plan)
    print(
        json.dumps(
            {
                "entries": size,
                "rounds": rounds,
                "results": results,
                "tiebreaks": TIEBREAKS,
                "seconds": round(seconds, 4),
                "sort_seconds": round(sorting, 4),
                "ratio_to_sort": round(seconds / sorting, 1),
                "microseconds_per_result": round(seconds / results * 1e6, 2),
                "microseconds_per_result_at_a_tenth": round(tenth / fewer * 1e6, 2),
            }
        )
    )


if __name__ == "__main__":
    main()
