"""The stick holds what each kind of machine needs, as that machine reads the packages' conditions."""

import sys
import zipfile
from pathlib import Path

import pytest

from tests.start.scripts import script

# An environment made without ensurepip has no pip to look into.
pytest.importorskip("pip")
bundle = script("deploy/bundle.py")


def wheel(folder: Path, name: str, *, tag: str = "py3-none-any", needs: tuple[str, ...] = ()) -> None:
    package, version = name.split("==")
    module = package.replace("-", "_")
    with zipfile.ZipFile(folder / f"{module}-{version}-{tag}.whl", "w") as archive:
        metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
        metadata += "".join(f"Requires-Dist: {need}\n" for need in needs)
        archive.writestr(f"{module}-{version}.dist-info/METADATA", metadata)


@pytest.fixture
def windows():
    return {target.name[-4:]: target for target in bundle.targets()[1:]}


def test_windows_gets_each_python_that_the_product_runs_on(windows):
    assert list(windows) == ["3.11", "3.12", "3.13"]


def test_what_only_windows_needs_is_missed_there_and_not_here(tmp_path, windows):
    wheel(tmp_path, "click==8.0", needs=('colorama; platform_system == "Windows"',))
    assert bundle.missing(tmp_path, windows["3.12"], ["click==8.0"]) == ["colorama"]
    here = bundle.targets()[0]
    if sys.platform != "win32":
        assert bundle.missing(tmp_path, here, ["click==8.0"]) == []


def test_condition_on_the_python_version_is_the_targets(tmp_path, windows):
    wheel(tmp_path, "a==1.0", needs=('backport>=2; python_version < "3.12"',))
    assert bundle.missing(tmp_path, windows["3.11"], ["a==1.0"]) == ["backport>=2"]
    assert bundle.missing(tmp_path, windows["3.12"], ["a==1.0"]) == []


def test_wheel_of_another_python_or_system_does_not_serve(tmp_path, windows):
    wheel(tmp_path, "cffi==2.0", tag="cp311-cp311-win_amd64")
    wheel(tmp_path, "cffi==2.0", tag="cp312-cp312-manylinux2014_x86_64")
    assert bundle.missing(tmp_path, windows["3.11"], ["cffi==2.0"]) == []
    assert bundle.missing(tmp_path, windows["3.12"], ["cffi==2.0"]) == ["cffi==2.0"]


def test_wheel_of_another_version_does_not_serve(tmp_path, windows):
    wheel(tmp_path, "django==5.1")
    assert bundle.missing(tmp_path, windows["3.12"], ["django==5.2"]) == ["django==5.2"]


def test_what_an_extra_asks_for_is_needed_only_where_it_is_named(tmp_path, windows):
    wheel(tmp_path, "a==1.0", needs=('b; extra == "fast"',))
    assert bundle.missing(tmp_path, windows["3.12"], ["a==1.0"]) == []
    assert bundle.missing(tmp_path, windows["3.12"], ["a[fast]==1.0"]) == ["b"]


def test_needs_of_needs_are_followed_and_circles_end(tmp_path, windows):
    wheel(tmp_path, "a==1.0", needs=("b",))
    wheel(tmp_path, "b==1.0", needs=("a", "c>=3"))
    assert bundle.missing(tmp_path, windows["3.12"], ["a==1.0"]) == ["c>=3"]


def test_gathering_goes_on_until_nothing_is_missing(tmp_path, monkeypatch):
    fetched = []

    def download(_pip, wheels, target, wanted, *, deep):
        fetched.append((target.name.split(",")[0], tuple(wanted), deep))
        for each in wanted:
            if each == "a==1.0":
                wheel(wheels, "a==1.0", needs=('colorama; sys_platform == "win32"',))
            else:
                wheel(wheels, "colorama==0.4")
        return True

    monkeypatch.setattr(bundle, "download", download)
    assert bundle.gather(["pip"], tmp_path, ["a==1.0"])
    lacking = [each for each in fetched if not each[2]]
    assert lacking == [("Windows", ("colorama",), False)], "fetched once; it serves every Windows"


def test_package_that_cannot_be_fetched_fails_the_bundle(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "download", lambda *_, **__: False)
    assert not bundle.gather(["pip"], tmp_path, ["a==1.0"])


def test_package_that_stays_missing_fails_the_bundle(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "download", lambda *_, **__: True)
    assert not bundle.gather(["pip"], tmp_path, ["a==1.0"])


def test_comments_and_blank_lines_name_no_package(tmp_path):
    (tmp_path / "requirements.txt").write_text("# what\n\ndjango==5.2  # why\n")
    assert bundle.pins(tmp_path / "requirements.txt") == ["django==5.2"]


def test_source_is_copied_without_what_it_made_for_itself(tmp_path, monkeypatch):
    source = tmp_path / "source"
    for name in (".git/HEAD", ".venv/x", "data/jicha.sqlite3", "rules/a.py", "rules/__pycache__/a.pyc"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("")
    monkeypatch.setattr(bundle, "SOURCE", source)
    stick = source / "stick"
    stick.mkdir()
    for _ in range(2):
        bundle.copy_source(stick)
    copied = [str(each.relative_to(stick)) for each in stick.rglob("*") if each.is_file()]
    assert copied == [str(Path("jicha") / "rules" / "a.py")]


def test_package_without_a_wheel_is_said(tmp_path, monkeypatch, capsys):
    def gather(_pip, wheels, _wanted):
        (wheels / "old-1.0.tar.gz").write_bytes(b"")
        return True

    monkeypatch.setattr(bundle, "gather", gather)
    monkeypatch.setattr(sys, "argv", ["bundle.py", str(tmp_path / "stick"), "pip"])
    assert bundle.main() == 1
    assert "old-1.0.tar.gz" in capsys.readouterr().err


def test_finished_stick_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "gather", lambda *_: True)
    monkeypatch.setattr(bundle, "copy_source", lambda _folder: None)
    monkeypatch.setattr(sys, "argv", ["bundle.py", str(tmp_path / "stick"), "pip"])
    assert bundle.main() == 0
    assert "python start.py" in (tmp_path / "stick" / "请先读我.txt").read_text(encoding="utf-8-sig")
