"""How our commands say no: one problem as JSON, and in words to the person at the keyboard."""

from __future__ import annotations

from django.utils.translation import gettext as _

from config.serving import migrations_are_missing
from rules.command_line import JsonCommand


class RefusingCommand(JsonCommand):
    """A JSON command that can refuse."""

    def refuse(self, code: str, at: str, message: str, fix: str) -> int:
        """Say what is wrong and what to do, and answer the exit code for it."""
        self.say({"ok": False, "problems": [{"code": code, "at": at, "message": message, "fix": fix}]})
        self.tell(message)
        self.tell(fix)
        return 1

    def refuse_unless_set_up(self) -> int:
        """0 where the database is this version's, else the exit code of a refusal."""
        if not migrations_are_missing():
            return 0
        return self.refuse(
            "not_set_up",
            "",
            _("The database is not set up for this version."),
            _("Run `manage.py setup` first; start.py does so by itself."),
        )
