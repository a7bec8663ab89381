"""Changing what an event plays by: a form, the picture beside it, a hand to try, what differs."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.answers import Refused
from rules.hands import RuleSet
from rules.whole import read_rule_set
from rules.wording import offence_text
from tournament.access.pages import event_page
from tournament.change import Conflict
from tournament.display.rule_forms import Editor, TryForm
from tournament.display.rules import difference_lines, picture, tried
from tournament.events.rule_sets import matches_not_started, origin_of, save_rule_set
from tournament.models import Board, Event
from tournament.wording import words


@event_page("manage_event")
def edit(request: HttpRequest, event: Event) -> HttpResponse:
    """The form. Posted, it is saved as a new version, or drawn again with what was typed."""
    if request.method != "POST":
        return _page(request, event, Editor(event.rule_set.data))
    editor = Editor(event.rule_set.data, request.POST)
    if request.POST.get("action") != "save":
        return _page(request, event, editor)
    base = request.POST.get("base", "")
    try:
        if not editor.is_valid():
            return _page(request, event, editor, status=422)
        saved = save_rule_set(
            event,
            request.user,
            editor.data(),
            base=int(base) if base.isdigit() else 0,
            reason=editor.main.cleaned_data["reason"],
        )
    except Conflict as conflict:
        problems = [words(problem) for problem in conflict.problems]
        return _page(request, event, editor, problems=problems, status=409)
    except Refused as refused:
        return _page(request, event, editor, problems=editor.told(refused), status=422)
    said = _("The rules are saved as version %(number)d.") % {"number": saved.version.number}
    if saved.kept:
        said += _(" Matches that keep the version they were started with: %(count)d.") % {"count": saved.kept}
    messages.success(request, said)
    return redirect("rules", event=event.slug)


@event_page("manage_event")
@require_POST
def redraw(request: HttpRequest, event: Event) -> HttpResponse:
    """The picture, the hand tried and the differences for what is typed so far; nothing is saved."""
    editor = Editor(event.rule_set.data, request.POST)
    return render(request, "display/rules_beside.html", _beside(event, editor) | {"fragment": True})


def _page(
    request: HttpRequest,
    event: Event,
    editor: Editor,
    *,
    problems: list[dict[str, str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _beside(event, editor)
    if problems is not None:
        context["problems"] = problems
    started = Board.objects.of_event(event).count() - matches_not_started(event).count()
    context |= {"base": request.POST.get("base") or event.rule_set.pk, "started": started}
    return render(request, "display/rules_edit.html", context, status=status)


def _beside(event: Event, editor: Editor) -> dict[str, Any]:
    """Everything beside the form: by the rules as typed where they hold together, else what is wrong."""
    data: dict[str, Any] = event.rule_set.data
    rule_set: RuleSet = event.rule_set.loaded()
    problems: list[dict[str, str]] = []
    if editor.main.is_bound:
        try:
            if editor.is_valid():
                data = editor.data()
                rule_set = read_rule_set(data)
            else:
                problems = editor.unreadable()
        except Refused as refused:
            problems = editor.told(refused)
    form = TryForm(rule_set, editor.main.data if editor.main.is_bound else None)
    outcome = tried(rule_set, form) if not problems else {}
    origin = origin_of(event, data) if not problems else None
    return {
        "event": event,
        "editor": editor,
        "form": editor.main,
        "cards": [editor.main[name] for name in ("decks", "jokers", "bottom_cards")],
        "penalty_rows": [
            {"form": row, "name": offence_text(row["code"].value()) if row["code"].value() else ""}
            for row in editor.penalties
        ],
        "version": event.rule_set,
        "data": data,
        "problems": problems,
        "try_form": form,
        "tried": outcome,
        "origin": origin,
        "differences": difference_lines(origin),
        **picture(rule_set, outcome.get("points")),
    }
