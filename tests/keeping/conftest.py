"""Databases of one test's own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

import pytest


@pytest.fixture
def postgresql() -> Iterator[str]:
    """The address of a new, empty database on the PostgreSQL server that the checks were given."""
    server = os.environ.get("JICHA_POSTGRESQL_URL")
    if not server:
        pytest.skip("there is no PostgreSQL")
    import psycopg

    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
    yield f"{server.rsplit('/', 1)[0]}/{name}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
