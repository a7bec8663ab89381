"""Make a copy of the database now."""

from __future__ import annotations

from typing import Any

from rules.answers import Refused
from rules.command_line import JsonCommand, problems_as_json
from tournament.keeping.backups import backups, make_backup
from tournament.keeping.wording import words


class Command(JsonCommand):
    help = "Make a copy of the database while people go on working."

    def answer(self, **options: Any) -> int:
        try:
            copy = make_backup()
        except Refused as refused:
            self.say({"ok": False, "problems": problems_as_json(refused.problems, words)})
            return 1
        self.say({"ok": True, "file": copy.name, "bytes": copy.stat().st_size, "copies": len(backups())})
        return 0
