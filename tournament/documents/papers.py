"""From an event's rows to its papers: what is printed, filled from the database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.documents.results_workbook import (
    EntryRow,
    MatchRow,
    Results,
    RoundOfMatches,
    results_workbook,
)
from tournament.documents.score_sheets import ScoreSheet, score_sheets
from tournament.documents.standings import RoundResult, StandingsRow, standings_book
from tournament.documents.standings import Standings as PrintedStandings
from tournament.documents.values import About, Labels, Party
from tournament.models import Board, Draw, Entry, Event, Round, Stage
from tournament.stages.standings import DIFFERENCES, Line, Standings, note_of, standings_of
from tournament.stages.tables import facts_of

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True)
class Made:
    """A finished file."""

    name: str
    content_type: str
    content: bytes


def party(entry: Entry | None) -> Party:
    """An entry as papers print it. Its players and branch must have been fetched."""
    if entry is None:
        return Party()
    return Party(
        number=entry.number,
        branch=entry.branch.name if entry.branch else "",
        players=tuple(player.person.name for player in entry.players.all()),
        label="" if entry.players.all() else entry.label,
    )


def labels_of(event: Event) -> Labels:
    """What this event's regulation calls a hand, a game and a match."""
    said = event.rule_set.data.get("labels", {})
    return Labels(
        hand=said.get("hand", _("hand")),
        game=said.get("game", _("game")),
        match=said.get("match", _("match")),
    )


def about(event: Event, title: str, *, stage: str = "", draw: str = "", host: str = "") -> About:
    """What stands on every sheet."""
    return About(
        event=event.name,
        title=title,
        printed_at=local_now(),
        stage=stage,
        draw=draw,
        host=host,
    )


def local_now() -> datetime:
    """The time on the hall's wall."""
    return timezone.localtime()


def round_title(round_: Round) -> str:
    """「积分编排赛 第 2 轮」."""
    return _("%(stage)s, round %(number)d") % {"stage": round_.stage.name, "number": round_.number}


def draw_title(round_: Round) -> str:
    """「第 3 次抽签，共 3 次，种子 123456」 where the round was drawn."""
    draws = list(round_.draws.all())
    found = next((one for one in draws if one.state != Draw.State.DISCARDED), None)
    if found is None:
        return ""
    return _("draw %(number)d of %(all)d, seed %(seed)s") % {
        "number": found.attempt,
        "all": len(draws),
        "seed": found.seed,
    }


def score_sheets_of(round_: Round, base: str) -> Made:
    """Score sheets of all tables of a round. ``base`` is the address of this machine
    (``http://10.0.0.5:8000``).
    """
    event = round_.stage.event
    config = round_.stage.config.get("match", {})
    ladder = event.rule_set.loaded().ladder
    start = ladder.label(ladder.start)
    sheets = []
    for board in Board.objects.for_round(round_).with_sides().order_by("table"):
        sides = {slot.side: slot.entry for slot in board.encounter.slots.all()}
        sheets.append(
            ScoreSheet(
                table=board.table,
                stage=round_title(round_),
                a=party(sides.get("A")),
                b=party(sides.get("B")),
                labels=labels_of(event),
                games=config.get("best_of", 1),
                start=(start, start),
                address=f"{base}/t/{board.key}/",
                reminder=reminder_of(config),
            )
        )
    title = _("Score sheet")
    pdf = score_sheets(
        about(event, title, stage=round_title(round_), draw=draw_title(round_), host=base.split("//")[-1]),
        sheets,
    )
    return Made(f"{title} {round_title(round_)}.pdf", PDF, pdf)


def reminder_of(match: dict[str, Any]) -> str:
    """How time ends this match, as one sentence for the table."""
    time = match.get("time", {})
    minutes, reminder = time.get("minutes"), time.get("reminder")
    if not minutes:
        return ""
    if time.get("at_time") == "one_more_after_reminder":
        return _(
            "%(minutes)d minutes; at the reminder after %(at)d minutes the hand in play is finished "
            "and one more is played."
        ) % {"minutes": minutes, "at": minutes - (reminder or 0)}
    if time.get("at_time") == "stop":
        return _("%(minutes)d minutes; then play stops at once.") % {"minutes": minutes}
    return _("%(minutes)d minutes; the hand in play is then finished.") % {"minutes": minutes}


def printed_standings(found: Standings) -> PrintedStandings:
    """A table of the engine as it is printed."""
    keys = [column.key for column in found.columns]
    notes = [f"{column.short}: {column.formula}" for column in found.columns]
    if found.unresolved:
        notes.append(
            _("Level after all criteria, so they share a rank: %(groups)s.")
            % {"groups": "; ".join(", ".join(map(str, group)) for group in found.unresolved)}
        )
    notes += [
        _("No. %(number)s: adjustment of %(points)s points. %(reason)s")
        % {"number": one.a, "points": one.points[0], "reason": one.note}
        for one in found.adjustments
    ]
    return PrintedStandings(
        rounds=tuple(_("Round %(number)d") % {"number": number} for number in found.rounds),
        totals=tuple(column.short for column in found.columns),
        rows=tuple(_printed_row(line, keys) for line in found.lines),
        signed=frozenset(at for at, key in enumerate(keys) if key in DIFFERENCES),
        sums=tuple({"points": "points", "level_difference": "difference"}.get(key, "") for key in keys),
        notes=tuple(notes),
    )


def _printed_row(line: Line, keys: list[str]) -> StandingsRow:
    return StandingsRow(
        rank=line.rank or 0,
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


def standings_of_event(event: Event, until: int | None = None) -> Made:
    """The standings of every stage, as one PDF."""
    title = _("Standings")
    parts = []
    for stage in _stages_with_tables(event):
        found = standings_of(stage, until)
        label = stage.name
        if found.until:
            label = _("%(stage)s, after round %(number)d") % {"stage": stage.name, "number": found.until}
        parts.append((about(event, title, stage=label), printed_standings(found)))
    return Made(f"{title} {event.name}.pdf", PDF, standings_book(parts))


def workbook_of_event(event: Event, *, public: bool = False) -> Made:
    """Standings, every round and all entries as a workbook. Phones and staff numbers are never in it."""
    standings, rounds = [], []
    for stage in _stages_with_tables(event):
        found = standings_of(stage)
        standings.append((_("Standings"), printed_standings(found)))
        rounds += _rounds(stage)
    entries = event.entries.pairs().select_related("branch").prefetch_related("players__person")
    results = Results(
        standings=tuple(standings),
        rounds=tuple(rounds),
        entries=tuple(EntryRow(party(entry), str(entry.get_status_display())) for entry in entries),
    )
    title = _("Results")
    return Made(f"{title} {event.name}.xlsx", XLSX, results_workbook(about(event, title), results))


def _rounds(stage: Stage) -> list[RoundOfMatches]:
    by_key = {result.key: result for result in facts_of(stage).results}
    found = []
    for round_ in (
        stage.rounds.published()
        .order_by("number")
        .prefetch_related(
            "encounters__boards",
            "encounters__slots__entry__players__person",
            "encounters__slots__entry__branch",
        )
    ):
        matches = []
        for encounter in round_.encounters.all():
            sides = {slot.side: slot.entry for slot in encounter.slots.all()}
            boards = list(encounter.boards.all())
            for board in boards or [None]:
                result = by_key.get(str(board.key if board else encounter.key))
                matches.append(_match_row(sides, board, result))
        found.append(RoundOfMatches(_("Round %(number)d") % {"number": round_.number}, tuple(matches)))
    return found


def _match_row(sides: dict[str, Entry | None], board: Board | None, result: Any) -> MatchRow:
    a, b = party(sides.get("A")), party(sides.get("B"))
    table = board.table if board else None
    if result is None:
        return MatchRow(table, a, b)
    difference = result.difference[0] if result.difference else None
    return MatchRow(
        table=table,
        a=a,
        b=b,
        levels=result.levels or ("", ""),
        difference=None if isinstance(difference, str) else difference,
        points=result.points if result.b is not None else (result.points[0], None),
        note=note_of(result, 0),
    )


def _stages_with_tables(event: Event) -> list[Stage]:
    return [stage for stage in event.stages.all() if stage.rounds.published().exists()]


@dataclass(frozen=True)
class Kind:
    """One document that can be made: its name, what it is for, and how it is made."""

    name: Any
    about: Any
    make: Callable[..., Made]
    of_round: bool = False


KINDS: dict[str, Kind] = {
    "score-sheets": Kind(
        gettext_lazy("Score sheets"),
        gettext_lazy("One for each table, with the QR code of its entry page. Two to a page."),
        score_sheets_of,
        of_round=True,
    ),
    "standings": Kind(
        gettext_lazy("Standings"), gettext_lazy("After the latest round, for the wall."), standings_of_event
    ),
    "results": Kind(
        gettext_lazy("Results as a workbook"),
        gettext_lazy("Standings, every round and the entries, for Excel or WPS."),
        workbook_of_event,
    ),
}
