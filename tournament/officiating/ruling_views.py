"""Who is right? Rulings at a table, their approval and appeal, and points without a match."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.answers import Refused
from scoring.models import Match
from tournament.access.keys import by_key
from tournament.access.pages import event_page, refuse
from tournament.access.permissions import ACTIONS
from tournament.models import Board, Entry, Event, Role, Ruling, Stage
from tournament.officiating import decisions, expelling
from tournament.officiating.corrections import Preview, preview_ruling
from tournament.officiating.foreseen import foreseen
from tournament.officiating.ruling_form import AdjustmentForm, RulingForm
from tournament.officiating.selectors import board_at, names_at
from tournament.ruling_wording import effect_of, ruled, waits_for
from tournament.stages.progress import current_stage, kind_of
from tournament.wording import sentence, words


@event_page("see_rulings")
def rulings(request: HttpRequest, event: Event) -> HttpResponse:
    """All rulings of the event, those that wait for somebody first, and points without a match."""
    return _list(request, event, AdjustmentForm(), 200)


def _list(request: HttpRequest, event: Event, form: AdjustmentForm, status: int) -> HttpResponse:
    rows = list(
        event.rulings.select_related(
            "board__round__stage", "board__encounter", "entry__branch"
        ).prefetch_related("board__encounter__slots__entry__players__person", "entry__players__person")
    )
    lines = [_line(row) for row in rows]
    open_ = [line for line in lines if line["waits"] or line["row"].appeal == Ruling.Appeal.OPEN]
    return render(
        request,
        "officiating/rulings.html",
        {
            "event": event,
            "open": open_,
            "settled": [line for line in lines if line not in open_],
            "adjustments": list(
                event.adjustments.select_related("entry", "stage").prefetch_related("entry__players__person")
            ),
            "form": form,
            "may_adjust": bool(request.roles & ACTIONS["forfeit"]),  # type: ignore[attr-defined]
        },
        status=status,
    )


@event_page("forfeit")
@require_POST
def adjust(request: HttpRequest, event: Event) -> HttpResponse:
    """Give or take points without a match, or take such an adjustment back."""
    try:
        if "key" in request.POST:
            row = by_key(event.adjustments.select_related("event"), request.POST.get("key"))
            decisions.take_adjustment_back(row, request.user, request.POST.get("reason", ""))
            return redirect("rulings", event=event.slug)
        form = AdjustmentForm(request.POST)
        if not form.is_valid():
            return _list(request, event, form, 422)
        data = form.cleaned_data
        stage = current_stage(list(event.stages.all()))
        entry = _numbered(event, stage, data["entry"])
        if stage is None or entry is None:
            form.add_error("entry", _("There is no entry of this number."))
            return _list(request, event, form, 422)
        decisions.adjust(
            stage,
            entry,
            request.user,
            points=data["points"] or Decimal(0),
            level_difference=data["level_difference"] or 0,
            round_number=data["round_number"],
            reason=data["reason"],
        )
    except Refused as refused:
        messages.error(request, sentence(refused.problems[0]))
    return redirect("rulings", event=event.slug)


def _numbered(event: Event, stage: Stage | None, number: int) -> Entry | None:
    """The entry of that number: a squad where encounters of squads count, a pair wherever pairs add up."""
    squads = stage is not None and kind_of(stage) == Entry.Kind.SQUAD and "squads" not in stage.config
    kind = Entry.Kind.SQUAD if squads else Entry.Kind.PAIR
    return event.entries.filter(number=number, kind=kind).first()


@event_page("rule")
def rule(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """A ruling at a table: first what it would change, then made."""
    board = board_at(event, key)
    match: Match = board.match
    names = names_at(board)
    data = request.POST if request.method == "POST" else None
    hands = match.hands.count()
    form = RulingForm(match.rule_set.loaded(), names, hands, data)
    context: dict[str, Any] = {"event": event, "board": board, "match": match, "names": names, "form": form}
    status = 200
    if data is not None and not form.is_valid():
        status = 422
    elif data is not None:
        try:
            finding = form.finding()
            if data.get("do") == "rule":
                version = int(data["version"]) if data.get("version", "").isdigit() else -1
                row = decisions.make_ruling(board, request.user, finding, version=version)
                messages.success(request, _("The ruling was made."))
                return redirect("ruling", event=event.slug, key=row.key)
            row, found = decisions.preview(board, finding)
            context |= {
                "row": row,
                "ruled": ruled(row),
                "effect": effect_of(row),
                **foreseen(board, found, names, expelled=_expelled(board, row, found)),
                "approver": _approver(request, row),
            }
        except Refused as refused:
            context["problems"] = [words(problem, names) for problem in refused.problems]
            status = 422
    return render(request, "officiating/rule.html", context, status=status)


@event_page("see_rulings")
def ruling(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """One ruling as a protocol that can be printed and signed, and what can be done about it now."""
    row = get_object_or_404(
        event.rulings.select_related("event", "board__round__stage", "by", "approved_by"), key=key
    )
    context = _protocol(request, event, row)
    status = 200
    if request.method == "POST" and request.POST.get("do") == "look" and context["may_withdraw"]:
        context["words"] = request.POST.get("words", "")
        context["back"] = _taken_back(row, context)
    elif request.method == "POST":
        try:
            _acts(request, row)[request.POST.get("do", "")]()
            return redirect("ruling", event=event.slug, key=row.key)
        except KeyError as unknown:
            raise Http404 from unknown
        except PermissionDenied:
            return refuse(request, event)
        except Refused as refused:
            context["problems"] = [words(problem, context["names"]) for problem in refused.problems]
            status = 422
    return render(request, "officiating/ruling.html", context, status=status)


def _acts(request: HttpRequest, row: Ruling) -> dict[str, Callable[[], Any]]:
    text = request.POST.get("words", "")
    return {
        "approve": lambda: decisions.approve(row, request.user),
        "withdraw": lambda: decisions.withdraw(row, request.user, text),
        "appeal": lambda: decisions.appeal(row, request.user, text),
        "uphold": lambda: decisions.decide_appeal(row, request.user, reverse=False, words=text),
        "reverse": lambda: decisions.decide_appeal(row, request.user, reverse=True, words=text),
    }


def _protocol(request: HttpRequest, event: Event, row: Ruling) -> dict[str, Any]:
    roles: frozenset[Role] = request.roles  # type: ignore[attr-defined]
    board = board_at(event, str(row.board.key)) if row.board else None
    names = names_at(board) if board else {}
    changes: dict[str, Any] = {}
    waits = waits_for(row)
    appealed = row.appeal == Ruling.Appeal.OPEN
    if board is not None and (waits or appealed):
        found = preview_ruling(board, _in_force(row) if waits else row, without=appealed)
        expelled = None if appealed else _expelled(board, row, found)
        changes = foreseen(board, found, names, expelled=expelled)
    members = {
        one.user_id: one.name or one.user.get_username()
        for one in event.memberships.select_related("user")
        if one.user_id in (row.by_id, row.approved_by_id)
    }
    return {
        "event": event,
        "row": row,
        "board": board,
        "names": names,
        "ruled": ruled(row),
        "effect": effect_of(row),
        "waits": waits,
        **changes,
        "by": members.get(row.by_id, ""),
        "approved_by": members.get(row.approved_by_id, ""),
        "offender": names.get(row.facts.get("side", ""), ""),
        "may_approve": bool(waits) and row.facts.get("approve") in roles,
        "may_withdraw": bool(roles & ACTIONS["correct_result"]) and row.status != Ruling.Status.WITHDRAWN,
        "may_appeal": bool(roles & (ACTIONS["rule"] | ACTIONS["correct_result"]))
        and row.appeal == Ruling.Appeal.NONE
        and row.status != Ruling.Status.WITHDRAWN,
        "may_decide": appealed and bool(roles & ACTIONS["decide_appeal"]),
    }


def _expelled(board: Board, row: Ruling, found: Preview) -> Entry | None:
    """Who is put out of the event with a ruling, once it is in force."""
    if not expelling.disqualifies(row, board.match, found.after):
        return None
    entry = expelling.offender(board, row.facts.get("side", ""))
    return None if entry is None or entry.status == Entry.Status.DISQUALIFIED else entry


def _taken_back(row: Ruling, context: dict[str, Any]) -> dict[str, Any]:
    """What changes once a ruling is taken back."""
    board: Board | None = context["board"]
    if board is None:
        return {"changes": []}
    return foreseen(board, preview_ruling(board, row, without=True), context["names"])


def _in_force(row: Ruling) -> Ruling:
    """The ruling as if it were approved already, for a look ahead."""
    ahead = Ruling.objects.get(pk=row.pk)
    ahead.status = Ruling.Status.STANDING
    return ahead


def _line(row: Ruling) -> dict[str, Any]:
    board: Board | None = row.board
    names = names_at(board) if board is not None else {}
    return {
        "row": row,
        "board": board,
        "ruled": ruled(row),
        "effect": effect_of(row),
        "offender": names.get(row.facts.get("side", ""), ""),
        "waits": waits_for(row),
    }


def _approver(request: HttpRequest, row: Ruling) -> str:
    """Who still has to approve, should this visitor make the ruling."""
    needed = row.facts.get("approve", "")
    if not needed or needed in ("referee", *request.roles):  # type: ignore[attr-defined]
        return ""
    return str(Role(needed).label)
