"""A plan in numbers before anybody has entered: entries, rounds, matches, tables, minutes, by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem
from tournament.pairing import bracket_from_lines, round_robin
from tournament.pairing.bracket import best_losers_needed, seed_lines, width_for
from tournament.plan.stage_rules import SQUADS, StageRules, load_stage
from tournament.plan.template import StagePlan, division_names

BETWEEN_ROUNDS = 10
"""Minutes from the end of a round to the start of the next: slips, draw, seats."""


@dataclass(frozen=True, slots=True)
class RoundOutline:
    """One round: ``matches`` at as many tables at once, ``byes``, and ``minutes`` (``None``: no clock)."""

    number: int
    matches: int
    byes: int
    minutes: int | None


@dataclass(frozen=True, slots=True)
class StageOutline:
    """One stage with ``entries`` (pairs or squads). ``groups`` are sizes; ``goes_on`` enter a later stage."""

    key: str
    name: str
    format: str
    entries: int
    squads: bool
    rounds: tuple[RoundOutline, ...]
    groups: tuple[int, ...] = ()
    comes_from: str = ""
    goes_on: int = 0

    @property
    def matches(self) -> int:
        return sum(one.matches for one in self.rounds)

    @property
    def tables(self) -> int:
        """Tables that are needed for one round to be played at once."""
        return max((one.matches for one in self.rounds), default=0)

    def minutes(self, tables: int = 0) -> int | None:
        """How long the stage takes with so many tables (0: enough); ``None`` where a round has no clock."""
        total = 0
        for one in self.rounds:
            if one.minutes is None:
                return None
            turns = -(-one.matches // tables) if tables else 1
            total += max(turns, 1) * (one.minutes + BETWEEN_ROUNDS)
        return total


def outline(
    stages: Sequence[StagePlan],
    pairs: int,
    entry: Mapping[str, Any],
    in_division: Mapping[str, int] | None = None,
) -> tuple[StageOutline, ...]:
    """The stages in numbers for so many ``pairs``; ``entry`` is the plan's own table (squads, divisions).

    ``in_division`` says how many pairs each division has; without it they are taken to be of one size.
    """
    parts = dict(in_division or _even_parts(pairs, division_names(entry)))
    found: dict[str, StageOutline] = {}
    rules = {stage.key: load_stage(stage.config) for stage in stages}
    for stage in stages:
        mine = rules[stage.key]
        source = mine.entries_from
        if source is not None and source.stage in found:
            entries = _going_on(found[source.stage], mine)
        else:
            here = parts.get(mine.division, 0) if mine.division else pairs
            entries = here // _per_squad(entry) if mine.plays == SQUADS else here
        found[stage.key] = _stage(stage, mine, entries, entry)
    for key, mine in rules.items():
        source = mine.entries_from
        if source is not None and source.stage in found:
            one = found[source.stage]
            more = one.goes_on + found[key].entries
            values = {name: getattr(one, name) for name in StageOutline.__dataclass_fields__}
            found[source.stage] = StageOutline(**{**values, "goes_on": more})
    return tuple(found.values())


def _even_parts(pairs: int, divisions: Sequence[str]) -> dict[str, int]:
    count = len(divisions)
    return {name: pairs // count + (place < pairs % count) for place, name in enumerate(divisions)}


def _per_squad(entry: Mapping[str, Any]) -> int:
    squads = entry.get("squads", {})
    return int(squads.get("pairs", squads.get("least", 1)))


def _pairing(config: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = config.get("pairing", {})
    return found


def _going_on(before: StageOutline, rules: StageRules) -> int:
    source = rules.entries_from
    assert source is not None
    groups = before.groups or (before.entries,)
    taken = sum(max(0, min(size, source.last) - source.first + 1) for size in groups)
    left = sum(size > source.last for size in groups)
    return taken + min(source.best_next, left) + len(source.also)


def _stage(stage: StagePlan, rules: StageRules, entries: int, entry: Mapping[str, Any]) -> StageOutline:
    source = rules.entries_from.stage if rules.entries_from else ""
    squads = rules.plays == SQUADS
    boards = (rules.boards or _per_squad(entry)) if squads else 1
    groups: tuple[int, ...] = ()
    double = bool(_pairing(stage.config).get("double", False))
    if stage.format == "round_robin" and entries >= 2:
        count = rules.group_count(entries)
        groups = tuple(entries // count + (place < entries % count) for place in range(count))
        counts = _group_rounds(groups, double)
        if rules.every_pair:
            counts = [one for one in counts for _ in range(boards)]
    elif stage.format == "knockout" and entries >= 2:
        redrawn = rules.best_losers or bool(_pairing(stage.config).get("redraw", False))
        counts = _redrawn_rounds(entries, rules) if redrawn else _bracket_rounds(entries, rules)
    else:
        rounds = rules.rounds or 0
        counts = [(entries // 2, entries % 2)] * (rounds if entries >= 2 else 0)
    rounds_ = tuple(
        RoundOutline(number, matches * boards, byes, _minutes(rules, number, len(counts)))
        for number, (matches, byes) in enumerate(counts, 1)
    )
    return StageOutline(stage.key, stage.name, stage.format, entries, squads, rounds_, groups, source)


def _group_rounds(groups: Sequence[int], double: bool) -> list[tuple[int, int]]:
    schedules = [round_robin(size, double) for size in groups]
    most = max(len(one) for one in schedules)
    return [
        (
            sum(len(one[at]) for one in schedules if at < len(one)),
            sum(
                size - 2 * len(one[at]) for one, size in zip(schedules, groups, strict=True) if at < len(one)
            ),
        )
        for at in range(most)
    ]


def _bracket_rounds(entries: int, rules: StageRules) -> list[tuple[int, int]]:
    lines = [line if line <= entries else None for line in seed_lines(width_for(entries))]
    bracket = bracket_from_lines(lines, rules.places, rules.consolation)
    last = max(match.round for match in bracket.matches)
    return [
        (
            sum(match.round == number for match in bracket.matches),
            len(bracket.byes) if number == 1 else 0,
        )
        for number in range(1, min(last, rules.rounds or last) + 1)
    ]


def _redrawn_rounds(entries: int, rules: StageRules) -> list[tuple[int, int]]:
    """Rounds that are drawn anew: half of those left each time, filled up by the best losers after the first
    where the plan says so."""
    counts: list[tuple[int, int]] = []
    left = entries
    while left > 1 and (rules.rounds is None or len(counts) < rules.rounds):
        counts.append((left // 2, left % 2))
        left = -(-left // 2)
        if rules.best_losers and len(counts) == 1:
            left += min(best_losers_needed(left), entries // 2) if left > 1 else 0
    return counts


def _minutes(rules: StageRules, number: int, rounds: int) -> int | None:
    minutes = rules.match_in(number, rounds).get("time", {}).get("minutes")
    return int(minutes) if minutes else None


def check_plan(
    stages: Sequence[StagePlan], found: Sequence[StageOutline], *, tables: int = 0, minutes: int | None = None
) -> list[Problem]:
    """What the organiser should know before the start; each problem is a warning at its stage.

    ``tables`` are those of the hall (0: as many as are needed), ``minutes`` the time that there is.
    """
    problems: list[Problem] = []
    configs = {stage.key: stage.config for stage in stages}

    def warn(code: str, stage: StageOutline, **values: Any) -> None:
        at = f"stage.{stage.key}"
        problems.append(Problem(code, at, {"stage": stage.name, **values}, "unlikely"))

    for one in found:
        rules = load_stage(configs[one.key])
        if one.entries < 2:
            warn("plan-too-few", one, entries=one.entries)
            continue
        byes = max(round_.byes for round_ in one.rounds) if one.rounds else 0
        if byes:
            warn("plan-byes", one, byes=byes, entries=one.entries)
        if one.format == "knockout":
            if rules.places > one.entries:
                warn("plan-places", one, places=rules.places, entries=one.entries)
            means = rules.match.get("level_at_time", ["draw"])
            if not rules.match.get("hands") and not {"lots", "on_deal"} & set(means):
                warn("plan-no-winner", one)
        elif one.format == "swiss" and 2 * len(one.rounds) > one.entries + one.entries % 2:
            warn("plan-many-rounds", one, rounds=len(one.rounds), entries=one.entries)
        if one.groups and one.groups[0] != one.groups[-1]:
            warn("plan-uneven-groups", one, largest=one.groups[0], smallest=one.groups[-1])
        if one.goes_on and "lots" not in _keys(configs[one.key].get("standings", {}).get("tiebreaks", [])):
            warn("plan-tie-on-the-line", one, goes_on=one.goes_on)
        if tables and one.tables > tables:
            warn("plan-tables", one, tables=tables, needed=one.tables, turns=-(-one.tables // tables))
        if one.format == "knockout" and _pairing(configs[one.key]).get("same_branch") == "never":
            warn("plan-never-in-a-knockout", one)
    abreast = tables_abreast(found)
    if tables and abreast > tables >= max((one.tables for one in found), default=0):
        values = {"needed": abreast, "tables": tables}
        problems.append(Problem("plan-tables-abreast", "stage", values, "unlikely"))
    total = minutes_in_all(found, tables)
    if minutes is not None and total is not None and total > minutes:
        problems.append(Problem("plan-time", "stage", {"needed": total, "minutes": minutes}, "unlikely"))
    return problems


def steps(found: Sequence[StageOutline]) -> dict[str, int]:
    """How many stages each stage waits for: those with the same number are played side by side."""
    place: dict[str, int] = {}
    for one in found:
        place[one.key] = place[one.comes_from] + 1 if one.comes_from in place else 0
    return place


def _abreast(found: Sequence[StageOutline]) -> list[list[StageOutline]]:
    place = steps(found)
    return [[one for one in found if place[one.key] == step] for step in sorted(set(place.values()))]


def tables_abreast(found: Sequence[StageOutline]) -> int:
    """Tables that are needed where stages that wait for nothing are played side by side."""
    return max((sum(one.tables for one in stages) for stages in _abreast(found)), default=0)


def minutes_in_all(found: Sequence[StageOutline], tables: int = 0) -> int | None:
    """How long the whole plan takes: side by side where the tables suffice, else one stage after another.

    ``None`` where a round has no clock.
    """
    total = 0
    for stages in _abreast(found):
        lasts = [one.minutes(tables) for one in stages]
        if None in lasts:
            return None
        known = [last for last in lasts if last is not None]
        together = not tables or sum(one.tables for one in stages) <= tables
        total += max(known) if together else sum(known)
    return total


def _keys(tiebreaks: Any) -> set[str]:
    """Every key that a list of tie-breaks names, whatever its conditions."""
    if isinstance(tiebreaks, str):
        return {tiebreaks}
    if isinstance(tiebreaks, Mapping):
        return {
            key for name, value in tiebreaks.items() if name in ("key", "use", "else") for key in _keys(value)
        }
    return {key for one in tiebreaks for key in _keys(one)}
