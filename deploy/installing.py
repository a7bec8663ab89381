"""Make a virtual environment and fill it, from the network or from a folder of wheels.

Standard library only: nothing is installed yet.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED_MB = 600
PIP_WITH_PYTHON_OPTION = (22, 3)


class CannotGoOn(Exception):
    """What keeps us from going on, as one sentence in Chinese and one in English."""

    def __init__(self, chinese: str, english: str) -> None:
        super().__init__(english)
        self.chinese = chinese
        self.english = english


def say(chinese: str, english: str) -> None:
    """One line for the person at the keyboard."""
    print(f"{chinese}  /  {english}", flush=True)


def check_folder(folder: Path) -> None:
    """Make ``folder`` where it is missing; raise ``CannotGoOn`` where nothing can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".can-write-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise disk_full(folder) from error
        raise CannotGoOn(
            f"不能写入文件夹 {folder}（{error.strerror}）。请换一个文件夹（--data），或者取得写入权限。",
            f"Cannot write into {folder} ({error.strerror}). Use another folder (--data), or allow writing.",
        ) from error


def check_space(folder: Path, megabytes: int = NEEDED_MB) -> None:
    """Raise ``CannotGoOn`` where ``folder``'s disk has less than ``megabytes`` free."""
    if shutil.disk_usage(folder).free < megabytes * 1024 * 1024:
        raise disk_full(folder, megabytes)


def disk_full(folder: Path, megabytes: int = NEEDED_MB) -> CannotGoOn:
    return CannotGoOn(
        f"磁盘空间不足：{folder} 所在的磁盘至少需要 {megabytes} MB。请清理后再试。",
        f"The disk of {folder} is full: at least {megabytes} MB are needed. Make room, then try again.",
    )


def venv_python(venv: Path) -> Path:
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def is_sound(venv: Path) -> bool:
    """Whether ``venv`` still starts, with the Python that we run on (one that was moved does not)."""
    try:
        answer = subprocess.run(
            [str(venv_python(venv)), "-c", "import sys; print(*sys.version_info[:2])"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.split() == [str(n) for n in sys.version_info[:2]]


def make_venv(venv: Path) -> None:
    """Make ``venv``, without pip where this Python does not bring one (Debian without python3-venv)."""
    if venv.exists():
        say("虚拟环境不可用，正在重建。", "The virtual environment is broken; making it anew.")
        shutil.rmtree(venv)
    made = None
    if importlib.util.find_spec("ensurepip"):
        made = _venv(venv)
    if made is None or made.returncode:
        shutil.rmtree(venv, ignore_errors=True)
        made = _venv(venv, "--without-pip")
    if made.returncode:
        check_space(venv.parent, 50)
        reason = ((made.stderr or made.stdout).strip().splitlines() or ["?"])[-1]
        raise CannotGoOn(
            f"不能在 {venv.parent} 建立虚拟环境（{reason}）。如果它在 U 盘上，请先把整个文件夹复制到硬盘。",
            f"Cannot make a virtual environment in {venv.parent} ({reason}). "
            "If it is on a USB stick, copy the whole folder to a hard disk first.",
        )


def _venv(venv: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "venv", *options, str(venv)]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def pip_command(venv: Path, wheels: Path | None) -> tuple[list[str], dict[str, str]]:
    """A pip that installs into ``venv``: its own, this Python's, or the wheel of it among ``wheels``.

    Answers the command's beginning and the environment variables that it needs.
    """
    python = str(venv_python(venv))
    if pip_version(python):
        return [python, "-m", "pip"], {}
    version = pip_version(sys.executable)
    if version and version >= PIP_WITH_PYTHON_OPTION:
        return [sys.executable, "-m", "pip", "--python", python], {}
    for wheel in sorted(wheels.glob("pip-*.whl"), reverse=True) if wheels else []:
        return [python, "-m", "pip"], {"PYTHONPATH": str(wheel)}
    raise CannotGoOn(
        "这个 Python 没有 pip。请先安装它（Debian/Ubuntu：apt install python3-pip python3-venv），再试一次。",
        "This Python has no pip. Install it first (Debian/Ubuntu: apt install python3-pip python3-venv).",
    )


def pip_version(python: str) -> tuple[int, ...] | None:
    """The version of ``python``'s pip, as (major, minor), or None without one."""
    answer = subprocess.run([python, "-m", "pip", "--version"], capture_output=True, text=True, check=False)
    words = answer.stdout.split()
    if answer.returncode or len(words) < 2:
        return None
    return tuple(int(part) for part in words[1].split(".")[:2] if part.isdigit())


def wheels_folder(source: Path, given: str | None = None) -> Path | None:
    """The folder of wheels to install from: in the one given, else ``wheels`` in or beside ``source``."""
    if given:
        for folder in (Path(given).resolve() / "wheels", Path(given).resolve()):
            if _is_bundle(folder):
                return folder
        raise CannotGoOn(
            f"{given} 里没有安装包（*.whl）。请指向用 start.py bundle 做好的文件夹。",
            f"There are no wheels in {given}. Name the folder that start.py bundle made.",
        )
    beside = (source / "wheels", source.parent / "wheels")
    return next((folder for folder in beside if _is_bundle(folder)), None)


def _is_bundle(folder: Path) -> bool:
    """Whether ``folder`` is ours: other people keep wheels in folders of that name, too."""
    return any(folder.glob("[Dd]jango-*.whl"))


def included(requirements: Path) -> list[Path]:
    """``requirements`` and every file that it includes with ``-r``."""
    files = [requirements]
    for line in requirements.read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            files += included((requirements.parent / line[3:].strip()).resolve())
    return files


def stamp_of(requirements: Path) -> str:
    """A digest of all that decides what gets installed."""
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for file in included(requirements):
        digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def install(venv: Path, requirements: Path, wheels: Path | None) -> None:
    """Make ``venv`` hold what ``requirements`` names; does nothing where it does already."""
    name = os.path.relpath(requirements, venv.parent).replace(os.sep, "-")
    stamp_file = venv / f"installed-{name}.stamp"
    stamp = stamp_of(requirements)
    sound = is_sound(venv)
    if sound and stamp_file.exists() and stamp_file.read_text(encoding="ascii") == stamp:
        return
    check_folder(venv.parent)
    check_space(venv.parent)
    if not sound:
        make_venv(venv)
    say("正在安装所需的组件，第一次需要一两分钟……", "Installing what is needed; this takes a minute or two …")
    command, extra = pip_command(venv, wheels)
    command += ["install", "--disable-pip-version-check", "--no-input", "-r", str(requirements)]
    variables = {**os.environ, **extra}
    output = None
    if wheels:
        output = _stream([*command, "--no-index", "--find-links", str(wheels)], variables)
        if output is not None:
            say("安装文件夹不全，改从网络下载。", "The bundle is not for this machine; trying the network.")
    if not wheels or output is not None:
        # What the bundle said is the better reason, should the network fail as well.
        from_network = _stream(command, variables)
        output = None if from_network is None else output or from_network
    if output is not None:
        raise why_pip_failed(output, venv, wheels)
    stamp_file.write_text(stamp, encoding="ascii")


def _stream(command: list[str], environment: dict[str, str]) -> str | None:
    """Run ``command``, a dot for each thing that it fetches; None when it went well, else what it said."""
    lines = []
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout or []:
            lines.append(line)
            if line.lstrip().startswith(("Collecting", "Processing", "Installing collected")):
                print(".", end="", flush=True)
    print(flush=True)
    return None if process.returncode == 0 else "".join(lines)


def why_pip_failed(output: str, venv: Path, wheels: Path | None) -> CannotGoOn:
    """One sentence for what pip said at length; the whole of it is kept in a log beside the environment."""
    said = output.lower()
    if any(words in said for words in ("no space left", "errno 28", "not enough space")):
        return disk_full(venv.parent)
    log = venv / "install.log"
    try:
        log.write_text(output, encoding="utf-8")
    except OSError as error:
        return CannotGoOn(f"安装没有成功：{error}", f"The installation failed: {error}")
    if wheels:
        here = f"{sys.platform}, Python {sys.version_info[0]}.{sys.version_info[1]}"
        return CannotGoOn(
            f"{wheels} 里缺少适合这台电脑的组件（{here}）。"
            f"请在同样的系统上重新执行 start.py bundle。详情见 {log}",
            f"{wheels} lacks something for this machine ({here}). "
            f"Run start.py bundle again on the same kind of system. Details: {log}",
        )
    no_way_out = ("connection", "timed out", "name resolution", "getaddrinfo", "proxy", "no matching dist")
    if any(words in said for words in no_way_out):
        return CannotGoOn(
            "连不上网络，无法下载所需的组件。请连上网再试，"
            f"或者在有网的电脑上用 start.py bundle 做好安装文件夹。详情见 {log}",
            "No network to fetch from. Connect and try again, "
            f"or make a folder with start.py bundle on a machine that has one. Details: {log}",
        )
    return CannotGoOn(f"安装没有成功，详情见 {log}", f"The installation failed; details: {log}")
