"""Who drew what? Lots typed in as the chairs draw them; and the draw on the wall of the hall."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.answers import Refused
from tournament.access.pages import event_page
from tournament.models import Draw, Encounter, Entry, Event, Round, Stage
from tournament.registration import hand_draw
from tournament.registration.typed import whole_number
from tournament.registration.wording import entry_sentence
from tournament.stages.knockout import redraws
from tournament.stages.progress import current_stage, groups_of, next_number


def _stage(request: HttpRequest, event: Event) -> Stage:
    stages = list(event.stages.all())
    chosen = request.POST.get("stage") or request.GET.get("stage")
    found = next((one for one in stages if one.slug == chosen), None) or current_stage(stages)
    if found is None:
        raise Http404("no stage")
    return found


@event_page("draw")
def lots(request: HttpRequest, event: Event) -> HttpResponse:
    """The bowl: who has drawn which lot, and what is left; the draft follows when all have drawn."""
    stage = _stage(request, event)
    address = f"{reverse('draw-lots', args=[event.slug])}?stage={stage.slug}"
    status = 200
    if request.method == "POST":
        try:
            done = _done(request, event, stage)
        except Refused as refused:
            for problem in refused.problems[:5]:
                messages.error(request, entry_sentence(problem))
            status = 422
        else:
            return redirect(done or address)
    try:
        bowl = hand_draw.bowl_of(stage)
    except Refused as refused:
        return render(
            request,
            "entries/lots.html",
            {"event": event, "stage": stage, "why_not": [entry_sentence(one) for one in refused.problems]},
            status=status,
        )
    count = len(bowl.entries)
    return render(
        request,
        "entries/lots.html",
        {
            "event": event,
            "stage": stage,
            "stages": event.stages.all(),
            "bowl": bowl,
            "rows": [
                {
                    "entry": one,
                    "lot": bowl.lots.get(one.number),
                    "place": place_word(stage, bowl.lots[one.number], count)
                    if one.number in bowl.lots
                    else "",
                }
                for one in bowl.entries
            ],
            "near": [entry_sentence(one) for one in hand_draw.too_near(bowl)],
            "too_late": next_number(stage) != 1 or stage.rounds.exclude(status=Round.Status.EMPTY).exists(),
            "typed": request.POST if status == 422 else {},
        },
        status=status,
    )


def _done(request: HttpRequest, event: Event, stage: Stage) -> str:
    if "empty" in request.POST:
        hand_draw.empty_bowl(stage, request.user)
        messages.success(request, _("All lots are back in the bowl."))
        return ""
    if "draft" in request.POST:
        hand_draw.draft_from_lots(stage, request.user)
        messages.success(request, _("The draft is made from the lots. Nobody else sees it yet."))
        return f"{reverse('draw', args=[event.slug])}?stage={stage.slug}"
    if "back" in request.POST:
        number = whole_number(request.POST["back"])
        hand_draw.type_lots(stage, request.user, {number or 0: None})
        return ""
    number, lot = (whole_number(request.POST.get(field, "")) for field in ("number", "lot"))
    bowl = hand_draw.type_lots(stage, request.user, {number or 0: lot or 0})
    place = place_word(stage, bowl.lots[number or 0], len(bowl.entries))
    messages.success(
        request, _("No. %(number)d drew %(lot)d: %(place)s.") % {"number": number, "lot": lot, "place": place}
    )
    return ""


def place_word(stage: Stage, lot: int, count: int) -> str:
    """What a lot means, in words."""
    group, place = hand_draw.place_of(stage, lot, count)
    if group:
        return _("group %(group)s, place %(place)d") % {"group": group, "place": place}
    if stage.format == Stage.Format.KNOCKOUT and not redraws(stage):
        return _("line %(line)d of the bracket") % {"line": place}
    if place == count and count % 2:
        return _("bye")
    return _("table %(table)d, side %(side)s") % {"table": (place + 1) // 2, "side": "AB"[(place - 1) % 2]}


@event_page("draw")
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    """The draw for the hall, full screen: one place after the other is opened; without a script, all at once.

    It shows the draft or published first round of a stage, or the lots as they are typed in.
    """
    stage = _stage(request, event)
    round_ = stage.rounds.exclude(status=Round.Status.EMPTY).order_by("number").first()
    draw = round_.draws.exclude(state=Draw.State.DISCARDED).first() if round_ else None
    if round_ is not None and draw is not None:
        boxes, live = _boxes_of_round(stage, round_), False
    else:
        boxes, live = _boxes_of_lots(stage), True
    places = [place for box in boxes for place in box["places"]]
    for order, place in enumerate(sorted(places, key=lambda one: one["order"]), 1):
        place["step"] = order
    return render(
        request,
        "entries/wall.html",
        {
            "event": event,
            "stage": stage,
            "draw": draw,
            "boxes": boxes,
            "live": live,
            "count": len(places),
            "all_drawn": all(place["entry"] for place in places),
            "part": "part" in request.GET,
        },
    )


def _boxes_of_round(stage: Stage, round_: Round) -> list[dict[str, Any]]:
    """Groups, or the tables of the first round, each with its places in the order in which they open."""
    if stage.format == Stage.Format.ROUND_ROBIN:
        entries = Entry.objects.filter(stage_entries__stage=stage).select_related("branch")
        people = {one.pk: one for one in entries.prefetch_related("players__person")}
        return [
            _box(
                _("Group %(label)s") % {"label": label},
                [(f"{label}{row.lot}", people[row.entry_id], (row.lot or 0) * 100 + place) for row in rows],
            )
            for place, (label, rows) in enumerate(groups_of(stage).items())
        ]
    encounters = round_.encounters.order_by("number").prefetch_related(
        "boards", "slots__entry__players__person", "slots__entry__branch"
    )
    boxes = []
    for encounter in encounters:
        if encounter.bye and encounter.bye != Encounter.Bye.GIVEN:
            continue
        slots = sorted(encounter.slots.all(), key=lambda one: one.side)
        if not any(slot.entry for slot in slots):
            continue
        board = next(iter(encounter.boards.all()), None)
        title = _("Bye") if encounter.bye else _("Table %(table)s") % {"table": board.table if board else "—"}
        boxes.append(
            _box(title, [(slot.side, slot.entry, len(boxes) * 2 + at) for at, slot in enumerate(slots)])
        )
    return boxes


def _boxes_of_lots(stage: Stage) -> list[dict[str, Any]]:
    """The bowl on the wall: a place for each lot, open as soon as it is drawn."""
    try:
        bowl = hand_draw.bowl_of(stage)
    except Refused:
        return []
    count = len(bowl.entries)
    holders = {lot: number for number, lot in bowl.lots.items()}
    people = {one.number: one for one in bowl.entries}
    boxes: dict[str, list[tuple[str, Entry | None, int]]] = {}
    for lot in range(1, count + 1):
        group, place = hand_draw.place_of(stage, lot, count)
        title = _("Group %(label)s") % {"label": group} if group else _wall_title(stage, place, count)
        boxes.setdefault(title, []).append((str(lot), people.get(holders.get(lot, 0)), lot))
    bracket = stage.format == Stage.Format.KNOCKOUT and not redraws(stage)
    return [{**_box(title, places), "bye": bracket and len(places) == 1} for title, places in boxes.items()]


def _wall_title(stage: Stage, place: int, count: int) -> str:
    if stage.format == Stage.Format.KNOCKOUT and not redraws(stage):
        return _("Match %(number)d") % {"number": (place + 1) // 2}
    if place == count and count % 2:
        return _("Bye")
    return _("Table %(table)s") % {"table": (place + 1) // 2}


def _box(title: str, places: Iterable[tuple[str, Entry | None, int]]) -> dict[str, Any]:
    return {
        "title": title,
        "places": [{"label": label, "entry": entry, "order": order} for label, entry, order in places],
    }
