"""What is logged can be read by anybody: it tells what happened, never to whom, and no secret."""

from __future__ import annotations

import io
import json
import logging
import re

import pytest
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import IntegrityError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from config.watching import logs, telling
from tests.hall import proposed
from tournament.access.pins import add_referee
from tournament.registration.links import make_link
from tournament.registration.registering import register

pytestmark = pytest.mark.django_db

NAME, PHONE = "欧阳秘密", "13912345678"


@pytest.fixture(params=["json", "line"])
def logged(request, client, event):
    """Everything that any logger says from now on, written as the product writes it."""
    client.get("/")
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.JsonLines() if request.param == "json" else logs.Lines())
    handler.addFilter(logs.Discreet())
    root = logging.getLogger()
    levels = {
        name: logging.getLogger(name).level for name in ("", "jicha.request", "django.request", "django")
    }
    for name in levels:
        logging.getLogger(name).setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield out
    root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_names_phones_pins_and_links_are_in_no_line(logged, event, organiser, client, rf):
    register(event, organiser, [proposed(99, NAME, PHONE)])
    _membership, pin = add_referee(event, organiser, NAME)
    branch = event.branches.get(name=NAME)
    token = make_link(branch, organiser)
    client.get(f"/b/{token}/")
    client.get(f"/b/{token}wrong/")
    client.get(f"/no-such-page/{NAME}/?phone={PHONE}")
    client.get(f"/e/{event.slug}/me/?q={NAME}")
    client.post(f"/e/{event.slug}/pin/", {"pin": pin[:-1] + "x"})
    client.post(f"/e/{event.slug}/pin/", {"pin": pin})
    client.post("/sign-in/", {"username": NAME, "password": PHONE})
    client.get("/", headers={"host": f"{PHONE}..bad"})
    Client(enforce_csrf_checks=True).post("/sign-in/", {"username": NAME})
    said = logged.getvalue()
    for secret in (NAME, NAME.encode("unicode_escape").decode(), PHONE, pin, token):
        assert secret not in said
    assert "sign-in/" in said, "the pattern of the address is told"
    assert len(said.splitlines()) >= 8


def raising(request, who):
    try:
        raise IntegrityError(f"duplicate key: DETAIL: Key (name, phone)=({NAME}, {PHONE}) already exists.")
    except IntegrityError as error:
        raise (
            SuspiciousOperation(NAME) if "suspicious" in request.path else RuntimeError(f"{NAME} failed")
        ) from error


urlpatterns = [
    path("raising/<str:who>/", raising),
    path("suspicious/<str:who>/", raising),
    path("fine/", lambda _request: HttpResponse("fine")),
]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("where", ["raising", "suspicious"])
def test_exception_is_told_by_kind_and_place_and_not_by_what_it_says(logged, where):
    Client(raise_request_exception=False).get(f"/{where}/{NAME}/")
    said = logged.getvalue()
    assert NAME not in said
    assert NAME.encode("unicode_escape").decode() not in said
    assert PHONE not in said
    assert f"{where}/<str:who>/" in said
    if where == "suspicious":
        assert "refused for safety 400" in said
    else:
        assert "RuntimeError" in said
        assert "IntegrityError" in said, "the cause is told, too"
        assert "test_logs.py" in said


@pytest.mark.urls(__name__)
def test_each_answer_carries_the_number_that_its_lines_carry(client, logged):
    answer = client.get("/fine/")
    number = answer["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{16}", number)
    assert number in logged.getvalue()
    assert client.get("/fine/")["X-Request-ID"] != number


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("https", "given", "kept"),
    [
        (True, "abc-12345678", True),
        (True, "x" * 65, False),
        (True, 'a"\n{"level": 1', False),
        (False, "abc-12345678", False),
    ],
)
def test_number_of_the_proxy_is_kept_where_there_is_one_and_it_is_plain(client, settings, https, given, kept):
    settings.HTTPS = https
    settings.SECURE_SSL_REDIRECT = False
    assert (client.get("/fine/", headers={"X-Request-ID": given})["X-Request-ID"] == given) is kept


def record(message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("jicha", logging.INFO, __file__, 1, message, args, None)


@pytest.mark.parametrize(
    "text", ["a\nb", "\u202eevil", "{{ 7 }}", "<script>", "%s%n", '"}, {"', "\x1b[31m", "a" * 10_000]
)
def test_what_is_logged_stays_one_line_and_one_json_object(text):
    line = logs.JsonLines().format(record("said %s", text))
    assert len(line.splitlines()) == 1
    assert json.loads(line)["message"] == f"said {text}"
    plain = logs.Lines().format(record("said %s", text))
    assert len(plain.splitlines()) == 1
    assert "\x1b" not in plain
    assert "\u202e" not in plain


@pytest.mark.urls(__name__)
def test_line_of_a_request_has_its_facts(client, caplog):
    with caplog.at_level(logging.INFO, "jicha.request"):
        client.get("/fine/")
    told = json.loads(logs.JsonLines().format(caplog.records[-1]))
    assert {"method": "GET", "route": "fine/", "status": 200}.items() <= told.items()
    assert told["ms"] >= 0
    assert told["level"] == "INFO"


def test_route_of_what_leads_nowhere_is_not_its_address(rf: RequestFactory):
    assert telling.route_of(rf.get("/secret/token/")) == "unknown"
    assert telling.route_of(rf.get(f"/{settings.STATIC_URL.strip('/')}/x.css")) == "static"


def test_slow_statement_is_told_without_its_values(rf, settings, caplog):
    from config.watching.slow_queries import SlowQueries
    from tournament.models import Person

    settings.SLOW_MS = 0.0

    def view(_request):
        Person.objects.filter(name=NAME).exists()
        return HttpResponse("ok")

    with caplog.at_level(logging.WARNING, "jicha.slow"):
        SlowQueries(view)(rf.get("/"))
    assert "tournament_person" in caplog.text
    assert NAME not in caplog.text
    settings.SLOW_MS = 10_000.0
    caplog.clear()
    with caplog.at_level(logging.WARNING, "jicha.slow"):
        SlowQueries(view)(rf.get("/"))
    assert caplog.text == ""
