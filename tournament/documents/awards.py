"""Who is given what: classes by count or per cent, bands, two thirds, prizes for all and for branches.

A regulation's ``[awards]`` table says it (``tournament.plan.award_rules``); nothing here reads the database.

Those who are level are never parted by the edge of a prize: all have the better one, and the list says so.
A share is of all entries that play, rounded to the nearest whole number, a half upwards, at least one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.answers import Reason
from tournament.plan.award_rules import AwardClass, AwardRules, OrganiserPrize, load_awards

__all__ = ["AwardClass", "AwardList", "AwardRules", "BranchSum", "Given", "Ranked", "award", "load_awards"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry in the final order: its rank (``None``: without one), who it is."""

    rank: int | None
    entry: int | str


@dataclass(frozen=True, slots=True)
class Given:
    """A prize and who has it. ``prize`` is a name, or empty where the rank itself is the prize."""

    prize: str
    rank: int | None
    entry: int | str


@dataclass(frozen=True, slots=True)
class AwardList:
    """All prizes of entries in order, those of branches, and where the list had to decide something."""

    entries: tuple[Given, ...]
    branches: tuple[Given, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class BranchSum:
    """What a branch brought: entries that played, their points, the matches they forfeited, their places
    (best first)."""

    branch: str
    entries: int
    points: float = 0
    absent: int = 0
    ranks: tuple[int, ...] = ()


def award(
    rules: AwardRules,
    order: Sequence[Ranked],
    *,
    playing: Sequence[int | str] = (),
    branches: Sequence[BranchSum] = (),
) -> AwardList:
    """The award list of a final ``order`` (best first).

    ``playing`` are all who took part, for shares and for the souvenir; ``branches`` what each brought.
    """
    ranked = [one for one in order if one.rank is not None]
    reasons: list[Reason] = []
    given: list[Given] = []
    number = len(set(playing) | {one.entry for one in order})
    while ranked and rules.first <= _honoured(rules, ranked[0]) <= rules.last:
        one = ranked.pop(0)
        rank = _honoured(rules, one)
        title = rules.titles[rank - 1] if rank <= len(rules.titles) else ""
        given.append(Given(title, rank, one.entry))
    for one_class in (*rules.classes, *((rules.merit,) if rules.merit else ())):
        taken, ranked = _taken(one_class, ranked, number, reasons)
        given += [Given(one_class.name, one.rank, one.entry) for one in taken]
    if rules.souvenir:
        has = {one.entry for one in given}
        everybody = dict.fromkeys([*(one.entry for one in order), *playing])
        given += [Given(rules.souvenir, None, one) for one in everybody if one not in has]
    return AwardList(tuple(given), _branches(rules.organisers, branches, reasons), tuple(reasons))


def _honoured(rules: AwardRules, one: Ranked) -> int:
    """The rank that is honoured: with two thirds the fourth is a third, too."""
    assert one.rank is not None
    return 3 if rules.thirds == 2 and one.rank == 4 else one.rank


def _taken(
    one_class: AwardClass, ranked: list[Ranked], number: int, reasons: list[Reason]
) -> tuple[list[Ranked], list[Ranked]]:
    if one_class.first is not None and one_class.last is not None:
        inside = [one for one in ranked if one_class.first <= (one.rank or 0) <= one_class.last]
        return inside, [one for one in ranked if one not in inside]
    size = one_class.size(number)
    if size is None or size >= len(ranked):
        return ranked, []
    edge = ranked[size - 1].rank
    end = size
    while end < len(ranked) and ranked[end].rank == edge:
        end += 1
    if end > size:
        reasons.append(
            Reason(
                "award-shared-edge", "", {"prize": one_class.name, "rank": edge, "count": end, "meant": size}
            )
        )
    return ranked[:end], ranked[end:]


def _branches(
    prize: OrganiserPrize | None, branches: Sequence[BranchSum], reasons: list[Reason]
) -> tuple[Given, ...]:
    if prize is None:
        return ()

    def worth(one: BranchSum) -> tuple[Any, ...]:
        most = one.entries if prize.by == "entries" else one.points
        return -most, one.absent, not one.ranks, one.ranks

    order = sorted((one for one in branches if one.entries), key=lambda one: (worth(one), one.branch))
    end = min(prize.count, len(order))
    while 0 < end < len(order) and worth(order[end]) == worth(order[end - 1]):
        end += 1
    if end > prize.count:
        reasons.append(
            Reason(
                "award-shared-edge",
                "",
                {"prize": prize.name, "rank": prize.count, "count": end, "meant": prize.count},
            )
        )
    return tuple(Given(prize.name, None, one.branch) for one in order[:end])
