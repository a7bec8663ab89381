"""Who is right? A question about cards, answered in a sentence; at a table it can become a penalty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.answers import Refused
from rules.cards import read_card_rules
from rules.cards.assumptions import assumed_of_cards
from rules.cards.turning import TURNS
from rules.cards_assumed import assumed_texts
from rules.shipped import shipped_data, shipped_slugs
from rules.wording import offence_text
from tournament.access.pages import event_page, refuse
from tournament.access.permissions import ACTIONS
from tournament.models import Board, Event, Ruling
from tournament.officiating import entering
from tournament.officiating.rulings import kept_rulings
from tournament.officiating.selectors import board_at, names_at
from tournament.ruling_desk.asking import Given, Page, ask
from tournament.ruling_desk.faces import faces, pad_ranks
from tournament.ruling_desk.penalising import Situation, closed_by, offences, penalise, situation
from tournament.ruling_desk.questions import QUESTIONS
from tournament.ruling_desk.wording import ASKED, suits, trump_text, trumps
from tournament.ruling_desk.wording import QUESTIONS as NAMES
from tournament.ruling_wording import waits_for
from tournament.wording import words

FIRST = "follow"
KEPT = ("ruleset", "level", "trump", "hand", "side")
"""What stays when another question is chosen."""
LAST_RULES = "ruling-rules"
"""The cookie with the rule set that was chosen last: it stays the same for a whole event."""
REMEMBERED = 30 * 24 * 60 * 60
"""Seconds."""


@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """The desk without a table: any rule set that is shipped, any level, any trump suit."""
    known = shipped_slugs()
    chosen = (request.GET.get("ruleset"), request.COOKIES.get(LAST_RULES))
    slug = next((one for one in chosen if one in known), known[0])
    data = shipped_data(slug)
    english = (get_language() or "").startswith("en")
    page = _page(request.GET, data, {"level": str(data["ladder"].get("start", ""))})
    context = _context(request, page, data) | {
        "rule_sets": [(one, _name(shipped_data(one), english)) for one in known],
        "rule_set": slug,
        "assumed": assumed_texts(assumed_of_cards(data)),
    }
    response = render(request, "ruling_desk/desk.html", context, status=422 if _refused(page) else 200)
    if slug == request.GET.get("ruleset"):
        response.set_cookie(
            LAST_RULES,
            slug,
            max_age=REMEMBERED,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return response


@event_page()
def at_table(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The desk at a table: rules and level are those of the match; a fault can become a penalty."""
    if not request.roles & ACTIONS["enter_result"]:  # type: ignore[attr-defined]
        if request.user.is_authenticated:
            return refuse(request, event)
        return redirect(f"{reverse('pin', args=[event.slug])}?{urlencode({'next': request.get_full_path()})}")
    board = board_at(event, key)
    data = board.match.rule_set.data
    state = situation(board, _whole(request.GET.get("hand")))
    page = _page(request.GET, data, {"level": state.level, "trump": state.trump})
    problems: list[Mapping[str, str]] = []
    status = 422 if _refused(page) else 200
    if request.method == "POST":
        try:
            if request.POST.get("do") == "reopen":
                entering.reopen(board, request.user, request.POST.get("reason", ""))
                messages.success(request, _("The result is open again: the penalty can be made now."))
                return redirect(request.get_full_path())
            row = _penalty(request, board, page.given)
        except Refused as refused:
            problems = [words(problem, names_at(board)) for problem in refused.problems]
            status = 422
        else:
            messages.success(
                request, _("The ruling was made: %(ruled)s") % {"ruled": offence_text(row.offence)}
            )
            return redirect("ruling-desk-table", event=event.slug, key=board.key)
    context = _context(request, page, data) | _table_context(request, event, board, state, page)
    context["problems"] = [*page.problems, *problems]
    return render(request, "ruling_desk/table.html", context, status=status)


def _page(asked: QueryDict, data: Mapping[str, Any], initial: Mapping[str, str]) -> Page:
    """The question that an address asks: answered, or an empty form that knows what the address says."""
    key = asked.get("question", "")
    form = QUESTIONS[key if key in _open(data) else FIRST]
    if "ask" in asked:
        return ask(form(asked), data)
    return Page(form(initial={**initial, **asked.dict()}))


def _open(data: Mapping[str, Any]) -> list[str]:
    """The questions that can be asked under a rule set: none about the bottom where nothing is buried."""
    return [key for key in NAMES if key != "bottom" or data.get("bottom_cards", 0)]


def _refused(page: Page) -> bool:
    return page.form.is_bound and page.given is None


def _context(request: HttpRequest, page: Page, data: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: request.GET[name] for name in KEPT if request.GET.get(name)}
    if page.given and page.given.kind == "bid" and page.given.values["trump"]:
        kept["trump"] = page.given.values["trump"]
    bidding = read_card_rules(data).bid
    return {
        "page": page,
        "form": page.form,
        "given": page.given,
        "problems": page.problems,
        "question": page.form.key,
        "asked": ASKED[page.form.key],
        "questions": [
            {
                "label": NAMES[key],
                "url": f"?{urlencode({**kept, 'question': key})}",
                "current": key == page.form.key,
            }
            for key in _open(data)
        ],
        "trumps": trumps() if page.form.needs_trump else [],
        "suits": suits(),
        "ranks": pad_ranks(),
        "bids_after_bottom": bidding.level_after_bottom or bidding.jokers_after_bottom != "never",
        "bids_face_down": bidding.face_down,
        "bids_drawn": bidding.first_with_drawn,
        "bottom_turned": {bidding.no_bid.first, bidding.no_bid.later} & {*TURNS},
        "beaten": faces(page.given.values["beaten"]) if page.given and page.form.key == "throw" else [],
        "forced": faces(page.given.values["forced"]) if page.given and page.form.key == "throw" else [],
    }


def _table_context(
    request: HttpRequest, event: Event, board: Board, state: Situation, page: Page
) -> dict[str, Any]:
    given = page.given
    rule_set = board.match.rule_set.loaded()
    rows = kept_rulings(board)
    names = names_at(board)
    closed = closed_by(board)
    roles: frozenset[str] = request.roles  # type: ignore[attr-defined]
    members = {
        one.user_id: one.name or one.user.get_username()
        for one in event.memberships.select_related("user")
        if one.user_id in {row.by_id for row in rows}
    }
    return {
        "event": event,
        "board": board,
        "match": board.match,
        "names": names,
        "state": state,
        "side": request.POST.get("side") or request.GET.get("side", ""),
        "assumed": assumed_texts(assumed_of_cards(board.match.rule_set.data)),
        "offences": offences(rule_set, given) if given else [],
        "may_rule": bool(roles & ACTIONS["rule"]),
        "closed": words(closed, names) if closed else None,
        "may_reopen": board.confirmed_at is not None and bool(roles & ACTIONS["correct_result"]),
        "hand_url": _hand_url(event, board, page) if given and given.kind == "bottom" else "",
        "log": [_line(row, names, members) for row in reversed(rows)],
    }


def _line(row: Ruling, names: Mapping[str, str], members: Mapping[int | None, str]) -> dict[str, Any]:
    return {
        "row": row,
        "offence": offence_text(row.offence),
        "decision": row.decision,
        "by": members.get(row.by_id, ""),
        "offender": names.get(row.facts.get("side", ""), ""),
        "waits": waits_for(row),
        "cards": _cards_of(row.facts.get("asked", {})),
    }


def _cards_of(asked: Mapping[str, Any]) -> str:
    """The question that a ruling rests on, in short: level and trump suit, and its name."""
    if not asked:
        return ""
    level = _("level %(level)s") % {"level": asked["level"]}
    trump = f" {trump_text(asked['trump'])}" if "trump" in asked else ""
    return f"{NAMES[asked['question']]} · {level}{trump}"


def _penalty(request: HttpRequest, board: Board, given: Given | None) -> Ruling:
    """The ruling that the pressed button asks for. The answer is worked out anew from the address."""
    if given is None:
        raise Refused([])
    return penalise(
        board,
        request.user,
        given,
        offence=request.POST.get("offence", ""),
        side=request.POST.get("side", ""),
        hand=_whole(request.POST.get("hand")) or 0,
        version=_whole(request.POST.get("version"), -1) or 0,
    )


def _hand_url(event: Event, board: Board, page: Page) -> str:
    """The table's page with the hand form filled in as far as the bottom says."""
    assert page.given is not None, "only an answer has a way back"
    values = page.given.values
    last = values["last_trick"]
    known = {
        "bottom": values["card_points"],
        "last_trick": f"{last['unit']}-{last['cards']}",
        "last_trump": "yes" if last["trump"] else "no",
    }
    if page.form.cleaned_data.get("tricks") is not None:
        known["tricks"] = page.form.cleaned_data["tricks"]
    return f"{reverse('table', args=[event.slug, board.key])}?{urlencode(known)}#hand"


def _name(data: Mapping[str, Any], english: bool) -> str:
    return str((data.get("name_en") if english else "") or data["name"])


def _whole(text: str | None, default: int | None = None) -> int | None:
    """The whole number that a field says, ``default`` where it says none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default
