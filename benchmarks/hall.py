"""A full hall against the real server: 100 referees enter 12 hands each, every phone polls its clock.

    python benchmarks/hall.py                                    100 referees × 12 hands, a hand every 20 s
    python benchmarks/hall.py --referees 300 --viewers 500       a large one
    DATABASE_URL=postgres://… python benchmarks/hall.py          the same on PostgreSQL (an empty database)

The server is ``manage.py serve`` in a process of its own, on SQLite in a folder that is thrown away, or on
the empty database that DATABASE_URL names. Each referee saves a hand every ``--every`` seconds, opens the
page again as a phone does, and polls the clock every four seconds meanwhile; one save in ten is sent a second
time with its nonce, as after an answer that was lost. ``--viewers`` screens poll every 1.5 seconds,
``--phones`` players' phones the public page and ``--desks`` desks their board every three; all of them say
what they have, as the browser does.
Prints one JSON object with milliseconds, and exits 1 where a hand was lost or doubled, an answer was an
error, or the 95th percentile of saving is above the aim.
"""

from __future__ import annotations

import argparse
import html
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOKEN = "hallhallhallhallhallhallhallhall"  # the same in cookie and header: what the check compares


class Times:
    """Milliseconds by kind of request, and every answer that was not what was expected."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.taken: dict[str, list[float]] = defaultdict(list)
        self.faults: Counter[str] = Counter()

    def note(self, kind: str, milliseconds: float, status: int, expected: tuple[int, ...]) -> None:
        with self.lock:
            self.taken[kind].append(milliseconds)
            if status not in expected:
                self.faults[f"{kind} answered {status}"] += 1

    def summary(self) -> dict[str, Any]:
        return {
            kind: {
                "requests": len(all_),
                "p50_ms": round(_share(all_, 0.5), 1),
                "p95_ms": round(_share(all_, 0.95), 1),
                "max_ms": round(max(all_), 1),
            }
            for kind, all_ in sorted(self.taken.items())
        }


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Phone:
    """One connection that is kept open, as a browser's."""

    def __init__(self, port: int, cookie: str, times: Times) -> None:
        self.port, self.cookie, self.times = port, cookie, times
        self.connection: http.client.HTTPConnection | None = None

    def ask(
        self,
        kind: str,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        expected: tuple[int, ...] = (200,),
    ) -> tuple[int, bytes, Any]:
        text = urllib.parse.urlencode(body) if body else None
        sent = {"Cookie": self.cookie, "X-CSRFToken": TOKEN, **(headers or {})}
        if text:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        begun = time.perf_counter()
        for attempt in (1, 2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
                self.connection.request(method, path, text, sent)
                answer = self.connection.getresponse()
                content = answer.read()
                break
            except (OSError, http.client.HTTPException):
                self.connection = None
                if attempt == 2:
                    self.times.note(kind, (time.perf_counter() - begun) * 1000, 0, expected)
                    return 0, b"", {}
        self.times.note(kind, (time.perf_counter() - begun) * 1000, answer.status, expected)
        return answer.status, content, answer.headers


def play_table(
    port: int, seat: dict[str, str], hands: int, every: float, seed: int, times: Times, begin: float
) -> None:
    """One referee at one table, from the first hand to the last."""
    chance = random.Random(seed)
    phone = Phone(port, f"sessionid={seat['session']}; csrftoken={TOKEN}", times)
    due = begin + chance.random() * every
    version, mark = 0, ""
    for number in range(1, hands + 1):
        while (left := due - time.monotonic()) > 0:
            if left > 4:
                time.sleep(4)
                sent = {"If-None-Match": mark, "HX-Request": "true"}
                path = f"{seat['path']}clock/"
                status, _content, headers = phone.ask("clock", "GET", path, headers=sent, expected=(200, 304))
                mark = headers.get("ETag", "") if status == 200 else mark
            else:
                time.sleep(left)
        hand = {
            "action": "hand",
            "declarer": "A",
            "points": 60,
            "version": version,
            "nonce": f"{seed}-{number}",
        }
        for _ in range(2 if chance.random() < 0.1 else 1):
            status, content, _headers = phone.ask(
                "save", "POST", seat["path"], hand, {"Accept": "application/json"}
            )
        if status == 200:
            version = json.loads(content)["version"]
        _status, content, _headers = phone.ask("page", "GET", seat["path"])
        found = re.search(rb'data-mark="([^"]*)"', content)
        mark = html.unescape(found[1].decode()) if found else ""
        due += every * (0.7 + 0.6 * chance.random())


def watch(
    port: int,
    watched: tuple[str, str, float],
    seed: int,
    times: Times,
    over: threading.Event,
    cookie: str = "",
) -> None:
    """One viewer: ``watched`` is what it is called, its address, and the seconds between two looks."""
    kind, path, pause = watched
    phone = Phone(port, cookie, times)
    mark = ""
    over.wait(random.Random(seed).random() * pause)
    while not over.is_set():
        status, _content, headers = phone.ask(
            kind, "GET", path, headers={"If-None-Match": mark, "HX-Request": "true"}, expected=(200, 304)
        )
        if status == 200:
            mark = headers["ETag"]
        over.wait(pause)


def set_up(referees: int) -> dict[str, Any]:
    """An event with a round in play: a table and a signed-in referee each. Run in a process with Django."""
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from tournament.events.creating import create_event
    from tournament.models import Membership, Role
    from tournament.officiating import timing
    from tournament.registration.reading import ProposedEntry, ProposedPlayer
    from tournament.registration.registering import register
    from tournament.stages.drawing import draw_round, publish_round

    with Path(os.devnull).open("w") as nowhere:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_fixtures", stdout=nowhere)
        call_command("collectstatic", interactive=False, verbosity=0)
    user = get_user_model().objects.create_user("chief", password=None)
    event = create_event(user, "swiss-60min", "满场")
    register(
        event,
        user,
        [
            ProposedEntry(
                branch=f"分会{number % 40 + 1}",
                contact="",
                contact_phone="",
                label="",
                players=(ProposedPlayer(name=f"甲{number}"), ProposedPlayer(name=f"乙{number}")),
            )
            for number in range(1, 2 * referees + 1)
        ],
    )
    round_ = publish_round(draw_round(event.stages.get(), user, seed="1").round, user)
    timing.start_round(round_, user)
    seats = []

    def session_of(one: Any) -> str:
        session = SessionStore()
        session[SESSION_KEY] = str(one.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = one.get_session_auth_hash()
        session.create()
        return str(session.session_key)

    for number, board in enumerate(round_.boards.order_by("table")):
        one = get_user_model().objects.create_user(f"referee-{number}", password=None)
        Membership.objects.create(event=event, user=one, role=Role.REFEREE, name=f"裁判{number}")
        seats.append(
            {
                "session": session_of(one),
                "path": f"/e/{event.slug}/tables/{board.key}/",
                "table": board.table,
            }
        )
    return {"seats": seats, "chief": session_of(user), "event": event.slug}


def count_up(event: str, hands: int) -> dict[str, Any]:
    """What is in the database afterwards. Run in a process with Django."""
    import django

    django.setup()
    from scoring.models import Hand
    from tournament.change import broken_link
    from tournament.models import Audit, Board, Event

    found = Event.objects.get(slug=event)
    numbers: dict[int, list[int]] = {
        pk: [] for pk in Board.objects.of_event(found).values_list("match_id", flat=True)
    }
    rows = Hand.objects.filter(match__board__round__stage__event=found)
    for match, number in rows.order_by("match_id", "number").values_list("match_id", "number"):
        numbers[match].append(number)
    there = sum(len(one) for one in numbers.values())
    wanted = list(range(1, hands + 1))
    return {
        "tables": len(numbers),
        "hands": there,
        "lost": sum(len(set(wanted) - set(one)) for one in numbers.values()),
        "doubled": sum(max(0, len(one) - hands) for one in numbers.values()),
        "entered_on_record": Audit.objects.filter(event=found, action="hand-entered").count(),
        "record_whole": broken_link(found) is None,
    }


def in_a_process(call: str, *args: Any, env: dict[str, str]) -> Any:
    """Run one function of this file in a process of its own, so that this one stays free of Django."""
    code = f"import json, benchmarks.hall as hall; print(json.dumps(hall.{call}(*{args!r})))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def _children() -> float:
    """Seconds of the processor that processes started from here have used, and ended."""
    used = os.times()
    return used.children_user + used.children_system


def run(
    referees: int,
    hands: int,
    every: float,
    viewers: int = 0,
    threads: int = 8,
    phones: int = 0,
    desks: int = 1,
) -> dict[str, Any]:
    """Fill the hall, play, count up."""
    with tempfile.TemporaryDirectory(prefix="jicha-hall-") as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        env = {
            **{key: value for key, value in os.environ.items() if key != "JICHA_SQLITE"},
            "JICHA_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        hall = in_a_process("set_up", referees, env=env)
        log = Path(folder) / "server.log"
        before = _children()
        with log.open("w") as out:
            server = subprocess.Popen(
                [
                    *(sys.executable, "manage.py", "serve", "--host", "127.0.0.1"),
                    *("--port", str(port), "--threads", str(threads)),
                ],
                cwd=ROOT,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            lookers = {"screen": viewers, "public": phones, "desk": desks}
            times, seconds = _play(port, hall, hands, every, lookers)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)
            cpu = _children() - before
        counted = in_a_process("count_up", hall["event"], hands, env=env)
        errors = log.read_text(encoding="utf-8").count("Traceback")
    return {
        "database": "postgresql" if env.get("DATABASE_URL", "").startswith("postgres") else "sqlite",
        "cores": os.cpu_count(),
        "referees": referees,
        "hands_each": hands,
        "every_seconds": every,
        "viewers": viewers,
        "phones": phones,
        "desks": desks,
        "seconds": round(seconds, 1),
        "server_cpu_seconds": round(cpu, 1),
        **counted,
        "server_errors": errors,
        "faults": dict(times.faults),
        "times": times.summary(),
    }


def _play(
    port: int, hall: dict[str, Any], hands: int, every: float, lookers: dict[str, int]
) -> tuple[Times, float]:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.2)
    else:
        sys.exit("the server did not start")
    times, over = Times(), threading.Event()
    base = f"/e/{hall['event']}"
    watched = {
        "screen": ("screen", f"{base}/screen/part/", 1.5),
        "public": ("public", f"{base}/live/", 3.0),
        "desk": ("desk", f"{base}/desk/", 3.0),
    }
    cookie = f"sessionid={hall['chief']}; csrftoken={TOKEN}"
    screens = [
        threading.Thread(
            target=watch, args=(port, watched[kind], at, times, over, cookie if kind == "desk" else "")
        )
        for kind, count in lookers.items()
        for at in range(count)
    ]
    begin = time.monotonic()
    tables = [
        threading.Thread(target=play_table, args=(port, seat, hands, every, at, times, begin))
        for at, seat in enumerate(hall["seats"])
    ]
    for thread in (*screens, *tables):
        thread.start()
    for thread in tables:
        thread.join()
    seconds = time.monotonic() - begin
    over.set()
    for thread in screens:
        thread.join()
    return times, seconds


def is_sound(found: dict[str, Any], aim: float | None = None) -> bool:
    """Nothing lost, nothing doubled, no error, and saving as quick as it was aimed at."""
    return (
        not found["lost"]
        and not found["doubled"]
        and not found["faults"]
        and not found["server_errors"]
        and found["hands"] == found["tables"] * found["hands_each"] == found["entered_on_record"]
        and found["record_whole"]
        and (aim is None or found["times"]["save"]["p95_ms"] <= aim)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--referees", type=int, default=100)
    parser.add_argument("--hands", type=int, default=12)
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two hands of a table")
    parser.add_argument("--viewers", type=int, default=0, help="that poll the big screen")
    parser.add_argument("--phones", type=int, default=0, help="that poll the public page")
    parser.add_argument("--desks", type=int, default=1, help="that poll their board")
    parser.add_argument("--threads", type=int, default=8, help="of the server")
    parser.add_argument("--aim", type=float, default=300.0, help="milliseconds for 95 of 100 saves")
    options = parser.parse_args()
    found = run(
        options.referees,
        options.hands,
        options.every,
        options.viewers,
        options.threads,
        options.phones,
        options.desks,
    )
    found["sound"] = is_sound(found, options.aim)
    print(json.dumps(found, ensure_ascii=False, indent=2))
    return 0 if found["sound"] else 1


if __name__ == "__main__":
    sys.exit(main())
