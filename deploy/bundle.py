"""Gather all that a machine without a network needs: the source, and wheels for this system and for Windows.

    python bundle.py FOLDER PIP...     (PIP is the command that calls pip; ``start.py bundle`` passes it)

pip judges the conditions in a package's metadata by the system that it runs on. So what Windows and other
Pythons need besides is found here, by walking through the wheels' metadata as each target would.
"""

from __future__ import annotations

import itertools
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path

from pip._vendor.packaging.markers import Marker
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.tags import Tag, compatible_tags, cpython_tags, sys_tags
from pip._vendor.packaging.utils import canonicalize_name, parse_wheel_filename
from pip._vendor.packaging.version import Version

SOURCE = Path(__file__).resolve().parent.parent
LEFT_OUT = {
    ".git", ".venv", "data", "build", "wheels", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache",
    ".import_linter_cache", ".hypothesis", "htmlcov", "staticfiles", "node_modules",
}  # fmt: skip
WINDOWS_PYTHONS = ("3.11", "3.12", "3.13")
README = """级差：没有网络的电脑上怎样安装

1. 把整个文件夹复制到电脑的硬盘（不要直接在 U 盘上运行）。
2. 电脑上要有 Python 3.11、3.12 或 3.13（Windows 安装时勾选 “Add python.exe to PATH”）。
3. 打开 jicha 文件夹，在命令行执行：
       Windows：        python start.py
       macOS / Linux：  python3 start.py
   所需的组件从旁边的 wheels 文件夹安装，不需要网络。
4. 屏幕上会显示网址、用户名和密码。按 Ctrl-C 停止。
"""


@dataclass(frozen=True)
class Target:
    """One kind of machine that is to be served.

    ``options`` are pip's, ``environment`` decides the conditions in metadata (what it leaves out is as on
    this machine), ``tags`` are those of the wheels that it takes.
    """

    name: str
    options: list[str]
    environment: dict[str, str]
    tags: frozenset[Tag]


def targets() -> list[Target]:
    """This machine as it is, and Windows with each Python that we run on."""
    mine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    found = [Target(mine, [], {}, frozenset(sys_tags()))]
    for version in WINDOWS_PYTHONS:
        options = ["--platform", "win_amd64", "--implementation", "cp", "--python-version", version]
        conditions = {
            "os_name": "nt",
            "sys_platform": "win32",
            "platform_system": "Windows",
            "platform_machine": "AMD64",
            "platform_python_implementation": "CPython",
            "implementation_name": "cpython",
            "python_version": version,
            "python_full_version": f"{version}.9",
            "implementation_version": f"{version}.9",
        }
        python = tuple(int(part) for part in version.split("."))
        tags = itertools.chain(
            cpython_tags(python, platforms=["win_amd64"]), compatible_tags(python, platforms=["win_amd64"])
        )
        options += ["--only-binary", ":all:"]
        found.append(Target(f"Windows, Python {version}", options, conditions, frozenset(tags)))
    return found


def download(pip: list[str], wheels: Path, target: Target, wanted: list[str], *, deep: bool) -> bool:
    """Fetch what ``wanted`` names (and, when ``deep``, what it needs by pip's own judgement)."""
    command = [*pip, "download", "-qq", "--disable-pip-version-check", "--dest", str(wheels)]
    command += [*target.options, *([] if deep else ["--no-deps"]), *wanted]
    return subprocess.run(command, check=False).returncode == 0


def pins(requirements: Path) -> list[str]:
    """The lines of ``requirements`` that name a package."""
    lines = (line.split("#")[0].strip() for line in requirements.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def needs(wheel: Path, extras: frozenset[str], environment: dict[str, str]) -> Iterator[Requirement]:
    """What ``wheel`` needs on a machine of that ``environment``, with ``extras`` asked for."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", n))
        metadata = HeaderParser().parsestr(archive.read(name).decode("utf-8"))
    for line in metadata.get_all("Requires-Dist") or []:
        requirement = Requirement(line)
        if any(_applies(requirement.marker, environment, extra) for extra in ("", *extras)):
            yield requirement


def _applies(marker: Marker | None, environment: dict[str, str], extra: str) -> bool:
    return marker is None or marker.evaluate({**environment, "extra": extra})


def missing(wheels: Path, target: Target, wanted: list[str]) -> list[str]:
    """What ``target`` still lacks in ``wheels``, as requirements."""
    at_hand: dict[str, list[tuple[Version, Path]]] = {}
    for wheel in wheels.glob("*.whl"):
        name, version, _, tags = parse_wheel_filename(wheel.name)
        if tags & target.tags:
            at_hand.setdefault(name, []).append((version, wheel))
    lacking: list[str] = []
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [Requirement(line) for line in wanted]
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        key = (name, frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        fitting = [
            wheel
            for version, wheel in sorted(at_hand.get(name, []), reverse=True)
            if requirement.specifier.contains(version, prereleases=True)
        ]
        if not fitting:
            lacking.append(f"{requirement.name}{requirement.specifier}")
            continue
        todo += needs(fitting[0], key[1], target.environment)
    return lacking


def gather(pip: list[str], wheels: Path, wanted: list[str]) -> bool:
    """Fill ``wheels`` for every target; says what is being done."""
    for target in targets():
        print(f"· {target.name}", flush=True)
        if not download(pip, wheels, target, wanted, deep=True):
            return False
        for _ in range(10):
            lacking = missing(wheels, target, wanted)
            if not lacking:
                break
            if not download(pip, wheels, target, lacking, deep=False):
                return False
        else:
            return False
    return True


def copy_source(folder: Path) -> None:
    """Copy the product without what it makes for itself, so that a second bundle replaces the first."""
    goal = folder / "jicha"
    shutil.rmtree(goal, ignore_errors=True)

    def left_out(place: str, names: list[str]) -> set[str]:
        here = Path(place)
        return {n for n in names if n in LEFT_OUT or n.endswith((".pyc", ".log")) or here / n == folder}

    shutil.copytree(SOURCE, goal, ignore=left_out)


def main() -> int:
    folder, pip = Path(sys.argv[1]).resolve(), sys.argv[2:]
    wheels = folder / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    wanted = pins(SOURCE / "requirements.txt")
    # pip itself, for a Python that brings none.
    if not gather(pip, wheels, [*wanted, "pip"]):
        return 1
    unbuilt = [*wheels.glob("*.tar.gz"), *wheels.glob("*.zip")]
    if unbuilt:
        print("only source, no wheel: " + ", ".join(each.name for each in unbuilt), file=sys.stderr)
        return 1
    copy_source(folder)
    (folder / "请先读我.txt").write_text(README, encoding="utf-8-sig")
    megabytes = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) // 2**20
    print(f"已放入 {folder}（{megabytes} MB），请把整个文件夹复制到 U 盘。")
    print(f"Gathered in {folder} ({megabytes} MB): copy the whole folder to the stick.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
