"""The files for a server say what is true: each command, file and variable that they name is there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


@pytest.fixture(scope="module")
def compose() -> dict:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def known_variables() -> set[str]:
    """What the settings and the server read from the environment."""
    sources = [ROOT / "config" / "settings.py", DEPLOY / "presence.py"]
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    return set(re.findall(r'"(JICHA_[A-Z_]+|DATABASE_URL|CELERY_BROKER_URL)"', text))


def is_ours(command: list[str]) -> bool:
    """Whether ``command`` calls one of our management commands that exists."""
    at = command.index("manage.py")
    return command[at + 1] in get_commands()


def test_compose_starts_what_it_waits_for_and_mounts_what_it_declares(compose):
    services = compose["services"]
    for name, service in services.items():
        waits = service.get("depends_on", {})
        assert set(waits) <= set(services), name
        for other, how in waits.items() if isinstance(waits, dict) else ():
            if how["condition"] == "service_healthy":
                assert "test" in services[other]["healthcheck"]
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists(), volume
        assert "image" in service or "build" in service


def test_compose_calls_commands_and_sets_variables_that_there_are(compose):
    for service in compose["services"].values():
        if "build" not in service:
            continue
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        assert is_ours(service.get("command", ["manage.py", "serve"]))
        assert set(service["environment"]) <= known_variables()
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    guide = (DEPLOY / "README.md").read_text(encoding="utf-8")
    assert all(name in guide for name in asked)


def test_image_copies_files_that_there_are_and_has_the_tools_of_the_database_s_version(compose):
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for line in text.splitlines():
        if line.startswith("COPY"):
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), source
                assert source.rstrip("/") not in left_out
    assert is_ours(shlex.split(text.rsplit("CMD ", 1)[1].strip("[]\n").replace(",", " ")))
    assert "postgresql-client" in text
    # Debian 12 brings version 15; an older pg_dump refuses a newer server.
    assert "bookworm" in text.splitlines()[0]
    assert compose["services"]["database"]["image"].startswith("postgres:15")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_unit_calls_a_command_that_there_is_and_is_well_formed(unit, tmp_path):
    text = unit.read_text(encoding="utf-8")
    command = shlex.split(re.search(r"^ExecStart=(.*)$", text, re.M).group(1))
    assert is_ours(command)
    if shutil.which("systemd-analyze") is None:
        return
    # Where nothing is installed the program itself is missing: ours stands in for it.
    there = tmp_path / unit.name
    there.write_text(
        text.replace("/opt/jicha/.venv/bin/python", shutil.which("true") or "/bin/true"), encoding="utf-8"
    )
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", str(there)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if unit.name in line]
    assert not complaints, done.stderr


def test_example_of_the_environment_names_variables_that_there_are():
    text = (DEPLOY / "jicha.env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^(\w+)=", text, re.M))
    assert named <= known_variables()
    assert {"DATABASE_URL", "CELERY_BROKER_URL", "JICHA_SECRET_KEY"} <= named


def test_guides_name_every_variable_of_the_settings():
    guide = (DEPLOY / "README.md").read_text(encoding="utf-8")
    internal = {"JICHA_STARTED_BY", "JICHA_SQLITE", "JICHA_TIME_ZONE", "JICHA_DEBUG", "JICHA_SLOW_MS"}
    missing = {name for name in known_variables() - internal if name not in guide}
    assert not missing
