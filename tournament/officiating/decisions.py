"""Rulings are made, approved, appealed and decided here; the match is worked out anew each time.

A ruling strikes a hand (its penalty is then one of that hand's facts) or the match itself. Which offences
there are, what they cost, how warnings escalate and whose approval they need is the rule set's; a ruling in
free words says its effect itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from rules.answers import Problem, Refused
from rules.hands.penalties import RULING
from scoring.matches import MatchResult
from scoring.models import Hand, Match
from scoring.results import keep_result
from tournament.access.permissions import ACTIONS, require, roles_of
from tournament.change import Change, Conflict, change
from tournament.models import Adjustment, Board, Entry, Role, Ruling, Slot, Stage
from tournament.officiating import expelling
from tournament.officiating.corrections import Preview, preview_ruling
from tournament.officiating.reopening import confirm_again, open_again
from tournament.officiating.rulings import MATCH_EFFECTS, fold_board, kept_rulings, stands

ON_HAND = ("points", "void", "deal_passes")
ON_MATCH = ("warning", "levels", "game_lost", "match_lost", "disqualified")
# What needs no hands, so that a match of which only the slip is there can bear it.
ON_SLIP = ("warning", "match_lost", "disqualified")
# Who must approve a ruling in free words; in the catalogue each offence says so itself.
FREE_APPROVALS = {"match_lost": Role.CHIEF_REFEREE, "disqualified": Role.COMMITTEE}
Status, Appeal = Ruling.Status, Ruling.Appeal


@dataclass(frozen=True)
class Finding:
    """What the referee found: ``side`` (A or B) offended; ``offence`` is a code of the rule set's catalogue.

    Left at ``ruling`` it is described in ``words``, with an ``effect`` of ``ON_HAND`` or ``ON_MATCH``:
    ``value`` are card points for the other side, or levels for the offender (below zero: taken), ``others``
    levels for the other side. ``hand`` is the number of the hand, or of the last one before the ruling.
    ``asked`` are the cards that it rests on, as a question of the ruling desk.
    """

    side: str
    offence: str = RULING
    hand: int | None = None
    cards: int | None = None
    points: int | None = None
    effect: str = "warning"
    value: int = 0
    others: int = 0
    words: str = ""
    asked: Mapping[str, Any] | None = None


def ruling_from(board: Board, finding: Finding) -> Ruling:
    """The ruling that a finding asks for, not saved. Refused where it says too little, or what cannot be."""
    match = Match.objects.select_related("rule_set").get(pk=board.match_id)
    if finding.side not in ("A", "B"):
        raise Refused([Problem("ruling-needs-side", "side")])
    slot = Slot.objects.filter(encounter=board.encounter_id, side=finding.side).first()
    row = Ruling(
        event=board.round.stage.event,
        board=board,
        hand=finding.hand,
        entry_id=slot.entry_id if slot else None,
        offence=finding.offence,
        decision=finding.words.strip(),
        facts={"side": finding.side, **({"asked": dict(finding.asked)} if finding.asked else {})},
        status=Status.STANDING,
    )
    if finding.offence == RULING:
        _in_free_words(row, finding)
        if row.hand is None and row.effect.get("effect") in MATCH_EFFECTS:
            row.hand = match.hands.count() or None
    else:
        _from_catalogue(row, finding, match)
    if match.kept == Match.Kept.LEVELS and row.effect.get("effect") not in ON_SLIP:
        raise Refused([Problem("slip-bears-no-ruling", "offence")])
    return row


def _from_catalogue(row: Ruling, finding: Finding, match: Match) -> None:
    offences = [
        one
        for (code, _by), one in match.rule_set.loaded().penalties.offences.items()
        if code == finding.offence
    ]
    if not offences:
        raise Refused([Problem("offence-unknown", "offence", {"given": finding.offence})])
    if not finding.hand:
        raise Refused([Problem("ruling-needs-hand", "hand")])
    row.clause = offences[0].clause
    penalty: dict[str, Any] = {"code": finding.offence, "by": finding.side}
    penalty |= {
        key: getattr(finding, key) for key in ("cards", "points") if getattr(finding, key) is not None
    }
    approve = next((one.approve for one in offences if one.approve), "")
    row.facts |= {"penalty": penalty, "approve": approve}


def _in_free_words(row: Ruling, finding: Finding) -> None:
    if not row.decision:
        raise Refused([Problem("ruling-needs-words", "words")])
    if finding.effect in ON_HAND:
        if not finding.hand:
            raise Refused([Problem("ruling-needs-hand", "hand")])
        if finding.effect == "points" and (finding.value <= 0 or finding.value % 5):
            raise Refused([Problem("ruling-points", "value", {"given": finding.value})])
        effect: dict[str, Any] = {
            "points": {"points": finding.value},
            "void": {"hand": "void"},
            "deal_passes": {"hand": "over", "deal": "passes", "levels": max(0, finding.others)},
        }[finding.effect]
        row.facts |= {
            "penalty": {"code": RULING, "by": finding.side, "text": row.decision, "effect": effect},
        }
    elif finding.effect in ON_MATCH:
        if finding.effect == "levels" and not (finding.value or finding.others):
            raise Refused([Problem("ruling-levels", "value")])
        moves = {"value": finding.value, "others": finding.others} if finding.effect != "warning" else {}
        row.effect = {"side": finding.side, "effect": finding.effect, **moves}
        row.facts["approve"] = FREE_APPROVALS.get(finding.effect, "")
    else:
        raise Refused([Problem("ruling-effect", "effect", {"given": finding.effect})])


def preview(board: Board, finding: Finding) -> tuple[Ruling, Preview]:
    """The ruling and what it changes once it is in force. Refused where the match would not go on with it."""
    row = ruling_from(board, finding)
    found = preview_ruling(board, row)
    if found.problems:
        raise Refused(found.problems)
    return row, found


def make_ruling(board: Board, actor: AbstractBaseUser, finding: Finding, *, version: int) -> Ruling:
    """Rule at a table. Where somebody else has to approve, the ruling waits and nothing changes until then.

    A confirmed result that the ruling strikes is opened, worked out anew and confirmed again in the same
    step, by one who may correct results. Refused for others, once a match that depends on the result has
    begun, and where a hand could not have been played then.
    """
    event = board.round.stage.event
    require(event, actor, "rule")
    row, _found = preview(board, finding)
    row.by = actor
    needed = row.facts.get("approve", "")
    if needed and needed != "referee":
        if needed in roles_of(event, actor):
            row.approved_by = actor
        else:
            row.status = Status.PROPOSED
    with change(event, actor) as step:
        match = _locked(board, version)
        if stands(row) and _strikes(row) and not roles_of(event, actor) & ACTIONS["correct_result"]:
            _refuse_on_confirmed(board)
        row.save()
        _come_into_force(step, board, match, row)
        step.record(
            "ruling-made", board, {"code": (None, row.offence), "hand": (None, row.hand)}, row.decision
        )
    return row


def approve(ruling: Ruling, actor: AbstractBaseUser) -> Ruling:
    """Let a ruling that waited come into force. Only a role that the regulation names may, and not alone:
    who made it does not approve it."""
    needed = ruling.facts.get("approve", "")
    if needed not in roles_of(ruling.event, actor):
        raise PermissionDenied("approve")

    def act(row: Ruling) -> None:
        if row.status != Status.PROPOSED:
            raise Refused([Problem("ruling-does-not-wait", "ruling")])
        if row.by_id == actor.pk:
            raise Refused([Problem("ruling-needs-second-person", "ruling")])
        row.status, row.approved_by = Status.STANDING, actor

    return _change(ruling, actor, "ruling-approved", act)


def withdraw(ruling: Ruling, actor: AbstractBaseUser, reason: str) -> Ruling:
    """Take a ruling back, or refuse one that waits for approval: the match is worked out without it."""
    allowed = ACTIONS["correct_result"] | {ruling.facts.get("approve", "")}
    if not roles_of(ruling.event, actor) & allowed:
        raise PermissionDenied("correct_result")
    _need(reason)

    def act(row: Ruling) -> None:
        if row.status == Status.WITHDRAWN:
            raise Refused([Problem("ruling-is-withdrawn", "ruling")])
        row.status = Status.WITHDRAWN

    return _change(ruling, actor, "ruling-withdrawn", act, reason)


def appeal(ruling: Ruling, actor: AbstractBaseUser, words: str) -> Ruling:
    """A pair appeals to the jury; the referee writes down why. The ruling stands until the jury decides."""
    if not roles_of(ruling.event, actor) & (ACTIONS["rule"] | ACTIONS["correct_result"]):
        raise PermissionDenied("rule")
    _need(words)

    def act(row: Ruling) -> None:
        if row.status == Status.WITHDRAWN or row.appeal != Appeal.NONE:
            raise Refused([Problem("ruling-not-open-to-appeal", "ruling")])
        row.appeal = Appeal.OPEN
        row.facts["appeal"] = {"words": words.strip()[:500], "at": _now().isoformat()}

    return _change(ruling, actor, "ruling-appealed", act, words)


def decide_appeal(ruling: Ruling, actor: AbstractBaseUser, *, reverse: bool, words: str) -> Ruling:
    """The jury upholds or reverses a ruling; its word is final. Who ruled does not sit on the jury."""
    require(ruling.event, actor, "decide_appeal")
    _need(words)

    def act(row: Ruling) -> None:
        if row.appeal != Appeal.OPEN:
            raise Refused([Problem("ruling-is-not-appealed", "ruling")])
        if row.by_id == actor.pk:
            raise Refused([Problem("ruling-needs-second-person", "ruling")])
        row.appeal = Appeal.REVERSED if reverse else Appeal.UPHELD
        row.facts["jury"] = {"words": words.strip()[:500], "at": _now().isoformat()}

    return _change(ruling, actor, "appeal-decided", act, words)


def adjust(
    stage: Stage,
    entry: Entry,
    actor: AbstractBaseUser,
    *,
    points: Decimal = Decimal(0),
    level_difference: int = 0,
    round_number: int | None = None,
    reason: str,
    ruling: Ruling | None = None,
) -> Adjustment:
    """Give or take match points or levels without a match: a row of its own in the standings."""
    event = stage.event
    require(event, actor, "forfeit")
    _need(reason)
    if not points and not level_difference:
        raise Refused([Problem("adjustment-is-nothing", "points")])
    if entry.event_id != event.pk:
        raise Refused([Problem("adjustment-needs-entry", "entry")])
    with change(event, actor) as step:
        row = Adjustment.objects.create(
            event=event,
            stage=stage,
            entry=entry,
            points=points,
            level_difference=level_difference,
            round_number=round_number,
            reason=reason.strip()[:200],
            ruling=ruling,
            by=actor,
        )
        step.record(
            "adjustment-made",
            entry,
            {"points": (None, str(points)), "level_difference": (None, level_difference)},
            reason,
        )
    return row


def take_adjustment_back(adjustment: Adjustment, actor: AbstractBaseUser, reason: str) -> None:
    """The points or levels were a mistake: they count no longer; the record keeps both steps."""
    event = adjustment.event
    require(event, actor, "forfeit")
    _need(reason)
    with change(event, actor) as step:
        row = Adjustment.objects.select_for_update(of=("self",)).filter(pk=adjustment.pk).first()
        if row is None:
            raise Conflict("adjustment")
        step.record(
            "adjustment-taken-back",
            row.entry,
            {"points": (str(row.points), None), "level_difference": (row.level_difference, None)},
            reason,
        )
        row.delete()


def _change(
    ruling: Ruling,
    actor: AbstractBaseUser,
    action: str,
    act: Callable[[Ruling], None],
    reason: str = "",
) -> Ruling:
    """Change a ruling under the lock, and work its match out anew where its force changed."""
    with change(ruling.event, actor) as step:
        row = Ruling.objects.select_for_update(of=("self",)).get(pk=ruling.pk)
        before, stood = (row.status, row.appeal), stands(row)
        act(row)
        board = (
            Board.objects.select_related("round__stage__event").get(pk=row.board_id) if row.board_id else None
        )
        if board is not None and stands(row) != stood:
            row.save()
            match = Match.objects.select_for_update(of=("self",)).select_related("rule_set")
            _come_into_force(step, board, match.get(pk=board.match_id), row)
        else:
            row.save()
        step.record(
            action, board, {"status": (" ".join(before).strip(), f"{row.status} {row.appeal}")}, reason
        )
    return row


def _come_into_force(step: Change, board: Board, match: Match, row: Ruling) -> None:
    """Work the match out with its rulings as they are now, and put out whom one disqualifies.

    A confirmed result is opened for it and confirmed again; a ruling that waits opens nothing. Refused once a
    match that depends on the result has begun.
    """
    board.refresh_from_db(fields=["confirmed_at"])
    waiting = row.status == Status.PROPOSED
    confirmed = board.confirmed_at is not None and _strikes(row)
    if confirmed and waiting:
        return
    if confirmed:
        open_again(step, board, row.decision or row.offence)
    result = _work_out(match, board, row)
    expelling.follow(step, board, row, match, result)
    if confirmed:
        confirm_again(step, board, match)


def _work_out(match: Match, board: Board, row: Ruling) -> MatchResult:
    """The match with its rulings as they are now. Refused where a hand could not have been played then."""
    hands: list[Hand] = list(match.hands.all())
    before = set(match.result.get("problems", ())) if match.result else set()
    result = fold_board(board, match, hands, rows=kept_rulings(board))
    new = tuple(problem for problem in result.problems if problem.code not in before)
    if new:
        raise Refused(new)
    if _strikes(row):
        match.version += 1
        keep_result(match, result)
        match.save()
    return result


def _strikes(row: Ruling) -> bool:
    """Whether a ruling changes a match at all: a warning in free words does not."""
    return "penalty" in row.facts or row.effect.get("effect") in MATCH_EFFECTS


def _refuse_on_confirmed(board: Board) -> None:
    board.refresh_from_db(fields=["confirmed_at"])
    if board.confirmed_at is not None:
        raise Refused([Problem("result-confirmed", "result", {"table": board.table})])


def _locked(board: Board, version: int) -> Match:
    match = Match.objects.select_for_update(of=("self",)).select_related("rule_set").get(pk=board.match_id)
    if match.version != version:
        raise Conflict("match", version=match.version)
    return match


def _need(words: str) -> None:
    if not words.strip():
        raise Refused([Problem("needs-reason", "reason")])


def _now() -> datetime:
    return timezone.now()
