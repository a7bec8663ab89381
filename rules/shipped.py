"""The rule sets that come with the program, read from its files: no database is asked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.hands import RuleSet
from rules.whole import read_rule_set

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "rulesets"


@cache
def shipped_slugs() -> tuple[str, ...]:
    """The slugs of all rule sets that are shipped, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def shipped_data(slug: str) -> Mapping[str, Any]:
    """The data of a shipped rule set. Raises ``KeyError`` where there is none of that slug."""
    if slug not in shipped_slugs():
        raise KeyError(slug)
    return tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))


@cache
def shipped_rule_set(slug: str) -> RuleSet:
    """A shipped rule set, ready to judge. Raises ``KeyError`` where there is none of that slug."""
    return read_rule_set(shipped_data(slug))
