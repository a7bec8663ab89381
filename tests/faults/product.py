"""The product in processes of its own, for tests that kill it.

    python -m tests.faults.product set-up      an event being played; prints what a phone needs to know
    python -m tests.faults.product serve PORT  the server, which dies by SIGKILL where KILL_AT says
    python -m tests.faults.product work        the worker alone; prints "ready"
    python -m tests.faults.product count       hands by table, and what ``verify`` finds

``KILL_AT=receipt``: before a hand is handled. ``KILL_AT=answer``: after it is saved, before it is answered.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TABLES = 150


def set_up() -> dict[str, Any]:
    """An event of 150 tables in its first round, the first four with a phone."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from tests.hall import proposed, start_round
    from tournament.events.creating import create_event
    from tournament.registration.registering import register

    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_fixtures", stdout=io.StringIO())
    user = get_user_model().objects.create_user("chief", password=None)
    event = create_event(user, "swiss-60min", "满场")
    register(event, user, [proposed(number, f"分会{number % 40 + 1}") for number in range(1, 2 * TABLES + 1)])
    round_ = start_round(event, user)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    paths = [f"/e/{event.slug}/tables/{board.key}/" for board in round_.boards.order_by("table")[:4]]
    return {"event": event.slug, "session": session.session_key, "tables": paths}


def count() -> dict[str, Any]:
    """Hands of the first four tables, events, and the codes of everything that does not verify."""
    from scoring.models import Hand
    from tournament.keeping.verifying import verify
    from tournament.models import Board, Event, Job

    boards = Board.objects.order_by("round", "table")[:4]
    return {
        "hands": [Hand.objects.filter(match=board.match_id).count() for board in boards],
        "events": Event.objects.count(),
        "wrong": [problem.code for event in Event.objects.all() for problem in verify(event)],
        "jobs": list(Job.objects.filter(kind="paper").values_list("status", "attempts", "failures")),
    }


def serve(port: str) -> None:
    """The server; with ``KILL_AT`` it ends in the middle of the first hand that is sent."""
    from django.core.management import call_command

    from config import serving

    inner, when = serving.application, os.environ.get("KILL_AT", "")

    def application(environ: dict[str, Any], start_response: Any) -> Any:
        is_hand = environ["REQUEST_METHOD"] == "POST"
        if is_hand and when == "receipt":
            os.kill(os.getpid(), signal.SIGKILL)
        answer = inner(environ, start_response)
        if is_hand and when == "answer":
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    serving.application = application
    call_command("serve", host="127.0.0.1", port=int(port))


def order_book() -> dict[str, Any]:
    """Queue the score sheets of all tables, about 150 pages."""
    from tournament.jobs.services import enqueue
    from tournament.models import Event

    event = Event.objects.get()
    enqueue("paper", {"kind": "score-sheets", "stage": "swiss", "number": 1, "base": ""}, event=event)
    return {"ok": True}


def remove() -> dict[str, Any]:
    """Take the event away."""
    from tournament.events.removing import remove_event
    from tournament.models import Event

    remove_event(Event.objects.get())
    return {"ok": True}


def work() -> None:
    """Sweep and work until killed."""
    import time

    from config.background import Background

    background = Background(1)
    background.start()
    background.wait_until_ready(60)
    print("ready", flush=True)
    while True:
        time.sleep(1)


def main() -> None:
    import django

    django.setup()
    what, *rest = sys.argv[1:]
    if what == "serve":
        serve(*rest)
    elif what == "work":
        work()
    else:
        deed = {"set-up": set_up, "count": count, "order-book": order_book, "remove": remove}[what]
        print(json.dumps(deed()))


if __name__ == "__main__":
    main()
