"""The results of a whole event, opened and calculated by LibreOffice, are what the database says."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.papers.test_every_paper import paper
from tests.stages.rehearsing import rehearsed
from tournament.models import Entry
from tournament.stages.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def calculated(content: bytes, folder: Path) -> Any:
    """The workbook as LibreOffice calculates it; the values stored with its formulas are left out."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed here; the full tests install libreoffice-calc-nogui")
    source = folder / "results.xlsx"
    load_workbook(io.BytesIO(content)).save(source)
    command = [office, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
    command += ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder / "out"), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return load_workbook(folder / "out" / "results.xlsx", data_only=True)


def test_workbook_of_a_rehearsal_has_no_error_and_says_what_the_database_says(organiser: Any, tmp_path: Path):
    """With a bye, penalties, corrections and a forfeit: seven pairs over four rounds."""
    _, event = rehearsed("swiss-60min", 7, organiser)
    made = paper(event, "results").content
    assert any(
        cell.data_type == "f" for sheet in load_workbook(io.BytesIO(made)) for row in sheet for cell in row
    )
    book = calculated(made, tmp_path)
    assert not [
        (sheet.title, cell.coordinate)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "e"
    ]
    table = list(book["名次"].iter_rows(values_only=True))
    head = next(at for at, row in enumerate(table) if row[0] == "名次")
    points, difference = table[head].index("分"), table[head].index("级差")
    found = standings_of(event.stages.get())
    rows = [row for row in table[head + 1 :] if row[1] is not None]
    assert [(row[1], row[points], row[difference]) for row in rows] == [
        (line.number, line.values["points"], line.values["level_difference"]) for line in found.lines
    ]
    ranks = [line.rank if line.rank is not None else "–" for line in found.lines]
    assert [row[0] for row in rows] == ranks
    listed = [row[0] for row in book["参赛名单"].iter_rows(values_only=True)]
    numbers = Entry.objects.filter(event=event).values_list("number", flat=True)
    assert [one for one in listed if isinstance(one, int)] == sorted(numbers)
