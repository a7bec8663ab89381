"""JSON as it is typed or sent: what cannot be read is said with its place, and no key may stand twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rules.answers import Problem, Refused


class _Doubled(dict[str, Any]):
    """An object in which a key stood more than once."""

    twice: tuple[str, ...] = ()


def read_json(text: str) -> Any:
    """The value that ``text`` says.

    Raises ``Refused``: ``not-json`` with line and column, or ``key-twice`` at every key that stands twice in
    one object, of which only one could count.
    """
    doubled: list[_Doubled] = []

    def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        keys = [key for key, _ in pairs]
        marked = _Doubled(found)
        marked.twice = tuple(key for key in found if keys.count(key) > 1)
        doubled.append(marked)
        return marked

    try:
        document = json.loads(text, object_pairs_hook=as_object)
    except json.JSONDecodeError as error:
        raise Refused([Problem("not-json", "", {"line": error.lineno, "column": error.colno})]) from error
    except RecursionError as error:
        raise Refused([Problem("json-too-deep")]) from error
    except ValueError as error:  # a number of more digits than Python reads
        raise Refused([Problem("json-number-too-long")]) from error
    if doubled:
        raise Refused([Problem("key-twice", path) for path in _twice(document, "")])
    return document


def _twice(value: Any, at: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key in value.twice if isinstance(value, _Doubled) else ():
            yield f"{at}.{key}" if at else key
        for key, item in value.items():
            yield from _twice(item, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _twice(item, f"{at}[{index}]")
