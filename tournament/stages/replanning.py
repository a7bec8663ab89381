"""Changes to the plan of an event that is there already: a stage's table, more stages, fewer, one a division.

Only stages that have not begun can be touched: the finals are decided on the day.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.events.checking import problems_of_plan
from tournament.models import Event, Stage
from tournament.plan.reforming import as_format, divided, following
from tournament.plan.template import division_names, load_template

Config = dict[str, Any]


def change_stage(stage: Stage, actor: AbstractBaseUser, changes: Mapping[str, Any]) -> Stage:
    """Change the table of a stage that has not begun (the finals' format, decided on the day).

    ``changes`` are ``{path: value}`` in its table (``"match.time.minutes"``); ``None`` takes a key away.
    Another ``format`` takes away what only the old one had. Refused once the stage is drawn, or where the
    plan would not hold.
    """
    require(stage.event, actor, "manage_event")
    with change(stage.event, actor) as step:
        locked = _open(stage)
        config = changed(locked.config, changes)
        before = {path: _at(locked.config, path.split(".")) for path in changes}
        locked.config, locked.format, locked.name = (
            config,
            config["format"],
            config.get("name") or locked.name,
        )
        locked.save(update_fields=["config", "format", "name"])
        _keep_plan(step)
        step.record("stage-changed", locked, {path: (before[path], value) for path, value in changes.items()})
    return locked


def changed(config: Mapping[str, Any], changes: Mapping[str, Any]) -> Config:
    """A stage's table with ``changes`` laid over it. Nothing is saved or checked."""
    found = copy.deepcopy(dict(config))
    for path, value in changes.items():
        if path != "format":
            _put(found, path.split("."), value)
    wanted = changes.get("format", found.get("format"))
    return found if wanted == config.get("format") else as_format(found, wanted)


def add_stage(
    event: Event, actor: AbstractBaseUser, *, name: str, format_: str, after: Stage, ranks: Sequence[int]
) -> Stage:
    """Add a stage for those on ``ranks`` (first, last) of the stage ``after`` (of each of its groups).

    Refused without a name, or where the plan would not hold.
    """
    require(event, actor, "manage_event")
    if not name.strip():
        raise Refused([Problem("needs-name", "name")])
    with change(event, actor) as step:
        rows = list(event.stages.all())
        taken = {one.slug for one in rows}
        key = next(f"stage-{n}" for n in range(1, len(rows) + 2) if f"stage-{n}" not in taken)
        before = {**after.config, "key": after.slug}
        config = following(before, key, name.strip()[:120], format_, ranks)
        stage = _create(event, rows[-1].position + 1, config)
        _keep_plan(step)
        step.record("stage-added", stage, {"format": (None, format_), "name": (None, stage.name)})
    return stage


def remove_stage(stage: Stage, actor: AbstractBaseUser) -> None:
    """Take a stage out of the plan. Refused once it is drawn, while it feeds another, and for the last."""
    event = stage.event
    require(event, actor, "manage_event")
    with change(event, actor) as step:
        locked = _open(stage)
        others = list(event.stages.exclude(pk=stage.pk))
        fed = [one.name for one in others if one.config.get("entries_from", {}).get("stage") == stage.slug]
        if fed or not others:
            code = "stage-feeds-another" if fed else "stage-is-the-last"
            raise Refused([Problem(code, "stage", {"stage": locked.name, "next": ", ".join(fed)})])
        step.record("stage-removed", locked, {"name": (locked.name, None)})
        locked.delete()
        _keep_plan(step)


def may_divide(event: Event) -> bool:
    """Whether the event has divisions, and its stages are still for all of them together."""
    stages = list(event.stages.all())
    untouched = all(one.status == Stage.Status.WAITING and not one.config.get("division") for one in stages)
    return len(division_names(event.plan.get("entry", {}))) > 1 and bool(stages) and untouched


def divide(event: Event, actor: AbstractBaseUser) -> list[Stage]:
    """Let every division play the plan's stages for itself. Refused once a stage has been drawn."""
    require(event, actor, "manage_event")
    with change(event, actor) as step:
        if not may_divide(step.event):
            raise Refused([Problem("nothing-to-divide", "stage")])
        rows = [_open(one) for one in event.stages.all()]
        tables = [{**one.config, "key": one.slug, "name": one.name} for one in rows]
        names = division_names(event.plan.get("entry", {}))
        event.stages.all().delete()
        made = [_create(event, place, table) for place, table in enumerate(divided(tables, names), 1)]
        _keep_plan(step)
        step.record("stages-divided", event, {"divisions": (None, list(names))})
    return made


def _create(event: Event, position: int, config: Config) -> Stage:
    return Stage.objects.create(
        event=event,
        position=position,
        slug=config["key"],
        name=config.get("name") or config["key"],
        format=config["format"],
        config=config,
    )


def _open(stage: Stage) -> Stage:
    """The stage, locked. Raises ``Refused`` once it has been drawn."""
    locked = Stage.objects.select_for_update().get(pk=stage.pk)
    if locked.status != Stage.Status.WAITING or locked.rounds.exclude(status="empty").exists():
        raise Refused([Problem("stage-has-begun", "stage", {"stage": locked.name})])
    return locked


def _keep_plan(step: Change) -> None:
    """Write the stages back into the event's plan. Raises ``Refused`` where it does not hold."""
    event = step.event
    plan = copy.deepcopy(event.plan)
    plan["stage"] = [{**one.config, "key": one.slug, "name": one.name} for one in event.stages.all()]
    refuse_unless_it_holds(plan)
    event.plan = plan
    event.save(update_fields=["plan"])


def refuse_unless_it_holds(plan: Mapping[str, Any]) -> None:
    """Ask the plan itself and every engine that will play by it. Raises ``Refused`` with all they say."""
    named = {"slug": "plan", "name": "plan", "rule_set": "plan"}
    problems = []
    try:
        load_template({**plan, **{key: plan.get(key) or value for key, value in named.items()}})
    except Refused as refused:
        problems += refused.problems
    problems += problems_of_plan(plan)
    if problems:
        raise Refused(problems)


def _put(table: Config, steps: list[str], value: Any) -> None:
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
