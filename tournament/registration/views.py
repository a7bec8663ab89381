"""Who is in, and what is wrong with the list?"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_tables2 import RequestConfig

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.models import Entry, EntryRequest, Event, Upload
from tournament.registration import attendance, registering
from tournament.registration.form_workbook import write_entries, write_entry_form
from tournament.registration.forms import DeadlineForm, EntryFilter, EntryForm, LeaveForm, UploadForm
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.reading_wording import word as reading_words
from tournament.registration.tables import EntryTable
from tournament.wording import sentence, words

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@event_page("see_people")
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """The list, with filters, counts by branch, and check-in for those that are ticked."""
    listed = (
        event.entries.pairs()
        .select_related("branch", "event")
        .prefetch_related("players__person")
        .order_by("number")
    )
    found = EntryFilter(request.GET or None, queryset=listed)
    table = EntryTable(found.qs)
    RequestConfig(request, paginate={"per_page": 50}).configure(table)
    states = dict(event.entries.pairs().values_list("status").annotate(Count("pk")))
    return render(
        request,
        "entries/list.html",
        {
            "event": event,
            "table": table,
            "filter": found,
            "total": sum(states.values()),
            "states": [(label, states[code]) for code, label in Entry.Status.choices if code in states],
            "branches": event.branches.annotate(pairs=Count("entries")).order_by("-pairs", "name"),
            "marks": [
                (Entry.Status.PRESENT, _("Check in")),
                (Entry.Status.LATE, _("Mark as late")),
                (Entry.Status.ABSENT, _("Mark as absent")),
                (Entry.Status.ENTERED, _("Take the mark away")),
            ],
            "deadline": DeadlineForm(instance=event),
            "requests": EntryRequest.objects.filter(
                branch__event=event, state=EntryRequest.State.OPEN
            ).select_related("branch"),
            "uploads": event.uploads.filter(accepted_at__isnull=False, undone_at__isnull=True)[:5],
        },
    )


@event_page("check_in")
@require_POST
def mark(request: HttpRequest, event: Event) -> HttpResponse:
    """Check in the ticked entries, or mark them late or absent."""
    picked = event.entries.filter(pk__in=[one for one in request.POST.getlist("entry") if one.isdigit()])
    if request.POST.get("all"):
        picked = event.entries.filter(status=Entry.Status.ENTERED)
    if not picked.exists():
        messages.warning(request, _("Nobody is ticked. Tick the pairs first, then choose what to do."))
    else:
        try:
            count = attendance.mark(event, request.user, picked, request.POST.get("status", ""))
        except Refused as refused:
            for problem in refused.problems:
                messages.error(request, sentence(problem))
        else:
            messages.success(request, _("%(count)d pairs were marked.") % {"count": count})
    return redirect("entries", event=event.slug)


@event_page("manage_entries")
def blank_form(request: HttpRequest, event: Event) -> HttpResponse:
    """The entry form as a workbook, to be sent to the branches."""
    return _download(write_entry_form(event.name, **_form_details(event)), f"{event.name}-报名表.xlsx")


@event_page("see_people")
def export(request: HttpRequest, event: Event) -> HttpResponse:
    """All entries as a workbook that can be read in again."""
    listed = event.entries.pairs().select_related("branch").prefetch_related("players__person")
    proposed = [
        ProposedEntry(
            branch=entry.branch.name if entry.branch else "",
            contact=entry.branch.contact if entry.branch else "",
            contact_phone=entry.branch.phone if entry.branch else "",
            label=entry.label,
            players=tuple(
                ProposedPlayer(
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
    return _download(write_entries(proposed, title=event.name), f"{event.name}-名单.xlsx")


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
    uploads = [
        get_object_or_404(Upload, event=event, key=key, accepted_at__isnull=True) for key in keys[:200]
    ]
    if request.method == "POST":
        for one in uploads:
            typed = {
                name.split("|", 1)[1]: value
                for name, value in request.POST.items()
                if name.startswith(f"{one.key}|")
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


def _accept_all(request: HttpRequest, event: Event, uploads: list[Upload]) -> bool:
    try:
        outcomes = registering.accept_all(uploads, request.user)
    except Refused as refused:
        for problem in refused.problems[:5]:
            messages.error(request, _sentence(problem))
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
                **_words(problem),
            }
            for problem in problems
        ],
        "blocking": sum(problem.severity == "error" for problem in problems),
    }


@event_page("manage_entries")
@require_POST
def undo_import(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """Take out again what one upload brought."""
    one = get_object_or_404(Upload, event=event, key=key, undone_at__isnull=True)
    try:
        count = registering.undo(one, request.user)
    except Refused as refused:
        messages.error(request, sentence(refused.problems[0]))
    else:
        messages.success(request, _("%(count)d pairs were taken out again.") % {"count": count})
    return redirect("entries", event=event.slug)


@event_page("manage_entries")
def add(request: HttpRequest, event: Event) -> HttpResponse:
    """One pair by hand; a late entry once the event is under way."""
    form = EntryForm(event, request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            proposed = ProposedEntry(
                branch=form.cleaned_data["branch"].strip(),
                contact="",
                contact_phone="",
                label="",
                players=tuple(ProposedPlayer(name=name, phone=phone) for name, phone in form.people()),
            )
            try:
                entry = registering.add_entry(event, request.user, proposed)
            except Refused as refused:
                for problem in refused.problems:
                    form.add_error(None, sentence(problem))
            else:
                messages.success(
                    request,
                    _("No. %(number)d is entered, from round %(round)d on.")
                    % {"number": entry.number, "round": entry.from_round},
                )
                return redirect("entries", event=event.slug)
    return render(request, "entries/add.html", {"event": event, "form": form}, status=status)


@event_page("manage_entries")
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One entry: its people, and leaving the event."""
    found = get_object_or_404(
        event.entries.select_related("branch").prefetch_related("players__person"), number=number, kind="pair"
    )
    form = LeaveForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        leave = attendance.disqualify if "disqualify" in request.POST else attendance.withdraw
        leave(found, request.user, form.cleaned_data["reason"])
        messages.success(request, _("No. %(number)d has left the event.") % {"number": number})
        return redirect("entries", event=event.slug)
    if request.method == "POST":
        status = 422
    return render(
        request, "entries/entry.html", {"event": event, "entry": found, "form": form}, status=status
    )


def _form_details(event: Event) -> dict[str, Any]:
    rule = event.plan.get("entry", {})
    return {
        "players_per_entry": rule.get("players", 2),
        "entries_allowed": rule.get("quota", {}).get("fixed", 3),
        "branches": list(event.branches.values_list("name", flat=True)),
    }


def _download(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type=XLSX,
        headers={"Content-Disposition": _attachment(name)},
    )


def _attachment(name: str) -> str:
    return content_disposition_header(True, name) or "attachment"


def _words(problem: object) -> dict[str, str]:
    found = reading_words(problem)
    return found if found.get("message") else words(problem)


def _sentence(problem: object) -> str:
    found = _words(problem)
    return f"{found['message']} {found.get('fix', '')}".strip()
