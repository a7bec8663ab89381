"""Whatever is sent to any address, the product answers; it never breaks.

``JICHA_FUZZ=20`` makes it twenty times as stubborn. Each run sends the same: failures can be repeated.
"""

from __future__ import annotations

import json
import os
import random
import traceback
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from tests.fuzz.forms import NASTY, filled, forms_of
from tests.hall import finish_round, start_round
from tournament.access.permissions import _patterns
from tournament.models import Board, Draw, Event, Membership, Role
from tournament.officiating import decisions
from tournament.registration.links import make_link

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STUBBORN = int(os.environ.get("JICHA_FUZZ", "1"))
# A rehearsal plays a whole event at once, which is what it is for; signing out ends what is to be tried.
LEFT_OUT = {"sign-out/"}
NUMBERS = ["0", "2", "999", "99999999999999999999"]


@pytest.fixture
def hall(event, organiser) -> dict[str, list[str]]:
    """An event with a closed round, one in play and a ruling; what its addresses can be made of."""
    for role in (Role.CHIEF_REFEREE, Role.JURY, Role.COMMITTEE):
        Membership.objects.create(event=event, user=organiser, role=role)
    finish_round(start_round(event, organiser), organiser)
    round_ = start_round(event, organiser)
    board: Board = round_.boards.select_related("round__stage__event").order_by("table").first()
    finding = decisions.Finding("A", effect="warning", words="慢")
    ruling = decisions.make_ruling(board, organiser, finding, version=0)
    branch = event.branches.first()
    keys = [board.key, round_.key, ruling.key, branch.key, event.entries.first().key]
    keys += [event.memberships.first().key, Draw.objects.first() and event.key]
    return {
        "<slug:event>": [event.slug],
        "<slug:stage>": ["swiss", "nothing"],
        "<slug:kind>": ["standings", "score-sheets", "results-book", "nothing"],
        "<slug:template>": ["swiss-60min", "nothing"],
        "<str:token>": [make_link(branch, organiser), "nothing", quote("𠀁<script>", safe="")],
        "<int:number>": ["1", *NUMBERS],
        "<uuid:round_key>": [str(round_.key), str(uuid.UUID(int=0))],
        "<uuid:key>": [*map(str, keys), str(uuid.UUID(int=0))],
    }


def addresses(hall: dict[str, list[str]], chance: random.Random) -> Iterator[str]:
    """Every route of the product with one choice of its parts, all keys in turn."""
    for pattern in _patterns(get_resolver().url_patterns):
        route = str(pattern.pattern)
        if route in LEFT_OUT or "^" in route:
            continue
        several = hall["<uuid:key>"] if "<uuid:key>" in route else [""]
        for key in several:
            address = route.replace("<uuid:key>", key)
            for part, values in hall.items():
                # Mostly what there is, now and then what there is not.
                address = address.replace(part, values[0] if chance.random() < 0.8 else chance.choice(values))
            yield f"/{address}"


class Asker:
    """Asks, undoes what was asked, and keeps what broke: all of it is told at the end."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.broken: dict[str, str] = {}

    def __call__(self, method: str, address: str, data: Any = None, **head: str) -> Any:
        told = f"{method} {address} {str(data)[:500]} {head}"
        try:
            with transaction.atomic():
                answer = getattr(self.client, method)(address, data, **head)
                if not answer.streaming:
                    answer.content  # noqa: B018 - lazy pages are made now
                transaction.set_rollback(True)
        except Exception as error:  # noqa: BLE001 - whatever breaks is what we look for
            ours = [
                one for one in traceback.extract_tb(error.__traceback__) if "/tournament/" in one.filename
            ]
            place = f"{ours[-1].filename}:{ours[-1].lineno}" if ours else "?"
            self.broken.setdefault(f"{place} {type(error).__name__}: {str(error)[:200]}", told)
            return None
        if answer.status_code >= 500:
            self.broken.setdefault(f"{answer.status_code} at {address}", told)
        return answer


@pytest.fixture
def ask(client: Client) -> Iterator[Asker]:
    asker = Asker(client)
    yield asker
    assert not asker.broken, "\n".join(f"{place}\n    {told}" for place, told in asker.broken.items())


@pytest.mark.parametrize("who", ["organiser", "nobody"])
def test_every_address_answers_whatever_its_query_says(hall, organiser, client, ask, who):
    if who == "organiser":
        client.force_login(organiser)
    chance = random.Random(who)
    for address in addresses(hall, chance):
        names = [
            "q",
            "page",
            "sort",
            "round",
            "group",
            "branch",
            "next",
            "points",
            "declarer",
            "size",
            "until",
            "lang",
        ]
        for _ in range(STUBBORN):
            query = {name: chance.choice(NASTY) for name in chance.sample(names, 4)}
            ask(
                "get",
                address,
                query,
                HTTP_ACCEPT=chance.choice(["text/html", "application/json", "*/*", "x"]),
            )


def test_every_form_answers_whatever_is_sent(hall, organiser, client, ask):
    client.force_login(organiser)
    chance = random.Random(7)
    seen: set[tuple[str, ...]] = set()
    sent = 0
    for address in addresses(hall, chance):
        page = ask("get", address)
        if page is None or page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue
        for form in forms_of(page.content.decode()):
            target = form.action or address
            # The same form on many pages, or for many rows, is tried once.
            kind = (target if form.action else address, *sorted(form.values), *sorted(form.choices))
            if form.method != "post" or kind in seen or target in ("/sign-out/", "/i18n/setlang/"):
                continue
            seen.add(kind)
            for _ in range(3 * STUBBORN):
                head = {"HTTP_ACCEPT": chance.choice(["text/html", "application/json"])}
                ask("post", target, filled(form, chance), **head)
                sent += 1
    assert len(seen) > 20
    assert sent > 60


def test_addresses_answer_bodies_that_are_no_form(hall, organiser, client, ask):
    client.force_login(organiser)
    chance = random.Random(11)
    bodies = [
        "",
        "[" * 5000,
        '{"a": 1e999}',
        '"\\ud800"',
        "null",
        "\x00",
        "action=hand&points=%00&version=9" * 3,
    ]
    for address in addresses(hall, chance):
        kind = chance.choice(
            ["application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data"]
        )
        body = chance.choice(bodies)
        ask("post", address, body, content_type=kind, HTTP_ACCEPT="application/json")


def test_public_json_answers_only_as_its_description_says(hall, event: Event, ask):
    described = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text(encoding="utf-8"))[
        "paths"
    ]
    assert described
    for path, methods in described.items():
        for number in ["1", *NUMBERS]:
            for stage in ["swiss", "nothing"]:
                address = (
                    path.replace("{event}", event.slug).replace("{stage}", stage).replace("{number}", number)
                )
                for mark in (
                    None,
                    '"x"',
                    "*",
                    "\udcff".encode("utf-8", "replace").decode(),
                    'W/"',
                    "a" * 5000,
                ):
                    answer = ask("get", address, **({"HTTP_IF_NONE_MATCH": mark} if mark else {}))
                    assert str(answer.status_code) in methods["get"]["responses"], address
                    if answer.status_code == 200:
                        assert answer["Content-Type"].startswith("application/json")
                        json.loads(answer.content)
