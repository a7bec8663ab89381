"""The table as people read it: entries with their names, each round's result, every value with its sum."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import Kind, Result, Table, load_squads
from scoring.wording import formula_text, sum_text, tie_break_words
from tournament.models import Entry, Stage
from tournament.stages.knockout import places_of
from tournament.stages.placed import Placed
from tournament.stages.ranking import adds_up, ranking, settled_rows, squad_rows
from tournament.stages.tables import StageFacts, facts_of

RANK_POINTS = "rank_points"
DIFFERENCES = {"level_difference", "level_difference_tied", "small_points"}


@dataclass(frozen=True)
class Column:
    """One tie-break of the table: its key, its names, and how it is worked out, in words."""

    key: str
    name: str
    short: str
    formula: str


@dataclass(frozen=True)
class RoundCell:
    """What an entry has from one round; ``note`` is a word where there was no play."""

    round: int
    points: float | int
    difference: float | int | None
    opponent: int | None
    levels: str
    note: str
    key: str


@dataclass(frozen=True)
class Line:
    """One row. ``tied`` says that nothing separates it from its neighbour; ``moved`` places gained since.

    ``group`` is the letter of its group, empty where there is only one.
    """

    rank: int | None
    entry: Entry
    cells: list[RoundCell | None]
    values: dict[str, Any]
    sums: dict[str, str]
    tied: bool
    moved: int | None
    group: str = ""

    @property
    def number(self) -> int:
        return self.entry.number


@dataclass(frozen=True)
class Standings:
    """The standings of one stage after round ``until``, with the movement since round ``since``.

    ``rounds`` have a column each, ``published`` are all that players may see, ``decided`` those after which
    there is a table.
    ``groups`` are the letters of its groups, where it has several.
    """

    stage: Stage
    until: int | None
    since: int | None
    rounds: list[int]
    published: list[int]
    decided: list[int]
    columns: list[Column]
    lines: list[Line]
    unresolved: list[list[int]]
    adjustments: list[Result]
    groups: list[str] = field(default_factory=list)


def standings_of(
    stage: Stage, until: int | None = None, group: str | None = None, *, since: int | None = None
) -> Standings:
    """The standings after round ``until`` (the latest without it), in at most a dozen queries.

    Of one ``group`` where it is named; else of all, one after the other, each ranked for itself. A knock-out
    ranks by the places that it has decided, squads by what their pairs brought where the plan adds that up.
    Places are told as gained or lost since round ``since``, without it the round before.
    """
    return standings_from(facts_of(stage, people=True), until, group, since=since)


def standings_from(
    facts: StageFacts, until: int | None = None, group: str | None = None, *, since: int | None = None
) -> Standings:
    """The same from facts that were read with people."""
    stage, rounds = facts.stage, facts.decided
    last = max((number for number in rounds if until is None or number <= until), default=0)
    earlier = [number for number in rounds if number < last]
    before = since if since in earlier else max(earlier, default=None)
    kept = [result for result in facts.results if result.round <= last]
    shown_rounds = [number for number in facts.rounds if number <= last] or facts.rounds[:1]
    by_group = list(facts.groups) if len(facts.groups) > 1 else []
    wanted: list[str | None] = [group] if group is not None else [*by_group] or [None]
    find = _table_part
    if stage.format == Stage.Format.KNOCKOUT and not facts.of_pairs:
        find = _knockout_part
    elif adds_up(facts):
        find = _squads_part
    parts = [find(facts, last, one) for one in wanted]
    moved: dict[int, int | None] = {}
    if before is not None:
        for one, part in zip(wanted, parts, strict=True):
            moved |= _moved(ranking(facts, one, before), part.rows)
    cells = _cells(kept)
    entries = {entry.number: entry for entry in facts.entries}
    return Standings(
        stage=stage,
        until=last or None,
        since=before,
        rounds=shown_rounds,
        published=facts.rounds,
        decided=rounds,
        columns=parts[0].columns,
        lines=[
            Line(
                rank=placed.rank,
                entry=entries[placed.number],
                cells=[cells[placed.number].get(number) for number in shown_rounds],
                values=part.values.get(placed.number, {}),
                sums=part.sums.get(placed.number, {}),
                tied=placed.level > 1,
                moved=moved.get(placed.number),
                group=one or "",
            )
            for one, part in zip(wanted, parts, strict=True)
            for placed in part.rows
        ],
        unresolved=[tied for part in parts for tied in part.unresolved],
        adjustments=[result for result in kept if result.kind is Kind.ADJUSTMENT],
        groups=by_group,
    )


def _moved(before: list[Placed], rows: list[Placed]) -> dict[int, int | None]:
    """Places gained since an earlier table; ``None`` for one who had no rank in both."""
    was = {placed.number: placed.rank for placed in before}
    found: dict[int, int | None] = {}
    for placed in rows:
        old = was.get(placed.number)
        found[placed.number] = None if old is None or placed.rank is None else old - placed.rank
    return found


@dataclass(frozen=True)
class _Part:
    """The rows of one table, whatever made them."""

    rows: list[Placed]
    columns: list[Column]
    values: dict[int, dict[str, Any]]
    sums: dict[int, dict[str, str]]
    unresolved: list[list[int]]


def _table_part(facts: StageFacts, last: int, group: str | None) -> _Part:
    table = facts.table(last, group)
    rows = settled_rows(table.rows, facts.settled_at(last))
    open_ = {row.number for row in rows if row.open}
    return _Part(
        rows=rows,
        columns=[column_of(table, key) for key in table.keys],
        values={row.number: {key: table.shown(row.number, key) for key in table.keys} for row in rows},
        sums={row.number: {key: sum_text(table, row.number, key) for key in table.keys} for row in rows},
        unresolved=[sorted(tied) for tied in table.unresolved if open_ & set(tied)],  # type: ignore[type-var]
    )


def _knockout_part(facts: StageFacts, last: int, group: str | None) -> _Part:
    return _Part(places_of(facts, last), [], {}, {}, [])


def _squads_part(facts: StageFacts, last: int, group: str | None) -> _Part:
    rules = load_squads(facts.stage.config["squads"])
    found = squad_rows(facts, last)
    keys = dict.fromkeys((rules.add, *rules.tiebreaks))
    columns = []
    for key in keys:
        words = tie_break_words(key)
        columns.append(
            Column(
                key, str(words.name), str(words.short), _("What the pairs of the squad brought, added up.")
            )
        )
    values = {int(str(row.squad)): dict(row.values) for row in found}
    if rules.by_rank:
        shown = ", ".join(f"{points:g}" for points in rules.by_rank)
        columns.append(
            Column(
                RANK_POINTS,
                _("Points for the rank"),
                _("Rank pts"),
                _("By the rank of the squad: %(points)s.") % {"points": shown},
            )
        )
        for row in found:
            values[int(str(row.squad))][RANK_POINTS] = row.points
    sums = {
        int(str(row.squad)): {
            key: " + ".join(
                _("no. %(pair)s: %(value)g") % {"pair": pair, "value": value} for pair, value in brought
            )
            for key, brought in row.brought.items()
        }
        for row in found
    }
    rows = ranking(facts, until=last)
    tied: dict[int | None, list[int]] = defaultdict(list)
    for one in rows:
        if one.open:
            tied[one.rank].append(one.number)
    return _Part(rows, columns, values, sums, list(tied.values()))


def column_of(table: Table, key: str) -> Column:
    """A tie-break's names and formula in the reader's language."""
    words = tie_break_words(key)
    return Column(key, str(words.name), str(words.short), formula_text(table.tiebreak(key)))


def _cells(results: list[Result]) -> dict[Any, dict[int, RoundCell]]:
    cells: dict[Any, dict[int, RoundCell]] = defaultdict(dict)
    for result in results:
        if result.kind in (Kind.ADJUSTMENT, Kind.PENDING):
            continue
        for at, (me, other) in enumerate(((result.a, result.b), (result.b, result.a))):
            if me is None:
                continue
            difference = result.difference[at] if result.difference else None
            levels = ""
            if result.levels:
                own, theirs = result.levels[at], result.levels[1 - at]
                levels = f"{own}:{theirs}"
            cells[me][result.round] = RoundCell(
                round=result.round,
                points=result.points[at],
                difference=None if isinstance(difference, str) else difference,
                opponent=other,
                levels=levels,
                note=note_of(result, at),
                key=result.key,
            )
    return cells


def note_of(result: Result, at: int) -> str:
    """A word where there was no play: bye, forfeit … seen from side ``at``."""
    if result.kind is Kind.BYE:
        return _("bye")
    if result.kind is Kind.ASKED_BYE:
        return _("bye on request")
    if result.kind is Kind.FREE:
        return _("no opponent")
    if result.kind is Kind.DOUBLE_FORFEIT:
        return _("both forfeit")
    if result.kind is Kind.ANNULLED:
        return _("annulled")
    if result.kind is Kind.FORFEIT:
        return _("won by forfeit") if result.winner == "ab"[at] else _("forfeit")
    return ""
