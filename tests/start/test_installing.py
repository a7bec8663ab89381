"""Setting up: nothing twice, nothing without a sentence when it cannot be done."""

import errno
import importlib.util
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from deploy import installing
from deploy.installing import CannotGoOn


@pytest.fixture
def requirements(tmp_path: Path) -> Path:
    (tmp_path / "base.txt").write_text("one==1\n")
    file = tmp_path / "more" / "requirements.txt"
    file.parent.mkdir()
    file.write_text("-r ../base.txt\ntwo==2\n")
    return file


@pytest.fixture
def pip_that(monkeypatch):
    """A pip that says ``output`` (None: it went well); answers the commands that were given to it."""

    def make(output: str | None) -> list[list[str]]:
        calls: list[list[str]] = []
        monkeypatch.setattr(installing, "make_venv", lambda venv: venv.mkdir(exist_ok=True))
        monkeypatch.setattr(installing, "is_sound", lambda venv: venv.exists())
        monkeypatch.setattr(installing, "pip_command", lambda *_: (["pip"], {}))
        monkeypatch.setattr(installing, "_stream", lambda command, _env: calls.append(command) or output)
        return calls

    return make


def test_second_start_installs_nothing(pip_that, requirements, tmp_path):
    calls = pip_that(None)
    for _ in range(2):
        installing.install(tmp_path / "venv", requirements, None)
    assert len(calls) == 1


def test_changed_pin_in_an_included_file_installs_again(pip_that, requirements, tmp_path):
    calls = pip_that(None)
    installing.install(tmp_path / "venv", requirements, None)
    (tmp_path / "base.txt").write_text("one==1.1\n")
    installing.install(tmp_path / "venv", requirements, None)
    assert len(calls) == 2


def test_line_ends_of_another_system_are_no_change(requirements, tmp_path):
    before = installing.stamp_of(requirements)
    (tmp_path / "base.txt").write_bytes(b"one==1\r\n")
    assert installing.stamp_of(requirements) == before


def test_failed_installation_is_tried_again_at_the_next_start(pip_that, requirements, tmp_path):
    pip_that("ERROR: Connection refused")
    with pytest.raises(CannotGoOn):
        installing.install(tmp_path / "venv", requirements, None)
    calls = pip_that(None)
    installing.install(tmp_path / "venv", requirements, None)
    assert len(calls) == 1


def test_wheels_folder_keeps_pip_off_the_network(pip_that, requirements, tmp_path):
    calls = pip_that(None)
    installing.install(tmp_path / "venv", requirements, tmp_path / "wheels")
    assert len(calls) == 1
    assert calls[0][-3:] == ["--no-index", "--find-links", str(tmp_path / "wheels")]


def test_bundle_for_another_machine_is_helped_out_by_the_network(
    pip_that, requirements, tmp_path, monkeypatch
):
    pip_that(None)
    calls = []

    def stream(command, _environment):
        calls.append("--no-index" in command)
        return "ERROR: No matching distribution" if "--no-index" in command else None

    monkeypatch.setattr(installing, "_stream", stream)
    installing.install(tmp_path / "venv", requirements, tmp_path / "wheels")
    assert calls == [True, False]


def test_without_a_network_the_bundles_own_reason_is_given(pip_that, requirements, tmp_path):
    pip_that("ERROR: No matching distribution")
    with pytest.raises(CannotGoOn) as reason:
        installing.install(tmp_path / "venv", requirements, tmp_path / "wheels")
    assert reason.value.chinese.startswith(f"{tmp_path / 'wheels'} 里缺少")


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", "磁盘空间不足"),
        ("NewConnectionError: Failed to establish a new connection", "连不上网络"),
        ("ERROR: No matching distribution found for django==5.2.19", "连不上网络"),
        ("ERROR: something odd", "安装没有成功，详情见"),
    ],
)
def test_what_pip_says_at_length_becomes_one_sentence(tmp_path, output, sentence):
    assert installing.why_pip_failed(output, tmp_path, None).chinese.startswith(sentence)


def test_incomplete_bundle_is_said_with_this_machines_kind(tmp_path):
    reason = installing.why_pip_failed("ERROR: No matching distribution", tmp_path, tmp_path / "wheels")
    assert f"Python {sys.version_info[0]}.{sys.version_info[1]}" in reason.chinese
    assert (tmp_path / "install.log").read_text() == "ERROR: No matching distribution"


def test_log_that_cannot_be_written_hides_no_reason(tmp_path):
    assert installing.why_pip_failed("odd", tmp_path / "gone", None).chinese.startswith("安装没有成功")


def test_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotGoOn) as reason:
        installing.check_folder(tmp_path / "file" / "data")
    assert reason.value.chinese.startswith(f"不能写入文件夹 {tmp_path / 'file' / 'data'}")


def test_folder_on_a_full_disk_is_said_as_such(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CannotGoOn, match="is full"):
        installing.check_folder(tmp_path)


def test_folder_that_can_be_written_is_left_as_it_was(tmp_path):
    installing.check_folder(tmp_path / "new" / "data")
    assert list((tmp_path / "new" / "data").iterdir()) == []


def test_too_little_space_is_said_before_anything_is_fetched(tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(10**9, 10**9, 599 * 2**20))
    with pytest.raises(CannotGoOn) as reason:
        installing.check_space(tmp_path)
    assert "600 MB" in reason.value.chinese


def test_wheels_lie_in_the_source_or_beside_it(tmp_path):
    source = tmp_path / "jicha"
    source.mkdir()
    assert installing.wheels_folder(source) is None
    beside = tmp_path / "wheels"
    beside.mkdir()
    (beside / "a-1-py3-none-any.whl").write_bytes(b"")
    assert installing.wheels_folder(source) is None, "somebody else's wheels are no bundle"
    (beside / "django-5-py3-none-any.whl").write_bytes(b"")
    assert installing.wheels_folder(source) == beside


def test_named_bundle_is_taken_or_refused(tmp_path):
    with pytest.raises(CannotGoOn, match="no wheels"):
        installing.wheels_folder(tmp_path, str(tmp_path))
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "Django-5-py3-none-any.whl").write_bytes(b"")
    assert installing.wheels_folder(tmp_path / "jicha", str(tmp_path)) == tmp_path / "wheels"
    assert installing.wheels_folder(tmp_path / "jicha", str(tmp_path / "wheels")) == tmp_path / "wheels"


def test_environment_is_made_sound_and_made_anew_when_broken(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    venv = tmp_path / "venv"
    installing.make_venv(venv)
    assert installing.is_sound(venv)
    assert installing.pip_version(str(installing.venv_python(venv))) is None, "made without ensurepip"
    installing.venv_python(venv).unlink()
    assert not installing.is_sound(venv)
    installing.make_venv(venv)
    assert installing.is_sound(venv)
    assert "重建" in capsys.readouterr().out


def test_environment_without_pip_is_filled_by_the_pip_that_called(tmp_path, monkeypatch):
    """As on a Debian without python3-venv: the wheel arrives in the new environment, not in ours."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    venv = tmp_path / "venv"
    wheel = make_wheel(tmp_path / "wheels", "jicha_probe", "1.0")
    (tmp_path / "requirements.txt").write_text("jicha-probe==1.0\n")
    installing.install(venv, tmp_path / "requirements.txt", wheel.parent)
    python = str(installing.venv_python(venv))
    found = subprocess.run(
        [python, "-c", "import jicha_probe; print(jicha_probe.__file__)"], capture_output=True, text=True
    )
    assert Path(found.stdout.strip()).is_relative_to(venv.resolve())


def make_wheel(folder: Path, name: str, version: str) -> Path:
    import zipfile

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}.py", "")
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(
            f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n"
        )
    return path


def test_bundled_pip_is_used_where_there_is_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(installing, "pip_version", lambda _python: None)
    (tmp_path / "pip-26.3-py3-none-any.whl").write_bytes(b"")
    command, extra = installing.pip_command(tmp_path / "venv", tmp_path)
    assert command == [str(installing.venv_python(tmp_path / "venv")), "-m", "pip"]
    assert extra == {"PYTHONPATH": str(tmp_path / "pip-26.3-py3-none-any.whl")}


@pytest.mark.parametrize("version", [None, (21, 2)])
def test_python_without_a_usable_pip_is_said(tmp_path, monkeypatch, version):
    mine = {sys.executable: version}
    monkeypatch.setattr(installing, "pip_version", lambda python: mine.get(python))
    with pytest.raises(CannotGoOn) as reason:
        installing.pip_command(tmp_path / "venv", None)
    assert "apt install python3-pip python3-venv" in reason.value.chinese


def test_environment_that_cannot_be_made_is_said(tmp_path, monkeypatch):
    failed = subprocess.CompletedProcess([], 1, stdout="", stderr="Error: Operation not permitted: lib64\n")
    monkeypatch.setattr(installing, "_venv", lambda *_: failed)
    with pytest.raises(CannotGoOn) as reason:
        installing.make_venv(tmp_path / "venv")
    assert "Operation not permitted: lib64" in reason.value.chinese
    assert "U 盘" in reason.value.chinese


def test_output_of_pip_is_kept_only_when_it_failed(capsys):
    say_and_fail = [sys.executable, "-c", "import sys; print('Collecting x'); print('why'); sys.exit(3)"]
    assert "why" in installing._stream(say_and_fail, dict(os.environ))
    say = [sys.executable, "-c", "print('Collecting x')"]
    assert installing._stream(say, dict(os.environ)) is None
    assert capsys.readouterr().out == ".\n.\n"
