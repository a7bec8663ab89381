"""One pair: entered by hand, put right, out of the event and back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.change import Conflict
from tournament.models import Entry, Event
from tournament.registration import attendance, registering
from tournament.registration.editing import Shown, change_entry, shown
from tournament.registration.forms import AddForm, ChangeForm, EntryForm, LeaveForm
from tournament.registration.wording import entry_sentence
from tournament.stages.departure import Departure, departure_of

MOST_MOVES = 20
"""Places told of each table: one who is put out at its head moves everybody."""
WAYS_OUT = {"withdraw": attendance.withdraw, "disqualify": attendance.disqualify}


@event_page("manage_entries")
def add(request: HttpRequest, event: Event) -> HttpResponse:
    """One pair by hand; a late entry once the event is under way."""
    form = AddForm(event, request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            proposed = form.proposed()
            doubts = [one for one in registering.event_problems(event, [proposed]) if one.severity != "error"]
            try:
                entry = registering.add_entry(
                    event, request.user, proposed, status=form.cleaned_data["status"]
                )
            except Refused as refused:
                _say(form, refused)
            else:
                messages.success(
                    request,
                    _("No. %(number)d is entered, from round %(round)d on.")
                    % {"number": entry.number, "round": entry.from_round},
                )
                for text in [*form.warnings, *map(entry_sentence, doubts)]:
                    messages.warning(request, text)
                return redirect("entries", event=event.slug)
    return render(request, "entries/add.html", {"event": event, "form": form}, status=status)


@event_page("manage_entries")
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One entry: its people, to be put right; leaving the event, and coming back."""
    found = get_object_or_404(
        event.entries.select_related("branch").prefetch_related("players__person"),
        number=number,
        kind=Entry.Kind.PAIR,
    )
    begun = registering.has_begun(event)
    leaving = LeaveForm(request.POST if request.method == "POST" and "change" not in request.POST else None)
    changing = ChangeForm(found, request.POST if "change" in request.POST else None, begun=begun)
    theirs: Shown | None = None
    if request.method == "POST":
        if "change" in request.POST:
            done, theirs = _changed(request, found, changing)
        else:
            done = _left_or_back(request, found, leaving)
        if done:
            return redirect("entry", event=event.slug, number=number)
    return render(
        request,
        "entries/entry.html",
        {
            "event": event,
            "entry": found,
            "leaving": leaving,
            "changing": changing,
            "theirs": theirs,
            "begun": begun,
            "has_left": found.status in attendance.LEFT,
            "departures": [] if found.status in attendance.LEFT else _departures(found),
        },
        status=422 if request.method == "POST" else 200,
    )


def _departures(found: Entry) -> list[tuple[str, list[str]]]:
    """What withdrawing and disqualifying the pair would change, in sentences, where they would anything."""
    told = []
    for title, status in (
        (_("If the pair withdraws"), Entry.Status.WITHDRAWN),
        (_("If the pair is disqualified"), Entry.Status.DISQUALIFIED),
    ):
        if sentences := [text for one in departure_of(found, status) for text in _departure(one)]:
            told.append((title, sentences))
    return told


def _departure(one: Departure) -> list[str]:
    words = {"stage": one.stage.name}
    said = [
        _("%(stage)s: all results of the pair are struck and count for nobody.") % words
        if one.struck
        else _("%(stage)s: what the pair has played stands.") % words
    ]
    if one.moves:
        moves = "; ".join(
            _("no. %(number)d: %(before)s → %(after)s")
            % {"number": number, "before": before or "—", "after": after or "—"}
            for number, before, after in one.moves[:MOST_MOVES]
        )
        if len(one.moves) > MOST_MOVES:
            moves += "; …"
        said.append(_("%(stage)s: places that change: %(moves)s.") % {**words, "moves": moves})
    return said


def _changed(request: HttpRequest, found: Entry, form: ChangeForm) -> tuple[bool, Shown | None]:
    """Whether it was saved; where somebody else was faster, what stands there now."""
    if not form.is_valid():
        return False, None
    told = form.cleaned_data
    try:
        changed = change_entry(
            found,
            request.user,
            form.wanted(),
            version=told["version"],
            reason=told.get("reason", ""),
        )
    except Conflict as conflict:
        _say(form, conflict)
        found.refresh_from_db()
        # Whoever has seen theirs may save over it.
        form.data = form.data.copy()
        form.data[form.add_prefix("version")] = str(found.version)
        there = Entry.objects.select_related("branch").get(pk=found.pk)
        return False, shown(there)
    except Refused as refused:
        _say(form, refused)
        return False, None
    if changed:
        messages.success(request, _("No. %(number)d was put right.") % {"number": found.number})
    else:
        messages.info(request, _("Nothing was different, so nothing was saved."))
    for text in form.warnings:
        messages.warning(request, text)
    return True, None


def _left_or_back(request: HttpRequest, found: Entry, form: LeaveForm) -> bool:
    if not form.is_valid():
        return False
    reason = form.cleaned_data["reason"]
    way = next((leave for name, leave in WAYS_OUT.items() if name in request.POST), None)
    try:
        if way is not None:
            way(found, request.user, reason)
            said = _("No. %(number)d has left the event.")
        elif "reinstate" in request.POST:
            attendance.reinstate(found, request.user, reason)
            said = _("No. %(number)d is in the event again. Check the pair in when it is here.")
        else:
            return False
    except Refused as refused:
        _say(form, refused)
        return False
    messages.success(request, said % {"number": found.number})
    return True


def _say(form: EntryForm | LeaveForm, refused: Refused) -> None:
    for problem in refused.problems:
        form.add_error(None, entry_sentence(problem))
