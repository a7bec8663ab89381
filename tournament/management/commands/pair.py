"""``manage.py pair``: a field of entries in, one round, a round robin or a bracket out."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext_lazy as _

from rules.answers import Refused
from rules.command_line import JsonCommand, problems_as_json, read_document
from tournament.pairing.document import solve
from tournament.pairing_wording import problem_text, reason_text


class Command(JsonCommand):
    help = _(
        "Pair a round, list a round robin, or draw a bracket or groups. Reads one JSON document from "
        "standard input or a file, writes the answer as JSON. Exit codes: 0 done, 1 problems in the "
        "document, 2 called wrongly. See docs/pair.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="the document; standard input where it is left out")
        parser.add_argument("--brief", action="store_true", help="leave out the reasons")
        parser.add_argument("--indent", type=int, help="indent the answer by so many spaces")

    def answer(self, **options: Any) -> int:
        data = read_document(_text(options["file"]), options["file"] or "standard input")
        try:
            answer, reasons = solve(data)
        except Refused as refused:
            problems = problems_as_json(refused.problems, problem_text)
            self.say({"ok": False, "problems": problems}, options["indent"])
            return 1
        document: dict[str, Any] = {"ok": True, **answer, "problems": []}
        if not options["brief"]:
            document["because"] = [
                {
                    "code": reason.code,
                    "clause": reason.clause,
                    "text": reason_text(reason),
                    "values": _plain(reason.values),
                }
                for reason in reasons
            ]
        self.say(document, options["indent"])
        return 0


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _text(path: str | None) -> str:
    try:
        data = sys.stdin.buffer.read() if path is None else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path or 'standard input'} cannot be read: {error}", returncode=2) from error
