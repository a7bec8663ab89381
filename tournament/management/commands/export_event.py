"""Write an event into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rules.command_line import JsonCommand
from tournament.event_file import write_event
from tournament.models import Event


class Command(JsonCommand):
    help = "Write an event with everything that happened in it into one JSON file (with names and phones)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the event's short name in its address, or its key")
        parser.add_argument("--out", type=Path, required=True, help="the file to write")

    def answer(self, *, event: str, out: Path, **options: Any) -> int:
        found = Event.objects.select_related("rule_set").filter(slug=event).first()
        if found is None:
            known = ", ".join(Event.objects.values_list("slug", flat=True)[:20])
            raise CommandError(f"There is no event “{event}”. Known: {known}.", returncode=2)
        text = write_event(found)
        out.write_text(text, encoding="utf-8")
        self.say({"ok": True, "event": found.slug, "file": out.name, "bytes": len(text.encode())})
        return 0
