"""The page of the calendar, and those of one hall, one session, one match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.access.permissions import may
from tournament.calendar import appointments, placing, sessions
from tournament.calendar.forms import ArrangeForm, HallForm, PlaceForm, PostponeForm, SessionForm
from tournament.calendar.needs import session_text, warnings_of
from tournament.calendar.programme import open_matches, programme
from tournament.calendar.wording import calendar_sentence
from tournament.models import Appointment, Encounter, Event, Hall, Session
from tournament.stages.typed import whole_number


@event_page("see_event")
def calendar(request: HttpRequest, event: Event) -> HttpResponse:
    """Sessions with their rounds, matches with a time of their own, halls; who may keeps them here."""
    keeps = may(event, request.user, "keep_calendar")
    bound: dict[str, forms.Form] = {}
    if request.method == "POST":
        action = request.POST.get("action", "")
        done = _ACTIONS.get(action, _nothing)(request, event, bound)
        if done:
            return redirect("calendar", event=event.slug)
    parts = programme(event)
    context: dict[str, Any] = {"event": event, "parts": parts, "keeps": keeps, "open": open_matches(event)}
    if keeps:
        context |= {
            "halls": event.halls.all(),
            "warnings": [calendar_sentence(one) for one in warnings_of(event)],
            "hall_form": bound.get("hall") or HallForm(),
            "session_form": bound.get("session") or SessionForm(event),
            "postpone_form": bound.get("postpone") or PostponeForm(event),
            "session_choices": [(one.pk, session_text(one)) for one in event.sessions.all()],
            "without": sum(one.date is None for part in parts for one in part.lines),
        }
    return render(request, "calendar/calendar.html", context, status=422 if bound else 200)


@event_page("keep_calendar")
def hall(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """Change a hall, or take it away."""
    there = get_object_or_404(Hall, event=event, key=key)
    initial = {name: getattr(there, name) for name in sessions.HALL_FIELDS}
    form = HallForm(request.POST if request.method == "POST" else None, initial=initial)

    def save() -> None:
        sessions.save_hall(event, request.user, form.cleaned_data, there)

    return _one(
        request, event, form, save, lambda: sessions.remove_hall(there, request.user), title=there.name
    )


@event_page("keep_calendar")
def session(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """Change a session, or take it away."""
    there = get_object_or_404(Session, event=event, key=key)
    initial = {name: getattr(there, name) for name in sessions.SESSION_FIELDS}
    form = SessionForm(event, request.POST if request.method == "POST" else None, initial=initial)
    del form.fields["weeks"]

    def save() -> None:
        sessions.change_session(there, request.user, form.cleaned_data)

    return _one(
        request, event, form, save, lambda: sessions.remove_session(there, request.user), title=str(there)
    )


@event_page("keep_calendar")
def match(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The time of one match; without one it is played with its round."""
    encounter = get_object_or_404(
        Encounter.objects.select_related("round__stage__event"), key=key, round__stage__event=event
    )
    there = Appointment.objects.filter(encounter=encounter).first()
    initial = {name: getattr(there, name) for name in ("at", "hall", "place")} if there else {}
    form = ArrangeForm(event, request.POST if request.method == "POST" else None, initial=initial)

    def save() -> None:
        appointments.arrange(encounter, request.user, **form.cleaned_data)

    def remove() -> None:
        if there is not None:
            appointments.drop_appointment(there, request.user)

    slots = encounter.slots.select_related("entry").prefetch_related("entry__players__person")
    names = " – ".join(slot.entry.names if slot.entry else "—" for slot in slots)
    return _one(request, event, form, save, remove if there else None, title=names)


def _one(
    request: HttpRequest,
    event: Event,
    form: forms.Form,
    save: Callable[[], None],
    remove: Callable[[], object] | None,
    *,
    title: str,
) -> HttpResponse:
    """One form with two ends: keep it, or take the thing away."""
    status = 200
    if request.method == "POST":
        removes = "remove" in request.POST and remove is not None
        if removes or form.is_valid():
            try:
                if removes and remove is not None:
                    remove()
                else:
                    save()
            except Refused as refused:
                for problem in refused.problems:
                    at = problem.at if problem.at in form.fields and not removes else None
                    if removes:
                        messages.error(request, calendar_sentence(problem))
                    else:
                        form.add_error(at, calendar_sentence(problem))
            else:
                messages.success(request, _("Taken away.") if removes else _("Kept."))
                return redirect("calendar", event=event.slug)
        status = 422
    return render(
        request,
        "calendar/one.html",
        {"event": event, "form": form, "title": title, "removable": remove is not None},
        status=status,
    )


def _nothing(request: HttpRequest, event: Event, bound: dict[str, forms.Form]) -> bool:
    return True


def _add_hall(request: HttpRequest, event: Event, bound: dict[str, forms.Form]) -> bool:
    form = bound["hall"] = HallForm(request.POST)
    return _try(form, lambda: sessions.save_hall(event, request.user, form.cleaned_data))


def _add_sessions(request: HttpRequest, event: Event, bound: dict[str, forms.Form]) -> bool:
    form = bound["session"] = SessionForm(event, request.POST)

    def add() -> None:
        data = dict(form.cleaned_data)
        sessions.add_sessions(event, request.user, data, data.pop("weeks"))

    return _try(form, add)


def _postpone(request: HttpRequest, event: Event, bound: dict[str, forms.Form]) -> bool:
    form = bound["postpone"] = PostponeForm(event, request.POST)

    def put_off() -> None:
        data = dict(form.cleaned_data)
        appointments.postpone(data.pop("encounter"), request.user, **data)
        messages.success(request, _("The match is put off."))

    return _try(form, put_off)


def _place(request: HttpRequest, event: Event, bound: dict[str, forms.Form]) -> bool:
    stage = get_object_or_404(event.stages, slug=request.POST.get("stage", ""))
    form = PlaceForm(event, request.POST)
    number = whole_number(request.POST.get("round"))
    if not form.is_valid() or number is None:
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
        return True
    _say(request, lambda: placing.place_round(stage, number, request.user, **form.cleaned_data))
    return True


def _place_all(request: HttpRequest, event: Event, bound: dict[str, forms.Form]) -> bool:
    def place() -> None:
        count, left = placing.place_all(event, request.user)
        said = ngettext("%(count)d round has a session now.", "%(count)d rounds have a session now.", count)
        messages.success(request, said % {"count": count})
        if left:
            said = ngettext(
                "%(count)d round finds no session with time left.",
                "%(count)d rounds find no session with time left.",
                left,
            )
            messages.warning(request, said % {"count": left})

    _say(request, place)
    return True


def _try(form: forms.Form, save: Callable[[], object]) -> bool:
    if not form.is_valid():
        return False
    try:
        save()
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(problem.at if problem.at in form.fields else None, calendar_sentence(problem))
        return False
    return True


def _say(request: HttpRequest, save: Callable[[], object]) -> None:
    try:
        save()
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, calendar_sentence(problem))


_ACTIONS: dict[str, Callable[[HttpRequest, Event, dict[str, forms.Form]], bool]] = {
    "hall": _add_hall,
    "session": _add_sessions,
    "postpone": _postpone,
    "place": _place,
    "place-all": _place_all,
}
