"""Who is on duty where: the roster of a round, and the duty sheet to print."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from rules.answers import Refused
from tournament.access.keys import by_key
from tournament.access.pages import event_page
from tournament.models import Board, Event, Role, Round
from tournament.officiating import roster
from tournament.officiating.selectors import board_at, current_rounds, names_at
from tournament.wording import sentence


@event_page("run_clock")
def duty(request: HttpRequest, event: Event) -> HttpResponse:
    """Referees and their tables; shared out by itself, changed by hand."""
    rounds = current_rounds(event)
    if request.method == "POST":
        try:
            _act(request, event, rounds)
        except Refused as refused:
            messages.error(request, sentence(refused.problems[0]))
        return redirect("roster", event=event.slug)
    shown = []
    for round_ in rounds:
        boards = Board.objects.for_round(round_).with_sides().order_by("table")
        shown.append(
            {
                "round": round_,
                "duties": roster.duties(round_),
                "boards": [
                    {"board": board, "names": list(names_at(board).values()), "referee": board.referee_id}
                    for board in boards
                ],
            }
        )
    people = roster.referees(rounds[0]) if rounds else []
    context = {
        "event": event,
        "rounds": shown,
        "people": people,
        "branches": list(event.branches.all()) if people else [],
    }
    return render(request, "officiating/roster.html", context)


def _act(request: HttpRequest, event: Event, rounds: list[Round]) -> None:
    do = request.POST.get("do", "")
    people = event.memberships.filter(role=Role.REFEREE, active=True).select_related(
        "event", "user", "branch"
    )
    key = request.POST.get("referee") or None
    member = by_key(people, key) if key else None
    if do == "share":
        for round_ in rounds:
            left = roster.share_out(round_, request.user)
            if left:
                tables = ", ".join(map(str, left))
                messages.error(
                    request,
                    _("No referee may take these tables, since her own branch plays there: %(tables)s.")
                    % {"tables": tables},
                )
    elif do == "assign":
        board = board_at(event, request.POST.get("board", ""))
        roster.assign(board, request.user, member, was=request.POST.get("was"))
    elif do == "branch" and member is not None:
        branch = request.POST.get("branch") or None
        roster.set_branch(
            member, request.user, get_object_or_404(event.branches, key=branch) if branch else None
        )
    else:
        raise Http404(do)
