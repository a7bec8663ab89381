"""Which function does which kind of work. Rooms register theirs in a module named ``tasks``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.jobs.run import Run

Handler = Callable[[Run], "Produced | Mapping[str, Any] | None"]
Watcher = Callable[[datetime], int]


@dataclass(frozen=True, slots=True)
class Produced:
    """What a job hands over: a file (``name``, ``content``) and facts about it for the page (``result``)."""

    name: str
    content: bytes
    result: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of job: its handler, how often it is tried, and the wait in seconds before the next try."""

    name: str
    handler: Handler
    attempts: int
    wait: float


_kinds: dict[str, Kind] = {}
_watchers: dict[str, Watcher] = {}


def handles(name: str, *, attempts: int = 3, wait: float = 5.0) -> Callable[[Handler], Handler]:
    """Register the decorated function for jobs of kind ``name``. It must be safe to run twice.

    It is tried up to ``attempts`` times, ``wait`` seconds after the first failure and twice that after each
    next one. ``Refused`` is not tried again: its problems are shown instead.
    """

    def register(handler: Handler) -> Handler:
        known = _kinds.get(name)
        if known and known.handler is not handler:
            raise ValueError(f"two handlers for jobs of kind {name!r}")
        _kinds[name] = Kind(name, handler, attempts, wait)
        return handler

    return register


def watches(name: str) -> Callable[[Watcher], Watcher]:
    """Register a function that every sweep calls with the time: it looks for deadlines that have passed.

    It may run in several processes at once, so it must claim what it acts on with a compare-and-set
    update, and answers how many deadlines it acted on.
    """

    def register(watcher: Watcher) -> Watcher:
        known = _watchers.get(name)
        if known and known is not watcher:
            raise ValueError(f"two watchers named {name!r}")
        _watchers[name] = watcher
        return watcher

    return register


def kind_of(name: str) -> Kind | None:
    """The kind of that name, or None where no room registered one."""
    discover()
    return _kinds.get(name)


def watchers() -> Mapping[str, Watcher]:
    """Every registered watcher by its name."""
    discover()
    return _watchers


_discovered = False


def discover() -> None:
    """Import the ``tasks`` module of every room of the tournament, once."""
    global _discovered
    if _discovered:
        return
    import tournament

    for room in pkgutil.iter_modules(tournament.__path__):
        if room.ispkg and room.name not in {"jobs", "migrations"}:
            name = f"tournament.{room.name}.tasks"
            if importlib.util.find_spec(name):
                importlib.import_module(name)
    _discovered = True
