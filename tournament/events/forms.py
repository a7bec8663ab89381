"""The form of a new event: its particulars, and every choice that its regulation left open."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.plan import Choice, Template


class NewEventForm(forms.ModelForm):
    """One radio group for each open choice; the first option is the default reading."""

    class Meta:
        model = Event
        fields = ["name", "organisation", "venue", "starts_on", "tables"]
        labels = {
            "name": _("Name of the event"),
            "organisation": _("Held by"),
            "venue": _("Hall"),
            "starts_on": _("Day"),
            "tables": _("Tables in the hall"),
        }
        help_texts = {
            "name": _("As it stands on the notice; printed on every sheet."),
            "tables": _("0 means: as many as are needed."),
        }
        widgets = {"starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def __init__(self, template: Template, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.template = template
        self.fields["tables"].required = False
        for choice in template.choices:
            self.fields[f"choice-{choice.id}"] = forms.TypedChoiceField(
                label=choice.ask,
                coerce=int,
                choices=[(number, option.label) for number, option in enumerate(choice.options)],
                initial=0,
                widget=forms.RadioSelect,
            )

    def clean_tables(self) -> int:
        return self.cleaned_data.get("tables") or 0

    def open_choices(self) -> list[tuple[Choice, forms.BoundField]]:
        """Each choice with its field, for the page."""
        return [(choice, self[f"choice-{choice.id}"]) for choice in self.template.choices]

    def particulars(self) -> list[forms.BoundField]:
        """The fields that are not choices."""
        return [self[name] for name in self.Meta.fields]

    def chosen(self) -> dict[str, int]:
        """``{choice id: number of the option}`` of a valid form."""
        return {choice.id: self.cleaned_data[f"choice-{choice.id}"] for choice in self.template.choices}
