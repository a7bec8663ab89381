"""Entry forms come in: looked at, put right, entered together or not at all, and taken out again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from rules.answers import Problem, Refused
from tournament.access.pages import event_page
from tournament.jobs.selectors import problems_of as problems_of_job
from tournament.jobs.services import cancel, enqueue
from tournament.jobs.wording import word as job_word
from tournament.models import Event, Job, Upload
from tournament.registration import registering
from tournament.registration.forms import UploadForm
from tournament.registration.kept_reading import is_large, kept_reading
from tournament.registration.tasks import ENTER, READ
from tournament.registration.typed import whole_number
from tournament.registration.wording import entry_sentence, entry_words

MOST_FILES = 200
# "key|Sheet!C6": the name of a sheet has 31 letters at most.
LONGEST_CELL = 120
ENTRIES_SHOWN = 200
PROBLEMS_SHOWN = 200


@event_page("manage_entries")
def upload(request: HttpRequest, event: Event) -> HttpResponse:
    """Entry forms come in; each is looked at before anything is entered."""
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        kept = [
            registering.keep_upload(event, request.user, file.name, file.read())
            for file in form.cleaned_data["files"]
        ]
        return redirect(_preview_address(event, kept))
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
        if "accept" in request.POST:
            if is_large(uploads):
                return _work(request, event, ENTER, uploads)
            if _accept_all(request, event, uploads):
                return redirect("entries", event=event.slug)
    if is_large(uploads) and any(kept_reading(one) is None for one in uploads):
        return _work(request, event, READ, uploads)
    sheets = [_looked_at(event, one, whole_number(request.GET.get("page", "")) or 1) for one in uploads]
    return render(
        request,
        "entries/preview.html",
        {
            "event": event,
            "sheets": sheets,
            "pairs": sum(sheet["pairs"] for sheet in sheets),
            "blocking": sum(sheet["blocking"] for sheet in sheets),
            "unlikely": sum(sheet["unlikely"] for sheet in sheets),
            "address": _preview_address(event, uploads),
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
    _say_outcome(
        request,
        {
            "created": sum(len(one.created) for one in outcomes),
            "updated": sum(len(one.updated) for one in outcomes),
            "unchanged": sum(one.unchanged for one in outcomes),
        },
    )
    return True


def _looked_at(event: Event, one: Upload, page: int) -> dict[str, Any]:
    """What one file says, a page of it: a browser that is given thousands of rows stands still."""
    try:
        reading = registering.preview(one)
    except Refused as refused:
        problems, found = list(refused.problems), ()
    else:
        problems, found = registering.problems_of(event, reading), reading.entries
    problems.sort(key=lambda problem: problem.severity != "error")
    blocking = sum(problem.severity == "error" for problem in problems)
    shown = Paginator(found, ENTRIES_SHOWN).get_page(page)
    return {
        "upload": one,
        "entries": shown,
        "pairs": len(found),
        "problems": [
            {
                "at": problem.at,
                "field": f"{one.key}|{problem.at}" if "!" in problem.at else "",
                "blocking": problem.severity == "error",
                "value": problem.values.get("text", ""),
                **entry_words(problem),
            }
            for problem in problems[:PROBLEMS_SHOWN]
        ],
        "more_problems": max(0, len(problems) - PROBLEMS_SHOWN),
        "blocking": blocking,
        "unlikely": len(problems) - blocking,
    }


def _preview_address(event: Event, uploads: list[Upload]) -> str:
    query = "&".join(f"u={one.key}" for one in uploads)
    return f"{reverse('entries-preview', args=[event.slug])}?{query}"


def _work(request: HttpRequest, event: Event, kind: str, uploads: list[Upload]) -> HttpResponse:
    """Queue the work and watch it. The same work is queued once, however often the button is pressed."""
    keys = [str(one.key) for one in uploads]
    mark = hashlib.sha256(repr((keys, [one.corrections for one in uploads])).encode()).hexdigest()[:40]
    running = Job.objects.open().filter(kind=kind, dedupe=mark).first()
    job = running or enqueue(kind, {"uploads": keys}, event=event, dedupe=mark, by=request.user)
    return redirect("entries-work", event=event.slug, key=job.key)


@never_cache
@event_page("manage_entries")
def work(request: HttpRequest, event: Event, key: UUID) -> HttpResponse:
    """How far reading or entering large forms is; it can be called off until it is done."""
    job = get_object_or_404(Job, event=event, key=key, kind__in=[READ, ENTER])
    uploads = [get_object_or_404(Upload, event=event, key=_key(one)) for one in job.args["uploads"]]
    back = _preview_address(event, uploads)
    if request.method == "POST":
        try:
            cancel(job)
        except Refused:
            messages.info(request, _("It was over before it could be called off."))
        else:
            messages.success(request, _("Called off; nothing was entered."))
        return redirect("entries-upload" if job.kind == READ else "entries", event=event.slug)
    if job.status == Job.Status.DONE:
        if job.kind == READ:
            return redirect(back)
        _say_outcome(request, job.result or {})
        return redirect("entries", event=event.slug)
    problems = [dict(job_word(one)) or entry_words(one) for one in problems_of_job(job)[:20]]
    return render(
        request,
        "entries/work.html",
        {
            "event": event,
            "job": job,
            "reading": job.kind == READ,
            "busy": job.status in (Job.Status.QUEUED, Job.Status.RUNNING),
            "problems": problems,
            "back": back,
        },
    )


def _say_outcome(request: HttpRequest, told: Mapping[str, Any]) -> None:
    messages.success(
        request,
        _("%(created)d pairs entered, %(updated)d brought up to date, %(unchanged)d were there already.")
        % {name: told.get(name, 0) for name in ("created", "updated", "unchanged")},
    )


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
