"""The match at a table under the lock: whether it still takes results, in which version, and how it is kept.

A phone saves in the middle of a hundred others, so each of these asks the database as little as it can.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.answers import Problem, Refused
from scoring.matches import MatchResult
from scoring.models import Match
from scoring.results import keep_result
from tournament.change import Change, Conflict
from tournament.models import Board, Round

# What a service changes of a match; its rule set, format and seed were settled when it was drawn.
CHANGED = ["version", "kept", "slip", "verdict", "verdict_side", "ended", "result", "result_version"]


@dataclass(frozen=True)
class Saved:
    """The match after a change: its new ``version`` and what it came to. ``again``: this was sent before."""

    version: int
    result: MatchResult | None
    again: bool = False


def open_match(board: Board, version: int, *, starting: bool = False) -> Match:
    """The match at a table, locked, to be written. What a look before the lock found may be over by now, so
    this is the one that decides whether the table still takes results."""
    match = _locked(board)
    _refuse_unless_open(match.board, starting=starting)
    return _of_version(match, version)


def locked_match(board: Board, version: int) -> Match:
    """The match at a table, locked. Raises ``Conflict`` where somebody saved since ``version``."""
    return _of_version(_locked(board), version)


def save_match(step: Change, match: Match, result: MatchResult) -> Saved:
    """Count a locked match's version on and keep its result; whoever acts is the one who entered it."""
    match.version += 1
    keep_result(match, result)
    match.save(update_fields=CHANGED)
    board, actor = match.board, step.actor
    if actor is not None and actor.pk and board.entered_by_id != actor.pk:
        Board.objects.filter(pk=board.pk).update(entered_by=actor)
    return Saved(match.version, result)


def refuse_unless_open(board: Board, *, starting: bool = False) -> None:
    """Refuse where the result is confirmed, or the round is not being played (a verdict may come before)."""
    _refuse_unless_open(Board.objects.select_related("round").get(pk=board.pk), starting=starting)


def conflict_at(match: Match) -> Conflict:
    """What to tell somebody who acted on an older version: what is there now."""
    last = match.hands.last()
    theirs = (
        {"number": last.number, **last.as_facts()}
        if last is not None
        else {"slip": match.slip, "verdict": match.verdict}
    )
    return Conflict("match", theirs, version=match.version)


def _locked(board: Board) -> Match:
    there = (
        Board.objects.select_for_update(of=("self", "match"))
        .select_related("match__rule_set", "round")
        .get(pk=board.pk)
    )
    match = there.match
    match.board = there
    return match


def _of_version(match: Match, version: int) -> Match:
    if match.version != version:
        raise conflict_at(match)
    return match


def _refuse_unless_open(board: Board, *, starting: bool) -> None:
    if board.confirmed_at is not None:
        raise Refused([Problem("result-confirmed", "result", {"table": board.table})])
    allowed = {Round.Status.PLAYING, *((Round.Status.PUBLISHED,) if starting else ())}
    if board.round.status not in allowed:
        raise Refused([Problem("round-not-started", "round", {"round": board.round.number})])
