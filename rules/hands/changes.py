"""Changing a rule set's data by key path, and telling two of them apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules.answers import Problem, Refused


class Change(NamedTuple):
    """One key that two rule sets say differently; ``None`` where one of them is silent."""

    path: str
    before: Any
    after: Any


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a rule set's data with the given key paths set, as a template's choices do it.

    Paths are written with dots: ``"ladder.after_target"``; an item of a list is found by its ``code`` (all
    items with that code, or ``code@by`` for one side's) or by its place:
    ``"penalties.wrong-bury.effect.levels"``, ``"penalties.card-count@attackers.clause"``,
    ``"hooks[0].fall_to"`` (``"hooks.0.fall_to"`` is understood as well). ``None`` removes a key. Raises
    ``Refused`` for a path that leads nowhere.
    """
    result: dict[str, Any] = _copy(data)
    for path, value in changes.items():
        _set(result, path.replace("[", ".").replace("]", "").split("."), value, path)
    return result


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
    """Every key that two rule sets say differently, in the order of the first, then what only the second has.

    Items of a list of tables are named by their ``code``, else by their place. Lists of plain values are
    compared whole.
    """
    return tuple(_differences(before, after, ""))


def _differences(before: Any, after: Any, path: str) -> Iterator[Change]:
    left, right = _keyed(before), _keyed(after)
    if left is None or right is None:
        if before != after:
            yield Change(path, before, after)
        return
    for key in dict.fromkeys((*left, *right)):
        below = f"{path}{key}" if key.startswith("[") or not path else f"{path}.{key}"
        yield from _differences(left.get(key), right.get(key), below)


def _keyed(value: Any) -> Mapping[str, Any] | None:
    """A table as it is, a list of tables by their names; ``None`` for anything that is compared whole."""
    if isinstance(value, Mapping):
        return value
    if not isinstance(value, list | tuple) or not value:
        return None
    if not all(isinstance(item, Mapping) for item in value):
        return None
    codes = [item.get("code") for item in value]
    keyed: dict[str, Any] = {}
    for index, item in enumerate(value):
        code = item.get("code")
        name = f"[{index}]" if code is None else str(code)
        keyed[f"{name}@{item.get('by', '')}" if code is not None and codes.count(code) > 1 else name] = item
    return keyed


def _set(where: Any, keys: Sequence[str], value: Any, path: str) -> None:
    key, rest = keys[0], keys[1:]
    if isinstance(where, list):
        code, at, by = key.partition("@")
        items = [
            item
            for item in where
            if isinstance(item, dict) and item.get("code") == code and (not at or item.get("by", "") == by)
        ]
        if not items and key.isdigit() and int(key) < len(where):
            items = [where[int(key)]]
        if not items or not rest:
            raise Refused([Problem("rule-set-no-such-item", path, {"item": key})])
        for item in items:
            _set(item, rest, value, path)
    elif not isinstance(where, dict):
        raise Refused([Problem("rule-set-no-such-item", path, {"item": key})])
    elif rest and rest[0].isdigit() and key not in where:
        raise Refused([Problem("rule-set-no-such-item", path, {"item": rest[0]})])
    elif rest:
        _set(where.setdefault(key, {}), rest, value, path)
    elif value is None:
        where.pop(key, None)
    else:
        where[key] = _copy(value)


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(item) for item in value]
    return value
