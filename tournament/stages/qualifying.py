"""Who goes on: from which place of the stage before, in which order, and what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.answers import Problem, Refused
from scoring.standings import Kind
from tournament.models import Entry, Stage
from tournament.plan.stage_rules import EntriesFrom
from tournament.stages.placed import Placed
from tournament.stages.progress import kind_of, rules_of, stage_before
from tournament.stages.ranking import ranking, ties_across
from tournament.stages.tables import GONE, LEFT, StageFacts, facts_of


@dataclass(frozen=True)
class Qualified:
    """One who goes on: the place of the stage before that it comes from (``A1``; ``3`` without groups)."""

    group: str
    rank: int
    number: int

    @property
    def label(self) -> str:
        return f"{self.group}{self.rank}"


def qualified(stage: Stage) -> list[Qualified]:
    """Who enters ``stage`` from the one before, best ranks first.

    One who has left in the meantime makes room for the next of its group. Raises ``Refused`` where the stage
    before is not finished, or where a tie on a place that matters is not resolved: the problem names the
    group, the entries and the place.
    """
    source, before = rules_of(stage).entries_from, stage_before(stage)
    if source is None or before is None:
        return []
    if before.status != Stage.Status.DONE:
        raise Refused([Problem("stage-before-not-finished", "stage", {"stage": before.name})])
    return qualified_from(stage, source, facts_of(before))


def qualified_from(stage: Stage, source: EntriesFrom, facts: StageFacts) -> list[Qualified]:
    """The same from the facts of the stage before, as they are or are supposed to be."""
    problems = tie_problems(facts, source)
    if problems:
        raise Refused(problems)
    gone = {entry.number for entry in facts.entries if entry.status in GONE | LEFT}
    found: list[Qualified] = []
    following: list[Qualified] = []
    for group in [*facts.groups] or [""]:
        rows = [row for row in ranking(facts, group or None) if row.rank is not None]
        staying = [row for row in rows if row.number not in gone]
        chosen = staying[source.first - 1 : source.last]
        found += [Qualified(group, source.first + at, row.number) for at, row in enumerate(chosen)]
        following += [
            Qualified(group, source.last + 1, row.number) for row in staying[source.last : source.last + 1]
        ]
    found.sort(key=lambda one: (one.rank, one.group))
    found += best_of(facts, following, source.best_next)
    return found + _let_in(stage, source, {one.number for one in found})


def _let_in(stage: Stage, source: EntriesFrom, there: set[int]) -> list[Qualified]:
    """Those whom the organiser lets in by hand, after all who have qualified; their group is ``+``."""
    rows = Entry.objects.filter(event=stage.event_id, kind=kind_of(stage), number__in=source.also).playing()
    rows = rows.exclude(status=Entry.Status.ABSENT)
    playing = set(rows.values_list("number", flat=True)) - there
    wanted = [number for number in source.also if number in playing]
    return [Qualified("+", source.last + place, number) for place, number in enumerate(wanted, 1)]


def tie_problems(facts: StageFacts, source: EntriesFrom) -> list[Problem]:
    """Ties that block advancing: one for each group of entries that stayed level on a place that matters."""
    problems = []
    for group in [*facts.groups] or [""]:
        rows = ranking(facts, group or None)
        if facts.stage.format == Stage.Format.KNOCKOUT:
            rows = _shared_across(rows, source.last)
        deep = source.last + (1 if source.best_next else 0)
        for members in ties_across(rows, deep):
            rank = next(row.rank for row in rows if row.number in members)
            problems.append(
                Problem(
                    "tie-on-the-line",
                    f"groups.{group}" if group else "standings",
                    {"group": group, "entries": members, "rank": rank, "stage": facts.stage.name},
                )
            )
    return problems


def _shared_across(rows: list[Placed], last: int) -> list[Placed]:
    """In a knock-out only a shared place that lies across the line has to be parted."""
    return [
        Placed(row.rank, row.number, row.level, open=row.rank <= last < row.rank + row.level - 1)
        for row in rows
        if row.rank is not None
    ]


def best_of(facts: StageFacts, candidates: list[Qualified], count: int) -> list[Qualified]:
    """The ``count`` best of those who finished next in their groups, by points and difference a match.

    Groups may be unequal, so the averages of the matches are compared. Raises ``Refused`` where the line lies
    between equals that nobody has parted.
    """
    if count == 0:
        return []
    order = sorted(candidates, key=lambda one: (*_average(facts, one.number), one.group), reverse=True)
    if count < len(order):
        inside, outside = order[count - 1], order[count]
        if _average(facts, inside.number) == _average(facts, outside.number):
            level = sorted(
                one.number
                for one in order
                if _average(facts, one.number)[:2] == _average(facts, inside.number)[:2]
            )
            raise Refused(
                [
                    Problem(
                        "tie-among-the-next",
                        "standings",
                        {"entries": level, "stage": facts.stage.name, "count": count},
                    )
                ]
            )
    return sorted(order[:count], key=lambda one: one.group)


def _average(facts: StageFacts, number: int) -> tuple[Any, ...]:
    points, difference, matches = Fraction(0), Fraction(0), 0
    for result in facts.results:
        if result.struck or number not in (result.a, result.b) or result.kind is Kind.PENDING:
            continue
        at = 0 if result.a == number else 1
        points += Fraction(str(result.points[at]))
        if result.difference is not None and not isinstance(result.difference[at], str):
            difference += Fraction(str(result.difference[at]))
        matches += result.kind is not Kind.ADJUSTMENT
    settled = facts.settled.get(number, 0)
    return points / max(matches, 1), difference / max(matches, 1), -settled


def entries_by_number(stage: Stage, numbers: list[int], kind: str) -> Mapping[int, Entry]:
    """The entries of these numbers, with their branches."""
    rows = Entry.objects.filter(event=stage.event_id, kind=kind, number__in=numbers).select_related("branch")
    return {entry.number: entry for entry in rows}
