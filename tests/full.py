"""A pytest plugin: where everything is installed no test may skip; tests can be chosen by database.

``--database-only`` keeps the tests that touch the database, browsers too (for a second run on PostgreSQL).
``@pytest.mark.embedded`` is for tests of SQLite itself, ``@pytest.mark.grown_up`` for tests that need
PostgreSQL or Redis; each is left out, not skipped, where the other setting is tested.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

FULL = os.environ.get("CI") == "true" or os.environ.get("JICHA_FULL") == "1"
ON_POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_reset_sequences"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="only tests that touch the database")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "embedded: about SQLite; left out where PostgreSQL is tested")
    config.addinivalue_line(
        "markers", "grown_up: needs PostgreSQL or Redis; left out where they are not there"
    )


def touches_database(item: pytest.Item) -> bool:
    """Whether ``item`` is marked for the database, or asks for it through a fixture."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES)


def is_left_out(item: pytest.Item, *, database_only: bool) -> bool:
    """Whether ``item`` does not belong to this run."""
    if database_only and not touches_database(item):
        return True
    if ON_POSTGRESQL:
        return item.get_closest_marker("embedded") is not None
    return item.get_closest_marker("grown_up") is not None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    database_only = config.getoption("--database-only")
    left_out = [item for item in items if is_left_out(item, database_only=database_only)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def no_skip(report: Any) -> None:
    """Turn a skipped or expectedly failed report into a failure that says why."""
    if report.outcome == "skipped":
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"nothing may skip here: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    report = yield
    if FULL:
        no_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    report = yield
    if FULL:
        no_skip(report)
    return report
