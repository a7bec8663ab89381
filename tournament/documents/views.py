"""What must be printed now?"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from rules.answers import Refused
from tournament.access.hall_addresses import address_for_phones
from tournament.access.pages import event_page
from tournament.access.permissions import ACTIONS
from tournament.access.private_pages import private_page
from tournament.documents.papers import KINDS, Kind, is_long
from tournament.documents.papers_awards import layout_of, layout_problems, save_layout
from tournament.documents.papers_form import LayoutForm
from tournament.documents.papers_page import missing_of, orders_of, parts_of, rounds_of_event
from tournament.documents.papers_records import receipts_of
from tournament.documents.papers_values import PNG, Asked, Made
from tournament.documents.papers_wording import paper_problem
from tournament.documents.tasks import PAPER, asked_of
from tournament.jobs import services
from tournament.models import Branch, Event, Job, Round
from tournament.registration import links

SHOWN_AT_ONCE = {"application/pdf", PNG}


@event_page("print")
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """The documents in the order of the day; those of a round for the one that is chosen, else the latest."""
    stages = list(event.stages.all())
    rounds = rounds_of_event(event)
    chosen = _chosen(rounds, request.GET.get("round", ""))
    orders = orders_of(event)
    return render(
        request,
        "documents/papers.html",
        {
            "event": event,
            "parts": parts_of(event, stages, rounds, chosen),
            "rounds": rounds,
            "chosen": chosen,
            "missing": missing_of(event),
            "orders": orders,
            "busy": _busy(orders),
            "first_url": _first_url(event, chosen),
        },
    )


def _chosen(rounds: list[Round], wanted: str) -> Round | None:
    named = {f"{round_.stage.slug}-{round_.number}": round_ for round_ in rounds}
    return named.get(wanted) or (rounds[-1] if rounds else None)


def _first_url(event: Event, chosen: Round | None) -> str:
    """What has to be printed now: score sheets before a round is played, its standings afterwards."""
    if chosen is None:
        return ""
    kind = "standings-round" if chosen.status == Round.Status.CLOSED else "score-sheets"
    return reverse("round-paper", args=[event.slug, kind, chosen.stage.slug, chosen.number])


def _busy(orders: list[dict[str, Any]]) -> bool:
    return any(one["status"] in (Job.Status.QUEUED, Job.Status.RUNNING) for one in orders)


def paper(
    request: HttpRequest, event: str, kind: str, stage: str = "", number: int | None = None
) -> HttpResponseBase:
    """One document: at once where that is quick, else through the page on which it is ordered."""
    found = KINDS.get(kind)
    if found is None or found.of != ("round" if number is not None else "stage" if stage else "event"):
        raise Http404(kind)
    answer = _public if found.public else _own
    return answer(request, event=event, kind=kind, stage=stage, number=number)


paper.action = None  # type: ignore[attr-defined]  # of the address: each kind asks for its own right


def _answer(request: HttpRequest, event: Event, kind: str, stage: str, number: int | None) -> HttpResponse:
    found = KINDS[kind]
    order = {"kind": kind, "stage": stage, "number": number or "", **_options(found, request.GET)}
    try:
        asked = _asked(request, event, found, request.GET, stage, number)
        planned = None if found.long else found.make(asked)
        may_print = bool(request.roles & ACTIONS["print"])  # type: ignore[attr-defined]
        if planned is None or (is_long(planned) and may_print):
            return render(
                request, "documents/order.html", {"event": event, "kind": found, "order": order.items()}
            )
        return send(planned if isinstance(planned, Made) else planned.made())
    except Refused as refused:
        return _refused(request, event, found, refused)


_public = event_page()(_answer)
_own = event_page("print")(_answer)


def _asked(
    request: HttpRequest, event: Event, kind: Kind, given: Any, stage: str, number: int | None
) -> Asked:
    asked = Asked(event, address_for_phones(request), options=_options(kind, given))
    if not stage:
        return asked
    try:
        return asked_of(asked, stage, number)
    except Refused as refused:
        raise Http404(stage) from refused


def _options(kind: Kind, given: Any) -> dict[str, str]:
    return {key: str(given[key])[:60] for key in kind.options if given.get(key)}


def _refused(request: HttpRequest, event: Event, kind: Kind, refused: Refused) -> HttpResponse:
    problems = [paper_problem(problem) for problem in refused.problems]
    return render(
        request,
        "documents/refused.html",
        {"event": event, "kind": kind, "problems": problems},
        status=422,
    )


@event_page("print")
@require_POST
def order(request: HttpRequest, event: Event) -> HttpResponse:
    """Have a paper made in the background. The same order twice is one as long as the first waits."""
    key = request.POST.get("kind", "")
    kind = KINDS.get(key)
    stage, number = request.POST.get("stage", ""), request.POST.get("number", "")
    if kind is None or kind.of != ("round" if number else "stage" if stage else "event"):
        raise Http404(key)
    if number and not (number.isascii() and number.isdigit() and len(number) < 5):
        raise Http404(number)
    asked = _asked(request, event, kind, request.POST, stage, int(number) if number else None)
    args = {
        "kind": key,
        "stage": stage,
        "number": int(number) if number else None,
        "options": dict(asked.options),
        "base": asked.base,
    }
    same = "-".join([str(event.pk), key, stage, number, *(f"{a}={b}" for a, b in asked.options.items())])
    services.enqueue(PAPER, args, event=event, dedupe=same[:120], by=request.user)
    messages.success(request, _("It is being made. You can go on working; it will be here."))
    return redirect(reverse("papers", args=[event.slug]) + "#orders")


@event_page("print")
@never_cache
def orders(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of the page that changes while papers are made."""
    found = orders_of(event)
    return render(request, "documents/orders.html", {"event": event, "orders": found, "busy": _busy(found)})


def _order(event: Event, key: Any) -> Job:
    return get_object_or_404(Job, event=event, kind=PAPER, key=key)


@event_page("print")
@require_POST
def order_change(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """Call an order off, or start one again that failed."""
    job = _order(event, key)
    try:
        if "again" in request.POST:
            services.retry(job)
        else:
            services.cancel(job)
    except Refused as refused:
        for problem in refused.problems:
            words = paper_problem(problem)
            messages.error(request, f"{words['message']} {words['fix']}".strip())
    return redirect(reverse("papers", args=[event.slug]) + "#orders")


@event_page("print")
@never_cache
def order_file(request: HttpRequest, event: Event, key: str) -> FileResponse:
    """The finished paper of an order; only for those who may print, whoever knows the address."""
    job = _order(event, key)
    if job.status != Job.Status.DONE or not job.file or not default_storage.exists(job.file.name):
        raise Http404(key)
    result = job.result or {}
    return FileResponse(
        default_storage.open(job.file.name),
        as_attachment=True,
        filename=str(result.get("name", "paper.pdf")),
        content_type=str(result.get("content_type", "application/pdf")),
    )


@event_page("print")
def certificate_layout(request: HttpRequest, event: Event) -> HttpResponse:
    """Where the words of the certificates stand on the organiser's paper."""
    form = LayoutForm(request.POST or None, initial=asdict(layout_of(event)))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                save_layout(event, request.user, form.layout())  # type: ignore[arg-type]
                messages.success(
                    request, _("The layout is saved. Print a sample and lay it over your paper.")
                )
                return redirect("certificate-layout", event=event.slug)
            except Refused as refused:
                for field, problems in layout_problems(refused).items():
                    for problem in problems:
                        words = paper_problem(problem)
                        form.add_error(
                            field if field in form.fields else None, f"{words['message']} {words['fix']}"
                        )
    return render(request, "documents/layout.html", {"event": event, "form": form}, status=status)


@private_page(links.branch_of)
def branch_receipt(request: HttpRequest, branch: Branch, token: str) -> HttpResponse:
    """The receipt of a branch's entry, from its private page."""
    return send(receipts_of(Asked(branch.event), [branch]).made())


def send(made: Made) -> HttpResponse:
    """The file as an answer: PDF and pictures are shown, others saved."""
    return HttpResponse(
        made.content,
        content_type=made.content_type,
        headers={
            "Content-Disposition": content_disposition_header(
                made.content_type not in SHOWN_AT_ONCE, made.name
            )
        },
    )
