"""Which server works on a data folder: a small file that it writes when it begins and removes when it ends.

Standard library only: ``start.py`` reads it before anything is installed.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "server.json"


@dataclass(frozen=True)
class Presence:
    """A server: its process, its port, and the process that started it (0: started by hand)."""

    pid: int
    port: int
    started_by: int = 0

    @property
    def address(self) -> str:
        """Where it answers on this machine."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def is_left_behind(self) -> bool:
        """Whether the one that started it was killed, so that nobody can stop it with Ctrl-C any more."""
        return self.started_by != 0 and not is_alive(self.started_by)


def announce(data: Path, port: int) -> None:
    """Say that this process serves ``data`` on ``port``. A folder that cannot be written is left alone."""
    told = Presence(os.getpid(), port, int(os.environ.get("JICHA_STARTED_BY") or 0))
    with contextlib.suppress(OSError):
        fresh = data / f"{FILE}.{os.getpid()}"
        fresh.write_text(json.dumps(asdict(told)), encoding="utf-8")
        fresh.replace(data / FILE)


def withdraw(data: Path) -> None:
    """Take back what this process announced."""
    found = _read(data)
    if found and found.pid == os.getpid():
        (data / FILE).unlink(missing_ok=True)


def find(data: Path) -> Presence | None:
    """The server that works on ``data`` now; None where there is none, or where it died without a word."""
    found = _read(data)
    return found if found and is_alive(found.pid) and _answers(found) else None


def stop(server: Presence, patience: float = 20.0) -> bool:
    """Ask ``server`` to end, as Ctrl-C would, and wait at most ``patience`` seconds; whether it ended."""
    with contextlib.suppress(OSError):
        os.kill(server.pid, signal.SIGTERM)
    until = time.monotonic() + patience
    while is_alive(server.pid):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def is_alive(pid: int) -> bool:
    """Whether a process of that number runs."""
    if sys.platform == "win32":
        import ctypes

        still_running = 0x102  # WAIT_TIMEOUT
        handle = ctypes.windll.kernel32.OpenProcess(0x100000, False, pid)  # SYNCHRONIZE
        alive = bool(handle) and ctypes.windll.kernel32.WaitForSingleObject(handle, 0) == still_running
        ctypes.windll.kernel32.CloseHandle(handle)
        return alive
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[:1] == ["Z"]


def _read(data: Path) -> Presence | None:
    try:
        told = json.loads((data / FILE).read_text(encoding="utf-8"))
        return Presence(int(told["pid"]), int(told["port"]), int(told["started_by"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _answers(server: Presence) -> bool:
    """Whether something of ours answers there: the number of a dead process may have been given anew."""
    try:
        with urllib.request.urlopen(f"{server.address}healthz", timeout=5) as answer:  # noqa: S310 - our own
            return bool(answer.read(3) == b"ok")
    except urllib.error.HTTPError as error:
        # A server for named hosts only turns 127.0.0.1 away, and is there all the same.
        return error.code == 400
    except (OSError, ValueError):
        return False
