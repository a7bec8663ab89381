"""The forms of a ruling and of points without a match: what the referee found, in fields."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.hands import RuleSet
from rules.hands.penalties import RULING
from rules.wording import offence_text
from tournament.officiating.decisions import ON_HAND, ON_MATCH, Finding
from tournament.ruling_wording import EFFECTS


class RulingForm(forms.Form):
    """Who offended, in which hand, by which offence; or what was decided, in free words."""

    side = forms.ChoiceField(label=_("Who offended?"), widget=forms.RadioSelect)
    offence = forms.ChoiceField(label=_("Offence"))
    hand = forms.IntegerField(
        label=_("In which hand?"), required=False, min_value=1, help_text=_("The hand in play counts too.")
    )
    cards = forms.IntegerField(
        label=_("Cards"), required=False, min_value=1, help_text=_("Where the penalty counts them.")
    )
    points = forms.IntegerField(
        label=_("Card points"),
        required=False,
        min_value=0,
        help_text=_("Where the rules leave them to the referee."),
    )
    words = forms.CharField(
        label=_("What happened, and what was decided"), required=False, widget=forms.Textarea({"rows": 3})
    )
    effect = forms.ChoiceField(
        label=_("Effect of a ruling in your own words"),
        choices=[(code, EFFECTS[code]) for code in ("warning", *ON_HAND, *ON_MATCH[1:])],
        initial="warning",
        required=False,
    )
    value = forms.IntegerField(
        label=_("How many card points, or levels of the offender"),
        required=False,
        help_text=_("Levels below zero are taken away."),
    )
    others = forms.IntegerField(label=_("Levels for the other side"), required=False)

    def __init__(
        self, rule_set: RuleSet, names: dict[str, str], hands: int, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.hands = hands
        self.fields["side"].choices = [("A", names["A"]), ("B", names["B"])]
        known = {one["code"]: one.get("name", "") for one in rule_set.data.get("penalties", [])}
        self.fields["offence"].choices = [
            *((code, offence_text(code, name)) for code, name in known.items()),
            (RULING, _("in your own words")),
        ]
        self.fields["hand"].initial = hands + 1
        self.fields["hand"].max_value = hands + 1

    def clean_hand(self) -> int | None:
        hand: int | None = self.cleaned_data["hand"]
        if hand is not None and hand > self.hands + 1:
            raise forms.ValidationError(
                _("Only %(hands)s hands were entered here.") % {"hands": self.hands}, code="hand"
            )
        return hand

    def finding(self) -> Finding:
        """What a valid form says. A ruling on the match counts after the last hand that was entered."""
        data = self.cleaned_data
        free = data["offence"] == RULING
        effect = data["effect"] or "warning"
        on_hand = not free or effect in ON_HAND
        return Finding(
            side=data["side"],
            offence=data["offence"],
            hand=data["hand"] if on_hand else self.hands,
            cards=data["cards"],
            points=data["points"],
            effect=effect,
            value=data["value"] or 0,
            others=data["others"] or 0,
            words=data["words"],
        )


class AdjustmentForm(forms.Form):
    """Match points or levels that an entry is given or loses without a match."""

    entry = forms.IntegerField(label=_("No."), min_value=1)
    points = forms.DecimalField(label=_("Match points"), required=False, max_digits=6, decimal_places=2)
    level_difference = forms.IntegerField(label=_("Levels"), required=False)
    round_number = forms.IntegerField(label=_("From round"), required=False, min_value=1)
    reason = forms.CharField(label=_("Reason"), max_length=200)
