"""The rule set of one event: where it came from, and how an organiser changes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem, Refused
from rules.hands import Change as Difference
from rules.hands import differences
from rules.models import RuleSetVersion, fingerprint
from rules.whole import read_rule_set
from scoring.models import Match
from tournament.access.permissions import require
from tournament.change import Actor, Conflict, change
from tournament.events.creating import plan_for, shipped_rule_sets, templates
from tournament.models import Event, Round

NOT_STARTED = [Round.Status.EMPTY, Round.Status.DRAFT, Round.Status.PUBLISHED]


@dataclass(frozen=True)
class Saved:
    """A saved rule set: its version, how many matches will play by it, how many keep an older one."""

    version: RuleSetVersion
    moved: int
    kept: int


@dataclass(frozen=True)
class Origin:
    """How a rule set differs from the template's own; ``chosen`` are the key paths that a choice set."""

    name: str
    differences: tuple[Difference, ...]
    chosen: frozenset[str]


def origin_of(event: Event, data: Mapping[str, Any] | None = None) -> Origin | None:
    """What ``data`` (the event's own rule set without it) says differently from the event's template.

    ``None`` where the template is not there any more.
    """
    template = templates().get(event.template)
    shipped = shipped_rule_sets().get(template.rule_set) if template else None
    if template is None or shipped is None:
        return None
    try:
        settled = plan_for(event.template, event.choices).rule_set
    except Refused:  # the template has changed since, and has not these choices any more
        settled = shipped
    return Origin(
        str(shipped.get("name", template.rule_set)),
        differences(shipped, event.rule_set.data if data is None else data),
        frozenset(one.path for one in differences(shipped, settled)),
    )


def matches_not_started(event: Event) -> Any:
    """The matches that no clock and no result has begun: a new version can still be theirs."""
    return Match.objects.filter(
        board__round__stage__event=event,
        board__round__status__in=NOT_STARTED,
        version=0,
        kept=Match.Kept.NOTHING,
        verdict=Match.Verdict.NONE,
    )


def save_rule_set(
    event: Event, actor: Actor, data: Mapping[str, Any], *, base: int, reason: str = ""
) -> Saved:
    """Make ``data`` the rule set of ``event`` as a new version, for all matches that have not started.

    Matches that have begun keep the version that they were started with. ``base`` is the primary key of the
    version that was edited. Raises ``Refused`` with every problem at its key path, ``Conflict`` where
    somebody else saved another version since, ``PermissionDenied`` for who may not.
    """
    require(event, actor, "manage_event")
    wanted = {**data, "slug": event.rule_set.slug}
    problems = list(_not_json(wanted, ""))
    if problems:
        raise Refused(problems)
    read_rule_set(wanted)
    mark = fingerprint(wanted)
    if event.rule_set.fingerprint == mark:
        return _saved(event, 0)
    with change(event, actor) as step:
        before = step.event.rule_set
        if before.pk != base and before.fingerprint != mark:
            raise Conflict("rule_set", {"version": before.number})
        version = RuleSetVersion.objects.keep(before.slug, wanted)
        moved = matches_not_started(step.event).exclude(rule_set=version).update(rule_set=version)
        step.event.rule_set = version
        step.event.save(update_fields=["rule_set"])
        said: dict[str, Any] = {"rule_set": (before.number, version.number)}
        said |= {one.path: (one.before, one.after) for one in differences(before.data, version.data)}
        step.record("rule-set-changed", version, said, reason)
    event.rule_set = version
    return _saved(event, moved)


def _saved(event: Event, moved: int) -> Saved:
    others = Match.objects.filter(board__round__stage__event=event).exclude(rule_set=event.rule_set)
    return Saved(event.rule_set, moved, others.count())


def _not_json(value: Any, path: str) -> Iterator[Problem]:
    """What a database cannot keep: dates and the numbers that are none, which TOML knows."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _not_json(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from _not_json(item, f"{path}[{place}]")
    elif not isinstance(value, str | int | bool) and not (isinstance(value, float) and abs(value) < 1e300):
        yield Problem("rule-set-wrong-type", path, {"expected": "string"})
