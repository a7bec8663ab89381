"""A result that was entered wrong: what mending it would change, and mending it.

A confirmed result is opened, mended and confirmed again in one step, until a match that depends on it has
begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from scoring.matches import Change, MatchResult, changes
from scoring.models import Hand, Match
from tournament.access.permissions import require
from tournament.change import Change as Step
from tournament.change import change
from tournament.models import Board, Ruling
from tournament.officiating.entering import hand_of
from tournament.officiating.locking import Saved, locked_match, refuse_unless_open, save_match
from tournament.officiating.reopening import confirm_again, open_again, refuse_unless_correctable
from tournament.officiating.rulings import fold_board, kept_rulings


def replace_hands(
    board: Board,
    actor: AbstractBaseUser,
    facts: Sequence[Mapping[str, Any]],
    *,
    version: int,
    reason: str,
    moved: Mapping[int, int] | None = None,
) -> Saved:
    """Correct the hands of a match: changed, inserted or removed, it is played again from the first.

    ``moved`` says which number each hand of before has now (left out: it keeps its own), so that rulings stay
    with their hands. What changes is shown beforehand by ``preview``. Refused with the judge's
    problems, where a hand would go that was ruled on, and once a match that depends on the result has begun.
    """
    event = board.round.stage.event
    _may_correct(board, actor, reason)
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    if match.kept == Match.Kept.LEVELS:
        raise Refused([Problem("result-is-a-slip", "hands")])
    hands = list(match.hands.all())
    new = [hand_of(match, number, one) for number, one in enumerate(facts, 1)]
    rulings = _moved(kept_rulings(board), moved, len(hands), len(new))
    result = fold_board(board, match, new, rows=rulings)
    if result.problems:
        raise Refused(result.problems)
    with change(event, actor) as step:
        match = locked_match(board, version)
        confirmed = _open(step, board, reason)
        before = [hand.as_facts() for hand in hands]
        for row in rulings:
            row.save(update_fields=["hand"])
        match.hands.all().delete()
        for hand in new:
            hand.match, hand.entered_by = match, actor if actor.pk else None
        Hand.objects.bulk_create(new)
        match.kept = Match.Kept.HANDS if new else Match.Kept.NOTHING
        saved = save_match(step, match, result)
        step.record("hands-corrected", board, {"hands": (before, [dict(one) for one in facts])}, reason)
        if confirmed:
            confirm_again(step, board, match)
    return saved


def replace_levels(
    board: Board,
    actor: AbstractBaseUser,
    a: str,
    b: str,
    *,
    on_deal: str = "",
    version: int,
    reason: str,
) -> Saved:
    """Correct the levels of a slip. What changes is shown beforehand by ``preview_levels``."""
    event = board.round.stage.event
    _may_correct(board, actor, reason)
    match, result = _with_levels(board, a, b, on_deal)
    if result.problems:
        raise Refused(result.problems)
    new = match.slip
    with change(event, actor) as step:
        match = locked_match(board, version)
        confirmed = _open(step, board, reason)
        before, match.slip = match.slip, new
        match.kept, match.verdict, match.verdict_side = Match.Kept.LEVELS, "", ""
        saved = save_match(step, match, result)
        step.record("levels-corrected", board, {"slip": (before, new)}, reason)
        if confirmed:
            confirm_again(step, board, match)
    return saved


def replace_verdict(
    board: Board, actor: AbstractBaseUser, verdict: str, against: str, *, version: int, reason: str
) -> Saved:
    """Decide by verdict a match that has a result already. ``preview_verdict`` shows what that changes."""
    event = board.round.stage.event
    _may_correct(board, actor, reason)
    require(event, actor, "forfeit")
    _match, result = _with_verdict(board, verdict, against)
    with change(event, actor) as step:
        match = locked_match(board, version)
        confirmed = _open(step, board, reason)
        before = f"{match.verdict} {match.verdict_side}".strip()
        match.verdict, match.verdict_side = verdict, against
        saved = save_match(step, match, result)
        step.record("verdict-given", board, {"verdict": (before, f"{verdict} {against}".strip())}, reason)
        if confirmed:
            confirm_again(step, board, match)
    return saved


def _may_correct(board: Board, actor: AbstractBaseUser, reason: str) -> None:
    event = board.round.stage.event
    require(event, actor, "correct_result")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    refuse_unless_correctable(board, event, actor)


def _open(step: Step, board: Board, reason: str) -> bool:
    """Open a confirmed result inside the change; one that is open must be in a round that is played."""
    confirmed = open_again(step, board, reason)
    if not confirmed:
        refuse_unless_open(board)
    return confirmed


def _with_levels(board: Board, a: str, b: str, on_deal: str) -> tuple[Match, MatchResult]:
    """The match with other levels on its slip, not saved."""
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    if match.kept == Match.Kept.HANDS:
        raise Refused([Problem("hands-were-entered", "levels", {"count": match.hands.count()})])
    kept = {"finished": None, **(match.slip or {})}
    match.slip = {**kept, "levels": {"A": a.strip(), "B": b.strip()}, "on_deal": on_deal}
    match.kept, match.verdict, match.verdict_side = Match.Kept.LEVELS, "", ""
    return match, fold_board(board, match, [], explain=True)


def _with_verdict(board: Board, verdict: str, against: str) -> tuple[Match, MatchResult]:
    """The match as a verdict decides it, not saved."""
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    if verdict not in Match.Verdict.values or not verdict:
        raise Refused([Problem("unknown-verdict", "verdict", {"given": verdict})])
    if (verdict == Match.Verdict.ANNULLED) != (against == "") or against not in ("", "A", "B", "both"):
        raise Refused([Problem("verdict-needs-its-side", "against")])
    match.verdict, match.verdict_side = verdict, against
    return match, fold_board(board, match, list(match.hands.all()), explain=True)


def _moved(rows: list[Ruling], moved: Mapping[int, int] | None, before: int, after: int) -> list[Ruling]:
    """The rulings with the numbers that their hands have now; there were ``before`` hands, now ``after``."""
    for row in rows if moved is not None else ():
        assert moved is not None
        at = row.hand or 0
        if at > before:
            row.hand = after + 1
        elif at in moved:
            row.hand = moved[at]
        elif at and "penalty" in row.facts:
            raise Refused([Problem("hand-was-ruled-on", "hands", {"number": at})])
        else:
            row.hand = max((new for old, new in moved.items() if old <= at), default=0)
    return rows


@dataclass(frozen=True)
class Preview:
    """A match as it is and as it would be. ``problems`` are those that the correction brings with it."""

    before: MatchResult
    after: MatchResult
    changes: tuple[Change, ...]
    problems: tuple[Problem, ...]


def preview(
    board: Board, facts: Sequence[Mapping[str, Any]], moved: Mapping[int, int] | None = None
) -> Preview:
    """What ``replace_hands`` with these facts would change. Nothing is saved."""
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    rows = kept_rulings(board)
    hands = list(match.hands.all())
    before = fold_board(board, match, hands, rows=rows, explain=True)
    match.kept = Match.Kept.HANDS if facts else Match.Kept.NOTHING
    new = [hand_of(match, number, one) for number, one in enumerate(facts, 1)]
    rows = _moved(rows, moved, len(hands), len(new))
    return compared(before, fold_board(board, match, new, rows=rows, explain=True))


def preview_levels(board: Board, a: str, b: str, on_deal: str = "") -> Preview:
    """What ``replace_levels`` would change. Raises ``Refused`` for levels that cannot be."""
    return compared(_as_it_is(board), _with_levels(board, a, b, on_deal)[1])


def preview_verdict(board: Board, verdict: str, against: str) -> Preview:
    """What ``replace_verdict`` would change."""
    return compared(_as_it_is(board), _with_verdict(board, verdict, against)[1])


def _as_it_is(board: Board) -> MatchResult:
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    return fold_board(board, match, list(match.hands.all()), explain=True)


def preview_ruling(board: Board, ruling: Ruling, *, without: bool = False) -> Preview:
    """What a ruling (not saved yet, or one that is kept) changes once it is in force, or ``without`` it."""
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    hands = list(match.hands.all())
    kept = kept_rulings(board)
    before = fold_board(board, match, hands, rows=kept, explain=True)
    others = [row for row in kept if row.pk != ruling.pk]
    rows = others if without else [*others, ruling]
    return compared(before, fold_board(board, match, hands, rows=rows, explain=True))


def compared(before: MatchResult, after: MatchResult) -> Preview:
    """Both results and what differs between them."""
    new = tuple(problem for problem in after.problems if problem not in before.problems)
    return Preview(before, after, changes(before, after), new)
