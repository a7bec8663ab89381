"""A text → a document that has the shape of an event file, before anything is made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rules.answers import Problem, Refused
from tournament.event_file.tables import TABLES, fields_of
from tournament.event_file.writing import FORMAT, VERSION
from tournament.models import Event

PARTS: dict[str, type] = {"event": dict, "users": list, "rule_sets": list, "rows": dict}
DEEPEST = 60  # a plan is a few levels deep; what is much deeper is no plan


def refuse(code: str, at: str, **values: Any) -> Refused:
    """What is wrong with a file, and where in it."""
    return Refused([Problem(code, at, {name: _short(value) for name, value in values.items()})])


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else f"{text[:79]}…"


def document_of(text: str) -> dict[str, Any]:
    """Read the text. Raises ``Refused``: not JSON, another format or version, parts missing or unknown,
    rows that are no rows, characters that no database takes."""
    try:
        document = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise refuse("file-is-no-event", "", what=str(error)) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise refuse("file-is-no-event", "format")
    version = document.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise refuse("file-of-another-version", "version", version=version)
    _known(document, {"format", "version", *PARTS}, "")
    for key, kind in PARTS.items():
        if not isinstance(document.get(key), kind):
            raise refuse("file-lacks", key, what=key)
    _known(document["rows"], {table.name for table in TABLES}, "rows")
    for table in TABLES:
        if version < VERSION:
            document["rows"].setdefault(table.name, [])
        rows = document["rows"].get(table.name)
        if not isinstance(rows, list):
            raise refuse("file-lacks", f"rows.{table.name}", what=f"rows.{table.name}")
        names = {field.name for field in fields_of(table.model)}
        for place, row in enumerate(rows):
            _row(row, names, f"{table.name}/{place}", f"rows.{table.name}[{place}]")
    _row(document["event"], {field.name for field in fields_of(Event)}, "event", "event")
    _check_strings(document)
    return document


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _row(row: Any, names: set[str], name: str, at: str) -> None:
    if not isinstance(row, dict):
        raise refuse("file-row-is-wrong", at, row=name, field="", value=row)
    _known(row, names, at)


def _known(part: Mapping[str, Any], names: set[str], at: str) -> None:
    unknown = sorted(set(part) - names)
    if unknown:
        where = f"{at}.{unknown[0]}".lstrip(".")
        raise refuse("file-has-unknown", where, what=where)


def _check_strings(document: Mapping[str, Any]) -> None:
    """Neither NUL nor half a character, which databases refuse in words nobody understands."""
    for text, at in _strings(document, "", 0):
        if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
            raise refuse("file-has-odd-character", at.lstrip("."), what=at.lstrip("."))


def _strings(value: Any, at: str, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield value, at
    elif depth > DEEPEST:
        raise refuse("file-is-no-event", at.lstrip("."), what=at)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key, at
            yield from _strings(one, f"{at}.{key}", depth + 1)
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _strings(one, f"{at}[{place}]", depth + 1)
