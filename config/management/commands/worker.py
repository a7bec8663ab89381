"""Do background work: for the grown-up setting, as many of these on as many machines as are wanted."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from config.background import Background
from config.serving import end_on_signals
from rules.command_line import JsonCommand


class Command(JsonCommand):
    help = (
        "Work and sweep until SIGTERM. Needs CELERY_BROKER_URL; several may run at once, "
        "each job is done by one of them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workers", type=int, default=2, help="jobs at once (default: %(default)s)")

    def answer(self, **options: Any) -> int:
        if settings.EMBEDDED_WORKER:
            raise CommandError("without CELERY_BROKER_URL the web server does this work itself", returncode=2)
        end_on_signals()
        background = Background(options["workers"])
        background.start()
        self.say({"ok": True, "pid": os.getpid()})
        self.stdout.flush()
        try:
            while background.alive:
                time.sleep(0.5)
        except SystemExit:
            background.stop(patience=20.0)
            sys.stdout.flush()
            os._exit(0)
        background.stop()
        sys.stdout.flush()
        os._exit(1)
