"""What an event file looks like, as a JSON Schema made from the models: docs/schemas/event-file.json."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models

from tournament.event_file.tables import TABLES, fields_of, is_rule_set, is_user
from tournament.event_file.writing import FORMAT, VERSION
from tournament.models import Event

PATH = settings.BASE_DIR / "docs" / "schemas" / "event-file.json"


def schema() -> dict[str, Any]:
    """The JSON Schema of the files that ``write_event`` writes now."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Event file",
        "description": "One event with everything that happened in it. Rows are named by their table and "
        "their place in it (Entry/3), users by their user name, rule sets by their fingerprint.",
        "type": "object",
        "required": ["format", "version", "event", "users", "rule_sets", "rows"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "event": _row(Event),
            "users": {"type": "array", "items": {"type": "string"}},
            "rule_sets": {
                "type": "array",
                "items": _object(
                    {
                        "slug": {"type": "string"},
                        "fingerprint": {
                            "type": "string",
                            "description": "SHA-256 of data as compact JSON with sorted keys",
                        },
                        "data": {"type": "object"},
                    }
                ),
            },
            "rows": _object({table.name: {"type": "array", "items": _row(table.model)} for table in TABLES}),
        },
    }


def text() -> str:
    """The same as the file in the docs holds it."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": properties,
    }


def _row(model: type[models.Model]) -> dict[str, Any]:
    return _object({field.name: _field(field) for field in fields_of(model)})


def _field(field: models.Field[Any, Any]) -> dict[str, Any]:
    if isinstance(field, models.JSONField):
        return {}
    found: dict[str, Any] = {"type": _type(field)}
    if field.is_relation:
        found["description"] = "user name" if is_user(field) else "fingerprint"
        if not is_user(field) and not is_rule_set(field):
            found = {"type": "string", "pattern": f"^{field.related_model.__name__}/[0-9]+$"}  # type: ignore[union-attr]
    elif isinstance(field, models.DateTimeField):
        found["format"] = "date-time"
    elif isinstance(field, models.DateField):
        found["format"] = "date"
    elif isinstance(field, models.BinaryField):
        found["contentEncoding"] = "base64"
    elif isinstance(field, models.UUIDField):
        found["format"] = "uuid"
    elif field.choices:
        found["enum"] = [key for key, _label in field.flatchoices]
    elif field.max_length:
        found["maxLength"] = field.max_length
    if field.null:
        found["type"] = [found["type"], "null"]
        if "enum" in found:
            found["enum"] = [*found["enum"], None]
    return found


def _type(field: models.Field[Any, Any]) -> str:
    if isinstance(field, models.BooleanField):
        return "boolean"
    return "integer" if isinstance(field, models.IntegerField) else "string"
