"""Bring the installation up to date: database, rule sets, templates, demo, first account, static files."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from config.management.commands.account import first_account, give_new_password
from rules.command_line import JsonCommand


class Command(JsonCommand):
    help = "Migrate, load rule sets and templates; the first time also the demo event and a first account."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--empty", action="store_true", help="without the demo event")

    def answer(self, **options: Any) -> int:
        self._call("migrate", interactive=False, verbosity=0)
        self._call("load_fixtures")
        user = first_account()
        if user and not options["empty"]:
            self.tell(_("Preparing the demo event …"))
            self._call("load_demo", organiser=user.get_username())
        self._collect_static()
        # Last: as long as nobody has a password, the next start does all of the above again.
        account = {"username": user.get_username(), "password": give_new_password(user)} if user else None
        self.say({"ok": True, "first": user is not None, "account": account})
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
    """A digest of the names, sizes and times of all static files, ours and those of packages."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{storage.path(name)}|{facts.st_size}|{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
