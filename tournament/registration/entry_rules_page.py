"""Who may enter, and how many? The rules of entry of one event, changed by its organiser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Problem, Refused
from tournament.access.pages import event_page
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Event
from tournament.registration.entry_rules import rule_of
from tournament.registration.wording import entry_sentence

KEYS = ("quota", "joint", "reserves", "referees", "check_eligibility", "late_minutes", "divisions")
NUMBERED = re.compile(r"(?P<name>.*?)[\s:：,，、=]*(?P<number>\d{1,4})?\s*(?:对|队|pairs?)?$")
BAND = re.compile(r"\D*(?P<least>\d{1,6})\D+(?P<pairs>\d{1,3})\D*$")
MOST_LINES = 400


def set_rules(event: Event, actor: AbstractBaseUser, wanted: Mapping[str, Any]) -> list[str]:
    """Save the rules of entry in ``wanted`` (keys of ``plan["entry"]``; ``None`` takes one away); returns the
    names of those that differ. Refused where a division that has entries would be gone."""
    require(event, actor, "manage_event")
    with change(event, actor) as step:
        plan = dict(step.event.plan)
        rules = dict(plan.get("entry", {}))
        if "divisions" in wanted:
            names = {one["name"] for one in wanted["divisions"] or ()}
            gone = {one["name"] for one in rules.get("divisions", ())} - names
            used = sorted(set(event.entries.filter(division__in=gone).values_list("division", flat=True)))
            if used:
                raise Refused([Problem("division-in-use", "divisions", {"divisions": "、".join(used)})])
        differing = [key for key, value in wanted.items() if rules.get(key) != value]
        if differing:
            step.record(
                "entry-rules-changed", step.event, {key: (rules.get(key), wanted[key]) for key in differing}
            )
            rules = {**rules, **wanted}
            plan["entry"] = {key: value for key, value in rules.items() if value is not None}
            step.event.plan = plan
            step.event.save(update_fields=["plan"])
    event.refresh_from_db(fields=["plan"])
    return differing


class RulesForm(forms.Form):
    """The rules of entry as fields; lists are typed a line each."""

    kind = forms.ChoiceField(
        label=gettext_lazy("How many pairs a branch may enter"),
        choices=[
            ("none", gettext_lazy("As many as it likes")),
            ("fixed", gettext_lazy("A fixed number")),
            ("bands", gettext_lazy("By its member count")),
            ("per_cent", gettext_lazy("A share of its members")),
            ("table", gettext_lazy("As a table says")),
        ],
        widget=forms.RadioSelect,
    )
    fixed = forms.IntegerField(
        label=gettext_lazy("The fixed number of pairs"), min_value=0, max_value=999, required=False
    )
    bands = forms.CharField(
        label=gettext_lazy("By member count, a line each: from so many members, so many pairs"),
        help_text=gettext_lazy("For example: 0 1, next line 200 2, next line 301 3."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )
    per_cent = forms.DecimalField(
        label=gettext_lazy("Per cent of the members (counted in people)"),
        min_value=0,
        max_value=100,
        decimal_places=1,
        required=False,
    )
    rounding = forms.ChoiceField(
        label=gettext_lazy("Rounded to an even number of people"),
        choices=[
            ("down", gettext_lazy("down")),
            ("up", gettext_lazy("up")),
            ("nearest", gettext_lazy("to the nearest")),
        ],
    )
    table = forms.CharField(
        label=gettext_lazy("Table, a line each: branch and number of pairs"),
        widget=forms.Textarea(attrs={"rows": 4}),
        required=False,
    )
    others = forms.IntegerField(
        label=gettext_lazy("Branches that are not in the table"), min_value=0, max_value=999, required=False
    )
    warn = forms.BooleanField(
        label=gettext_lazy("“In principle”: more pairs are warned of, not refused"), required=False
    )
    divisions = forms.CharField(
        label=gettext_lazy("Divisions, a line each"),
        help_text=gettext_lazy(
            "For example “Retired” and “Serving”, or two campuses. A number behind the name is its own quota."
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )
    exclusive = forms.CharField(
        label=gettext_lazy("Who plays in one may not play in the other, a line each"),
        help_text=gettext_lazy(
            "Names of divisions with / between them. Empty: a person may enter several divisions."
        ),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
    )
    joint = forms.BooleanField(label=gettext_lazy("Two branches may form a joint team"), required=False)
    below = forms.IntegerField(
        label=gettext_lazy("Only branches with fewer members than"),
        help_text=gettext_lazy("Empty: of any size."),
        min_value=1,
        max_value=100000,
        required=False,
    )
    reserves = forms.IntegerField(
        label=gettext_lazy("Reserves of a pair"),
        help_text=gettext_lazy("0: once the event has begun nobody is exchanged."),
        min_value=0,
        max_value=4,
        required=False,
    )
    referees = forms.BooleanField(label=gettext_lazy("Each branch also sends a referee"), required=False)
    check_eligibility = forms.BooleanField(
        label=gettext_lazy("Each pair is checked for eligibility"), required=False
    )
    late_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes after the start at which a pair that has not come forfeits"),
        help_text=gettext_lazy("Empty: nothing is proposed."),
        min_value=0,
        max_value=120,
        required=False,
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial=as_typed(rule_of(event)), **kwargs)

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        needed = {"fixed": "fixed", "bands": "bands", "per_cent": "per_cent", "table": "table"}
        field = needed.get(told.get("kind", ""))
        if field and told.get(field) in (None, "") and field not in self.errors:
            self.add_error(field, _("Fill this in, or choose another way."))
        return told

    def clean_bands(self) -> list[list[int]]:
        found = []
        for line in _lines(self.cleaned_data["bands"]):
            match = BAND.fullmatch(line)
            if not match:
                raise forms.ValidationError(_("“%(line)s” does not hold two numbers.") % {"line": line})
            found.append([int(match["least"]), int(match["pairs"])])
        return sorted(found)

    def clean_table(self) -> dict[str, int]:
        found = {}
        for name, number in _numbered(self.cleaned_data["table"]):
            if number is None:
                raise forms.ValidationError(_("“%(line)s” lacks its number of pairs.") % {"line": name})
            found[name] = number
        return found

    def clean_divisions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for name, number in _numbered(self.cleaned_data["divisions"]):
            if len(name) > 60 or name in [one["name"] for one in found]:
                raise forms.ValidationError(
                    _("“%(line)s” is too long, or stands there twice.") % {"line": name[:60]}
                )
            found.append({"name": name, **({"quota": {"fixed": number}} if number is not None else {})})
        return found

    def clean_exclusive(self) -> list[list[str]]:
        names = [one["name"] for one in self.cleaned_data.get("divisions", ())]
        found = []
        for line in _lines(self.cleaned_data["exclusive"]):
            parts = [part.strip() for part in re.split(r"[/、，,|]", line) if part.strip()]
            unknown = [part for part in parts if part not in names]
            if unknown or len(parts) < 2:
                raise forms.ValidationError(
                    _("“%(line)s” does not name two of the divisions above.") % {"line": line}
                )
            found.append(parts)
        return found

    def wanted(self) -> dict[str, Any]:
        """The rules of a valid form as ``plan["entry"]`` keeps them."""
        told = self.cleaned_data
        divisions = [
            {
                **one,
                "excludes": sorted(
                    {
                        other
                        for line in told["exclusive"]
                        if one["name"] in line
                        for other in line
                        if other != one["name"]
                    }
                ),
            }
            for one in told["divisions"]
        ]
        return {
            "quota": self._quota(),
            "joint": ({"below": told["below"]} if told["below"] else {}) if told["joint"] else None,
            "reserves": told["reserves"] or None,
            "referees": 1 if told["referees"] else None,
            "check_eligibility": True if told["check_eligibility"] else None,
            "late_minutes": told["late_minutes"],
            "divisions": divisions or None,
        }

    def _quota(self) -> dict[str, Any] | None:
        told = self.cleaned_data
        rule: dict[str, Any] = {
            "fixed": lambda: {"fixed": told["fixed"]},
            "bands": lambda: {"bands": told["bands"]},
            "per_cent": lambda: {"per_cent": float(told["per_cent"]), "round": told["rounding"]},
            "table": lambda: {
                "table": told["table"],
                **({} if told["others"] is None else {"others": told["others"]}),
            },
            "none": dict,
        }[told["kind"]]()
        if not rule:
            return None
        return {**rule, "warn": True} if told["warn"] else rule


def as_typed(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Rules of entry as somebody would type them into the form."""
    quota = rules.get("quota", {})
    kind = next((key for key in ("fixed", "bands", "per_cent", "table") if key in quota), "none")
    divisions = rules.get("divisions", ())
    pairs: list[str] = []
    for one in divisions:
        for other in one.get("excludes", ()):
            if f"{other} / {one['name']}" not in pairs:
                pairs.append(f"{one['name']} / {other}")
    return {
        "kind": kind,
        "fixed": quota.get("fixed"),
        "bands": "\n".join(f"{least} {number}" for least, number in quota.get("bands", ())),
        "per_cent": quota.get("per_cent"),
        "rounding": quota.get("round", "down"),
        "table": "\n".join(f"{name} {number}" for name, number in quota.get("table", {}).items()),
        "others": quota.get("others"),
        "warn": bool(quota.get("warn")),
        "divisions": "\n".join(
            f"{one['name']} {one['quota']['fixed']}" if one.get("quota", {}).get("fixed") else one["name"]
            for one in divisions
        ),
        "exclusive": "\n".join(pairs),
        "joint": rules.get("joint") is not None,
        "below": (rules.get("joint") or {}).get("below"),
        "reserves": rules.get("reserves", 0),
        "referees": bool(rules.get("referees")),
        "check_eligibility": bool(rules.get("check_eligibility")),
        "late_minutes": rules.get("late_minutes"),
    }


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()][:MOST_LINES]


def _numbered(text: str) -> list[tuple[str, int | None]]:
    found = []
    for line in _lines(text):
        match = NUMBERED.fullmatch(line)
        name = match["name"].strip() if match else line
        number = int(match["number"]) if match and match["number"] and name else None
        found.append((name or line, number))
    return found


@event_page("manage_event")
def entry_rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The rules of entry, to be changed; what is entered already stays entered."""
    form = RulesForm(event, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            differing = set_rules(event, request.user, form.wanted())
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.at, entry_sentence(problem))
        else:
            if differing:
                messages.success(request, _("The rules of entry are saved."))
            else:
                messages.info(request, _("Nothing was different, so nothing was saved."))
            return redirect("entry-rules", event=event.slug)
    return render(
        request,
        "entries/rules.html",
        {"event": event, "form": form},
        status=422 if request.method == "POST" else 200,
    )
