"""What must be printed now?"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header

from tournament.access.pages import event_page
from tournament.documents.papers import KINDS, Made, score_sheets_of, standings_of_event, workbook_of_event
from tournament.documents.typefaces import missing_characters
from tournament.models import Event, Person, Round


@event_page("print")
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """The documents in the order of the day."""
    rounds = (
        Round.objects.filter(stage__event=event)
        .published()
        .select_related("stage")
        .order_by("stage__position", "number")
    )
    names = list(Person.objects.filter(event=event).values_list("name", flat=True))
    return render(
        request,
        "documents/papers.html",
        {
            "event": event,
            "kinds": KINDS,
            "rounds": list(rounds),
            "missing": missing_characters(names),
        },
    )


@event_page("print")
def round_paper(request: HttpRequest, event: Event, kind: str, stage: str, number: int) -> HttpResponse:
    """A document of one round."""
    if kind != "score-sheets":
        raise Http404(kind)
    round_ = get_object_or_404(
        Round.objects.published().select_related("stage__event__rule_set"),
        stage__event=event,
        stage__slug=stage,
        number=number,
    )
    return _send(score_sheets_of(round_, request.build_absolute_uri("/").rstrip("/")))


@event_page()
def event_paper(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Standings and results of the whole event: as public as the page is."""
    if kind == "standings":
        return _send(standings_of_event(event))
    if kind == "results":
        return _send(workbook_of_event(event))
    raise Http404(kind)


def _send(made: Made) -> HttpResponse:
    return HttpResponse(
        made.content,
        content_type=made.content_type,
        headers={
            "Content-Disposition": content_disposition_header(
                made.content_type != "application/pdf", made.name
            )
        },
    )
