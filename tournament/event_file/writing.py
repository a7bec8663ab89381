"""An event → its file."""

from __future__ import annotations

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from rules.models import RuleSetVersion
from tournament.event_file.tables import TABLES, fields_of, is_rule_set, is_user
from tournament.models import Event

FORMAT = "jicha-event"
VERSION = 1
EVENT_FIELDS = [
    "key",
    "slug",
    "name",
    "template",
    "choices",
    "plan",
    "venue",
    "organisation",
    "starts_on",
    "notice",
    "tables",
    "is_public",
    "entry_deadline",
    "regulation",
    "public_names",
    "retention_days",
    "people_wiped_at",
    "revision",
    "public_revision",
    "audit_seq",
    "audit_head",
    "created_at",
]


def write_event(event: Event) -> str:
    """The event with everything that happened in it, as one JSON text.

    Rows are named by their place in their table (``"Entry/3"``); users by their user name; rule sets by their
    fingerprint. The same event always gives the same text.
    """
    places: dict[tuple[str, int], str] = {}
    users: dict[int, str] = {}
    rule_sets: dict[int, RuleSetVersion] = {}
    document: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    document["event"] = {name: getattr(event, name) for name in EVENT_FIELDS}
    document["event"]["rule_set"] = event.rule_set.fingerprint
    rule_sets[event.rule_set_id] = event.rule_set
    tables: dict[str, list[dict[str, Any]]] = {}
    for table in TABLES:
        fields = fields_of(table.model)
        related = [field.name for field in fields if is_user(field) or is_rule_set(field)]
        rows = table.rows(event).order_by("pk").select_related(*related)
        found = list(rows)
        for place, row in enumerate(found):
            places[table.name, row.pk] = f"{table.name}/{place}"
        tables[table.name] = [
            {field.name: _value(row, field, places, users, rule_sets) for field in fields} for row in found
        ]
    document["users"] = sorted(users.values())
    document["rule_sets"] = [
        {"slug": one.slug, "fingerprint": one.fingerprint, "data": one.data}
        for one in sorted(rule_sets.values(), key=lambda one: (one.slug, one.fingerprint))
    ]
    document["rows"] = tables
    return json.dumps(document, cls=Exact, ensure_ascii=False, indent=1)


class Exact(DjangoJSONEncoder):
    """Times with all their microseconds: the record's hashes are over them."""

    def default(self, value: Any) -> Any:
        return value.isoformat() if hasattr(value, "isoformat") else super().default(value)


def _value(
    row: models.Model,
    field: models.Field[Any, Any],
    places: dict[tuple[str, int], str],
    users: dict[int, str],
    rule_sets: dict[int, RuleSetVersion],
) -> Any:
    if not field.is_relation:
        return getattr(row, field.attname)
    number = getattr(row, field.attname)
    if number is None:
        return None
    if is_user(field):
        users[number] = getattr(row, field.name).get_username()
        return users[number]
    if is_rule_set(field):
        rule_sets[number] = getattr(row, field.name)
        return rule_sets[number].fingerprint
    assert isinstance(field.related_model, type)
    return places[field.related_model.__name__, number]
