"""A result was entered wrong: change it, see what changes with it, then accept it in one step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from rules.wording import level_text
from scoring.models import Hand, Match
from tournament.access.pages import event_page
from tournament.access.permissions import ACTIONS
from tournament.change import Conflict
from tournament.models import Board, Event
from tournament.officiating import corrections
from tournament.officiating.acting import whole
from tournament.officiating.foreseen import foreseen
from tournament.officiating.rulings import fold_board, kept_rulings
from tournament.officiating.selectors import board_at, names_at
from tournament.wording import words

NUMBERS = ("points", "tricks", "bottom")
KINDS = ("hands", "levels", "verdict")


@event_page("correct_result")
def correct(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The result of a table as a form: its hands, or the levels of its slip, or a verdict in their place.

    ``do``: insert-n, remove-n, preview, save; ``kind`` says which of the three is meant.
    """
    board = board_at(event, key)
    match: Match = board.match
    hands = list(match.hands.all())
    names = names_at(board)
    do = request.POST.get("do", "")
    kind = request.POST.get("kind", "hands")
    typed = request.method == "POST" and kind == "hands"
    rows = _rows_sent(request, hands) if typed else [_row(hand) for hand in hands]
    context: dict[str, Any] = {}
    status = 200
    if at := re.fullmatch(r"insert-(\d{1,3})", do):
        rows.insert(min(int(at[1]), len(rows)), {"was": "", "declarer": ""})
    elif (at := re.fullmatch(r"remove-(\d{1,3})", do)) and int(at[1]) < len(rows):
        del rows[int(at[1])]
    elif do in ("preview", "save") and kind in KINDS:
        try:
            look, save = _correction(request, board, kind, rows, hands)
            if do == "save":
                save()
                _say_what_came_of_it(request, board)
                return redirect("table", event=event.slug, key=board.key)
            found = look()
            context |= foreseen(board, found, names)
            context["previewed"] = not found.problems and not context["forbidden"]
            context["problems"] = [words(problem, names) for problem in found.problems]
            status = 422 if found.problems or context["forbidden"] else 200
        except Conflict as conflict:
            context["problems"], status = [words(one, names) for one in conflict.problems], 409
        except Refused as refused:
            context["problems"], status = [words(one, names) for one in refused.problems], 422
            context["previewed"] = do == "save"
    _dress(board, match, hands, rows)
    slip = match.slip or {}
    context |= {
        "event": event,
        "board": board,
        "match": match,
        "names": names,
        "rows": rows,
        "kind": kind,
        "slip": match.kept == Match.Kept.LEVELS,
        "a": request.POST.get("a", slip.get("levels", {}).get("A", "")),
        "b": request.POST.get("b", slip.get("levels", {}).get("B", "")),
        "on_deal": request.POST.get("on_deal", slip.get("on_deal", "")),
        "ladder": list(match.rule_set.loaded().ladder.labels()),
        "verdict": request.POST.get("verdict", match.verdict),
        "against": request.POST.get("against", match.verdict_side),
        "verdicts": [(code, label) for code, label in Match.Verdict.choices if code],
        "may_forfeit": bool(request.roles & ACTIONS["forfeit"]),  # type: ignore[attr-defined]
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "officiating/correct.html", context, status=status)


def _correction(
    request: HttpRequest, board: Board, kind: str, rows: list[dict[str, Any]], hands: list[Hand]
) -> tuple[Callable[[], corrections.Preview], Callable[[], Any]]:
    """How to look ahead at what the form asks for, and how to save it."""
    sent, user = request.POST, request.user
    how = {"version": whole(sent.get("version")), "reason": sent.get("reason", "")}
    if kind == "levels":
        levels = sent.get("a", "")[:12], sent.get("b", "")[:12]
        deal = sent.get("on_deal", "") if sent.get("on_deal") in ("A", "B") else ""
        return (
            lambda: corrections.preview_levels(board, *levels, deal),
            lambda: corrections.replace_levels(board, user, *levels, on_deal=deal, **how),
        )
    if kind == "verdict":
        verdict = sent.get("verdict", ""), sent.get("against", "")
        return (
            lambda: corrections.preview_verdict(board, *verdict),
            lambda: corrections.replace_verdict(board, user, *verdict, **how),
        )
    facts = [_facts(row, hands, number) for number, row in enumerate(rows)]
    moved = {int(row["was"]): number for number, row in enumerate(rows, 1) if row["was"]}
    return (
        lambda: corrections.preview(board, facts, moved),
        lambda: corrections.replace_hands(board, user, facts, moved=moved, **how),
    )


def _say_what_came_of_it(request: HttpRequest, board: Board) -> None:
    confirmed = board.confirmed_at is not None
    board.refresh_from_db(fields=["confirmed_at"])
    if confirmed and board.confirmed_at is not None:
        messages.success(request, _("The result was corrected and is confirmed again."))
    elif confirmed:
        messages.success(request, _("The result was corrected. It is open until it is confirmed again."))
    else:
        messages.success(request, _("The result was corrected."))


def _dress(board: Board, match: Match, hands: list[Hand], rows: list[dict[str, Any]]) -> None:
    """Put beside each row its number, the levels after its hand, and whether it was ruled on."""
    steps = fold_board(board, match, hands).steps
    levels = {step.number: " : ".join(level_text(step.levels[side]) for side in "AB") for step in steps}
    ruled = {row.hand for row in kept_rulings(board) if "penalty" in row.facts}
    for place, row in enumerate(rows):
        row |= {
            "number": place + 1,
            "place": place,
            "levels": levels.get(int(row["was"])) if row["was"] else "",
            "ruled": bool(row["was"]) and int(row["was"]) in ruled,
        }


def _row(hand: Hand) -> dict[str, Any]:
    return {
        "was": str(hand.number),
        "declarer": hand.declarer,
        "points": "" if hand.points is None else hand.points,
        "tricks": hand.facts.get("tricks", ""),
        "bottom": hand.facts.get("bottom", ""),
        "reason": hand.facts.get("reason", ""),
    }


def _rows_sent(request: HttpRequest, hands: list[Hand]) -> list[dict[str, Any]]:
    """The rows as they were typed; at most as many as a match can have."""
    known = {str(hand.number) for hand in hands}
    rows = []
    for place, was in enumerate(request.POST.getlist("was")[:100]):
        rows.append(
            {
                "was": was if was in known else "",
                **{
                    field: request.POST.get(f"{field}-{place}", "").strip()
                    for field in ("declarer", *NUMBERS, "reason")
                },
            }
        )
    return rows


def _facts(row: dict[str, Any], hands: list[Hand], place: int) -> dict[str, Any]:
    """The judge's facts of one row: those of the hand before, with what was typed over it."""
    old = next((hand.as_facts() for hand in hands if str(hand.number) == row["was"]), {})
    facts = {key: value for key, value in old.items() if key not in (*NUMBERS, "reason")}
    facts["declarer"] = row["declarer"]
    for key in NUMBERS:
        text = str(row.get(key, ""))
        if re.fullmatch(r"-?\d{1,4}", text):
            facts[key] = int(text)
        elif text:
            raise Refused([Problem("points-not-multiple-of-five", f"hands[{place}].{key}", {"given": text})])
    if row.get("reason"):
        facts["reason"] = row["reason"]
    return facts
