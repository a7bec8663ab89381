"""Recompute an event from its hands, slips and rulings, and compare with what is stored."""

from __future__ import annotations

from collections import Counter

from rules.answers import Problem
from scoring.models import Match
from scoring.results import as_json
from tournament.change import broken_link
from tournament.models import Board, Draw, Encounter, Event, Round, Slot
from tournament.officiating.rulings import fold_board


def verify(event: Event) -> list[Problem]:
    """Everything in ``event`` that does not follow from its facts; an empty list where all is well."""
    return [
        *_record(event),
        *_results(event),
        *_rounds(event),
    ]


def _record(event: Event) -> list[Problem]:
    broken = broken_link(event)
    return [] if broken is None else [Problem("record-broken", "record", {"row": broken})]


def _results(event: Event) -> list[Problem]:
    boards = (
        Board.objects.of_event(event)
        .select_related("match__rule_set", "round")
        .prefetch_related("match__hands")
        .order_by("round__number", "table")
    )
    found = []
    for board in boards:
        match: Match = board.match
        where = {"round": board.round.number, "table": board.table or 0}
        if match.version == 0:
            continue
        computed = as_json(fold_board(board, match, list(match.hands.all())))
        if match.result_version != match.version or match.result != computed:
            found.append(Problem("result-differs", f"table {board.table}", where))
        if board.confirmed_at is not None and not computed["over"]:
            found.append(Problem("confirmed-not-over", f"table {board.table}", where))
        numbers = [hand.number for hand in match.hands.all()]
        if numbers != list(range(1, len(numbers) + 1)):
            found.append(Problem("hands-not-in-order", f"table {board.table}", where))
    return found


def _rounds(event: Event) -> list[Problem]:
    found = []
    for round_ in Round.objects.filter(stage__event=event).order_by("stage__position", "number"):
        where = {"round": round_.number}
        seated = Counter(
            Slot.objects.filter(round=round_, entry__isnull=False).values_list("entry_id", flat=True)
        )
        if any(count > 1 for count in seated.values()):
            found.append(Problem("seated-twice", f"round {round_.number}", where))
        if round_.status == Round.Status.CLOSED and round_.boards.filter(confirmed_at__isnull=True).exists():
            found.append(Problem("closed-with-open-tables", f"round {round_.number}", where))
        alone = Encounter.objects.filter(
            round=round_, bye="", boards__isnull=True, slots__feeder__isnull=True
        )
        if round_.status != Round.Status.EMPTY and alone.filter(slots__entry__isnull=False).exists():
            found.append(Problem("encounter-without-table", f"round {round_.number}", where))
        published = round_.status not in (Round.Status.EMPTY, Round.Status.DRAFT)
        if published and not round_.draws.filter(state=Draw.State.PUBLISHED).exists():
            found.append(Problem("published-without-draw", f"round {round_.number}", where))
    return found
