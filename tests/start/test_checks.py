"""The checks themselves: thresholds that hold, and no test that quietly stays away."""

import json

import pytest

from tests import full
from tests.start.scripts import ROOT, script

checks = script(".ci/checks.py")

pytest_plugins = ["pytester"]


def file(covered: int, statements: int, taken: int = 0, branches: int = 0) -> dict:
    return {
        "summary": {
            "covered_lines": covered,
            "num_statements": statements,
            "covered_branches": taken,
            "num_branches": branches,
        }
    }


def test_percentage_counts_lines_and_branches_alike():
    assert checks.percent([file(80, 80, 10, 20)]) == 90.0
    assert checks.percent([]) == 100.0


def test_pure_package_is_held_to_95_and_the_whole_to_85():
    files = {
        "rules/hands/judge.py": file(94, 100),
        "rules/hands_of_others.py": file(0, 5),
        "tournament/x.py": file(84, 100),
    }
    assert (
        checks.shortfalls(files, ["rules/hands"])
        == [
            "rules/hands: 94.00 % of lines and branches, 95 are asked for",
            "all: 86.83 % of lines and branches, 85 are asked for",
        ][:1]
    )
    files["tournament/x.py"] = file(70, 100)
    assert [each.split(":")[0] for each in checks.shortfalls(files, ["rules/hands"])] == [
        "rules/hands",
        "all",
    ]


def test_report_that_the_tests_did_not_write_is_a_failure(monkeypatch, tmp_path):
    monkeypatch.setattr(checks, "REPORT", tmp_path / "coverage.json")
    assert not checks.coverage()
    (tmp_path / "coverage.json").write_text(json.dumps({"files": {"rules\\answers.py": file(1, 1)}}))
    assert checks.coverage()


def test_every_pure_package_exists():
    assert all((ROOT / name).exists() for name in checks.pure_packages())


def test_each_failed_check_is_named_and_the_others_are_still_made(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "FULL", False)
    monkeypatch.delenv("JICHA_POSTGRESQL_URL", raising=False)
    monkeypatch.setattr(checks, "call", lambda *command, **_: "mypy" not in command)
    monkeypatch.setattr(checks, "translations", lambda: False)
    monkeypatch.setattr(checks, "coverage", lambda: True)
    assert checks.main([]) == 1
    said = capsys.readouterr().out
    assert said.strip().endswith("FAILED: mypy, translations")
    assert "=== tests:" in said


def test_chosen_tests_are_run_alone(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    calls = []
    monkeypatch.setattr(checks, "call", lambda *command, **_: calls.append(command) or True)
    assert checks.main(["tests/jobs", "-x"]) == 0
    assert [command[-2:] for command in calls] == [("tests/jobs", "-x")]


def test_full_run_without_postgresql_fails(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "FULL", True)
    monkeypatch.delenv("JICHA_POSTGRESQL_URL", raising=False)
    monkeypatch.setattr(checks, "call", lambda *_, **__: True)
    monkeypatch.setattr(checks, "coverage", lambda: True)
    assert checks.main([]) == 1
    assert "FAILED: tests on PostgreSQL" in capsys.readouterr().out


INNER = """
    import pytest

    def test_skips():
        pytest.skip("no browser")

    @pytest.mark.skip(reason="later")
    def test_never(): ...

    @pytest.mark.xfail
    def test_hopes():
        assert False

    def test_holds(): ...
"""


@pytest.mark.parametrize(
    ("is_full", "outcome"),
    [(True, {"passed": 1, "failed": 2, "errors": 1}), (False, {"passed": 1, "skipped": 2, "xfailed": 1})],
)
def test_where_nothing_may_skip_a_skip_is_a_failure(pytester, monkeypatch, is_full, outcome):
    monkeypatch.setattr(full, "FULL", is_full)
    pytester.makepyfile(INNER)
    result = pytester.runpytest_inprocess("-p", "tests.full", "-p", "no:django", "-p", "no:cacheprovider")
    result.assert_outcomes(**outcome)


def test_module_that_skips_as_a_whole_is_a_failure_too(pytester, monkeypatch):
    monkeypatch.setattr(full, "FULL", True)
    pytester.makepyfile("import pytest\npytest.importorskip('no_such_module_anywhere')\ndef test_a(): ...")
    result = pytester.runpytest_inprocess("-p", "tests.full", "-p", "no:django", "-p", "no:cacheprovider")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*nothing may skip here*"])


CHOICE = """
    import pytest

    @pytest.fixture
    def db(): ...

    def test_pure(): ...

    def test_asks(db): ...

    @pytest.mark.django_db
    def test_marked(): ...

    @pytest.mark.browser
    def test_browser(db): ...

    @pytest.mark.embedded
    def test_sqlite(db): ...

    @pytest.mark.grown_up
    def test_postgresql(db): ...
"""


@pytest.mark.parametrize(
    ("on_postgresql", "options", "left"),
    [
        (False, [], ["test_pure", "test_asks", "test_marked", "test_browser", "test_sqlite"]),
        (True, [], ["test_pure", "test_asks", "test_marked", "test_browser", "test_postgresql"]),
        (True, ["--database-only"], ["test_asks", "test_marked", "test_browser", "test_postgresql"]),
    ],
)
def test_each_setting_gets_the_tests_that_belong_to_it(pytester, monkeypatch, on_postgresql, options, left):
    monkeypatch.setattr(full, "FULL", True)
    monkeypatch.setattr(full, "ON_POSTGRESQL", on_postgresql)
    pytester.makepyfile(CHOICE)
    pytester.makeini("[pytest]\nmarkers =\n  django_db: x\n  browser: x")
    result = pytester.runpytest_inprocess(
        "-p", "tests.full", "-p", "no:django", "-p", "no:cacheprovider", "-v", *options
    )
    ran = [line.split("::")[1].split(" ")[0] for line in result.outlines if "::" in line and "PASSED" in line]
    assert ran == left
