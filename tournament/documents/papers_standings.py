"""Standings on paper, as pictures and as a workbook: after each round, of squads, of branches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.wording import tie_break_words
from tournament.documents.papers_rounds import Seats, bundle, seats_of
from tournament.documents.papers_values import (
    XLSX,
    Asked,
    Made,
    Planned,
    about,
    levels_in_words,
    named,
    nothing,
    party,
    published_stages,
)
from tournament.documents.pictures import pictures_of_standings
from tournament.documents.results_workbook import (
    EntryRow,
    MatchRow,
    Results,
    RoundOfMatches,
    results_workbook,
)
from tournament.documents.standings import RoundResult, StandingsRow, plan_standings
from tournament.documents.standings import Standings as PrintedStandings
from tournament.documents.values import Party
from tournament.models import Entry, Event, Round, Stage
from tournament.officiating.selectors import byes_of
from tournament.stages.branches import branch_rows, last_decided, places_by_number
from tournament.stages.progress import kind_of
from tournament.stages.standings import DIFFERENCES, Line, Standings, note_of, standings_of
from tournament.stages.tables import facts_of

NO_RANK = "–"


def printed_standings(found: Standings, group: str | None = None) -> PrintedStandings:
    """A table of the engine as it is printed: the whole of it, or one group."""
    keys = [column.key for column in found.columns]
    lines = [line for line in found.lines if group is None or line.group == group]
    there = {line.number for line in lines}
    notes = [f"{column.short}: {column.formula}" for column in found.columns]
    unresolved = [tied for tied in found.unresolved if there & set(tied)]
    if unresolved:
        notes.append(
            _("Level after all criteria, so they share a rank: %(groups)s.")
            % {"groups": "; ".join(", ".join(map(str, tied)) for tied in unresolved)}
        )
    notes += [
        _("No. %(number)s: adjustment of %(points)s points. %(reason)s")
        % {"number": one.a, "points": one.points[0], "reason": one.note}
        for one in found.adjustments
        if one.a in there
    ]
    return PrintedStandings(
        rounds=tuple(_("Round %(number)d") % {"number": number} for number in found.rounds),
        totals=tuple(column.short for column in found.columns),
        rows=tuple(_printed_row(line, keys) for line in lines),
        signed=frozenset(at for at, key in enumerate(keys) if key in DIFFERENCES),
        sums=tuple({"points": "points", "level_difference": "difference"}.get(key, "") for key in keys),
        notes=tuple(notes),
    )


def _printed_row(line: Line, keys: Sequence[str]) -> StandingsRow:
    return StandingsRow(
        rank=NO_RANK if line.rank is None else line.rank,
        party=party(line.entry),
        rounds=tuple(
            None
            if cell is None
            else RoundResult(
                points=cell.points,
                difference=cell.difference,
                note=cell.note,
                opponent=str(cell.opponent or ""),
                levels=cell.levels,
            )
            for cell in line.cells
        ),
        totals=tuple(_total(line.values.get(key)) for key in keys),
        tied=line.tied,
    )


def _total(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return " ".join("–" if one is None else str(one) for one in value)
    return "" if value is None else value


def group_title(label: str) -> str:
    """「A 组」."""
    return _("Group %(label)s") % {"label": label}


def tables_of(stage: Stage, until: int | None = None) -> list[tuple[str, PrintedStandings]]:
    """The table of a stage with its title; groups stand one after the other, ranked A1, A2 …"""
    found = standings_of(stage, until)
    of = stage.name
    if found.until:
        of = _("%(stage)s, after round %(number)d") % {"stage": of, "number": found.until}
    table = printed_standings(found)
    if found.groups:
        rows = zip(found.lines, table.rows, strict=True)
        table = replace(table, rows=tuple(replace(row, rank=f"{line.group}{row.rank}") for line, row in rows))
    return [(of, table)]


def planned_tables(event: Event, tables: Sequence[tuple[str, PrintedStandings]]) -> Planned:
    """The pages of several tables, one after the other."""
    title = _("Standings")
    pages = []
    for of, table in tables:
        pages += plan_standings(about(event, title, stage=of), table)
    return Planned(named(title, event.name), about(event, title), pages)


def standings_paper(asked: Asked) -> Planned:
    """The standings of every stage after its latest round."""
    tables = [table for stage in published_stages(asked.event) for table in tables_of(stage)]
    if not tables:
        raise nothing("standings")
    return planned_tables(asked.event, tables)


def round_standings_paper(asked: Asked) -> Planned:
    """The standings of a stage after one round."""
    assert asked.round is not None
    return planned_tables(asked.event, tables_of(asked.round.stage, asked.round.number))


def standings_picture(asked: Asked) -> Made:
    """The standings of a stage for the group chat, after its latest round."""
    assert asked.stage is not None
    tables = tables_of(asked.stage)
    title = _("Standings")
    pictures = [
        picture for of, table in tables for picture in pictures_of_standings(asked.about(title, of), table)
    ]
    return bundle(named(title, asked.stage.name), pictures)


def branches_table(stage: Stage) -> PrintedStandings:
    """What the pairs of each branch brought together, as its page says it; empty where squads meet, which
    are the branches themselves, and in a knock-out, where those who win play more."""
    if kind_of(stage) != Entry.Kind.PAIR or stage.format == Stage.Format.KNOCKOUT:
        return PrintedStandings((), (), ())
    facts = facts_of(stage, people=True)
    found = branch_rows(facts)
    places = places_by_number(facts, last_decided(facts))
    members: dict[str, list[Entry]] = defaultdict(list)
    for entry in facts.entries:
        if entry.branch is not None and places.get(entry.number) is not None:
            members[entry.branch.name].append(entry)
    rows = []
    for row in found:
        best = min(members[str(row.branch)], key=lambda entry: (places[entry.number], entry.number))
        words = {"rank": places[best.number], "names": "  ".join(party(best).players)}
        rows.append(
            StandingsRow(
                row.rank,
                Party(branch=str(row.branch), label=_("best: %(rank)s %(names)s") % words),
                (),
                (row.entries, row.points, row.absent),
                tied=sum(other.rank == row.rank for other in found) > 1,
            )
        )
    return PrintedStandings(
        rounds=(),
        totals=(_("Pairs"), str(tie_break_words("points").short), _("Forfeits")),
        rows=tuple(rows),
        notes=(
            _("The sums of all pairs of a branch, most first. Branches have different numbers of pairs."),
            _(
                "Branches with equal points are parted by fewer forfeits, then by the best ranks of their "
                "pairs; those who are level then share the rank."
            ),
        ),
    )


def branches_paper(asked: Asked) -> Planned:
    """The sums of each branch in a stage."""
    assert asked.stage is not None
    table = branches_table(asked.stage)
    if not table.rows:
        raise nothing("branches")
    title = _("Branch totals")
    about_ = asked.about(title, asked.stage.name)
    return Planned(named(title, asked.stage.name), about_, plan_standings(about_, table))


def workbook_paper(asked: Asked) -> Made:
    """Standings, every round and all entries as a workbook. Phones and staff numbers are never in it."""
    event = asked.event
    stages = published_stages(event)
    several = len(stages) > 1
    standings: list[tuple[str, PrintedStandings]] = []
    branches: list[tuple[str, PrintedStandings]] = []
    rounds: list[RoundOfMatches] = []
    for stage in stages:
        found = standings_of(stage)
        for group in found.groups or [None]:
            tab = " ".join(
                text
                for text in (
                    stage.name if several else "",
                    group_title(group) if group else "",
                    _("Standings"),
                )
                if text
            )
            standings.append((tab, printed_standings(found, group)))
        sums = branches_table(stage)
        if sums.rows:
            branches.append((f"{stage.name if several else ''} {_('Branch totals')}".strip(), sums))
        rounds += rounds_of(stage, stage.name if several else "")
    if not stages:
        raise nothing("results")
    entries = (
        event.entries.select_related("branch").prefetch_related("players__person").order_by("kind", "number")
    )
    results = Results(
        standings=tuple(standings),
        branches=tuple(branches),
        rounds=tuple(rounds),
        entries=tuple(EntryRow(party(entry), str(entry.get_status_display())) for entry in entries),
    )
    title = _("Results")
    made = results_workbook(about(event, title), results)
    return Made(f"{named(title, event.name)}.xlsx", XLSX, made)


def rounds_of(stage: Stage, before: str = "") -> list[RoundOfMatches]:
    """Every published round of a stage: its matches by table, then who had a bye."""
    facts = facts_of(stage)
    by_key = {result.key: result for result in (*facts.results, *facts.boards)}
    found = []
    for round_ in stage.rounds.published().select_related("stage").order_by("number"):
        title = _("Round %(number)d") % {"number": round_.number}
        matches = [_match_row(seats, by_key.get(str(seats.board.key))) for seats in seats_of(round_)]
        matches += _bye_rows(round_, by_key)
        found.append(RoundOfMatches(f"{before} {title}".strip(), tuple(matches)))
    return found


def _match_row(seats: Seats, result: Any) -> MatchRow:
    row = MatchRow(seats.board.table, seats.a, seats.b)
    if result is None or result.kind == "pending":
        return row
    difference = result.difference[0] if result.difference else None
    return replace(
        row,
        levels=levels_in_words(result.levels),
        difference=None if isinstance(difference, str) else difference,
        points=result.points,
        note=note_of(result, 0),
    )


def _bye_rows(round_: Round, by_key: dict[str, Any]) -> list[MatchRow]:
    rows = []
    for slot in byes_of(round_):
        result = by_key.get(str(slot.encounter.key))
        rows.append(
            MatchRow(
                None,
                party(slot.entry),
                Party(),
                points=(None if result is None else result.points[0], None),
                note=note_of(result, 0) if result is not None else str(slot.encounter.get_bye_display()),
            )
        )
    return rows
