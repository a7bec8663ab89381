"""Serve the product: the web server and, in the embedded setting, the background worker too."""

from __future__ import annotations

import os
import sys
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from config import serving
from config.background import Background
from config.management.refusing import RefusingCommand
from deploy import presence
from tournament.access.hall_addresses import hall_addresses


class Command(RefusingCommand):
    help = (
        "Serve until Ctrl-C or SIGTERM. Without CELERY_BROKER_URL background work is done in the same "
        "process; with it, start `manage.py worker` beside."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: %(default)s)")  # noqa: S104 - a hall's phones must reach it
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
        parser.add_argument("--threads", type=int, default=serving.THREADS, help="requests at once")
        parser.add_argument("--workers", type=int, default=2, help="jobs at once (embedded setting)")

    def answer(self, **options: Any) -> int:
        if not 0 < options["port"] < 65536:
            raise CommandError("a port is a number from 1 to 65535", returncode=2)
        serving.end_on_signals()
        port = options["port"]
        if code := self.refuse_unless_set_up():
            return code
        try:
            server = serving.listen(options["host"], port, options["threads"])
        except serving.PortTaken:
            return self.refuse(
                "port_taken",
                str(port),
                _("Port %(port)s is in use by another program.") % {"port": port},
                _("Choose another one, for example --port %(port)s.") % {"port": port + 1},
            )
        background = Background(options["workers"]) if settings.EMBEDDED_WORKER else None
        try:
            if background:
                background.start()
            presence.announce(settings.DATA_DIR, port)
            self._greet(options["host"], port)
            server.run()
        except SystemExit:
            server.close()
        if background:
            background.stop()
        presence.withdraw(settings.DATA_DIR)
        self.tell(_("Stopped. All data are saved."))
        sys.stdout.flush()
        sys.stderr.flush()
        # A job that keeps silent must not hold the process: its row is back in the queue already.
        os._exit(0)

    def _greet(self, host: str, port: int) -> None:
        here = f"http://127.0.0.1:{port}/"
        hall = [f"http://{address}:{port}/" for address in hall_addresses()]
        if host not in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not listened on
            here, hall = f"http://{host}:{port}/", []
        self.say({"ok": True, "here": here, "hall": hall, "pid": os.getpid()})
        self.stdout.flush()
        self.tell(_("On this machine: %(address)s") % {"address": here})
        for address in hall:
            self.tell(_("In the hall's network: %(address)s") % {"address": address})
        if hall:
            self._draw(hall[0])
        elif host in {"0.0.0.0", "::"}:  # noqa: S104
            self.tell(_("No other network was found: phones cannot reach this machine yet."))
        self.tell(_("Ctrl-C stops everything."))

    def _draw(self, address: str) -> None:
        try:
            "█▀▄".encode(sys.stderr.encoding or "ascii")
        except UnicodeEncodeError:
            return
        segno.make(address, error="m").terminal(out=sys.stderr, border=2, compact=True)
