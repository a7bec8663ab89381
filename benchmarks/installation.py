"""Does a page of one event stay quick in an installation with a year of a city's events?

    python benchmarks/installation.py [--events 1000] [--entries 200] [--hands 2000]

Fills an empty database (SQLite in a folder that is thrown away, or the empty one that DATABASE_URL names)
with one event, measures its pages, adds the others (1,000 × 200 entries = 200,000; 1,000 × 2,000 hands =
2,000,000), and measures the same pages again. Prints one JSON object: rows, seconds to fill, and by page the
queries and the median milliseconds before and after. Exits 1 where a page asks more than 12 queries, or takes
more than 1.3 times as long as alone.
"""

# ruff: noqa: E402 - the models can be imported only after Django has been set up

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("JICHA_DEBUG", "1")  # static files without their manifest
os.environ.setdefault("JICHA_SLOW_MS", "100000")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("JICHA_DATA", tempfile.mkdtemp(prefix="jicha-installation-"))

import django

django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import setup_test_environment

from scoring.models import Hand, Match
from tournament.events.creating import create_event
from tournament.models import Audit, Board, Encounter, Entry, Event, Person, Player, Round, Slot

PAGES = [
    "",
    "home/",
    "standings/",
    "entries/",
    "rounds/swiss/1/",
    "tables/",
    "record/",
    "api/event.json",
    "screen/part/",
]
MOST_QUERIES = 12
MOST_TIMES = 1.3
LOOKS = 15


def fill(event: Event, entries: int, hands: int) -> None:
    """``entries`` pairs in ``event``, all in one closed round, with ``hands`` hands over its tables."""
    made = Entry.objects.bulk_create([Entry(event=event, number=at + 1) for at in range(entries)])
    people = Person.objects.bulk_create(
        [Person(event=event, name=f"{side}{one.number}") for one in made for side in "甲乙"]
    )
    Player.objects.bulk_create(
        [Player(entry=made[at // 2], person=one, position=at % 2 + 1) for at, one in enumerate(people)]
    )
    stage = event.stages.get()
    round_ = Round.objects.create(stage=stage, number=1, status=Round.Status.PLAYING)
    tables = entries // 2
    encounters = Encounter.objects.bulk_create(
        [Encounter(round=round_, number=at + 1) for at in range(tables)]
    )
    Slot.objects.bulk_create(
        [
            Slot(encounter=encounters[at // 2], round=round_, side="AB"[at % 2], entry=made[at])
            for at in range(tables * 2)
        ]
    )
    matches = Match.objects.bulk_create(
        [
            Match(rule_set=event.rule_set, format=stage.config["match"], version=1, kept=Match.Kept.HANDS)
            for _ in range(tables)
        ]
    )
    Board.objects.bulk_create(
        [
            Board(encounter=encounters[at], round=round_, table=at + 1, match=matches[at])
            for at in range(tables)
        ]
    )
    each = max(1, hands // max(tables, 1))
    Hand.objects.bulk_create(
        [
            Hand(match=match, number=number + 1, declarer="AB"[number % 2], points=60)
            for match in matches
            for number in range(each)
        ],
        batch_size=5000,
    )


def measured(event: Event, user: Any) -> dict[str, dict[str, float]]:
    """Queries and median milliseconds of every page of ``event``, for its organiser."""
    client = Client()
    client.force_login(user)
    # SQLite works within this process, so its time is ours, whatever else the machine does.
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    found = {}
    for page in PAGES:
        address = f"/e/{event.slug}/{page}"
        queries = 0

        def count(execute: Any, *said: Any) -> Any:
            nonlocal queries
            queries += 1
            return execute(*said)

        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        with connection.execute_wrapper(count):
            client.get(address)
        took = []
        for _ in range(LOOKS):
            start = clock()
            client.get(address)
            took.append(clock() - start)
        found[page or "(public)"] = {"queries": queries, "ms": round(statistics.median(took) * 1000, 2)}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=200, help="of each event")
    parser.add_argument("--hands", type=int, default=2000, help="of each event")
    options = parser.parse_args()
    setup_test_environment(debug=False)
    with Path(os.devnull).open("w") as nowhere:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_fixtures", stdout=nowhere)
    user = get_user_model().objects.create_user("organiser", password=None)
    one = create_event(user, "swiss-60min", "一场")
    fill(one, options.entries, options.hands)
    alone = measured(one, user)
    began = time.monotonic()
    other = get_user_model().objects.create_user("others", password=None)
    for number in range(1, options.events):
        with transaction.atomic():
            fill(create_event(other, "swiss-60min", f"别的比赛 {number}"), options.entries, options.hands)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    filling = time.monotonic() - began
    among = measured(one, user)
    pages = {
        name: {**{f"alone_{key}": value for key, value in alone[name].items()}, **among[name]}
        for name in alone
    }
    slow = [
        name
        for name, told in pages.items()
        if told["queries"] > MOST_QUERIES or told["ms"] > MOST_TIMES * told["alone_ms"] + 0.5
    ]
    print(
        json.dumps(
            {
                "database": connection.vendor,
                "rows": {
                    model.__name__: model._base_manager.count() for model in (Event, Entry, Hand, Audit)
                },
                "seconds_to_fill": round(filling, 1),
                "pages": pages,
                "too_slow": slow,
            },
            ensure_ascii=False,
            indent=2,
        )
    )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
