"""How long does the standings page take? 500 pairs after five rounds, in a database of its own in memory.

    python benchmarks/standings_page.py [PAIRS] [ROUNDS]

Prints JSON: queries and processor seconds (median of five) of the standings page, the page of one entry and
the chart, and the same for a tenth of the pairs.
"""

# ruff: noqa: E402 - the models can be imported only after Django has been set up

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("JICHA_DEBUG", "1")  # static files without their manifest
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("JICHA_DATA", tempfile.mkdtemp(prefix="jicha-benchmark-"))

import django

django.setup()

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import get_runner, setup_test_environment
from django.utils import timezone

from scoring.models import Match
from scoring.results import fold, format_of, keep_result
from tournament.events.creating import create_event
from tournament.models import Board, Encounter, Entry, Event, Person, Player, Round, Slot

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J")


def hall_of(pairs: int, rounds: int) -> Event:
    """An event whose pairs have played that many rounds, each table with a confirmed slip."""
    chance = random.Random(7)
    actor, _made = get_user_model().objects.get_or_create(username="organiser")
    event = create_event(actor, "swiss-60min", f"{pairs} pairs")
    stage = event.stages.get()
    entries = Entry.objects.bulk_create([Entry(event=event, number=at + 1) for at in range(pairs)])
    people = Person.objects.bulk_create(
        [Person(event=event, name=f"{side}{one.number}") for one in entries for side in "甲乙"]
    )
    Player.objects.bulk_create(
        [Player(entry=entries[at // 2], person=one, position=at % 2 + 1) for at, one in enumerate(people)]
    )
    order = list(entries)
    for number in range(1, rounds + 1):
        chance.shuffle(order)
        round_ = Round.objects.create(stage=stage, number=number, status=Round.Status.CLOSED)
        _play(event, round_, order, chance)
    return event


def _play(event: Event, round_: Round, order: list[Entry], chance: random.Random) -> None:
    tables = range(len(order) // 2)
    encounters = Encounter.objects.bulk_create([Encounter(round=round_, number=at + 1) for at in tables])
    Slot.objects.bulk_create(
        [
            Slot(encounter=encounters[at], round=round_, side=side, entry=order[2 * at + place])
            for at in tables
            for place, side in enumerate("AB")
        ]
    )
    matches = [
        Match(
            rule_set=event.rule_set,
            format=round_.stage.config["match"],
            version=1,
            kept=Match.Kept.LEVELS,
            slip={"levels": {"A": chance.choice(LEVELS), "B": chance.choice(LEVELS)}},
        )
        for _ in tables
    ]
    format_of(round_.stage.config["match"])
    for match in matches:
        keep_result(match, fold(match, []))
    Match.objects.bulk_create(matches)
    Board.objects.bulk_create(
        [
            Board(
                encounter=encounters[at],
                round=round_,
                table=at + 1,
                match=matches[at],
                confirmed_at=timezone.now(),
            )
            for at in tables
        ]
    )


def measure(event: Event, path: str) -> dict[str, Any]:
    """Queries and processor seconds of one page."""
    client = Client()
    address = f"/e/{event.slug}/{path}"
    queries = 0

    def count(execute: Any, *said: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*said)

    with connection.execute_wrapper(count):
        assert client.get(address).status_code == 200
    took = []
    for _ in range(5):
        start = time.process_time()
        client.get(address)
        took.append(time.process_time() - start)
    return {"queries": queries, "seconds": round(statistics.median(took), 3)}


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    setup_test_environment(debug=False)
    runner = get_runner(django.conf.settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        found = {}
        for size in (pairs, max(pairs // 10, 2)):
            event = hall_of(size, rounds)
            found[f"{size} pairs"] = {
                name: measure(event, path)
                for name, path in (
                    ("standings", "standings/"),
                    ("entry", "standings/swiss/1/"),
                    ("chart", "standings/swiss/chart/"),
                )
            }
    finally:
        runner.teardown_databases(databases)
    print(json.dumps({"rounds": rounds, **found}))


if __name__ == "__main__":
    main()
