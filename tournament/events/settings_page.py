"""What an event is called, where and when it is, who sees it; and taking it away altogether."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.core.validators import MaxLengthValidator, MaxValueValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.access.permissions import require
from tournament.change import change
from tournament.events.forms import NewEventForm
from tournament.events.removing import may_go, remove_by_word
from tournament.models import Event

FIELDS = (
    "name",
    "organisation",
    "venue",
    "starts_on",
    "tables",
    "notice",
    "regulation",
    "is_public",
    "public_names",
)
MOST_TABLES = 999
LONGEST_NOTICE = 5000
LONGEST_REGULATION = 30000
# Why an event cannot be removed.
PROBLEMS = {
    "event-is-public": gettext_lazy(
        "A round of this event is published, so people rely on its results; it cannot be removed. "
        "If nobody is to see it any more, make it not public in the settings; then it can be removed."
    ),
    "name-differs": gettext_lazy("This is not the event's name. Type it exactly as it stands above."),
}


class SettingsForm(forms.ModelForm):
    """The particulars of an event that is there; a rehearsal is never public."""

    class Meta(NewEventForm.Meta):
        fields = FIELDS
        labels = {
            **NewEventForm.Meta.labels,
            "notice": gettext_lazy("Notice"),
            "regulation": gettext_lazy("Regulation"),
            "is_public": gettext_lazy("Anybody may look at the event"),
            "public_names": gettext_lazy("How players are called on public pages"),
        }
        help_texts = {
            **NewEventForm.Meta.help_texts,
            "notice": gettext_lazy("What everybody who takes part should know."),
            "regulation": gettext_lazy("The text that everybody can read on the page of the event."),
            "is_public": gettext_lazy("Without the tick only those who have a role in the event see it."),
            "public_names": gettext_lazy("Those who have a role in the event see full names."),
        }
        widgets = {
            **NewEventForm.Meta.widgets,
            "notice": forms.Textarea(attrs={"rows": 5}),
            "regulation": forms.Textarea(attrs={"rows": 10}),
        }

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        # Another copy, so that a refused name does not stand in the head of the page.
        super().__init__(*args, instance=Event.objects.get(pk=event.pk), **kwargs)
        self.fields["tables"].required = False
        self.fields["tables"].validators.append(MaxValueValidator(MOST_TABLES))
        self.fields["notice"].validators.append(MaxLengthValidator(LONGEST_NOTICE))
        self.fields["regulation"].validators.append(MaxLengthValidator(LONGEST_REGULATION))
        if event.rehearsal_of_id is not None:
            del self.fields["is_public"], self.fields["public_names"]

    def clean_tables(self) -> int:
        return self.cleaned_data.get("tables") or 0

    def wanted(self) -> dict[str, Any]:
        """The fields of a valid form that were changed, so that two organisers do not undo each other."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


def change_settings(event: Event, actor: AbstractBaseUser, wanted: Mapping[str, Any]) -> list[str]:
    """Save the particulars in ``wanted`` and record each; returns the names of those that differ."""
    require(event, actor, "manage_event")
    with change(event, actor) as step:
        there = {name: getattr(step.event, name) for name in wanted if name in FIELDS}
        differing = [name for name, before in there.items() if before != wanted[name]]
        if differing:
            for name in differing:
                setattr(step.event, name, wanted[name])
            step.event.save(update_fields=differing)
            step.record(
                "event-changed", step.event, {name: (there[name], wanted[name]) for name in differing}
            )
    event.refresh_from_db(fields=list(FIELDS))
    return differing


@event_page("manage_event")
def settings(request: HttpRequest, event: Event) -> HttpResponse:
    """The particulars, to be changed; from here the event can be removed."""
    form = SettingsForm(event, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            if change_settings(event, request.user, form.wanted()):
                messages.success(request, _("The settings were saved."))
            else:
                messages.info(request, _("Nothing was different, so nothing was saved."))
            return redirect("event-settings", event=event.slug)
        status = 422
    return render(
        request,
        "events/settings.html",
        {"event": event, "form": form, "may_go": may_go(event)},
        status=status,
    )


@event_page("manage_event")
def remove(request: HttpRequest, event: Event) -> HttpResponse:
    """Remove the event, once its name has been typed; else it is said why it stays and what to do."""
    said = "" if may_go(event) else str(PROBLEMS["event-is-public"])
    if request.method == "POST":
        name = event.name
        try:
            remove_by_word(event, request.user, request.POST.get("name", ""))
        except Refused as refused:
            said = str(PROBLEMS[refused.problems[0].code])
        else:
            messages.success(request, _("The event “%(name)s” was removed.") % {"name": name})
            return redirect("start")
    return render(
        request,
        "events/remove.html",
        {"event": event, "may_go": may_go(event), "said": said},
        status=422 if request.method == "POST" else 200,
    )
