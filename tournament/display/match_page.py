"""One match as everybody may see it: levels hand by hand, with the reason for each."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.wording import level_text, reason_lines
from scoring.matches import MatchResult
from scoring.models import Match
from scoring.wording import how_text
from scoring.wording import reason_text as match_reason
from tournament.display.charts import Stairs, stairs
from tournament.display.entry_page import ruling_line
from tournament.display.tables import signed
from tournament.models import Board, Encounter, Event, Lineup, Round
from tournament.officiating.rulings import fold_board, kept_rulings
from tournament.wording import words


def match_view(event: Event, key: Any) -> dict[str, Any]:
    """What the page of a match shows: of one table, or of an encounter with all its tables.

    ``Http404`` for what is another event's, or of a round that is not published.
    """
    board = _boards(event).filter(key=key).first()
    if board is not None:
        return _board_view(event, board)
    encounter = (
        Encounter.objects.filter(round__stage__event=event, key=key)
        .exclude(round__status__in=[Round.Status.EMPTY, Round.Status.DRAFT])
        .first()
    )
    boards = list(_boards(event).filter(encounter=encounter).order_by("number")) if encounter else []
    if not boards:
        raise Http404(key)
    if len(boards) == 1:
        return _board_view(event, boards[0])
    return {
        "event": event,
        "round": boards[0].round,
        "tables": [
            {
                "board": board,
                "names": list(_names(board).values()),
                "levels": _levels(board.match.result or {}),
                "url": reverse("match", args=[event.slug, board.key]),
            }
            for board in boards
        ],
    }


def _boards(event: Event) -> Any:
    return (
        Board.objects.of_event(event)
        .exclude(round__status__in=[Round.Status.EMPTY, Round.Status.DRAFT])
        .select_related("match__rule_set", "round__stage", "encounter")
        .prefetch_related("encounter__slots__entry__players__person", "encounter__slots__entry__branch")
    )


def _board_view(event: Event, board: Board) -> dict[str, Any]:
    match: Match = board.match
    rows = kept_rulings(board)
    result = fold_board(board, match, list(match.hands.all()), explain=True, rows=rows)
    names = _names(board)
    entries = {slot.side: slot.entry for slot in board.encounter.slots.all()}
    data = match.rule_set.data
    return {
        "event": event,
        "board": board,
        "round": board.round,
        "names": names,
        "sides": [
            {
                "side": side,
                "name": names[side],
                "branch": entry.branch.name if entry and entry.branch else "",
                "url": reverse("standing", args=[event.slug, board.round.stage.slug, entry.number])
                if entry
                else "",
            }
            for side in "AB"
            for entry in [entries.get(side)]
        ],
        "levels": {side: level_text(level) for side, level in (result.levels or {}).items()},
        "difference": signed(result.difference) if isinstance(result.difference, int) else None,
        "points": [f"{one:g}" for one in result.points] if result.points else [],
        "result": result,
        "how": how_text(result.how),
        "winner": names.get(result.winner or "", ""),
        "from_slip": match.kept == Match.Kept.LEVELS,
        "because": [
            {"text": match_reason(one, names), "clause": one.clause, "wording": ""} for one in result.because
        ],
        "hands": [_hand(step, names, data) for step in result.steps],
        "problems": [words(problem, names) for problem in result.problems],
        "stairs": _stairs(match, result),
        "rulings": [ruling_line(event, row) for row in rows],
        "version": match.rule_set,
        "game_label": data.get("labels", {}).get("game") or _("game"),
        "tables": [],
    }


def _hand(step: Any, names: dict[str, str], data: dict[str, Any]) -> dict[str, Any]:
    return {
        "number": step.number,
        "game": step.game,
        "declarer": names[step.declarer] if step.declarer else "",
        "side": step.declarer,
        "points": step.points,
        "gained": [signed(gained) for gained in step.gained],
        "levels": {side: level_text(level) for side, level in step.levels.items()},
        "counted": step.counted,
        "because": reason_lines(step.reasons, data.get("clauses", {}), names),
    }


def _stairs(match: Match, result: MatchResult) -> Stairs | None:
    if match.kept != Match.Kept.HANDS:
        return None
    ladder = match.rule_set.loaded().ladder
    heights = [(step.game, step.heights) for step in result.steps if step.counted]
    every = [height for _game, pair in heights for height in pair]
    labels = {
        rung: level_text(ladder.label(rung))
        for rung in range(min([*every, ladder.start]), max([*every, ladder.start]) + 2)
    }
    return stairs(heights, ladder.start, labels)


def _levels(result: dict[str, Any]) -> str:
    levels = result.get("levels")
    return f"{level_text(levels['A'])} : {level_text(levels['B'])}" if levels else ""


def _names(board: Board) -> dict[str, str]:
    """Who sits on each side: where squads meet, the pair at this table."""
    found = {"A": _("Side A"), "B": _("Side B")}
    pairs = {
        one.slot_id: one.pair.names
        for one in Lineup.objects.filter(slot__encounter=board.encounter_id, board=board.number)
        .select_related("pair")
        .prefetch_related("pair__players__person")
    }
    for slot in board.encounter.slots.all():
        if slot.entry is not None:
            found[slot.side] = pairs.get(slot.pk) or slot.entry.names
    return found
