"""``manage.py read_branches FILE``: what the preview of a list of branches would show, as JSON."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from rules.answers import Problem
from tournament.management.reading_command import ReadingCommand
from tournament.registration.reading import ProposedBranch, read_branches


class Command(ReadingCommand):
    help = (
        "Reads a list of branches (.xlsx, .xls, .ods, CSV) and prints the branches and problems that the "
        "preview would show. Needs no database. Exits with 1 where there are problems, with 2 for a wrong "
        "call."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the list, as it was sent")

    def answer(self, **options: Any) -> int:
        def read(name: str, content: bytes) -> tuple[list[dict[str, Any]], Sequence[Problem]]:
            reading = read_branches(name, content)
            return [branch_as_json(one) for one in reading.branches], reading.problems

        return self.answer_with("branches", options["file"], read)


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
