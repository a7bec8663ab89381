"""A migration in the middle of an event takes seconds and loses nothing: it adds, and the rest stays."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from django.db import migrations
from django.db.migrations.operations.base import Operation

from config import settings

FILES = [
    path
    for room in ("rules", "scoring", "tournament")
    for path in sorted((settings.BASE_DIR / room / "migrations").glob("[0-9]*.py"))
]


def fault_of(operation: Operation) -> str:
    """Why ``operation`` would lose something, or could not be undone; empty where it would not."""
    match operation:
        case migrations.AddField():
            field = operation.field
            empty_text = field.empty_strings_allowed and field.blank
            takes_nothing = field.null or field.has_default() or field.many_to_many or empty_text
            return "" if takes_nothing else f"{operation.name} has neither default nor null"
        case migrations.RemoveField() | migrations.DeleteModel():
            return "it removes what a restored copy or the program before still reads"
        case migrations.RenameField() | migrations.RenameModel() | migrations.AlterModelTable():
            return "it renames what the program before still reads"
        case migrations.RunPython() | migrations.RunSQL():
            return "" if operation.reversible else "it cannot be undone"
    return ""


def name_of(path: Path) -> str:
    return f"{path.parent.parent.name}.{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_migration_only_adds(path):
    if path.stem == "0001_initial":
        return
    module = importlib.import_module(f"{path.parent.parent.name}.migrations.{path.stem}")
    faults = [fault_of(operation) for operation in module.Migration.operations]
    assert not list(filter(None, faults))
    assert module.Migration.atomic, "half of it must not stay"


def test_what_would_lose_something_is_found():
    from django.db import models

    assert fault_of(migrations.AddField("event", "x", models.IntegerField()))
    assert not fault_of(migrations.AddField("event", "x", models.IntegerField(default=0)))
    assert not fault_of(migrations.AddField("event", "x", models.IntegerField(null=True)))
    assert fault_of(migrations.RemoveField("event", "name"))
    assert fault_of(migrations.RenameField("event", "name", "title"))
    assert fault_of(migrations.DeleteModel("Event"))
    assert fault_of(migrations.RunPython(migrations.RunPython.noop))
    assert not fault_of(migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop))
