"""The ordered list of tie-breaks, read from data and checked when it is saved.

An item is a key (``"points"``), a table with a key and its options
(``{"key": "wins", "unplayed": "ignore"}``), or a condition on how many are level:
``{"tied": 2, "use": …, "else": …}``, ``{"more_than": 2, "use": …}``, or on one key
``{"key": "head_to_head", "when_tied": 2}``. ``"restart": true`` makes those who stay level after a split
start again from the top of the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem, Refused

from .tiebreaks import REGISTRY, TieBreak


@dataclass(frozen=True, slots=True)
class Step:
    """One tie-break of the list."""

    tiebreak: TieBreak
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Which tie-breaks follow depends on how many are level: exactly ``tied``, or ``more_than``."""

    tied: int | None
    more_than: int | None
    use: tuple[Step | Choice, ...]
    otherwise: tuple[Step | Choice, ...]

    def branch(self, level: int) -> tuple[Step | Choice, ...]:
        """The tie-breaks for ``level`` entries that are level."""
        fits = (self.tied is None or level == self.tied) and (
            self.more_than is None or level > self.more_than
        )
        return self.use if fits else self.otherwise


Node = Step | Choice


@dataclass(frozen=True, slots=True)
class Plan:
    """A checked list of tie-breaks."""

    nodes: tuple[Node, ...]

    def tiebreaks(self) -> tuple[TieBreak, ...]:
        """Every tie-break that may be asked, once each, in the order of the list."""
        found: dict[str, TieBreak] = {}
        for step in _steps(self.nodes):
            found.setdefault(step.tiebreak.key, step.tiebreak)
        return tuple(found.values())


def _steps(nodes: Sequence[Node]) -> Iterator[Step]:
    for node in nodes:
        if isinstance(node, Step):
            yield node
        else:
            yield from _steps(node.use)
            yield from _steps(node.otherwise)


CONDITIONS = ("tied", "more_than", "when_tied", "use", "else", "restart")


class _Reader:
    """Reads one list and gathers everything that is wrong with it."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.options: dict[str, dict[str, str]] = {}

    def refuse(self, code: str, at: str, **values: object) -> None:
        self.problems.append(Problem(code, at, values))

    def nodes(self, data: object, at: str, restart: bool, before: set[str]) -> tuple[Node, ...]:
        """Read an item or a list of items. ``before`` are the keys surely asked already; it grows."""
        if isinstance(data, str | Mapping):
            return self.node(data, at, restart, before)
        if isinstance(data, Sequence):
            found: list[Node] = []
            for place, item in enumerate(data):
                found.extend(self.node(item, f"{at}[{place}]", restart, before))
            return tuple(found)
        self.refuse("tiebreak-not-understood", at, value=repr(data))
        return ()

    def node(self, data: object, at: str, restart: bool, before: set[str]) -> tuple[Node, ...]:
        if isinstance(data, str):
            return self.step(data, {}, at, restart, before)
        if not isinstance(data, Mapping):
            self.refuse("tiebreak-not-understood", at, value=repr(data))
            return ()
        again = data.get("restart", restart)
        if not isinstance(again, bool):
            self.refuse(
                "tiebreak-option", f"{at}.restart", option="restart", value=again, allowed="true, false"
            )
            again = False
        tied = self.count(data, "when_tied" if "when_tied" in data else "tied", at)
        more = self.count(data, "more_than", at)
        conditional = "use" in data or tied is not None or more is not None
        key = data.get("key")
        if (key is None) == ("use" not in data):
            self.refuse("tiebreak-not-understood", at, value=dict(data))
            return ()
        inside, outside = set(before), set(before)
        if key is None:
            unknown = set(data) - set(CONDITIONS)
            for name in sorted(map(str, unknown)):
                self.refuse("tiebreak-option", f"{at}.{name}", option=name, value=data[name], allowed="")
            if tied is None and more is None:
                self.refuse("tiebreak-without-condition", at)
            use = self.nodes(data["use"], f"{at}.use", again, inside)
        else:
            chosen = {name: value for name, value in data.items() if name not in (*CONDITIONS, "key")}
            use = self.step(key, chosen, at, again, inside)
        otherwise = self.nodes(data["else"], f"{at}.else", again, outside) if "else" in data else ()
        if not conditional:
            before |= inside
            return use
        before |= inside & outside
        return (Choice(tied, more, use, otherwise),)

    def count(self, data: Mapping[str, Any], name: str, at: str) -> int | None:
        value = data.get(name)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < (2 if "tied" in name else 1):
            self.refuse("tiebreak-count", f"{at}.{name}", value=value)
            return None
        return value

    def step(
        self, key: object, chosen: Mapping[str, Any], at: str, restart: bool, before: set[str]
    ) -> tuple[Node, ...]:
        cls = REGISTRY.get(key) if isinstance(key, str) else None
        if cls is None:
            self.refuse("tiebreak-unknown", at, key=key, known=", ".join(REGISTRY))
            return ()
        if cls.key in before:
            self.refuse("tiebreak-twice", at, key=cls.key)
            return ()
        before.add(cls.key)
        for name, value in chosen.items():
            allowed = cls.options.get(name, ())
            if value not in allowed:
                self.refuse(
                    "tiebreak-option", f"{at}.{name}", option=name, value=value, allowed=", ".join(allowed)
                )
                return ()
        options = dict(chosen)
        if self.options.setdefault(cls.key, options) != options:
            self.refuse("tiebreak-two-ways", at, key=cls.key)
            return ()
        return (Step(cls(options), restart),)


def load_tiebreaks(data: object, at: str = "tiebreaks") -> Plan:
    """Read and check an ordered list of tie-breaks. Raises ``Refused`` naming every fault by its place."""
    if isinstance(data, str | Mapping) or not isinstance(data, Sequence):
        raise Refused([Problem("tiebreaks-not-a-list", at)])
    if not data:
        raise Refused([Problem("tiebreaks-empty", at)])
    reader = _Reader()
    nodes = reader.nodes(data, at, False, set())
    if reader.problems:
        raise Refused(reader.problems)
    return Plan(nodes)
