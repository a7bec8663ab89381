"""The forms of a page, as a browser sees them, and values that no browser would send."""

from __future__ import annotations

import io
import random
import zipfile
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

NASTY = [
    "", " ", "0", "-1", "1", "99999999999999999999", "1e309", "NaN", "Infinity", "0x10", "1.5", "½",
    "²", "\x00", "a\x00b", "a" * 10_000, "<script>alert(1)</script>", "{{ 7|add:1 }}{% now 'Y' %}",
    "'; DROP TABLE x; --", "\u202eevil\u202c", "\ufeff", "𠀁" * 300, "../../etc/passwd", "2026-13-45",
    "9999-12-31", "0001-01-01", "2026-11-30T25:61", "[]", "{}", "null", "true", "[" * 3000, '{"a":' * 500,
    "%s%(name)s%n", "=1+1", "\r\nSet-Cookie: x", "00000000-0000-0000-0000-000000000000", "A", "B", "both",
    "on", "8", "J", "-", ",", "1,2,3", "1-1", "\t", "é" * 255,
]  # fmt: skip


def nasty_file(chance: random.Random) -> SimpleUploadedFile:
    """Something that calls itself a workbook."""
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<a>" * 2000)
        archive.writestr("xl/workbook.xml", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>')
        archive.writestr("xl/worksheets/sheet1.xml", b"\0" * 20_000_000)
    contents = [
        b"",
        b"\0" * 100,
        b"PK\x03\x04broken",
        bomb.getvalue(),
        "姓名,电话\n=1+1,139\n".encode(),
        b"\xff\xfe" * 50,
    ]
    name = chance.choice(
        ["x.xlsx", "x.xls", "x.csv", "x.ods", "x", "x.exe", "报名" * 100 + ".xlsx", "../x.csv"]
    )
    return SimpleUploadedFile(name, chance.choice(contents))


@dataclass
class Form:
    """Where a form goes, what it holds, which of it are files and which are choices."""

    action: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get").lower()))
        if not self.forms:
            return
        form, name = self.forms[-1], given.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            form.choices.setdefault(self._select, []).append(given.get("value", ""))
        elif tag in ("input", "textarea", "button") and name:
            if given.get("type") == "file":
                form.files.add(name)
            elif given.get("type") in ("radio", "checkbox", "submit") or tag == "button":
                form.choices.setdefault(name, []).append(given.get("value", "on"))
            else:
                form.values.setdefault(name, []).append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def forms_of(html: str) -> list[Form]:
    """Every form of a page."""
    parser = _Forms()
    parser.feed(html)
    return parser.forms


def filled(form: Form, chance: random.Random) -> dict[str, Any]:
    """The form as somebody might send it, with some of its fields replaced by what nobody would."""
    data: dict[str, Any] = {name: list(values) for name, values in form.values.items()}
    data |= {name: [chance.choice(options)] for name, options in form.choices.items()}
    names = [name for name in data if name not in ("csrfmiddlewaretoken", "action")]
    for name in chance.sample(names, min(len(names), chance.choice([0, 1, 1, 2, 3, len(names)]))):
        how = chance.random()
        if how < 0.15:
            del data[name]
        elif how < 0.3:
            data[name] = [chance.choice(NASTY), chance.choice(NASTY)]
        else:
            data[name] = [chance.choice(NASTY)]
    data |= {name: nasty_file(chance) for name in form.files if chance.random() < 0.8}
    return data
