"""The entries of a document of results: who is ranked, what it brings along, where its points add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.answers import Problem, Refused
from scoring.matches.reading import is_number

from .results import Entry, EntryId
from .squads import SUMMED, SquadRules, load_squads
from .tiebreaks import REGISTRY

KEYS = ("id", "carried", "placed", "branch", "squad")
BRANCH_KEYS = ("add", "best")


@dataclass(slots=True)
class Listed:
    """The entries as they were listed, the branch and the squad of each that has one, and what is wrong."""

    entries: list[Entry] = field(default_factory=list)
    branches: dict[EntryId, str] = field(default_factory=dict)
    squads: dict[str, list[EntryId]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def ids(self) -> set[EntryId]:
        """Everybody who is ranked."""
        return {entry.id for entry in self.entries}


@dataclass(frozen=True, slots=True)
class Sums:
    """How entries add up: squads by their rules, branches by one value of their (``best``) entries.

    ``None`` for what was not asked for.
    """

    squads: SquadRules | None = None
    branches: str | None = None
    best: int | None = None


def read_entries(items: Sequence[Any]) -> Listed:
    """Read the list ``entries``: numbers, texts, or objects."""
    found = Listed()
    seen: set[EntryId] = set()
    for place, item in enumerate(items):
        at = f"entries[{place}]"
        told: Mapping[str, Any] = {}
        if isinstance(item, Mapping):
            told, item = item, item.get("id")
            for key in told:
                if key not in KEYS:
                    _refuse(found, "document-unknown-key", f"{at}.{key}", known=", ".join(KEYS))
        if not isinstance(item, int | str) or isinstance(item, bool):
            _refuse(found, "entry-not-understood", at, value=repr(item))
        elif item in seen:
            _refuse(found, "entry-twice", at, entry=item)
        else:
            seen.add(item)
            found.entries.append(_entry(found, item, told, at))
    return found


def _entry(found: Listed, id_: EntryId, told: Mapping[str, Any], at: str) -> Entry:
    carried, placed = told.get("carried", {}), told.get("placed", True)
    if not isinstance(carried, Mapping) or not all(
        key in REGISTRY and is_number(value) for key, value in carried.items()
    ):
        _refuse(found, "carried-not-understood", f"{at}.carried", known=", ".join(REGISTRY))
        carried = {}
    if not isinstance(placed, bool):
        _refuse(found, "not-true-or-false", f"{at}.placed", value=repr(placed))
    branch, squad = (_name(found, told, key, at) for key in ("branch", "squad"))
    if branch:
        found.branches[id_] = branch
    if squad:
        found.squads.setdefault(squad, []).append(id_)
    return Entry(id_, dict(carried), placed is not False)


def _name(found: Listed, told: Mapping[str, Any], key: str, at: str) -> str:
    value = told.get(key, "")
    if not isinstance(value, str):
        _refuse(found, "name-not-understood", f"{at}.{key}", value=repr(value))
        return ""
    return value


def read_sums(data: Mapping[str, Any], listed: Listed, problems: list[Problem]) -> Sums:
    """Read the tables ``squads`` and ``branches``; without them the usual rules where entries name any."""
    squads: SquadRules | None = None
    if "squads" in data or listed.squads:
        told = data.get("squads", {})
        try:
            squads = load_squads(told if isinstance(told, Mapping) else {})
        except Refused as refused:
            problems.extend(refused.problems)
        if not isinstance(told, Mapping):
            problems.append(Problem("format-not-a-table", "squads", {"value": repr(told)}))
    if "branches" not in data and not listed.branches:
        return Sums(squads)
    told = data.get("branches", {})
    if not isinstance(told, Mapping):
        problems.append(Problem("format-not-a-table", "branches", {"value": repr(told)}))
        told = {}
    problems.extend(
        Problem("document-unknown-key", f"branches.{key}", {"known": ", ".join(BRANCH_KEYS)})
        for key in told
        if key not in BRANCH_KEYS
    )
    add, best = told.get("add", "points"), told.get("best")
    if add not in SUMMED:
        values = {"key": add, "known": ", ".join(sorted(SUMMED))}
        problems.append(Problem("tiebreak-unknown", "branches.add", values))
        add = "points"
    if best is not None and (not isinstance(best, int) or isinstance(best, bool) or best < 1):
        problems.append(Problem("best-not-a-count", "branches.best", {"value": best}))
        best = None
    return Sums(squads, add, best)


def _refuse(found: Listed, code: str, at: str, **values: object) -> None:
    found.problems.append(Problem(code, at, values))
