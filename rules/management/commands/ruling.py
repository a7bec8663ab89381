"""manage.py ruling: disputes about cards in, rulings out, one JSON object a line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rules.answers import Refused
from rules.cards.questions import read_question
from rules.cards_desk import in_words, rule_set_of, ruling_on
from rules.cards_wording import problem_text
from rules.command_line import JsonCommand, problems_as_json
from rules.json_text import read_json
from rules.shipped import shipped_slugs


class Command(JsonCommand):
    help = (
        "Rule on cards: bids, follows, throws, tricks and bottoms. Reads one JSON object a line from "
        "standard input and writes one a line to standard output; docs/ruling.md describes both. "
        "Exit code 1 if any question has a problem."
    )

    stealth_options = ("lines",)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", help="slug of the rule set for lines that name none")
        parser.add_argument("--brief", action="store_true", help="leave out the reasons")

    def answer(self, **options: Any) -> int:
        if options["ruleset"] and options["ruleset"] not in shipped_slugs():
            known = ", ".join(shipped_slugs())
            raise CommandError(f"There is no rule set {options['ruleset']}. Rule sets: {known}", returncode=2)
        failed = False
        for line in options.get("lines") or _standard_input():
            if line.strip():
                ruling = rule(line, options["ruleset"], not options["brief"])
                failed = failed or not ruling["ok"]
                self.say(ruling)
        return 1 if failed else 0


def rule(text: str, default_ruleset: str | None = None, explain: bool = True) -> Mapping[str, Any]:
    """The ruling on one line, whatever is wrong with it."""
    try:
        question = read_question(read_json(text), default_ruleset)
        data = rule_set_of(question)
        given = ruling_on(question, data)
    except Refused as refused:
        return {"ok": False, "problems": problems_as_json(refused.problems, problem_text)}
    return {"ok": True, **in_words(given, data, explain)}


def _standard_input() -> Iterable[str]:
    """The lines of standard input as UTF-8, whatever the console's own encoding is."""
    return (line.decode("utf-8", errors="replace").removeprefix("\ufeff") for line in sys.stdin.buffer)
