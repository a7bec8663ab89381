"""Every address, with every role, and with names that try to be more than names."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from pypdf import PdfReader

from tests.hall import start_round
from tournament.access.permissions import ACTIONS, addresses
from tournament.models import Audit, Membership, Role
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.registering import register

pytestmark = pytest.mark.django_db

HOSTILE = [
    "<script>alert(1)</script>",
    "{{ 7|add:1 }}{% now 'Y' %}",
    "'; DROP TABLE tournament_event; --",
    "\u202eevil\u202c",
    "=HYPERLINK(1)",
    "a" * 80,
    "%s%(name)s%n",
    "𠀁" * 20,
]


@pytest.fixture
def hostile(make_event, organiser):
    """An event whose name, branches and people are all hostile, with a round being played."""
    event = make_event(0)
    event.name = HOSTILE[0] + HOSTILE[1]
    event.save()
    register(
        event,
        organiser,
        [
            ProposedEntry(
                branch=name, players=(ProposedPlayer(name=name), ProposedPlayer(name=f"{name[:40]}二"))
            )
            for name in HOSTILE
        ],
    )
    start_round(event, organiser)
    return event


def concrete(route: str, event: Any) -> str | None:
    """The address of ``event`` for a route; ``None`` where it needs something that this event has not."""
    board = event.stages.get().rounds.get(number=1).boards.first()
    round_ = event.stages.get().rounds.get(number=1)
    values = {
        "<slug:event>": event.slug,
        "<slug:stage>": "swiss",
        "<int:number>": "1",
        "<uuid:round_key>": str(round_.key),
        "<slug:kind>": "standings",
    }
    for part, value in values.items():
        route = route.replace(part, value)
    if "<uuid:key>" in route and "/tables/" in route:
        route = route.replace("<uuid:key>", str(board.key))
    return None if "<" in route else route


def test_every_address_of_an_event_asks_for_a_right_or_says_that_it_is_public():
    for route, action in addresses():
        assert action == "public" or action in ACTIONS, route


@pytest.mark.parametrize("role", [None, *Role])
def test_every_address_answers_every_role_as_the_page_of_rights_says(
    client, event, organiser, django_user_model, role
):
    start_round(event, organiser)
    if role is not None:
        user = django_user_model.objects.create_user("somebody")
        Membership.objects.create(event=event, user=user, role=role)
        client.force_login(user)
    for route, action in addresses():
        address = concrete(route, event)
        if address is None:
            continue
        answer = client.get(address)
        status = answer.status_code
        assert status < 500, f"{role} at {address}: {status}"
        if action != "public":
            allowed = role is not None and role in ACTIONS[action]
            turned_away = status == 403 or "/sign-in/" in answer.headers.get("Location", "")
            assert turned_away != allowed, f"{role} at {address}: {status}"


def test_no_address_outside_an_event_shows_one():
    for pattern in get_resolver().url_patterns:
        for inner in getattr(pattern, "url_patterns", [pattern]):
            route = str(inner.pattern)
            if "event" in route:
                assert route.startswith(("e/<slug:event>/", "api/")), route


def test_hostile_names_are_text_on_every_page(client, hostile, organiser):
    client.force_login(organiser)
    for route, _action in addresses():
        address = concrete(route, hostile)
        if address is None or "/form.xlsx" in address:
            continue
        answer = client.get(address)
        assert answer.status_code < 500, address
        if answer["Content-Type"].startswith("text/html") and answer.status_code == 200:
            page = answer.content.decode()
            assert "<script>alert(1)" not in page, address
            assert not re.search(r"\b8(19|20)\d\d", page), address


def test_hostile_names_print(client, hostile, organiser):
    client.force_login(organiser)
    answer = client.get(f"/e/{hostile.slug}/papers/score-sheets/swiss/1/")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert "DROP" in text.replace("\n", "")


def test_headers_keep_pages_to_themselves(client, event):
    answer = client.get(f"/e/{event.slug}/")
    policy = answer["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert "default-src 'self'" in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_form_without_its_token_is_refused(event, organiser):
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    assert client.post(f"/e/{event.slug}/draw/", {"action": "draw"}).status_code == 403


def test_passwords_are_tried_a_few_times_only(client, organiser):
    for _ in range(12):
        client.post("/sign-in/", {"username": "organiser", "password": "wrong"})
    answer = client.post("/sign-in/", {"username": "organiser", "password": "a-long-password-1"})
    assert answer.status_code == 429


def test_the_grown_up_setting_passes_django_s_own_check(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR,
        env={
            **{name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"},
            "JICHA_DATA": str(tmp_path),
            "JICHA_HTTPS": "1",
            "JICHA_HOSTS": "jicha.example",
            "JICHA_SECRET_KEY": "x" * 60 + "abcdefghij",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_passwords_are_kept_with_argon2_and_pages_run_nothing_inline(tmp_path):
    """As the product runs: the tests themselves hash quickly."""
    look = "from config import settings as s; print(s.PASSWORD_HASHERS, s.CONTENT_SECURITY_POLICY, s.DEBUG)"
    done = subprocess.run(
        [sys.executable, "-c", look],
        cwd=settings.BASE_DIR,
        env={**os.environ, "JICHA_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "['django.contrib.auth.hashers.Argon2PasswordHasher']" in done.stdout
    assert "unsafe" not in done.stdout
    assert done.stdout.strip().endswith("False")


def test_the_record_cannot_be_changed_through_the_application(event, organiser):
    row = Audit.objects.filter(event=event).first()
    row.reason = "altered"
    deeds: list[Any] = [
        row.save,
        row.delete,
        Audit.objects.filter(event=event).delete,
        event.audits.all().delete,
        lambda: Audit.objects.filter(event=event).update(reason="altered"),
        lambda: Audit.objects.bulk_update([row], ["reason"]),
        lambda: event.audits.update(reason="altered"),
    ]
    for deed in deeds:
        with pytest.raises(TypeError), transaction.atomic():
            deed()
    assert not Audit.objects.filter(reason="altered").exists()


def test_commands_of_ours_have_help():
    for name, app in get_commands().items():
        if app in ("rules", "scoring", "tournament", "config"):
            assert load_command_class(app, name).help, name
    call_command("check", verbosity=0)
