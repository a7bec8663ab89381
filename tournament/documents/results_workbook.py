"""The results as a workbook: standings, a sheet for each round, the entries.

Totals that an organiser would check are formulas over the rounds; a total that holds more than the rounds
(a penalty) shows the rest as a number in its formula, so that it adds up to what the product says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl.utils import get_column_letter

from tournament.documents.page import printed_at
from tournament.documents.standings import Number, RoundResult, Standings, StandingsRow, notes_of, numbered
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of
from tournament.documents.workbook import FIRST_ROW, SIGNED, Formula, SheetColumn, SheetPlan, Value, workbook


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of a round; ``levels``, ``points`` and ``difference`` (levels) as A and B see them,
    ``note`` says bye or forfeit.
    """

    table: int | str | None
    a: Party
    b: Party
    levels: tuple[str, str] = ("", "")
    difference: int | None = None
    points: tuple[Number | None, Number | None] = (None, None)
    note: str = ""


@dataclass(frozen=True, slots=True)
class RoundOfMatches:
    """A round with its title ("第 2 轮") and its matches in the order of the tables."""

    title: str
    matches: tuple[MatchRow, ...]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with its state in words ("已报到") and a remark."""

    party: Party
    state: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """All that the workbook holds: ranked tables with the names of their sheets, rounds, entries, and what
    the branches brought."""

    standings: tuple[tuple[str, Standings], ...]
    rounds: tuple[RoundOfMatches, ...]
    entries: tuple[EntryRow, ...]
    branches: tuple[tuple[str, Standings], ...] = ()


def _number(value: Number | str | None) -> Value:
    if isinstance(value, str):
        return _level(value)
    return value


def _level(text: str) -> Value:
    """A level as it is written; one of the figures is a number, so that no cell complains of a number as
    text.
    """
    return int(text) if text.isascii() and text.isdigit() else text or None


def _players(party: Party, place: int) -> str:
    if party.label:
        return party.label if place == 0 else ""
    return party.players[place] if place < len(party.players) else ""


def _most_players(parties: Sequence[Party]) -> int:
    return max((len(party.players) for party in parties), default=2) or 1


def _player_columns(count: int) -> list[SheetColumn]:
    if count == 1:
        return [SheetColumn(pgettext("paper", "Players"), "left", bold=True)]
    titles = [_("Player %(number)d") % {"number": number} for number in range(1, count + 1)]
    return [SheetColumn(title, "left", bold=True) for title in titles]


def _exact(value: Number) -> Decimal:
    return Decimal(str(value))


def _sum(row: StandingsRow, of: str, total: Number, first: int, at: int) -> Value:
    """The sum of a row's points or differences as a formula whose value is the total, what is not of a
    round added.
    """
    letters, known = [], Decimal(0)
    for place, result in enumerate(row.rounds):
        part = None if result is None else (result.points if of == "points" else result.difference)
        letters.append(f"{get_column_letter(first + 2 * place + (0 if of == 'points' else 1))}{at}")
        known += _exact(part or 0)
    rest = _exact(total) - known
    text = "SUM(" + ",".join(letters) + ")"
    if rest:
        text += f"{'+' if rest > 0 else '-'}{abs(rest)}"
    value = _exact(total)
    return Formula(text, int(value) if value == value.to_integral_value() else float(value))


def _round_cells(result: RoundResult | None) -> tuple[Value, Value]:
    if result is None:
        return None, None
    return _number(result.points), result.difference


def standings_plan(about: About, tab: str, table: Standings, name: str) -> SheetPlan:
    """The sheet of one ranked table."""
    players = _most_players([row.party for row in table.rows])
    columns = [
        SheetColumn(pgettext("paper", "Rank"), bold=True),
        *([SheetColumn(pgettext("column", "No."))] if numbered(table) else []),
        SheetColumn(pgettext("paper", "Branch"), "left"),
        *_player_columns(players),
    ]
    first = len(columns) + 1
    for title in table.rounds:
        words = {"round": title}
        columns.append(SheetColumn(_("%(round)s points") % words))
        columns.append(SheetColumn(_("%(round)s difference") % words, number_format=SIGNED, coloured=True))
    for place, title in enumerate(table.totals):
        difference = place in table.signed
        number_format = SIGNED if difference else "General"
        columns.append(SheetColumn(title, bold=True, number_format=number_format, coloured=difference))
    columns.append(SheetColumn(pgettext("column", "Remarks"), "left"))
    rows: list[list[Value]] = []
    for at, row in enumerate(table.rows, start=FIRST_ROW):
        number = [_level(number_of(row.party))] if numbered(table) else []
        cells: list[Value] = [row.rank, *number, row.party.branch]
        cells += [_players(row.party, place) for place in range(players)]
        for result in row.rounds:
            cells += _round_cells(result)
        for place, total in enumerate(row.totals):
            of = table.sums[place] if place < len(table.sums) else ""
            if of and not isinstance(total, str) and row.rounds:
                cells.append(_sum(row, of, total, first, at))
            else:
                cells.append(_number(total))
        cells.append(_remark(table, row))
        rows.append(cells)
    subtitle = " · ".join(text for text in (about.stage, tab, printed_at(about)) if text)
    notes = notes_of(table)
    return SheetPlan(
        tab,
        about.event,
        subtitle,
        tuple(columns),
        rows,
        name,
        frozen=3 if numbered(table) else 2,
        notes=notes,
    )


def _remark(table: Standings, row: StandingsRow) -> str:
    said = [
        f"{title} {result.note}"
        for title, result in zip(table.rounds, row.rounds, strict=False)
        if result is not None and result.note
    ]
    if row.tied:
        said.insert(0, pgettext("paper", "tied"))
    return "；".join(said)


def round_plan(about: About, part: RoundOfMatches, name: str) -> SheetPlan:
    """The sheet of one round."""
    columns = [SheetColumn(pgettext("paper", "Table"), bold=True)]
    for letter in "AB":
        words = {"side": letter}
        columns += [
            SheetColumn(_("%(side)s no.") % words),
            SheetColumn(_("%(side)s branch") % words, "left"),
            SheetColumn(_("%(side)s players") % words, "left", bold=True),
        ]
    columns += [
        SheetColumn(pgettext("paper", "A levels")),
        SheetColumn(pgettext("paper", "B levels")),
        SheetColumn(pgettext("paper", "A difference"), number_format=SIGNED, coloured=True),
        SheetColumn(pgettext("paper", "A points"), bold=True),
        SheetColumn(pgettext("paper", "B points"), bold=True),
        SheetColumn(pgettext("column", "Remarks"), "left"),
    ]
    rows: list[list[Value]] = []
    for match in part.matches:
        cells: list[Value] = [_level(str(match.table)) if match.table is not None else None]
        for party in (match.a, match.b):
            cells += [_level(number_of(party)), party.branch, party.names]
        cells += [_level(match.levels[0]), _level(match.levels[1]), match.difference]
        cells += [*match.points, match.note]
        rows.append(cells)
    subtitle = f"{part.title} · {printed_at(about)}"
    return SheetPlan(part.title, about.event, subtitle, tuple(columns), rows, name, frozen=1)


def entries_plan(about: About, entries: Sequence[EntryRow]) -> SheetPlan:
    """The sheet of the entries."""
    players = _most_players([entry.party for entry in entries])
    columns = [
        SheetColumn(pgettext("column", "No."), bold=True),
        SheetColumn(pgettext("paper", "Branch"), "left"),
        *_player_columns(players),
        SheetColumn(pgettext("paper", "State")),
        SheetColumn(pgettext("column", "Remarks"), "left"),
    ]
    rows: list[list[Value]] = []
    for entry in entries:
        cells: list[Value] = [_level(number_of(entry.party)), entry.party.branch]
        cells += [_players(entry.party, place) for place in range(players)]
        rows.append([*cells, entry.state, entry.note])
    subtitle = f"{_('Entries')} · {printed_at(about)}"
    return SheetPlan(
        pgettext("paper", "Entries"),
        about.event,
        subtitle,
        tuple(columns),
        rows,
        "Entries",
        frozen=2,
        landscape=False,
    )


def results_workbook(about: About, results: Results) -> bytes:
    """Return the xlsx file: ranked tables first, then branches, the rounds, the entries."""
    plans = [
        standings_plan(about, tab, table, f"{name}{number}")
        for name, tables in (("Standings", results.standings), ("Branches", results.branches))
        for number, (tab, table) in enumerate(tables, start=1)
    ]
    plans += [
        round_plan(about, part, f"Round{number}") for number, part in enumerate(results.rounds, start=1)
    ]
    plans.append(entries_plan(about, results.entries))
    return workbook(about.event, about.event, plans)
