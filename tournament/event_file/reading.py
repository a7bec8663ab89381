"""A file → the event, all or nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from rules.answers import Problem, Refused
from rules.hands import load_rule_set
from rules.models import RuleSetVersion, fingerprint
from tournament.change import broken_link
from tournament.event_file.tables import TABLES, Table, fields_of, is_rule_set, is_user
from tournament.event_file.writing import EVENT_FIELDS, FORMAT, VERSION
from tournament.models import Event


def read_event(text: str) -> Event:
    """Bring in the event of a file that ``write_event`` wrote.

    Nothing is kept of a file that cannot be read whole. Raises ``Refused``: not such a file, of a newer
    version, an event that is here already, rows that point nowhere, a record that does not fit together.
    Users that this machine does not know are made without a password.
    """
    document = _document(text)
    told = document["event"]
    if (
        Event.objects.filter(key=told.get("key")).exists()
        or Event.objects.filter(slug=told.get("slug")).exists()
    ):
        raise Refused([Problem("event-is-here", "event.key", {"name": told.get("name", "")})])
    try:
        with transaction.atomic():
            event = _bring_in(document)
            broken = broken_link(event)
            if broken is not None:
                raise Refused([Problem("record-does-not-fit", "rows.Audit", {"row": broken})])
    except (KeyError, TypeError, ValueError, ValidationError, IntegrityError) as error:
        raise Refused([Problem("file-is-damaged", "rows", {"what": str(error)[:200]})]) from error
    return event


def _document(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Refused([Problem("file-is-no-event", "", {"what": str(error)[:200]})]) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused([Problem("file-is-no-event", "format")])
    if document.get("version") != VERSION:
        raise Refused([Problem("file-of-another-version", "version", {"version": document.get("version")})])
    for key, kind in (("event", dict), ("users", list), ("rule_sets", list), ("rows", dict)):
        if not isinstance(document.get(key), kind):
            raise Refused([Problem("file-is-damaged", key, {"what": key})])
    return document


def _bring_in(document: Mapping[str, Any]) -> Event:
    rule_sets = _rule_sets(document["rule_sets"])
    users = _users(document["users"])
    told = {name: _said(Event._meta.get_field(name), document["event"]) for name in EVENT_FIELDS}
    event = Event(rule_set=rule_sets[document["event"]["rule_set"]], **_typed(Event, told))
    event.save()
    Event.objects.filter(pk=event.pk).update(created_at=told["created_at"])
    rows: dict[str, models.Model] = {}
    for table in TABLES:
        made = [
            _row(table, event, row, rows, users, rule_sets) for row in document["rows"].get(table.name, [])
        ]
        for place, one in enumerate(made):
            one.save(force_insert=True)
            rows[f"{table.name}/{place}"] = one
        _keep_times(table, made, document["rows"].get(table.name, []))
    event.refresh_from_db()
    return event


def _row(
    table: Table,
    event: Event,
    told: Mapping[str, Any],
    rows: Mapping[str, models.Model],
    users: Mapping[str, Any],
    rule_sets: Mapping[str, RuleSetVersion],
) -> models.Model:
    values: dict[str, Any] = {}
    for field in fields_of(table.model):
        value = _said(field, told)
        if value is None or not field.is_relation:
            values[field.name] = field.to_python(value) if not field.is_relation else None
        elif is_user(field):
            values[field.name] = users[value]
        elif is_rule_set(field):
            values[field.name] = rule_sets[value]
        else:
            values[field.name] = rows[value]
    if any(field.related_model is Event for field in table.model._meta.concrete_fields):
        values["event"] = event
    return table.model(**values)


def _said(field: Any, told: Mapping[str, Any]) -> Any:
    """What a file says of a field. One that is older than the field says nothing: then it is as for a new
    row; what every row must say is missed."""
    if field.name not in told and (field.has_default() or field.null or field.blank):
        return field.get_default()
    return told[field.name]


def _keep_times(table: Table, made: list[models.Model], told: list[Mapping[str, Any]]) -> None:
    """Times that a row gets when it is made are set back to when it was made first."""
    stamped = [
        field.name
        for field in table.model._meta.concrete_fields
        if getattr(field, "auto_now_add", False) and field.name in (told[0] if told else {})
    ]
    if not stamped or not made:
        return
    for one, row in zip(made, told, strict=True):
        for name in stamped:
            setattr(one, name, table.model._meta.get_field(name).to_python(row[name]))
    table.model._default_manager.bulk_update(made, stamped, batch_size=500)


def _rule_sets(told: list[Mapping[str, Any]]) -> dict[str, RuleSetVersion]:
    found = {}
    for one in told:
        load_rule_set(one["data"])
        if fingerprint(one["data"]) != one["fingerprint"]:
            raise ValueError(f"rule set {one['slug']} is not what its fingerprint says")
        found[one["fingerprint"]] = RuleSetVersion.objects.keep(one["slug"], one["data"])
    return found


def _users(names: list[str]) -> dict[str, Any]:
    users = get_user_model().objects
    found = {user.get_username(): user for user in users.filter(username__in=names)}
    for name in names:
        if name not in found:
            found[name] = users.create_user(name)
    return found


def _typed(model: type[models.Model], told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: model._meta.get_field(name).to_python(value) for name, value in told.items()}
