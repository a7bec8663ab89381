"""Who meets whom, and was it fair?"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from rules.answers import Reason, Refused
from tournament.access.pages import event_page
from tournament.models import Draw, Encounter, Entry, Event, Round, Stage
from tournament.pairing_wording import REASONS, reason_text
from tournament.stages import changing, drawing
from tournament.stages.progress import current_stage, is_last, next_number
from tournament.wording import sentence


@event_page("draw")
def draw(request: HttpRequest, event: Event) -> HttpResponse:
    """The round that is drawn next: draw it, look at it, discard or publish it."""
    stages = list(event.stages.all())
    chosen = request.POST.get("stage") or request.GET.get("stage")
    stage = next((one for one in stages if one.slug == chosen), None) or current_stage(stages)
    if stage is None:
        return render(request, "stages/draw.html", {"event": event, "stages": []})
    if request.method == "POST":
        return _act(request, event, stage)
    rounds = list(stage.rounds.prefetch_related("draws__by").order_by("number"))
    draft = next((one for one in rounds if one.status == Round.Status.DRAFT), None)
    shown = draft or next((one for one in reversed(rounds) if one.status != Round.Status.EMPTY), None)
    return render(
        request,
        "stages/draw.html",
        {
            "event": event,
            "stages": stages,
            "stage": stage,
            "draft": draft,
            "shown": shown,
            "encounters": encounters_of(shown) if shown else [],
            "standing": _standing(shown) if shown else None,
            "next_number": next_number(stage),
            "may_draw": draft is None and not (shown and is_last(shown)),
            "draws": [
                {"draw": one, "of": len(round_.draws.all()), "round": round_}
                for round_ in rounds
                for one in round_.draws.all()
            ],
        },
    )


def encounters_of(round_: Round) -> list[Encounter]:
    """The encounters of a round in order, with entries, names, branches and tables."""
    return list(
        round_.encounters.order_by("number").prefetch_related(
            "boards", "slots__entry__players__person", "slots__entry__branch"
        )
    )


def _standing(round_: Round) -> dict[str, Any] | None:
    found = round_.draws.exclude(state=Draw.State.DISCARDED).first()
    if found is None:
        return None
    names = {number: _("no. %(number)s") % {"number": number} for number in _numbers(found.pairs)}
    return {
        "draw": found,
        "of": round_.draws.count(),
        "pairs": found.pairs,
        "reasons": [_in_words(one, names) for one in found.reasons],
    }


def _in_words(reason: dict[str, Any], names: dict[int, str]) -> str:
    """A kept reason as a sentence. One that an earlier version wrote and this one does not know: its code."""
    if reason["code"] == "swapped-by-hand":
        return _("No. %(a)s and no. %(b)s changed places by hand.") % reason["values"]
    if reason["code"] not in REASONS:
        return str(reason["code"])
    return reason_text(Reason(reason["code"], reason.get("clause", ""), reason["values"]), names)


def _numbers(pairs: dict[str, Any]) -> list[int]:
    return [
        *(number for pair in pairs.get("pairs", []) for number in pair),
        *(number for byes in pairs.get("byes", {}).values() for number in byes),
    ]


def _act(request: HttpRequest, event: Event, stage: Stage) -> HttpResponse:
    action = request.POST.get("action", "")
    user = request.user
    try:
        if action == "draw":
            done = drawing.draw_round(stage, user, seed=request.POST.get("seed", ""))
            messages.success(
                request,
                _("Round %(round)d is drawn with seed %(seed)s. Nobody else sees it yet.")
                % {"round": done.round.number, "seed": done.seed},
            )
        else:
            round_ = get_object_or_404(Round, stage=stage, number=request.POST.get("round") or 0)
            if action == "discard":
                drawing.discard_draw(round_, user)
                messages.success(request, _("The draft is discarded; its seed stays on the record."))
            elif action == "publish":
                drawing.publish_round(round_, user)
                messages.success(request, _("Round %(round)d is published.") % {"round": round_.number})
                return redirect("desk", event=event.slug)
            elif action == "take-back":
                drawing.take_back_round(round_, user)
                messages.success(request, _("Round %(round)d is a draft again.") % {"round": round_.number})
            elif action == "swap":
                return _swap(request, event, round_)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, sentence(problem))
    return redirect("draw", event=event.slug)


def _swap(request: HttpRequest, event: Event, round_: Round) -> HttpResponse:
    one, other = (
        Entry.objects.filter(
            event=event, kind=Entry.Kind.PAIR, number=_whole(request.POST.get(field))
        ).first()
        for field in ("one", "other")
    )
    if one is None or other is None or one == other:
        messages.error(request, _("Type the numbers of two different pairs of this round."))
        return redirect("draw", event=event.slug)
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
        request,
        _("No. %(a)d and no. %(b)d changed places.") % {"a": one.number, "b": other.number},
    )
    return redirect("draw", event=event.slug)


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdigit() else -1
