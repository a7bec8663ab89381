"""An event → its file."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from rules.models import RuleSetVersion
from tournament.event_file.tables import TABLES, fields_of, is_rule_set, is_user
from tournament.models import Event

FORMAT = "jicha-event"
# 2: certificate layout, screen and accepted forms; every field of every row.
VERSION = 2


def write_event(event: Event) -> str:
    """The event with everything that happened in it, as one JSON text.

    Rows are named by their place in their table (``"Entry/3"``); users by their user name; rule sets by their
    fingerprint. The same event always gives the same text.
    """
    return _Writer().write(event)


class Exact(DjangoJSONEncoder):
    """Times with all their microseconds: the record's hashes are over them."""

    def default(self, value: Any) -> Any:
        return value.isoformat() if hasattr(value, "isoformat") else super().default(value)


class _Writer:
    """Remembers under which names rows, users and rule sets were written."""

    def __init__(self) -> None:
        self.places: dict[tuple[str, int], str] = {}
        self.users: dict[int, str] = {}
        self.rule_sets: dict[int, RuleSetVersion] = {}

    def write(self, event: Event) -> str:
        document: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        document["event"] = self._row(event)
        tables: dict[str, list[dict[str, Any]]] = {}
        for table in TABLES:
            related = [field.name for field in fields_of(table.model) if is_user(field) or is_rule_set(field)]
            found = list(table.rows(event).order_by("pk").select_related(*related))
            for place, row in enumerate(found):
                self.places[table.name, row.pk] = f"{table.name}/{place}"
            tables[table.name] = [self._row(row) for row in found]
        document["users"] = sorted(self.users.values())
        document["rule_sets"] = [
            {"slug": one.slug, "fingerprint": one.fingerprint, "data": one.data}
            for one in sorted(self.rule_sets.values(), key=lambda one: (one.slug, one.fingerprint))
        ]
        document["rows"] = tables
        return json.dumps(document, cls=Exact, ensure_ascii=False, indent=1)

    def _row(self, row: models.Model) -> dict[str, Any]:
        return {field.name: self._value(row, field) for field in fields_of(type(row))}

    def _value(self, row: models.Model, field: models.Field[Any, Any]) -> Any:
        value = getattr(row, field.attname)
        if value is None:
            return None
        if isinstance(field, models.BinaryField):
            return b64encode(bytes(value)).decode("ascii")
        if not field.is_relation:
            return value
        if is_user(field):
            self.users[value] = getattr(row, field.name).get_username()
            return self.users[value]
        if is_rule_set(field):
            self.rule_sets[value] = getattr(row, field.name)
            return self.rule_sets[value].fingerprint
        assert isinstance(field.related_model, type)
        return self.places[field.related_model.__name__, value]
