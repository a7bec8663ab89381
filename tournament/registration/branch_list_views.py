"""Which branches are there, how many may they enter, and whom does one call?"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.models import Branch, Event, Upload
from tournament.registration import branches as services
from tournament.registration.branch_workbook import write_branches
from tournament.registration.entry_rules import asks_for_referees, branches_without_referee
from tournament.registration.forms import LARGEST_UPLOAD
from tournament.registration.links import with_links
from tournament.registration.quota import limit_of
from tournament.registration.views import download
from tournament.registration.wording import entry_sentence, entry_words


class BranchForm(forms.ModelForm):
    """One branch, added or put right by hand."""

    class Meta:
        model = Branch
        fields = ["name", "member_count", "chair", "contact", "phone", "quota", "referee"]
        labels = {
            "name": gettext_lazy("Name"),
            "member_count": gettext_lazy("Members"),
            "chair": gettext_lazy("Chair"),
            "contact": gettext_lazy("Contact"),
            "phone": gettext_lazy("Phone"),
            "quota": gettext_lazy("Pairs it may enter"),
            "referee": gettext_lazy("Referee whom it sends"),
        }
        help_texts = {"quota": gettext_lazy("Empty: as the rules of entry say.")}

    def validate_unique(self) -> None:
        """The service says it in words, for the event is no field here."""


class ListForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("List of branches"),
        help_text=gettext_lazy("One branch a row, with a heading for each column: xlsx, xls, ods or csv."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.xlsm,.xls,.ods,.csv,.txt"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_UPLOAD:
            raise forms.ValidationError(_("This file is larger than 10 MB, so it is no list of branches."))
        return file


@event_page("manage_entries")
def branches(request: HttpRequest, event: Event) -> HttpResponse:
    """All branches with what is known of each; a list can be read in, a branch added."""
    form, upload = BranchForm(), ListForm()
    status = 200
    if request.method == "POST" and "upload" in request.POST:
        upload = ListForm(request.POST, request.FILES)
        if upload.is_valid():
            file = upload.cleaned_data["file"]
            kept = services.keep_list(event, request.user, file.name, file.read())
            return redirect("branches-preview", event=event.slug, key=kept.key)
        status = 422
    elif request.method == "POST":
        form = BranchForm(request.POST)
        if form.is_valid() and _saved(request, event, None, form):
            return redirect("branches", event=event.slug)
        status = 422
    lacking = {one.pk for one in branches_without_referee(event)}
    rows = [
        {
            "branch": one,
            "limit": limit_of(event, one.name, one)[0],
            "pairs": one.pairs,
            "lacks_referee": one.pk in lacking,
        }
        for one in with_links(event.branches.all()).annotate(pairs=Count("entries")).order_by("name")
    ]
    return render(
        request,
        "entries/branches.html",
        {
            "event": event,
            "rows": rows,
            "form": form,
            "upload": upload,
            "referees": asks_for_referees(event),
            "lacking": len(lacking),
        },
        status=status,
    )


@event_page("manage_entries")
def branch_details(request: HttpRequest, event: Event, key: UUID) -> HttpResponse:
    """One branch, to be put right or taken off the list."""
    found = get_object_or_404(Branch, event=event, key=key)
    form = BranchForm(
        request.POST if "save" in request.POST else None, instance=Branch.objects.get(pk=found.pk)
    )
    if request.method == "POST":
        if "remove" in request.POST:
            try:
                services.remove_branch(found, request.user)
            except Refused as refused:
                messages.error(request, entry_sentence(refused.problems[0]))
            else:
                messages.success(request, _("%(branch)s is off the list.") % {"branch": found.name})
                return redirect("branches", event=event.slug)
        elif form.is_valid() and _saved(request, event, found, form):
            return redirect("branches", event=event.slug)
    return render(
        request,
        "entries/branch_details.html",
        {"event": event, "branch": found, "form": form, "may_go": not found.entries.exists()},
        status=422 if request.method == "POST" else 200,
    )


def _saved(request: HttpRequest, event: Event, branch: Branch | None, form: BranchForm) -> bool:
    try:
        saved = services.save_branch_details(event, request.user, branch, form.cleaned_data)
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(problem.at, entry_sentence(problem))
        return False
    messages.success(request, _("%(branch)s is saved.") % {"branch": saved.name})
    return True


@event_page("manage_entries")
def preview(request: HttpRequest, event: Event, key: UUID) -> HttpResponse:
    """What the list says beside what is there, each problem at its cell; accepted as a whole or not."""
    kept = get_object_or_404(Upload, event=event, key=key, purpose=Upload.Purpose.BRANCHES)
    if kept.accepted_at:
        messages.info(request, _("This list is read in already; nothing was done a second time."))
        return redirect("branches", event=event.slug)
    if request.method == "POST":
        typed = {
            name.split("|", 1)[1]: value
            for name, value in request.POST.items()
            if name.startswith("cell|") and len(name) <= 120
        }
        if typed:
            kept.corrections = {**kept.corrections, **typed}
            kept.save(update_fields=["corrections"])
        if "accept" in request.POST and _accepted(request, kept):
            return redirect("branches", event=event.slug)
    try:
        reading = services.preview_list(kept)
    except Refused as refused:
        problems, lines = list(refused.problems), []
    else:
        problems, lines = list(reading.problems), services.compared(event, reading)
    return render(
        request,
        "entries/branches_preview.html",
        {
            "event": event,
            "upload": kept,
            "lines": lines,
            "new": sum(line.new for line in lines),
            "changed": sum(bool(line.changes) and not line.new for line in lines),
            "blocking": sum(one.severity == "error" for one in problems),
            "problems": [
                {
                    "at": one.at,
                    "field": f"cell|{one.at}" if "!" in one.at else "",
                    "blocking": one.severity == "error",
                    "value": one.values.get("text", ""),
                    **entry_words(one),
                }
                for one in problems
            ],
        },
    )


def _accepted(request: HttpRequest, kept: Upload) -> bool:
    try:
        done = services.accept_list(kept, request.user)
    except Refused as refused:
        for problem in refused.problems[:5]:
            messages.error(request, entry_sentence(problem))
        return False
    messages.success(
        request,
        _(
            "%(created)d branches are new, %(updated)d were brought up to date, "
            "%(unchanged)d stayed as they were."
        )
        % {"created": done.created, "updated": done.updated, "unchanged": done.unchanged},
    )
    return True


@event_page("manage_entries")
def workbook(request: HttpRequest, event: Event) -> HttpResponse:
    """The list of branches as a workbook, to be filled in and read in again."""
    return download(write_branches(event.branches.all(), title=event.name), f"{event.name}-单位名单.xlsx")
