"""``manage.py read_entries FILE``: what the preview of an upload would show, as JSON."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError

from rules.answers import Problem
from tournament.management.reading_command import ReadingCommand
from tournament.registration.reading import ProposedEntry, ProposedPlayer, read_entries


class Command(ReadingCommand):
    help = (
        "Reads an entry form or a master sheet (.xlsx, .xls, .ods, CSV) and prints the entries and "
        "problems that the preview would show. Needs no database. Exits with 1 where there are problems, "
        "with 2 for a wrong call."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the form, as it was sent")
        parser.add_argument("--quota", type=int, help="most entries of one branch")
        parser.add_argument("--players", type=int, default=2, help="players of an entry (default: 2)")
        parser.add_argument(
            "--division", action="append", default=[], help="a division of the event; may be repeated"
        )
        parser.add_argument("--branch", help="the branch whose form this is, whatever the file says")
        parser.add_argument(
            "--correct",
            action="append",
            default=[],
            metavar="CELL=TEXT",
            help="replace a cell before reading, as in Sheet1!C6=13800138000; may be repeated",
        )

    def answer(self, **options: Any) -> int:
        if options["players"] < 1 or (options["quota"] is not None and options["quota"] < 0):
            raise CommandError("--players must be at least 1 and --quota at least 0", returncode=2)
        corrections = {}
        for pair in options["correct"]:
            cell, equals, text = pair.partition("=")
            if not equals or "!" not in cell:
                raise CommandError(f"--correct needs CELL=TEXT, as in Sheet1!C6=…: {pair}", returncode=2)
            corrections[cell] = text

        def read(name: str, content: bytes) -> tuple[list[dict[str, Any]], Sequence[Problem]]:
            reading = read_entries(
                name,
                content,
                quota=options["quota"],
                players_per_entry=options["players"],
                divisions=options["division"],
                branch=options["branch"],
                corrections=corrections,
            )
            return [entry_as_json(entry) for entry in reading.entries], reading.problems

        return self.answer_with("entries", options["file"], read)


def entry_as_json(entry: ProposedEntry) -> dict[str, Any]:
    """One proposed entry with its players."""
    return {
        "branch": entry.branch,
        "label": entry.label,
        "division": entry.division,
        "joint": entry.joint,
        "contact": entry.contact,
        "contact_phone": entry.contact_phone,
        "players": [player_as_json(player) for player in entry.players],
    }


def player_as_json(player: ProposedPlayer) -> dict[str, Any]:
    """One proposed player and where the name stands."""
    return {
        "name": player.name,
        "phone": player.phone,
        "staff_number": player.staff_number,
        "sex": player.sex,
        "note": player.note,
        "reserve": player.reserve,
        "at": player.cells.get("name", ""),
    }
