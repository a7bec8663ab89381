"""Every form of the corpus is read as its maker promises (``tests/data/forms/making`` says how)."""

import json
from pathlib import Path

import pytest

from rules.answers import Refused
from tournament.registration.reading import ProposedEntry, ProposedPlayer, read_entries
from tournament.registration.reading_wording import word

FORMS = Path(__file__).resolve().parents[2] / "data" / "forms"
EXPECTED = json.loads((FORMS / "expected.json").read_text(encoding="utf-8"))


def player_line(player: ProposedPlayer) -> str:
    return f"{player.name or '?'} {player.phone}".strip() + ("(替)" if player.reserve else "")


def entry_line(entry: ProposedEntry) -> str:
    branch = f"{entry.branch}/{entry.label}" if entry.label else entry.branch
    return f"{branch}: {' + '.join(map(player_line, entry.players))}"


def test_corpus_has_at_least_forty_forms_of_four_writers():
    assert len(EXPECTED) >= 40
    assert {form["writer"] for form in EXPECTED} == {"openpyxl", "xlwt", "LibreOffice", "bytes"}
    files = {path.name for path in FORMS.iterdir()} - {"make.py", "making", "expected.json", "__pycache__"}
    assert files == {form["file"] for form in EXPECTED}


@pytest.mark.parametrize("form", EXPECTED, ids=[form["file"] for form in EXPECTED])
def test_form_is_read_as_promised(form):
    content = (FORMS / form["file"]).read_bytes()
    if form["refused"]:
        with pytest.raises(Refused) as refused:
            read_entries(form["file"], content, **form["options"])
        assert [problem.code for problem in refused.value.problems] == [form["refused"]]
        return
    reading = read_entries(form["file"], content, **form["options"])
    assert [entry_line(entry) for entry in reading.entries] == form["reads"]
    said = [f"{problem.code} {problem.at.rpartition('!')[2] or '-'}" for problem in reading.problems]
    assert sorted(said) == sorted(form["problems"])


@pytest.mark.parametrize("form", EXPECTED, ids=[form["file"] for form in EXPECTED])
def test_every_problem_of_the_corpus_has_a_message_and_a_remedy(form):
    try:
        problems = read_entries(form["file"], (FORMS / form["file"]).read_bytes(), **form["options"]).problems
    except Refused as refused:
        problems = refused.problems
    for problem in problems:
        words = word(problem)
        assert words["message"] and words["fix"], problem
        assert "%(" not in words["message"] + words["fix"]
