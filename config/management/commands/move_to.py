"""Carry this installation to another database, from the laptop's SQLite to a server's PostgreSQL."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from config.management.refusing import RefusingCommand
from deploy import presence
from rules.answers import Problem, Refused
from rules.command_line import problems_as_json
from tournament.keeping.moving import move_to
from tournament.keeping.wording import words


class Command(RefusingCommand):
    help = (
        "Carry everything to the empty database at URL (postgres://user:password@host:5432/name), compare "
        "row by row, and say what to set then. The database in use is only read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("url", help="address of the new, empty database")

    def answer(self, *, url: str, **options: Any) -> int:
        if code := self.refuse_unless_set_up():
            return code
        try:
            server = presence.find(settings.DATA_DIR)
            if server is not None:
                raise Refused([Problem("still-running", "", {"address": server.address})])
            moved = move_to(url, self._tell_table)
        except Refused as refused:
            problems = problems_as_json(refused.problems, words)
            self.say({"ok": False, "problems": problems})
            for problem in problems:
                self.tell(f"{problem['message']} {problem['fix']}")
            return 1
        self.say({"ok": True, "rows": moved.rows, "digest": moved.digest})
        self.tell(
            _("%(rows)d rows of %(tables)d tables are there, and each is what it was.")
            % {"rows": sum(moved.rows.values()), "tables": len(moved.rows)}
        )
        self.tell(
            _(
                "From now on set DATABASE_URL to the new address. Keep the data folder: JICHA_SECRET_KEY is "
                "what its file secret_key says (PINs depend on it), and “files” holds the papers."
            )
        )
        return 0

    def _tell_table(self, table: str, rows: int) -> None:
        if rows:
            self.tell(f"{table}: {rows}")
