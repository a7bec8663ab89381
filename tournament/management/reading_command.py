"""What the commands that read a sent file share: the file, what was read, and the problems as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from rules.answers import Problem, Refused
from rules.command_line import JsonCommand
from tournament.registration.reading_wording import word


class ReadingCommand(JsonCommand):
    """A command that reads one file and prints what the preview on the page would show."""

    def answer_with(
        self, key: str, file: str, read: Callable[[str, bytes], tuple[Sequence[Any], Sequence[Problem]]]
    ) -> int:
        """Print what ``read`` makes of ``file`` under ``key``; 1 where there are problems.

        Raises ``CommandError`` (2) for a file that cannot be opened.
        """
        path = Path(file)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}", returncode=2) from error
        found: Sequence[Any]
        problems: Sequence[Problem]
        try:
            found, problems = read(path.name, content)
        except Refused as refused:
            found, problems = (), refused.problems
        said = [problem_as_json(problem) for problem in problems]
        self.say({"ok": not problems, key: list(found), "problems": said}, indent=1)
        return 1 if problems else 0


def problem_as_json(problem: Problem) -> dict[str, Any]:
    """One problem, with its sheet and cell apart as the preview shows them."""
    sheet, _, cell = problem.at.rpartition("!")
    return {
        "code": problem.code,
        "severity": problem.severity,
        "at": problem.at,
        "sheet": sheet if cell else problem.at,
        "cell": cell if sheet else "",
        "message": "",
        "fix": "",
        **word(problem),
    }
