"""A hand was entered wrong: change it, put one in, take one out; see what changes; then accept it."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from rules.wording import level_text
from scoring.models import Hand, Match
from tournament.access.pages import event_page
from tournament.change import Conflict
from tournament.models import Event
from tournament.officiating import corrections
from tournament.officiating.rulings import fold_board, kept_rulings
from tournament.officiating.selectors import board_at, names_at
from tournament.ruling_wording import changes_in_words
from tournament.wording import words

NUMBERS = ("points", "tricks", "bottom")


@event_page("correct_result")
def correct(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The hands of a table as a form. ``do``: insert-n, remove-n, preview, save."""
    board = board_at(event, key)
    match: Match = board.match
    hands = list(match.hands.all())
    names = names_at(board)
    rows = _rows_sent(request, hands) if request.method == "POST" else [_row(hand) for hand in hands]
    do = request.POST.get("do", "")
    context: dict[str, Any] = {}
    status = 200
    if at := re.fullmatch(r"insert-(\d{1,3})", do):
        rows.insert(min(int(at[1]), len(rows)), {"was": "", "declarer": ""})
    elif (at := re.fullmatch(r"remove-(\d{1,3})", do)) and int(at[1]) < len(rows):
        del rows[int(at[1])]
    elif do in ("preview", "save"):
        try:
            facts = [_facts(row, hands, number) for number, row in enumerate(rows)]
            moved = {int(row["was"]): number for number, row in enumerate(rows, 1) if row["was"]}
            if do == "save":
                version = request.POST.get("version", "")
                corrections.replace_hands(
                    board,
                    request.user,
                    facts,
                    version=int(version) if version.isdigit() else -1,
                    reason=request.POST.get("reason", ""),
                    moved=moved,
                )
                messages.success(request, _("The hands were corrected."))
                return redirect("table", event=event.slug, key=board.key)
            found = corrections.preview(board, facts, moved)
            context["changes"] = changes_in_words(found.changes, names)
            context["previewed"] = not found.problems
            context["problems"] = [words(problem, names) for problem in found.problems]
            status = 422 if found.problems else 200
        except Conflict as conflict:
            context["problems"], status = [words(one, names) for one in conflict.problems], 409
        except Refused as refused:
            context["problems"], status = [words(one, names) for one in refused.problems], 422
            context["previewed"] = do == "save"
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
    context |= {
        "event": event,
        "board": board,
        "match": match,
        "names": names,
        "rows": rows,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "officiating/correct.html", context, status=status)


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
