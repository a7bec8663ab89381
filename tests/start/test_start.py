"""The first command: what it understands, and what it says where it cannot go on."""

import ast
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import start
from deploy.installing import CannotGoOn
from tests.start.scripts import ROOT


@pytest.fixture
def taken_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def test_python_that_is_too_old_can_read_the_file_and_says_what_it_needs():
    """The whole file is parsed before its first line runs."""
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    guard = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    assert "sys.version_info < (3, 11)" in ast.unparse(guard.test)
    before = [node for node in ast.parse(source).body if node.lineno < guard.lineno]
    assert [ast.unparse(node) for node in before[1:]] == ["import sys"]


def test_old_python_gets_one_sentence_in_each_language(monkeypatch):
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    with pytest.raises(SystemExit) as end:
        exec(compile(source, "start.py", "exec"), {"__name__": "__main__", "__file__": "start.py"})
    assert "需要 Python 3.11 或更新的版本，这里是 3.8" in end.value.code
    assert "this is 3.8" in end.value.code


def test_only_the_standard_library_is_imported():
    for name in ("start.py", "deploy/installing.py", "deploy/presence.py"):
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        imported = {
            alias.name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        } | {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert imported - set(sys.stdlib_module_names) <= {"deploy"}


def test_free_port_is_no_trouble(taken_port):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        free = other.getsockname()[1]
    assert start.port_trouble("127.0.0.1", free) is None


def test_busy_port_is_said_with_the_next_free_one(taken_port):
    with pytest.raises(CannotGoOn) as reason:
        start.check_port("127.0.0.1", taken_port)
    assert f"端口 {taken_port} 已被占用" in reason.value.chinese
    proposed = int(reason.value.chinese.rsplit("--port ", 1)[1])
    assert proposed > taken_port
    assert start.port_trouble("127.0.0.1", proposed) is None


def test_address_that_is_not_ours_is_said():
    assert start.port_trouble("192.0.2.77", 8000) == errno.EADDRNOTAVAIL
    with pytest.raises(CannotGoOn) as reason:
        start.check_port("192.0.2.77", 8000)
    assert "192.0.2.77" in reason.value.chinese


def test_plain_call_means_run_with_the_usual_port():
    options = start.parse([])
    assert (options.command, options.port, options.empty, options.data) == ("run", 8000, False, None)


def test_what_follows_test_goes_to_pytest_untouched():
    assert start.parse(["test", "tests/jobs", "-x", "--lf"]).rest == ["tests/jobs", "-x", "--lf"]


@pytest.mark.parametrize(
    "arguments",
    [["--portt", "1"], ["bundle"], ["bundle", "a", "b"], ["--port", "0"], ["--port", "70000"], ["fly"]],
)
def test_misuse_exits_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        start.parse(arguments)
    assert end.value.code == 2
    assert capsys.readouterr().err


def test_failed_command_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(start, "VENV", tmp_path)
    monkeypatch.setattr(start, "venv_python", lambda _venv: Path(sys.executable))
    with pytest.raises(CannotGoOn) as reason:
        start.manage(tmp_path / "data", "no_such_command")
    assert "no_such_command" in reason.value.english


@pytest.mark.parametrize(
    ("raised", "code"),
    [(CannotGoOn("不行", "no"), 1), (KeyboardInterrupt(), 130), (OSError(errno.ENOSPC, "full"), 1)],
)
def test_what_stops_it_is_said_without_a_traceback(monkeypatch, capsys, raised, code):
    def fail(*_):
        raise raised

    monkeypatch.setattr(start, "run", fail)
    monkeypatch.setattr(sys, "argv", ["start.py"])
    assert start.main() == code
    said = capsys.readouterr()
    assert any(word in said.err + said.out for word in ("不行", "已中断", "磁盘空间不足"))


def test_fault_of_ours_is_not_hidden_behind_a_sentence(monkeypatch):
    def fail(*_):
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(start, "run", fail)
    monkeypatch.setattr(sys, "argv", ["start.py"])
    with pytest.raises(OSError, match="broken"):
        start.main()


@pytest.mark.parametrize(
    ("arguments", "called"),
    [
        (["test", "-x"], ("test", (["-x"],))),
        (["bundle", "stick"], ("bundle", ("stick",))),
        (["password", "zhang", "--data", "elsewhere"], ("password", ("zhang", Path("elsewhere").resolve()))),
        (["password", "--data", "elsewhere"], ("password", (None, Path("elsewhere").resolve()))),
    ],
)
def test_each_word_leads_to_its_deed(monkeypatch, arguments, called):
    seen = []
    for name in ("test", "bundle", "password"):
        monkeypatch.setattr(start, name, lambda *given, name=name: seen.append((name, given)) or 0)
    monkeypatch.setattr(sys, "argv", ["start.py", *arguments])
    assert start.main() == 0
    assert seen == [called]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to pass on")
def test_sigterm_is_passed_on_and_waited_for(tmp_path):
    """``kill`` of start.py alone must not leave the server running."""
    child = "import signal, sys, time\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n"
    child += "print('ready', flush=True)\ntime.sleep(60)"
    parent = (
        "import subprocess, sys, start\n"
        f"sys.exit(start.wait_for(subprocess.Popen([sys.executable, '-c', {child!r}])))"
    )
    process = subprocess.Popen([sys.executable, "-c", parent], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    began = time.monotonic()
    while process.poll() is None and time.monotonic() - began < 10:
        process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
    assert process.wait() == 7
    process.stdout.close()


def test_run_sets_up_then_serves(monkeypatch, tmp_path, capsys):
    """Nothing is installed for a port that is taken, and nothing is served before it is set up."""
    steps = []
    monkeypatch.setattr(start, "make_way", lambda given: steps.append(("way", given.name)))
    monkeypatch.setattr(start, "check_port", lambda *given: steps.append(("port", given)))
    monkeypatch.setattr(start, "install", lambda _venv, file, _wheels: steps.append(("install", file.name)))
    answer = {"ok": True, "first": True, "account": {"username": "admin", "password": "abcd-efgh"}}
    monkeypatch.setattr(start, "manage", lambda _data, *words: steps.append(("manage", words)) or answer)
    monkeypatch.setattr(start.subprocess, "Popen", lambda command, **_: steps.append(("serve", command[2:])))
    monkeypatch.setattr(start, "wait_for", lambda _process: 0)
    options = start.parse(["--empty", "--port", "8123", "--host", "127.0.0.1"])
    assert start.run(options, tmp_path / "data") == 0
    assert steps == [
        ("way", "data"),
        ("port", ("127.0.0.1", 8123)),
        ("install", "requirements.txt"),
        ("manage", ("setup", "--empty")),
        ("serve", ["serve", "--host", "127.0.0.1", "--port", "8123"]),
    ]
    said = capsys.readouterr().out
    assert "用户名：admin" in said
    assert "密码：abcd-efgh" in said


def test_second_start_shows_no_password(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(start, "check_port", lambda *_: None)
    monkeypatch.setattr(start, "install", lambda *_: None)
    monkeypatch.setattr(start, "manage", lambda *_: {"ok": True, "first": False, "account": None})
    monkeypatch.setattr(start.subprocess, "Popen", lambda *_, **__: None)
    monkeypatch.setattr(start, "wait_for", lambda _process: 0)
    assert start.run(start.parse([]), tmp_path) == 0
    assert "密码" not in capsys.readouterr().out


def test_new_password_is_shown(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(start, "install", lambda *_: None)
    asked = []
    answer = {"ok": True, "username": "zhang", "password": "wxyz-2345"}
    monkeypatch.setattr(start, "manage", lambda _data, *words: asked.append(words) or answer)
    assert start.password("zhang", tmp_path) == 0
    assert asked == [("account", "zhang")]
    assert "wxyz-2345" in capsys.readouterr().out


def test_bundle_that_lacks_something_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(start, "install", lambda *_: None)
    monkeypatch.setattr(start, "pip_command", lambda *_: (["pip"], {}))
    monkeypatch.setattr(start, "venv_python", lambda _venv: Path(sys.executable))
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(start.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(CannotGoOn, match="Not everything was gathered"):
        start.bundle(str(tmp_path / "stick"))
