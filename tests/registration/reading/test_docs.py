"""``docs/entry-forms.md`` says what is so."""

import contextlib
import json
import re
from pathlib import Path

from django.core.management import call_command

from tournament.registration.reading_wording import WORDS

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "entry-forms.md").read_text(encoding="utf-8")


def test_example_of_the_docs_gives_what_the_docs_say(tmp_path, capsys):
    (form,) = re.findall(r"```csv in\n(.*?)```", DOCS, re.DOTALL)
    (answer,) = re.findall(r"```json out\n(.*?)```", DOCS, re.DOTALL)
    path = tmp_path / "名单.csv"
    path.write_text(form, encoding="utf-8")
    try:
        call_command("read_entries", str(path))
    except SystemExit as stopped:
        assert stopped.code == 1
    given = json.loads(capsys.readouterr().out)
    for problem in given["problems"]:
        assert problem.pop("message") and problem.pop("fix")
    assert given == json.loads(answer)


def test_example_of_a_branch_list_gives_what_the_docs_say(tmp_path, capsys):
    (form,) = re.findall(r"```csv branches\n(.*?)```", DOCS, re.DOTALL)
    (answer,) = re.findall(r"```json branches out\n(.*?)```", DOCS, re.DOTALL)
    path = tmp_path / "名单.csv"
    path.write_text(form, encoding="utf-8")
    with contextlib.suppress(SystemExit):
        call_command("read_branches", str(path))
    assert json.loads(capsys.readouterr().out) == json.loads(answer)


def test_docs_list_every_problem_and_no_other():
    table = DOCS.partition("## 会说的问题")[2].partition("\n## ")[0]
    listed = re.findall(r"`([a-z_]+)`", table.partition("|---|---|")[2])
    assert sorted(listed) == sorted(WORDS)
