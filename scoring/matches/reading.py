"""Reading a match format's tables: every value is checked, and what is wrong is kept with its key path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.answers import Problem

Number = int | float


def is_number(value: object) -> bool:
    """Whether a value is a number (``True`` and ``False`` are not, nor is anything endless)."""
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) < 1e9  # also refuses nan
    )


class Reader:
    """One table. ``close`` reports keys that nobody asked for: a misspelt key would be silently without
    effect.
    """

    def __init__(self, data: object, at: str, problems: list[Problem]) -> None:
        self.at = at
        self.problems = problems
        self.asked: set[str] = set()
        if not isinstance(data, Mapping):
            self.complain("format-not-a-table", "")
            data = {}
        self.data: Mapping[str, Any] = data

    def path(self, key: str) -> str:
        """The whole key path."""
        return f"{self.at}.{key}" if self.at and key else self.at or key

    def complain(self, code: str, key: str, **values: object) -> None:
        """Keep a problem at ``key``."""
        self.problems.append(Problem(code, self.path(key), values))

    def raw(self, key: str) -> Any:
        """The value as it stands."""
        self.asked.add(key)
        return self.data.get(key)

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number within bounds."""
        value = self.raw(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.complain("format-not-a-count", key, value=value, low=low, high=high)
            return None
        return value

    def number(self, key: str) -> Number | None:
        """Any number."""
        value = self.raw(key)
        if value is None:
            return None
        if not is_number(value):
            self.complain("format-not-a-number", key, value=value)
            return None
        number: Number = value
        return number

    def two_numbers(self, key: str) -> tuple[Number, Number] | None:
        """A pair ``[winner, loser]``."""
        value = self.raw(key)
        if value is None:
            return None
        if (
            not isinstance(value, Sequence)
            or isinstance(value, str)
            or len(value) != 2
            or not all(map(is_number, value))
        ):
            self.complain("format-not-two-numbers", key, value=value)
            return None
        return value[0], value[1]

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        """One of several words."""
        value = self.raw(key)
        if value is None:
            return default
        if value not in allowed:
            self.complain("format-not-an-option", key, value=value, allowed=", ".join(allowed))
            return default
        return str(value)

    def choices(self, key: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """A list of words, each once."""
        value = self.raw(key)
        if value is None:
            return ()
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.complain("format-not-a-list", key, value=value)
            return ()
        for place, word in enumerate(value):
            if word not in allowed:
                self.complain(
                    "format-not-an-option", f"{key}[{place}]", value=word, allowed=", ".join(allowed)
                )
                return ()
            if word in value[:place]:
                self.complain("format-twice", f"{key}[{place}]", value=word)
                return ()
        return tuple(value)

    def close(self) -> None:
        """Report unknown keys."""
        for key in self.data:
            if key not in self.asked:
                self.complain("format-unknown-key", str(key), known=", ".join(sorted(self.asked)))
