"""Rulings as the engines read them: on a hand among its penalties, on the match beside its hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from rules.hands.rulings import role_of
from scoring.matches import MatchResult, Step
from scoring.matches import Ruling as MatchRuling
from scoring.models import Hand, Match
from scoring.results import fold
from tournament.models import Board, Ruling

MATCH_EFFECTS = {"game_lost", "match_lost", "disqualified", "levels"}
POINT_REASONS = {"penalty-points", "penalty-per-card"}


def kept_rulings(board: Board) -> list[Ruling]:
    """The rulings at a table that were not withdrawn, in the order in which they were made."""
    return list(Ruling.objects.filter(board=board).exclude(status=Ruling.Status.WITHDRAWN))


def stands(row: Ruling) -> bool:
    """Whether a ruling is in force: approved where that is asked for, and not reversed by the jury."""
    return row.status == Ruling.Status.STANDING and row.appeal != Ruling.Appeal.REVERSED


def rulings_of(board: Board, rows: Iterable[Ruling] | None = None) -> list[MatchRuling]:
    """The rulings that strike the match at ``board`` itself; those on a hand are part of its facts.

    A ruling that waits for approval is handed on as such, so that the explanation can say so; one that the
    jury reversed is not.
    """
    return [
        MatchRuling(
            side=row.effect["side"],
            effect=row.effect["effect"],
            after=row.hand or 0,
            value=row.effect.get("value", 0),
            others=row.effect.get("others", 0),
            code=row.offence,
            clause=row.clause,
            approved=stands(row),
        )
        for row in (kept_rulings(board) if rows is None else rows)
        if row.effect.get("effect") in MATCH_EFFECTS and row.appeal != Ruling.Appeal.REVERSED
    ]


def fold_board(
    board: Board,
    match: Match,
    hands: Sequence[Hand],
    *,
    explain: bool = False,
    rows: Sequence[Ruling] | None = None,
) -> MatchResult:
    """What the match at ``board`` comes to with ``hands`` and its rulings (``rows``, or those kept)."""
    rows = kept_rulings(board) if rows is None else rows
    on_match = rulings_of(board, rows)
    on_hands = [row for row in rows if "penalty" in row.facts and row.appeal != Ruling.Appeal.REVERSED]
    if not on_hands:
        return fold(match, hands, rulings=on_match, explain=explain)
    struck = _with_penalties(hands, on_hands)
    if any(hand.points is not None and hand.facts.get("tricks") is None for hand in struck.values()):
        first = fold(match, _laid_over(hands, struck), rulings=on_match, explain=True)
        for step in first.steps:
            if step.number in struck:
                _add_points(struck[step.number], step, _count(on_hands, step.number), match)
    return fold(match, _laid_over(hands, struck), rulings=on_match, explain=explain)


def _with_penalties(hands: Sequence[Hand], rows: Iterable[Ruling]) -> dict[int, Hand]:
    """Copies of the hands that a ruling strikes, with its penalty among their facts."""
    penalties: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        penalties[row.hand or 0].append({**row.facts["penalty"], "approved": stands(row)})
    struck = {}
    for hand in hands:
        if hand.number in penalties:
            new = copy(hand)
            new.facts = {
                **hand.facts,
                "penalties": [*hand.facts.get("penalties", []), *penalties[hand.number]],
            }
            struck[hand.number] = new
    return struck


def _laid_over(hands: Sequence[Hand], struck: dict[int, Hand]) -> list[Hand]:
    return [struck.get(hand.number, hand) for hand in hands]


def _count(rows: Iterable[Ruling], number: int) -> int:
    return sum(row.hand == number for row in rows)


def _add_points(hand: Hand, step: Step, count: int, match: Match) -> None:
    """A total that was typed before the ruling is moved by what the ruling costs.

    The judge takes a total as it stands; only where tricks and bottom are told apart does it add penalties.
    """
    if hand.points is None or hand.facts.get("tricks") is not None:
        return
    typed = len(hand.facts["penalties"]) - count
    catalogue = match.rule_set.loaded().penalties
    reasons = [reason for reason in step.reasons if reason.code in POINT_REASONS]
    earlier = _reasons_of(hand.facts["penalties"][:typed], reasons, hand.declarer)
    for reason in reasons[earlier:]:
        added = -reason.values["points"] if reason.values["role"] == "attackers" else reason.values["points"]
        hand.points += added
        offence = catalogue.find(str(reason.values["offence"]), str(reason.values["role"]))
        if offence is not None and offence.penalty.clamp is not None:
            low, high = offence.penalty.clamp
            hand.points = min(max(hand.points, low), high)


def _reasons_of(penalties: Iterable[dict[str, Any]], reasons: Sequence[Any], declarer: str) -> int:
    """How many of the reasons, from the first, belong to the penalties that were typed with the hand."""
    at = 0
    for one in penalties:
        if (
            at < len(reasons)
            and reasons[at].values["offence"] == one["code"]
            and (reasons[at].values["role"] == role_of(str(one["by"]), declarer))
        ):
            at += 1
    return at
