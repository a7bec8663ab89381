"""From template, rule set and the organiser's answers to the plan of one event."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem, Refused
from tournament.plan.template import Template, load_template


@dataclass(frozen=True, slots=True)
class Plan:
    """What an event plays by: the template and rule set with every choice settled."""

    template: Template
    rule_set: Mapping[str, Any]
    chosen: Mapping[str, int]


def settle(template: Template, rule_set: Mapping[str, Any], chosen: Mapping[str, int]) -> Plan:
    """Apply the ``chosen`` options (by number; an unanswered choice takes its first) to copies of both.

    Raises ``Refused`` where an answer names no option, or an option's path leads nowhere.
    """
    data = copy.deepcopy(dict(template.data))
    rules = copy.deepcopy(dict(rule_set))
    settled: dict[str, int] = {}
    known = {choice.id for choice in template.choices}
    problems = [Problem("unknown-choice", f"choices.{one}") for one in chosen if one not in known]
    for choice in template.choices:
        number = chosen.get(choice.id, 0)
        if not 0 <= number < len(choice.options):
            problems.append(Problem("unknown-option", f"choices.{choice.id}", {"given": number}))
            continue
        settled[choice.id] = number
        for path, value in choice.options[number].set.items():
            if not _put(data, rules, path, value):
                problems.append(Problem("path-leads-nowhere", f"choices.{choice.id}", {"path": path}))
    if problems:
        raise Refused(problems)
    return Plan(load_template(data), rules, settled)


def _put(data: dict[str, Any], rules: dict[str, Any], path: str, value: Any) -> bool:
    """Set ``value`` at ``path``; in a list a step names the table by its key, code or place (0 …)."""
    steps = path.split(".")
    place: Any = data
    if steps[0] == "rule_set":
        place, steps = rules, steps[1:]
    for step in steps[:-1]:
        if isinstance(place, list):
            place = _of_list(place, step)
            if place is None:
                return False
        else:
            place = place.setdefault(step, {})
        if not isinstance(place, dict | list):
            return False
    if not isinstance(place, dict):
        return False
    place[steps[-1]] = copy.deepcopy(value)
    return True


def _of_list(tables: list[Any], step: str) -> Any:
    if step.isdigit():
        return tables[int(step)] if int(step) < len(tables) else None
    return next((one for one in tables if step in (one.get("key"), one.get("code"))), None)
