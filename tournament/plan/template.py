"""An event template: stages, pairing, match format, points, tie-breaks, quota, awards, and open choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.answers import Problem, Refused
from tournament.plan.stage_rules import load_stage

FORMATS = ("swiss", "round_robin", "knockout")


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a choice; ``set`` is ``{path: value}`` over plan and rule set."""

    label: str
    set: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """A question that the regulation left open. The first option is the default reading.

    ``assumed`` marks what the regulation is silent about, so that the organiser confirms it.
    """

    id: str
    ask: str
    clause: str
    options: tuple[Option, ...]
    assumed: bool


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage as the template describes it. ``config`` is its whole table."""

    key: str
    name: str
    format: str
    config: Mapping[str, Any]

    @property
    def rounds(self) -> int | None:
        """How many rounds are fixed beforehand; ``None`` where the field decides."""
        value = self.config.get("rounds")
        return int(value) if value is not None else None


@dataclass(frozen=True, slots=True)
class Template:
    """A regulation as data. ``data`` is what the file says, unchanged."""

    slug: str
    name: str
    about: str
    rule_set: str
    stages: tuple[StagePlan, ...]
    choices: tuple[Choice, ...]
    data: Mapping[str, Any]


def load_template(data: Mapping[str, Any]) -> Template:
    """The template that ``data`` (a parsed TOML file) describes.

    Raises ``Refused`` with one problem for each fault; ``at`` is the path of the key.
    """
    problems: list[Problem] = []

    def text(table: Mapping[str, Any], key: str, at: str, *, needed: bool = True) -> str:
        value = table.get(key, "")
        if not isinstance(value, str) or (needed and not value):
            problems.append(Problem("needs-text", f"{at}{key}"))
            return ""
        return value

    slug = text(data, "slug", "")
    name = text(data, "name", "")
    about = text(data, "about", "", needed=False)
    rule_set = text(data, "rule_set", "")
    divisions = division_names(data.get("entry", {}))
    stages: list[StagePlan] = []
    for number, table in enumerate(_tables(data, "stage", problems)):
        at = f"stage[{number}]."
        key = text(table, "key", at)
        format_ = text(table, "format", at)
        if format_ and format_ not in FORMATS:
            problems.append(
                Problem("unknown-format", f"{at}format", {"given": format_, "known": list(FORMATS)})
            )
        if key in [stage.key for stage in stages]:
            problems.append(Problem("twice", f"{at}key", {"given": key}))
        try:
            rules = load_stage(table, at.rstrip("."))
            source = rules.entries_from
            if rules.division and rules.division not in divisions:
                values = {"given": rules.division, "known": ", ".join(divisions)}
                problems.append(Problem("stage-division-unknown", f"{at}division", values))
        except Refused as refused:
            problems += refused.problems
            source = None
        if source is not None and source.stage not in [stage.key for stage in stages]:
            problems.append(Problem("stage-from-unknown", f"{at}entries_from.stage", {"given": source.stage}))
        stages.append(StagePlan(key, text(table, "name", at, needed=False) or key, format_, dict(table)))
    if not stages:
        problems.append(Problem("no-stage", "stage"))
    choices = [
        _choice(number, table, problems) for number, table in enumerate(_tables(data, "choice", problems))
    ]
    for number, choice in enumerate(choices):
        if choice.id in [other.id for other in choices[:number]]:
            problems.append(Problem("twice", f"choice[{number}].id", {"given": choice.id}))
    if problems:
        raise Refused(problems)
    return Template(slug, name, about, rule_set, tuple(stages), tuple(choices), data)


def division_names(entry: Any) -> tuple[str, ...]:
    """The names of the divisions in a plan's table ``entry``, in its order."""
    divisions = entry.get("divisions", ()) if isinstance(entry, Mapping) else ()
    return tuple(str(one["name"]) for one in divisions if isinstance(one, Mapping) and "name" in one)


def _choice(number: int, table: Mapping[str, Any], problems: list[Problem]) -> Choice:
    at = f"choice[{number}]"
    options = []
    for place, option in enumerate(_tables(table, "options", problems, f"{at}.")):
        label, values = option.get("label"), option.get("set", {})
        if not isinstance(label, str) or not label:
            problems.append(Problem("needs-text", f"{at}.options[{place}].label"))
        if not isinstance(values, Mapping):
            problems.append(Problem("needs-table", f"{at}.options[{place}].set"))
            values = {}
        options.append(Option(str(label or ""), dict(values)))
    if len(options) < 2:
        problems.append(Problem("needs-two-options", f"{at}.options"))
    problems.extend(
        Problem("needs-text", f"{at}.{key}")
        for key in ("id", "ask")
        if not isinstance(table.get(key), str) or not table[key]
    )
    return Choice(
        id=str(table.get("id", "")),
        ask=str(table.get("ask", "")),
        clause=str(table.get("clause", "")),
        options=tuple(options),
        assumed=bool(table.get("assumed", not table.get("clause"))),
    )


def _tables(
    data: Mapping[str, Any], key: str, problems: list[Problem], at: str = ""
) -> list[Mapping[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
        problems.append(Problem("needs-tables", f"{at}{key}"))
        return []
    return value
