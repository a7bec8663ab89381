"""Recompute an event and compare with what is stored."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from rules.command_line import JsonCommand, problems_as_json
from tournament.keeping.verifying import verify
from tournament.models import Event
from tournament.wording import words


class Command(JsonCommand):
    help = "Recompute everything in an event from its hands and rulings, compare, and check its record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", help="the event's short name; all events without it")

    def answer(self, *, event: str | None, **options: Any) -> int:
        events = Event.objects.select_related("rule_set")
        chosen = events.filter(slug=event) if event else events.all()
        if event and not chosen.exists():
            raise CommandError(f"There is no event “{event}”.", returncode=2)
        worst = 0
        for one in chosen:
            problems = verify(one)
            self.say({"ok": not problems, "event": one.slug, "problems": problems_as_json(problems, words)})
            worst = max(worst, int(bool(problems)))
        return worst
