"""The plan of an event in numbers and as a picture, and what may still be changed of a stage."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.answers import Problem, Refused
from scoring.matches import load_format
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Event, Stage
from tournament.pairing import load_options
from tournament.plan.outline import StageOutline, check_plan, outline
from tournament.plan.stage_rules import load_stage
from tournament.plan.template import StagePlan

BOX_WIDTH, BOX_HEIGHT, GAP, ROW = 230, 104, 90, 128


def plans_of(event: Event) -> list[StagePlan]:
    """The stages of an event as their tables stand now."""
    return [StagePlan(one.slug, one.name, one.format, one.config) for one in event.stages.all()]


def outline_of(event: Event, pairs: int) -> tuple[StageOutline, ...]:
    """The stages in numbers for so many pairs; its divisions as large as they are, where that many are in."""
    rows = event.entries.pairs().playing().exclude(division="").values_list("division")
    sizes = dict(rows.annotate(count=Count("pk")).order_by("division"))
    real = sizes if sum(sizes.values()) == pairs else None
    return outline(plans_of(event), pairs, event.plan.get("entry", {}), real)


def warnings_of(event: Event, pairs: int, *, tables: int = 0, minutes: int | None = None) -> list[Problem]:
    """What speaks against the plan: byes, places, ties on a line, the hall's tables, the time."""
    plans = plans_of(event)
    return check_plan(plans, outline_of(event, pairs), tables=tables, minutes=minutes)


def change_stage(stage: Stage, actor: AbstractBaseUser, changes: Mapping[str, Any]) -> Stage:
    """Change the table of a stage that has not begun (the finals' format, decided on the day).

    ``changes`` are ``{path: value}`` in its table (``"match.time.minutes"``); ``None`` takes a key away.
    Refused once the stage is drawn, or where the changed table does not hold.
    """
    event = stage.event
    require(event, actor, "manage_event")
    config = copy.deepcopy(stage.config)
    for path, value in changes.items():
        _put(config, path.split("."), value)
    _refuse_unless_it_holds(config)
    with change(event, actor) as step:
        locked = Stage.objects.select_for_update().get(pk=stage.pk)
        if locked.status != Stage.Status.WAITING or locked.rounds.exclude(status="empty").exists():
            raise Refused([Problem("stage-has-begun", "stage", {"stage": locked.name})])
        before = {path: _at(locked.config, path.split(".")) for path in changes}
        locked.config = config
        locked.save(update_fields=["config"])
        plan = copy.deepcopy(step.event.plan)
        plan["stage"] = [config if one.get("key") == locked.slug else one for one in plan.get("stage", [])]
        step.event.plan = plan
        step.event.save(update_fields=["plan"])
        step.record("stage-changed", locked, {path: (before[path], value) for path, value in changes.items()})
    return locked


def _refuse_unless_it_holds(config: Mapping[str, Any]) -> None:
    problems: list[Problem] = []
    rules = load_stage(config)
    formats = [config.get("match", {}), *({**rules.match, **one.match} for one in rules.later)]
    for load, data in ((load_options, config.get("pairing", {})), *((load_format, one) for one in formats)):
        try:
            load(data)
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)


def _put(table: dict[str, Any], steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        table = table.setdefault(step, {})
    if value is None:
        table.pop(steps[-1], None)
    else:
        table[steps[-1]] = value


def _at(table: Any, steps: list[str]) -> Any:
    for step in steps:
        table = table.get(step) if isinstance(table, dict) else None
    return table


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
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2 - 6


@dataclass(frozen=True)
class Picture:
    """The flow of stages: a column for each step on the way, a row for what is played side by side."""

    width: int
    height: int
    boxes: list[Box]
    arrows: list[Arrow]
    box: tuple[int, int] = (BOX_WIDTH, BOX_HEIGHT)


def picture_of(found: tuple[StageOutline, ...], tables: int = 0) -> Picture:
    """Lay the stages out from left to right, each after the one that its entries come from."""
    column: dict[str, int] = {}
    rows: dict[int, int] = {}
    place: dict[str, tuple[int, int]] = {}
    boxes, arrows = [], []
    for one in found:
        column[one.key] = column[one.comes_from] + 1 if one.comes_from in column else 0
        row = rows.get(column[one.key], 0)
        rows[column[one.key]] = row + 1
        x, y = 4 + column[one.key] * (BOX_WIDTH + GAP), 4 + row * ROW
        place[one.key] = (x, y)
        boxes.append(Box(x, y, one.name, lines_of(one, tables)))
        if one.comes_from in place:
            fx, fy = place[one.comes_from]
            half = BOX_HEIGHT // 2
            arrows.append(Arrow(fx + BOX_WIDTH, fy + half, x - 8, y + half, _who(one)))
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
    minutes = one.minutes(tables)
    needed = ngettext("%(count)d table", "%(count)d tables", one.tables) % {"count": one.tables}
    long = (
        _("no clock")
        if minutes is None
        else _("%(hours)d h %(minutes)02d min")
        % {
            "hours": minutes // 60,
            "minutes": minutes % 60,
        }
    )
    return [_who(one), " · ".join(how), f"{needed} · {long}"]


def _who(one: StageOutline) -> str:
    if one.squads:
        return ngettext("%(count)d squad", "%(count)d squads", one.entries) % {"count": one.entries}
    return ngettext("%(count)d pair", "%(count)d pairs", one.entries) % {"count": one.entries}
