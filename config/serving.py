"""The web server: waitress in the main thread, which ends on Ctrl-C and on SIGTERM."""

from __future__ import annotations

import contextlib
import errno
import select
import signal
import sys
from typing import Any

import waitress
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from waitress.server import BaseWSGIServer, MultiSocketServer

from config.wsgi import application

THREADS = 8


class PortTaken(Exception):
    """Another program listens on that port already."""


def listen(host: str, port: int, threads: int = THREADS) -> BaseWSGIServer | MultiSocketServer:
    """Listen on ``host``:``port``; ``run()`` of what comes back serves. Raises ``PortTaken``."""
    has_poll = hasattr(select, "poll")
    options: dict[str, Any] = {
        "host": host,
        "port": port,
        "threads": threads,
        "ident": None,
        # Phones that poll keep their connections: without poll(), select() ends at 512 on Windows.
        "asyncore_use_poll": has_poll,
        "connection_limit": 2000 if has_poll else 400,
        "channel_timeout": 60,
        "cleanup_interval": 10,
        "max_request_body_size": 256 * 1024 * 1024,
    }
    if settings.HTTPS:
        options |= {
            "trusted_proxy": settings.PROXY,
            "trusted_proxy_count": 1,
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"},
            "clear_untrusted_proxy_headers": True,
        }
    _allow_many_connections()
    try:
        return waitress.create_server(application, **options)
    except OSError as error:
        # Windows says "access denied" where another program holds the port for itself alone.
        if error.errno in {errno.EADDRINUSE, errno.EACCES} or getattr(error, "winerror", 0) in {10013, 10048}:
            raise PortTaken(str(port)) from error
        raise


def migrations_are_missing() -> bool:
    """Whether the database lacks a migration that this version brings."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _allow_many_connections() -> None:
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(8192, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def end_on_signals() -> None:
    """Let Ctrl-C, SIGTERM, a closed terminal and Windows' Ctrl-Break end the main thread by SystemExit."""
    names = [signal.SIGTERM, signal.SIGINT]
    if sys.platform == "win32":
        names.append(signal.SIGBREAK)
    elif signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # ignored under nohup
        names.append(signal.SIGHUP)

    def end(_number: int, _frame: Any) -> None:
        # Once is enough: an impatient second Ctrl-C must not interrupt the putting back of jobs.
        for name in names:
            signal.signal(name, signal.SIG_IGN)
        raise SystemExit(0)

    for name in names:
        signal.signal(name, end)
