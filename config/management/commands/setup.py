"""Bring the installation up to date: database, rule sets, templates, demo, first account, static files."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from config.management.commands.account import make_first_account
from rules.command_line import JsonCommand


class Command(JsonCommand):
    help = "Migrate, load rule sets and templates; the first time also the demo event and a first account."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--empty", action="store_true", help="without the demo event")

    def answer(self, **options: Any) -> int:
        self._call("migrate", interactive=False, verbosity=0)
        first = not get_user_model().objects.exists()
        self._call("load_fixtures")
        if first and not options["empty"]:
            self.tell(_("Preparing the demo event …"))
            self._call("load_demo")
        self._collect_static()
        # Last: as long as there is no account, the next start does all of the above again.
        account = make_first_account()
        self.say(
            {
                "ok": True,
                "first": first,
                "account": {"username": account[0], "password": account[1]} if account else None,
            }
        )
        return 0

    def _call(self, name: str, **options: Any) -> None:
        """Run another command. Its answer is not ours; where it fails, the person at the keyboard sees it."""
        answer = io.StringIO()
        try:
            call_command(name, stdout=answer, stderr=self.stderr, **options)
        except SystemExit:
            self.tell(answer.getvalue())
            raise

    def _collect_static(self) -> None:
        stamp_file = Path(settings.STATIC_ROOT) / ".collected-from"
        stamp = _static_stamp()
        if stamp_file.exists() and stamp_file.read_text(encoding="ascii") == stamp:
            return
        self._call("collectstatic", interactive=False, verbosity=0, clear=True)
        stamp_file.parent.mkdir(parents=True, exist_ok=True)
        stamp_file.write_text(stamp, encoding="ascii")


def _static_stamp() -> str:
    """A digest of names, sizes and times of our static files and of the pinned packages that bring theirs."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    folders = [Path(folder) for folder in settings.STATICFILES_DIRS]
    for file in sorted(file for folder in folders for file in folder.rglob("*") if file.is_file()):
        facts = file.stat()
        digest.update(f"{file}|{facts.st_size}|{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
