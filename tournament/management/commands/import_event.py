"""Bring in an event from its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rules.answers import Refused
from rules.command_line import JsonCommand, problems_as_json
from tournament.event_file import read_event
from tournament.keeping.verifying import verify
from tournament.wording import words


class Command(JsonCommand):
    help = "Bring in an event from a file that export_event wrote; all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file")

    def answer(self, *, file: Path, **options: Any) -> int:
        try:
            text = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file.name}: {error}", returncode=2) from error
        try:
            event = read_event(text)
        except Refused as refused:
            self.say({"ok": False, "problems": problems_as_json(refused.problems, words)}, indent=2)
            return 1
        # What the file says of results is kept; that it follows from its hands is another question.
        doubts = problems_as_json(verify(event), words)
        self.say({"ok": True, "event": event.slug, "rows": event.audit_seq, "doubts": doubts}, indent=2)
        return 0
