"""Somebody did not come: what now?"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from tournament.access.pages import event_page
from tournament.models import Entry, Event, Player, Stage
from tournament.registration import marking, repair
from tournament.registration.typed import whole_number
from tournament.registration.wording import entry_sentence
from tournament.stages.progress import groups_of


@event_page("manage_entries")
def repairing(request: HttpRequest, event: Event) -> HttpResponse:
    """Join two single players, move a pair to the shorter group, let a reserve pair or a reserve step in."""
    status = 200
    if request.method == "POST":
        try:
            said = _done(request, event)
        except Refused as refused:
            for problem in refused.problems:
                messages.error(request, entry_sentence(problem))
            status = 422
        else:
            messages.success(request, said)
            return redirect("repair", event=event.slug)
    missing = repair.missing_of(event)
    pairs = event.entries.pairs().select_related("branch").prefetch_related("players__person")
    return render(
        request,
        "entries/repair.html",
        {
            "event": event,
            "missing": missing,
            "groups": _groups(event),
            "reserves": pairs.filter(status=Entry.Status.RESERVE).order_by("number"),
            "with_reserve": pairs.playing().filter(players__is_reserve=True).distinct().order_by("number"),
            "typed": request.POST if status == 422 else {},
        },
        status=status,
    )


def _done(request: HttpRequest, event: Event) -> str:
    reason = request.POST.get("reason", "").strip()[:200]
    if "join" in request.POST:
        stays, comes = (_player(event, request.POST.get(field, "")) for field in ("stays", "comes"))
        pair = repair.join_singles(stays, comes, request.user, reason)
        return _("%(names)s play together as no. %(number)d.") % {"names": pair.names, "number": pair.number}
    if "move" in request.POST:
        stage = event.stages.filter(slug=request.POST.get("stage", "")).first()
        if stage is None:
            raise Refused([Problem("no-such-group", "group", {"group": ""})])
        number = whole_number(request.POST.get("number", ""))
        source = request.POST.get("group", "")[:20]
        moved, group = repair.move_to_shorter_group(stage, request.user, source, number=number, reason=reason)
        return _("No. %(number)d moves to group %(group)s; the round is laid out anew.") % {
            "number": moved.number,
            "group": group,
        }
    if "exchange" in request.POST:
        leaves, comes = (_player(event, request.POST.get(field, "")) for field in ("leaves", "comes"))
        marking.exchange_player(leaves.entry, request.user, leaves, comes, reason)
        return _("%(name)s plays for no. %(number)d from now on.") % {
            "name": comes.person.name,
            "number": leaves.entry.number,
        }
    number = whole_number(request.POST.get("reserve", ""))
    picked = event.entries.pairs().filter(number=number)
    marking.step_in(event, request.user, picked)
    return _("No. %(number)d plays from the next draw on.") % {"number": number}


def _player(event: Event, text: str) -> Player:
    pk = whole_number(text)
    found = Player.objects.filter(entry__event=event, pk=pk).select_related("entry__event").first()
    if found is None:
        raise Refused([Problem("not-two-pairs", "players")])
    return found


def _groups(event: Event) -> list[dict[str, object]]:
    """Stages in groups of which nothing has been played yet, with who plays in each group."""
    found = []
    for stage in event.stages.filter(format=Stage.Format.ROUND_ROBIN, status=Stage.Status.RUNNING):
        if stage.rounds.filter(boards__match__version__gt=0).exists():
            continue
        groups = [
            (label, sum(row.entry.status not in _GONE for row in rows))
            for label, rows in groups_of(stage).items()
        ]
        if len(groups) > 1:
            found.append({"stage": stage, "groups": groups})
    return found


_GONE = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED, Entry.Status.ABSENT, Entry.Status.RESERVE)
