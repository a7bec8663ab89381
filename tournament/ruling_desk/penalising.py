"""From an answer at a table to a penalty on the hand, logged as a ruling with the cards it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from rules.cards.cards import RANKS
from rules.cards.questions import rank_played
from rules.hands import RuleSet
from rules.wording import offence_text
from scoring.models import Hand, Match
from tournament.access.permissions import require
from tournament.models import Board, Ruling
from tournament.officiating.decisions import Finding, make_ruling
from tournament.officiating.rulings import fold_board, kept_rulings
from tournament.ruling_desk.asking import Given
from tournament.ruling_desk.wording import cost_text


@dataclass(frozen=True)
class Situation:
    """What a question at a table starts from: the hand it is about, of ``hands`` entered, its level, and its
    trump suit where that was said before (with the hand, or with a ruling on it)."""

    hand: int
    hands: int
    over: bool
    level: str
    trump: str = ""

    @property
    def choices(self) -> list[int]:
        """The hands that a question can be about, the latest first."""
        return list(range(self.hands + (0 if self.over else 1), 0, -1))


def situation(board: Board, hand: int | None = None) -> Situation:
    """The situation of a hand of the match at ``board``: the one in play, or that of a number."""
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    hands = list(match.hands.all())
    whole = fold_board(board, match, hands)
    last = len(hands) + (0 if whole.over else 1)
    number = hand if hand is not None and 1 <= hand <= last else max(last, 1)
    before = whole if number > len(hands) else fold_board(board, match, hands[: number - 1])
    level = before.next_level
    if number <= len(hands):
        level = (before.levels or {}).get(hands[number - 1].declarer, level)
    if level is None and not hands and not whole.over:
        level = (whole.levels or {}).get("A")
    rank = rank_played(match.rule_set.data, level) if level else None
    return Situation(
        number, len(hands), whole.over, rank if rank in RANKS else "", _trump_of(board, hands, number)
    )


def _trump_of(board: Board, hands: Sequence[Hand], number: int) -> str:
    said = [hand.facts.get("trump_suit") for hand in hands if hand.number == number]
    said += [
        row.facts.get("asked", {}).get("trump") for row in reversed(kept_rulings(board)) if row.hand == number
    ]
    return next((str(trump) for trump in said if trump), "")


def offences(rule_set: RuleSet, given: Given) -> list[dict[str, Any]]:
    """The offences that an answer finds, as buttons: code, name, clause, and what each costs, in words."""
    buttons = []
    for one in given.penalties:
        lines = [line for (code, _by), line in rule_set.penalties.offences.items() if code == one["code"]]
        costs = dict.fromkeys(cost_text(line, one.get("cards")) for line in lines)
        buttons.append(
            {
                "code": one["code"],
                "name": offence_text(one["code"], lines[0].name),
                "clause": lines[0].clause,
                "cost": " / ".join(costs),
            }
        )
    return buttons


def closed_by(board: Board) -> Problem | None:
    """Why no penalty can be made of an answer at a table now, or None: its result is confirmed, or a slip
    without hands."""
    if board.confirmed_at is not None:
        return Problem("result-confirmed", "result", {"table": board.table})
    if board.match.kept == Match.Kept.LEVELS:
        return Problem("slip-bears-no-ruling", "offence")
    return None


def penalise(
    board: Board,
    actor: AbstractBaseUser,
    given: Given,
    *,
    offence: str,
    side: str,
    hand: int,
    version: int,
) -> Ruling:
    """Make a penalty of an answer: ``side`` committed ``offence`` in hand number ``hand``.

    Refused where the answer does not find that offence, for a hand that is not there, and with whatever
    ``make_ruling`` refuses.
    """
    require(board.round.stage.event, actor, "rule")
    found: Mapping[str, Any] | None = next((one for one in given.penalties if one["code"] == offence), None)
    if found is None:
        raise Refused([Problem("offence-unknown", "offence", {"given": offence})])
    if hand not in situation(board).choices:
        raise Refused([Problem("ruling-needs-hand", "hand")])
    finding = Finding(
        side=side,
        offence=offence,
        hand=hand,
        cards=found.get("cards"),
        words=given.sentence,
        asked=given.document,
    )
    return make_ruling(board, actor, finding, version=version)
