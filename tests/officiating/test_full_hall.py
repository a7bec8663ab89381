"""A small hall against the real server: many phones at once lose nothing and double nothing."""

from __future__ import annotations

import os
import secrets

import pytest

from benchmarks import hall

DATABASES = [
    pytest.param("sqlite", marks=pytest.mark.embedded),
    pytest.param(
        "postgresql",
        marks=[
            pytest.mark.embedded,
            pytest.mark.skipif("JICHA_POSTGRESQL_URL" not in os.environ, reason="there is no PostgreSQL"),
        ],
    ),
]


@pytest.fixture(params=DATABASES)
def database(request, monkeypatch):
    """An empty database of that kind, which the server of the hall finds in its environment."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if request.param == "sqlite":
        yield request.param
        return
    import psycopg

    server, name = os.environ["JICHA_POSTGRESQL_URL"], f"hall_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
    monkeypatch.setenv("DATABASE_URL", f"{server.rsplit('/', 1)[0]}/{name}")
    yield request.param
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.slow
def test_a_dozen_referees_at_once_lose_nothing_and_double_nothing(database):
    found = hall.run(referees=12, hands=4, every=1.5, viewers=10, phones=5)
    assert hall.is_sound(found), found
    assert (found["database"], found["hands"]) == (database, 48)
    assert found["times"]["save"]["requests"] >= 48
