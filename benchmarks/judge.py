"""How many hands a second: replay an event of 10,000 matches × 12 hands in one process.

Prints one JSON document: hands a second without and with reasons, where only the attackers' total is known,
and where the referee entered tricks, bottom and last trick; each as a ratio to a bare loop that only adds the
points. The hands are drawn by a fixed seed, so that two runs judge the same event. Aim: 100,000 hands a
second with reasons.

    python benchmarks/judge.py [--matches 10000] [--hands 12] [--ruleset swiss-60min]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.hands import HandFacts, LastTrick, Outcome, RuleSet, Side, judge, opening
from rules.shipped import shipped_rule_set, shipped_slugs

Event = list[list[HandFacts]]


def play_event(rule_set: RuleSet, matches: int, hands: int, seed: int) -> Event:
    """An event whose hands follow from one another: who declares is what the hand before says."""
    draw = random.Random(seed)
    event = []
    for _ in range(matches):
        state, match = opening(rule_set), []
        declarer = draw.choice((Side.A, Side.B))
        for _ in range(hands):
            facts = HandFacts(declarer, 5 * round(draw.triangular(0, rule_set.total_points // 5)))
            outcome = judge(rule_set, state, facts, explain=False)
            assert isinstance(outcome, Outcome)
            match.append(facts)
            state = outcome.state
            if state.declarer is None:
                break
            declarer = state.declarer
        event.append(match)
    return event


def replay(rule_set: RuleSet, event: Event, explain: bool) -> int:
    """Judge every hand of the event again. Answers with the sum of the points."""
    total = 0
    for match in event:
        state = opening(rule_set)
        for facts in match:
            outcome = judge(rule_set, state, facts, explain=explain)
            assert isinstance(outcome, Outcome)
            state = outcome.state
            total += outcome.points or 0
    return total


def in_detail(event: Event) -> Event:
    """The same hands as a referee enters them in detail: the last trick lost, the bottom kept."""
    lost = LastTrick("declarers", 1, 1)
    return [
        [HandFacts(facts.declarer, tricks=facts.points, bottom=0, last_trick=lost) for facts in match]
        for match in event
    ]


def add_up(event: Event) -> int:
    """The bare loop: only the points."""
    total = 0
    for match in event:
        for facts in match:
            total += facts.points or 0
    return total


def best_seconds(work: Callable[[], int], repeats: int) -> float:
    """The shortest of several runs, in seconds of this process's own CPU time."""
    shortest = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        shortest = min(shortest, time.process_time() - start)
    return shortest


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--hands", type=int, default=12)
    parser.add_argument("--ruleset", choices=shipped_slugs(), default="swiss-60min")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rule_set = shipped_rule_set(options.ruleset)
    event = play_event(rule_set, options.matches, options.hands, options.seed)
    count = sum(map(len, event))
    assert replay(rule_set, event, False) == replay(rule_set, event, True) == add_up(event)
    bare = best_seconds(lambda: add_up(event), options.repeats)
    judged = best_seconds(lambda: replay(rule_set, event, False), options.repeats)
    explained = best_seconds(lambda: replay(rule_set, event, True), options.repeats)
    detailed = in_detail(event)
    with_detail = best_seconds(lambda: replay(rule_set, detailed, True), options.repeats)
    print(
        json.dumps(
            {
                "ruleset": options.ruleset,
                "matches": len(event),
                "hands": count,
                "hands_per_second": round(count / judged),
                "hands_per_second_with_reasons": round(count / explained),
                "hands_per_second_in_detail_with_reasons": round(count / with_detail),
                "bare_loop_hands_per_second": round(count / bare),
                "times_the_bare_loop": round(judged / bare, 1),
                "times_the_bare_loop_with_reasons": round(explained / bare, 1),
                "times_the_bare_loop_in_detail_with_reasons": round(with_detail / bare, 1),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
