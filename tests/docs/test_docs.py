"""What the docs say is what is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from tournament.access.permissions import page

DOCS = [Path("README.md"), *sorted(Path("docs").rglob("*.md"))]


@pytest.fixture(params=DOCS, ids=str)
def text(request: pytest.FixtureRequest) -> str:
    return (settings.BASE_DIR / request.param).read_text(encoding="utf-8")


def test_the_page_of_rights_is_the_table_of_rights():
    assert (settings.BASE_DIR / "docs/permissions.md").read_text(encoding="utf-8") == page()


def test_every_command_that_the_docs_name_exists(text):
    ours = {name for name, app in get_commands().items()}
    for name in re.findall(r"manage\.py ([a-z_]+)", text):
        assert name in ours, name


def test_every_link_between_pages_leads_somewhere():
    for document in DOCS:
        text = (settings.BASE_DIR / document).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (settings.BASE_DIR / document.parent / target).exists(), f"{document}: {target}"


def test_no_page_names_a_machine(text):
    assert not re.search(r"(^|[\s`(])/(home|root|work)/", text)
