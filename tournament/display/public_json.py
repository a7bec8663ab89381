"""What the public pages show, for other programs: read only, as public as the pages are.

docs/openapi.json describes every answer. Nothing personal: names (as the event shows them to the public) and
branches, no phone, no staff number. Only published rounds; a draft is never here. The ETag is the event's
public revision, so an unchanged answer costs the one query that reads the event.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from scoring.standings import Kind
from tournament.access.pages import event_page
from tournament.display.public_brackets import matches_of
from tournament.models import Board, Entry, Event, Round, Slot, Stage
from tournament.naming import how_called
from tournament.officiating.selectors import byes_of, current_rounds, hall
from tournament.stages.knockout import redraws
from tournament.stages.progress import kind_of
from tournament.stages.standings import standings_of

Answer = Callable[..., dict[str, Any]]


def public_json(answer: Answer) -> Callable[..., HttpResponseBase]:
    """A read-only endpoint of one event: JSON with an ETag that any page may fetch."""

    @require_safe
    @event_page()
    def view(request: HttpRequest, event: Event, **kwargs: Any) -> HttpResponse:
        # Members of the event are told full names where others are told less.
        etag = f'"{event.public_revision}-{request.LANGUAGE_CODE}-{how_called()}"'  # type: ignore[attr-defined]
        response = get_conditional_response(request, etag)
        if not isinstance(response, HttpResponse):
            response = JsonResponse(
                {"event": event.slug, "revision": event.public_revision, **answer(event, **kwargs)},
                json_dumps_params={"ensure_ascii": False},
            )
        response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
        response["Access-Control-Allow-Origin"] = "*"
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    return view


@public_json
def overview(event: Event) -> dict[str, Any]:
    """The event, its stages, its published rounds."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    for round_ in _rounds(event):
        rounds.setdefault(round_.stage_id, []).append({"number": round_.number, "status": round_.status})
    return {
        "name": event.name,
        "venue": event.venue,
        "starts_on": event.starts_on.isoformat() if event.starts_on else None,
        "stages": [
            {
                "stage": stage.slug,
                "name": stage.name,
                "format": stage.format,
                "status": stage.status,
                "rounds": rounds.get(stage.pk, []),
            }
            for stage in event.stages.all()
        ],
    }


@public_json
def entries(event: Event) -> dict[str, Any]:
    """Who plays: numbers, names, branches."""
    rows = event.entries.playing().select_related("branch", "squad").prefetch_related("players__person")
    return {
        "entries": [
            {**_entry(entry), "kind": entry.kind, "squad": entry.squad.number if entry.squad else None}
            for entry in rows.order_by("kind", "number")
        ]
    }


@public_json
def pairings(event: Event, stage: str, number: int) -> dict[str, Any]:
    """Who meets whom at which table in a round."""
    round_ = _round(event, stage, number)
    return {
        **_of(round_),
        "tables": [
            {"table": board.table, "board": board.number, **_sides(board)} for board in _boards(round_)
        ],
        "byes": _byes(round_),
    }


@public_json
def results(event: Event, stage: str, number: int) -> dict[str, Any]:
    """The confirmed results of a round; a table without one has ``result: null``."""
    round_ = _round(event, stage, number)
    return {
        **_of(round_),
        "tables": [
            {
                "table": board.table,
                "board": board.number,
                **_sides(board),
                "result": _result(board) if board.confirmed_at else None,
            }
            for board in _boards(round_)
        ],
        "byes": _byes(round_),
    }


@public_json
def standings(event: Event, stage: str) -> dict[str, Any]:
    """The table of a stage after its latest round, with every tie-break."""
    found = standings_of(_stage(event, stage))
    return {
        "stage": stage,
        "after_round": found.until,
        "columns": [
            {"key": one.key, "name": one.name, "short": one.short, "formula": one.formula}
            for one in found.columns
        ],
        "lines": [
            {
                "rank": line.rank,
                "tied": line.tied,
                "group": line.group,
                **_entry(line.entry),
                "values": {key: plain(value) for key, value in line.values.items()},
            }
            for line in found.lines
        ],
    }


@public_json
def bracket(event: Event, stage: str) -> dict[str, Any]:
    """A knock-out: every match, who sits there or where they come from, what came of it. Where each round is
    drawn anew (``redrawn``), the matches that are drawn."""
    row = get_object_or_404(Stage, event=event, slug=stage, format=Stage.Format.KNOCKOUT)
    rows = Entry.objects.filter(event=event, kind=kind_of(row))
    known = {
        one.number: _entry(one) for one in rows.select_related("branch").prefetch_related("players__person")
    }
    return {"stage": stage, "redrawn": redraws(row), "matches": matches_of(row, known)}


@public_json
def clock(event: Event) -> dict[str, Any]:
    """The clocks of the rounds being played: facts, from which the time left follows on any clock."""
    found = []
    for round_ in current_rounds(event):
        reading = hall(round_, timezone.now()).clock
        paused = reading.state == "paused"
        found.append(
            {
                **_of(round_),
                "state": reading.state,
                "started_at": _moment(reading.started_at),
                "deadline": _moment(reading.deadline),
                "paused_with_seconds": reading.remaining if paused else None,
                "closed_at": _moment(reading.closed_at),
            }
        )
    return {"clocks": found}


def _moment(moment: Any) -> str | None:
    return moment.isoformat() if moment is not None else None


def _rounds(event: Event) -> list[Round]:
    rounds = Round.objects.filter(stage__event=event).published()
    return list(rounds.select_related("stage").order_by("stage__position", "number"))


def _round(event: Event, stage: str, number: int) -> Round:
    rounds = Round.objects.published().select_related("stage")
    return get_object_or_404(rounds, stage__event=event, stage__slug=stage, number=number)


def _stage(event: Event, stage: str) -> Stage:
    return get_object_or_404(Stage, event=event, slug=stage)


def _of(round_: Round) -> dict[str, Any]:
    return {"stage": round_.stage.slug, "round": round_.number, "status": round_.status}


def _boards(round_: Round) -> list[Board]:
    slots = Slot.objects.select_related("entry__branch").prefetch_related("entry__players")
    if kind_of(round_.stage) == Entry.Kind.SQUAD:
        slots = slots.prefetch_related("lineup__pair__players", "lineup__pair__branch")
    boards = Board.objects.for_round(round_).select_related("match", "encounter", "round__stage")
    return list(boards.prefetch_related(Prefetch("encounter__slots", slots)).order_by("table", "number"))


def _sides(board: Board) -> dict[str, Any]:
    """``a`` and ``b``; where squads meet, each with the pair that sits at this board."""
    found: dict[str, Any] = {"a": None, "b": None}
    squads = kind_of(board.round.stage) == Entry.Kind.SQUAD
    for slot in board.encounter.slots.all():
        if slot.entry is None:
            continue
        side = _entry(slot.entry)
        if squads:
            pair = next((one.pair for one in slot.lineup.all() if one.board == board.number), None)
            side["pair"] = _entry(pair) if pair is not None else None
        found[slot.side.lower()] = side
    return found


def _entry(entry: Entry) -> dict[str, Any]:
    players = entry.called
    return {
        "number": entry.number,
        "names": players or ([entry.label] if entry.label else []),
        "branch": entry.branch.name if entry.branch else "",
    }


def _byes(round_: Round) -> list[dict[str, Any]]:
    return [
        {"entry": _entry(slot.entry), "bye": slot.encounter.bye}
        for slot in byes_of(round_)
        if slot.entry is not None
    ]


def _result(board: Board) -> dict[str, Any]:
    result = board.match.result or {}
    return {
        "kind": result.get("kind", str(Kind.PLAYED)),
        "winner": {"A": "a", "B": "b"}.get(result.get("winner") or ""),
        "levels": result.get("levels"),
        "difference": result.get("difference"),
        "points": result.get("points"),
        "games": len(result.get("games", [])),
    }


def plain(value: Any) -> Any:
    """A value of the table as JSON has it: whole numbers stay whole."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction | Decimal):
        return int(value) if value == int(value) else float(value)
    return value
