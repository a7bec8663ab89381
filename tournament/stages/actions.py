"""The buttons on the page of the draw."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from tournament.models import Entry, Event, Round, Stage
from tournament.stages import changing, drawing, settling, squads
from tournament.stages.progress import kind_of
from tournament.stages.shown import slot_of
from tournament.stages.typed import MOST_REASON, MOST_SEED, line, whole_number, whole_numbers
from tournament.wording import sentence

Button = Callable[[HttpRequest, Event, Stage], HttpResponse | None]


def act(request: HttpRequest, event: Event, stage: Stage) -> HttpResponse:
    """Do what a button asks for, say what came of it, and go back to the page."""
    button = BUTTONS.get(request.POST.get("action", ""))
    try:
        answer = button(request, event, stage) if button is not None else None
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, sentence(problem))
        answer = None
    return answer or redirect(f"{reverse('draw', args=[event.slug])}?stage={stage.slug}")


def _draw(request: HttpRequest, event: Event, stage: Stage) -> None:
    done = drawing.draw_round(stage, request.user, seed=line(request.POST.get("seed"), MOST_SEED))
    messages.success(
        request,
        _("Round %(round)d is drawn with seed %(seed)s. Nobody else sees it yet.")
        % {"round": done.round.number, "seed": done.seed},
    )


def _discard(request: HttpRequest, event: Event, stage: Stage) -> None:
    reason = line(request.POST.get("reason"), MOST_REASON)
    drawing.discard_draw(_round(request, stage), request.user, reason)
    messages.success(request, _("The draft is discarded; its seed stays on the record."))


def _publish(request: HttpRequest, event: Event, stage: Stage) -> HttpResponse:
    round_ = drawing.publish_round(_round(request, stage), request.user)
    messages.success(request, _("Round %(round)d is published.") % {"round": round_.number})
    return redirect("desk", event=event.slug)


def _take_back(request: HttpRequest, event: Event, stage: Stage) -> None:
    round_ = drawing.take_back_round(_round(request, stage), request.user)
    messages.success(request, _("Round %(round)d is a draft again.") % {"round": round_.number})


def _swap(request: HttpRequest, event: Event, stage: Stage) -> HttpResponse | None:
    round_ = _round(request, stage)
    one, other = (_entry(event, stage, request.POST.get(field)) for field in ("one", "other"))
    if one is None or other is None or one == other:
        messages.error(request, _("Type the numbers of two different pairs of this round."))
        return None
    warnings = changing.warnings_of_swap(round_, one, other)
    if warnings and not request.POST.get("sure"):
        return render(
            request,
            "stages/swap.html",
            {
                "event": event,
                "round": round_,
                "one": one,
                "other": other,
                "warnings": [sentence(warning) for warning in warnings],
            },
        )
    changing.swap(round_, one, other, request.user)
    messages.success(
        request, _("No. %(a)d and no. %(b)d changed places.") % {"a": one.number, "b": other.number}
    )
    return None


def _pin(request: HttpRequest, event: Event, stage: Stage) -> None:
    round_, pinned = _round(request, stage), []
    numbers = whole_numbers(request.POST.get("pinned"))
    if len(numbers) < 2:
        messages.error(request, _("Type the numbers of two different pairs of this round."))
        return
    for one, other in zip(numbers[::2], numbers[1::2], strict=False):
        pair = _numbered(event, stage, one), _numbered(event, stage, other)
        if pair[0] is None or pair[1] is None:
            raise Refused([Problem("not-in-this-round", "pinned", {"round": round_.number})])
        pinned.append((pair[0], pair[1]))
    done = drawing.pair_again(round_, request.user, pinned)
    messages.success(
        request,
        _("%(count)d pairs are kept; the others are drawn anew with seed %(seed)s.")
        % {"count": len(pinned), "seed": done.seed},
    )


def _join(request: HttpRequest, event: Event, stage: Stage) -> None:
    entry = _entry(event, stage, request.POST.get("entry"))
    if entry is None:
        messages.error(request, _("There is no such number."))
        return
    changing.join_bye(_round(request, stage), entry, request.user)
    messages.success(request, _("No. %(number)d plays in this round.") % {"number": entry.number})


def _settle(request: HttpRequest, event: Event, stage: Stage) -> None:
    tied = next((one for one in event.stages.all() if one.slug == request.POST.get("tied")), None)
    if tied is None:
        raise Http404
    numbers = whole_numbers(request.POST.get("order"))
    if request.POST.get("by") == "lots":
        order = settling.settle_by_lot(tied, numbers, request.user)
    else:
        order = numbers
        settling.settle_by_ruling(tied, order, request.user, line(request.POST.get("reason"), 200))
    messages.success(request, _("The order is settled: %(order)s.") % {"order": ", ".join(map(str, order))})


def _form_squads(request: HttpRequest, event: Event, stage: Stage) -> None:
    formed = squads.form_squads(event, request.user)
    messages.success(request, _("%(count)d squads are formed.") % {"count": len(formed)})


def _dissolve(request: HttpRequest, event: Event, stage: Stage) -> None:
    squads.dissolve_squads(event, request.user)
    messages.success(request, _("The squads are dissolved; the pairs stay."))


def _line_up(request: HttpRequest, event: Event, stage: Stage) -> None:
    round_ = _round(request, stage)
    squad = whole_number(request.POST.get("squad"))
    slot = slot_of(round_, squad) if squad is not None else None
    if slot is None:
        raise Refused([Problem("not-in-this-round", "squad", {"round": round_.number})])
    numbers = whole_numbers(request.POST.get("pairs"))
    both = squads.hand_in_line_up(slot, numbers, request.user)
    messages.success(
        request,
        _("Both line-ups are in and open now.")
        if both
        else _("The line-up is kept. It stays closed until the other side's is in."),
    )


BUTTONS: dict[str, Button] = {
    "draw": _draw,
    "discard": _discard,
    "publish": _publish,
    "take-back": _take_back,
    "swap": _swap,
    "pin": _pin,
    "join": _join,
    "settle": _settle,
    "form-squads": _form_squads,
    "dissolve-squads": _dissolve,
    "line-up": _line_up,
}


def _round(request: HttpRequest, stage: Stage) -> Round:
    return get_object_or_404(
        Round.objects.select_related("stage__event"),
        stage=stage,
        number=whole_number(request.POST.get("round")) or 0,
    )


def _entry(event: Event, stage: Stage, text: str | None) -> Entry | None:
    number = whole_number(text)
    return None if number is None else _numbered(event, stage, number)


def _numbered(event: Event, stage: Stage, number: int) -> Entry | None:
    return Entry.objects.filter(event=event, kind=kind_of(stage), number=number).first()
