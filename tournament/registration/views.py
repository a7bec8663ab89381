"""Who is in, and what is wrong with the list?"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.answers import Problem, Refused
from tournament.access.pages import event_page
from tournament.models import Event, Upload
from tournament.registration import registering
from tournament.registration.form_workbook import write_entries, write_entry_form
from tournament.registration.forms import UploadForm
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.wording import entry_sentence, entry_words

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_FILES = 200
# "key|Sheet!C6": the name of a sheet has 31 letters at most.
LONGEST_CELL = 120


@event_page("manage_entries")
def blank_form(request: HttpRequest, event: Event) -> HttpResponse:
    """The entry form as a workbook, to be sent to the branches."""
    return download(write_entry_form(event.name, **_form_details(event)), f"{event.name}-报名表.xlsx")


@event_page("see_people")
def export(request: HttpRequest, event: Event) -> HttpResponse:
    """All entries as a workbook that can be read in again."""
    listed = (
        event.entries.pairs().select_related("branch", "joint_branch").prefetch_related("players__person")
    )
    proposed = [
        ProposedEntry(
            branch=entry.branch.name if entry.branch else "",
            contact=entry.branch.contact if entry.branch else "",
            contact_phone=entry.branch.phone if entry.branch else "",
            label=entry.label,
            division=entry.division,
            joint=entry.joint_branch.name if entry.joint_branch else "",
            players=tuple(
                ProposedPlayer(
                    reserve=player.is_reserve,
                    name=player.person.name,
                    phone=player.person.phone,
                    staff_number=player.person.staff_number,
                    sex=player.person.sex,
                    note=player.person.note,
                )
                for player in entry.players.all()
            ),
        )
        for entry in listed
    ]
    return download(write_entries(proposed, title=event.name), f"{event.name}-名单.xlsx")


@event_page("manage_entries")
def upload(request: HttpRequest, event: Event) -> HttpResponse:
    """Entry forms come in; each is looked at before anything is entered."""
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        kept = [
            registering.keep_upload(event, request.user, file.name, file.read())
            for file in form.cleaned_data["files"]
        ]
        return redirect(
            f"{reverse('entries-preview', args=[event.slug])}?{'&'.join(f'u={one.key}' for one in kept)}"
        )
    status = 422 if request.method == "POST" else 200
    return render(request, "entries/upload.html", {"event": event, "form": form}, status=status)


@event_page("manage_entries")
def preview(request: HttpRequest, event: Event) -> HttpResponse:
    """What the files say, each problem at its cell, with room to correct it. Accepted together or not."""
    keys = request.POST.getlist("u") or request.GET.getlist("u")
    uploads = [get_object_or_404(Upload, event=event, key=_key(key)) for key in keys[:MOST_FILES]]
    if any(one.accepted_at for one in uploads):
        # Back in the browser, and the button once more.
        messages.info(request, _("These forms are entered already; nothing was entered a second time."))
        return redirect("entries", event=event.slug)
    if request.method == "POST":
        for one in uploads:
            typed = {
                name.split("|", 1)[1]: value
                for name, value in request.POST.items()
                if name.startswith(f"{one.key}|") and len(name) <= LONGEST_CELL
            }
            if typed:
                registering.correct(one, request.user, typed)
        if "accept" in request.POST and _accept_all(request, event, uploads):
            return redirect("entries", event=event.slug)
    sheets = [_looked_at(event, one) for one in uploads]
    return render(
        request,
        "entries/preview.html",
        {
            "event": event,
            "sheets": sheets,
            "pairs": sum(len(sheet["entries"]) for sheet in sheets),
            "blocking": sum(sheet["blocking"] for sheet in sheets),
            "unlikely": sum(len(sheet["problems"]) - sheet["blocking"] for sheet in sheets),
        },
    )


def _key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as wrong:
        raise Http404(text[:40]) from wrong


def _accept_all(request: HttpRequest, event: Event, uploads: list[Upload]) -> bool:
    try:
        outcomes = registering.accept_all(uploads, request.user)
    except Refused as refused:
        for problem in refused.problems[:5]:
            messages.error(request, entry_sentence(problem))
        return False
    messages.success(
        request,
        _("%(created)d pairs entered, %(updated)d brought up to date, %(unchanged)d were there already.")
        % {
            "created": sum(len(one.created) for one in outcomes),
            "updated": sum(len(one.updated) for one in outcomes),
            "unchanged": sum(one.unchanged for one in outcomes),
        },
    )
    return True


def _looked_at(event: Event, one: Upload) -> dict[str, object]:
    try:
        reading = registering.preview(one)
    except Refused as refused:
        problems, found = list(refused.problems), ()
    else:
        problems, found = registering.problems_of(event, reading), reading.entries
    return {
        "upload": one,
        "entries": found,
        "problems": [
            {
                "at": problem.at,
                "field": f"{one.key}|{problem.at}" if "!" in problem.at else "",
                "blocking": problem.severity == "error",
                "value": problem.values.get("text", ""),
                **entry_words(problem),
            }
            for problem in problems
        ],
        "blocking": sum(problem.severity == "error" for problem in problems),
    }


@event_page("manage_entries")
def undo_import(request: HttpRequest, event: Event, key: UUID) -> HttpResponse:
    """Take out again what one upload brought: first it is said how many pairs go."""
    one = get_object_or_404(Upload, event=event, key=key, accepted_at__isnull=False)
    if one.undone_at:
        messages.info(request, _("These entries were taken out already."))
        return redirect("entries", event=event.slug)
    if registering.has_begun(event):
        messages.error(request, entry_sentence(Problem("event-has-begun", "entries")))
        return redirect("entries", event=event.slug)
    if request.method == "POST":
        try:
            count = registering.undo(one, request.user)
        except Refused as refused:
            messages.error(request, entry_sentence(refused.problems[0]))
        else:
            messages.success(request, _("%(count)d pairs were taken out again.") % {"count": count})
        return redirect("entries", event=event.slug)
    goes = registering.brought_by(one).count()
    return render(
        request,
        "entries/undo.html",
        {
            "event": event,
            "title": _("Take the pairs from “%(name)s” out again") % {"name": one.name},
            "will": [
                ngettext(
                    "%(count)d pair leaves the list, with its names and phones.",
                    "%(count)d pairs leave the list, with their names and phones.",
                    goes,
                )
                % {"count": goes},
                _("The file is not kept here: to enter these pairs again, it has to be read in again."),
            ],
            "stays": [_("Pairs that were in the list before this file was read in.")],
            "label": ngettext("Take %(count)d pair out", "Take %(count)d pairs out", goes) % {"count": goes},
            "cancel_url": reverse("entries", args=[event.slug]),
        },
    )


def _form_details(event: Event) -> dict[str, Any]:
    rule = event.plan.get("entry", {})
    return {
        "players_per_entry": rule.get("players", 2),
        "entries_allowed": rule.get("quota", {}).get("fixed", 3),
        "branches": list(event.branches.values_list("name", flat=True)),
    }


def download(content: bytes, name: str) -> HttpResponse:
    """A workbook to be saved under ``name``."""
    return HttpResponse(
        content,
        content_type=XLSX,
        headers={"Content-Disposition": _attachment(name)},
    )


def _attachment(name: str) -> str:
    return content_disposition_header(True, name) or "attachment"
