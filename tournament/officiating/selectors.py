"""What the desk and the tables show."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, prefetch_related_objects
from django.http import Http404
from django.utils import timezone

from rules.wording import level_text
from scoring.models import Match
from tournament.clock import Reading
from tournament.clock_wording import clock_text, clock_word
from tournament.models import Board, ClockFact, Entry, Event, Round, Slot
from tournament.officiating.notices import last_notice
from tournament.officiating.timing import reading_from

ORDER = ("disputed", "late", "waiting", "playing", "not-started", "postponed", "confirmed")


@dataclass(frozen=True)
class TableLine:
    """One table of the hall: its number, both entries, its state, its levels and its clock."""

    board: Board
    a: Entry | None
    b: Entry | None
    state: str
    result: dict[str, Any]
    clock: Reading

    @property
    def levels(self) -> str:
        """「8 : 2」, empty before the first hand."""
        levels = self.result.get("levels")
        return " : ".join(level_text(levels[side]) for side in "AB") if levels else ""

    @property
    def names(self) -> list[str]:
        return [entry.names if entry else "—" for entry in (self.a, self.b)]

    @property
    def over(self) -> bool:
        """Whether the match has come to its end, confirmed or not."""
        return bool(self.result.get("over"))


@dataclass(frozen=True)
class Hall:
    """All tables of a round and what is missing. ``notice`` is the latest of the clock for all tables."""

    round: Round
    lines: list[TableLine]
    clock: Reading
    counts: dict[str, int] = field(default_factory=dict)
    notice: ClockFact | None = None

    @property
    def missing(self) -> int:
        """Tables whose result is not confirmed."""
        return len(self.lines) - self.counts.get("confirmed", 0)

    @property
    def startable(self) -> bool:
        """Whether the clock for all tables can be started: single ones may have been before it."""
        open_ = (Round.Status.PUBLISHED, Round.Status.PLAYING)
        return self.round.status in open_ and self.clock.state == "waiting"

    @property
    def corrected(self) -> bool:
        """Whether the round was closed before and is open again, only to correct a result."""
        return self.clock.state == "closed" and self.round.status == Round.Status.PLAYING

    @property
    def ready(self) -> list[TableLine]:
        """Tables that are over and wait for confirmation."""
        return [line for line in self.lines if line.over and line.state not in ("confirmed", "disputed")]


def sides(board: Board) -> dict[str, Entry | None]:
    """Both entries at a table, from slots fetched before: of squads the pairs, once both line-ups are in."""
    found: dict[str, Entry | None] = {"A": None, "B": None}
    pairs: dict[str, Entry] = {}
    for slot in board.encounter.slots.all():
        found[slot.side] = slot.entry
        if slot.entry is None or slot.entry.kind != Entry.Kind.SQUAD:
            continue
        for line in slot.lineup.all():
            if line.board == board.number:
                pairs[slot.side] = line.pair
    return {**found, **pairs} if len(pairs) == 2 else found


def hall(round_: Round, now: datetime | None = None) -> Hall:
    """Every table of ``round_``, in order of the tables. Few queries, whatever the number of tables."""
    now = now or timezone.now()
    squads = round_.stage.config.get("plays") == "squads"
    boards = list(Board.objects.for_round(round_).with_sides(line_ups=squads).order_by("table"))
    facts = list(ClockFact.objects.filter(round=round_))
    own: dict[int, list[ClockFact]] = defaultdict(list)
    shared = [fact for fact in facts if fact.board_id is None]
    for fact in facts:
        if fact.board_id is not None:
            own[fact.board_id].append(fact)
    clock = reading_from(round_, shared, None, now)
    lines = []
    for board in boards:
        mine = reading_from(round_, [*shared, *own[board.pk]], board, now) if own[board.pk] else clock
        there = sides(board)
        state = state_of(board, mine, started=any(one.kind == ClockFact.Kind.START for one in own[board.pk]))
        lines.append(TableLine(board, there["A"], there["B"], state, board.match.result or {}, mine))
    counts: dict[str, int] = defaultdict(int)
    for line in lines:
        counts[line.state] += 1
    return Hall(round_, lines, clock, dict(counts), last_notice(shared))


def clock_now(clock: Reading, now: datetime) -> dict[str, Any]:
    """The words of a clock as it is ``now``, from a reading that was taken a while ago and kept."""
    if clock.deadline is not None:
        left = round((clock.deadline - now).total_seconds())
        reminded = clock.reminded or (clock.reminder_at is not None and clock.reminder_at <= now)
        dealt = clock.no_more_deals or (clock.last_deal_at is not None and clock.last_deal_at <= now)
        clock = replace(clock, remaining=left, over=left <= 0, reminded=reminded, no_more_deals=dealt)
    return {"clock_text": clock_text(clock), "clock_word": clock_word(clock), "now": now}


def byes_of(round_: Round) -> list[Slot]:
    """Who does not play in this round, and by which code."""
    slots = Slot.objects.filter(round=round_).exclude(encounter__bye="")
    return list(slots.select_related("encounter", "entry__branch").prefetch_related("entry__players__person"))


def state_of(board: Board, clock: Reading, *, started: bool = False) -> str:
    """The state of a table as the desk shows it.

    One of not-started, playing, waiting, confirmed, disputed, late, postponed. A match with an appointment
    of its own is postponed until its own clock has ``started`` or something was entered.
    """
    match: Match = board.match
    if board.confirmed_at is not None:
        return "confirmed"
    if board.disputed:
        return "disputed"
    if (match.result or {}).get("over"):
        return "waiting"
    if hasattr(board.encounter, "appointment") and not started and not match.version:
        return "postponed"
    if clock.over and clock.state != "closed":
        return "late"
    if match.version or clock.state in ("running", "paused"):
        return "playing"
    return "not-started"


def board_of(event: Event, key: Any) -> Board:
    """One table of an event; ``Board.DoesNotExist`` where it is another event's."""
    return (
        Board.objects.of_event(event)
        .select_related("match__rule_set", "round__stage__event", "encounter")
        .prefetch_related(
            Prefetch("encounter__slots", Slot.objects.select_related("entry__branch")),
            "encounter__slots__entry__players",
        )
        .get(key=key)
    )


def board_at(event: Event, key: Any) -> Board:
    """The same for a page: what is not there is answered as not found."""
    try:
        return board_of(event, key)
    except (Board.DoesNotExist, ValidationError) as missing:
        raise Http404(key) from missing


def bare_board_at(event: Event, key: Any) -> Board:
    """One table with match and round in a single query, for what a phone sends; or not found."""
    boards = Board.objects.of_event(event).select_related("match__rule_set", "round__stage", "encounter")
    try:
        found = boards.get(key=key)
    except Board.DoesNotExist as missing:
        raise Http404(key) from missing
    found.round.stage.event = event
    return found


def seated(board: Board) -> Board:
    """The same table with those who sit at it, in two queries."""
    slots = Prefetch("encounter__slots", Slot.objects.select_related("entry"))
    prefetch_related_objects([board], slots, "encounter__slots__entry__players")
    return board


def clock_made_from(event: str, key: Any) -> tuple[Any, ...] | None:
    """What the clock of a table is made from, in one query: its result's version, its round's state, and the
    facts of its clock. ``event`` is a slug; ``None`` where that event has no such table."""
    fact = "round__clock_facts"
    own = Q(**{f"{fact}__board__isnull": True}) | Q(**{f"{fact}__board": F("pk")})
    return (
        Board.objects.filter(key=key, round__stage__event__slug=event)
        .annotate(facts=Count(fact, filter=own), last=Max(f"{fact}__pk", filter=own))
        .values_list("match__version", "round__status", "facts", "last")
        .first()
    )


def names_at(board: Board) -> dict[str, str]:
    """The names of both sides at a table, the side's letter where nobody sits yet."""
    return {side: entry.names if entry else side for side, entry in sides(board).items()}


def current_rounds(event: Event) -> list[Round]:
    """The rounds that are published and not yet closed; else the last closed one.

    Of a stage the newest comes first. A round that is only being corrected (its clock is closed) comes after
    those that are played.
    """
    rounds = Round.objects.filter(stage__event=event).select_related("stage")
    ended = ClockFact.objects.filter(round=OuterRef("pk"), kind=ClockFact.Kind.CLOSE, board__isnull=True)
    running = list(
        rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING])
        .annotate(ended=Exists(ended))
        .order_by("ended", "stage__position", "-number")
    )
    if running:
        return running
    last = rounds.filter(status=Round.Status.CLOSED).order_by("-stage__position", "-number").first()
    return [last] if last else []
