"""What personal data is kept, until when, and how does it go?"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.models import Event, Person
from tournament.registration import wiping
from tournament.registration.wording import entry_sentence

MOST_FOUND = 50


class RetentionForm(forms.Form):
    days = forms.IntegerField(
        label=gettext_lazy("Days after the event"),
        help_text=gettext_lazy("Empty: only when you wipe them yourself."),
        min_value=wiping.SHORTEST,
        max_value=wiping.LONGEST,
        required=False,
    )


@event_page("manage_event")
def personal_data(request: HttpRequest, event: Event) -> HttpResponse:
    """What is kept and until when; from here one person or everybody is wiped, after a question."""
    form = RetentionForm(
        request.POST if "retention" in request.POST else None, initial={"days": event.retention_days}
    )
    status = 200
    if request.method == "POST":
        if "retention" in request.POST:
            if form.is_valid():
                return _set(request, event, form.cleaned_data["days"])
            status = 422
        elif "everybody" in request.POST:
            return _everybody(request, event)
        elif "people" in request.POST:
            answer = _some(request, event)
            if answer is not None:
                return answer
            status = 422
    asked = request.GET.get("q", "").strip()[:80]
    return render(
        request,
        "entries/personal_data.html",
        {
            "event": event,
            "kept": wiping.kept(event),
            "last_day": wiping.last_day(event),
            "due_on": wiping.due_on(event),
            "form": form,
            "asked": asked,
            "found": _found(event, asked),
        },
        status=status,
    )


def _found(event: Event, asked: str) -> list[Person]:
    if not asked:
        return []
    people = Person.objects.filter(event=event, name__icontains=asked).exclude(name=wiping.WIPED_NAME)
    return list(people.select_related("player__entry__branch").order_by("name", "pk")[:MOST_FOUND])


def _set(request: HttpRequest, event: Event, days: int | None) -> HttpResponse:
    try:
        wiping.set_retention(event, request.user, days)
    except Refused as refused:
        messages.error(request, entry_sentence(refused.problems[0]))
    else:
        messages.success(request, _("The time of keeping is saved."))
    return redirect("personal-data", event=event.slug)


def _everybody(request: HttpRequest, event: Event) -> HttpResponse:
    names = bool(request.POST.get("names"))
    if "sure" not in request.POST:
        return _ask(
            request,
            event,
            title=_("Wipe the personal data of everybody"),
            will=[
                _("Phones, staff numbers, sexes and notes of all players go for good."),
                _(
                    "The branches' contacts and phones, their requests, forms sent in and documents made "
                    "go too."
                ),
                *([_("Names go as well: results then show numbers of pairs only.")] if names else []),
            ],
            stays=[
                *([] if names else [_("Names in lists and results.")]),
                _("Results, standings and the record, whose chain stays valid."),
                _("Backups that were made before hold the data until they are thrown away."),
            ],
            label=_("Wipe it for good"),
            hidden={"everybody": "1", "names": "1" if names else ""},
        )
    done = wiping.wipe_event(event, request.user, names=names)
    messages.success(
        request,
        ngettext(
            "The data of %(count)d person is wiped.", "The data of %(count)d people is wiped.", done.people
        )
        % {"count": done.people},
    )
    return redirect("personal-data", event=event.slug)


def _some(request: HttpRequest, event: Event) -> HttpResponse | None:
    people = list(Person.objects.filter(event=event, key__in=_keys(request.POST.getlist("person"))))
    if not people:
        messages.warning(request, _("Nobody is ticked. Tick who is to be wiped."))
        return None
    if "sure" not in request.POST:
        return _ask(
            request,
            event,
            title=_("Wipe %(names)s") % {"names": "、".join(one.name for one in people)},
            will=[
                _("The name, phone, staff number, sex and note go for good; %(sign)s stands in their place.")
                % {"sign": wiping.WIPED_NAME},
                _(
                    "Forms that were sent in and documents that were made go too; "
                    "documents can be made again."
                ),
            ],
            stays=[
                _("The results of the pair, under its number."),
                _("The record, whose chain stays valid."),
                _("Backups that were made before hold the data until they are thrown away."),
            ],
            label=_("Wipe it for good"),
            hidden={"people": "1", "person": [str(one.key) for one in people]},
        )
    count = wiping.wipe_people(event, request.user, people)
    messages.success(
        request,
        ngettext("The data of %(count)d person is wiped.", "The data of %(count)d people is wiped.", count)
        % {"count": count},
    )
    return redirect("personal-data", event=event.slug)


def _ask(request: HttpRequest, event: Event, *, hidden: dict[str, Any], **said: Any) -> HttpResponse:
    fields = [{"name": "sure", "value": "1"}]
    for name, values in hidden.items():
        fields += [{"name": name, "value": one} for one in (values if isinstance(values, list) else [values])]
    return render(
        request,
        "entries/undo.html",
        {
            "event": event,
            "hidden": [one for one in fields if one["value"]],
            "cancel_url": reverse("personal-data", args=[event.slug]),
            **said,
        },
    )


def _keys(texts: list[str]) -> list[UUID]:
    found = []
    for text in texts[:MOST_FOUND]:
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found
