"""Is my entry right? A branch's own page, on a phone, behind its private link."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.answers import Problem, Refused
from tournament.access.hall_addresses import address_for_phones
from tournament.access.pages import event_page
from tournament.access.private_pages import private_page
from tournament.change import Conflict
from tournament.models import Branch, EntryRequest, Event
from tournament.registration import links
from tournament.registration.entry_rules import (
    asks_for_referees,
    division_names,
    players_of,
    reserves_of,
    rule_of,
)
from tournament.registration.forms import DeadlineForm
from tournament.registration.links import Row
from tournament.registration.quota import limit_of
from tournament.registration.reading.names import squeezed
from tournament.registration.typed import whole_number
from tournament.registration.wording import entry_words

SPARE_ROWS = 2
MOST_ROWS = 200


@private_page(links.branch_of)
def branch_page(request: HttpRequest, branch: Branch, token: str) -> HttpResponse:
    """What was entered; to be changed until the deadline, asked for afterwards."""
    status, problems, typed = 200, [], None
    if request.method == "POST":
        try:
            if "ask" in request.POST:
                links.ask(branch, request.POST.get("text", ""))
                messages.success(request, _("Your request is with the organiser."))
            else:
                typed = _typed(request, branch.event)
                links.save_branch(
                    branch,
                    typed,
                    version=request.POST.get("version", ""),
                    referee=request.POST.get("referee"),
                )
                messages.success(request, _("Saved. You can change it until the deadline."))
            return redirect("branch-page", token=token)
        except Conflict as conflict:
            status, problems = 409, [_said(problem) for problem in conflict.problems]
        except Refused as refused:
            status, problems = 422, [_said(problem) for problem in refused.problems]
    return render(request, "entries/branch.html", _context(branch, problems, typed), status=status)


@event_page("manage_entries")
@require_POST
def make_link(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """A new private link for a branch, with its QR code; shown this once."""
    branch = get_object_or_404(Branch, event=event, key=key)
    token = links.make_link(branch, request.user)
    address = address_for_phones(request) + reverse("branch-page", args=[token])
    picture = segno.make(address, error="m").svg_inline(scale=5, border=2, omitsize=True)
    return render(
        request,
        "entries/link.html",
        {"event": event, "branch": branch, "address": address, "picture": picture},
    )


@event_page("manage_entries")
@require_POST
def answer_request(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The organiser has carried a branch's request out, or declines it."""
    asked = get_object_or_404(
        EntryRequest.objects.select_related("branch__event"), branch__event=event, key=key
    )
    links.answer_request(asked, request.user, done="done" in request.POST)
    return redirect("entries", event=event.slug)


@event_page("manage_entries")
def deadline(request: HttpRequest, event: Event) -> HttpResponse:
    """Until when branches may change their entries."""
    form = DeadlineForm(request.POST or None, instance=event)
    if request.method != "POST":
        raise Http404
    if form.is_valid():
        links.set_deadline(event, request.user, form.cleaned_data["entry_deadline"])
        messages.success(request, _("The deadline was set."))
    else:
        for errors in form.errors.values():
            messages.error(request, " ".join(errors))
    return redirect("entries", event=event.slug)


def _said(problem: Problem) -> dict[str, str]:
    """A problem in words; what is odd about a phone number names the pair it stands in."""
    words = entry_words(problem)
    if problem.code.startswith("phone_"):
        values = {"number": problem.at.removeprefix("row"), "message": words["message"]}
        words["message"] = _("Pair %(number)s: %(message)s") % values
    return words


def _typed(request: HttpRequest, event: Event) -> list[Row]:
    players = players_of(event) + reserves_of(event)
    count = whole_number(request.POST.get("rows", "")) or 0
    rows = []
    for place in range(min(count, MOST_ROWS)):
        number = whole_number(request.POST.get(f"number{place}", ""))
        people = tuple(
            (
                request.POST.get(f"name{place}-{player}", "")[:80],
                request.POST.get(f"phone{place}-{player}", "")[:40],
            )
            for player in range(players)
        )
        division, label, joint = (
            squeezed(request.POST.get(f"{field}{place}", ""))[:120]
            for field in ("division", "label", "joint")
        )
        rows.append(Row(number, people, division[:60], label, joint))
    return rows


def _context(branch: Branch, problems: list[dict[str, str]], typed: list[Row] | None) -> dict[str, Any]:
    event = branch.event
    places = players_of(event) + reserves_of(event)
    there = links.entries_of(branch)
    limit, warns = limit_of(event, branch.name, branch)
    divisions = division_names(event)
    rows = (
        typed
        if typed is not None
        else [
            Row(
                entry.number,
                tuple((one.person.name, one.person.phone) for one in entry.players.all()),
                entry.division,
                entry.label,
                entry.joint_branch.name if entry.joint_branch else "",
            )
            for entry in there
        ]
    )
    spare = max(0, (limit if limit is not None else len(there) + SPARE_ROWS) - len(rows))
    rows = [
        replace(row, people=row.people + (("", ""),) * (places - len(row.people)))
        for row in [*rows, *(Row(None, ()) for _ in range(min(spare, 20)))]
    ]
    return {
        "event": event,
        "branch": branch,
        "rows": rows,
        "players": players_of(event),
        "divisions": divisions,
        "joint": rule_of(event).get("joint") is not None,
        "referees": asks_for_referees(event),
        "limit": limit,
        "warns": warns,
        "entries": there,
        "open": links.is_open(event),
        "version": links.version_of(there),
        "problems": problems,
        "requests": branch.requests.all()[:5],
    }
