"""Who meets whom, and was it fair?"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.answers import Reason
from tournament.access.pages import event_page
from tournament.models import Draw, Encounter, Entry, Event, Round, Stage
from tournament.pairing_wording import REASONS, reason_text
from tournament.stages import drawing
from tournament.stages.actions import act
from tournament.stages.knockout import redraws
from tournament.stages.progress import current_stage, is_last, kind_of, next_number, rules_of
from tournament.stages.shown import (
    bracket_shown,
    entries_of,
    groups_shown,
    line_ups_shown,
    squads_shown,
    ties_shown,
)
from tournament.stages.squads import plays_squads
from tournament.stages.stale import problems_of_draft
from tournament.stages_wording import REASONS as STAGE_REASONS
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
        return act(request, event, stage)
    rounds = list(stage.rounds.prefetch_related("draws__by").order_by("number"))
    draft = next((one for one in rounds if one.status == Round.Status.DRAFT), None)
    shown = draft or next((one for one in reversed(rounds) if one.status != Round.Status.EMPTY), None)
    ties = ties_shown(stage)
    last = shown is not None and is_last(shown)
    next_ = next_number(stage)
    waits_for = [] if draft is not None or last else drawing.why_not_ready(stage, next_)
    squads = squads_shown(event) if plays_squads(event) else []
    return render(
        request,
        "stages/draw.html",
        {
            "event": event,
            "stages": stages,
            "stage": stage,
            "stage_tabs": _tabs(event, stages, stage),
            "draft": draft,
            "shown": shown,
            "encounters": encounters_of(shown) if shown else [],
            "standing": _standing(shown) if shown else None,
            "next_number": next_,
            "may_draw": draft is None and not last and not ties and not waits_for,
            # Lots that were typed in on the spot; a draw by the computer would pass them over.
            "lots_drawn": len(stage.hand_lots) if next_ == 1 else 0,
            # The page offers to form squads by a button of its own.
            "waits_for": [sentence(one) for one in waits_for if one.code != "squads-not-formed"],
            "stale": [sentence(one) for one in problems_of_draft(draft)] if draft is not None else [],
            "may_swap": shown is not None and (stage.format == Stage.Format.SWISS or shown.number == 1),
            "may_pin": draft is not None and (stage.format == Stage.Format.SWISS or redraws(stage)),
            "ties": [{"tie": tie, "words": sentence(tie.problem)} for tie in ties],
            "plays_squads": plays_squads(event),
            "squads": squads,
            "captains": rules_of(stage).line_ups == "captains",
            **_of_format(stage, shown),
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


def _of_format(stage: Stage, shown: Round | None) -> dict[str, Any]:
    """What only some formats have: groups, the bracket, line-ups."""
    if shown is None:
        return {"groups": [], "bracket": None, "line_ups": []}
    if stage.format == Stage.Format.SWISS and kind_of(stage) == Entry.Kind.PAIR:
        return {"groups": [], "bracket": None, "line_ups": []}
    entries = entries_of(stage)
    return {
        "groups": groups_shown(stage, entries) if stage.format == Stage.Format.ROUND_ROBIN else [],
        "bracket": bracket_shown(stage, entries) if stage.format == Stage.Format.KNOCKOUT else None,
        "line_ups": line_ups_shown(shown),
    }


def _tabs(event: Event, stages: list[Stage], stage: Stage) -> list[dict[str, Any]]:
    if len(stages) < 2:
        return []
    address = reverse("draw", args=[event.slug])
    return [
        {"url": f"{address}?stage={one.slug}", "label": one.name, "current": one == stage} for one in stages
    ]


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
    if reason["code"] in STAGE_REASONS:
        return str(STAGE_REASONS[reason["code"]]) % reason["values"]
    if reason["code"] not in REASONS:
        return str(reason["code"])
    return reason_text(Reason(reason["code"], reason.get("clause", ""), reason["values"]), names)


def _numbers(pairs: dict[str, Any]) -> list[int]:
    return [
        *(number for pair in pairs.get("pairs", []) for number in pair),
        *(number for byes in pairs.get("byes", {}).values() for number in byes),
    ]
