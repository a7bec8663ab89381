"""Which of my pairs sits at which board? A captain's own page, on a phone, behind her private link."""

from __future__ import annotations

from typing import Any

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.answers import Refused
from tournament.access.hall_addresses import address_for_phones
from tournament.access.pages import event_page
from tournament.access.private_pages import private_page
from tournament.models import Entry, Event, Slot
from tournament.stages import captains
from tournament.stages.typed import whole_number
from tournament.wording import words

MOST_BOARDS = 40


@private_page(captains.squad_of)
def captain(request: HttpRequest, squad: Entry, token: str) -> HttpResponse:
    """The squad's encounters: who sits where, as long as the round has not begun."""
    status, problems = 200, []
    typed: dict[int, list[int]] = {}
    if request.method == "POST":
        slot = whole_number(request.POST.get("slot")) or 0
        wanted = [whole_number(request.POST.get(f"board{place}")) for place in range(1, MOST_BOARDS + 1)]
        numbers = [one for one in wanted if one is not None]
        try:
            both = captains.hand_in(squad, str(slot), numbers)
        except Slot.DoesNotExist as missing:
            raise Http404 from missing
        except Refused as refused:
            status, problems, typed = 422, [words(one) for one in refused.problems], {slot: numbers}
        else:
            messages.success(
                request,
                _("Both line-ups are in and open now.")
                if both
                else _("Your line-up is kept. The other side does not see it before its own is in."),
            )
            return redirect("captain", token=token)
    pairs = list(
        squad.pairs.playing().order_by("number").prefetch_related("players__person")  # type: ignore[attr-defined]
    )
    return render(
        request,
        "stages/captain.html",
        {
            "event": squad.event,
            "squad": squad,
            "calls": [_shown(one, pairs, typed) for one in captains.calls_of(squad)],
            "problems": problems,
        },
        status=status,
    )


def _shown(call: captains.Call, pairs: list[Entry], typed: dict[int, list[int]]) -> dict[str, Any]:
    """One encounter: for each board its table, the pair that is chosen, and the other side's once open."""
    chosen = typed.get(call.slot.pk) or [pair.number for pair in call.mine]
    chosen += [0] * (len(call.boards) - len(chosen))
    theirs: list[Entry | None] = [*call.theirs, *[None] * (len(call.boards) - len(call.theirs))]
    return {
        "call": call,
        "open": not call.closed and not call.theirs,
        "rows": [
            {"place": place, "table": table, "chosen": mine, "other": other}
            for place, (table, mine, other) in enumerate(zip(call.boards, chosen, theirs, strict=False), 1)
        ],
        "pairs": pairs,
    }


@event_page("manage_entries")
@require_POST
def captain_link(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A new private link for a squad's captain, with its QR code, shown this once; or the old one closed."""
    squad = get_object_or_404(Entry, event=event, kind=Entry.Kind.SQUAD, number=number)
    if "close" in request.POST:
        captains.close_link(squad, request.user)
        messages.success(request, _("The private link of %(squad)s is closed.") % {"squad": squad.label})
        return redirect("draw", event=event.slug)
    address = address_for_phones(request) + reverse("captain", args=[captains.link_for(squad, request.user)])
    picture = segno.make(address, error="m").svg_inline(scale=5, border=2, omitsize=True)
    return render(
        request,
        "stages/captain_link.html",
        {"event": event, "squad": squad, "address": address, "picture": picture},
    )
