"""What does this event play by? The rule set in words and as a picture, and a hand to try by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from rules.answers import Refused
from rules.cards.assumptions import assumed_of_cards
from rules.cards_assumed import assumed_texts as assumed_of_cards_texts
from rules.hands import JUMP, Gain, Outcome, RuleSet
from rules.rule_set_wording import assumed_texts
from rules.wording import clause_wording, effect_text, level_text, offence_text, reason_lines
from tournament.access.pages import event_page
from tournament.display.charts import ruler
from tournament.display.rule_forms import TryForm, told
from tournament.events.creating import templates
from tournament.events.rule_sets import Origin, origin_of
from tournament.models import Event


def band_lines(rule_set: RuleSet, here: int | None = None) -> list[dict[str, Any]]:
    """The level table as rows: points, worth, what becomes of the deal; ``here`` marks the hand tried."""
    bands = rule_set.table.ruler()
    return [
        {
            "points": f"{band.low}–{band.high}" if band.low != band.high else str(band.low),
            "worth": _worth(band),
            "attackers": band.attackers,
            "threshold": band.low == rule_set.table.threshold,
            "here": here is not None and _holds(band, here, place, len(bands)),
        }
        for place, band in enumerate(bands)
    ]


def _holds(band: Gain, points: int, place: int, count: int) -> bool:
    low = band.low if place else None
    high = band.high if place < count - 1 else None
    return (low is None or low <= points) and (high is None or points <= high)


def _worth(band: Gain) -> str:
    if band.levels == JUMP:
        return _("to the next must-play level")
    return f"+{band.levels}" if band.levels else "0"


def picture(rule_set: RuleSet, here: int | None = None) -> dict[str, Any]:
    """What the picture of a level table shows."""
    table = rule_set.table
    return {
        "ruler": ruler(table.ruler(), table.threshold, rule_set.total_points, here),
        "bands": band_lines(rule_set, here),
    }


def tried(rule_set: RuleSet, form: TryForm) -> dict[str, Any]:
    """The hand of a bound form in sentences, or why it cannot be."""
    if not form.asked:
        return {}
    if not form.is_valid():
        return {
            "problems": [
                {"message": f"{form[name].label}: {error}", "fix": ""}
                for name, errors in form.errors.items()
                for error in errors
            ]
        }
    try:
        found = form.outcome(rule_set)
    except Refused as refused:
        return {"problems": [told(problem) for problem in refused.problems]}
    if not isinstance(found, Outcome):
        return {"problems": [told(problem) for problem in found]}
    return {
        "points": found.points,
        "levels": {side: level_text(level) for side, level in found.levels.items()},
        "next": found.next_declarer,
        "next_level": level_text(found.next_level) if found.next_level else "",
        "because": reason_lines(found.reasons, rule_set.clauses),
        "effects": [
            {
                "text": effect_text(effect),
                "clause": effect.clause,
                "wording": clause_wording(rule_set.clauses, effect.clause),
            }
            for effect in found.effects
        ],
        "warnings": [told(problem) for problem in found.warnings],
    }


def difference_lines(origin: Origin | None) -> list[dict[str, Any]]:
    """How a rule set differs from its template, key by key."""
    if origin is None:
        return []
    return [
        {
            "path": one.path,
            "before": shown(one.before),
            "after": shown(one.after),
            "chosen": one.path in origin.chosen,
        }
        for one in origin.differences
    ]


def shown(value: Any) -> str:
    """A value of a rule set as people read it."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return "，".join(f"{key} {shown(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        if all(isinstance(item, list | tuple) and len(item) == 2 for item in value):
            return "，".join(f"{start} → {worth}" for start, worth in value)
        return " ".join(shown(item) for item in value)
    return str(value)


@event_page()
def rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The rule set in words and as a picture, how each open choice was settled, and a hand to try."""
    version = event.rule_set
    rule_set, data = version.loaded(), version.data
    form = TryForm(rule_set, request.GET if any(key.startswith("try-") for key in request.GET) else None)
    outcome = tried(rule_set, form)
    context = {
        "event": event,
        "version": version,
        "data": data,
        "try_form": form,
        "tried": outcome,
        **picture(rule_set, outcome.get("points")),
    }
    if request.headers.get("HX-Target") == "try-answer":
        return render(request, "display/rules_tried.html", context)
    template = templates().get(event.template)
    origin = origin_of(event)
    context |= {
        "total": rule_set.total_points,
        "ladder": [level_text(level) for level in rule_set.ladder.labels()],
        "origin": origin,
        "differences": difference_lines(origin),
        "choices": [(choice, choice.options[event.choices.get(choice.id, 0)]) for choice in template.choices]
        if template
        else [],
        "assumed": dict.fromkeys(
            [*assumed_texts(rule_set.assumed), *assumed_of_cards_texts(assumed_of_cards(data))]
        ),
        "penalties": [
            {
                "name": offence_text(one["code"], one.get("name", "")),
                "clause": one.get("clause", ""),
                "wording": clause_wording(rule_set.clauses, one.get("clause", "")),
            }
            for one in data.get("penalties", [])
        ],
    }
    return render(request, "display/rules.html", context)
