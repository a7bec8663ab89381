"""Write docs/schemas/event-file.json from the models."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from rules.command_line import JsonCommand
from tournament.event_file.schema import PATH, text
from tournament.event_file.writing import VERSION


class Command(JsonCommand):
    help = "Write docs/schemas/event-file.json from the models; with --check only compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, fail where it differs")

    def answer(self, *, check: bool = False, **options: Any) -> int:
        wanted = text()
        same = PATH.exists() and PATH.read_text(encoding="utf-8") == wanted
        if not check and not same:
            PATH.write_text(wanted, encoding="utf-8")
            same = True
        self.say({"ok": same, "version": VERSION})
        return 0 if same else 1
