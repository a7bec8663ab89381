"""The clock over a round and over single tables: facts are added here and read here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q
from django.utils import timezone

from rules.answers import Problem, Refused
from scoring.matches import Ended
from tournament.access.permissions import may, require
from tournament.change import Conflict, change
from tournament.clock import Fact, Reading, read
from tournament.models import Appointment, Board, ClockFact, Round
from tournament.stages import advancing

Kind = ClockFact.Kind


def reading_of(round_: Round, board: Board | None = None, now: datetime | None = None) -> Reading:
    """What the clock of a round, or of one table of it, shows at ``now``."""
    return reading_from(round_, facts_of(round_, board), board, now)


def facts_of(round_: Round, board: Board | None = None) -> list[ClockFact]:
    """The facts of the clock for all tables of a round, and those of one table with them."""
    facts = ClockFact.objects.filter(round=round_)
    if board is None:
        return list(facts.filter(board__isnull=True))
    return list(facts.filter(Q(board=board) | Q(board__isnull=True)))


def reading_from(
    round_: Round, facts: Iterable[ClockFact], board: Board | None = None, now: datetime | None = None
) -> Reading:
    """The same from facts that were already fetched; those of other tables are left out."""
    time = round_.match_format.get("time", {})
    mine = [
        Fact(fact.kind, fact.at, fact.minutes or 0, fact.hand, own=fact.board_id is not None)
        for fact in that_count(facts, board.pk if board is not None else None)
    ]
    limits = time.get("minutes"), time.get("reminder"), time.get("no_new_deal_before")
    return read(mine, now or timezone.now(), *limits)


def that_count(facts: Iterable[ClockFact], board_id: int | None) -> list[ClockFact]:
    """The facts that the clock of a table goes by (``None``: that of the round).

    Those for all tables and its own; a table that was started by itself goes by its own alone.
    """
    facts = [fact for fact in facts if fact.board_id is None or fact.board_id == board_id]
    own = [fact for fact in facts if fact.board_id is not None]
    return own if any(fact.kind == Kind.START for fact in own) else facts


def start_round(round_: Round, actor: AbstractBaseUser) -> ClockFact:
    """Start the clock of a published round for all tables at once, but those that were started already."""
    event = round_.stage.event
    require(event, actor, "run_clock")
    with change(event, actor) as step:
        round_ = _locked(round_)
        if round_.clock_facts.filter(kind=Kind.START, board__isnull=True).exists():
            raise Refused([_wrong_state(round_)])
        before = _begin(round_)
        fact = _add(round_, Kind.START, actor)
        step.record("clock-start", round_, {"status": (before, "playing")})
    return fact


def start_table(board: Board, actor: AbstractBaseUser) -> ClockFact:
    """Start the clock of one table by itself: its match has an appointment of its own.

    Refused where it has none, or is started, or has a result.
    """
    event = board.round.stage.event
    require(event, actor, "run_clock")
    with change(event, actor) as step:
        round_ = _locked(board.round)
        board = Board.objects.select_for_update(of=("self",)).select_related("match").get(pk=board.pk)
        if not Appointment.objects.filter(encounter=board.encounter_id).exists():
            raise Refused([Problem("no-appointment", "table", {"table": board.table})])
        if board.match.version or board.clock_facts.filter(kind=Kind.START).exists():
            raise Refused([Problem("table-has-begun", "table")])
        before = _begin(round_)
        fact = _add(round_, Kind.START, actor, board=board)
        step.record("clock-start", board, {"round": (before, "playing")})
    return fact


def _begin(round_: Round) -> str:
    """Let a locked round be played; returns the state that it had. Raises ``Refused`` where it cannot be."""
    if round_.status not in (Round.Status.PUBLISHED, Round.Status.PLAYING):
        raise Refused([_wrong_state(round_)])
    before = round_.status
    if before == Round.Status.PUBLISHED:
        advancing.refuse_to_start(round_)
        round_.status = Round.Status.PLAYING
        round_.save(update_fields=["status"])
    return str(before)


def undo_start(round_: Round, actor: AbstractBaseUser) -> None:
    """A start by mistake: the clock goes back to waiting. Refused once any table has a hand or a result."""
    event = round_.stage.event
    require(event, actor, "run_clock")
    with change(event, actor) as step:
        round_ = _locked(round_)
        if round_.status != Round.Status.PLAYING:
            raise Refused([_wrong_state(round_)])
        if round_.boards.exclude(match__version=0).exists():
            raise Refused([Problem("round-has-begun", "round", {"round": round_.number})])
        round_.clock_facts.all().delete()
        round_.status = Round.Status.PUBLISHED
        round_.save(update_fields=["status"])
        step.record("clock-start-undone", round_, {"status": ("playing", "published")})


def add_fact(
    round_: Round,
    actor: AbstractBaseUser,
    kind: str,
    *,
    board: Board | None = None,
    minutes: int | None = None,
    end: int | None = None,
) -> ClockFact:
    """Pause, resume, extend or call time: for all tables, or for one.

    Refused where the clock is not in the state for it (nothing to resume, already paused …). Raises
    ``Conflict`` where the end is not the one that was shown (``end``, seconds since 1970): another desk has
    put it off meanwhile.
    """
    event = round_.stage.event
    require(event, actor, "run_clock")
    with change(event, actor) as step:
        round_ = _locked(round_)
        clock = reading_of(round_, board)
        state = clock.state
        if end is not None and clock.deadline and abs(clock.deadline.timestamp() - end) > 2:
            raise Conflict("clock")
        allowed = {
            Kind.PAUSE: {"running"},
            Kind.RESUME: {"paused"},
            Kind.EXTEND: {"running", "paused"},
            Kind.CALL: {"running", "paused"},
        }
        if kind not in allowed or state not in allowed[Kind(kind)]:
            raise Refused([Problem(f"clock-cannot-{kind}", "clock", {"state": state})])
        if kind == Kind.EXTEND and not 1 <= (minutes or 0) <= 120:
            raise Refused([Problem("minutes-out-of-range", "minutes", {"least": 1, "most": 120})])
        fact = _add(round_, kind, actor, board=board, minutes=minutes)
        step.record(f"clock-{kind}", board or round_, {"minutes": (None, minutes)})
    return fact


def mark_hand(board: Board, actor: AbstractBaseUser, hand: int) -> ClockFact:
    """At the reminder: ``hand`` is in play at this table. It is finished, and what the regulation adds."""
    round_ = board.round
    event = round_.stage.event
    require(event, actor, "enter_result")
    with change(event, actor) as step:
        if not reading_of(round_, board).reminded:
            raise Refused([Problem("reminder-not-yet", "clock")])
        if board.clock_facts.filter(kind=Kind.MARK).exists():
            raise Refused([Problem("hand-marked-already", "hand")])
        fact = _add(round_, Kind.MARK, actor, board=board, hand=hand)
        step.record("hand-marked", board, {"hand": (None, hand)})
    return fact


def refuse_untimely(board: Board, actor: AbstractBaseUser, ended: Ended, hands: int) -> None:
    """Time ends a match only when the clock says so, at the last of its ``hands`` or at the one after it.

    Who may correct a result may close a table as it stands before. Raises ``Refused``.
    """
    clock = reading_of(board.round, board)
    if ended.marked is not None:
        number, due, early = ended.marked, clock.reminded, "reminder-not-yet"
    elif ended.last is not None:
        number, due, early = ended.last, clock.no_more_deals, "deals-go-on"
    else:
        number, due, early = ended.hand, time_is_up(clock), "time-not-up"
    if not due and (number is not None or not may(board.round.stage.event, actor, "correct_result")):
        raise Refused([Problem(early, "clock")])
    if number is not None and not hands <= number <= hands + 1:
        raise Refused([Problem("hand-not-in-play", "hand", {"least": hands, "most": hands + 1})])


def time_is_up(clock: Reading) -> bool:
    """Whether tables may be closed as they stand: at the end, and in a round that is only being corrected."""
    return clock.over or clock.state == "closed"


def close_round(round_: Round, actor: AbstractBaseUser) -> Round:
    """Make the round official: every table has a confirmed result, the clock stops."""
    event = round_.stage.event
    require(event, actor, "run_clock")
    with change(event, actor) as step:
        round_ = _locked(round_)
        if round_.status not in (Round.Status.PLAYING, Round.Status.PUBLISHED):
            raise Refused([_wrong_state(round_)])
        missing = list(
            round_.boards.filter(confirmed_at__isnull=True).order_by("table").values_list("table", flat=True)
        )
        if missing:
            raise Refused(
                [
                    Problem(
                        "results-missing",
                        "round",
                        {
                            "round": round_.number,
                            "count": len(missing),
                            "tables": ", ".join(map(str, missing[:12])),
                        },
                    )
                ]
            )
        shared = set(round_.clock_facts.filter(board__isnull=True).values_list("kind", flat=True))
        # A round that was opened again for a correction keeps the end that it had.
        if Kind.START in shared and Kind.CLOSE not in shared:
            _add(round_, Kind.CLOSE, actor)
        before, round_.status = round_.status, Round.Status.CLOSED
        round_.save(update_fields=["status"])
        step.record("round-closed", round_, {"status": (before, "closed")})
        advancing.round_closed(step, round_)
    return round_


def _add(
    round_: Round,
    kind: str,
    actor: AbstractBaseUser,
    *,
    board: Board | None = None,
    minutes: int | None = None,
    hand: int | None = None,
) -> ClockFact:
    return ClockFact.objects.create(
        round=round_, board=board, kind=kind, at=timezone.now(), minutes=minutes, hand=hand, by=actor
    )


def _locked(round_: Round) -> Round:
    return Round.objects.select_for_update(of=("self",)).select_related("stage__event").get(pk=round_.pk)


def _wrong_state(round_: Round) -> Problem:
    return Problem(
        "round-not-in-that-state", "round", {"round": round_.number, "status": round_.get_status_display()}
    )
