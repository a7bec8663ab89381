"""The command line as a face: JSON on standard output, people's text on standard error, honest exit codes.

0: done. 1: there were problems, named in the answer. 2: the command was called wrongly.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError
from django.utils import translation
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from rules.json_text import read_json
from rules.wording import problem_text

Wording = Callable[[Problem], Mapping[str, str]]


class JsonCommand(BaseCommand):
    """A management command that answers in JSON.

    Subclasses write ``answer(**options)``, which prints with ``self.say`` and returns the exit code.
    """

    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        # argparse wraps the text itself and knows no lazy translations.
        self.help = str(self.help)
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument("--language", default="zh-hans", help="language of the messages: zh-hans or en")
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["language"]):
            try:
                code = self.answer(**options)
            except (OperationalError, ProgrammingError) as error:
                if not _without_tables(error):
                    raise
                raise CommandError(
                    _(
                        "There is no database of Jicha in %(folder)s. Start it once with start.py, or name "
                        "the data folder in the variable JICHA_DATA."
                    )
                    % {"folder": settings.DATA_DIR},
                    returncode=1,
                ) from error
        if code:
            sys.exit(code)

    def answer(self, **options: Any) -> int:
        raise AssertionError("a command without an answer")

    def say(self, document: Mapping[str, Any], indent: int | None = None) -> None:
        """Write one JSON document as one line (or indented) on standard output.

        A text that no encoding can write (half of a surrogate pair, which JSON lets through) is escaped.
        """
        text = json.dumps(document, ensure_ascii=False, indent=indent)
        try:
            text.encode()
        except UnicodeEncodeError:
            text = json.dumps(document, indent=indent)
        self.stdout.write(text)

    def tell(self, text: str) -> None:
        """Tell the person at the keyboard something; never mixed with the JSON."""
        self.stderr.write(text)


def _without_tables(error: Exception) -> bool:
    return "no such table" in str(error) or "does not exist" in str(error)


def read_document(text: str, what: str) -> Any:
    """The JSON value in ``text``; a ``CommandError`` (exit code 2) says where ``what`` is broken."""
    try:
        return read_json(text)
    except Refused as refused:
        said = problem_text(refused.problems[0])
        raise CommandError(f"{what}: {said['message']}", returncode=2) from refused


def problems_as_json(problems: Iterable[Problem], wording: Wording) -> list[dict[str, str]]:
    """Each problem as ``{"code", "at", "message", "fix"}``, worded by the room that found it."""
    return [
        {"code": problem.code, "at": problem.at, "message": "", "fix": "", **wording(problem)}
        for problem in problems
    ]
