"""How fast is a ruling? Follow queries on hands of 39 cards out of three decks, random and contrived.

    python benchmarks/ruling.py [QUERIES] [SEED]

For each kind of hand, over three regulations, prints milliseconds of processor time a query (median, 99th
hundredth, worst) as one JSON object, and exits 1 if a median is above the aim. A query is the whole ruling:
what is owed, whether a play pays it, and three plays that would. ``bare`` is what sorting such a hand takes.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.cards import Card, Order, follow, read_card_rules  # noqa: E402 - the path first
from rules.cards.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS  # noqa: E402 - the path first

AIM = 5.0  # ms, median
HAND = 39
REGULATIONS = ("swiss-60min", "knockout-3deck", "union-squads")
Deal = tuple[list[Card], list[Card]]


def deck() -> list[Card]:
    one = [Card(suit, rank) for suit in SUITS for rank in RANKS] + [BIG_JOKER, LITTLE_JOKER]
    return one * 3


def random_hand(chance: random.Random, order: Order) -> Deal:
    """A dealt hand, and a lead of up to ten cards of one suit out of another one."""
    cards = deck()
    chance.shuffle(cards)
    hand, other = cards[:HAND], cards[HAND : 2 * HAND]
    suit = [card for card in other if order.group(card) == order.group(other[0])]
    return suit[: chance.randint(1, 10)], hand


def one_suit(chance: random.Random, order: Order) -> Deal:
    """Nothing but one side suit in the hand, as much of it as there is, and a lead of some of the rest."""
    cards = [card for card in deck() if order.group(card) == "H"]
    chance.shuffle(cards)
    size = chance.randint(2, 12)
    spare = [card for card in deck() if order.group(card) == "C"]
    return cards[:size], (cards[size:] + spare)[:HAND]


def all_trumps(chance: random.Random, order: Order) -> Deal:
    """39 trumps, jokers and level cards among them, and a lead of those that are left."""
    cards = [card for card in deck() if order.group(card) == "T"]
    chance.shuffle(cards)
    return cards[HAND : HAND + chance.randint(2, 12)], cards[:HAND]


def all_triples(chance: random.Random, order: Order) -> Deal:
    """Triples over triples, so that nearly everything fits in many ways; two low pairs or triples are led."""
    ranks = [rank for rank in RANKS if order.group(Card("H", rank)) == "H"]
    held = [Card("H", rank) for rank in ranks[2:] for _ in range(3)]
    lead = [Card("H", rank) for rank in ranks[:2] for _ in range(chance.randint(2, 3))]
    spare = [card for card in deck() if order.group(card) == "T"]
    return lead, (held + spare)[:HAND]


KINDS: dict[str, Callable[[random.Random, Order], Deal]] = {
    "random": random_hand,
    "one_suit": one_suit,
    "all_trumps": all_trumps,
    "all_triples": all_triples,
}


def timed(queries: int, seed: int, slug: str, kind: str) -> Iterator[tuple[float, float]]:
    """Milliseconds of each ruling, and of sorting its hand."""
    text = (ROOT / "fixtures" / "rulesets" / f"{slug}.toml").read_text(encoding="utf-8")
    rules = read_card_rules(tomllib.loads(text))
    order = Order(rules, "2" if slug != "union-squads" else "3", "S")
    chance = random.Random(f"{seed}{slug}{kind}")
    for _ in range(queries):
        lead, hand = KINDS[kind](chance, order)
        play = chance.sample(hand, len(lead))
        start = time.process_time()
        follow(order, lead, hand, play)
        ruled = time.process_time()
        order.high_to_low(hand)
        yield (ruled - start) * 1e3, (time.process_time() - ruled) * 1e3


def main() -> int:
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    report: dict[str, dict[str, float]] = {}
    for kind in KINDS:
        both = [pair for slug in REGULATIONS for pair in timed(queries, seed, slug, kind)]
        took = sorted(ruled for ruled, _ in both)
        report[kind] = {
            "median": round(statistics.median(took), 3),
            "p99": round(took[len(took) * 99 // 100], 3),
            "worst": round(took[-1], 3),
            "bare": round(statistics.median(bare for _, bare in both), 3),
        }
    good = all(row["median"] < AIM for row in report.values())
    print(json.dumps({"queries": queries * len(REGULATIONS), "aim_ms": AIM, "ms": report, "met": good}))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
