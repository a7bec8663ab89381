"""Hands that were entered wrong: what mending them would change, and mending them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from scoring.matches import Change, MatchResult, changes
from scoring.models import Hand, Match
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Board, Ruling
from tournament.officiating.entering import hand_of
from tournament.officiating.locking import Saved, open_match, refuse_unless_open, save_match
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
    problems, and where a hand would go that was ruled on.
    """
    event = board.round.stage.event
    require(event, actor, "correct_result")
    if not reason.strip():
        raise Refused([Problem("needs-reason", "reason")])
    refuse_unless_open(board)
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
        match = open_match(board, version)
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
    return saved


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
