"""The plan of an event in numbers and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.answers import Problem
from tournament.models import Event
from tournament.plan.outline import StageOutline, check_plan, minutes_in_all, outline, steps, tables_abreast
from tournament.plan.template import StagePlan

BOX_WIDTH, BOX_HEIGHT, GAP, BESIDE = 230, 104, 52, 20


def plans_of(event: Event) -> list[StagePlan]:
    """The stages of an event as their tables stand now."""
    return [StagePlan(one.slug, one.name, one.format, one.config) for one in event.stages.all()]


@dataclass(frozen=True)
class Outlook:
    """What a plan comes to: a row for each stage, the picture, what speaks against it, its sum."""

    rows: list[dict[str, Any]]
    picture: Picture
    warnings: list[Problem]
    total: str


def outlook_of(
    event: Event | None,
    plans: Sequence[StagePlan],
    pairs: int,
    plan: Mapping[str, Any] | None = None,
    *,
    tables: int = 0,
    minutes: int | None = None,
) -> Outlook:
    """Reckon ``plans`` for so many pairs, in a hall of so many tables (0: enough); ``plan`` is the whole one
    where there is no event yet. Raises ``Refused`` where a stage's table does not hold."""
    if event is not None:
        found = _reckoned(event, plans, pairs)
    else:
        found = outline(plans, pairs, (plan or {}).get("entry", {}))
    return Outlook(
        rows=[{"stage": one, "minutes": one.minutes(tables)} for one in found],
        picture=picture_of(found, tables),
        warnings=check_plan(plans, found, tables=tables, minutes=minutes),
        total=_in_all(found, tables),
    )


def _in_all(found: Sequence[StageOutline], tables: int) -> str:
    matches = sum(one.matches for one in found)
    values = {
        "matches": ngettext("%(count)d match", "%(count)d matches", matches) % {"count": matches},
        "tables": _tables(tables_abreast(found)),
        "time": _time(minutes_in_all(found, tables)),
    }
    return _("In all: %(matches)s, %(tables)s at once, %(time)s.") % values


def outline_of(event: Event, pairs: int) -> tuple[StageOutline, ...]:
    """The stages in numbers for so many pairs; its divisions as large as they are, where that many are in."""
    return _reckoned(event, plans_of(event), pairs)


def _reckoned(event: Event, plans: Sequence[StagePlan], pairs: int) -> tuple[StageOutline, ...]:
    rows = event.entries.pairs().playing().exclude(division="").values_list("division")
    sizes = dict(rows.annotate(count=Count("pk")).order_by("division"))
    real = sizes if sum(sizes.values()) == pairs else None
    return outline(plans, pairs, event.plan.get("entry", {}), real)


@dataclass(frozen=True)
class Box:
    """One stage of the picture: its place and its lines."""

    x: int
    y: int
    title: str
    lines: list[str]


@dataclass(frozen=True)
class Arrow:
    """From one stage to the next, with how many go on."""

    x1: int
    y1: int
    x2: int
    y2: int
    label: str

    @property
    def middle(self) -> tuple[int, int]:
        return (self.x1 + self.x2) // 2 + 10, (self.y1 + self.y2) // 2 + 4


@dataclass(frozen=True)
class Picture:
    """The flow of stages from top to bottom: a row for each step, what is played side by side in one row."""

    width: int
    height: int
    boxes: list[Box]
    arrows: list[Arrow]
    box: tuple[int, int] = (BOX_WIDTH, BOX_HEIGHT)


def picture_of(found: tuple[StageOutline, ...], tables: int = 0) -> Picture:
    """Lay the stages out from top to bottom, each below the one that its entries come from."""
    step = steps(found)
    taken: dict[int, int] = {}
    place: dict[str, tuple[int, int]] = {}
    boxes, arrows = [], []
    for one in found:
        beside = taken.get(step[one.key], 0)
        taken[step[one.key]] = beside + 1
        x, y = 4 + beside * (BOX_WIDTH + BESIDE), 4 + step[one.key] * (BOX_HEIGHT + GAP)
        place[one.key] = (x, y)
        boxes.append(Box(x, y, one.name, lines_of(one, tables)))
        if one.comes_from in place:
            fx, fy = place[one.comes_from]
            half = BOX_WIDTH // 2
            arrows.append(Arrow(fx + half, fy + BOX_HEIGHT, x + half, y - 2, _who(one)))
    return Picture(
        width=8 + max(x for x, _y in place.values()) + BOX_WIDTH if place else 0,
        height=8 + max(y for _x, y in place.values()) + BOX_HEIGHT if place else 0,
        boxes=boxes,
        arrows=arrows,
    )


def lines_of(one: StageOutline, tables: int = 0) -> list[str]:
    """A stage in three short lines: who, how, how long."""
    rounds = ngettext("%(count)d round", "%(count)d rounds", len(one.rounds)) % {"count": len(one.rounds)}
    matches = ngettext("%(count)d match", "%(count)d matches", one.matches) % {"count": one.matches}
    how = [rounds, matches]
    if len(one.groups) > 1:
        how.insert(
            0, ngettext("%(count)d group", "%(count)d groups", len(one.groups)) % {"count": len(one.groups)}
        )
    return [_who(one), " · ".join(how), f"{_tables(one.tables)} · {_time(one.minutes(tables))}"]


def _tables(count: int) -> str:
    return ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}


def _time(minutes: int | None) -> str:
    if minutes is None:
        return _("no clock")
    return _("%(hours)d h %(minutes)02d min") % {"hours": minutes // 60, "minutes": minutes % 60}


def _who(one: StageOutline) -> str:
    if one.squads:
        return ngettext("%(count)d squad", "%(count)d squads", one.entries) % {"count": one.entries}
    return ngettext("%(count)d pair", "%(count)d pairs", one.entries) % {"count": one.entries}
