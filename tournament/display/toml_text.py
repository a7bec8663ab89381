"""Data written as TOML, the way the shipped rule sets are written: so that what has no field can be typed."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from rules.answers import Problem, Refused

BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def to_toml(data: Mapping[str, Any]) -> str:
    """``data`` (texts, numbers, booleans, lists, tables) as a TOML document."""
    return "\n".join(_lines(data, ())).strip() + "\n" if data else ""


def inline(data: Mapping[str, Any]) -> str:
    """A table in one line, without its braces: ``hand = "over", deal = "passes"``."""
    return ", ".join(f"{_key(key)} = {_value(value)}" for key, value in data.items())


def from_toml(text: str, at: str = "") -> dict[str, Any]:
    """A TOML document as data. Raises ``Refused`` (``toml-unreadable``) with the line and column."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = PLACE.search(str(error))
        line, column = found.groups() if found else (str(text.count("\n") + 1), "1")
        raise Refused([Problem("toml-unreadable", at, {"line": line, "column": column})]) from error
    except (ValueError, RecursionError) as error:
        raise Refused([Problem("toml-unreadable", at, {"line": "1", "column": "1"})]) from error


def from_inline(text: str, at: str = "") -> dict[str, Any]:
    """What ``inline`` wrote as data. Raises ``Refused`` as ``from_toml`` does."""
    return dict(from_toml(f"it = {{ {text.strip()} }}", at)["it"]) if text.strip() else {}


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The plain keys first, then a head for every table below."""
    for key, value in table.items():
        if not _is_table(value) and not _is_tables(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        below = (*path, _key(key))
        if _is_table(value):
            yield f"\n[{'.'.join(below)}]"
            yield from _lines(value, below)
        elif _is_tables(value):
            for item in value:
                yield f"\n[[{'.'.join(below)}]]"
                yield from _lines(item, below)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _key(key: str) -> str:
    return key if BARE.match(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"{{ {inline(value)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(item) for item in value)}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)
