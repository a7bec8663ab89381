"""At a table: what is this hand worth, and is it true?"""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_POST

from rules.answers import Problem, Refused
from rules.wording import level_text, reason_lines
from scoring.models import Hand, Match
from tournament.access.pages import event_page, refuse
from tournament.access.permissions import ACTIONS
from tournament.change import Conflict
from tournament.clock_wording import clock_text, clock_word
from tournament.models import Board, Event, Round
from tournament.officiating import signing, timing
from tournament.officiating.acting import act, answered, asked_now, told
from tournament.officiating.dealing import next_deal
from tournament.officiating.hand_form import HandForm, details_of, filled_in, hand_form
from tournament.officiating.marks import mark_of, stays_until, still_good
from tournament.officiating.rulings import fold_board, kept_rulings
from tournament.officiating.selectors import (
    bare_board_at,
    board_at,
    clock_made_from,
    current_rounds,
    hall,
    names_at,
    seated,
    sides,
)
from tournament.ruling_wording import ruled, waits_for
from tournament.wording import words


@event_page("enter_result")
def my_tables(request: HttpRequest, event: Event) -> HttpResponse:
    """A referee's tables of the rounds that are being played: her own first, then all others."""
    halls = []
    for round_ in current_rounds(event):
        found = hall(round_)
        mine = [line for line in found.lines if line.board.referee_id == request.user.pk]
        halls.append(
            {"hall": found, "mine": mine, "others": [line for line in found.lines if line not in mine]}
        )
    return render(request, "officiating/my_tables.html", {"event": event, "halls": halls})


def table_by_key(request: HttpRequest, key: str) -> HttpResponse:
    """The short address in a score sheet's QR code."""
    board = get_object_or_404(Board.objects.select_related("round__stage__event"), key=key)
    return redirect("table", event=board.round.stage.event.slug, key=board.key)


@event_page()
def table(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """A table's page: levels, the next hand, its judgement, the hands so far."""
    as_json = request.accepts("application/json") and not request.accepts("text/html")
    if not request.roles & ACTIONS["enter_result"]:  # type: ignore[attr-defined]
        sign_in = f"{reverse('pin', args=[event.slug])}?{urlencode({'next': request.path})}"
        if as_json:
            return JsonResponse({"ok": False, "problems": [], "sign_in": sign_in}, status=401)
        return refuse(request, event) if request.user.is_authenticated else redirect(sign_in)
    if request.method == "POST":
        if as_json:
            return answered(request, bare_board_at(event, key))
        return _act(request, event, bare_board_at(event, key))
    board = seated(bare_board_at(event, key))
    return render(request, "officiating/table.html", _table_context(request, board))


@event_page("enter_result")
@require_POST
def live(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """What the hand in the form would be worth: said while it is typed, nothing is saved."""
    board = board_at(event, key)
    form = hand_form(board, request.POST)
    context: dict[str, Any] = {"board": board}
    if not form.is_valid():
        context["asks"] = form.asks()
    elif form.cleaned_data.get("points") is not None or form.is_detailed:
        context |= _judgement(board, form.facts())
    return render(request, "officiating/judgement.html", context)


def _clock_mark(request: HttpRequest, event: str, key: str) -> str | None:
    if "If-None-Match" not in request.headers:
        return None
    made_from = clock_made_from(event, key)
    return None if made_from is None else still_good(request, *made_from, get_language())


@condition(etag_func=_clock_mark)
@event_page("enter_result")
def table_clock(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The clock of a table and what it asks for now. The page looks again and again; unchanged that costs
    one query, for which nobody has to be known: it tells only who has the mark that it is good still."""
    board = bare_board_at(event, key)
    context = _clock_context(board)
    response = render(request, "officiating/table_clock.html", context)
    response["ETag"] = context["clock_mark"]
    return response


def _act(request: HttpRequest, event: Event, board: Board) -> HttpResponse:
    """One action at a table. Whatever is refused comes back with everything that was typed."""
    form = None
    if request.POST.get("action") == "hand":
        form = hand_form(board, request.POST)
        if not form.is_valid():
            return _table(request, board, form=form, status=422)
    try:
        act(request, board, form)
    except Conflict as conflict:
        return _table(request, board, form=form, problems=conflict.problems, conflict=conflict, status=409)
    except Refused as refused:
        return _table(request, board, form=form, problems=refused.problems, status=422)
    return redirect("table", event=event.slug, key=board.key)


def _table(
    request: HttpRequest,
    board: Board,
    *,
    form: HandForm | None = None,
    problems: tuple[Problem, ...] = (),
    conflict: Conflict | None = None,
    status: int = 200,
) -> HttpResponse:
    board = seated(bare_board_at(board.round.stage.event, board.key))
    context = _table_context(request, board)
    if form is not None:
        context["form"] = form
        context["details"] = details_of(form, board, context["names"])
    context["problems"] = [words(problem, names_at(board)) for problem in problems]
    context["unlikely"] = bool(problems) and all(one.severity == "unlikely" for one in problems)
    if conflict is not None:
        context["theirs"] = told(conflict.theirs, board)
    return render(request, "officiating/table.html", context, status=status)


def _table_context(request: HttpRequest, board: Board) -> dict[str, Any]:
    match: Match = board.match
    hands = list(match.hands.all())
    rulings = kept_rulings(board)
    result = fold_board(board, match, hands, explain=True, rows=rulings)
    names = names_at(board)
    declarer = result.next_declarer
    empty = hand_form(board, initial={"declarer": declarer or "", **filled_in(request.GET)})
    return {
        "event": board.round.stage.event,
        "board": board,
        "round": board.round,
        "match": match,
        "result": result,
        "names": names,
        "sides": sides(board),
        "form": empty,
        "details": details_of(empty, board, names),
        "declarer": declarer,
        "attackers": {"A": "B", "B": "A"}.get(declarer or "", ""),
        "next_level": level_text(result.next_level) if result.next_level else "",
        "levels": {side: level_text(label) for side, label in (result.levels or {}).items()},
        "labels": board.match.rule_set.data.get("labels", {}),
        "ladder": [level_text(label) for label in match.rule_set.loaded().ladder.labels()],
        "lines": [
            {
                "step": step,
                "levels": {side: level_text(label) for side, label in step.levels.items()},
                "declarer": names[step.declarer],
                "because": reason_lines(step.reasons, match.rule_set.data.get("clauses", {}), names),
            }
            for step in reversed(result.steps)
        ],
        "of_hands": match.format.get("hands") or 0,
        "nonce": secrets.token_hex(8),
        "dealing": next_deal(match.rule_set.loaded(), declarer, names),
        "signed": signing.signed_by(board, match),
        **_clock_context(board),
        "may_confirm": bool(request.roles & ACTIONS["confirm_result"]),  # type: ignore[attr-defined]
        "may_rule": bool(request.roles & ACTIONS["rule"]),  # type: ignore[attr-defined]
        "may_correct": bool(request.roles & ACTIONS["correct_result"]),  # type: ignore[attr-defined]
        "rulings": [{"row": row, "ruled": ruled(row), "waits": waits_for(row)} for row in rulings],
        "may_run_clock": bool(request.roles & ACTIONS["run_clock"]),  # type: ignore[attr-defined]
        "may_forfeit": bool(request.roles & ACTIONS["forfeit"]),  # type: ignore[attr-defined]
        "verdicts": [(code, label) for code, label in Match.Verdict.choices if code],
    }


def _clock_context(board: Board) -> dict[str, Any]:
    """The clock of a table, whether the hand in play has to be marked, and which hand is the last."""
    match: Match = board.match
    event = board.round.stage.event
    now = timezone.now()
    facts = timing.facts_of(board.round, board)
    clock = timing.reading_from(board.round, facts, board, now)
    # As clock_made_from() reads it, but of what is shown here: what was saved meanwhile is newer.
    last = max((fact.pk for fact in facts), default=None)
    made_from = (match.version, board.round.status, len(facts), last)
    result = match.result or {}
    until = stays_until(now, clock.reminder_at, clock.last_deal_at, clock.deadline)
    return {
        "event": event,
        "clock_mark": mark_of(*made_from, get_language(), until=until),
        "board": board,
        "match": match,
        "clock": clock,
        "clock_text": clock_text(clock),
        "clock_word": clock_word(clock),
        "now": now,
        "next_number": result.get("hands", 0) + 1,
        "last_hand": result.get("last_hand"),
        "over": result.get("over", False),
        "asks": asked_now(board.round, clock, match),
        "may_end": timing.time_is_up(clock) and result.get("hands", 0) > 0 and match.ended is None,
        "corrected": clock.state == "closed" and board.round.status == Round.Status.PLAYING,
    }


def _judgement(board: Board, facts: dict[str, Any]) -> dict[str, Any]:
    """What the hand would do, in words, or why it cannot be."""
    match: Match = board.match
    hands = list(match.hands.all())
    kept = {key: value for key, value in facts.items() if key not in ("declarer", "points")}
    new = Hand(
        match=match,
        number=len(hands) + 1,
        declarer=facts["declarer"],
        points=facts.get("points"),
        facts=kept,
    )
    names = names_at(board)
    result = fold_board(board, match, [*hands, new], explain=True)
    if result.problems:
        return {"problems": [words(problem, names) for problem in result.problems]}
    if len(result.steps) <= len(hands):
        return {"problems": [words(Problem("match-is-over", "hand"), names)]}
    step = result.steps[-1]
    because = reason_lines(step.reasons, match.rule_set.data.get("clauses", {}), names)
    return {
        "step": step,
        "levels": {side: level_text(label) for side, label in step.levels.items()},
        "because": because,
        "quotes": [reason for reason in because if reason["wording"]],
        "warnings": [words(problem, names) for problem in step.warnings],
        "next_declarer": names.get(result.next_declarer or "", ""),
        "next_level": level_text(result.next_level) if result.next_level else "",
    }
