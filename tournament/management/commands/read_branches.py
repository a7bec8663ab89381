"""``manage.py read_branches FILE``: what the preview of a list of branches would show, as JSON."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from rules.answers import Refused
from rules.command_line import JsonCommand
from tournament.management.commands.read_entries import problem_as_json
from tournament.registration.reading import ProposedBranch, read_branches


class Command(JsonCommand):
    help = (
        "Reads a list of branches (.xlsx, .xls, .ods, CSV) and prints the branches and problems that the "
        "preview would show. Needs no database. Exits with 1 where there are problems, with 2 for a wrong "
        "call."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the list, as it was sent")

    def answer(self, **options: Any) -> int:
        path = Path(options["file"])
        try:
            content = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}", returncode=2) from error
        try:
            reading = read_branches(path.name, content)
            branches, problems = reading.branches, reading.problems
        except Refused as refused:
            branches, problems = (), refused.problems
        self.say(
            {
                "ok": not problems,
                "branches": [branch_as_json(one) for one in branches],
                "problems": [problem_as_json(problem) for problem in problems],
            },
            indent=1,
        )
        return 1 if problems else 0


def branch_as_json(one: ProposedBranch) -> dict[str, Any]:
    """One proposed branch and where its name stands."""
    return {
        "name": one.name,
        "members": one.members,
        "chair": one.chair,
        "contact": one.contact,
        "phone": one.phone,
        "quota": one.quota,
        "referee": one.referee,
        "at": one.cells.get("name", ""),
    }
