"""manage.py judge: hands in, outcomes out, one JSON object a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rules.answers import Problem, Refused
from rules.command_line import JsonCommand, problems_as_json
from rules.hands import Outcome, RuleSet, changed, judge
from rules.hands.line import Line, outcome_as_json, read_line
from rules.json_text import read_json
from rules.shipped import shipped_data, shipped_rule_set, shipped_slugs
from rules.whole import read_rule_set
from rules.wording import effect_text, problem_text, reason_text

REMEMBERED = 64
"""How many inline rule sets are kept compiled between lines."""


class Command(JsonCommand):
    help = (
        "Judge hands. Reads one JSON object a line from standard input and writes one a line "
        "to standard output; docs/judge.md describes both. Exit code 1 if any hand has a problem."
    )

    stealth_options = ("lines",)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", help="slug of the rule set for lines that name none")
        parser.add_argument("--brief", action="store_true", help="leave out the reasons")
        parser.add_argument(
            "--list", action="store_true", help="list the rule sets that are shipped, and stop"
        )

    def answer(self, **options: Any) -> int:
        if options["list"]:
            for slug in shipped_slugs():
                self.say({"ruleset": slug, "name": shipped_rule_set(slug).name})
            return 0
        if options["ruleset"] and options["ruleset"] not in shipped_slugs():
            known = ", ".join(shipped_slugs())
            raise CommandError(f"There is no rule set {options['ruleset']}. Rule sets: {known}", returncode=2)
        self.inline: dict[str, RuleSet] = {}
        failed = False
        for line in options.get("lines", _standard_input()):
            if line.strip():
                answer = self.answer_line(line, options["ruleset"], not options["brief"])
                failed = failed or not answer["ok"]
                self.say(answer)
        return 1 if failed else 0

    def answer_line(self, text: str, default_ruleset: str | None, explain: bool) -> Mapping[str, Any]:
        """The answer to one line, whatever is wrong with it."""
        try:
            line = read_line(read_json(text), default_ruleset)
            rule_set = self.rule_set_of(line)
            judged = judge(rule_set, line.state(rule_set), line.facts, explain=explain)
        except Refused as refused:
            return _refusal(refused.problems)
        if not isinstance(judged, Outcome):
            return _refusal(judged)
        answer = outcome_as_json(judged, line.facts.seat is not None)
        answer["effects"] = [
            {
                "code": effect.code,
                "side": effect.side,
                "clause": effect.clause,
                "text": effect_text(effect),
                "values": effect.values,
            }
            for effect in judged.effects
        ]
        answer["warnings"] = problems_as_json(judged.warnings, problem_text)
        if explain:
            answer["because"] = [
                {
                    "code": reason.code,
                    "clause": reason.clause,
                    "text": reason_text(reason),
                    "values": reason.values,
                }
                for reason in judged.reasons
            ]
        return answer

    def rule_set_of(self, line: Line) -> RuleSet:
        """The rule set that a line names or brings along, with its changes."""
        if isinstance(line.ruleset, str):
            if line.ruleset not in shipped_slugs():
                values = {"given": line.ruleset, "known": ", ".join(shipped_slugs())}
                raise Refused([Problem("rule-set-not-found", "ruleset", values)])
            if not line.changes:
                return shipped_rule_set(line.ruleset)
            data = shipped_data(line.ruleset)
        else:
            data = line.ruleset
        key = json.dumps([data, line.changes], sort_keys=True)
        if key not in self.inline:
            if len(self.inline) >= REMEMBERED:
                self.inline.clear()
            self.inline[key] = read_rule_set(changed(data, line.changes))
        return self.inline[key]


def _refusal(problems: Iterable[Problem]) -> Mapping[str, Any]:
    return {"ok": False, "problems": problems_as_json(problems, problem_text)}


def _standard_input() -> Iterable[str]:
    """The lines of standard input as UTF-8, whatever the console's own encoding is."""
    return (line.decode("utf-8", errors="replace").removeprefix("\ufeff") for line in sys.stdin.buffer)
