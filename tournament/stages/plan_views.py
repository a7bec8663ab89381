"""Will it work out? The plan as a picture, and the stages that may still be changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Refused
from tournament.access.pages import event_page, refuse
from tournament.access.permissions import may, may_create
from tournament.events.creating import plan_for, templates
from tournament.models import Event, Stage
from tournament.plan.template import StagePlan
from tournament.stages.planning import Outlook, outlook_of, plans_of
from tournament.stages.replanning import add_stage, change_stage, changed, divide, may_divide, remove_stage
from tournament.stages.stage_form import NewStageForm, StageForm
from tournament.stages.typed import whole_number
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


def expected_pairs(event: Event) -> int:
    """How many pairs to reckon with: those that are in, or what the regulation takes for usual."""
    pairs = event.entries.pairs().playing().count()
    return min(pairs or int(event.plan.get("entry", {}).get("typical", 16)), LARGEST)


@event_page("see_event")
def plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Entries, matches, tables and minutes of every stage, and what speaks against the plan."""
    if request.method == "POST":
        if not may(event, request.user, "manage_event"):
            return refuse(request, event)
        return _replan(request, event)
    usual = {"pairs": expected_pairs(event), "tables": event.tables, "minutes": None}
    ask = AskForm({**usual, **request.GET.dict()} if request.GET else None, initial=usual)
    wanted = ask.cleaned_data if ask.is_bound and ask.is_valid() else usual
    stages = list(event.stages.all())
    manages = may(event, request.user, "manage_event")
    open_ = [one.slug for one in stages if one.status == Stage.Status.WAITING] if manages else []
    outlook = outlook_of(
        event,
        plans_of(event),
        min(int(wanted["pairs"] or 0), LARGEST),
        tables=int(wanted["tables"] or 0),
        minutes=wanted["minutes"] or None,
    )
    return render(
        request,
        "stages/plan.html",
        {
            "event": event,
            "ask": ask,
            **_shown(outlook),
            "open": open_,
            "manages": manages,
            "may_divide": manages and may_divide(event),
            "new_stage": NewStageForm(stages) if manages and stages else None,
        },
    )


@event_page("manage_event")
def stage(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    """One stage's table as a form, with the picture of what the plan would come to."""
    found = get_object_or_404(Stage.objects.select_related("event"), event=event, slug=stage)
    if found.status != Stage.Status.WAITING:
        messages.info(request, _("“%(stage)s” has begun, so its format stands.") % {"stage": found.name})
        return redirect("plan", event=event.slug)
    form = StageForm(found, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and "picture" not in request.POST:
        if form.is_valid():
            try:
                change_stage(found, request.user, form.changes())
            except Refused as refused:
                for problem in refused.problems:
                    form.add_error(None, sentence(problem))
            else:
                messages.success(request, _("“%(stage)s” is changed.") % {"stage": form.cleaned_data["name"]})
                reformed = "format" in form.changed_data
                return redirect(
                    *(("plan-stage", event.slug, found.slug) if reformed else ("plan", event.slug))
                )
        status = 422
    shown = _would_be(event, found, form)
    context = {"event": event, "stage": found, "form": form, **shown}
    if "picture" in request.POST:
        return render(request, "stages/plan_outlook.html", context)
    return render(request, "stages/stage.html", context, status=status)


def _would_be(event: Event, stage: Stage, form: StageForm) -> dict[str, Any]:
    """What the plan comes to with what is typed, or why it does not hold."""
    plans = plans_of(event)
    if form.is_bound and form.is_valid():
        config = changed(stage.config, form.changes())
        name = config.get("name") or stage.name
        this = StagePlan(stage.slug, name, config["format"], config)
        plans = [this if one.key == stage.slug else one for one in plans]
    try:
        return _shown(outlook_of(event, plans, expected_pairs(event), tables=event.tables))
    except Refused as refused:
        return {"problems": [{"message": sentence(one), "fix": ""} for one in refused.problems]}


@login_required
def preview(request: HttpRequest, template: str) -> HttpResponse:
    """The picture of a plan that no event has yet: a template with the choices made so far."""
    if not may_create(request.user):
        raise PermissionDenied("a PIN makes no events")
    found = templates().get(template)
    if found is None:
        raise Http404(template)
    chosen = {one.id: whole_number(request.GET.get(f"choice-{one.id}")) or 0 for one in found.choices}
    pairs = whole_number(request.GET.get("expected")) or int(found.data.get("entry", {}).get("typical", 16))
    tables = whole_number(request.GET.get("tables")) or 0
    try:
        settled = plan_for(template, chosen).template
        outlook = outlook_of(None, settled.stages, min(pairs, LARGEST), settled.data, tables=tables)
    except Refused as refused:
        problems = [{"message": sentence(one), "fix": ""} for one in refused.problems]
        return render(request, "stages/plan_outlook.html", {"problems": problems})
    return render(request, "stages/plan_outlook.html", _shown(outlook))


def _shown(outlook: Outlook) -> dict[str, Any]:
    return {
        "outline": outlook.rows,
        "picture": outlook.picture,
        "warnings": [sentence(one) for one in outlook.warnings],
        "total": outlook.total,
    }


def _replan(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a stage, take one out, or let each division play for itself."""
    stages = list(event.stages.select_related("event"))
    named = {one.slug: one for one in stages}
    try:
        if "divide" in request.POST:
            divide(event, request.user)
            messages.success(request, _("Each division has its own stages now."))
        elif "remove" in request.POST:
            wanted = named.get(request.POST["remove"])
            if wanted is None:
                raise Http404
            remove_stage(wanted, request.user)
            messages.success(request, _("“%(stage)s” is taken out of the plan.") % {"stage": wanted.name})
        else:
            return _add(request, event, stages)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, sentence(problem))
    return redirect("plan", event=event.slug)


def _add(request: HttpRequest, event: Event, stages: list[Stage]) -> HttpResponse:
    form = NewStageForm(stages, request.POST)
    if not form.is_valid():
        for field, errors in form.errors.items():
            messages.error(request, f"{form.fields[field].label}：{' '.join(map(str, errors))}")
        return redirect("plan", event=event.slug)
    data = form.cleaned_data
    added = add_stage(
        event,
        request.user,
        name=data["name"],
        format_=data["format"],
        after=next(one for one in stages if one.slug == data["after"]),
        ranks=[data["first"], data["last"]],
    )
    messages.success(request, _("“%(stage)s” is in the plan now.") % {"stage": added.name})
    return redirect("plan-stage", event.slug, added.slug)
