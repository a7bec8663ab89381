"""The web server: its addresses, its port, its proxy, its end."""

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config import serving
from config.management import refusing
from config.management.commands import setup
from config.management.commands.account import first_account, give_new_password, new_password
from tests.start.scripts import ROOT
from tournament.access import hall_addresses as addresses


def answer_of(*command: str, **options) -> tuple[int, dict, str]:
    """Exit code, JSON answer and what was said to the person."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*command, stdout=out, stderr=err, **options)
        code = 0
    except SystemExit as end:
        code = int(end.code)
    return code, json.loads(out.getvalue() or "{}"), err.getvalue()


# ------------------------------------------------------------------ addresses


def test_address_of_the_likeliest_network_comes_first_and_each_once(monkeypatch):
    monkeypatch.setattr(addresses, "_by_route", lambda: ["192.168.1.5", "127.0.0.1"])
    monkeypatch.setattr(addresses, "_by_interface", lambda: ["10.0.0.7", "192.168.1.5", "169.254.3.4"])
    monkeypatch.setattr(addresses, "_by_name", lambda: ["127.0.1.1", "10.0.0.7"])
    assert addresses.hall_addresses() == ["192.168.1.5", "10.0.0.7"]


def test_machine_without_a_network_has_no_hall_address(monkeypatch):
    monkeypatch.setattr(addresses, "_by_route", list)
    monkeypatch.setattr(addresses, "_by_interface", lambda: ["127.0.0.1"])
    monkeypatch.setattr(addresses, "_by_name", lambda: ["127.0.1.1"])
    assert addresses.hall_addresses() == []


def test_each_way_of_looking_finds_addresses_that_are_addresses():
    for look in (addresses._by_route, addresses._by_interface, addresses._by_name):
        for address in look():
            assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address)


def test_name_that_cannot_be_resolved_is_no_trouble(monkeypatch):
    def unknown(*_):
        raise socket.gaierror("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert addresses._by_name() == []


def test_windows_is_asked_by_name_and_route_only(monkeypatch):
    monkeypatch.setattr(addresses.sys, "platform", "win32")
    assert addresses._by_interface() == []


# ------------------------------------------------------------------ accounts and set-up


def test_password_has_no_letters_that_look_alike():
    for _ in range(50):
        assert re.fullmatch(r"([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}", new_password())
    assert new_password() != new_password()


@pytest.mark.django_db
def test_first_account_is_made_once_and_can_be_used_only_with_its_password(client, django_user_model):
    user = first_account()
    assert not user.has_usable_password()
    assert first_account() == user, "an interrupted set-up goes on with it"
    password = give_new_password(user)
    assert first_account() is None
    assert client.login(username="admin", password=password)


@pytest.mark.django_db
def test_set_up_that_fails_in_the_demo_shows_its_reason_and_can_be_repeated(monkeypatch, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    calls: list[str] = []

    def call(name, **options):
        calls.append(name)
        if name == "load_demo":
            options["stdout"].write('{"ok": false}')
            raise SystemExit(1)

    monkeypatch.setattr(setup, "call_command", call)
    code, answer, said = answer_of("setup")
    assert (code, answer) == (1, {})
    assert '{"ok": false}' in said
    code, answer, _ = answer_of("setup", empty=True)
    assert (code, answer["first"]) == (0, True), "nobody had a password yet"
    assert calls == ["migrate", "load_fixtures", "load_demo", "migrate", "load_fixtures", "collectstatic"]
    assert answer_of("setup")[1] == {"ok": True, "first": False, "account": None}
    assert calls[6:] == ["migrate", "load_fixtures"], "static files that did not change are not collected"


@pytest.mark.django_db
def test_forgotten_password_is_replaced_and_the_old_one_no_longer_opens(client, django_user_model):
    user = django_user_model.objects.create_superuser("admin", "", "old-password")
    user.is_active = False
    user.save()
    code, answer, _ = answer_of("account")
    assert (code, answer["ok"], answer["username"]) == (0, True, "admin")
    assert client.login(username="admin", password=answer["password"])
    assert not client.login(username="admin", password="old-password")


@pytest.mark.django_db
def test_unknown_account_is_refused_with_the_names_that_there_are(django_user_model):
    django_user_model.objects.create_superuser("wang", "", "x")
    code, answer, said = answer_of("account", "admin", language="en")
    assert (code, answer["ok"]) == (1, False)
    assert answer["problems"][0]["code"] == "no_such_account"
    assert "wang" in answer["problems"][0]["fix"]
    assert "admin" in said


# ------------------------------------------------------------------ the server


@pytest.mark.django_db
def test_port_in_use_is_a_problem_with_a_proposal(monkeypatch):
    monkeypatch.setattr(serving, "end_on_signals", lambda: None)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, answer, said = answer_of("serve", host="127.0.0.1", port=port, language="en")
    assert (code, answer["problems"][0]["code"], answer["problems"][0]["at"]) == (1, "port_taken", str(port))
    assert str(port + 1) in answer["problems"][0]["fix"]
    assert str(port) in said


@pytest.mark.parametrize("command", ["serve", "account"])
def test_database_of_another_version_is_left_alone(monkeypatch, command):
    monkeypatch.setattr(serving, "end_on_signals", lambda: None)
    monkeypatch.setattr(refusing, "migrations_are_missing", lambda: True)
    code, answer, _ = answer_of(command)
    assert (code, answer["problems"][0]["code"]) == (1, "not_set_up")


@pytest.mark.django_db
def test_migrated_database_lacks_no_migration():
    assert serving.migrations_are_missing() is False


def test_port_that_is_none_is_misuse():
    with pytest.raises(CommandError) as misuse:
        call_command("serve", port=70000)
    assert misuse.value.returncode == 2


def test_worker_of_its_own_is_misuse_where_the_server_does_the_work(settings):
    settings.EMBEDDED_WORKER = True
    with pytest.raises(CommandError) as misuse:
        call_command("worker")
    assert misuse.value.returncode == 2


@pytest.mark.parametrize("https", [False, True])
def test_forwarded_headers_are_believed_only_of_the_proxy(settings, monkeypatch, https):
    """Without https in front there is no proxy, and whoever names another address is not believed."""
    given = {}
    settings.HTTPS = https
    settings.PROXY = "10.1.2.3"
    monkeypatch.setattr(serving.waitress, "create_server", lambda _app, **options: given.update(options))
    serving.listen("127.0.0.1", 8000)
    assert given.get("trusted_proxy") == ("10.1.2.3" if https else None)


def test_other_trouble_with_a_port_is_not_called_taken(monkeypatch):
    def broken(*_, **__):
        raise OSError(99, "Cannot assign requested address")

    monkeypatch.setattr(serving.waitress, "create_server", broken)
    with pytest.raises(OSError, match="assign"):
        serving.listen("192.0.2.77", 8000)


@pytest.mark.embedded
@pytest.mark.slow
def test_product_is_set_up_served_and_stopped_quickly(tmp_path: Path):
    """As start.py does it, without the installing."""
    kept = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "CELERY_BROKER_URL"}}
    environment = {**kept, "JICHA_DATA": str(tmp_path), "PYTHONUTF8": "1"}

    def manage(*words: str) -> dict:
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True, check=True
        )
        return json.loads(done.stdout)

    first = manage("setup", "--empty")
    assert (first["first"], first["account"]["username"]) == (True, "admin")
    assert manage("setup", "--empty") == {"ok": True, "first": False, "account": None}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        try:
            answer = json.loads(process.stdout.readline())
            assert answer == {"ok": True, "here": f"http://127.0.0.1:{port}/", "hall": [], "pid": process.pid}
            with urllib.request.urlopen(answer["here"], timeout=10) as page:
                assert page.status == 200
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0
            assert time.monotonic() - began < 40, "about 1.3 s on a machine that does nothing else"
            said = process.stderr.read()
        finally:
            process.kill()
    assert "Traceback" not in said
