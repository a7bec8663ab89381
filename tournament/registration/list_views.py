"""Who is in, and what is wrong with the list?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from django_tables2 import RequestConfig

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.access.permissions import may
from tournament.models import Entry, EntryRequest, Event, Upload
from tournament.registration import attendance, marking
from tournament.registration.entry_rules import branches_without_referee, division_names, rule_of
from tournament.registration.filters import EntryFilter
from tournament.registration.forms import DeadlineForm
from tournament.registration.links import with_links
from tournament.registration.tables import EntryTable
from tournament.registration.typed import whole_number
from tournament.registration.wording import entry_sentence

NOT_PLAYING = [Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED, Entry.Status.RESERVE]
PLAYING = ~Q(entries__status__in=NOT_PLAYING)

# What can be done with the ticked pairs: its code, its label, the right it takes.
MARKS = [
    (Entry.Status.PRESENT, gettext_lazy("Check in"), "check_in"),
    (Entry.Status.LATE, gettext_lazy("Mark as late"), "check_in"),
    (Entry.Status.ABSENT, gettext_lazy("Mark as absent"), "check_in"),
    (Entry.Status.ENTERED, gettext_lazy("Take the mark away"), "check_in"),
    ("eligible", gettext_lazy("Mark as eligible"), "manage_entries"),
    ("ineligible", gettext_lazy("Mark as not eligible"), "manage_entries"),
    ("reserve", gettext_lazy("Make them reserves"), "manage_entries"),
    ("step-in", gettext_lazy("Let reserves step in"), "manage_entries"),
]


class Row(NamedTuple):
    """How many entries of the event are alike in all that is counted."""

    kind: str
    status: str
    division: str
    eligibility: str
    count: int


@dataclass(frozen=True)
class Counts:
    """The event's entries counted in one query, whatever the page then asks about them."""

    rows: list[Row]

    @classmethod
    def of(cls, event: Event) -> Counts:
        found = event.entries.order_by().values_list("kind", "status", "division", "eligibility")
        return cls([Row(*row) for row in found.annotate(Count("pk"))])

    def pairs(self) -> list[Row]:
        return [row for row in self.rows if row.kind == Entry.Kind.PAIR]

    def playing(self) -> list[Row]:
        return [row for row in self.pairs() if row.status not in NOT_PLAYING]

    @staticmethod
    def by(what: str, rows: Iterable[Row]) -> dict[str, int]:
        """How many there are of each ``what``, which names a field of the rows."""
        found: dict[str, int] = {}
        for row in rows:
            found[getattr(row, what)] = found.get(getattr(row, what), 0) + row.count
        return found


@event_page("see_people")
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """The list, with filters, counts by branch, and what can be done with those that are ticked."""
    listed = (
        event.entries.pairs()
        .select_related("branch", "joint_branch", "event")
        .prefetch_related("players__person")
        .order_by("number")
    )
    counts = Counts.of(event)
    there = {row.division for row in counts.rows} - {""}
    found = EntryFilter(event, request.GET or None, queryset=listed, divisions=sorted(there))
    divided = bool(division_names(event) or there)
    checked = any(row.eligibility != Entry.Eligibility.OPEN for row in counts.rows)
    table = EntryTable(
        found.qs,
        exclude=[
            *(() if divided else ("division",)),
            *(() if checked or rule_of(event).get("check_eligibility") else ("eligibility",)),
        ],
    )
    RequestConfig(request, paginate={"per_page": 50}).configure(table)
    states = counts.by("status", counts.pairs())
    return render(
        request,
        "entries/list.html",
        {
            "event": event,
            "table": table,
            "filter": found,
            "found": table.paginator.count if hasattr(table, "paginator") else len(table.rows),
            "total": sum(states.values()),
            "states": [(label, states[code]) for code, label in Entry.Status.choices if code in states],
            "branches": _counted(event),
            "divisions": _by_division(event, counts) if divided else [],
            "marks": [(code, label) for code, label, right in MARKS if may(event, request.user, right)],
            "lacks": _lacks(event, counts),
            "deadline": DeadlineForm(instance=event),
            "requests": EntryRequest.objects.filter(
                branch__event=event, state=EntryRequest.State.OPEN
            ).select_related("branch"),
            "uploads": event.uploads.filter(
                accepted_at__isnull=False, undone_at__isnull=True, purpose=Upload.Purpose.ENTRIES
            )[:5],
        },
    )


def _counted(event: Event) -> QuerySet[Any]:
    """Branches with how many pairs each has in the event, and how many of them are here."""
    return (
        with_links(event.branches.all())
        .annotate(
            pairs=Count("entries", filter=PLAYING),
            here=Count("entries", filter=Q(entries__status=Entry.Status.PRESENT)),
            gone=Count("entries", filter=~PLAYING & Q(entries__isnull=False)),
        )
        .order_by("-pairs", "name")
    )


def _by_division(event: Event, counts: Counts) -> list[tuple[str, int]]:
    found = counts.by("division", counts.playing())
    known = division_names(event)
    return [
        (name or _("without a division"), found[name])
        for name in sorted(found, key=lambda name: (known.index(name) if name in known else len(known), name))
    ]


def _lacks(event: Event, counts: Counts) -> list[str]:
    """What is wrong with the list as a whole, in sentences."""
    said = []
    eligibility = counts.by("eligibility", counts.playing())
    if eligibility.get(Entry.Eligibility.INELIGIBLE):
        ineligible = event.entries.pairs().playing().filter(eligibility=Entry.Eligibility.INELIGIBLE)
        said.append(
            _(
                "Marked as not eligible and still in the event: no. %(numbers)s. "
                "Withdraw them, or change the mark."
            )
            % {"numbers": ", ".join(map(str, ineligible.values_list("number", flat=True)))}
        )
    if rule_of(event).get("check_eligibility"):
        unchecked = eligibility.get(Entry.Eligibility.OPEN)
        if unchecked:
            said.append(_("%(count)d pairs are not checked for eligibility yet.") % {"count": unchecked})
    names = division_names(event)
    if names:
        without = sum(row.count for row in counts.playing() if row.division not in names)
        if without:
            said.append(_("%(count)d pairs have no division yet.") % {"count": without})
    missing = branches_without_referee(event)
    if missing:
        said.append(
            _("Each branch also sends a referee. Not named yet: %(branches)s.")
            % {"branches": "、".join(one.name for one in missing)}
        )
    return said


@event_page("check_in")
@require_POST
def mark(request: HttpRequest, event: Event) -> HttpResponse:
    """Do what a button says with the ticked entries."""
    ticked = [whole_number(one) for one in request.POST.getlist("entry")]
    picked = event.entries.filter(pk__in=[one for one in ticked if one is not None])
    status = request.POST.get("status", "")
    if request.POST.get("all"):
        picked = event.entries.filter(status=Entry.Status.ENTERED)
    if not picked.exists():
        messages.warning(request, _("Nobody is ticked. Tick the pairs first, then choose what to do."))
    else:
        try:
            count = _how(status)(event, request.user, picked, status)
        except Refused as refused:
            for problem in refused.problems:
                messages.error(request, entry_sentence(problem))
        else:
            messages.success(request, _("%(count)d pairs were marked.") % {"count": count})
    back = request.POST.get("back", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(back, {request.get_host()}):
        return redirect(back)
    return redirect("entries", event=event.slug)


def _how(status: str) -> Callable[[Event, Any, QuerySet[Entry], str], int]:
    if status in (Entry.Eligibility.ELIGIBLE, Entry.Eligibility.INELIGIBLE):
        return marking.mark_eligibility
    if status == "reserve":
        return lambda event, actor, picked, _status: marking.set_aside(event, actor, picked)
    if status == "step-in":
        return lambda event, actor, picked, _status: marking.step_in(event, actor, picked)
    return attendance.mark
