"""The servers that we do not own go away and come back: PostgreSQL, here a cluster of the test's own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.conftest import Installation

pytestmark = [pytest.mark.embedded, pytest.mark.slow]

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@pytest.fixture
def cluster() -> Iterator[tuple[str, Callable[..., None]]]:
    """The address of a database of one's own, and ``control("stop", …)`` for its server."""
    if not BINARIES:
        pytest.skip("PostgreSQL is not installed")
    place = Path(
        tempfile.mkdtemp(prefix="jicha-cluster-")
    )  # the server's owner cannot enter pytest's folders
    as_owner: list[str] = []
    if os.getuid() == 0:  # its server refuses to run as root
        as_owner = ["runuser", "-u", "postgres", "--"]
        shutil.chown(place, "postgres")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def call(tool: str, *words: str) -> None:
        command = [*as_owner, str(BINARIES[-1] / tool), "-D", str(place / "data"), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=place)

    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={place}"
    call("initdb", "-U", "jicha", "--auth=trust", "--encoding=UTF8", "--locale=C")

    def control(*words: str) -> None:
        more = ["-o", options] if words[0] == "start" else []
        call("pg_ctl", "-w", "-l", str(place / "log"), *more, *words)

    control("start")
    try:
        yield f"postgres://jicha@127.0.0.1:{port}/postgres", control
    finally:
        control("-m", "immediate", "stop")
        shutil.rmtree(place)


def test_hands_go_on_after_postgresql_crashed_and_came_back(cluster, tmp_path):
    address, control = cluster
    hall = Installation(tmp_path, {}, DATABASE_URL=address)
    hall.told = hall.run("set-up")
    with hall.server():
        assert hall.send(0, 1, 0)[0] == 200
        control("-m", "immediate", "stop")  # as a power cut: nothing is tidied up
        assert hall.send(0, 2, 1)[0] >= 500, "the phone keeps it and tries again"
        control("start")
        status, told = hall.send(0, 2, 1)
        assert (status, told["version"]) == (200, 2), "the same server process goes on"
        assert hall.send(0, 2, 1)[1]["version"] == 2, "and counts it once"
    counted = hall.count()
    assert (counted["hands"], counted["wrong"]) == ([2, 0, 0, 0], [])
