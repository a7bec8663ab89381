"""The hall's big screen: pairings, the clock, standings and notices, readable from its far end.

A viewer polls one address. While nothing changed that costs one query and no body; a change is worked out
once for all viewers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from tournament.access.pages import event_page
from tournament.display.kept import Kept, counted_revision, kept
from tournament.display.mine import GONE
from tournament.display.parts import Part, polled
from tournament.display.tables import moved_text, value_text
from tournament.models import Entry, Event, Screen, Stage
from tournament.officiating.selectors import Hall, byes_of, clock_now, current_rounds, hall
from tournament.officiating.steering import screen_of
from tournament.stages.progress import current_stage
from tournament.stages.shown import bracket_shown, entries_of
from tournament.stages.standings import Line, Standings, standings_of

TABLES, NAMES, RANKS, MATCHES = 12, 18, 11, 8


@dataclass(frozen=True)
class Seat:
    """Where one entry sits, or why it does not."""

    entry: Entry
    table: int | None
    bye: bool = False


def _marked(revision: int) -> str:
    return f'"{revision}-{get_language()}"'


@event_page()
def screen(request: HttpRequest, event: Event) -> HttpResponse:
    """The screen as a page of its own."""
    there = _pages_of(event)
    context = {"event": event, "part": _part(there), "mark": _marked(there.revision)}
    return render(request, "display/screen.html", context)


def _write(event: Event) -> Part:
    there = _pages_of(event)
    headers = {"Cache-Control": "no-cache"}
    return Part(_part(there).encode(), _marked(there.revision), there.revision, there.at, headers)


def _is_good(request: HttpRequest, revision: int) -> bool:
    return request.headers.get("If-None-Match") == _marked(revision)


# What is on the screen now; unchanged it is answered with 304 after one query.
screen_part = polled("screen", _write, _is_good)


def _pages_of(event: Event) -> Kept:
    return kept("screen", event, lambda: _work_out(event))


def _part(there: Kept) -> str:
    """Clock and pages. The pages are kept for the revision; the clock is written for this moment."""
    facts, pages = there.value
    now = timezone.now()
    shown = clock_now(facts["clock"], now) if facts["clock"] is not None else {}
    return render_to_string("display/screen_clock.html", {**facts, **shown}) + pages


def _work_out(event: Event) -> tuple[dict[str, Any], str]:
    shown = screen_of(event)
    halls = [hall(round_) for round_ in current_rounds(event)]
    stage = current_stage(list(event.stages.all()))
    first = halls[0] if halls else None
    facts = {
        "clock": first.clock if first is not None else None,
        "notice": first.notice if first is not None else None,
        "show": shown.show,
        "seconds": shown.seconds,
        "round": first.round if first is not None else None,
    }
    pages = _pages(event, shown, halls, stage)
    return facts, render_to_string("display/screen_pages.html", {"event": event, "pages": pages, **facts})


def _pages(event: Event, shown: Screen, halls: Sequence[Hall], stage: Stage | None) -> list[dict[str, Any]]:
    """The pages in the order in which they come round, only those that the desk wants."""
    Show = Screen.Show
    wanted = (
        {Show.PAIRINGS, Show.NAMES, Show.STANDINGS, Show.NOTICE}
        if shown.show == Show.ROTATE
        else {shown.show}
    )
    pages: list[dict[str, Any]] = []
    if Show.NOTICE in wanted and shown.notice:
        pages.append({"kind": "notice", "text": shown.notice})
    for one in halls:
        if Show.PAIRINGS in wanted:
            pages += [{"kind": "pairings", "hall": one, "lines": part} for part in _parts(one.lines, TABLES)]
        if Show.NAMES in wanted:
            pages += [{"kind": "names", "hall": one, "seats": part} for part in _parts(_seats(one), NAMES)]
    if Show.STANDINGS in wanted and stage is not None and stage.rounds.published().exists():
        name = f"screen-standings-{stage.pk}"
        pages += kept(name, event, lambda: _standing_pages(stage), counted_revision(event)).value
    return pages or [{"kind": "clock"}]


def _standing_pages(stage: Stage) -> list[dict[str, Any]]:
    standings = standings_of(stage)
    lines = [line for line in standings.lines if line.rank is not None]
    bracket = None
    if stage.format == Stage.Format.KNOCKOUT:
        bracket = bracket_shown(stage, entries_of(stage))
    if bracket is not None:
        return [
            {"kind": "bracket", "stage": stage, "rounds": one} for one in bracket_parts(bracket["rounds"])
        ]
    rows = rows_of(standings, lines)
    return [
        {"kind": "standings", "stage": stage, "columns": rows["columns"], "rows": part}
        for part in _parts(rows["rows"], RANKS)
    ]


def bracket_parts(rounds: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """A bracket in parts that can be read from afar: each has ``MATCHES`` of the first round below each other
    with the way that leads on from there; the last rounds, in which all parts meet, are one by themselves.
    """
    parts = max(1, -(-len(rounds[0]["matches"]) // MATCHES)) if rounds else 1
    if parts == 1:
        return [list(rounds)]
    apart = [one for one in rounds if len(one["matches"]) >= parts]
    found = [[{**one, "matches": _share(one["matches"], at, parts)} for one in apart] for at in range(parts)]
    together = list(rounds[len(apart) - 1 :])
    return [*found, together] if len(together) > 1 else found


def _share(rows: Sequence[Any], at: int, parts: int) -> Sequence[Any]:
    return rows[at * len(rows) // parts : (at + 1) * len(rows) // parts]


def rows_of(standings: Standings, lines: Sequence[Line] | None = None) -> dict[str, Any]:
    """The short table: each line with its values of the first two columns, as they are written."""
    columns = standings.columns[:2]
    return {
        "columns": columns,
        "groups": bool(standings.groups),
        "rows": [
            {
                "line": line,
                "values": [value_text(column.key, line.values.get(column.key)) for column in columns],
                "moved": moved_text(line.moved),
                "gone": line.entry.get_status_display() if line.entry.status in GONE else "",
            }
            for line in (standings.lines if lines is None else lines)
        ],
    }


def _seats(found: Hall) -> list[Seat]:
    """Everybody of a round by name, with the table."""
    seats = [
        Seat(entry, line.board.table)
        for line in found.lines
        for entry in (line.a, line.b)
        if entry is not None
    ]
    seats += [Seat(slot.entry, None, bye=True) for slot in byes_of(found.round) if slot.entry is not None]
    return sorted(seats, key=lambda seat: seat.entry.names)


def _parts(rows: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """``rows`` in pages of ``size``, as even as they can be."""
    if not rows:
        return []
    pages = -(-len(rows) // size)
    each = -(-len(rows) // pages)
    return [rows[at : at + each] for at in range(0, len(rows), each)]
