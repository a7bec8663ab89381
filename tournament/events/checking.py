"""Whether a plan holds: every engine that will play by it is asked before an event is made or changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.answers import Problem, Refused
from scoring.matches import PointRules, load_format
from scoring.standings import load_standings
from tournament.pairing import load_options
from tournament.plan.award_rules import load_awards
from tournament.plan.stage_rules import load_stage

Check = tuple[Callable[[Any], object], Any, str]


def problems_of_plan(plan: Mapping[str, Any]) -> list[Problem]:
    """What the engines say of the stages and the awards of a plan, each at its key (``stage.finals.match``).

    The shape of the plan itself is for ``load_template``.
    """
    checks: list[Check] = [(load_awards, plan.get("awards", {}), "")]
    for config in plan.get("stage", []):
        checks += _of_stage(config, f"stage.{config.get('key')}")
    problems = []
    for load, data, at in checks:
        try:
            load(data)
        except Refused as refused:
            problems += [
                Problem(one.code, f"{at}.{one.at}".strip("."), one.values) for one in refused.problems
            ]
    return problems


def _of_stage(config: Mapping[str, Any], at: str) -> list[Check]:
    match = config.get("match", {})
    found: list[Check] = [
        (load_options, config.get("pairing", {}), f"{at}.pairing"),
        (load_format, match, f"{at}.match"),
    ]
    try:
        later = load_stage(config).later
    except Refused:
        # The stage's own faults are told with the shape of the plan.
        later = ()
    for place, one in enumerate(later):
        found.append((load_format, {**match, **one.match}, f"{at}.later[{place}].match"))
    if "standings" in config:
        found.append((_load_standings, config["standings"], f"{at}.standings"))
    return found


def _load_standings(table: Mapping[str, Any]) -> object:
    return load_standings(table, PointRules(), at="")
