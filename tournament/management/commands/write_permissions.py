"""Write docs/permissions.md from the one table of rights."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from rules.command_line import JsonCommand
from tournament.access.permissions import ACTIONS, page
from tournament.models import Role


class Command(JsonCommand):
    help = "Write docs/permissions.md from the table of rights; with --check only compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, fail where it differs")

    def answer(self, *, check: bool = False, **options: Any) -> int:
        path = settings.BASE_DIR / "docs" / "permissions.md"
        text = page()
        same = path.exists() and path.read_text(encoding="utf-8") == text
        if not check and not same:
            path.write_text(text, encoding="utf-8")
            same = True
        self.say({"ok": same, "actions": len(ACTIONS), "roles": len(Role)})
        return 0 if same else 1
