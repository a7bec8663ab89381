"""Results come in: hand by hand, as levels from a paper slip, or as a verdict without play.

Every service is handed the ``version`` of the match that the page showed. If somebody else saved since, it
raises ``Conflict`` with what they saved, and nothing that was typed is lost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import wraps
from typing import Any, ParamSpec

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from rules.answers import Problem, Refused
from scoring.matches import Ended, MatchResult
from scoring.models import Hand, Match
from tournament.access.permissions import require
from tournament.change import AlreadyAnswered, Change, answer_once, change, refuse_twice
from tournament.models import Board, Event, Round
from tournament.officiating import timing
from tournament.officiating.locking import (
    Saved,
    conflict_at,
    locked_match,
    open_match,
    refuse_unless_open,
    save_match,
)
from tournament.officiating.rulings import fold_board
from tournament.stages import advancing

P = ParamSpec("P")


def answered_once(service: Callable[P, Saved]) -> Callable[P, Saved]:
    """A phone that sends the same nonce again is told what it was told the first time."""

    @wraps(service)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Saved:
        try:
            return service(*args, **kwargs)
        except AlreadyAnswered as known:
            return Saved(known.answer["version"], None, again=True)

    return answer


@answered_once
def enter_hand(
    board: Board,
    actor: AbstractBaseUser,
    facts: Mapping[str, Any],
    *,
    version: int,
    nonce: str = "",
    sure: bool = False,
) -> Saved:
    """Add the next hand. ``facts`` are those of the judge's contract (declarer, points, …).

    Refused with the judge's problems where the hand cannot be; where it is merely unlikely, refused with
    problems of severity ``unlikely`` until it is sent again with ``sure``.
    """
    event = _event(board)
    require(event, actor, "enter_result")
    nonce = _at_this_table(board, nonce)
    match, hands = _facts(board, version, nonce)
    number = len(hands) + 1
    try:
        if match.kept == Match.Kept.LEVELS:
            raise Refused([Problem("result-is-a-slip", "hand")])
        result = _judged(match, [*hands, hand_of(match, number, facts)], board, sure)
    except Refused:
        # What is wrong may only be that this was answered before, or that the table is not played any more.
        _refuse_twice(event, nonce)
        refuse_unless_open(board)
        raise
    with change(event, actor) as step:
        refuse_twice(step, nonce)
        match = open_match(board, version)
        hand = hand_of(match, number, facts)
        hand.entered_by = actor if actor.pk else None
        hand.save()
        match.kept = Match.Kept.HANDS
        saved = save_match(step, match, result)
        step.record("hand-entered", board, {"hand": (None, {"number": number, **hand.as_facts()})})
        answer_once(step, nonce, {"version": saved.version})
    return saved


@answered_once
def undo_last_hand(board: Board, actor: AbstractBaseUser, *, version: int, nonce: str = "") -> Saved:
    """Take the last hand back, before the result is confirmed."""
    event = _event(board)
    require(event, actor, "enter_result")
    nonce = _at_this_table(board, nonce)
    _refuse_twice(event, nonce)
    with change(event, actor) as step:
        refuse_twice(step, nonce)
        match = open_match(board, version)
        hands = list(match.hands.all())
        if not hands:
            raise Refused([Problem("no-hand-to-undo", "hand")])
        gone = hands.pop()
        step.record("hand-undone", board, {"hand": ({"number": gone.number, **gone.as_facts()}, None)})
        gone.delete()
        if not hands:
            match.kept = Match.Kept.NOTHING
        saved = save_match(step, match, _result(match, hands, board))
        answer_once(step, nonce, {"version": saved.version})
    return saved


@answered_once
def enter_levels(
    board: Board,
    actor: AbstractBaseUser,
    a: str,
    b: str,
    *,
    version: int,
    on_deal: str = "",
    finished: bool | None = None,
    nonce: str = "",
) -> Saved:
    """Keep the final levels of a paper slip. ``on_deal`` is the side on the deal at the end, where it counts.

    Refused where the ladder has no such level, or where hands were entered (take them back first).
    """
    event = _event(board)
    require(event, actor, "enter_result")
    nonce = _at_this_table(board, nonce)
    _refuse_twice(event, nonce)
    refuse_unless_open(board)
    match, hands = _facts(board, version, nonce)
    if hands:
        raise Refused([Problem("hands-were-entered", "levels", {"count": len(hands)})])
    slip = {"levels": {"A": a.strip(), "B": b.strip()}, "on_deal": on_deal, "finished": finished}
    match.kept, match.slip, match.verdict, match.verdict_side = Match.Kept.LEVELS, slip, "", ""
    result = _result(match, [], board)
    if result.problems:
        raise Refused(result.problems)
    with change(event, actor) as step:
        refuse_twice(step, nonce)
        match = open_match(board, version)
        before, match.slip = match.slip, slip
        match.kept, match.verdict, match.verdict_side = Match.Kept.LEVELS, "", ""
        saved = save_match(step, match, result)
        step.record("levels-entered", board, {"slip": (before, slip)})
        answer_once(step, nonce, {"version": saved.version})
    return saved


def give_verdict(
    board: Board, actor: AbstractBaseUser, verdict: str, against: str, *, version: int, reason: str
) -> Saved:
    """End a match without play: forfeit, late, withdrawn … ``against`` is A, B or both."""
    event = _event(board)
    require(event, actor, "forfeit")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    if verdict not in Match.Verdict.values or not verdict:
        raise Refused([Problem("unknown-verdict", "verdict", {"given": verdict})])
    if (verdict == Match.Verdict.ANNULLED) != (against == "") or against not in ("", "A", "B", "both"):
        raise Refused([Problem("verdict-needs-its-side", "against")])
    with change(event, actor) as step:
        match = open_match(board, version, starting=True)
        before = match.verdict
        match.verdict, match.verdict_side = verdict, against
        saved = save_match(step, match, _result(match, list(match.hands.all()), board))
        step.record("verdict-given", board, {"verdict": (before, f"{verdict} {against}".strip())}, reason)
    return saved


def clear_result(board: Board, actor: AbstractBaseUser, *, version: int, reason: str) -> Saved:
    """Take back a slip or a verdict: the match has no result again, which is not a draw."""
    event = _event(board)
    require(event, actor, "correct_result")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    with change(event, actor) as step:
        match = open_match(board, version, starting=True)
        hands = list(match.hands.all())
        before = {"slip": match.slip, "verdict": match.verdict}
        match.slip, match.verdict, match.verdict_side = None, "", ""
        match.kept = Match.Kept.HANDS if hands else Match.Kept.NOTHING
        saved = save_match(step, match, _result(match, hands, board))
        step.record("result-cleared", board, {"result": (before, None)}, reason)
    return saved


def end_table(board: Board, actor: AbstractBaseUser, *, version: int, **ended: Any) -> Saved:
    """Say how time ended this match: ``marked`` (the hand in play at the reminder), ``hand``, ``begun`` and
    ``drawn`` (at time), ``last``, or nothing: it is closed as it stands.

    Refused before the clock is there; only who may correct a result closes a table as it stands earlier.
    """
    event = _event(board)
    require(event, actor, "enter_result")
    how = Ended(**ended)
    facts = asdict(how)
    with change(event, actor) as step:
        match = open_match(board, version)
        hands = list(match.hands.all())
        timing.refuse_untimely(board, actor, how, len(hands))
        before, match.ended = match.ended, facts
        saved = save_match(step, match, _result(match, hands, board))
        step.record("table-ended", board, {"ended": (before, facts)})
    return saved


def resume_table(board: Board, actor: AbstractBaseUser, *, version: int) -> Saved:
    """The table was closed by mistake: play goes on."""
    event = _event(board)
    require(event, actor, "enter_result")
    with change(event, actor) as step:
        match = open_match(board, version)
        before, match.ended = match.ended, None
        saved = save_match(step, match, _result(match, list(match.hands.all()), board))
        step.record("table-resumed", board, {"ended": (before, None)})
    return saved


def confirm(board: Board, actor: AbstractBaseUser, *, version: int) -> Board:
    """Make a finished match count. Where two people are asked for, who entered it cannot confirm it."""
    event = _event(board)
    require(event, actor, "confirm_result")
    with change(event, actor) as step:
        match = locked_match(board, version)
        board = Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
        if board.confirmed_at is not None:
            raise Refused([Problem("result-confirmed", "result", {"table": board.table})])
        result = match.result or {}
        if match.result_version != match.version or not result.get("over"):
            raise Refused([Problem("match-not-over", "result", {"table": board.table})])
        if board.two_people and board.entered_by_id == actor.pk:
            raise Refused([Problem("needs-second-person", "result", {"table": board.table})])
        board.confirmed_by, board.confirmed_at, board.disputed = actor, timezone.now(), ""
        board.save(update_fields=["confirmed_by", "confirmed_at", "disputed"])
        step.record("result-confirmed", board, {"version": (None, match.version)})
        _count_on(board, match)
        advancing.result_confirmed(step, board)
    return board


def reopen(board: Board, actor: AbstractBaseUser, reason: str) -> Board:
    """Open a confirmed result again, so that it can be corrected. Published Swiss rounds stand.

    A closed round takes results again; its clock stays closed, because nobody plays on time any more.
    Refused once a match that depends on it (by a bracket, by a group place) has begun.
    """
    event = _event(board)
    require(event, actor, "correct_result")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    with change(event, actor) as step:
        board = Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
        if board.confirmed_at is None:
            raise Refused([Problem("not-confirmed", "result", {"table": board.table})])
        advancing.refuse_to_reopen(board)
        board.confirmed_by = board.confirmed_at = None
        board.save(update_fields=["confirmed_by", "confirmed_at"])
        _count_on(board, Match.objects.select_for_update(of=("self",)).get(pk=board.match_id))
        round_ = Round.objects.select_for_update(of=("self",)).get(pk=board.round_id)
        if round_.status == Round.Status.CLOSED:
            round_.status = Round.Status.PLAYING
            round_.save(update_fields=["status"])
            advancing.round_reopened(step, round_)
        step.record("result-reopened", board, {"confirmed": (True, False)}, reason)
    return board


def dispute(board: Board, actor: AbstractBaseUser, why: str) -> Board:
    """Call the chief referee to a table; an empty ``why`` settles it."""
    event = _event(board)
    require(event, actor, "enter_result")
    with change(event, actor, public=False) as step:
        board = Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
        before, board.disputed = board.disputed, why.strip()[:200]
        board.save(update_fields=["disputed"])
        step.record("table-disputed", board, {"disputed": (bool(before), bool(board.disputed))})
    return board


def _event(board: Board) -> Event:
    return board.round.stage.event


def _facts(board: Board, version: int, nonce: str) -> tuple[Match, list[Hand]]:
    """The match in ``version`` with its hands, for the thinking before the lock.

    A page that was just opened has brought it along: the version says so. Whatever changed since is found
    under the lock.
    """
    match = board.match
    if match.version != version:
        _refuse_twice(_event(board), nonce)
        refuse_unless_open(board)
        match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    if match.version != version:
        raise conflict_at(match)
    return match, list(match.hands.all())


def hand_of(match: Match, number: int, facts: Mapping[str, Any]) -> Hand:
    """A hand from the judge's facts, not saved."""
    rest = {key: value for key, value in facts.items() if key not in ("declarer", "points")}
    return Hand(
        match=match,
        number=number,
        declarer=str(facts.get("declarer", "")),
        points=facts.get("points"),
        facts=rest,
    )


def _judged(match: Match, hands: list[Hand], board: Board, sure: bool) -> MatchResult:
    """The match with its new last hand; refused where that hand cannot be, or is unlikely and not sure."""
    result = _result(match, hands, board, explain=True)
    if result.problems:
        raise Refused(result.problems)
    if len(result.steps) < len(hands):
        raise Refused([Problem("match-is-over", "hand")])
    warnings = result.steps[-1].warnings
    if warnings and not sure:
        raise Refused(warnings)
    return result


def _result(match: Match, hands: list[Hand], board: Board, *, explain: bool = False) -> MatchResult:
    return fold_board(board, match, hands, explain=explain)


def _at_this_table(board: Board, nonce: str) -> str:
    """A nonce as it is kept: of this table alone, and never longer than its column."""
    return hashlib.sha256(f"{board.key}:{nonce}".encode()).hexdigest() if nonce else ""


def _count_on(board: Board, match: Match) -> None:
    """Confirming and opening again make a new version, so that whoever acts on the old one is told.

    The result itself is the same: it stays current, and so does what both sides agreed to.
    """
    if board.signed_version == match.version:
        board.signed_version = match.version + 1
        board.save(update_fields=["signed_version"])
    if match.result_version == match.version:
        match.result_version = match.version + 1
    match.version += 1
    match.save(update_fields=["version", "result_version"])


def _refuse_twice(event: Event, nonce: str) -> None:
    """The cheap look before the lock; the one under the lock decides."""
    refuse_twice(Change(event, None), nonce)
