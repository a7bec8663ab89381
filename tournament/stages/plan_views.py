"""Will it work out? The plan as a picture, and what may still be changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.access.permissions import may
from tournament.models import Entry, Event, Stage
from tournament.plan.stage_rules import load_stage
from tournament.stages.planning import change_stage, outline_of, picture_of, warnings_of
from tournament.wording import sentence

LARGEST = 1024


class AskForm(forms.Form):
    """What the plan is reckoned for."""

    pairs = forms.IntegerField(label=gettext_lazy("Pairs"), min_value=0, max_value=100_000)
    tables = forms.IntegerField(
        label=gettext_lazy("Tables in the hall"),
        min_value=0,
        max_value=100_000,
        help_text=gettext_lazy("0 means: as many as are needed."),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes that there are"), min_value=0, max_value=100_000, required=False
    )


class StageForm(forms.Form):
    """What may be changed of a stage that has not begun; only the fields of its format are there."""

    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=99)
    groups = forms.IntegerField(label=gettext_lazy("Groups"), min_value=1, max_value=64)
    places = forms.IntegerField(label=gettext_lazy("Play out the places up to"), min_value=1, max_value=64)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a match"),
        min_value=1,
        max_value=1440,
        required=False,
        help_text=gettext_lazy("Leave it empty for no clock."),
    )
    last = forms.IntegerField(
        label=gettext_lazy("The last so many rounds are best of three"), min_value=0, max_value=10
    )
    OF = {"swiss": ("rounds", "minutes"), "round_robin": ("groups", "minutes")}

    def __init__(self, stage: Stage, *args: Any, **kwargs: Any) -> None:
        rules = load_stage(stage.config)
        super().__init__(
            *args,
            prefix=stage.slug,
            initial={
                "rounds": rules.rounds or 1,
                "groups": rules.groups,
                "places": rules.places,
                "minutes": rules.match.get("time", {}).get("minutes"),
                "last": next((one.last for one in rules.later if one.match.get("best_of") == 3), 0),
            },
            **kwargs,
        )
        kept = self.OF.get(stage.format, ("places", "minutes", "last"))
        for name in [*self.fields]:
            if name not in kept:
                del self.fields[name]

    def changes(self) -> dict[str, Any]:
        """What differs from the stage's table, as paths in it."""
        found: dict[str, Any] = {}
        for name in self.changed_data:
            value = self.cleaned_data[name]
            if name == "minutes":
                found["match.time" if value is None else "match.time.minutes"] = value
            elif name == "last":
                found["later"] = [{"last": value, "match": {"best_of": 3}}] if value else None
            else:
                found[name] = value
        return found


@event_page("see_event")
def plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Entries, matches, tables and minutes of every stage, and what speaks against the plan."""
    if request.method == "POST":
        return _change(request, event)
    pairs = event.entries.filter(kind=Entry.Kind.PAIR).playing().count()
    expected = pairs or int(event.plan.get("entry", {}).get("typical", 16))
    usual = {"pairs": expected, "tables": event.tables, "minutes": None}
    ask = AskForm({**usual, **request.GET.dict()} if request.GET else None, initial=usual)
    wanted = ask.cleaned_data if ask.is_bound and ask.is_valid() else usual
    found = outline_of(event, min(int(wanted["pairs"] or 0), LARGEST))
    tables = int(wanted["tables"] or 0)
    open_stages = [one for one in event.stages.all() if one.status == Stage.Status.WAITING]
    return render(
        request,
        "stages/plan.html",
        {
            "event": event,
            "ask": ask,
            "outline": [{"stage": one, "minutes": one.minutes(tables)} for one in found],
            "picture": picture_of(found, tables),
            "warnings": [
                sentence(one)
                for one in warnings_of(
                    event,
                    min(int(wanted["pairs"] or 0), LARGEST),
                    tables=tables,
                    minutes=wanted["minutes"] or None,
                )
            ],
            "forms": [{"stage": one, "form": StageForm(one)} for one in open_stages]
            if may(event, request.user, "manage_event")
            else [],
        },
    )


def _change(request: HttpRequest, event: Event) -> HttpResponse:
    stage = next((one for one in event.stages.all() if one.slug == request.POST.get("stage")), None)
    if stage is None:
        raise Http404
    form = StageForm(stage, request.POST)
    if not form.is_valid():
        for field, errors in form.errors.items():
            messages.error(request, f"{form.fields[field].label}：{' '.join(map(str, errors))}")
        return redirect("plan", event=event.slug)
    try:
        change_stage(stage, request.user, form.changes())
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, sentence(problem))
    else:
        messages.success(request, _("“%(stage)s” is changed.") % {"stage": stage.name})
    return redirect("plan", event=event.slug)
