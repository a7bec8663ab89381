"""The page of prizes: who is given what is shown while the organiser types, and saved in the event's plan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.access.permissions import require
from tournament.change import Conflict, change
from tournament.documents.awards import Ranked, award, load_awards
from tournament.documents.awards_form import AwardsForm
from tournament.documents.papers_awards import (
    Honour,
    Honours,
    awards_of,
    honours_of,
    notes_of,
)
from tournament.documents.papers_wording import paper_problem
from tournament.documents.values import Party
from tournament.models import Event
from tournament.wording import words

MOST_SHOWN = 300


@dataclass(frozen=True)
class Preview:
    """Who would be given what. ``real``: by the standings of now; else by places that nobody has yet."""

    honours: Honours
    real: bool
    entries: int
    more: int = 0


def preview_of(event: Event, awards: Mapping[str, Any]) -> Preview:
    """Apply a table to the standings of now; before there are any, to the places that there will be. Raises
    ``Refused`` for a table with faults."""
    rules = load_awards(awards)
    entries = event.entries.pairs().playing().count()
    found = honours_of(event, rules)
    real = bool(found.honours)
    if not real:
        found = _expected(rules, entries or int(event.plan.get("entry", {}).get("typical", 16)))
    more = max(len(found.honours) - MOST_SHOWN, 0)
    return Preview(Honours(found.honours[:MOST_SHOWN], found.notes), real, entries, more)


def _expected(rules: Any, entries: int) -> Honours:
    """The same for so many entries of which nobody is level with another; of branches nothing is known."""
    made = award(rules, [Ranked(place, place) for place in range(1, entries + 1)])
    named = [
        Honour(
            one.prize or _("Place %(place)d") % {"place": one.rank},
            Party(label=_("the one in place %(place)d") % {"place": one.entry}),
            (),
        )
        for one in made.entries
    ]
    if rules.organisers is not None:
        waiting = Party(label=_("decided at the end"))
        named += [Honour(rules.organisers.name, waiting, ())] * rules.organisers.count
    return Honours(tuple(named), tuple(notes_of(made)))


def save_awards(event: Event, actor: AbstractBaseUser, awards: Mapping[str, Any], *, base: str = "") -> None:
    """Keep the table in the event's plan. ``base`` is the mark of the table that it was made from. Raises
    ``Refused`` for a table with faults, ``Conflict`` where another was saved meanwhile."""
    require(event, actor, "manage_event")
    load_awards(awards)
    with change(event, actor, public=False) as step:
        before = awards_of(step.event)
        if base and base != mark_of(before):
            raise Conflict("awards")
        step.event.plan = {**step.event.plan, "awards": dict(awards)}
        step.event.save(update_fields=["plan"])
        step.record("awards-changed", step.event, {"awards": (dict(before), dict(awards))})
    event.plan = step.event.plan


def mark_of(awards: Mapping[str, Any]) -> str:
    """A short mark of a table: the same for the same table."""
    text = json.dumps(awards, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@event_page("manage_event")
def awards_edit(request: HttpRequest, event: Event) -> HttpResponse:
    """The form with its preview. Posted, the table is saved, or only shown with what it would give."""
    awards = awards_of(event)
    if request.method != "POST":
        return _page(request, event, AwardsForm(awards))
    form = AwardsForm(awards, request.POST)
    if request.POST.get("action") != "save" or not form.is_valid():
        status = 200 if request.POST.get("action") != "save" else 422
        return _page(request, event, form, status=status)
    try:
        save_awards(event, request.user, form.awards(), base=request.POST.get("base", ""))  # type: ignore[arg-type]
    except Conflict as conflict:
        return _page(request, event, form, [words(one) for one in conflict.problems], status=409)
    except Refused as refused:
        rest = [paper_problem(one) for one in refused.problems if not form.point_out(one)]
        return _page(request, event, form, rest, status=422)
    messages.success(request, _("The prizes are saved. The list of awards and the certificates follow them."))
    return redirect("awards-edit", event=event.slug)


@event_page("manage_event")
@require_POST
def awards_preview(request: HttpRequest, event: Event) -> HttpResponse:
    """Who is given what by what is typed so far; nothing is saved."""
    form = AwardsForm(awards_of(event), request.POST)
    return render(request, "documents/awards_preview.html", _shown(event, form))


def _page(
    request: HttpRequest,
    event: Event,
    form: AwardsForm,
    problems: list[dict[str, str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _shown(event, form)
    if problems:
        context["problems"] = problems
    context |= {"form": form, "base": request.POST.get("base") or mark_of(awards_of(event))}
    return render(request, "documents/awards.html", context, status=status)


def _shown(event: Event, form: AwardsForm) -> dict[str, Any]:
    """The preview of what is typed, or of what is kept where that cannot be read yet, with the faults."""
    awards, faults = awards_of(event), []
    if form.is_bound:
        if form.is_valid():
            awards = form.awards()
        else:
            faults = list(form.faults())
    try:
        preview = preview_of(event, awards)
    except Refused as refused:
        faults = [" ".join(paper_problem(one).values()) for one in refused.problems]
        preview = preview_of(event, awards_of(event))
    return {"event": event, "preview": preview, "faults": faults}
