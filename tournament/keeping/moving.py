"""Carry a whole installation to another database: every row, counted and compared, all or nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

import environ
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, IntegrityError, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from rules.answers import Problem, Refused
from tournament.keeping.backups import first_line

TARGET = "target"
AT_ONCE = 2000
# Django writes these by itself into every new database; ours replace them, with the same row numbers.
WRITTEN_BY_DJANGO = {"contenttypes.ContentType", "auth.Permission"}
Tell = Callable[[str, int], None]
Model = type[models.Model]


@dataclass(frozen=True, slots=True)
class Moved:
    """What was carried: rows by table, and the digest of all of them."""

    rows: dict[str, int]
    digest: str


def move_to(url: str, tell: Tell = lambda _table, _rows: None) -> Moved:
    """Carry everything from the database in use to the empty one that ``url`` names.

    ``tell`` hears of each table that is done, with its number of rows. Nobody else can write meanwhile. The
    target is written in one transaction: a move that was interrupted leaves it empty and is simply repeated.
    Raises ``Refused`` where the target cannot be reached or is not empty, where a row does not fit, and where
    the two differ afterwards; then nothing stays in the target, and the source is as it was.
    """
    with target_at(url):
        _refuse_unless_empty()
        call_command("migrate", database=TARGET, interactive=False, verbosity=0)
        return _carry(tell)


def all_models() -> list[Model]:
    """Every table of the installation, those between two models too, in an order that stays the same."""
    found = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    return sorted(found, key=lambda model: model._meta.label)


def digest_of(model: Model, database: str) -> tuple[int, str]:
    """How many rows ``model`` has in ``database``, and one hash over all that they say."""
    whole, count = hashlib.sha256(), 0
    for row in _rows(model, database):
        whole.update(json.dumps([_comparable(value) for value in row], sort_keys=True).encode())
        count += 1
    return count, whole.hexdigest()


@contextmanager
def target_at(url: str) -> Iterator[BaseDatabaseWrapper]:
    """The database at ``url`` under the alias ``target``, for as long as the context lasts."""
    if urlsplit(url).scheme not in environ.Env.DB_SCHEMES:
        raise Refused([Problem("target-address-unreadable", "url")])
    try:
        told = environ.Env.db_url_config(url)
    except (ImproperlyConfigured, ValueError) as error:
        raise Refused([Problem("target-address-unreadable", "url")]) from error
    ours = connections[DEFAULT_DB_ALIAS].settings_dict
    if all(str(ours.get(part)) == str(told.get(part)) for part in ("ENGINE", "NAME", "HOST", "PORT")):
        raise Refused([Problem("target-is-source", "url")])
    settings = connections.configure_settings({DEFAULT_DB_ALIAS: {}, TARGET: told})
    connections.settings[TARGET] = settings[TARGET]
    try:
        try:
            connections[TARGET].ensure_connection()
        except (DatabaseError, ImproperlyConfigured) as error:
            raise Refused([Problem("target-unreachable", "url", {"what": first_line(str(error))})]) from error
        yield connections[TARGET]
    finally:
        connections[TARGET].close()
        del connections[TARGET]
        del connections.settings[TARGET]


def _refuse_unless_empty() -> None:
    """Empty is: no table at all, or our tables without a row in them (a move that was interrupted)."""
    there = set(connections[TARGET].introspection.table_names())
    ours = {model._meta.db_table: model for model in all_models()}
    foreign = there - set(ours) - {"django_migrations"}
    if foreign:
        raise Refused([Problem("target-not-empty", min(foreign), {"table": min(foreign)})])
    for table in sorted(there & set(ours)):
        model = ours[table]
        if model._meta.label in WRITTEN_BY_DJANGO:
            continue
        with connections[TARGET].cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {connections[TARGET].ops.quote_name(table)} LIMIT 1")  # noqa: S608 - a table of ours
            if cursor.fetchone():
                raise Refused([Problem("target-not-empty", table, {"table": table})])


def _carry(tell: Tell) -> Moved:
    target = connections[TARGET]
    found = all_models()
    counted: dict[str, int] = {}
    whole = hashlib.sha256()
    # The source's transaction keeps writers out (SQLite: IMMEDIATE) until all is compared.
    with transaction.atomic(using=DEFAULT_DB_ALIAS), transaction.atomic(using=TARGET):
        for label in sorted(WRITTEN_BY_DJANGO, reverse=True):
            apps.get_model(label)._base_manager.using(TARGET).all().delete()
        for model in found:
            tell(model._meta.db_table, _copy(model))
        try:
            target.check_constraints()
        except IntegrityError as error:
            raise _does_not_fit("?", error) from error
        for model in found:
            before, after = digest_of(model, DEFAULT_DB_ALIAS), digest_of(model, TARGET)
            if before != after:
                raise Refused(
                    [
                        Problem(
                            "move-differs",
                            model._meta.db_table,
                            {"table": model._meta.db_table, "before": before[0], "after": after[0]},
                        )
                    ]
                )
            counted[model._meta.db_table] = before[0]
            whole.update(before[1].encode())
        with target.cursor() as cursor:
            for statement in target.ops.sequence_reset_sql(no_style(), found):
                cursor.execute(statement)
    return Moved(counted, whole.hexdigest())


def _copy(model: Model) -> int:
    """Write every row of ``model`` into the target as it is, times and numbers included."""
    target = connections[TARGET]
    fields = model._meta.concrete_fields
    quote = target.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608 - names of ours
    count = 0
    with target.cursor() as cursor:
        for part in _parts(_rows(model, DEFAULT_DB_ALIAS)):
            prepared = [
                [field.get_db_prep_save(value, target) for field, value in zip(fields, row, strict=True)]
                for row in part
            ]
            try:
                cursor.executemany(statement, prepared)
            except (DatabaseError, ValueError) as error:
                raise _does_not_fit(model._meta.db_table, error) from error
            count += len(part)
    return count


def _does_not_fit(table: str, error: Exception) -> Refused:
    return Refused([Problem("row-does-not-fit", table, {"table": table, "what": first_line(str(error))})])


def _rows(model: Model, database: str) -> Iterator[tuple[Any, ...]]:
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(database).order_by("pk").values_list(*names)
    return iter(rows.iterator(chunk_size=AT_ONCE))


def _parts(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    part = []
    for row in rows:
        part.append(row)
        if len(part) == AT_ONCE:
            yield part
            part = []
    if part:
        yield part


def _comparable(value: Any) -> Any:
    """The same text for the same value, from whichever database it was read."""
    if isinstance(value, datetime):
        return value.astimezone(timezone.get_fixed_timezone(0)).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if value is None or isinstance(value, bool | int | float | str | list | dict):
        return value
    return str(value)
