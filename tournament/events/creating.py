"""A new event from a template, with every choice settled."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from rules.answers import Problem, Refused
from rules.hands import load_rule_set
from rules.models import RuleSetVersion
from tournament.change import change
from tournament.events.checking import problems_of_plan
from tournament.models import Event, Membership, Role, Stage
from tournament.plan import Plan, Template, load_template, settle


@cache
def templates() -> dict[str, Template]:
    """All templates that the product brings, by slug."""
    found = (
        load_template(_toml(path))
        for path in sorted((settings.BASE_DIR / "fixtures/templates").glob("*.toml"))
    )
    return {template.slug: template for template in found}


@cache
def shipped_rule_sets() -> dict[str, dict[str, Any]]:
    """All rule sets that the product brings, by slug, as data."""
    found = (_toml(path) for path in sorted((settings.BASE_DIR / "fixtures/rulesets").glob("*.toml")))
    return {data["slug"]: data for data in found}


def plan_for(slug: str, chosen: Mapping[str, int]) -> Plan:
    """The plan of the template ``slug`` with ``chosen`` options, checked by every engine that will use it.

    Raises ``Refused`` with the problems of all of them.
    """
    template = templates().get(slug)
    if template is None:
        raise Refused([Problem("unknown-template", "template", {"given": slug})])
    rules = shipped_rule_sets().get(template.rule_set)
    if rules is None:
        raise Refused([Problem("unknown-rule-set", "rule_set", {"given": template.rule_set})])
    plan = settle(template, rules, chosen)
    problems = problems_of_plan(plan.template.data)
    try:
        load_rule_set(plan.rule_set)
    except Refused as refused:
        problems += [Problem(one.code, f"rule_set.{one.at}", one.values) for one in refused.problems]
    if problems:
        raise Refused(problems)
    return plan


def create_event(
    actor: AbstractBaseUser,
    template: str,
    name: str,
    chosen: Mapping[str, int] | None = None,
    *,
    rehearsal_of: Event | None = None,
    hidden: bool = False,
    **details: Any,
) -> Event:
    """Create an event; ``actor`` becomes its organiser. ``details``: venue, organisation, starts_on, tables.
    A rehearsal, and an event that is ``hidden``, is seen by its members only.

    Raises ``Refused`` where the name is missing or the plan does not hold.
    """
    if not name.strip():
        raise Refused([Problem("needs-name", "name")])
    plan = plan_for(template, chosen or {})
    with transaction.atomic():
        event = Event.objects.create(
            slug=_slug(details.get("starts_on")),
            name=name.strip()[:200],
            template=template,
            choices=dict(plan.chosen),
            plan=dict(plan.template.data),
            rule_set=RuleSetVersion.objects.keep(str(plan.rule_set["slug"]), plan.rule_set),
            rehearsal_of=rehearsal_of,
            is_public=rehearsal_of is None and not hidden,
            **details,
        )
        Membership.objects.create(event=event, user=actor, role=Role.ORGANISER)
        for position, stage in enumerate(plan.template.stages, 1):
            Stage.objects.create(
                event=event,
                position=position,
                slug=stage.key,
                name=stage.name,
                format=stage.format,
                config=dict(stage.config),
            )
        with change(event, actor) as step:
            step.record(
                "event-created", event, {"template": (None, template), "choices": (None, event.choices)}
            )
    return event


def _slug(starts_on: date | None) -> str:
    """A short address that says nothing about who plays."""
    return f"{starts_on.year if starts_on else 'e'}-{secrets.token_hex(3)}"


def _toml(path: Any) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
