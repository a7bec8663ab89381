"""The prizes of a regulation: its ``[awards]`` table, checked.

==================  ======================================================================================
``ranks``           ``[1, 8]``: the places that are honoured by their number (第一名 … 第八名)
``titles``          names in place of numbers, from rank 1: ``["冠军", "亚军", "季军"]``
``thirds``          ``2``: the third and the fourth both have the third prize
``classes``         in order, each ``{ name, count }``, ``{ name, percent }`` or ``{ name, ranks = [6, 10] }``
``merit``           ``{ name, count }`` after all of these (优胜奖); without a count as many as are left
``souvenir``        ``{ name }`` for everybody who played and has nothing yet (纪念奖)
``organisers``      ``{ name, count, by }``: branches with most entries or points (优秀组织奖)
==================  ======================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem, Refused

KEYS = ("ranks", "titles", "thirds", "classes", "merit", "souvenir", "organisers")
BY = ("entries", "points")


@dataclass(frozen=True, slots=True)
class AwardClass:
    """A class of prizes: so many (``count``), a share (``percent``) or the ranks ``first`` to ``last``."""

    name: str
    count: int | None = None
    percent: float | None = None
    first: int | None = None
    last: int | None = None

    def size(self, entries: int) -> int | None:
        """How many prizes there are among so many entries; ``None`` for a band of ranks, and for the rest."""
        if self.percent is not None:
            return max(1, int(entries * self.percent / 100 + 0.5))
        return self.count


@dataclass(frozen=True, slots=True)
class OrganiserPrize:
    """A prize for branches: how many, and by what."""

    name: str
    count: int = 1
    by: str = "entries"


@dataclass(frozen=True, slots=True)
class AwardRules:
    """The ``[awards]`` table, checked. ``last`` is the last rank that is honoured by its number (0: none)."""

    first: int = 1
    last: int = 0
    titles: tuple[str, ...] = ()
    thirds: int = 1
    classes: tuple[AwardClass, ...] = ()
    merit: AwardClass | None = None
    souvenir: str = ""
    organisers: OrganiserPrize | None = None


def load_awards(data: Mapping[str, Any]) -> AwardRules:
    """Read an ``[awards]`` table. Raises ``Refused`` with every fault at its key."""
    problems = [
        Problem("award-unknown-key", f"awards.{key}", {"known": ", ".join(KEYS)})
        for key in data
        if key not in KEYS
    ]

    def complain(code: str, key: str) -> None:
        problems.append(Problem(code, f"awards.{key}"))

    first, last = _ranks(data.get("ranks", [1, 0]), "ranks", complain)
    titles = data.get("titles", [])
    if not isinstance(titles, list) or not all(isinstance(one, str) and one for one in titles):
        complain("award-needs-names", "titles")
        titles = []
    thirds = data.get("thirds", 1)
    if thirds not in (1, 2) or isinstance(thirds, bool):
        complain("award-thirds", "thirds")
        thirds = 1
    given = data.get("classes", [])
    if not isinstance(given, list):
        complain("award-needs-name", "classes")
        given = []
    classes = [_class(one, f"classes[{at}]", complain, needs_size=True) for at, one in enumerate(given)]
    merit = _class(data["merit"], "merit", complain, needs_size=False) if "merit" in data else None
    souvenir = (
        _class(data["souvenir"], "souvenir", complain, needs_size=False).name if "souvenir" in data else ""
    )
    organisers = None
    if "organisers" in data:
        one = data["organisers"]
        found = _class(one, "organisers", complain, needs_size=False)
        by = one.get("by", "entries") if isinstance(one, Mapping) else "entries"
        if by not in BY:
            complain("award-organisers-by", "organisers.by")
        organisers = OrganiserPrize(found.name, found.count or 1, by)
    if problems:
        raise Refused(problems)
    return AwardRules(first, last, tuple(titles), thirds, tuple(classes), merit, souvenir, organisers)


def _ranks(given: Any, key: str, complain: Any) -> tuple[int, int]:
    whole = isinstance(given, list) and len(given) == 2 and all(type(one) is int for one in given)
    if not whole or given[0] < 1 or (given[1] < given[0] and given != [1, 0]):
        complain("award-ranks", key)
        return 1, 0
    return given[0], given[1]


def _class(given: Any, key: str, complain: Any, *, needs_size: bool) -> AwardClass:
    if not isinstance(given, Mapping) or not isinstance(given.get("name"), str) or not given["name"]:
        complain("award-needs-name", key)
        return AwardClass("")
    sizes = [one for one in ("count", "percent", "ranks") if one in given]
    if len(sizes) > 1 or (needs_size and not sizes):
        complain("award-needs-one-size", key)
        return AwardClass(given["name"])
    count, percent = given.get("count"), given.get("percent")
    if count is not None and (type(count) is not int or count < 1):
        complain("award-count", f"{key}.count")
        count = None
    if percent is not None and (type(percent) not in (int, float) or not 0 < percent <= 100):
        complain("award-percent", f"{key}.percent")
        percent = None
    first, last = _ranks(given["ranks"], f"{key}.ranks", complain) if "ranks" in given else (None, None)
    return AwardClass(given["name"], count, percent, first, last)
