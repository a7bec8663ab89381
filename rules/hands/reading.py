"""Reading a rule set's tables: each value is fetched by name, checked, and what is wrong is kept with its key
path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.answers import Problem


class Reader:
    """One table of a rule set. Every fetch names what it expects; ``close`` reports keys that nobody asked
    for."""

    def __init__(self, data: Any, at: str, problems: list[Problem]) -> None:
        self.at = at
        self.problems = problems
        self.asked: set[str] = set()
        if not isinstance(data, Mapping):
            self.complain("rule-set-wrong-type", "", expected="table")
            data = {}
        self.data: Mapping[str, Any] = data

    def path(self, key: str) -> str:
        """The whole key path of ``key`` in this table."""
        return f"{self.at}.{key}" if self.at and key else self.at or key

    def complain(self, code: str, key: str, **values: Any) -> None:
        """Keep a problem at ``key`` of this table."""
        self.problems.append(Problem(code, self.path(key), values))

    def has(self, key: str) -> bool:
        """Whether the table says anything about ``key``."""
        return key in self.data

    def raw(self, key: str) -> Any:
        """The value as it stands, without a check."""
        self.asked.add(key)
        return self.data.get(key)

    def integer(
        self, key: str, default: int | None = None, *, low: int | None = None, high: int | None = None
    ) -> int | None:
        """A whole number within bounds, or the default where nothing is said."""
        value = self.raw(key)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            self.complain("rule-set-wrong-type", key, expected="integer")
            return default
        if (low is not None and value < low) or (high is not None and value > high):
            self.complain("rule-set-out-of-range", key, value=value, low=low, high=high)
            return default
        return value

    def whole(self, key: str, default: int, *, low: int | None = None, high: int | None = None) -> int:
        """Like ``integer``, for a key that always has a value."""
        value = self.integer(key, default, low=low, high=high)
        return default if value is None else value

    def points(self, key: str, default: int, *, low: int = 5) -> int:
        """Card points: a multiple of five."""
        value = self.whole(key, default, low=low, high=100_000)
        if value % 5:
            self.complain("rule-set-not-points", key, value=value)
            return default
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self.raw(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.complain("rule-set-wrong-type", key, expected="boolean")
            return default
        return value

    def text(self, key: str, default: str = "") -> str:
        """A piece of text."""
        value = self.raw(key)
        if value is None:
            return default
        if not isinstance(value, str):
            self.complain("rule-set-wrong-type", key, expected="string")
            return default
        return value

    def required_text(self, key: str) -> str:
        """A piece of text that may not be missing or empty."""
        value = self.text(key)
        if not value and not (self.problems and self.problems[-1].at == self.path(key)):
            self.complain("rule-set-missing-key", key)
        return value

    def choice(self, key: str, options: Sequence[str], default: str = "") -> str:
        """One of several words."""
        value = self.raw(key)
        if value is None:
            return default
        if value not in options:
            self.complain("rule-set-not-an-option", key, value=str(value), options=", ".join(options))
            return default
        return str(value)

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self.raw(key)
        if value is None:
            return ()
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.complain("rule-set-wrong-type", key, expected="list")
            return ()
        for index, item in enumerate(value):
            if not isinstance(item, str):
                self.complain("rule-set-wrong-type", f"{key}[{index}]", expected="string")
                return ()
        return tuple(value)

    def table(self, key: str) -> Reader:
        """The table under ``key``, empty where nothing is said."""
        value = self.raw(key)
        return Reader({} if value is None else value, self.path(key), self.problems)

    def tables(self, key: str) -> list[Reader]:
        """The list of tables under ``key``."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.complain("rule-set-wrong-type", key, expected="list")
            return []
        return [Reader(item, f"{self.path(key)}[{index}]", self.problems) for index, item in enumerate(value)]

    def number_pairs(self, key: str) -> list[tuple[int, int]]:
        """A list of pairs of whole numbers, such as bands ``[[from, levels], …]``."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.complain("rule-set-wrong-type", key, expected="list")
            return []
        pairs = []
        for index, item in enumerate(value):
            numbers = list(item) if isinstance(item, Sequence) and not isinstance(item, str) else []
            if len(numbers) != 2 or not all(_is_whole(number) for number in numbers):
                self.complain("rule-set-wrong-type", f"{key}[{index}]", expected="pair")
            else:
                pairs.append((numbers[0], numbers[1]))
        return pairs

    def close(self, also: Iterable[str] = ()) -> None:
        """Report every key that has not been asked for: a misspelt rule would otherwise be silently without
        effect."""
        known = self.asked | set(also)
        for key in self.data:
            if key not in known:
                self.complain("rule-set-unknown-key", str(key), known=", ".join(sorted(known)))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
