"""The chief referee's desk: which table needs me?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST

from rules.answers import Refused
from rules.wording import level_text
from tournament.access.pages import event_page
from tournament.clock_wording import clock_text, clock_word
from tournament.models import Entry, Event, Round, Screen
from tournament.officiating import departed, entering, lateness, slips, steering, timing
from tournament.officiating.acting import whole
from tournament.officiating.marks import mark_of, stays_until, still_good
from tournament.officiating.readiness import missing_before_start
from tournament.officiating.selectors import Hall, board_at, current_rounds, hall
from tournament.wording import sentence


def _mark(request: HttpRequest, event: str) -> str | None:
    """The board is polled; the page around it is not, and is always a fresh one."""
    if not request.htmx or "If-None-Match" not in request.headers:  # type: ignore[attr-defined]
        return None
    revision = Event.objects.filter(slug=event).values_list("revision", flat=True).first()
    return still_good(request, "desk", revision, get_language())


@condition(etag_func=_mark)
@event_page("draw")
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """All tables as a board by state, the clock, who is late, and the one next step.

    The board alone is polled: while the event's revision is the same that costs one query.
    """
    now = timezone.now()
    found = [hall(round_, now) for round_ in current_rounds(event)]
    halls = [_shown(event, one, now) for one in found]
    until = stays_until(now, *(moment for one in found for moment in _turns(event, one)))
    mark = mark_of("desk", event.revision, get_language(), until=until)
    screen = None if request.htmx else steering.screen_of(event)  # type: ignore[attr-defined]
    context = {
        "event": event,
        "halls": halls,
        "mark": mark,
        "now": now,
        "typing": any(one["hall"].round.status == Round.Status.PLAYING for one in halls),
        "screen": screen,
        "screen_was": steering.state_of(screen) if screen is not None else "",
        "shows": Screen.Show.choices,
        "slip": request.GET.get("slip") == "next",
    }
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "officiating/desk.html", context)
    response = render(request, "officiating/desk_board.html", context)
    response["ETag"] = mark
    return response


def _turns(event: Event, found: Hall) -> Iterator[datetime | None]:
    """The moments at which the board changes by itself: reminders, ends, and when waiting is over."""
    limit, started = lateness.late_minutes(event), found.clock.started_at
    if limit is not None and started is not None:
        yield started + timedelta(minutes=limit)
    for clock in (found.clock, *(line.clock for line in found.lines)):
        yield clock.reminder_at
        yield clock.last_deal_at
        yield clock.deadline
        if clock.deadline is not None:
            yield clock.deadline + lateness.OVERRUN


def _shown(event: Event, found: Hall, now: datetime) -> dict[str, Any]:
    gone = departed.departed_tables(found)
    gone_boards = {one.line.board.pk for one in gone}
    return {
        "hall": found,
        "clock_text": clock_text(found.clock),
        "clock_word": clock_word(found.clock),
        "notice": found.notice,
        "gone": gone,
        "missing": missing_before_start(found),
        "overrun": lateness.overrun_tables(found),
        "late": [one for one in lateness.late_tables(found, now) if one.line.board.pk not in gone_boards],
        "postponed": [line for line in found.lines if line.state == "postponed"],
        "tiles": [
            {
                "number": line.board.table,
                "state": line.state,
                "pairs": [shown_name(line.a), shown_name(line.b)],
                "calls": line.board.disputed,
                "levels": line.levels,
                "url": reverse("table", args=[event.slug, line.board.key]),
            }
            for line in found.lines
        ],
    }


def shown_name(entry: Entry | None) -> str:
    """The names at a table; who has left the event is marked by the word for it."""
    if entry is None:
        return "—"
    return f"{entry.names}（{entry.get_status_display()}）" if entry.status in departed.LEFT else entry.names


@event_page("enter_result")
@require_POST
def slip(request: HttpRequest, event: Event) -> HttpResponse:
    """A slip in one line; the field is ready for the next one then."""
    try:
        board, line = slips.enter_slip(event, request.user, request.POST.get("slip", ""))
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, sentence(problem))
    else:
        values = {
            "stage": board.round.stage.name,
            "round": board.round.number,
            "table": board.table,
            "a": level_text(line.a),
            "b": level_text(line.b),
        }
        messages.success(request, _("%(stage)s, round %(round)d, table %(table)d: %(a)s : %(b)s.") % values)
    return redirect(f"{reverse('desk', args=[event.slug])}?slip=next")


@event_page("run_clock")
@require_POST
def steer_screen(request: HttpRequest, event: Event) -> HttpResponse:
    """What the big screen shows from now on."""
    sent = request.POST
    try:
        steering.steer(
            event,
            request.user,
            sent.get("show", ""),
            notice=sent.get("notice", ""),
            seconds=whole(sent.get("seconds")),
            was=sent.get("was"),
        )
    except Refused as refused:
        messages.error(request, sentence(refused.problems[0]))
    return redirect("desk", event=event.slug)


@event_page("run_clock")
@require_POST
def start_table(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """Start the clock of a match that has an appointment of its own."""
    board = board_at(event, key)
    try:
        timing.start_table(board, request.user)
    except Refused as refused:
        messages.error(request, sentence(refused.problems[0]))
    else:
        messages.success(request, _("The clock of table %(table)d runs.") % {"table": board.table})
    return redirect("desk", event=event.slug)


@event_page("forfeit")
@require_POST
def late(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """What to do about a table that cannot be played: both are here, or a verdict as it was proposed."""
    board = board_at(event, key)
    what = request.POST.get("what", "")
    version = whole(request.POST.get("version"))
    try:
        if what == "here":
            lateness.seat(board, request.user, "AB")
        elif what == "stop":
            entering.end_table(board, request.user, version=version)
        elif what == "overrun":
            lateness.give_overrun_verdict(board, request.user, version=version)
        elif what == "left":
            departed.give_departed_verdict(board, request.user, version=version)
        else:
            lateness.give_late_forfeit(board, request.user, what, version=version)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, sentence(problem))
    return redirect("desk", event=event.slug)


@event_page("draw")
@require_POST
def round_step(request: HttpRequest, event: Event, round_key: str) -> HttpResponse:
    """One step of a round: start, pause, resume, extend, call, confirm what is ready, close."""
    round_ = get_object_or_404(
        Round.objects.select_related("stage__event"), stage__event=event, key=round_key
    )
    step = request.POST.get("step", "")
    steps: dict[str, Callable[[], Any]] = {
        "start": lambda: timing.start_round(round_, request.user),
        "undo-start": lambda: timing.undo_start(round_, request.user),
        "pause": lambda: timing.add_fact(round_, request.user, "pause"),
        "resume": lambda: timing.add_fact(round_, request.user, "resume"),
        "extend": lambda: timing.add_fact(
            round_,
            request.user,
            "extend",
            minutes=whole(request.POST.get("minutes")),
            end=whole(request.POST["end"]) if request.POST.get("end") else None,
        ),
        "call": lambda: timing.add_fact(round_, request.user, "call"),
        "close": lambda: timing.close_round(round_, request.user),
        "confirm": lambda: _confirm_ready(request, round_),
    }
    if step not in steps:
        raise Http404(step)
    try:
        steps[step]()
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, sentence(problem))
    return redirect("desk", event=event.slug)


def _confirm_ready(request: HttpRequest, round_: Round) -> None:
    done = 0
    for line in hall(round_).ready:
        try:
            entering.confirm(line.board, request.user, version=line.board.match.version)
            done += 1
        except Refused as refused:
            messages.error(request, sentence(refused.problems[0]))
    messages.success(request, _("%(count)d results were confirmed.") % {"count": done})
