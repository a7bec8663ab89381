"""How fast is a ruling? Follow queries on hands of 39 cards out of three decks, and of 54 out of four.

    python benchmarks/ruling.py [QUERIES] [SEED]

For each kind of hand, random and contrived, over several regulations, prints milliseconds of processor time
a query (median, 99th hundredth, worst) as one JSON object, and exits 1 if a median is above its aim. A query
is the whole ruling: what is owed, whether a play pays it, and three plays that would; ``bare`` is what it
takes to sort the hand. ``tight_trumps`` shows what bounds the work: leads of up to thirty trumps, which no
table sees; it has an aim of its own.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.cards import Card, Order, follow, read_card_rules  # noqa: E402 - the path first
from rules.cards.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS  # noqa: E402 - the path first

AIM = 5.0  # ms, median
AIMS = {"tight_trumps": 25.0}
REGULATIONS = {
    3: ("swiss-60min", "knockout-3deck", "union-squads"),
    4: ("four-deck-rounds", "four-deck-no-bottom"),
}
HANDS = {3: 39, 4: 54}
Deal = tuple[list[Card], list[Card]]


def deck(decks: int) -> list[Card]:
    one = [Card(suit, rank) for suit in SUITS for rank in RANKS] + [BIG_JOKER, LITTLE_JOKER]
    return one * decks


def random_hand(chance: random.Random, order: Order) -> Deal:
    """A dealt hand, and a lead of up to ten cards of one suit out of another one."""
    cards, size = deck(order.rules.decks), HANDS[order.rules.decks]
    chance.shuffle(cards)
    hand, other = cards[:size], cards[size : 2 * size]
    suit = [card for card in other if order.group(card) == order.group(other[0])]
    return suit[: chance.randint(1, 10)], hand


def one_suit(chance: random.Random, order: Order) -> Deal:
    """Nothing but one side suit in the hand, as much of it as there is, and a lead of some of the rest."""
    cards = [card for card in deck(order.rules.decks) if order.group(card) == "H"]
    chance.shuffle(cards)
    size = chance.randint(2, 12)
    spare = [card for card in deck(order.rules.decks) if order.group(card) == "C"]
    return cards[:size], (cards[size:] + spare)[: HANDS[order.rules.decks]]


def all_trumps(chance: random.Random, order: Order) -> Deal:
    """Nothing but trumps, jokers and level cards among them, and a lead of those that are left."""
    cards, size = deck(order.rules.decks), HANDS[order.rules.decks]
    cards = [card for card in cards if order.group(card) == "T"]
    chance.shuffle(cards)
    return cards[size : size + chance.randint(2, 12)], cards[:size]


def all_sets(chance: random.Random, order: Order) -> Deal:
    """Triples over triples, or fours over fours, so that nearly everything fits in many ways."""
    decks = order.rules.decks
    ranks = [rank for rank in RANKS if order.group(Card("H", rank)) == "H"]
    held = [Card("H", rank) for rank in ranks[2:] for _ in range(decks)]
    lead = [Card("H", rank) for rank in ranks[:2] for _ in range(chance.randint(2, decks))]
    spare = [card for card in deck(decks) if order.group(card) == "T"]
    return lead, (held + spare)[: HANDS[decks]]


def long_throw(chance: random.Random, order: Order) -> Deal:
    """A throw of many parts, pairs, triples and tractors among them, on all that is left of the suit."""
    decks = order.rules.decks
    suit = [card for card in dict.fromkeys(deck(1)) if order.group(card) == "H"]
    lead = [card for card in suit for _ in range(chance.choice([0, 1, 2, 2, decks - 1]))] or suit[:1]
    held = list((Counter(suit * decks) - Counter(lead)).elements())
    spare = [card for card in deck(decks) if order.group(card) == "T"]
    return lead, (held + spare)[: HANDS[decks]]


def tight_trumps(chance: random.Random, order: Order) -> Deal:
    """Trumps led by sets, and a hand with about as many, so that what is owed only just fits or does not."""
    decks = order.rules.decks
    trumps = [card for card in deck(1) if order.group(card) == "T"]
    lead = [card for card in trumps for _ in range(chance.choice([0, 0, 2, decks]))] or trumps[:1]
    left = list((Counter(trumps * decks) - Counter(lead)).elements())
    chance.shuffle(left)
    return lead, left[: min(HANDS[decks], len(lead) + chance.randint(1, 9))]


KINDS: dict[str, Callable[[random.Random, Order], Deal]] = {
    "random": random_hand,
    "one_suit": one_suit,
    "all_trumps": all_trumps,
    "all_sets": all_sets,
    "long_throw": long_throw,
    "tight_trumps": tight_trumps,
}


def timed(queries: int, seed: int, slug: str, kind: str) -> Iterator[tuple[float, float]]:
    """Milliseconds of each ruling, and of sorting its hand."""
    text = (ROOT / "fixtures" / "rulesets" / f"{slug}.toml").read_text(encoding="utf-8")
    rules = read_card_rules(tomllib.loads(text))
    order = Order(rules, "3" if rules.permanent else "2", "S")
    chance = random.Random(f"{seed}{slug}{kind}")
    for _ in range(queries):
        lead, hand = KINDS[kind](chance, order)
        if len(hand) < len(lead):
            continue
        play = chance.sample(hand, len(lead))
        start = time.process_time()
        follow(order, lead, hand, play)
        ruled = time.process_time()
        order.high_to_low(hand)
        yield (ruled - start) * 1e3, (time.process_time() - ruled) * 1e3


def main() -> int:
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    report: dict[str, dict[str, dict[str, float]]] = {}
    for decks, slugs in REGULATIONS.items():
        row = report[f"{HANDS[decks]} cards of {decks} decks"] = {}
        for kind in KINDS:
            both = [pair for slug in slugs for pair in timed(queries, seed, slug, kind)]
            took = sorted(ruled for ruled, _ in both)
            row[kind] = {
                "queries": len(took),
                "median": round(statistics.median(took), 3),
                "p99": round(took[len(took) * 99 // 100], 3),
                "worst": round(took[-1], 3),
                "bare": round(statistics.median(bare for _, bare in both), 3),
            }
    good = all(
        measured["median"] < AIMS.get(kind, AIM) for row in report.values() for kind, measured in row.items()
    )
    print(json.dumps({"aim_ms": AIM, "ms": report, "met": good}, indent=1))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
