"""Bring the rule sets that are shipped into the database, and check every template against the engines."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from rules.answers import Problem, Refused
from rules.command_line import JsonCommand, problems_as_json
from rules.models import RuleSetVersion
from tournament.events.creating import plan_for, shipped_rule_sets, templates
from tournament.wording import words


class Command(JsonCommand):
    help = "Load the shipped rule sets (a new version of each that changed) and check all templates."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="check only, write nothing")

    def answer(self, *, check: bool = False, **options: Any) -> int:
        problems: list[Problem] = []
        for slug in templates():
            try:
                plan_for(slug, {})
            except Refused as refused:
                problems += [Problem(one.code, f"{slug}: {one.at}", one.values) for one in refused.problems]
        loaded = {}
        if not problems and not check:
            for slug, data in shipped_rule_sets().items():
                loaded[slug] = RuleSetVersion.objects.keep(slug, data).number
        self.say(
            {
                "ok": not problems,
                "rule_sets": loaded or list(shipped_rule_sets()),
                "templates": list(templates()),
                "problems": problems_as_json(problems, words),
            }
        )
        return 1 if problems else 0
