"""The hand form of a table's page: what the referee types, as the judge's facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.hands import RuleSet
from rules.wording import offence_text

FORMS = {
    "1-1": (1, 1),
    "2-2": (2, 2),
    "3-3": (3, 3),
    "4-4": (4, 4),
    "2-4": (2, 4),
    "2-6": (2, 6),
    "2-8": (2, 8),
    "3-6": (3, 6),
    "3-9": (3, 9),
}
FORM_LABELS = {
    "1-1": _("single"),
    "2-2": _("pair"),
    "3-3": _("triple"),
    "4-4": _("four of a kind"),
    "2-4": _("tractor of 2 pairs"),
    "2-6": _("tractor of 3 pairs"),
    "2-8": _("tractor of 4 pairs"),
    "3-6": _("run of 2 triples"),
    "3-9": _("run of 3 triples"),
}


ASKED_FOR = ("tricks", "bottom", "last_trick", "last_trump")
"""What an address may fill in beforehand."""


def filled_in(asked: Mapping[str, str]) -> dict[str, str]:
    """What an address says of the hand, as the form's initial values."""
    return {name: asked[name] for name in ASKED_FOR if asked.get(name)}


class HandForm(forms.Form):
    """Simple: declarer and the attackers' points. Detailed: tricks, bottom, last trick, a penalty."""

    declarer = forms.ChoiceField(choices=[("A", "A"), ("B", "B")], label=_("Who declares?"))
    points = forms.IntegerField(label=_("Attackers' points"), required=False)
    tricks = forms.IntegerField(label=_("Points from tricks"), required=False)
    bottom = forms.IntegerField(label=_("Points in the bottom"), required=False, min_value=0)
    last_trick = forms.ChoiceField(label=_("Attackers won the last trick with"), required=False)
    last_trump = forms.ChoiceField(
        label=_("In trumps?"),
        required=False,
        choices=[("", "—"), ("yes", _("trumps")), ("no", _("side suit"))],
    )
    penalty = forms.ChoiceField(label=_("Penalty"), required=False)
    penalty_by = forms.ChoiceField(
        label=_("Whose offence?"), required=False, choices=[("", "—"), ("A", "A"), ("B", "B")]
    )
    penalty_cards = forms.IntegerField(label=_("Cards"), required=False, min_value=0, max_value=40)
    nobody_bid = forms.BooleanField(label=_("Nobody bid"), required=False)
    void = forms.BooleanField(label=_("Hand void, dealt again"), required=False)
    reason = forms.CharField(
        label=_("Why this hand does not follow from the one before"), required=False, max_length=200
    )

    def __init__(self, rule_set: RuleSet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        decks = int(rule_set.data.get("decks", 2))
        self.fields["last_trick"].choices = [
            ("", _("the declarers won it")),
            *((code, FORM_LABELS[code]) for code, (unit, _cards) in FORMS.items() if unit <= decks),
        ]
        self.fields["penalty"].choices = [
            ("", "—"),
            *(
                (one["code"], offence_text(one["code"], one.get("name", "")))
                for one in rule_set.data.get("penalties", [])
            ),
        ]

    @property
    def is_detailed(self) -> bool:
        """Whether anything of the detailed part was filled in."""
        names = ("tricks", "bottom", "last_trick", "penalty", "nobody_bid", "void", "reason")
        said = self.data if self.is_bound else self.initial
        return any(said.get(name) for name in names)

    def facts(self) -> dict[str, Any]:
        """The judge's facts of a valid form."""
        data = self.cleaned_data
        facts: dict[str, Any] = {"declarer": data["declarer"]}
        for key in ("points", "tricks", "bottom"):
            if data.get(key) is not None:
                facts[key] = data[key]
        if data["last_trick"]:
            unit, cards = FORMS[data["last_trick"]]
            facts["last_trick"] = {"by": "attackers", "unit": unit, "cards": cards}
            if data["last_trump"]:
                facts["last_trick"]["trump"] = data["last_trump"] == "yes"
        elif "bottom" in facts and "points" not in facts:
            facts["last_trick"] = {"by": "declarers"}
        if data["penalty"] and data["penalty_by"]:
            penalty: dict[str, Any] = {"code": data["penalty"], "by": data["penalty_by"]}
            if data.get("penalty_cards") is not None:
                penalty["cards"] = data["penalty_cards"]
            facts["penalties"] = [penalty]
        for key in ("nobody_bid", "void"):
            if data[key]:
                facts[key] = True
        if data["reason"]:
            facts["reason"] = data["reason"]
        return facts
