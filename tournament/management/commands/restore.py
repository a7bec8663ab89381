"""Bring a copy of the database back. Stop the program first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from rules.answers import Refused
from rules.command_line import JsonCommand, problems_as_json
from tournament.keeping.backups import backups, check_copy, folder, restore
from tournament.keeping.wording import words


class Command(JsonCommand):
    help = (
        "Bring a copy back (the newest, or the one named). What is there now is copied first. "
        "Stop Jicha before."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="name of the copy; the newest without it")
        parser.add_argument("--check", action="store_true", help="only say whether the copy is whole")

    def answer(self, *, file: str | None, check: bool = False, **options: Any) -> int:
        found = backups()
        copy = (folder() / Path(file).name) if file else (found[0] if found else folder() / "-")
        try:
            if check:
                check_copy(copy)
                self.say({"ok": True, "file": copy.name, "whole": True})
                return 0
            before = restore(copy)
        except Refused as refused:
            self.say({"ok": False, "problems": problems_as_json(refused.problems, words)})
            return 1
        self.say({"ok": True, "restored": copy.name, "before": before.name})
        return 0
